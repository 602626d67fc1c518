#include "output/choose_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {

Result<std::size_t> choose_frame(const FrameReader& reader, std::optional<std::int64_t> number,
                                 std::optional<Real> time) {
  const auto& frames = reader.frames();
  const auto count = static_cast<std::int64_t>(frames.size());
  if (count == 0) return Error{fmt::format("{}: has no frames yet", reader.path())};
  if (time) {
    const auto nearest = std::min_element(frames.begin(), frames.end(), [&](const auto& a, const auto& b) {
      return std::fabs(a.time - *time) < std::fabs(b.time - *time);
    });
    return static_cast<std::size_t>(nearest - frames.begin());
  }
  const std::int64_t wanted = number.value_or(-1);
  if (wanted < -count || wanted >= count) {
    return Error{fmt::format("{}: there is no frame {}; frames are 0 to {}, or -1 for the last",
                             reader.path(), wanted, count - 1)};
  }
  return static_cast<std::size_t>(wanted < 0 ? count + wanted : wanted);
}

}  // namespace scree
