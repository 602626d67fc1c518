// Compression by zlib of many blocks at once, with the same bytes for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "exec/exec.hpp"

namespace scree {

// What is looked for. Where nothing repeats, as in most lists of measured numbers, looking for it takes most
// of the time and finds nothing.
enum class Redundancy : std::uint8_t { repeats, frequencies };

// Keeps its memory from call to call.
class BlockCompressor {
 public:
  BlockCompressor();
  ~BlockCompressor();
  BlockCompressor(const BlockCompressor&) = delete;
  BlockCompressor& operator=(const BlockCompressor&) = delete;

  // Each block of `block_bytes` (the last one may be shorter) a zlib stream of its own: as VTK wants them.
  const std::vector<std::string>& streams(std::string_view bytes, std::size_t block_bytes,
                                          Redundancy redundancy, Exec& exec);
  // All of it as one zlib stream, appended to `out`.
  void one_stream(std::string_view bytes, Exec& exec, std::string& out);

 private:
  enum class Form : std::uint8_t { stream_each, parts_of_one };
  struct Deflater;
  void compress(std::string_view bytes, std::size_t block_bytes, Form form, Redundancy redundancy,
                Exec& exec);

  std::vector<std::unique_ptr<Deflater>> deflaters_;  // by thread
  std::vector<std::string> blocks_;
  std::vector<unsigned long> sums_;  // Adler-32 of each block
};

}  // namespace scree
