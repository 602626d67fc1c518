// A scene and every file it names, copied into the folder of its run: the run can go on wherever the folder
// is moved to, and whatever becomes of the originals.
#pragma once

#include <scree/result.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "output/run_folder.hpp"

namespace scree {

// Files beside or below the scene keep their relative names. Others (absolute names, names that lead out of
// the scene's folder) go to meshes/, and the copied scene names them there.
struct SceneCopy {
  struct File {
    std::filesystem::path from, to;  // `to` within the run's folder
  };
  std::string text;  // of the scene
  std::vector<File> files;
};
// What will be copied. Nothing is written yet.
Result<SceneCopy> plan_copy(const std::string& scene);
std::optional<Error> write_copy(const SceneCopy& copy, const std::filesystem::path& folder);

}  // namespace scree
