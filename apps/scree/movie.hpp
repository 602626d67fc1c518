// A film from pictures, made by ffmpeg.
#pragma once

#include <scree/result.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace scree::command {

// Where ffmpeg is, on the PATH. Nothing: it is not.
std::optional<std::string> find_ffmpeg();

// folder/frame-0000.png and so on, as many as said, to one file (H.264): there in the end, whole, or not
// touched.
std::optional<Error> make_movie(const std::string& ffmpeg, const std::filesystem::path& folder,
                                std::size_t count, int frames_per_second, const std::filesystem::path& movie);

}  // namespace scree::command
