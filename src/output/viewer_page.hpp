// The browser viewer: one page, built into the program (web/ holds its source).
#pragma once

#include <scree/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scree {

inline constexpr const char* viewer_file_name = "viewer.html";  // in the folder of a run

// The page without data: it asks the server it came from.
std::string_view viewer_page();

// A page of more frames than fit into this many bytes leaves some out, evenly.
inline constexpr std::uint64_t usual_viewer_bytes = 120'000'000;

struct ViewerWritten {
  std::size_t frames = 0, of = 0;  // how many the page holds, and how many there are
};
// DIR/viewer.html: the page with frames, tables and summary of the run in DIR in it. Needs no server and no
// network.
Result<ViewerWritten> write_viewer(const std::string& folder, std::uint64_t most_bytes = usual_viewer_bytes);

}  // namespace scree
