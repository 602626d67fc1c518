// Tables and bars of `engine`.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "bench/engine_speed.hpp"

namespace scree::bench {
namespace {

using Boxes = std::vector<BoxSpeed>;

Real share(const Profile& profile, Stage stage) {
  return profile.seconds[static_cast<std::size_t>(stage)] / total_seconds(profile);
}

const BoxSpeed* find_box(const Boxes& boxes, BoxShapes shapes, int particles, int threads,
                         Numbering numbering = Numbering::by_columns) {
  const auto found = std::find_if(boxes.begin(), boxes.end(), [&](const BoxSpeed& b) {
    return b.shapes == shapes && b.particles == particles && b.threads == threads && b.numbering == numbering;
  });
  return found == boxes.end() ? nullptr : &*found;
}
const BoxSpeed* find_polyhedra(const Boxes& boxes, int particles, int threads) {
  return find_box(boxes, BoxShapes::polyhedra, particles, threads);
}

std::string shapes_text(BoxShapes shapes) {
  return shapes == BoxShapes::polyhedra ? "polyhedra" : "superellipsoids";
}

std::string numbering_text(Numbering numbering) {
  return numbering == Numbering::by_columns ? "by columns" : "at random";
}

std::string box_text(const BoxSpeed& box) {
  return fmt::format("{} {}{}", box.particles, shapes_text(box.shapes),
                     box.numbering == Numbering::by_columns ? "" : " numbered at random");
}

// The same box on one thread; null for itself and where that was not measured.
const BoxSpeed* on_one_thread(const Boxes& boxes, const BoxSpeed& box) {
  return box.threads == 1 ? nullptr : find_box(boxes, box.shapes, box.particles, 1, box.numbering);
}

Cell ratio(const BoxSpeed* slow, const BoxSpeed& fast) {
  return slow == nullptr ? Cell{} : Cell{slow->wall_time / fast.wall_time};
}

ReportTable speed_table(const Boxes& boxes) {
  ReportTable table;
  table.title = "Settled boxes";
  table.columns = {{"shapes", "", Align::left, {}},
                   {"numbered", "", Align::left, {}},
                   {"particles", "", Align::right, {Style::integer}},
                   {"threads", "", Align::right, {Style::integer}},
                   {"time per particle-step", "us", Align::right, {Style::fixed, 3}},
                   {"particle-steps per second", "", Align::right, {Style::integer}},
                   {"over one thread", "", Align::right, {Style::fixed, 2}},
                   {"steps per search", "", Align::right, {Style::integer}},
                   {"memory per particle", "B", Align::right, {Style::integer}},
                   {"pairs per particle", "", Align::right, {Style::fixed, 1}},
                   {"coordination", "", Align::right, {Style::fixed, 2}}};
  for (const BoxSpeed& box : boxes) {
    const Profile& profile = box.profile;
    const Cell per_search =
        profile.searches == 0 ? Cell{}
                              : Cell{static_cast<Real>(profile.steps) / static_cast<Real>(profile.searches)};
    table.rows.push_back({shapes_text(box.shapes), numbering_text(box.numbering),
                          static_cast<Real>(box.particles), static_cast<Real>(box.threads), box.time,
                          1e6 / box.time, ratio(on_one_thread(boxes, box), box), per_search, box.bytes,
                          box.pairs, box.coordination});
  }
  return table;
}

// Shares are those of all rounds, times those of the best one.
ReportTable stage_table(const std::string& title, const std::vector<const BoxSpeed*>& boxes) {
  ReportTable table;
  table.title = title;
  table.columns = {{"stage", "", Align::left, {}}};
  for (const BoxSpeed* box : boxes) {
    const std::string threads = fmt::format("{} thread{}", box->threads, box->threads == 1 ? "" : "s");
    table.columns.push_back({threads, "%", Align::right, {Style::percent, 1}});
    table.columns.push_back({threads + ", per particle-step", "ns", Align::right, {Style::fixed, 0}});
  }
  for (std::size_t i = 0; i < stage_count; ++i) {
    const auto stage = static_cast<Stage>(i);
    if (stage == Stage::output) continue;  // nothing is written
    std::vector<Cell> row{std::string(name(stage))};
    for (const BoxSpeed* box : boxes) {
      row.emplace_back(share(box->profile, stage));
      row.emplace_back(1e3 * box->time * share(box->profile, stage));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

void add_stage_tables(const Boxes& boxes, Report& report) {
  struct Shown {
    BoxShapes shapes;
    int particles;
    Numbering numbering = Numbering::by_columns;
  };
  for (const Shown shown : {Shown{BoxShapes::polyhedra, 4'000}, Shown{BoxShapes::polyhedra, 100'000},
                            Shown{BoxShapes::polyhedra, 100'000, Numbering::at_random},
                            Shown{BoxShapes::superellipsoids, particles_per_column}}) {
    std::vector<const BoxSpeed*> same;
    for (const BoxSpeed& box : boxes) {
      if (box.shapes == shown.shapes && box.particles == shown.particles &&
          box.numbering == shown.numbering) {
        same.push_back(&box);
      }
    }
    if (!same.empty()) {
      report.tables.push_back(stage_table("Where the time goes, " + box_text(*same.front()), same));
    }
  }
}

void add_speed_bars(const Boxes& boxes, Report& report) {
  if (const BoxSpeed* box = find_polyhedra(boxes, 4'000, 1)) {
    report.bars.push_back(
        at_least("4,000 polyhedra, one thread: particle-steps per second", 1e6 / box->time, 500'000));
  }
  if (const BoxSpeed* box = find_box(boxes, BoxShapes::superellipsoids, particles_per_column, 1)) {
    report.bars.push_back(
        at_least("1,000 superellipsoids, one thread: particle-steps per second", 1e6 / box->time, 600'000));
  }
  const BoxSpeed* small = find_polyhedra(boxes, 1'000, 1);
  const BoxSpeed* large = find_polyhedra(boxes, 100'000, 1);
  if (small != nullptr && large != nullptr) {
    report.bars.push_back(below("time per particle-step, 100,000 over 1,000 particles, one thread",
                                large->time / small->time, 1.3));
  }
  for (const BoxSpeed& box : boxes) {
    const BoxSpeed* one = on_one_thread(boxes, box);
    if (one == nullptr || box.threads != 2 || box.particles < 4'000) continue;
    report.bars.push_back(
        at_least(box_text(box) + ": two threads over one", one->wall_time / box.wall_time, 1.8));
  }
}

}  // namespace

Report engine_report(const EngineSpeeds& speeds) {
  const Boxes& boxes = speeds.boxes;
  Report report;
  report.measures = "settled boxes: time per particle and step, where it goes, and memory";
  report.tables.push_back(speed_table(boxes));
  add_stage_tables(boxes, report);
  add_speed_bars(boxes, report);
  Real search = 0, memory = 0;
  for (const BoxSpeed& box : boxes) {
    if (box.threads == 1) search = std::max(search, share(box.profile, Stage::search));
    memory = std::max(memory, box.bytes);
  }
  report.bars.push_back(
      below("search for neighbours, settled, one thread: share of the time [%]", 100 * search, 10));
  report.bars.push_back(below("search for neighbours, falling, one thread: share of the time [%]",
                              100 * share(speeds.fall, Stage::search), 10));
  report.bars.push_back(at_most("memory per particle beyond the shapes [B]", memory, 2000));
  report.notes.emplace_back(
      "Larger boxes are copies of one settled column side by side, so that the packing is the same; "
      "particles "
      "are numbered column by column, or at random, as after long mixing. Times are those of the best round: "
      "processor time on one thread, time on the wall on several; `over one thread` "
      "compares times on the wall, for which the machine must be idle. Memory is what the heap holds for the "
      "simulation, without shapes.");
  return report;
}

}  // namespace scree::bench
