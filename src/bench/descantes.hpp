// Benchmark `descantes`: nine overlapping pairs with known answers, by every algorithm.
#pragma once

#include <scree/contact.hpp>

#include <vector>

#include "bench/descantes_pairs.hpp"
#include "bench/measure.hpp"
#include "bench/report.hpp"

namespace scree::bench {

// One algorithm on one pair.
struct DescantesOutcome {
  Algorithm algorithm = Algorithm::automatic;
  Contact contact;
  Real normal_error = 0;    // mean of the components' absolute errors, as in the paper's Fig. 11
  Real normal_angle = 0;    // rad
  Real overlap_error = 0;   // m, positive: too deep
  Real relative_error = 0;  // of the overlap, not signed
  Real nanoseconds = 0;     // NaN without an answer, as are the errors
};

struct DescantesResult {
  std::vector<DescantesPair> pairs;
  std::vector<Algorithm> algorithms;
  std::vector<std::vector<DescantesOutcome>> outcomes;  // [pair][algorithm]
};
DescantesResult measure_descantes(const Plan& plan);
Report report_of(const DescantesResult& result);

}  // namespace scree::bench
