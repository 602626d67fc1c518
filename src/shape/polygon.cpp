#include "shape/polygon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "math/double_double.hpp"
#include "shape/check.hpp"
#include "shape/hull.hpp"

namespace scree {
namespace {

// A corner that stands out less over the line between its neighbours is none. (x the extent of the points)
constexpr Real flat_corner = 1e-14;

// Twice the area of the triangle, positive when it is counter-clockwise; right to rounding even for slivers.
Real twice_area(Vec2 a, Vec2 b, Vec2 c) {
  const DoubleDouble x1 = two_sum(b.x, -a.x), y1 = two_sum(b.y, -a.y);
  const DoubleDouble x2 = two_sum(c.x, -a.x), y2 = two_sum(c.y, -a.y);
  const DoubleDouble product = x1 * y2, other = y1 * x2;
  return (product - other).high;
}

std::optional<Error> check_points(const std::vector<Vec2>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 p = points[i];
    if (!is_finite(p)) {
      return Error{fmt::format("vertices[{}]: [{}, {}] is not allowed; must be finite", i, p.x, p.y)};
    }
    if (std::fabs(p.x) > largest_length || std::fabs(p.y) > largest_length) {
      return Error{fmt::format("vertices[{}]: [{}, {}] is not allowed; must be within {} m", i, p.x, p.y,
                               largest_length)};
    }
  }
  return std::nullopt;
}

// The corners by Andrew's monotone chain, counter-clockwise, as indices; `order` is sorted by x, then y.
std::vector<std::size_t> chain(const std::vector<Vec2>& points, const std::vector<std::size_t>& order) {
  std::vector<std::size_t> corners;
  const auto add_side = [&](auto begin, auto end) {
    const std::size_t first = corners.size();
    for (auto i = begin; i != end; ++i) {
      while (corners.size() >= first + 2 &&
             twice_area(points[corners[corners.size() - 2]], points[corners.back()], points[*i]) <= 0) {
        corners.pop_back();
      }
      corners.push_back(*i);
    }
    corners.pop_back();  // the other side starts with it
  };
  add_side(order.begin(), order.end());
  add_side(order.rbegin(), order.rend());
  return corners;
}

// Drops corners that stand out too little to give two directions.
void drop_flat_corners(const std::vector<Vec2>& points, Real least, std::vector<std::size_t>& corners) {
  for (bool changed = true; changed && corners.size() > 3;) {
    changed = false;
    for (std::size_t k = 0; k < corners.size() && corners.size() > 3; ++k) {
      const Vec2 before = points[corners[(k + corners.size() - 1) % corners.size()]];
      const Vec2 after = points[corners[(k + 1) % corners.size()]];
      const Vec2 corner = points[corners[k]];
      if (twice_area(before, corner, after) > least * norm(after - before) && norm(corner - before) > least) {
        continue;
      }
      corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(k));
      changed = true;
    }
  }
}

Real area_of(const std::vector<Vec2>& points, const std::vector<std::size_t>& corners) {
  Real twice = 0;
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    twice += twice_area(points[corners[0]], points[corners[k]], points[corners[k + 1]]);
  }
  return twice / 2;
}

}  // namespace

Polygon build_polygon(std::vector<Vec2> corners) {
  Polygon polygon;
  polygon.shortest_edge = std::numeric_limits<Real>::infinity();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2 from = corners[i];
    const Vec2 to = corners[(i + 1) % corners.size()];
    const Vec2 normal = normalized(turned_right(to - from));
    polygon.edge_lines.push_back({normal, std::max(dot(normal, from), dot(normal, to))});
    polygon.shortest_edge = std::min(polygon.shortest_edge, norm(to - from));
  }
  polygon.vertices = std::move(corners);
  return polygon;
}

// Triangles between the first corner and each edge: sums of moments about that corner, then shifted.
MassProperties polygon_mass(const Polygon& polygon) {
  const Vec2 base = polygon.vertices[0];
  Real area = 0, xx = 0, yy = 0, xy = 0;
  Vec2 first;
  for (std::size_t k = 1; k + 1 < polygon.vertices.size(); ++k) {
    const Vec2 p = polygon.vertices[k] - base;
    const Vec2 q = polygon.vertices[k + 1] - base;
    const Real part = cross(p, q) / 2;
    area += part;
    first += (part / 3) * (p + q);
    xx += part / 6 * (p.x * p.x + p.x * q.x + q.x * q.x);
    yy += part / 6 * (p.y * p.y + p.y * q.y + q.y * q.y);
    xy += part / 12 * (2 * p.x * p.y + p.x * q.y + q.x * p.y + 2 * q.x * q.y);
  }
  const Vec2 centroid = first / area;
  xx -= area * centroid.x * centroid.x;
  yy -= area * centroid.y * centroid.y;
  xy -= area * centroid.x * centroid.y;
  MassProperties mass;
  mass.volume = area;
  mass.centroid = in_space(base + centroid);
  mass.inertia = {{{yy, -xy, 0}, {-xy, xx, 0}, {0, 0, xx + yy}}};
  return mass;
}

Real polygon_size(const Polygon& polygon) {
  Real largest = 0;
  for (const Vec2& v : polygon.vertices) largest = std::max(largest, norm(v));
  return 2 * largest;
}

Result<Hull2> convex_hull(const std::vector<Vec2>& points) {
  if (auto error = check_points(points)) return *error;
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) { return std::pair(points[i].x, points[i].y); };
  std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return key(i) < key(j); });
  order.erase(std::unique(order.begin(), order.end(), [&](auto i, auto j) { return key(i) == key(j); }),
              order.end());
  if (order.size() < 3) {
    return Error{fmt::format("vertices: {} distinct points; a polygon needs at least 3", order.size())};
  }
  const std::size_t duplicates = points.size() - order.size();

  std::vector<std::size_t> corners = chain(points, order);
  Real extent = 0;
  for (const auto i : corners) extent = std::max(extent, norm(points[i] - points[corners[0]]));
  if (extent < smallest_length) {
    return Error{fmt::format("vertices: {} points within {} m; must span at least {} m", order.size(), extent,
                             smallest_length)};
  }
  drop_flat_corners(points, flat_corner * extent, corners);
  const Real area = area_of(points, corners);
  if (!(area > flat_tolerance * extent * extent)) {
    return Error{
        fmt::format("vertices: all {} points are collinear (an area of {} m2 over {} m); must span "
                    "an area",
                    order.size(), area, extent)};
  }
  std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());

  Hull2 hull;
  for (const auto i : corners) hull.corners.push_back(points[i]);
  if (duplicates > 0) hull.notes.push_back(fmt::format("{} duplicate points were merged", duplicates));
  if (const auto dropped = order.size() - corners.size(); dropped > 0) {
    hull.notes.push_back(fmt::format("{} points that are no corners of the hull were dropped", dropped));
  }
  return hull;
}

}  // namespace scree
