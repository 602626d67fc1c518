#include "output/checkpoint_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "core/crc64.hpp"

namespace scree {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

// Raise it with any change of what is written, or in which order.
constexpr std::uint32_t format_version = 5;

struct Header {
  char magic[8] = {'s', 'c', 'r', 'e', 'e', '\n', 'c', 'p'};
  std::uint32_t version = format_version;
  std::uint32_t byte_order = 0x01020304;
  std::uint64_t length = 0;
  std::uint64_t setup_hash = 0;
};
static_assert(sizeof(Header) == 32 && std::has_unique_object_representations_v<Header>);
using Check = std::uint64_t;

template <class T>
std::string_view bytes_of(const T& object) {
  return {reinterpret_cast<const char*>(&object), sizeof object};
}

Error damaged(const std::string& path, const std::string& why) {
  return {fmt::format("{}: the checkpoint is damaged: {}", path, why)};
}

// Of the contents, from where the file stands to their end.
std::optional<std::uint64_t> crc_of_contents(std::FILE* file, std::uint64_t length) {
  std::uint64_t crc = 0;
  std::string chunk(buffer_bytes, '\0');
  while (length > 0) {
    const std::size_t size = std::min<std::uint64_t>(length, chunk.size());
    if (std::fread(chunk.data(), 1, size, file) != size) return std::nullopt;
    crc = crc64({chunk.data(), size}, crc);
    length -= size;
  }
  return crc;
}

}  // namespace

CheckpointWriter::CheckpointWriter(const std::string& path, std::uint64_t setup_hash)
    : file_(path), setup_hash_(setup_hash) {
  buffer_.reserve(buffer_bytes);
  file_.append(bytes_of(Header{}));  // its place; its numbers come with the commit
}

void CheckpointWriter::flush() {
  crc_ = crc64(buffer_, crc_);
  file_.append(buffer_);
  buffer_.clear();
}

void CheckpointWriter::put_bytes(const void* data, std::size_t size) {
  length_ += size;
  std::string_view bytes(static_cast<const char*>(data), size);
  while (!bytes.empty()) {
    if (buffer_.size() == buffer_bytes) flush();
    const std::size_t part = std::min(bytes.size(), buffer_bytes - buffer_.size());
    buffer_.append(bytes.substr(0, part));
    bytes.remove_prefix(part);
  }
}

std::optional<Error> CheckpointWriter::commit() {
  flush();
  Header header;
  header.length = length_;
  header.setup_hash = setup_hash_;
  const Check check = crc64(bytes_of(header), crc_);
  file_.append(bytes_of(check));
  file_.overwrite(0, bytes_of(header));
  return file_.commit();
}

Result<CheckpointReader> CheckpointReader::open(const std::string& path) {
  CheckpointReader reader;
  std::error_code failed;
  const std::uint64_t size = std::filesystem::file_size(path, failed);
  if (!failed) reader.file_.reset(std::fopen(path.c_str(), "rb"));
  if (!reader.file_) {
    const std::string reason = failed ? failed.message() : std::generic_category().message(errno);
    return Error{fmt::format("{}: cannot read the file: {}", path, reason)};
  }
  if (size < sizeof(Header) + sizeof(Check)) return damaged(path, fmt::format("it has only {} bytes", size));

  std::FILE* file = reader.file_.get();
  Header header;
  if (std::fread(&header, sizeof header, 1, file) != 1) return damaged(path, "it cannot be read");
  if (std::memcmp(header.magic, Header{}.magic, sizeof header.magic) != 0) {
    return damaged(path, "it does not begin like one");
  }
  const std::uint64_t length = size - sizeof(Header) - sizeof(Check);
  if (header.length != length) {
    return damaged(path,
                   fmt::format("it has {} bytes of contents and should have {}", length, header.length));
  }
  const auto crc = crc_of_contents(file, length);
  Check check = 0;
  if (!crc || std::fread(&check, sizeof check, 1, file) != 1) return damaged(path, "it cannot be read");
  if (check != crc64(bytes_of(header), *crc)) return damaged(path, "its bytes do not fit its checksum");
  if (std::fseek(file, sizeof(Header), SEEK_SET) != 0) return damaged(path, "it cannot be read");
  reader.version_ = header.version;
  reader.byte_order_ = header.byte_order;
  reader.setup_hash_ = header.setup_hash;
  reader.left_ = length;
  return reader;
}

std::optional<Error> CheckpointReader::check_version(const std::string& path) const {
  if (byte_order_ != Header{}.byte_order) {
    return Error{fmt::format("{}: the checkpoint is from a machine with another order of bytes", path)};
  }
  if (version_ != format_version) {
    return Error{fmt::format("{}: the checkpoint has version {} of the format; this scree reads version {}",
                             path, version_, format_version)};
  }
  return std::nullopt;
}

void CheckpointReader::get_bytes(void* data, std::size_t size) {
  good_ = good_ && size <= left_ && (size == 0 || std::fread(data, size, 1, file_.get()) == 1);
  left_ -= good_ ? size : 0;
}

}  // namespace scree
