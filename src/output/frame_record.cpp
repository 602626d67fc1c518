#include "output/frame_record.hpp"

#include <fmt/format.h>
#define ZLIB_CONST  // what is unpacked stays as it is
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace scree {
namespace {

static_assert(std::endian::native == std::endian::little, "files of frames are little-endian");

constexpr std::string_view magic{"scree\nfr", 8};
constexpr std::uint32_t version = 1;
constexpr std::uint32_t byte_order = 0x01020304;
constexpr std::array<std::string_view, 3> kind_names{"SCEN", "BODY", "FRAM"};
constexpr std::size_t filling = 8;
constexpr std::size_t header_check_at = 28;
// What deflate can make of one byte at most: a longer record is damaged.
constexpr std::uint64_t largest_expansion = 1032;

template <class T>
void append(std::string& out, T value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}
template <class T>
T get(std::string_view bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::uint32_t crc(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::uint64_t filled(std::uint64_t bytes) { return (bytes + filling - 1) / filling * filling; }

// As much as fits into `out`. Returns how much, or nothing when the stream is damaged.
std::optional<std::size_t> inflate_into(std::string_view stored, std::string& out, bool whole) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return std::nullopt;
  std::size_t read = 0, written = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    constexpr std::size_t most = std::size_t{1} << 30;  // zlib counts in 32 bits
    const std::size_t in = std::min(most, stored.size() - read), room = std::min(most, out.size() - written);
    stream.next_in = reinterpret_cast<const Bytef*>(stored.data() + read);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + written);
    stream.avail_in = static_cast<uInt>(in);
    stream.avail_out = static_cast<uInt>(room);
    status = inflate(&stream, Z_NO_FLUSH);
    read += in - stream.avail_in;
    written += room - stream.avail_out;
  }
  inflateEnd(&stream);
  const bool complete = status == Z_STREAM_END && read == stored.size() && written == out.size();
  if (whole && !complete) return std::nullopt;
  return written;
}

}  // namespace

std::string frame_file_header() {
  std::string out(magic);
  append(out, version);
  append(out, byte_order);
  return out;
}

std::string check_file_header(std::string_view bytes) {
  if (bytes.substr(0, magic.size()) != magic)
    return "is not a file of frames: it does not begin with \"scree\\nfr\"";
  if (bytes.size() < file_header_bytes) return "is cut off within its header";
  if (get<std::uint32_t>(bytes, 12) != byte_order)
    return "its byte order mark is not the one of a file of frames";
  const auto found = get<std::uint32_t>(bytes, 8);
  if (found != version) return fmt::format("has version {}; this scree reads version {}", found, version);
  return {};
}

std::uint64_t record_bytes(const RecordHeader& header) {
  return record_header_bytes + filled(header.stored_bytes);
}

void append_record(RecordKind kind, std::string_view contents, BlockCompressor& compressor, Exec& exec,
                   std::string& out) {
  const std::size_t begin = out.size();
  out.append(record_header_bytes, '\0');
  compressor.one_stream(contents, exec, out);
  const std::size_t data = begin + record_header_bytes;
  const bool compressed = out.size() - data < contents.size();
  if (!compressed) {
    out.resize(data);
    out += contents;
  }
  const std::uint64_t stored = out.size() - data;
  std::string header(kind_names[static_cast<std::size_t>(kind)]);
  append<std::uint32_t>(header, compressed ? 1 : 0);
  append<std::uint64_t>(header, stored);
  append<std::uint64_t>(header, contents.size());
  append(header, crc(std::string_view(out).substr(data)));
  append(header, crc(header));
  out.replace(begin, record_header_bytes, header);
  out.append(filled(stored) - stored, '\0');
}

std::optional<RecordHeader> read_record_header(std::string_view bytes) {
  if (bytes.size() < record_header_bytes) return std::nullopt;
  if (get<std::uint32_t>(bytes, header_check_at) != crc(bytes.substr(0, header_check_at)))
    return std::nullopt;
  const auto* const kind = std::find(kind_names.begin(), kind_names.end(), bytes.substr(0, 4));
  const auto encoding = get<std::uint32_t>(bytes, 4);
  if (kind == kind_names.end() || encoding > 1) return std::nullopt;
  RecordHeader header;
  header.kind = static_cast<RecordKind>(kind - kind_names.begin());
  header.compressed = encoding == 1;
  header.stored_bytes = get<std::uint64_t>(bytes, 8);
  header.decoded_bytes = get<std::uint64_t>(bytes, 16);
  header.check_sum = get<std::uint32_t>(bytes, 24);
  constexpr std::uint64_t most = std::uint64_t{1} << 40;  // no file is so long: sums must not overflow
  if (header.stored_bytes > most) return std::nullopt;
  const bool fits = header.compressed ? header.decoded_bytes / largest_expansion <= header.stored_bytes
                                      : header.decoded_bytes == header.stored_bytes;
  return fits ? std::optional(header) : std::nullopt;
}

Result<std::string> read_contents(std::string_view record) {
  const auto header = read_record_header(record);
  if (!header) return Error{"the header of the record is damaged"};
  if (record.size() < record_bytes(*header)) return Error{"the record is cut off"};
  const std::string_view stored = record.substr(record_header_bytes, header->stored_bytes);
  if (crc(stored) != header->check_sum) return Error{"the record is damaged: its check sum does not fit"};
  const std::string_view rest = record.substr(record_header_bytes + header->stored_bytes);
  if (rest.find_first_not_of('\0') != std::string_view::npos) {
    return Error{"the record is damaged: the bytes that fill it up are not zero"};
  }
  if (!header->compressed) return std::string(stored);
  std::string contents(header->decoded_bytes, '\0');
  if (!inflate_into(stored, contents, true)) return Error{"the record does not unpack to its length"};
  return contents;
}

std::string read_beginning(const RecordHeader& header, std::string_view record_begin, std::size_t bytes) {
  const std::string_view rest = record_begin.substr(std::min(record_header_bytes, record_begin.size()));
  const std::string_view stored = rest.substr(0, std::min<std::uint64_t>(header.stored_bytes, rest.size()));
  if (!header.compressed) return std::string(stored.substr(0, bytes));
  std::string contents(bytes, '\0');
  contents.resize(inflate_into(stored, contents, false).value_or(0));
  return contents;
}

}  // namespace scree
