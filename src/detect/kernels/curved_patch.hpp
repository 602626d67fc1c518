// curved: where flat parts of a cylinder and of another shape lie on each other, the patch they share.
//
// A cylinder's end is a disc and its side a line; a polyhedral core has faces and edges. Along the contact's
// normal both are projected onto the plane across it, as for polyhedra (patch.hpp), the disc as a regular
// polygon of `disc_sides` corners on its rim. The contact point is the middle of what the projections share;
// for two discs or a disc and a polygon that cut each other it is as exact as the polygon is round, about
// 1e-3 of the radius. Distance and normal do not depend on it, and the point lies on the flat parts exactly.
// Lengths in metres.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/curved_view.hpp"
#include "detect/kernels/patch.hpp"

namespace scree::curved_detail {

inline constexpr int disc_sides = patch_detail::outline_capacity;

// What faces along `own` (unit, the cylinder's frame) within `angle`: a disc, a line or (count 1) a rim's
// point.
template <class Place>
SCREE_HD inline void cylinder_outline(const Part& part, Vec3 own, Real angle,
                                      const patch_detail::PlaneFrame& frame, Place place,
                                      patch_detail::Outline& outline) {
  constexpr Real full_turn = 6.283185307179586;
  const Real width = std::sqrt(own.x * own.x + own.y * own.y);
  const Real z = own.z < 0 ? -part.half_height : part.half_height;
  outline.count = 1;
  if (width <= angle) {
    const Vec2 middle = patch_detail::project(frame, place(Vec3{0, 0, z}));
    outline.count = disc_sides;
    for (int k = 0; k < disc_sides; ++k) {
      const Real turn = full_turn * (k + 0.5) / disc_sides;
      outline.point[k] = middle + part.radius * Vec2{std::cos(turn), std::sin(turn)};
    }
    return;
  }
  Vec3 rim{part.radius * (own.x / width), part.radius * (own.y / width), z};
  outline.point[0] = patch_detail::project(frame, place(rim));
  if (std::fabs(own.z) > angle) return;
  rim.z = -z;
  outline.count = 2;
  outline.point[1] = patch_detail::project(frame, place(rim));
}

// Points and patch of two flat parts that face each other; false, and nothing changed, where there are none.
SCREE_HD SCREE_DEVICE_CALL inline bool set_flat_contact(const ShapePair& pair, const Parts& parts,
                                                        Real core_distance, Real parallel_angle,
                                                        Contact& contact, ContactPatch* patch_out) {
  using namespace patch_detail;
  if (parts.a.skin == Skin::body || parts.b.skin == Skin::body) return false;
  const Vec3 n = contact.normal;
  const Vec3 n_b = to_b_direction(pair, -n);
  const Vec3 u = perpendicular(n);
  std::int32_t unused = 0;
  const PlaneFrame frame{scree::support(pair.a, n, unused), u, scree::cross(n, u), n};
  const auto in_a = [](Vec3 p) { return p; };
  const auto in_b = [&](Vec3 p) { return from_b_point(pair, p); };
  Outline outline_a;
  Outline outline_b;
  Contact::Feature feature_a;
  Contact::Feature feature_b;
  if (parts.a.skin == Skin::none) {
    feature_a = support_feature(pair.a.core, n, parallel_angle);
    outline_of(pair.a.core, feature_a, frame, false, in_a, outline_a);
  } else {
    cylinder_outline(parts.a, n, parallel_angle, frame, in_a, outline_a);
  }
  if (parts.b.skin == Skin::none) {
    feature_b = support_feature(pair.b.core, n_b, parallel_angle);
    outline_of(pair.b.core, feature_b, frame, true, in_b, outline_b);
  } else {
    cylinder_outline(parts.b, n_b, parallel_angle, frame, in_b, outline_b);
  }
  contact.feature_a = feature_a;
  contact.feature_b = feature_b;
  if (outline_a.count < 2 || outline_b.count < 2) return false;
  const Real extent_a = extent(outline_a);
  const Real extent_b = extent(outline_b);
  const Real flat =
      tolerance::patch_flat * (extent_a < extent_b ? extent_a : extent_b) + tolerance::converged * pair.size;
  drop_bad_corners(outline_a, flat);
  drop_bad_corners(outline_b, flat);
  Outline shared;
  const Real miss = tolerance::feature_miss * pair.size;
  intersect(outline_a, outline_b, parallel_angle, 0, miss, shared);
  if (shared.count == 0) intersect(outline_a, outline_b, parallel_angle, flat, miss, shared);
  if (shared.count == 0) return false;
  drop_flat_dimensions(shared, 4 * flat);
  if (shared.count == 1) return false;
  const auto lift = [&](Vec2 p, Real height) {
    return frame.base + p.x * frame.u + p.y * frame.v + height * n;
  };
  const Vec2 middle = centroid(shared);
  contact.point_a = lift(middle, pair.a.sweep_radius);
  contact.point_b = lift(middle, core_distance - pair.b.sweep_radius);
  if (patch_out == nullptr) return true;
  const Real halfway = 0.5 * (pair.a.sweep_radius + core_distance - pair.b.sweep_radius);
  patch_out->count = shared.count;
  for (int k = 0; k < shared.count; ++k) {
    patch_out->points[k] = lift(shared.point[k], halfway);
    patch_out->distances[k] = contact.distance;
    patch_out->types[k] = ContactType::smooth;
  }
  return true;
}

}  // namespace scree::curved_detail
