// What CMake makes of scenes/papers/: see paper_scenes_data.cpp.in.
#pragma once

#include <string_view>
#include <vector>

namespace scree::bench {

struct PaperScene {
  std::string_view name;  // without the ending
  std::string_view text;
};
const std::vector<PaperScene>& paper_scenes();  // sorted by name

}  // namespace scree::bench
