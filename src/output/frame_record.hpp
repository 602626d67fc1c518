// The records of a file of frames: header, check sums, compression. docs/reference/frames.md defines them.
#pragma once

#include <scree/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "exec/exec.hpp"
#include "output/block_compress.hpp"

namespace scree {

inline constexpr std::size_t file_header_bytes = 16;
inline constexpr std::size_t record_header_bytes = 32;

std::string frame_file_header();
// What is wrong with the first bytes of a file; empty: nothing.
std::string check_file_header(std::string_view bytes);

enum class RecordKind : std::uint8_t { scene, bodies, frame };

struct RecordHeader {
  RecordKind kind = RecordKind::frame;
  bool compressed = false;
  std::uint64_t stored_bytes = 0, decoded_bytes = 0;
  std::uint32_t check_sum = 0;  // CRC-32 of the bytes stored
};
// Header, contents and filling.
std::uint64_t record_bytes(const RecordHeader& header);

// Compressed unless that makes it longer.
void append_record(RecordKind kind, std::string_view contents, BlockCompressor& compressor, Exec& exec,
                   std::string& out);
// Nothing: these bytes are no header, or not one that any record has.
std::optional<RecordHeader> read_record_header(std::string_view bytes);
// The contents of a record, from all its bytes. The error says what is wrong, without the file's name.
Result<std::string> read_contents(std::string_view record);
// The first bytes of the contents, from the first bytes of the record; fewer where it is damaged or shorter.
// Nothing is checked.
std::string read_beginning(const RecordHeader& header, std::string_view record_begin, std::size_t bytes);

}  // namespace scree
