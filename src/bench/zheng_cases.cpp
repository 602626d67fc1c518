#include "bench/zheng_cases.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "bench/must.hpp"
#include "bench/random_features.hpp"
#include "bench/turns.hpp"
#include "math/random.hpp"

namespace scree::bench {
namespace {

constexpr Real pi = 3.14159265358979323846;

// The directions are well inside what the feature supports, so that small steps keep the type.
FeaturePoint any_edge(Random& random, const Polyhedron& p) {
  const int edge = any_of(random, p.edges);
  const Real share = uniform(random, 0.4, 0.6);
  return point_of_edge(p, edge, uniform(random, 0.3, 0.7), share);
}
FeaturePoint any_feature(Random& random, const Polyhedron& p, int dimension) {
  if (dimension == 0) return random_vertex(random, p, 0.7);
  return dimension == 1 ? any_edge(random, p) : random_face(random, p, 0.5);
}

// What meets what, and the twist about the normal (rad) from edge along edge.
struct TypeRule {
  const char* name;
  ContactType type;
  int dimension_a, dimension_b;  // 0 vertex, 1 edge, 2 face
  Real least_twist, most_twist;
};
constexpr std::array<TypeRule, 7> type_rules{{
    {"v-v", ContactType::vertex_vertex, 0, 0, 0, 2 * pi},
    {"v-e", ContactType::vertex_edge, 0, 1, 0, 2 * pi},
    {"v-f", ContactType::vertex_face, 0, 2, 0, 2 * pi},
    {"crossing e-e", ContactType::edge_edge_crossing, 1, 1, pi / 6, 5 * pi / 6},
    {"e-f", ContactType::edge_face, 1, 2, 0, 2 * pi},
    {"f-f", ContactType::face_face, 2, 2, 0, 2 * pi},
    {"parallel e-e", ContactType::edge_edge_parallel, 1, 1, 0, 0},
}};

bool stays_in_overlap(ContactType type) {
  return type == ContactType::vertex_face || type == ContactType::edge_edge_crossing ||
         type == ContactType::edge_face || type == ContactType::face_face;
}

// B's pose when its feature touches A's.
Pose touching(const Shape& a, const Shape& b, const FeaturePoint& on_a, const FeaturePoint& on_b,
              Real twist) {
  const Vec3 n = on_a.normal;
  const Quat facing = rotation_between(on_b.normal, -n);
  const auto across = [&](Vec3 v) { return v - dot(v, n) * n; };
  const Vec3 u = across(on_a.along);
  const Vec3 v = across(rotate(facing, on_b.along));
  const Real to_parallel = std::atan2(dot(n, cross(v, u)), dot(v, u));
  const Quat turn = normalized(rotation_about(n, to_parallel + twist) * facing);
  return {turn, a.centre + on_a.point - rotate(turn, b.centre + on_b.point)};
}

// From the touching pose to a gap that breathes by a third while B slides in a circle of a fifth of d_tol's
// share: back at the start after `steps` steps.
void move_about(const Pose& touch, ZhengSituation situation, int steps, ZhengMotion& motion) {
  const Vec3 n = motion.normal;
  const Vec3 u = normalized(cross(n, std::fabs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
  const Vec3 v = cross(n, u);
  motion.tolerance = 0.05 * std::min(motion.a.core->shortest_edge, motion.b.core->shortest_edge);
  const Real gap = zheng_gap(situation) * motion.tolerance;
  const Real radius = 0.04 * motion.tolerance;
  for (int i = 0; i < steps; ++i) {
    const Real angle = 2 * pi * i / steps;
    Pose pose = touch;
    pose.translation +=
        gap * (1 + 0.3 * std::sin(angle)) * n + radius * (std::cos(angle) * u + std::sin(angle) * v);
    if (i > 0) {
      motion.step = std::max(motion.step, norm(pose.translation - motion.poses.back().translation));
    }
    motion.poses.push_back(pose);
  }
}

ZhengMotion typed_motion(const Shape& shape, const TypeRule& rule, ZhengSituation situation, int placement,
                         int steps) {
  Random random{2017, static_cast<std::uint64_t>(100 * static_cast<int>(rule.type) + placement)};
  ZhengMotion motion;
  motion.a = shape;
  motion.b = shape;
  const bool swapped = placement % 2 == 1;
  const Polyhedron& p = *shape.core;
  const FeaturePoint on_a = any_feature(random, p, swapped ? rule.dimension_b : rule.dimension_a);
  const FeaturePoint on_b = any_feature(random, p, swapped ? rule.dimension_a : rule.dimension_b);
  const Real twist = uniform(random, rule.least_twist, rule.most_twist);
  motion.normal = on_a.normal;
  move_about(touching(shape, shape, on_a, on_b, twist), situation, steps, motion);
  return motion;
}

struct CutRule {
  const char* name;
  Plane plane;  // of any length
};

}  // namespace

Real zheng_gap(ZhengSituation situation) {
  switch (situation) {
    case ZhengSituation::contact:
      return 0.2;
    case ZhengSituation::overlap:
      return -0.1;
    default:
      return 3;
  }
}

std::vector<ZhengCase> typed_cases(const Shape& shape, ZhengSituation situation, const ZhengSize& size) {
  std::vector<ZhengCase> cases;
  for (const TypeRule& rule : type_rules) {
    if (situation == ZhengSituation::overlap && !stays_in_overlap(rule.type)) continue;
    ZhengCase one{rule.name, rule.type, situation, {}};
    for (int k = 0; k < size.placements; ++k) {
      one.motions.push_back(typed_motion(shape, rule, situation, k, size.steps));
    }
    cases.push_back(std::move(one));
  }
  return cases;
}

std::pair<Shape, Shape> cut(const Shape& shape, Plane plane) {
  const Polyhedron& p = *shape.core;
  const auto height = [&](Vec3 v) { return dot(plane.normal, v) - plane.offset; };
  std::vector<Vec3> outside, inside;
  for (const Vec3& v : p.vertices)
    (height(shape.centre + v) > 0 ? outside : inside).push_back(shape.centre + v);
  for (const PolyhedronEdge& e : p.edges) {
    const Vec3 from = shape.centre + p.vertices[e.vertex[0]];
    const Vec3 to = shape.centre + p.vertices[e.vertex[1]];
    if ((height(from) > 0) == (height(to) > 0)) continue;
    const Vec3 point = from + height(from) / (height(from) - height(to)) * (to - from);
    outside.push_back(point);
    inside.push_back(point);
  }
  return {must(make_polyhedron(outside)), must(make_polyhedron(inside))};
}

std::vector<ZhengCase> cut_cases(ZhengSituation situation, const ZhengSize& size) {
  const Shape box = must(make_box({2, 1.5, 1}));
  // Named by the shape of the cut.
  const std::array<CutRule, 5> rules{{
      {"rectangle, straight", {{1, 0, 0}, 0.2}},
      {"rectangle, oblique", {{1, 0, 0.7}, 0.1}},
      {"triangle", {{1, 1, 1}, 1.4}},
      {"pentagon", {{1, 1, 1}, 0.5}},
      {"hexagon", {{1, 1.2, 1.9}, 0.1}},
  }};
  std::vector<ZhengCase> cases;
  for (const CutRule& rule : rules) {
    const Real length = norm(rule.plane.normal);
    const Plane plane{rule.plane.normal / length, rule.plane.offset / length};
    ZhengMotion motion;
    std::tie(motion.b, motion.a) = cut(box, plane);
    motion.normal = plane.normal;
    move_about({}, situation, size.steps, motion);
    cases.push_back({rule.name, ContactType::face_face, situation, {motion}});
  }
  return cases;
}

}  // namespace scree::bench
