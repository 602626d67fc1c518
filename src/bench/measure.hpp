// Timing that treats every algorithm alike: the same loop, the same pairs, one run, best of several.
//
// All that is compared is measured round by round: each work once, then each once more. What disturbs
// the machine then disturbs all of them, and the best round of each is the one nothing disturbed. Rounds
// are measured in processor time, so that other programs do not count.
#pragma once

#include <scree/contact.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace scree::bench {

// Keeps the compiler from leaving out work whose result nobody reads.
template <class T>
inline void keep(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

// The query that benchmarks time: without what only describes the contact.
inline QueryRequest timed_request() {
  QueryRequest request;
  request.describe = false;
  return request;
}

// One query with an empty cache: a pair never seen before.
inline Contact cold_query(Algorithm algorithm, const Shape& a, const Shape& b, const Pose& a_from_b) {
  PairCache cache;
  Contact contact;
  query(algorithm, a, b, a_from_b, timed_request(), cache, contact);
  return contact;
}

// Nanoseconds that this thread has had a processor. What others take in between does not count: on a busy
// machine every long work is interrupted in every round, and no best of several would help it.
Real processor_time();

// Bytes taken from the heap and not given back.
std::size_t heap_in_use();

struct Plan {
  int rounds = 7;
  Real least_seconds = 1e-3;  // a work is repeated until a round lasts this long: the clock's own time
                              // and its steps are then nothing
};

// Nanoseconds for one call of each work: the mean of a round, the best of all rounds. A first round, not
// measured, finds how often each work must be repeated. A work may stand for many queries: a whole
// motion with its warm starts, for example. Divide by their number.
using Work = std::function<void()>;
std::vector<Real> best_times(const std::vector<Work>& works, const Plan& plan = {});

// Nanoseconds that a timed call takes which does nothing: the clock and the call itself.
Real clock_overhead();

// Nanoseconds of single calls, each measured alone, for percentiles: the best of `rounds`, less
// `overhead`, not below 0. `times` gets one for each work. Answers to one pair in turn by all works: no
// work finds the branch predictor just trained by its own last call on that pair.
void best_call_times(const std::vector<Work>& works, int rounds, Real overhead, std::vector<Real>& times);

// The least value that at least the share `share` of the values do not exceed (nearest rank); NaN for no
// values.
Real percentile(std::vector<Real> values, Real share);
// NaN for no values.
Real mean(const std::vector<Real>& values);

}  // namespace scree::bench
