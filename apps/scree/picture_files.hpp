// The pictures of a run as files.
#pragma once

#include <scree/result.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "exec/exec.hpp"
#include "output/run_pictures.hpp"

namespace scree::command {

inline constexpr const char* picture_folder_name = "pictures";  // in the folder of a run

// frame-0012.png
std::string picture_name(std::size_t frame);
std::optional<Error> make_folder(const std::filesystem::path& folder);
// All frames, several at a time; the files do not depend on how many. Those of frames that are no more are
// removed.
std::optional<Error> write_pictures(const RunPictures& run, const SnapshotView& view,
                                    const std::filesystem::path& folder, Exec& exec);

}  // namespace scree::command
