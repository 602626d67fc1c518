// Drawing sizes.
#include "scene/size_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

// The mean of d^2 for d uniform in [a, b].
Real mean_square(const SizeBin& bin) {
  return (bin.low * bin.low + bin.low * bin.high + bin.high * bin.high) / 3;
}

// The mean of d^3 for d uniform in [a, b]: (b^4 - a^4) / (4 (b - a)), written without the difference.
Real mean_cube(const SizeBin& bin) {
  const Real a = bin.low;
  const Real b = bin.high;
  return (a + b) * (a * a + b * b) / 4;
}

// The part of the standard normal distribution between the two, from the tail on their side of zero:
// differences of values near 1 would lose their digits.
Real normal_between(Real low, Real high) {
  const auto tail = [](Real z) { return 0.5 * std::erfc(z / std::numbers::sqrt2); };
  return low >= 0 ? tail(low) - tail(high) : tail(-high) - tail(-low);
}

Real to_bell(const SizeDistribution& sizes, Real size) {
  const Real x = sizes.kind == SizeDistribution::Kind::log_normal ? std::log(size) : size;
  return (x - sizes.mean) / sizes.deviation;
}

// The size below which a share u of the cut bell lies, by bisection: the share grows with the size.
Real bell_quantile(const SizeDistribution& sizes, Real u) {
  const Real bottom = to_bell(sizes, sizes.min);
  const Real wanted = u * kept_share(sizes);
  Real low = sizes.min;
  Real high = sizes.max;
  for (int i = 0; i < 60; ++i) {
    const Real middle = 0.5 * (low + high);
    (normal_between(bottom, to_bell(sizes, middle)) < wanted ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

SizeDistribution fixed_size(Real size) {
  SizeDistribution sizes;
  sizes.bins = {{size, size, 1}};
  return sizes;
}

SizeDistribution bins_by_mass(const std::vector<SizeBin>& bins_with_mass_shares, int dimension) {
  SizeDistribution sizes;
  sizes.bins = bins_with_mass_shares;
  Real total = 0;
  for (SizeBin& bin : sizes.bins) total += bin.share /= dimension == 2 ? mean_square(bin) : mean_cube(bin);
  for (SizeBin& bin : sizes.bins) bin.share /= total;
  return sizes;
}

Real largest_size(const SizeDistribution& sizes) {
  if (sizes.kind != SizeDistribution::Kind::bins) return sizes.max;
  Real largest = 0;
  for (const SizeBin& bin : sizes.bins) largest = std::max(largest, bin.share > 0 ? bin.high : 0);
  return largest;
}

Real kept_share(const SizeDistribution& sizes) {
  return normal_between(to_bell(sizes, sizes.min), to_bell(sizes, sizes.max));
}

Real draw_size(const SizeDistribution& sizes, Random& random) {
  const Real u = uniform(random);
  const Real v = uniform(random);
  if (sizes.kind != SizeDistribution::Kind::bins) return bell_quantile(sizes, u);
  Real below = 0;
  const SizeBin* chosen = &sizes.bins.front();
  for (const SizeBin& bin : sizes.bins) {
    if (bin.share > 0) chosen = &bin;  // the last one stands in when the shares' sum is rounded below 1
    below += bin.share;
    if (u < below) break;
  }
  return chosen->low + (chosen->high - chosen->low) * v;
}

}  // namespace scree
