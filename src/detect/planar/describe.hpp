// Contact points and contact type of two polygonal cores along a known normal, for host and device.
//
// The corner or edge that supports A along n and that of B along -n are projected onto the line across n.
// Two edges share a segment: both its ends are contact points, the middle is the contact point. Otherwise a
// corner decides. When the projections share nothing (possible within tolerances only), the caller's witness
// point is used. Lengths in metres.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/contact_type.hpp"
#include "detect/planar/polygon_features.hpp"
#include "detect/tolerances.hpp"

namespace scree {

namespace describe_detail {

// A feature on the line across the normal: from `low` to `high`, with the corner at either end.
struct Interval {
  Real low = 0, high = 0;  // m
  std::int32_t low_vertex = -1, high_vertex = -1;
};

template <class Place>
SCREE_HD inline Interval interval_of(const PolygonView& polygon, const Contact2::Feature& feature,
                                     Vec2 across, Vec2 base, Place place) {
  const auto at = [&](int k) { return dot(across, place(polygon.vertices[feature.vertex[k]]) - base); };
  const Real first = at(0);
  if (feature.vertex_count == 1) return {first, first, feature.vertex[0], feature.vertex[0]};
  const Real second = at(1);
  if (first <= second) return {first, second, feature.vertex[0], feature.vertex[1]};
  return {second, first, feature.vertex[1], feature.vertex[0]};
}

// The corner within `slack` of `p`, -1 when there is none.
SCREE_HD inline std::int32_t corner_at(const Interval& i, Real p, Real slack) {
  if (std::fabs(i.low - p) <= slack) return i.low_vertex;
  return std::fabs(i.high - p) <= slack ? i.high_vertex : -1;
}

// Narrows an edge to its corner at `p`, if there is one. Returns the part: 1 a corner, 2 an edge.
SCREE_HD inline int narrow(const Interval& interval, Real p, Real slack, Contact2::Feature& feature) {
  const std::int32_t corner = corner_at(interval, p, slack);
  if (corner < 0) return 2;
  feature = Contact2::Feature{};
  feature.vertex_count = 1;
  feature.vertex[0] = corner;
  return 1;
}

}  // namespace describe_detail

// Fills type, features and points of `contact` from its normal and the cores' signed distance along it.
SCREE_HD inline void describe_contact(const PlanarPair& pair, Real core_distance, Vec2 witness_a,
                                      Real parallel_angle, Contact2& contact, ContactPatch2* patch) {
  using namespace describe_detail;
  const PolygonView& a = pair.a.outline;
  const PolygonView& b = pair.b.outline;
  const Vec2 n = contact.normal;
  contact.feature_a = support_feature(a, n, parallel_angle);
  contact.feature_b = support_feature(b, to_b_direction(pair, -n), parallel_angle);
  const Vec2 base = a.vertices[contact.feature_a.vertex[0]];
  const Vec2 across = turned_left(n);
  const Interval on_a = interval_of(a, contact.feature_a, across, base, [](Vec2 p) { return p; });
  const Interval on_b =
      interval_of(b, contact.feature_b, across, base, [&](Vec2 p) { return from_b_point(pair, p); });

  const Real length_a = on_a.high - on_a.low, length_b = on_b.high - on_b.low;
  const Real smaller = contact.feature_a.vertex_count == 1   ? length_b
                       : contact.feature_b.vertex_count == 1 ? length_a
                                                             : (length_a < length_b ? length_a : length_b);
  const Real flat = tolerance::patch_flat * smaller + tolerance::converged * pair.size;
  const Real miss = tolerance::feature_miss * pair.size;
  Real low = on_a.low > on_b.low ? on_a.low : on_b.low;
  Real high = on_a.high < on_b.high ? on_a.high : on_b.high;
  if (low > high + miss) {
    low = high = dot(across, witness_a - base);
  } else if (high - low <= 4 * flat) {
    low = high = 0.5 * (low + high);
  }
  const bool segment = high > low;
  int part_a = 2, part_b = 2;
  if (!segment) {
    part_a = contact.feature_a.vertex_count == 1 ? 1 : narrow(on_a, low, 4 * flat, contact.feature_a);
    part_b = contact.feature_b.vertex_count == 1 ? 1 : narrow(on_b, low, 4 * flat, contact.feature_b);
  }
  contact.type = contact_type(part_a, part_b, segment ? 1 : 0);

  const auto lift = [&](Real p, Real height) { return base + p * across + height * n; };
  const Real middle = 0.5 * (low + high);
  contact.point_a = lift(middle, pair.a.sweep_radius);
  contact.point_b = lift(middle, core_distance - pair.b.sweep_radius);
  if (patch == nullptr) return;
  patch->count = segment ? 2 : 1;
  const Real halfway = 0.5 * (pair.a.sweep_radius + core_distance - pair.b.sweep_radius);
  for (int k = 0; k < patch->count; ++k) {
    const Real p = k == 0 ? low : high;
    const bool corner_a = part_a == 1 || corner_at(on_a, p, 4 * flat) >= 0;
    const bool corner_b = part_b == 1 || corner_at(on_b, p, 4 * flat) >= 0;
    patch->points[k] = lift(p, halfway);
    patch->distances[k] = contact.distance;
    patch->types[k] = contact_type(corner_a ? 1 : 2, corner_b ? 1 : 2, 0);
  }
}

}  // namespace scree
