#include "shape/hull.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

#include "shape/check.hpp"
#include "shape/polyhedron.hpp"

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace scree {
namespace {

struct DistinctPoints {
  std::vector<Vec3> points;  // in the order of first appearance
  std::size_t merged = 0;
};

DistinctPoints drop_duplicates(const std::vector<Vec3>& points) {
  std::vector<std::size_t> order(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto key = [&](std::size_t i) { return std::array<Real, 3>{points[i].x, points[i].y, points[i].z}; };
  std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return key(i) < key(j); });
  std::vector<bool> keep(points.size(), true);
  for (std::size_t k = 1; k < order.size(); ++k) {
    if (points[order[k]] == points[order[k - 1]]) keep[order[k]] = false;
  }
  DistinctPoints distinct;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (keep[i]) distinct.points.push_back(points[i]);
  }
  distinct.merged = points.size() - distinct.points.size();
  return distinct;
}

template <class Measure>
std::pair<std::size_t, Real> farthest(const std::vector<Vec3>& points, Measure measure) {
  std::pair<std::size_t, Real> best{0, -1};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Real value = measure(points[i]);
    if (value > best.second) best = {i, value};
  }
  return best;
}

// Says whether the points span a volume; the message names what they span instead.
std::string flatness_message(const std::vector<Vec3>& points) {
  const Vec3 start = points[farthest(points, [&](Vec3 p) { return norm(p - points[0]); }).first];
  const auto [end, length] = farthest(points, [&](Vec3 p) { return norm(p - start); });
  if (length < smallest_length) {
    return fmt::format("{} points within {} m; must span at least {} m", points.size(), length,
                       smallest_length);
  }
  const Vec3 axis = normalized(points[end] - start);
  const auto off_line = [&](Vec3 p) { return norm(cross(axis, p - start)); };
  const auto [side, width] = farthest(points, off_line);
  if (width <= flat_tolerance * length) {
    return fmt::format("all {} points are collinear (within {} m over {} m); must span a volume",
                       points.size(), width, length);
  }
  const Vec3 normal = normalized(cross(axis, points[side] - start));
  const auto [top, height] = farthest(points, [&](Vec3 p) { return std::fabs(dot(normal, p - start)); });
  if (height <= flat_tolerance * length) {
    return fmt::format("all {} points are coplanar (within {} m over {} m); must span a volume",
                       points.size(), height, length);
  }
  return {};
}

// Owns one run of Qhull. Its messages go nowhere: failures are told by the exit code.
class QhullRun {
 public:
  explicit QhullRun(std::vector<Real>& coordinates) : messages_(std::fopen("/dev/null", "w")) {
    qh_zero(&qh_, messages_);
    char command[] = "qhull Pp";
    exit_code_ = qh_new_qhull(&qh_, 3, static_cast<int>(coordinates.size() / 3), coordinates.data(), False,
                              command, nullptr, messages_);
  }
  ~QhullRun() {
    qh_freeqhull(&qh_, qh_ALL);
    int long_memory = 0;
    int blocks = 0;
    qh_memfreeshort(&qh_, &long_memory, &blocks);
    if (messages_ != nullptr) (void)std::fclose(messages_);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  int exit_code() const { return exit_code_; }

  // Ordered vertex loops, as indices of the input points.
  FaceLoops face_loops() {
    qhT* qh = &qh_;  // the macros below look for this name
    FaceLoops loops;
    facetT* facet = nullptr;
    FORALLfacets {
      setT* ordered = qh_facet3vertex(qh, facet);
      std::vector<std::int32_t> loop;
      vertexT* vertex = nullptr;
      vertexT** vertexp = nullptr;
      FOREACHvertex_(ordered) { loop.push_back(qh_pointid(qh, vertex->point)); }
      qh_settempfree(qh, &ordered);
      loops.push_back(std::move(loop));
    }
    return loops;
  }

 private:
  std::FILE* messages_;
  qhT qh_{};
  int exit_code_ = 0;
};

// A vertex in fewer than three faces lies on an edge or inside a face: it is no corner.
void drop_non_corners(FaceLoops& loops, std::size_t point_count) {
  for (bool changed = true; changed;) {
    std::vector<int> degree(point_count, 0);
    for (const auto& loop : loops) {
      for (const auto v : loop) ++degree[v];
    }
    changed = false;
    for (auto& loop : loops) {
      changed |= std::erase_if(loop, [&](auto v) { return degree[v] < 3; }) > 0;
    }
    std::erase_if(loops, [](const auto& loop) { return loop.size() < 3; });
  }
}

// Qhull's loops run either way round; ours run counter-clockwise seen from outside.
void orient_outward(FaceLoops& loops, const std::vector<Vec3>& points, Vec3 inside) {
  for (auto& loop : loops) {
    Vec3 area;
    for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
      area += cross(points[loop[k]] - points[loop[0]], points[loop[k + 1]] - points[loop[0]]);
    }
    if (dot(area, points[loop[0]] - inside) < 0) std::reverse(loop.begin(), loop.end());
  }
}

// Renumbers the loops to the points they use; returns those points' indices, in the points' order.
std::vector<std::size_t> keep_corners(FaceLoops& loops, std::size_t point_count) {
  std::vector<std::int32_t> index(point_count, -1);
  for (const auto& loop : loops) {
    for (const auto v : loop) index[v] = 0;
  }
  std::vector<std::size_t> corners;
  for (std::size_t i = 0; i < point_count; ++i) {
    if (index[i] < 0) continue;
    index[i] = static_cast<std::int32_t>(corners.size());
    corners.push_back(i);
  }
  for (auto& loop : loops) {
    for (auto& v : loop) v = index[v];
  }
  return corners;
}

std::vector<Vec3> relative_to(Vec3 origin, const std::vector<Vec3>& points,
                              const std::vector<std::size_t>& which) {
  std::vector<Vec3> relative;
  relative.reserve(which.size());
  for (const auto i : which) relative.push_back(points[i] - origin);
  return relative;
}

// Shifts to the mean and scales by a power of two, so that Qhull's tolerances do not depend on
// where the points lie or on their unit; the scaling loses no digit.
std::vector<Real> normalized_coordinates(const std::vector<Vec3>& points, Vec3 mean) {
  Real largest = 0;
  for (const Vec3& p : points) {
    const Vec3 d = p - mean;
    largest = std::max({largest, std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)});
  }
  const int exponent = -std::ilogb(largest);
  std::vector<Real> coordinates;
  for (const Vec3& p : points) {
    for (int i = 0; i < 3; ++i) coordinates.push_back(std::ldexp(p[i] - mean[i], exponent));
  }
  return coordinates;
}

}  // namespace

Result<Hull> convex_hull(const std::vector<Vec3>& input) {
  for (std::size_t i = 0; i < input.size(); ++i) {
    if (!is_finite(input[i])) {
      return Error{fmt::format("vertices[{}]: [{}, {}, {}] is not allowed; must be finite", i, input[i].x,
                               input[i].y, input[i].z)};
    }
    for (int k = 0; k < 3; ++k) {
      if (std::fabs(input[i][k]) > largest_length) {
        return Error{fmt::format("vertices[{}][{}]: {} is not allowed; must be within {} m", i, k,
                                 input[i][k], largest_length)};
      }
    }
  }
  const auto [points, merged] = drop_duplicates(input);
  if (points.size() < 4) {
    return Error{fmt::format("vertices: {} distinct points; a polyhedron needs at least 4", points.size())};
  }
  if (std::string message = flatness_message(points); !message.empty()) {
    return Error{"vertices: " + message};
  }

  Vec3 mean;
  for (const Vec3& p : points) mean += p / static_cast<Real>(points.size());
  std::vector<Real> coordinates = normalized_coordinates(points, mean);
  FaceLoops loops;
  {
    QhullRun run(coordinates);
    if (run.exit_code() != 0) {
      return Error{fmt::format("vertices: no convex hull found (Qhull error {})", run.exit_code())};
    }
    loops = run.face_loops();
  }
  drop_non_corners(loops, points.size());
  orient_outward(loops, points, mean);
  const std::vector<std::size_t> corners = keep_corners(loops, points.size());

  auto built = build_polyhedron(relative_to(mean, points, corners), loops);
  if (!built) return Error{"vertices: the convex hull is degenerate: " + built.error().message};
  Hull hull;
  hull.polyhedron = std::move(*built);
  hull.centre = mean + polyhedron_mass(hull.polyhedron).centroid;
  set_vertices(hull.polyhedron, relative_to(hull.centre, points, corners));
  hull.mass = polyhedron_mass(hull.polyhedron);
  hull.mass.centroid = hull.centre;

  if (merged > 0) hull.notes.push_back(fmt::format("{} duplicate points were merged", merged));
  if (const auto dropped = points.size() - corners.size(); dropped > 0) {
    hull.notes.push_back(fmt::format("{} points that are no corners of the hull were dropped", dropped));
  }
  return hull;
}

Result<Shape> make_polyhedron(const std::vector<Vec3>& points) {
  auto hull = convex_hull(points);
  if (!hull) return hull.error();
  Shape shape;
  shape.type = ShapeType::polyhedron;
  shape.centre = hull->centre;
  shape.size = polyhedron_size(hull->polyhedron);
  shape.mass = hull->mass;
  shape.notes = std::move(hull->notes);
  shape.core = finished(std::move(hull->polyhedron));
  return shape;
}

}  // namespace scree
