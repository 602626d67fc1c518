// Rounding a double to single precision and back.
//
// g++ 12 drops the pair of conversions when it vectorises several of them side by side (at -O2 and
// above), which leaves the value unrounded. Going through a volatile keeps it from doing so.
#pragma once

namespace scree {

inline double round_to_float(double value) {
  const volatile auto rounded = static_cast<float>(value);
  return rounded;
}

}  // namespace scree
