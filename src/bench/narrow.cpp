#include "bench/narrow.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "bench/benchmarks.hpp"
#include "bench/narrow_floor.hpp"
#include "core/progress.hpp"

namespace scree::bench {
namespace {

constexpr Real not_a_number = std::numeric_limits<Real>::quiet_NaN();
constexpr int warm_poses = 5;

// The reference takes time as the fourth power of the number of vertices, at worst.
std::size_t reference_count(const NarrowPlan& plan, int vertices) {
  const std::size_t divisor = vertices <= 14 ? 1 : (vertices <= 50 ? 3 : 75);
  return std::min(plan.pairs, std::max<std::size_t>(1, plan.references / divisor));
}

NarrowCell measure_cell(const NarrowPlan& plan, const std::vector<NarrowContestant>& contestants,
                        const NarrowSet& set, const NarrowRow& row, std::size_t references) {
  NarrowCell cell;
  cell.row = &row;
  const bool polyhedra = set.shapes.front().type == ShapeType::polyhedron;
  const std::vector<NarrowReference> exact = narrow_references(set, references);
  std::vector<std::unique_ptr<NarrowRunner>> runners;
  std::vector<Work> works;
  std::unique_ptr<AxisFloor> floor;
  if (polyhedra) {
    floor = std::make_unique<AxisFloor>(set);
    works.emplace_back([&floor] { keep(floor->run()); });
  }
  const std::size_t first = works.size();
  for (const NarrowContestant& contestant : contestants) {
    runners.push_back(contestant.prepare(set, row));
    cell.outcomes.emplace_back();
    if (runners.back() == nullptr) continue;
    cell.outcomes.back() = check_answers(*runners.back(), set, row, exact);
    works.emplace_back([runner = runners.back().get()] { runner->run(); });
  }
  const std::vector<Real> times = best_times(works, {plan.rounds, plan.least_seconds});
  const Real queries = static_cast<Real>(set.pairs.size()) * static_cast<Real>(set.round_trip.size());
  cell.floor = polyhedra ? times.front() / queries : not_a_number;
  std::size_t next = first;
  for (std::size_t k = 0; k < runners.size(); ++k) {
    if (runners[k] != nullptr) cell.outcomes[k].time = times[next++] / queries;
  }
  return cell;
}

}  // namespace

const std::array<NarrowRow, narrow_row_count>& narrow_rows() {
  using enum NarrowQuestion;
  static const std::array<NarrowRow, narrow_row_count> rows{{
      {"cold, separated",
       separated,
       false,
       {false, 0.01, 0.5, 1},
       80,
       12,
       {"83-127", "83-127", "83-127", "83-127"},
       {"250-400", "250-400", "250-400", "250-400"}},
      {"cold, distance",
       distance,
       false,
       {false, 0.01, 0.5, 1},
       250,
       38,
       {"257", "337", "390", "827"},
       {"243", "378", "438", "1005"}},
      {"cold, depth",
       depth,
       false,
       {true, 0.01, 0.1, 1},
       500,
       75,
       {"395", "512", "665", "1343"},
       {"1061", "1388", "1807", "3077"}},
      {"warm, separated",
       separated,
       true,
       {false, 0.05, 0.5, warm_poses},
       25,
       4,
       {"57", "59", "62", "112"},
       {"111", "118", "133", "152"}},
      {"warm, distance near touch",
       distance,
       true,
       {false, 1e-4, 0.01, warm_poses},
       60,
       9,
       {"90", "96", "103", "163"},
       {"620-1900", "620-1900", "620-1900", "620-1900"}},
      {"warm, depth",
       depth,
       true,
       {true, 1e-3, 0.02, warm_poses},
       120,
       18,
       {"231", "278", "340", "562"},
       {"1100-2200", "1100-2200", "1100-2200", "1100-2200"}},
  }};
  return rows;
}

std::vector<NarrowCell> measure_narrow(const NarrowPlan& plan,
                                       const std::vector<NarrowContestant>& contestants) {
  const NarrowRow& contact = narrow_rows().back();
  const std::size_t curved_references = std::max<std::size_t>(1, plan.references / 3);
  Progress progress("sets of pairs", plan.vertices.size() * narrow_row_count + 2);
  std::vector<NarrowCell> cells;
  const auto add = [&](NarrowCell cell, std::string_view shapes, int vertices) {
    cell.shapes = shapes;
    cell.vertices = vertices;
    cells.push_back(std::move(cell));
    progress.update(cells.size());
  };
  for (const int vertices : plan.vertices) {
    const std::vector<Shape> shapes = narrow_polyhedra(vertices, plan.seed);
    for (const NarrowRow& row : narrow_rows()) {
      const NarrowSet set = narrow_set(shapes, row.placement, plan.pairs, plan.seed);
      add(measure_cell(plan, contestants, set, row, reference_count(plan, vertices)), "", vertices);
    }
  }
  const auto add_curved = [&](std::vector<Shape> shapes, std::string_view name) {
    const NarrowSet set = narrow_set(std::move(shapes), contact.placement, plan.pairs, plan.seed);
    add(measure_cell(plan, contestants, set, contact, std::min(plan.pairs, curved_references)), name, 0);
  };
  add_curved(narrow_superellipsoids(plan.seed), "superellipsoids");
  add_curved(narrow_ellipsoids(plan.seed), "ellipsoids");
  return cells;
}

Report run_narrow_with(const NarrowPlan& plan, const std::vector<NarrowContestant>& others) {
  std::vector<NarrowContestant> all{scree_kernel(), scree_query(), scree_many()};
  all.insert(all.end(), others.begin(), others.end());
  return narrow_report(plan, all, measure_narrow(plan, all));
}

Report run_narrow(const Options& options) {
  NarrowPlan plan;
  plan.pairs = options.pairs;
  plan.seed = options.seed;
  plan.rounds = options.repeat;
  return run_narrow_with(plan, {});
}

}  // namespace scree::bench
