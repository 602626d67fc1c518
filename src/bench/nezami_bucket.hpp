// Benchmark `nezami-bucket`: a loader bucket digs into a pile of particles (Nezami 2006, Sec. 5.2.2);
// detection over the first thousand steps of each phase of its motion, and the force on the bucket.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/nezami_runs.hpp"
#include "bench/report.hpp"

namespace scree::bench {

struct BucketCase {
  std::uint64_t particles = 0;
  std::string scene;  // in scenes/papers/
  bool usual = true;  // false: only when asked for
};
const std::vector<BucketCase>& bucket_cases();

// A phase of the bucket's motion, as the scenes name it.
struct BucketPhase {
  std::string name;
  Real start = 0;                     // s after the bucket is in front of the pile
  Real paper_fcp = 0, paper_slm = 0;  // ratios of Table I
};
inline constexpr std::size_t bucket_phase_count = 3;
const std::array<BucketPhase, bucket_phase_count>& bucket_phases();

// On the bucket, by the particles.
struct DraftSample {
  Real time = 0;   // s after the first phase began
  Real draft = 0;  // N, along x: against the bucket's way
  Real lift = 0;   // N, downwards
};

struct BucketResult {
  BucketCase about;
  std::optional<Error> error;  // then the rest has no meaning
  RunFigures run;
  Real pile_time = 0;  // s: when the pile was at rest
  Real dig_time = 0;   // s: when the first phase began
  std::array<ReplayWindow, bucket_phase_count> windows;
  std::vector<DraftSample> draft;
  Real load = 0;  // kg: particles in the bucket and heaped above it at the end
  std::vector<ReportFile> pictures;
};

// The rows of a forces.csv about the body called `name`.
Result<std::vector<DraftSample>> read_draft(const std::string& csv, const std::string& name, Real start);

// The scene (its text) must have a body "bucket" and events that keep their states: "dig", the start of its
// motion, and one for each phase above; and an event "end".
BucketResult run_bucket(const BucketCase& about, const std::string& scene, const NezamiPlan& plan);
Report bucket_report(const std::vector<BucketResult>& results);

}  // namespace scree::bench
