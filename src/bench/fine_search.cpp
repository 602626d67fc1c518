#include "bench/fine_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace scree::bench {
namespace {

using Wide = long double;

struct Wide3 {
  Wide x = 0, y = 0, z = 0;
};
Wide3 wide(Vec3 v) { return {v.x, v.y, v.z}; }
Vec3 rounded(const Wide3& v) {
  return {static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z)};
}
Wide3 sum(const Wide3& u, Wide s, const Wide3& v) { return {u.x + s * v.x, u.y + s * v.y, u.z + s * v.z}; }
Wide dot(const Wide3& u, const Wide3& v) { return u.x * v.x + u.y * v.y + u.z * v.z; }
Wide norm(const Wide3& v) { return std::sqrt(dot(v, v)); }
Wide3 unit(const Wide3& v) {
  const Wide n = norm(v);
  return {v.x / n, v.y / n, v.z / n};
}
Wide3 cross(const Wide3& u, const Wide3& v) {
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

// The norm dual to that of a superellipsoid's section.
Wide dual_norm(Wide a, Wide b, Real epsilon) {
  const Wide large = std::max(std::fabs(a), std::fabs(b));
  if (large == 0) return 0;
  const Wide ratio = std::min(std::fabs(a), std::fabs(b)) / large;
  if (epsilon == 1) return large * std::sqrt(1 + ratio * ratio);
  const Wide q = 2 / (2 - static_cast<Wide>(epsilon));
  return large * std::pow(1 + std::pow(ratio, q), 1 / q);
}

// How far a shape reaches along n, times n's length.
Wide reach(const ShapeView& shape, const Wide3& n) {
  if (shape.type == ShapeType::half_space) return 0;
  const Wide swept = shape.sweep_radius == 0 ? 0 : shape.sweep_radius * norm(n);
  if (has_polyhedral_core(shape)) {
    Wide farthest = dot(wide(shape.core.vertices[0]), n);
    for (std::int32_t i = 1; i < shape.core.vertex_count; ++i) {
      farthest = std::max(farthest, dot(wide(shape.core.vertices[i]), n));
    }
    return farthest + swept;
  }
  const Wide3 u{shape.radii.x * n.x, shape.radii.y * n.y, shape.radii.z * n.z};
  if (shape.type == ShapeType::cylinder) return std::sqrt(u.x * u.x + u.y * u.y) + std::fabs(u.z);
  if (shape.type == ShapeType::ellipsoid) return norm(u);
  return dual_norm(dual_norm(u.x, u.y, shape.exponents[1]), u.z, shape.exponents[0]);
}

Wide separation_along(const ShapePair& pair, const Wide3& n) {
  const auto& row = pair.a_from_b.row;
  const Wide3 in_b{-(n.x * row[0].x + n.y * row[1].x + n.z * row[2].x),
                   -(n.x * row[0].y + n.y * row[1].y + n.z * row[2].y),
                   -(n.x * row[0].z + n.y * row[1].z + n.z * row[2].z)};
  return (dot(n, wide(pair.translation)) - reach(pair.a, n) - reach(pair.b, in_b)) / norm(n);
}

struct Peak {
  Wide3 normal;
  Wide value = 0;
};

// Each round narrows the window by 0.618^28 = 1.4e-6, of which a part is used: the next one surely holds the
// peak. The inner search goes twice as far: where it ends on a ridge it is wrong by its own step, not the
// step's square, and the outer one finds a flat top only to the root of that.
constexpr int outer_steps = 28;
constexpr int inner_steps = 56;
constexpr Real round_shrink = 1e-3;
constexpr int most_rounds = 8;
constexpr int most_moves = 12;       // of a window whose peak lies at its border
constexpr Real first_window = 0.25;  // rad; the spiral's directions are 0.13 apart
constexpr Real refine_window = 1e-3;
constexpr int spiral_directions = 800;
constexpr std::size_t most_starts = 6;
constexpr Real start_cosine = 0.94;  // starts are at least 0.35 rad apart
constexpr Real coarse_error = 1e-4;  // x size: what a first round may still lack

// The best point and value of a function with one peak in [-window, window].
template <class F>
std::pair<Wide, Wide> golden_section(Wide window, int steps, F f) {
  constexpr Wide golden = 0.6180339887498948482045868343656381L;
  Wide low = -window;
  Wide high = window;
  Wide x0 = high - golden * (high - low);
  Wide x1 = low + golden * (high - low);
  Wide f0 = f(x0);
  Wide f1 = f(x1);
  for (int k = 0; k < steps; ++k) {
    if (f0 > f1) {
      high = x1;
      x1 = x0;
      f1 = f0;
      x0 = high - golden * (high - low);
      f0 = f(x0);
    } else {
      low = x0;
      x0 = x1;
      f0 = f1;
      x1 = low + golden * (high - low);
      f1 = f(x1);
    }
  }
  // The middle has been found by the round before, perhaps to more digits than this window's steps.
  const Wide middle = f(0);
  if (middle > f0 && middle > f1) return {0, middle};
  return f0 > f1 ? std::pair{x0, f0} : std::pair{x1, f1};
}

// One look at a square window of the tangent plane. False: nothing better was found.
bool improve(const ShapePair& pair, Wide window, Peak& peak, bool& at_border) {
  const Wide3 n = peak.normal;
  const Wide3 axis = std::fabs(n.x) < 0.6L ? Wide3{1, 0, 0} : Wide3{0, 1, 0};
  const Wide3 e0 = unit(cross(n, axis));
  const Wide3 e1 = cross(n, e0);
  const auto along = [&](Wide x) {
    const Wide3 line = sum(n, x, e0);
    return golden_section(window, inner_steps,
                          [&](Wide y) { return separation_along(pair, sum(line, y, e1)); });
  };
  const auto [x, value] = golden_section(window, outer_steps, [&](Wide at) { return along(at).second; });
  const Wide y = along(x).first;
  at_border = std::max(std::fabs(x), std::fabs(y)) > 0.9L * window;
  if (!(value > peak.value)) return false;
  peak = {unit(sum(sum(n, x, e0), y, e1)), value};
  return true;
}

void climb(const ShapePair& pair, Wide window, Peak& peak) {
  bool at_border = true;
  for (int move = 0; move < most_moves && at_border; ++move) {
    if (!improve(pair, window, peak, at_border)) break;
  }
}

// Until a smaller window adds nothing.
void close_in(const ShapePair& pair, Wide window, Peak& peak) {
  for (int round = 0; round < most_rounds; ++round) {
    window *= round_shrink;
    const Wide before = peak.value;
    climb(pair, window, peak);
    if (round > 0 && !(peak.value > before)) return;
  }
}

std::vector<Peak> starts(const ShapePair& pair) {
  const Real golden_angle = std::numbers::pi * (3 - std::sqrt(Real{5}));
  std::vector<Peak> seen;
  for (int i = 0; i < spiral_directions; ++i) {
    const Real z = 1 - (2 * i + 1) / static_cast<Real>(spiral_directions);
    const Real r = std::sqrt(1 - z * z);
    const Wide3 n = unit({r * std::cos(golden_angle * i), r * std::sin(golden_angle * i), z});
    seen.push_back({n, separation_along(pair, n)});
  }
  std::sort(seen.begin(), seen.end(), [](const Peak& s, const Peak& t) { return s.value > t.value; });
  std::vector<Peak> kept;
  for (const Peak& peak : seen) {
    const bool near = std::any_of(kept.begin(), kept.end(),
                                  [&](const Peak& k) { return dot(k.normal, peak.normal) > start_cosine; });
    if (!near) kept.push_back(peak);
    // Apart there is one peak only.
    if (kept.size() == (kept.front().value > 0 ? 1 : most_starts)) break;
  }
  return kept;
}

}  // namespace

long double fine_separation(const ShapePair& pair, Vec3 normal) {
  return separation_along(pair, wide(normal));
}

FineAnswer refine(const ShapePair& pair, const FineAnswer& start) {
  if (pair.a.type == ShapeType::half_space || pair.b.type == ShapeType::half_space) return start;
  Peak peak{unit(wide(start.normal)), start.distance};
  close_in(pair, refine_window / round_shrink, peak);
  return {peak.value, rounded(peak.normal)};
}

FineAnswer fine_search(const ShapePair& pair) {
  if (pair.a.type == ShapeType::half_space) return {fine_separation(pair, pair.a.normal), pair.a.normal};
  if (pair.b.type == ShapeType::half_space) {
    const Vec3 n = -(pair.a_from_b * pair.b.normal);
    return {fine_separation(pair, n), n};
  }
  std::vector<Peak> peaks = starts(pair);
  Wide best = peaks.front().value;
  for (Peak& peak : peaks) {
    climb(pair, first_window, peak);
    best = std::max(best, peak.value);
  }
  Peak found = peaks.front();
  for (Peak& peak : peaks) {
    if (peak.value < best - coarse_error * pair.size) continue;
    close_in(pair, first_window, peak);
    if (peak.value > found.value) found = peak;
  }
  return {found.value, rounded(found.normal)};
}

}  // namespace scree::bench
