// Powers of positive numbers, x^y, for host and device.
//
// x^y = 2^(y log2 x). With x = 2^k z and c a number of a table near z,
//   log2 x = (k + log2 c) + log2(z / c).
// The table has 1 / c in few bits, so that z / c - 1 loses nothing but its own last bit, and log2 c as a
// number of few bits and a small rest. So the large part of the exponent, y (k + log2 c), has no rounding
// once y is cut in two (but for a part of y that is small), and what is rounded is small. What remains is the
// rounding of 2^(i / 64) in its table and that of the last sum: relative error below 4e-16, however large
// the exponent. (After P. Tang 1989, 1990.)
//
// The C library's pow is as exact, but has not the same bits everywhere: it fuses products and sums where
// the machine can. This one has, and no branch within the range of normal numbers, so that powers side by
// side overlap in time.
#pragma once

#include <scree/real.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

#include "math/lanes.hpp"
#include "math/power_table.hpp"

namespace scree {

namespace power_detail {

inline constexpr std::uint64_t first_entry = 0x3fe6a00000000000;  // 0.707, as bits: where the table begins
inline constexpr std::uint64_t sign_and_exponent = 0xfff0000000000000;
inline constexpr std::uint64_t leading_21 = 0xffffffff00000000;  // bits of the fraction
inline constexpr std::uint64_t leading_26 = 0xfffffffff8000000;

// One number or several side by side (Real2 on the host): `Bits` are its bits.
template <class Bits, class Reals>
SCREE_HD inline Bits bits_of(Reals x) {
  return __builtin_bit_cast(Bits, x);
}
template <class Reals, class Bits>
SCREE_HD inline Reals real_of(Bits bits) {
  return __builtin_bit_cast(Reals, bits);
}
template <class Reals>
struct LogEntries {
  Reals inverse, log_high, log_low;
};
SCREE_HD inline LogEntries<Real> log_entries(std::uint64_t i) {
  const LogEntry& e = log_entry(i);
  return {e.inverse, e.log_high, e.log_low};
}
SCREE_HD inline Real exp_entries(std::uint64_t i) { return exp_entry(i); }
#if !defined(__CUDACC__)
using Bits2 [[gnu::vector_size(16)]] = std::uint64_t;
inline LogEntries<Real2> log_entries(Bits2 i) {
  const LogEntry& e = log_entry(i[0]);
  const LogEntry& f = log_entry(i[1]);
  return {lanes(e.inverse, f.inverse), lanes(e.log_high, f.log_high), lanes(e.log_low, f.log_low)};
}
inline Real2 exp_entries(Bits2 i) { return lanes(exp_entry(i[0]), exp_entry(i[1])); }
#endif

// y log2 x = high + low for a normal x > 0, `high` without rounding and `low` below 0.02 |y|; and their sum
// to 1e-3 for |y| < most_exponent, which is known sooner.
template <class Reals>
struct Exponent {
  Reals high, low, about;
};
inline constexpr Real most_exponent = 4096;
// `doublings`: of x, which are taken back.
template <class Bits, class Reals>
SCREE_HD inline Exponent<Reals> exponent_of(Reals x, Reals y, Real doublings = 0) {
  const Bits bits = bits_of<Bits>(x);
  const Bits offset = bits - first_entry;
  const LogEntries<Reals> entry = log_entries((offset >> 46) & 63);
  // The exponent to a number, by bits that count above 2^52: few machines convert 64 bits of several lanes.
  const Real bias = 0x1p52 + 2048 + doublings;
  const Reals k = real_of<Reals>(((offset + 0x8000000000000000) >> 52) | 0x4330000000000000) - bias;
  const Bits z = bits - (offset & sign_and_exponent);
  const auto z_high = real_of<Reals>(z & leading_21);
  const Reals z_low = real_of<Reals>(z) - z_high;
  const Reals r = (z_high * entry.inverse - 1) + z_low * entry.inverse;
  // log2(1 + r) / r by its series; |r| < 0.008.
  constexpr Real e = 1.4426950408889634;  // 1 / ln 2
  const Reals r2 = r * r;
  const Reals slope =
      ((e - e / 2 * r) + r2 * (e / 3 - e / 4 * r)) + (r2 * r2) * ((e / 5 - e / 6 * r) + r2 * (e / 7));
  const Reals log_high = k + entry.log_high;  // 27 bits at most
  const auto y_high = real_of<Reals>(bits_of<Bits>(y) & leading_26);
  const Reals high = y_high * log_high;
  const Reals low = ((y - y_high) * log_high + y * entry.log_low) + (y * r) * slope;
  return {high, low, high + (e * y) * (r - 0.5 * r2)};
}

// 2^(high + low) where that is a normal number. `about` tells which 64th is near.
template <class Bits, class Reals>
SCREE_HD inline Reals normal_exponential(Exponent<Reals> exponent) {
  constexpr Real shift = 0x1.8p46;  // adding it rounds to multiples of 1 / 64
  const Reals shifted = exponent.about + shift;
  const Reals f = (exponent.high - (shifted - shift)) + exponent.low;
  const Bits steps = bits_of<Bits>(shifted);  // 64ths, above them the shift's own bits
  const auto root = real_of<Reals>(bits_of<Bits>(exp_entries(steps & 63)) + ((steps >> 6) << 52));
  // 2^f - 1 by its series; |f| < 0.009.
  constexpr Real c1 = 0.6931471805599453, c2 = c1 * c1 / 2, c3 = c2 * c1 / 3, c4 = c3 * c1 / 4,
                 c5 = c4 * c1 / 5, c6 = c5 * c1 / 6;
  const Reals f2 = f * f;
  return root + root * (c1 * f + f2 * ((c2 + c3 * f) + f2 * ((c4 + c5 * f) + c6 * f2)));
}

// Beyond this the power is not a normal number, or all but so.
inline constexpr Real normal_exponent = 1021;
// Neither zero, subnormal, infinite, negative nor not a number: their bits wrap around or lie above.
SCREE_HD inline bool is_normal(Real x) {
  return bits_of<std::uint64_t>(x) - 0x0010000000000000 < 0x7fe0000000000000;
}

// What is or leads out of the range of normal numbers.
SCREE_HD SCREE_COLD inline Real extreme_power(Real x, Real y) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  if (x == 0) return y > 0 ? Real{0} : (y < 0 ? infinity : Real{1});
  if (x == infinity) return y > 0 ? infinity : (y < 0 ? Real{0} : Real{1});
  if (!(x > 0)) return std::numeric_limits<Real>::quiet_NaN();
  const bool small = x < std::numeric_limits<Real>::min();
  Exponent<Real> exponent = exponent_of<std::uint64_t>(small ? 0x1p54 * x : x, y, small ? 54 : 0);
  const Real sum = exponent.high + exponent.low;
  if (sum >= 1024) return infinity;
  if (!(sum > -1100)) return 0;
  const Real shift = sum > normal_exponent ? -64 : (sum < -normal_exponent ? 128 : 0);
  exponent.high += shift;
  exponent.about = sum + shift;
  const Real power = normal_exponential<std::uint64_t>(exponent);
  return shift < 0 ? 0x1p64 * power : (shift > 0 ? 0x1p-128 * power : power);
}

}  // namespace power_detail

// x^y for x >= 0 and finite y; 0^y is 0 for y > 0. Not a number for x below 0.
SCREE_HD inline Real power(Real x, Real y) {
  using namespace power_detail;
  const Exponent<Real> exponent = exponent_of<std::uint64_t>(x, y);
  const Real size = std::fabs(exponent.about);
  const bool normal = is_normal(x) && size < normal_exponent && std::fabs(y) < most_exponent;
  return normal ? normal_exponential<std::uint64_t>(exponent) : extreme_power(x, y);
}

// In each lane the same bits as above.
SCREE_HD inline Real2 power(Real2 x, Real2 y) {
#if defined(__CUDACC__)
  return lanes(power(x[0], y[0]), power(x[1], y[1]));
#else
  using namespace power_detail;
  const Exponent<Real2> exponent = exponent_of<Bits2>(x, y);
  const Real size = larger_lane(magnitude(exponent.about));
  const bool normal = is_normal(x[0]) && is_normal(x[1]) && size < normal_exponent &&
                      larger_lane(magnitude(y)) < most_exponent;
  return normal ? normal_exponential<Bits2>(exponent) : lanes(power(x[0], y[0]), power(x[1], y[1]));
#endif
}

}  // namespace scree
