// Which point of a patch is which point of the patch a step ago.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "model/contacts.hpp"

namespace scree {

inline constexpr int most_matched_points = 16;

struct PointMatch {
  std::int8_t partner[most_matched_points];  // of each point now: the point before; -1: none
  std::uint32_t taken = 0;                   // bit j: point j before has become a point now
};

// One point each are the same, however far it has moved. Else the two that are nearest to each other, then
// the nearest two of the rest, and so on; of equally near ones those that come first. Points beyond
// `most_matched_points` have no partner.
inline PointMatch match_points(std::span<const ContactPoint> now, std::span<const ContactPoint> before) {
  PointMatch match;
  const int count = static_cast<int>(std::min<std::size_t>(now.size(), most_matched_points));
  const int old_count = static_cast<int>(std::min<std::size_t>(before.size(), most_matched_points));
  std::fill_n(match.partner, most_matched_points, std::int8_t{-1});
  for (int round = 0; round < std::min(count, old_count); ++round) {
    Real nearest = std::numeric_limits<Real>::infinity();
    int best = -1, best_old = -1;
    for (int i = 0; i < count; ++i) {
      if (match.partner[i] >= 0) continue;
      for (int j = 0; j < old_count; ++j) {
        if ((match.taken >> j & 1) != 0) continue;
        const Real distance = norm_squared(now[i].position - before[j].position);
        if (distance < nearest) nearest = distance, best = i, best_old = j;
      }
    }
    if (best < 0) break;  // a position that is not finite is near nothing
    match.partner[best] = static_cast<std::int8_t>(best_old);
    match.taken |= 1U << best_old;
  }
  return match;
}

}  // namespace scree
