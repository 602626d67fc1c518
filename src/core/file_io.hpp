// Reading whole files, with one clear message when that is not possible.
#pragma once

#include <scree/result.hpp>

#include <cstddef>
#include <string>

namespace scree {

// The usual limit of read_file, in bytes.
inline constexpr std::size_t max_file_bytes = std::size_t{1} << 30;

// The bytes of the file, unchanged. A file of more than `limit` bytes is refused, so that a device
// or pipe that never ends cannot fill the memory.
Result<std::string> read_file(const std::string& path, std::size_t limit = max_file_bytes);

}  // namespace scree
