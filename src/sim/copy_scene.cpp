#include "sim/copy_scene.hpp"

#include <fmt/format.h>

#include <string_view>
#include <system_error>
#include <utility>

#include "core/file_io.hpp"
#include "scene/scene.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

bool leads_out(const fs::path& normal) { return normal.is_absolute() || *normal.begin() == ".."; }

// Names the file anew wherever the text has it in quotes. Whether it did.
bool rename_in(std::string& text, const std::string& old_name, const std::string& new_name) {
  bool found = false;
  for (const char quote : {'"', '\''}) {
    const std::string old_text = quote + old_name + quote;
    const std::string new_text = quote + new_name + quote;
    for (std::size_t at = text.find(old_text); at != std::string::npos; at = text.find(old_text, at)) {
      text.replace(at, old_text.size(), new_text);
      at += new_text.size();
      found = true;
    }
  }
  return found;
}

std::optional<Error> copy_to(const fs::path& from, const fs::path& to) {
  std::error_code failed;
  if (fs::equivalent(from, to, failed)) return std::nullopt;  // a run that is run again in its own folder
  const Result<std::string> bytes = read_file(from.string());
  if (!bytes) return bytes.error();
  fs::create_directories(to.parent_path(), failed);
  if (failed) {
    return Error{fmt::format("{}: cannot make the folder: {}", to.parent_path().string(), failed.message())};
  }
  return write_file(to.string(), *bytes);
}

}  // namespace

Result<SceneCopy> plan_copy(const std::string& scene) {
  Result<std::string> text = read_file(scene);
  if (!text) return text.error();
  const Result<std::vector<std::string>> names = scene_files(scene);
  if (!names) return names.error();
  SceneCopy copy{*std::move(text), {}};
  int outside = 0;
  for (const std::string& file_name : *names) {
    const fs::path from = fs::path(scene).parent_path() / file_name;  // an absolute name stays itself
    fs::path to = fs::path(file_name).lexically_normal();
    if (leads_out(to)) {
      to = fs::path("meshes") / fmt::format("{}-{}", ++outside, to.filename().string());
      if (!rename_in(copy.text, file_name, to.generic_string())) {
        return Error{
            fmt::format("{}: the file \"{}\" cannot be kept with the run: write its name without "
                        "escapes, or move it into the scene's folder",
                        scene, file_name)};
      }
    }
    copy.files.push_back({from, to});
  }
  return copy;
}

std::optional<Error> write_copy(const SceneCopy& copy, const fs::path& folder) {
  for (const SceneCopy::File& file : copy.files) {
    if (auto failed = copy_to(file.from, folder / file.to)) return failed;
  }
  return write_file((folder / scene_copy_name).string(), copy.text);
}

}  // namespace scree
