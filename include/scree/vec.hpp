// Vectors, quaternions and poses: plain data with free functions, for host and device.
#pragma once

#include <scree/real.hpp>

#include <cmath>

namespace scree {

struct Vec3 {
  Real x = 0, y = 0, z = 0;

  SCREE_HD Real& operator[](int i) { return i == 0 ? x : (i == 1 ? y : z); }
  SCREE_HD Real operator[](int i) const { return i == 0 ? x : (i == 1 ? y : z); }
};

SCREE_HD inline Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
SCREE_HD inline Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
SCREE_HD inline Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
SCREE_HD inline Vec3 operator*(Real s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
SCREE_HD inline Vec3 operator*(Vec3 a, Real s) { return s * a; }
SCREE_HD inline Vec3 operator/(Vec3 a, Real s) { return {a.x / s, a.y / s, a.z / s}; }
SCREE_HD inline Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }
SCREE_HD inline Vec3& operator-=(Vec3& a, Vec3 b) { return a = a - b; }
SCREE_HD inline bool operator==(Vec3 a, Vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

SCREE_HD inline Real dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
SCREE_HD inline Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
SCREE_HD inline Real norm_squared(Vec3 a) { return dot(a, a); }
SCREE_HD inline Real norm(Vec3 a) { return std::sqrt(dot(a, a)); }
// The unit vector along `a`; `a` must not be zero.
SCREE_HD inline Vec3 normalized(Vec3 a) { return a / norm(a); }
SCREE_HD inline bool is_finite(Vec3 a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

// Row-major 3 x 3 matrix.
struct Mat3 {
  Vec3 row[3];
};

SCREE_HD inline Vec3 operator*(const Mat3& m, Vec3 v) {
  return {dot(m.row[0], v), dot(m.row[1], v), dot(m.row[2], v)};
}
// mᵀ v without forming the transpose.
SCREE_HD inline Vec3 transpose_times(const Mat3& m, Vec3 v) {
  return v.x * m.row[0] + v.y * m.row[1] + v.z * m.row[2];
}
SCREE_HD inline Mat3 transpose(const Mat3& m) {
  return {{{m.row[0].x, m.row[1].x, m.row[2].x},
           {m.row[0].y, m.row[1].y, m.row[2].y},
           {m.row[0].z, m.row[1].z, m.row[2].z}}};
}
SCREE_HD inline Mat3 operator*(const Mat3& a, const Mat3& b) {
  return {{transpose_times(b, a.row[0]), transpose_times(b, a.row[1]), transpose_times(b, a.row[2])}};
}

// A rotation as a unit quaternion (w, x, y, z).
struct Quat {
  Real w = 1, x = 0, y = 0, z = 0;
};

SCREE_HD inline Quat operator*(Quat a, Quat b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
SCREE_HD inline Quat conjugate(Quat q) { return {q.w, -q.x, -q.y, -q.z}; }
SCREE_HD inline Real norm(Quat q) { return std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z); }
// The unit quaternion along `q`; `q` must not be zero.
SCREE_HD inline Quat normalized(Quat q) {
  Real n = norm(q);
  if (!(n > 1e-150 && n < 1e150)) {  // the squares may have left the range of a double
    const Real w = std::fabs(q.w), x = std::fabs(q.x), y = std::fabs(q.y), z = std::fabs(q.z);
    const Real wx = w > x ? w : x, yz = y > z ? y : z;
    const Real largest = wx > yz ? wx : yz;
    q = {q.w / largest, q.x / largest, q.y / largest, q.z / largest};
    n = norm(q);
  }
  return {q.w / n, q.x / n, q.y / n, q.z / n};
}
SCREE_HD inline Mat3 rotation_matrix(Quat q) {
  const Real xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const Real xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
  const Real wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  return {{{1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy)},
           {2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx)},
           {2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy)}}};
}
SCREE_HD inline Vec3 rotate(Quat q, Vec3 v) { return rotation_matrix(q) * v; }

// A rigid motion. Named by direction: `a_from_b` takes coordinates in B's frame to A's frame.
struct Pose {
  Quat rotation;
  Vec3 translation;
};

SCREE_HD inline Vec3 transform(const Pose& a_from_b, Vec3 point_b) {
  return rotate(a_from_b.rotation, point_b) + a_from_b.translation;
}
SCREE_HD inline Pose inverse(const Pose& a_from_b) {
  const Quat back = conjugate(a_from_b.rotation);
  return {back, rotate(back, -a_from_b.translation)};
}
// c_from_b = c_from_a * a_from_b.
SCREE_HD inline Pose operator*(const Pose& c_from_a, const Pose& a_from_b) {
  return {c_from_a.rotation * a_from_b.rotation,
          rotate(c_from_a.rotation, a_from_b.translation) + c_from_a.translation};
}
// The pose of B seen from A, both given in the world. The difference of the translations comes
// first, so that a pair far from the world's origin loses nothing but what its input had lost.
SCREE_HD inline Pose relative_pose(const Pose& world_from_a, const Pose& world_from_b) {
  const Quat a_from_world = conjugate(world_from_a.rotation);
  return {a_from_world * world_from_b.rotation,
          rotate(a_from_world, world_from_b.translation - world_from_a.translation)};
}

}  // namespace scree
