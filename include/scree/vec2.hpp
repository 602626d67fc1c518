// Vectors, rotations and poses in the plane: plain data with free functions, for host and device.
//
// The plane is z = 0 of space; a rotation by a positive angle takes x towards y.
#pragma once

#include <scree/vec.hpp>

#include <cmath>

namespace scree {

struct Vec2 {
  Real x = 0, y = 0;
};

SCREE_HD inline Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
SCREE_HD inline Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
SCREE_HD inline Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
SCREE_HD inline Vec2 operator*(Real s, Vec2 a) { return {s * a.x, s * a.y}; }
SCREE_HD inline Vec2 operator*(Vec2 a, Real s) { return s * a; }
SCREE_HD inline Vec2 operator/(Vec2 a, Real s) { return {a.x / s, a.y / s}; }
SCREE_HD inline Vec2& operator+=(Vec2& a, Vec2 b) { return a = a + b; }
SCREE_HD inline Vec2& operator-=(Vec2& a, Vec2 b) { return a = a - b; }
SCREE_HD inline bool operator==(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }

SCREE_HD inline Real dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
// The third component of the cross product: positive when b lies to the left of a.
SCREE_HD inline Real cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
SCREE_HD inline Real norm_squared(Vec2 a) { return dot(a, a); }
SCREE_HD inline Real norm(Vec2 a) { return std::sqrt(dot(a, a)); }
// The unit vector along `a`; `a` must not be zero.
SCREE_HD inline Vec2 normalized(Vec2 a) { return a / norm(a); }
SCREE_HD inline bool is_finite(Vec2 a) { return std::isfinite(a.x) && std::isfinite(a.y); }
// A quarter turn to the left, and to the right.
SCREE_HD inline Vec2 turned_left(Vec2 a) { return {-a.y, a.x}; }
SCREE_HD inline Vec2 turned_right(Vec2 a) { return {a.y, -a.x}; }

// To the plane, leaving z out, and back to space.
SCREE_HD inline Vec2 in_plane(Vec3 v) { return {v.x, v.y}; }
SCREE_HD inline Vec3 in_space(Vec2 v) { return {v.x, v.y, 0}; }

// A rotation by the angle whose cosine and sine these are.
struct Turn {
  Real cosine = 1, sine = 0;
};

SCREE_HD inline Turn turn_by(Real angle /* rad */) { return {std::cos(angle), std::sin(angle)}; }
// rad, from -pi to pi.
SCREE_HD inline Real angle_of(Turn t) { return std::atan2(t.sine, t.cosine); }
SCREE_HD inline Turn operator*(Turn a, Turn b) {
  return {a.cosine * b.cosine - a.sine * b.sine, a.sine * b.cosine + a.cosine * b.sine};
}
SCREE_HD inline Turn inverse(Turn t) { return {t.cosine, -t.sine}; }
// The rotation along `t`, which must not be zero.
SCREE_HD inline Turn normalized(Turn t) {
  const Real c = std::fabs(t.cosine), s = std::fabs(t.sine);
  const Real largest = c > s ? c : s;
  const Vec2 unit = normalized(Vec2{t.cosine / largest, t.sine / largest});
  return {unit.x, unit.y};
}
SCREE_HD inline Vec2 rotate(Turn t, Vec2 v) {
  return {t.cosine * v.x - t.sine * v.y, t.sine * v.x + t.cosine * v.y};
}

// As a matrix and its transpose, like Mat3.
SCREE_HD inline Vec2 operator*(Turn t, Vec2 v) { return rotate(t, v); }
SCREE_HD inline Vec2 transpose_times(Turn t, Vec2 v) { return rotate(inverse(t), v); }

// A rigid motion of the plane, named by direction like Pose.
struct Pose2 {
  Turn rotation;
  Vec2 translation;
};

SCREE_HD inline Vec2 transform(const Pose2& a_from_b, Vec2 point_b) {
  return rotate(a_from_b.rotation, point_b) + a_from_b.translation;
}
SCREE_HD inline Pose2 inverse(const Pose2& a_from_b) {
  const Turn back = inverse(a_from_b.rotation);
  return {back, rotate(back, -a_from_b.translation)};
}
// c_from_b = c_from_a * a_from_b.
SCREE_HD inline Pose2 operator*(const Pose2& c_from_a, const Pose2& a_from_b) {
  return {c_from_a.rotation * a_from_b.rotation,
          rotate(c_from_a.rotation, a_from_b.translation) + c_from_a.translation};
}
// The pose of B seen from A, both given in the world; the difference of the translations comes first.
SCREE_HD inline Pose2 relative_pose(const Pose2& world_from_a, const Pose2& world_from_b) {
  const Turn a_from_world = inverse(world_from_a.rotation);
  return {a_from_world * world_from_b.rotation,
          rotate(a_from_world, world_from_b.translation - world_from_a.translation)};
}

// The turn that a rotation about z is in the plane.
SCREE_HD inline Turn planar_turn(Quat q) { return {q.w * q.w - q.z * q.z, 2 * q.w * q.z}; }
// Of a pose that is turned about z only; z of the translation is left out.
SCREE_HD inline Pose2 in_plane(const Pose& pose) {
  return {planar_turn(pose.rotation), in_plane(pose.translation)};
}
// The rotation about z that a turn is in space.
SCREE_HD inline Quat in_space(Turn t) {
  // Half the angle without a loss near pi: the larger of the two halves comes from a root.
  if (t.cosine >= 0) {
    const Real w = std::sqrt((1 + t.cosine) / 2);
    return {w, 0, 0, t.sine / (2 * w)};
  }
  const Real z = std::copysign(std::sqrt((1 - t.cosine) / 2), t.sine);
  return {t.sine / (2 * z), 0, 0, z};
}
SCREE_HD inline Pose in_space(const Pose2& pose) {
  return {in_space(pose.rotation), in_space(pose.translation)};
}

}  // namespace scree
