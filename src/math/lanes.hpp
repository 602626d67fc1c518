// Two numbers side by side, for what is done to both bodies of a pair alike.
//
// On the host they share a register of the least machine there is, SSE2's; on a device they are two numbers.
// Either way each lane's operations are those of a single number, with the same bits.
#pragma once

#include <scree/vec.hpp>

#include <cmath>
#include <cstdint>

namespace scree {

#if defined(__CUDACC__)
struct Real2 {
  Real lane[2];
  SCREE_HD Real operator[](int i) const { return lane[i]; }
};
struct Mask2 {
  bool lane[2];
};
SCREE_HD inline Real2 operator+(Real2 a, Real2 b) { return {{a[0] + b[0], a[1] + b[1]}}; }
SCREE_HD inline Real2 operator-(Real2 a, Real2 b) { return {{a[0] - b[0], a[1] - b[1]}}; }
SCREE_HD inline Real2 operator-(Real2 a) { return {{-a[0], -a[1]}}; }
SCREE_HD inline Real2 operator*(Real2 a, Real2 b) { return {{a[0] * b[0], a[1] * b[1]}}; }
SCREE_HD inline Real2 operator*(Real a, Real2 b) { return {{a * b[0], a * b[1]}}; }
SCREE_HD inline Real2 operator/(Real2 a, Real2 b) { return {{a[0] / b[0], a[1] / b[1]}}; }
SCREE_HD inline Real2 operator/(Real a, Real2 b) { return {{a / b[0], a / b[1]}}; }
SCREE_HD inline Real2 operator+(Real a, Real2 b) { return {{a + b[0], a + b[1]}}; }
SCREE_HD inline Real2 operator-(Real2 a, Real b) { return {{a[0] - b, a[1] - b}}; }
SCREE_HD inline Mask2 operator>=(Real2 a, Real2 b) { return {{a[0] >= b[0], a[1] >= b[1]}}; }
SCREE_HD inline Mask2 operator&(Mask2 a, Mask2 b) {
  return {{a.lane[0] && b.lane[0], a.lane[1] && b.lane[1]}};
}
SCREE_HD inline Mask2 operator~(Mask2 a) { return {{!a.lane[0], !a.lane[1]}}; }
SCREE_HD inline Real2 lanes(Real a, Real b) { return {{a, b}}; }
SCREE_HD inline Real2 select(Mask2 mask, Real2 a, Real2 b) {
  return {{mask.lane[0] ? a[0] : b[0], mask.lane[1] ? a[1] : b[1]}};
}
SCREE_HD inline Real2 magnitude(Real2 a) { return {{std::fabs(a[0]), std::fabs(a[1])}}; }
SCREE_HD inline Real2 with_sign(Real2 size, Real2 sign) {
  return {{std::copysign(size[0], sign[0]), std::copysign(size[1], sign[1])}};
}
#else
using Real2 [[gnu::vector_size(16)]] = Real;
using Mask2 [[gnu::vector_size(16)]] = std::int64_t;
inline Real2 lanes(Real a, Real b) { return Real2{a, b}; }
inline Real2 select(Mask2 mask, Real2 a, Real2 b) { return mask ? a : b; }
inline Real2 magnitude(Real2 a) {
  return __builtin_bit_cast(Real2,
                            __builtin_bit_cast(Mask2, a) & ~__builtin_bit_cast(Mask2, Real2{-0.0, -0.0}));
}
inline Real2 with_sign(Real2 size, Real2 sign) {
  const Mask2 bit = __builtin_bit_cast(Mask2, Real2{-0.0, -0.0});
  return __builtin_bit_cast(
      Real2, (__builtin_bit_cast(Mask2, size) & ~bit) | (__builtin_bit_cast(Mask2, sign) & bit));
}
#endif

SCREE_HD inline Real2 square_root(Real2 a) { return lanes(std::sqrt(a[0]), std::sqrt(a[1])); }
SCREE_HD inline Real sum_of_lanes(Real2 a) { return a[0] + a[1]; }
SCREE_HD inline Real larger_lane(Real2 a) { return a[0] > a[1] ? a[0] : a[1]; }
SCREE_HD inline Real2 larger(Real2 a, Real2 b) { return select(a >= b, a, b); }

// Two vectors, each in a frame of its own.
struct Vec3Pair {
  Real2 x, y, z;
};
SCREE_HD inline Vec3Pair lanes(Vec3 a, Vec3 b) { return {lanes(a.x, b.x), lanes(a.y, b.y), lanes(a.z, b.z)}; }
SCREE_HD inline Vec3 lane(const Vec3Pair& p, int i) { return {p.x[i], p.y[i], p.z[i]}; }
SCREE_HD inline Vec3Pair operator+(const Vec3Pair& a, const Vec3Pair& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
SCREE_HD inline Vec3Pair operator*(Real2 f, const Vec3Pair& a) { return {f * a.x, f * a.y, f * a.z}; }
SCREE_HD inline Vec3Pair operator*(Real f, const Vec3Pair& a) { return {f * a.x, f * a.y, f * a.z}; }
SCREE_HD inline Vec3Pair times(const Vec3Pair& a, const Vec3Pair& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
SCREE_HD inline Vec3Pair magnitude(const Vec3Pair& a) {
  return {magnitude(a.x), magnitude(a.y), magnitude(a.z)};
}
SCREE_HD inline Vec3Pair with_sign(const Vec3Pair& size, const Vec3Pair& sign) {
  return {with_sign(size.x, sign.x), with_sign(size.y, sign.y), with_sign(size.z, sign.z)};
}
SCREE_HD inline Real2 dot(const Vec3Pair& a, const Vec3Pair& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

}  // namespace scree
