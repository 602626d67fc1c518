#include "analysis/write_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/file_io.hpp"

namespace scree {
namespace fs = std::filesystem;

std::optional<Error> make_folder(const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return Error{fmt::format("{}: cannot make the folder: {}", folder, failed.message())};
  return check_writable((fs::path(folder) / "probe").string());
}

std::optional<Error> write_files(const std::string& folder, const std::vector<NamedFile>& files) {
  for (const NamedFile& file : files) {
    if (auto failed = write_file((fs::path(folder) / file.name).string(), file.bytes)) return failed;
  }
  return std::nullopt;
}

void remove_files(const std::string& folder, const std::vector<std::string>& names,
                  const std::vector<NamedFile>& kept) {
  for (const std::string& name : names) {
    const bool stays =
        std::any_of(kept.begin(), kept.end(), [&](const NamedFile& file) { return file.name == name; });
    std::error_code ignored;
    if (!stays) fs::remove(fs::path(folder) / name, ignored);
  }
}

}  // namespace scree
