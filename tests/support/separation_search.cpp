#include "support/separation_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace scree::testing {
namespace {

using Wide = long double;

constexpr int climbed = 5;

Wide dual_norm(Wide a, Wide b, Wide epsilon) {
  const Wide large = std::max(std::fabs(a), std::fabs(b));
  if (large == 0) return 0;
  const Wide ratio = std::min(std::fabs(a), std::fabs(b)) / large;
  const Wide q = 2 / (2 - epsilon);
  return large * std::pow(1 + std::pow(ratio, q), 1 / q);
}
// How far the shape reaches along n, from its centre.
Wide reach(const ShapeView& s, const Wide (&n)[3]) {
  const Wide across = std::sqrt(n[0] * n[0] + n[1] * n[1]);
  const Wide length = std::sqrt(across * across + n[2] * n[2]);
  if (has_polyhedral_core(s)) {
    Wide best = -1e300L;
    for (int i = 0; i < s.core.vertex_count; ++i) {
      const Vec3 v = s.core.vertices[i];
      best = std::max(best, n[0] * v.x + n[1] * v.y + n[2] * v.z);
    }
    return best + s.sweep_radius * length;
  }
  if (s.type == ShapeType::cylinder) return s.radii.x * across + s.radii.z * std::fabs(n[2]);
  return dual_norm(dual_norm(s.radii.x * n[0], s.radii.y * n[1], s.exponents[1]), s.radii.z * n[2],
                   s.exponents[0]);
}

}  // namespace

Wide exact_separation(const ShapePair& pair, Vec3 normal) {
  const Wide n[3] = {normal.x, normal.y, normal.z};
  const Wide length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  Wide in_b[3];
  for (int k = 0; k < 3; ++k) {
    in_b[k] =
        -(n[0] * pair.a_from_b.row[0][k] + n[1] * pair.a_from_b.row[1][k] + n[2] * pair.a_from_b.row[2][k]);
  }
  const Wide t = n[0] * pair.translation.x + n[1] * pair.translation.y + n[2] * pair.translation.z;
  return (t - reach(pair.a, n) - reach(pair.b, in_b)) / length;
}

Wide searched_separation(const ShapePair& pair, Random& random, int samples, Vec3 hint) {
  std::vector<std::pair<Wide, Vec3>> starts;
  const auto add = [&](Vec3 n) { starts.emplace_back(exact_separation(pair, n), n); };
  for (int i = 0; i < samples; ++i) add(unit_vector(random));
  for (int k = 0; k < 6; ++k) {
    Vec3 axis;
    axis[k / 2] = k % 2 == 0 ? 1 : -1;
    add(axis);
    add(pair.a_from_b * axis);
  }
  std::partial_sort(starts.begin(), starts.begin() + climbed, starts.end(),
                    [](const auto& s, const auto& t) { return s.first > t.first; });
  starts[climbed - 1] = {exact_separation(pair, hint), hint};
  Wide found = starts[0].first;
  for (int i = 0; i < climbed; ++i) {
    auto [value, n] = starts[i];
    for (Real step = 0.2; step > 1e-12; step *= 0.65) {
      for (int k = 0; k < 8; ++k) {
        const Vec3 next = normalized(n + step * uniform(random) * unit_vector(random));
        const Wide there = exact_separation(pair, next);
        if (there > value) {
          value = there;
          n = next;
        }
      }
    }
    found = std::max(found, value);
  }
  return found;
}

}  // namespace scree::testing
