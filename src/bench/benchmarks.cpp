#include "bench/benchmarks.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace scree::bench {
const std::vector<Benchmark>& benchmarks() {
  static const std::vector<Benchmark> all = {
      {"descantes", "errors and time of every algorithm on nine overlapping pairs with known answers", 0,
       false, 21, run_descantes},
      {"nezami-pairs", "two particles in a dense flow: first-time and warm, compared with cp", 0, true, 7,
       run_nezami_pairs},
      {"nezami-planar",
       "nine pairs of polygons with no earlier plane: cp compared with fcp and slm, are all planes the same?",
       0,
       false,
       21,
       run_nezami_planar,
       {"nezami-planar-1", "nezami-planar-2", "nezami-planar-3", "nezami-planar-4", "nezami-planar-5",
        "nezami-planar-6", "nezami-planar-7", "nezami-planar-8", "nezami-planar-9", "nezami-planar"}},
      {"zheng-pairs", "the seven contact types: ds compared with fds and fcp, first and updated", 0, false, 7,
       run_zheng_pairs},
      {"zheng-planar", "the three contact types of polygons: ds compared with fds, first and updated", 0,
       false, 7, run_zheng_planar},
      {"agreement", "random pairs by every algorithm: how often right, how wrong, how fast", 100'000, true, 3,
       run_agreement},
      {"wellmann",
       "superellipsoids with known contacts: iterations, failures, errors, beside the paper's figures",
       1'000'000,
       true,
       1,
       run_wellmann,
       {"wellmann-exclusion", "wellmann-convergence", "wellmann-remaining"}},
      {"curved", "each pair of curved shape types: time and error, and a mesh in place of a superellipsoid",
       100, true, 5, run_curved_pairs},
      {"narrow",
       "one contact query, cold and warm, by number of vertices, beside the least it can cost",
       20'000,
       true,
       5,
       run_narrow,
       {"narrow"}},
      {"engine",
       "settled boxes of 1,000 to 100,000 mixed polyhedra, and superellipsoids: time by stage, memory",
       0,
       true,
       3,
       run_engine,
       {},
       true,
       {1000, 4000, 20000, 100000}},
      {"feng-impact",
       "energy in the elastic impact of three superquadrics and of three polyhedra, beside the paper's",
       0,
       true,
       0,
       run_feng_impact,
       {"feng-impact-superquadrics", "feng-impact-smooth", "feng-impact-polyhedra", "feng-impact-steps"}},
      {"feng-packing",
       "987 superquadrics and 3,280 mixed particles rain into a box: do they come to rest?",
       0,
       false,
       0,
       run_feng_packing,
       {"feng-packing-settling", "feng-packing-overlap"},
       true,
       {987, 3280}},
      {"nezami-flow",
       "500 and 4,000 particles flow out of a box: cp compared with fcp and slm on the same states",
       0,
       false,
       0,
       run_nezami_flow,
       {"nezami-flow-ratio"},
       true,
       {500, 4000, 45000},
       true},
      {"nezami-bucket",
       "a bucket digs into a pile: cp compared with fcp and slm in each phase, and the force on it",
       0,
       false,
       0,
       run_nezami_bucket,
       {"nezami-bucket-688-draft", "nezami-bucket-2744-draft", "nezami-bucket-21952-draft"},
       true,
       {688, 2744, 21952},
       true},
      {"zheng-fall",
       "64, 125 and 216 tetrahedra fall onto a floor: ds compared with fds and fcp on the same states",
       0,
       false,
       0,
       run_zheng_fall,
       {"zheng-fall-energy"},
       true,
       {64, 125, 216}},
      {"zheng-wall",
       "walls of 15, 55 and 120 blocks stand: ds compared with fds and fcp on the same states",
       0,
       false,
       0,
       run_zheng_wall,
       {"zheng-wall-top"},
       true,
       {15, 55, 120}},
  };
  return all;
}

const Benchmark* find_benchmark(std::string_view name) {
  const auto& all = benchmarks();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Benchmark& b) { return b.name == name; });
  return found == all.end() ? nullptr : &*found;
}

Report run_benchmark(const Benchmark& benchmark, Options options) {
  if (options.pairs == 0) options.pairs = benchmark.default_pairs;
  if (options.repeat == 0) options.repeat = benchmark.default_repeat;
  const auto begin = std::chrono::steady_clock::now();
  Report report = benchmark.run(options);
  const std::chrono::duration<Real> elapsed = std::chrono::steady_clock::now() - begin;

  std::vector<std::pair<std::string, Cell>> parameters;
  if (benchmark.default_pairs != 0) parameters.emplace_back("pairs", static_cast<Real>(options.pairs));
  if (benchmark.seeded) parameters.emplace_back("seed", static_cast<Real>(options.seed));
  if (options.repeat != 0) parameters.emplace_back("repeat", static_cast<Real>(options.repeat));
  report.parameters.insert(report.parameters.begin(), parameters.begin(), parameters.end());
  report.name = benchmark.name;
  report.machine = this_machine();
  report.seconds = elapsed.count();
  report.peak_memory = peak_memory();
  return report;
}

}  // namespace scree::bench
