// Pairs of doubles with twice the precision, and the error-free sums and products they rest on.
//
// Method: Knuth's two-sum and a fused multiply-add for the exact error of a product (Dekker 1971;
// Hida, Li & Bailey 2001). Correct only without fast-math and without contraction of a*b+c.
#pragma once

#include <scree/vec.hpp>

#include <cmath>

namespace scree {

// The unevaluated sum high + low with |low| <= ulp(high)/2.
struct DoubleDouble {
  Real high = 0, low = 0;
};

// a + b = high + low exactly.
SCREE_HD inline DoubleDouble two_sum(Real a, Real b) {
  const Real sum = a + b;
  const Real b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}
SCREE_HD inline DoubleDouble two_difference(Real a, Real b) { return two_sum(a, -b); }
// a * b = high + low exactly (barring underflow).
SCREE_HD inline DoubleDouble two_product(Real a, Real b) {
  const Real product = a * b;
  return {product, std::fma(a, b, -product)};
}

SCREE_HD inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = two_sum(a.high, b.high);
  const DoubleDouble low = two_sum(a.low, b.low);
  const DoubleDouble middle = two_sum(high.high, high.low + low.high);
  return two_sum(middle.high, middle.low + low.low);
}
SCREE_HD inline DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }
SCREE_HD inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + (-b); }
SCREE_HD inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = two_product(a.high, b.high);
  return two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

struct DoubleDouble3 {
  DoubleDouble x, y, z;
};

SCREE_HD inline DoubleDouble3 exact_difference(Vec3 a, Vec3 b) {
  return {two_difference(a.x, b.x), two_difference(a.y, b.y), two_difference(a.z, b.z)};
}
SCREE_HD inline DoubleDouble3 operator+(const DoubleDouble3& a, const DoubleDouble3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
SCREE_HD inline DoubleDouble3 cross(const DoubleDouble3& a, const DoubleDouble3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
SCREE_HD inline DoubleDouble dot(const DoubleDouble3& a, const DoubleDouble3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
SCREE_HD inline Vec3 rounded(const DoubleDouble3& a) { return {a.x.high, a.y.high, a.z.high}; }

}  // namespace scree
