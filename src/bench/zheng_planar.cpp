#include "bench/zheng_planar.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "bench/benchmarks.hpp"
#include "bench/must.hpp"
#include "bench/random_features.hpp"
#include "bench/zheng_measure.hpp"
#include "math/random.hpp"

namespace scree::bench {
namespace {

constexpr Real pi = std::numbers::pi;

struct TypeRule {
  const char* name;
  ContactType type;
  bool edge_a, edge_b;
};
constexpr std::array<TypeRule, 3> type_rules{{
    {"v-v", ContactType::vertex_vertex, false, false},
    {"v-e", ContactType::vertex_edge, false, true},
    {"e-e", ContactType::edge_edge_parallel, true, true},
}};

// A point of a feature and a direction well inside what the feature supports, so that small steps keep the
// type.
struct FeaturePoint2 {
  Vec2 point, normal;  // m, unit; relative to the shape's centre
};
FeaturePoint2 any_feature(Random& random, const Polygon& p, bool edge) {
  const int i = any_of(random, p.vertices);
  const int next = (i + 1) % static_cast<int>(p.vertices.size());
  const Real share = uniform(random, 0.35, 0.65);
  if (edge) return {p.vertices[i] + share * (p.vertices[next] - p.vertices[i]), p.edge_lines[i].normal};
  return {p.vertices[next],
          normalized(share * p.edge_lines[i].normal + (1 - share) * p.edge_lines[next].normal)};
}

// As in space: the gap breathes by a third while B slides to and fro; back at the start after `steps` steps.
void move_about(const Pose2& touch, ZhengSituation situation, int steps, ZhengPlanarMotion& motion) {
  motion.tolerance = 0.05 * std::min(motion.a.outline->shortest_edge, motion.b.outline->shortest_edge);
  const Real gap = zheng_gap(situation) * motion.tolerance;
  const Real slide = 0.04 * motion.tolerance;
  for (int i = 0; i < steps; ++i) {
    const Real angle = 2 * pi * i / steps;
    Pose2 pose = touch;
    pose.translation += gap * (1 + 0.3 * std::sin(angle)) * motion.normal +
                        slide * std::cos(angle) * turned_left(motion.normal);
    if (i > 0) {
      motion.step = std::max(motion.step, norm(pose.translation - motion.poses.back().translation));
    }
    motion.poses.push_back(pose);
  }
}

ZhengPlanarMotion typed_motion(const Shape& shape, const TypeRule& rule, ZhengSituation situation,
                               int placement, int steps) {
  Random random{2017, static_cast<std::uint64_t>(1000 + 100 * static_cast<int>(rule.type) + placement)};
  ZhengPlanarMotion motion;
  motion.a = shape;
  motion.b = shape;
  const bool swapped = placement % 2 == 1;
  const Polygon& p = *shape.outline;
  const FeaturePoint2 on_a = any_feature(random, p, swapped ? rule.edge_b : rule.edge_a);
  const FeaturePoint2 on_b = any_feature(random, p, swapped ? rule.edge_a : rule.edge_b);
  motion.normal = on_a.normal;
  // Takes B's direction to the opposite of A's.
  const Turn turn = normalized(Turn{-dot(on_b.normal, on_a.normal), -cross(on_b.normal, on_a.normal)});
  const Vec2 centre = in_plane(shape.centre);
  move_about({turn, centre + on_a.point - turn * (centre + on_b.point)}, situation, steps, motion);
  return motion;
}

}  // namespace

std::vector<std::pair<std::string, Shape>> zheng_polygons() {
  return {{"triangle", must(make_regular_polygon(3, 1))},
          {"square", must(make_regular_polygon(4, 1))},
          {"hexagon", must(make_regular_polygon(6, 1))},
          {"12-gon", must(make_regular_polygon(12, 1))}};
}

std::vector<ZhengPlanarCase> planar_cases(const Shape& shape, ZhengSituation situation,
                                          const ZhengSize& size) {
  std::vector<ZhengPlanarCase> cases;
  for (const TypeRule& rule : type_rules) {
    if (situation == ZhengSituation::overlap && rule.type == ContactType::vertex_vertex) continue;
    ZhengPlanarCase one{rule.name, rule.type, situation, {}};
    for (int k = 0; k < size.placements; ++k) {
      one.motions.push_back(typed_motion(shape, rule, situation, k, size.steps));
    }
    cases.push_back(std::move(one));
  }
  return cases;
}

Report zheng_planar_report(const ZhengPlan& plan) {
  std::vector<ZhengRow> rows;
  for (int k = 0; k < zheng_situation_count; ++k) {
    const auto situation = static_cast<ZhengSituation>(k);
    for (const auto& [name, shape] : zheng_polygons()) {
      add_zheng_rows(name, planar_cases(shape, situation, plan.size), plan, rows);
    }
  }
  Report report;
  add_zheng_tables(rows, plan, report);
  report.notes.insert(report.notes.begin() + 1,
                      "The contact normal of ds and fds for v-v is an average by definition, so that it "
                      "differs from the exact one.");
  report.notes.emplace_back(
      "Timed is the kernel alone, as the simulation calls it: changing to A's frame for a single query takes "
      "as "
      "long again.");
  report.notes.emplace_back(
      "The paper describes the method for polygons but times it for polyhedra only (ds/fds 3.7 for "
      "hexahedra, "
      "2.2 for tetrahedra on average): there is no figure of its own to set beside these.");
  return report;
}

Report run_zheng_planar(const Options& options) {
  ZhengPlan plan;
  plan.timing.rounds = options.repeat;
  return zheng_planar_report(plan);
}

}  // namespace scree::bench
