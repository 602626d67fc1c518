#include "output/block_compress.hpp"

#define ZLIB_CONST  // what is compressed stays as it is
#include <zlib.h>

#include <algorithm>
#include <new>

namespace scree {
namespace {

// Frames are written while a run waits: speed counts more than the last few percent.
constexpr int level = 1;
constexpr int memory_level = 8;
constexpr int window_bits = 15;
constexpr std::size_t part_bytes = std::size_t{1} << 17;
constexpr std::string_view zlib_header{"\x78\x01", 2};  // window of 32 kB, fastest level
constexpr std::size_t flush_room = 16;                  // bytes that a flush may add to deflateBound

std::size_t block_count(std::size_t bytes, std::size_t block_bytes) {
  return std::max<std::size_t>(1, (bytes + block_bytes - 1) / block_bytes);
}

}  // namespace

struct BlockCompressor::Deflater {
  explicit Deflater(Form form) : form(form) {
    // Fails for want of memory only.
    const int bits = form == Form::stream_each ? window_bits : -window_bits;
    if (deflateInit2(&stream, level, Z_DEFLATED, bits, memory_level, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~Deflater() { deflateEnd(&stream); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  void compress(std::string_view bytes, bool last, Redundancy redundancy, std::string& out) {
    deflateReset(&stream);
    deflateParams(&stream, level, redundancy == Redundancy::repeats ? Z_DEFAULT_STRATEGY : Z_HUFFMAN_ONLY);
    out.resize(deflateBound(&stream, bytes.size()) + flush_room);
    stream.next_in = reinterpret_cast<const Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, last ? Z_FINISH : Z_FULL_FLUSH);
    out.resize(out.size() - stream.avail_out);
  }

  z_stream stream{};
  Form form;
};

BlockCompressor::BlockCompressor() = default;
BlockCompressor::~BlockCompressor() = default;

void BlockCompressor::compress(std::string_view bytes, std::size_t block_bytes, Form form,
                               Redundancy redundancy, Exec& exec) {
  const std::size_t count = block_count(bytes.size(), block_bytes);
  blocks_.resize(count);
  sums_.resize(count);
  deflaters_.resize(static_cast<std::size_t>(exec.threads()));
  // A chunk of a loop for each block.
  for_chunks_balanced(exec, count * chunk_size, [&](std::size_t i, std::size_t, std::size_t, int thread) {
    auto& deflater = deflaters_[static_cast<std::size_t>(thread)];
    if (!deflater || deflater->form != form) deflater = std::make_unique<Deflater>(form);
    const std::string_view block = bytes.substr(i * block_bytes, block_bytes);
    deflater->compress(block, form == Form::stream_each || i + 1 == count, redundancy, blocks_[i]);
    if (form == Form::stream_each) return;
    sums_[i] = adler32(adler32(0, nullptr, 0), reinterpret_cast<const Bytef*>(block.data()),
                       static_cast<uInt>(block.size()));
  });
}

const std::vector<std::string>& BlockCompressor::streams(std::string_view bytes, std::size_t block_bytes,
                                                         Redundancy redundancy, Exec& exec) {
  compress(bytes, block_bytes, Form::stream_each, redundancy, exec);
  return blocks_;
}

void BlockCompressor::one_stream(std::string_view bytes, Exec& exec, std::string& out) {
  compress(bytes, part_bytes, Form::parts_of_one, Redundancy::repeats, exec);
  out += zlib_header;
  unsigned long sum = adler32(0, nullptr, 0);
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    out += blocks_[i];
    const std::size_t size = bytes.substr(i * part_bytes, part_bytes).size();
    sum = adler32_combine(sum, sums_[i], static_cast<z_off_t>(size));
  }
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>(sum >> shift));
}

}  // namespace scree
