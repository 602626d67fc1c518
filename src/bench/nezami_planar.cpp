#include "bench/nezami_planar.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "bench/benchmarks.hpp"
#include "bench/must.hpp"
#include "detect/make_pair.hpp"
#include "detect/planar/run_kernel.hpp"

namespace scree::bench {
namespace {

constexpr Real near = 0.02, far = 0.5, oblique = 0.1;  // m
constexpr int queries_per_work = 20;

// A corner or edge of a polygon, found by a direction in the polygon's own frame.
struct Part {
  ContactType kind = ContactType::vertex_vertex;  // else vertex_edge: an edge
  Real degrees =
      0;  // a corner: the direction that it faces the other along; an edge: where its normal points
  Real share = 0.5;  // of an edge: where on it the other faces it
};
Part corner(Real degrees) { return {ContactType::vertex_vertex, degrees, 0}; }
Part edge(Real degrees, Real share = 0.5) { return {ContactType::vertex_edge, degrees, share}; }

// A point of the outline (m, the polygon's frame) and the unit vector along which it faces the other.
struct Facing {
  Vec2 point, normal;
};
Facing facing(const Shape& shape, const Part& part) {
  const Polygon& polygon = *shape.outline;
  const Vec2 direction = turn_by(part.degrees * std::numbers::pi / 180) * Vec2{1, 0};
  const auto better = [&](auto value) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < polygon.vertices.size(); ++i) best = value(i) > value(best) ? i : best;
    return best;
  };
  const Vec2 centre = in_plane(shape.centre);
  if (part.kind == ContactType::vertex_vertex) {
    const std::size_t i = better([&](std::size_t k) { return dot(direction, polygon.vertices[k]); });
    return {centre + polygon.vertices[i], direction};
  }
  const std::size_t i = better([&](std::size_t k) { return dot(direction, polygon.edge_lines[k].normal); });
  const Vec2 from = polygon.vertices[i], to = polygon.vertices[(i + 1) % polygon.vertices.size()];
  return {centre + from + part.share * (to - from), polygon.edge_lines[i].normal};
}

// B is turned and moved until its part faces A's across the gap.
PlanarConfiguration configuration(std::string name, ContactType type, Shape a, const Part& on_a, Shape b,
                                  const Part& on_b, Real gap) {
  const Facing face_a = facing(a, on_a), face_b = facing(b, on_b);
  const Turn turn =
      normalized(Turn{-dot(face_b.normal, face_a.normal), -cross(face_b.normal, face_a.normal)});
  const Pose2 a_from_b{turn, face_a.point + gap * face_a.normal - turn * face_b.point};
  return {std::move(name), type, std::move(a), std::move(b), a_from_b, gap, face_a.normal};
}

Shape polygon(const std::vector<Vec2>& corners) { return must(make_polygon(corners)); }

// Twenty corners on an ellipse.
Shape pebble() {
  std::vector<Vec2> corners;
  for (int i = 0; i < 20; ++i) {
    const Vec2 u = turn_by((i + 0.3) * std::numbers::pi / 10) * Vec2{1, 0};
    corners.push_back({0.6 * u.x, 0.35 * u.y});
  }
  return polygon(corners);
}

// The time of each algorithm's work, divided by the queries in it.
std::array<Real, planar_plane_algorithms.size()> times_of(const std::vector<Work>& works,
                                                          const Plan& timing) {
  const std::vector<Real> best = best_times(works, timing);
  std::array<Real, planar_plane_algorithms.size()> times{};
  for (std::size_t k = 0; k < times.size(); ++k) times[k] = best[k] / queries_per_work;
  return times;
}

void set_times(const Plan& timing, PlanarPlaneRow& row) {
  const PlanarConfiguration& c = row.configuration;
  const OwnPlanarPair pair = make_pair_view(c.a, c.b, c.a_from_b);
  std::vector<Work> queries, kernels;
  for (const Algorithm algorithm : planar_plane_algorithms) {
    queries.emplace_back([algorithm, &c] {
      for (int i = 0; i < queries_per_work; ++i) {
        PairCache2 cache;
        Contact2 contact;
        query(algorithm, c.a, c.b, c.a_from_b, timed_request(), cache, contact);
        keep(contact);
      }
    });
    kernels.emplace_back([algorithm, &pair] {
      for (int i = 0; i < queries_per_work; ++i) {
        PairCache2 cache;
        Contact2 contact;
        run_kernel(algorithm, pair, timed_request(), cache, contact, nullptr);
        keep(contact);
      }
    });
  }
  row.query_times = times_of(queries, timing);
  row.kernel_times = times_of(kernels, timing);
}

}  // namespace

std::vector<PlanarConfiguration> planar_configurations() {
  const Shape triangle = polygon({{0, 0}, {1, 0.1}, {0.35, 0.8}});
  const Shape quadrangle = polygon({{0, 0}, {0.9, -0.1}, {1, 0.6}, {0.1, 0.75}});
  const Shape square = must(make_rectangle({0.8, 0.8}));
  const Shape slab = must(make_rectangle({1.2, 0.4}));
  const Shape pentagon = must(make_regular_polygon(5, 0.5));
  const Shape hexagon = polygon({{0, 0.2}, {0.4, 0}, {0.9, 0.15}, {1, 0.6}, {0.6, 0.9}, {0.1, 0.7}});
  const Shape octagon = must(make_regular_polygon(8, 0.45));
  const Shape dodecagon = must(make_regular_polygon(12, 0.5));
  const auto vv = ContactType::vertex_vertex, ve = ContactType::vertex_edge,
             ee = ContactType::edge_edge_parallel;
  return {
      configuration("vertex-vertex, near", vv, quadrangle, corner(40), triangle, corner(100), near),
      configuration("vertex-vertex, far", vv, square, corner(50), pentagon, corner(150), far),
      configuration("vertex-vertex, oblique", vv, hexagon, corner(20), slab, corner(80), oblique),
      configuration("vertex-edge, near", ve, octagon, edge(25), quadrangle, corner(215), near),
      configuration("vertex-edge, far", ve, triangle, corner(10), slab, edge(90, 0.4), far),
      configuration("vertex-edge, oblique", ve, slab, edge(90, 0.1), pebble(), corner(60), oblique),
      configuration("edge-edge, near", ee, hexagon, edge(0), square, edge(180, 0.4), near),
      configuration("edge-edge, far", ee, dodecagon, edge(40), pentagon, edge(180, 0.6), far),
      configuration("edge-edge, oblique", ee, slab, edge(90, 0.2), quadrangle, edge(270, 0.15), oblique),
  };
}

std::vector<PlanarPlaneRow> measure_planar_planes(const Plan& timing) {
  std::vector<PlanarPlaneRow> rows;
  for (PlanarConfiguration& c : planar_configurations()) {
    PlanarPlaneRow& row = rows.emplace_back();
    row.configuration = std::move(c);
    for (std::size_t k = 0; k < planar_plane_algorithms.size(); ++k) {
      PairCache2 cache;
      query(planar_plane_algorithms[k], row.configuration.a, row.configuration.b, row.configuration.a_from_b,
            {}, cache, row.answers[k]);
    }
    set_times(timing, row);
  }
  return rows;
}

PlaneDifference plane_difference(const PlanarPlaneRow& row) {
  PlaneDifference difference;
  const Real size = std::max(row.configuration.a.size, row.configuration.b.size);
  for (const Contact2& one : row.answers) {
    for (const Contact2& other : row.answers) {
      const Real distance = std::fabs(one.distance - other.distance) / size;
      const Real angle =
          std::atan2(std::fabs(cross(one.normal, other.normal)), dot(one.normal, other.normal));
      difference.distance = std::max(difference.distance, distance);
      difference.normal = std::max(difference.normal, angle);
    }
  }
  return difference;
}

Report run_nezami_planar(const Options& options) {
  Plan timing;
  timing.rounds = options.repeat;
  return nezami_planar_report(timing);
}

}  // namespace scree::bench
