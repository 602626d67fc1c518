// How many random cases a test runs: shortened by the environment for slow (sanitizer) builds.
#pragma once

#include <cmath>
#include <cstdlib>

namespace scree::testing {

// `count` times SCREE_TEST_SCALE (default 1), at least 1.
inline int scaled_count(int count) {
  const char* text = std::getenv("SCREE_TEST_SCALE");
  const double scale = text == nullptr ? 1 : std::strtod(text, nullptr);
  return static_cast<int>(std::fmax(1, count * (scale > 0 ? scale : 1)));
}

}  // namespace scree::testing
