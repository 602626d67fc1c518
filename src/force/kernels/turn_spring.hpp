// Carries a tangential spring along with its contact as that turns in space.
#pragma once

#include <scree/vec.hpp>

namespace scree {

// First by the least rotation that takes the old normal to the new one, then about the new one by `spin`
// (rad), the mean turn of the two bodies: so two bodies that turn together keep a spring that turns with
// them. The length stays. Normals that oppose each other have no least rotation; the spring is then laid
// into the new plane as it is.
SCREE_HD inline Vec3 turn_spring(Vec3 spring, Vec3 old_normal, Vec3 normal, Real spin) {
  const Real length = norm(spring);
  if (length == 0) return {};
  const Vec3 axis = cross(old_normal, normal);  // times the sine of the angle
  const Real cosine = dot(old_normal, normal);
  Vec3 turned = spring;
  // Rodrigues' formula, (1 - cos) / sin^2 written as 1 / (1 + cos).
  if (cosine > -0.99) turned += cross(axis, spring) + cross(axis, cross(axis, spring)) / (1 + cosine);
  turned -= dot(turned, normal) * normal;
  turned = std::cos(spin) * turned + std::sin(spin) * cross(normal, turned);
  const Real now = norm(turned);
  return now > 1e-8 * length ? (length / now) * turned : Vec3{};
}

}  // namespace scree
