// Tables, bars and plots of `feng-impact`.
#include <fmt/format.h>

#include <array>
#include <limits>
#include <string>
#include <utility>

#include "bench/feng_impact.hpp"
#include "bench/measure.hpp"
#include "output/svg_plot.hpp"

namespace scree::bench {
namespace {

constexpr Real millimetres = 1e3;  // in a metre
constexpr Format error_format{Style::scientific, 1};
constexpr Format count{Style::integer, 0};

// The two schemes of a result, with their names.
struct Scheme {
  const char* name;
  const ImpactSeries& series;
};
std::array<Scheme, 2> schemes(const ImpactResult& result) {
  return {{{"corrected", result.corrected}, {"plain", result.plain}}};
}

ReportTable paper_table(const std::vector<ImpactResult>& results) {
  ReportTable table{"With the paper's time step",
                    {{"bodies", "", Align::left, {}},
                     {"energy error", "", Align::right, error_format},
                     {"plain", "", Align::right, error_format},
                     {"paper's", "", Align::right, error_format},
                     {"collisions", "", Align::right, count},
                     {"paper's", "", Align::right, count},
                     {"start energy", "J", Align::right, {Style::general, 4}},
                     {"worst overlap", "%", Align::right, {Style::percent, 2}}},
                    {}};
  for (const ImpactResult& result : results) {
    const ImpactRun& run = result.corrected.runs[impact_scene_step];
    const bool in_paper = result.about.paper_error > 0;
    table.rows.push_back(
        {std::string(result.about.what), run.worst_error, result.plain.runs[impact_scene_step].worst_error,
         in_paper ? Cell(result.about.paper_error) : Cell(), static_cast<Real>(run.collisions),
         in_paper ? Cell(static_cast<Real>(result.about.paper_collisions)) : Cell(), run.start_energy,
         run.worst_overlap});
  }
  return table;
}

ReportTable step_table(const std::vector<ImpactResult>& results) {
  ReportTable table{"With other time steps, over the same time",
                    {{"bodies", "", Align::left, {}},
                     {"scheme", "", Align::left, {}},
                     {"time step", "s", Align::right, {Style::scientific, 3}},
                     {"steps", "", Align::right, count},
                     {"energy error", "", Align::right, error_format},
                     {"at the end", "", Align::right, error_format},
                     {"worst jump", "", Align::right, error_format},
                     {"its shift", "mm", Align::right, {Style::fixed, 2}},
                     {"collisions", "", Align::right, count},
                     {"switches", "", Align::right, count},
                     {"failures", "", Align::right, count},
                     {"time", "s", Align::right, {Style::fixed, 1}}},
                    {}};
  for (const ImpactResult& result : results) {
    for (const auto& [name, series] : schemes(result)) {
      for (const ImpactRun& run : series.runs) {
        table.rows.push_back({std::string(result.about.what), std::string(name), run.time_step,
                              static_cast<Real>(run.steps), run.worst_error, run.end_error, run.worst_jump,
                              millimetres * run.worst_jump_shift, static_cast<Real>(run.collisions),
                              static_cast<Real>(run.switches), static_cast<Real>(run.failures), run.seconds});
      }
    }
  }
  return table;
}

ReportTable start_table(const std::vector<ImpactResult>& results) {
  ReportTable table{"With the paper's time step, from other places",
                    {{"bodies", "", Align::left, {}},
                     {"scheme", "", Align::left, {}},
                     {"starts", "", Align::right, count},
                     {"least error", "", Align::right, error_format},
                     {"median", "", Align::right, error_format},
                     {"worst", "", Align::right, error_format}},
                    {}};
  for (const ImpactResult& result : results) {
    for (const auto& [name, series] : schemes(result)) {
      const std::vector<Real>& errors = series.start_errors;
      table.rows.push_back({std::string(result.about.what), std::string(name),
                            static_cast<Real>(errors.size()), percentile(errors, 0), percentile(errors, 0.5),
                            percentile(errors, 1)});
    }
  }
  return table;
}

std::vector<Bar> bars(const std::vector<ImpactResult>& results) {
  std::vector<Bar> all;
  for (const ImpactResult& result : results) {
    const std::string who(result.about.what);
    all.push_back(
        at_most(who + ": energy error", result.corrected.runs[impact_scene_step].worst_error, impact_bar));
    all.push_back(at_most(who + ": energy error, the worst of all starts",
                          percentile(result.corrected.start_errors, 1), impact_bar));
    std::uint64_t failures = 0;
    for (const auto& [name, series] : schemes(result)) {
      all.push_back(below(
          fmt::format("{}, {}: energy error with the shortest step over that with the longest", who, name),
          series.runs.back().worst_error / series.runs.front().worst_error, 0.25));
      for (const ImpactRun& run : series.runs) failures += run.failures;
    }
    all.push_back(at_most(who + ": detection failures", static_cast<Real>(failures), 0));
  }
  return all;
}

ReportPlot energy_plot(const ImpactResult& result) {
  const ImpactRun& run = result.corrected.runs[impact_scene_step];
  Plot plot{fmt::format("Elastic impact: {}", result.about.what),
            {"time [s]", false, 0, run.samples.back().time},
            {"share of the energy at the start", false, 0, 1.05},
            {}};
  const std::pair<const char*, Real (*)(const Energies&)> parts[] = {
      {"total", stored},
      {"gravity", [](const Energies& e) { return e.gravity; }},
      {"translation", [](const Energies& e) { return e.translation; }},
      {"rotation", [](const Energies& e) { return e.rotation; }},
      {"elastic", [](const Energies& e) { return e.elastic; }},
  };
  constexpr Marker markers[] = {Marker::circle, Marker::square, Marker::triangle, Marker::diamond,
                                Marker::cross};
  for (std::size_t k = 0; k < std::size(parts); ++k) {
    PlotSeries line{parts[k].first, {}, {}, static_cast<int>(k), Dash::solid, markers[k]};
    line.marker_every = static_cast<int>(impact_samples) / 10;
    for (const ImpactSample& sample : run.samples) {
      line.x.push_back(sample.time);
      line.y.push_back(parts[k].second(sample.energies) / run.start_energy);
    }
    plot.series.push_back(std::move(line));
  }
  return {std::string(result.about.scene), to_svg(plot)};
}

ReportPlot step_plot(const std::vector<ImpactResult>& results) {
  constexpr Marker markers[] = {Marker::circle, Marker::square, Marker::triangle};
  Plot plot{"Largest error of the total energy",
            {"time step [s]", true},
            {"share of the energy at the start", true},
            {}};
  for (std::size_t k = 0; k < results.size(); ++k) {
    for (const auto& [name, series] : schemes(results[k])) {
      const bool plain = &series == &results[k].plain;
      PlotSeries line{
          plain ? fmt::format("{}, plain", results[k].about.what) : std::string(results[k].about.what),
          {},
          {},
          static_cast<int>(k),
          plain ? Dash::dashed : Dash::solid,
          markers[k % 3],
          !plain};
      for (const ImpactRun& run : series.runs) {
        line.x.push_back(run.time_step);
        line.y.push_back(run.worst_error);
      }
      plot.series.push_back(std::move(line));
    }
    if (results[k].about.paper_error > 0) {
      plot.series.push_back({fmt::format("paper, {}", results[k].about.what),
                             {results[k].corrected.runs[impact_scene_step].time_step},
                             {results[k].about.paper_error},
                             4,
                             Dash::none,
                             markers[k % 3],
                             false});
    }
  }
  return {"feng-impact-steps", to_svg(plot)};
}

}  // namespace

Report report_of(const std::vector<ImpactResult>& results) {
  Report report;
  report.measures =
      "energy in the elastic impact of three bodies in a closed box (Feng and Tan 2021, Sec. 5.1)";
  report.tables = {paper_table(results), start_table(results), step_table(results)};
  report.bars = bars(results);
  report.notes = {
      "Energy error: the largest deviation of the total energy from that at the start, over all steps, "
      "relative to it. The total has translation, rotation, gravity from the floor up and the elastic energy "
      "of the contacts; the paper's leaves the last one out, and its figure is the difference between start "
      "and maximum (meshes) or end (polyhedra).",
      "Collisions: how often two bodies, or a body and a wall, that were apart touched. Switches: steps in "
      "which a lasting contact moved by more than a millimetre or its normal turned by more than a degree: "
      "the "
      "overlap has a kink there, and a step across it changes the energy by force x way. Worst jump: the "
      "largest change in one step; its shift: how far a lasting contact moved in that step.",
      "Corrected, the default: undamped contacts of one point get the difference back as an impulse "
      "(elastic_correction). Plain: central differences alone. "
      "Other places: each body is moved by up to a millimetre along each axis. After a few collisions the "
      "motions have nothing in common any more.",
      "Bodies, density, stiffness and time step are the paper's; where the bodies start, and the polyhedra, "
      "are only drawn there and are ours.",
  };
  for (const ImpactResult& result : results) report.plots.push_back(energy_plot(result));
  report.plots.push_back(step_plot(results));
  return report;
}

}  // namespace scree::bench
