// Reading and writing whole files, with one clear message when that is not possible.
#pragma once

#include <scree/result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace scree {

// The usual limit of read_file, in bytes.
inline constexpr std::size_t max_file_bytes = std::size_t{1} << 30;

// The bytes of the file, unchanged. A file of more than `limit` bytes is refused, so that a device
// or pipe that never ends cannot fill the memory.
Result<std::string> read_file(const std::string& path, std::size_t limit = max_file_bytes);

// Why write_file would fail, as far as that can be known before: for work that should not be done when
// its result cannot be kept. Leaves nothing behind.
std::optional<Error> check_writable(const std::string& path);
// Puts the bytes into the file, whole or not at all: under another name in the same folder, and in its
// place once they are on the disk. What was there before stays until then. A device or pipe is written
// to as it is. Nothing: all went well.
std::optional<Error> write_file(const std::string& path, std::string_view bytes);

// The same for what is too large to be held at once: append, then commit. Without a commit that went well
// nothing has happened. After the commit the file outlives a crash: its bytes and its name are on the disk.
class WholeFile {
 public:
  explicit WholeFile(const std::string& path);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  // What fails here is told by commit.
  void append(std::string_view bytes);
  // Writes over what was appended before, at `offset` (bytes).
  void overwrite(std::size_t offset, std::string_view bytes);
  std::optional<Error> commit();

 private:
  std::string path_, target_, temporary_;
  int handle_ = -1;
  int error_ = 0;                  // errno of the first call that failed
  std::optional<Error> bad_name_;  // then nothing was opened
};

}  // namespace scree
