// Counts in bins of equal width.
#pragma once

#include <scree/real.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scree {

struct Histogram {
  Real low = 0, width = 1;
  std::vector<std::uint64_t> count;
};

inline Real bin_low(const Histogram& h, std::size_t bin) { return h.low + static_cast<Real>(bin) * h.width; }

// Values outside go to the bins at the ends.
inline void add(Histogram& h, Real value) {
  const Real bin =
      std::clamp(std::floor((value - h.low) / h.width), 0.0, static_cast<Real>(h.count.size()) - 1);
  ++h.count[static_cast<std::size_t>(bin)];
}

inline std::uint64_t total(const Histogram& h) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : h.count) sum += count;
  return sum;
}

// Probability per unit of the value; the sum over bins of density times width is 1. 0 when nothing was
// counted.
inline Real density(const Histogram& h, std::size_t bin) {
  const std::uint64_t all = total(h);
  return all == 0 ? 0 : static_cast<Real>(h.count[bin]) / (static_cast<Real>(all) * h.width);
}

}  // namespace scree
