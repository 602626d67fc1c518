// Contact points and contact type of two polyhedral cores along a known normal (Feng 2021, Sec. 3.5).
//
// The features that support A along n and B along -n are projected onto the plane across n. What their
// projections share is the patch: a point, a segment or a polygon. The contact point is its centroid,
// and the type follows from the smallest features of A and B that hold it. Lengths in metres. When the
// projections share nothing (possible within tolerances only), the caller's witness point is used. Of a
// face with more than `outline_capacity` vertices only as many, evenly chosen, make its outline: the
// contact point is then good to about a thousandth of the face, distance and normal stay exact.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/contact_type.hpp"
#include "detect/kernels/features.hpp"
#include "detect/kernels/minkowski.hpp"
#include "detect/tolerances.hpp"

namespace scree {

namespace patch_detail {

// A Vec2 that is not cleared: outlines hold many and use few.
struct OutlinePoint {
  Real x, y;

  SCREE_HD operator Vec2() const { return {x, y}; }
  SCREE_HD OutlinePoint& operator=(Vec2 p) {
    x = p.x;
    y = p.y;
    return *this;
  }
};

inline constexpr int outline_capacity = patch_capacity / 2;  // two of them share no more than a patch holds

// A point, a segment or a convex polygon (counter-clockwise) in the plane across the normal.
struct Outline {
  OutlinePoint point[patch_capacity];
  std::int16_t source[patch_capacity];  // of a feature: which of its vertices each point is
  int count = 0;
};

SCREE_HD inline void copy_point(Outline& o, int to, int from) {
  o.point[to] = o.point[from];
  o.source[to] = o.source[from];
}

struct PlaneFrame {
  Vec3 base, u, v, normal;  // (u, v, normal) right-handed
};
SCREE_HD inline Vec2 project(const PlaneFrame& frame, Vec3 point) {
  return {dot(frame.u, point - frame.base), dot(frame.v, point - frame.base)};
}

SCREE_HD inline std::int32_t feature_vertex(const PolyhedronView& core, const Contact::Feature& feature,
                                            int k) {
  return feature.vertex_count <= 2 ? feature.vertex[k]
                                   : core.face_vertices[core.face_begin[feature.face] + k];
}

template <class Place>
SCREE_HD inline void outline_of(const PolyhedronView& core, const Contact::Feature& feature,
                                const PlaneFrame& frame, bool reversed, Place place, Outline& outline) {
  const int all = feature.vertex_count;
  outline.count = all < outline_capacity ? all : outline_capacity;
  for (int k = 0; k < outline.count; ++k) {
    const int from = (reversed ? outline.count - 1 - k : k) * all / outline.count;
    outline.point[k] = project(frame, place(core.vertices[feature_vertex(core, feature, from)]));
    outline.source[k] = static_cast<std::int16_t>(from);
  }
}

SCREE_HD inline Real extent(const Outline& o) {
  Real largest = 0;
  for (int k = 1; k < o.count; ++k) {
    const Real d = norm(o.point[k] - o.point[0]);
    largest = d > largest ? d : largest;
  }
  return largest;
}

// Makes a polygon strictly convex: drops corners that rounding has put next to another or bent inwards.
// Clipping takes each side for a whole line, which a side of no length would point anywhere.
SCREE_HD inline void drop_bad_corners(Outline& o, Real flat) {
  for (bool changed = true; changed && o.count > 2;) {
    changed = false;
    for (int k = 0; k < o.count && o.count > 2; ++k) {
      const Vec2 before = o.point[k] - o.point[(k + o.count - 1) % o.count];
      const Vec2 after = o.point[(k + 1) % o.count] - o.point[k];
      if (norm(before) > flat && cross(before, after) > 0) continue;
      for (int i = k; i + 1 < o.count; ++i) copy_point(o, i, i + 1);
      --o.count;
      changed = true;
    }
  }
}

// Cuts a segment or polygon to the inner side of a polygon's edges (Sutherland & Hodgman 1974).
// Points within `slack` of an edge count as inside.
SCREE_HD SCREE_DEVICE_CALL inline void clip(Outline& subject, const Outline& clipper, Real slack) {
  for (int k = 0; k < clipper.count && subject.count > 0; ++k) {
    const Vec2 from = clipper.point[k];
    const Vec2 along = clipper.point[(k + 1) % clipper.count] - from;
    const Real length = norm(along);
    if (!(length > 0)) continue;
    const Outline before = subject;
    subject.count = 0;
    const bool closed = before.count > 2;
    for (int i = 0; i < before.count; ++i) {
      const Vec2 p = before.point[i];
      const Real inside_p = cross(along, p - from) / length + slack;
      if (inside_p >= 0 && subject.count < patch_capacity) subject.point[subject.count++] = p;
      if (i + 1 == before.count && !closed) break;
      const Vec2 q = before.point[(i + 1) % before.count];
      const Real inside_q = cross(along, q - from) / length + slack;
      if ((inside_p < 0) != (inside_q < 0) && subject.count < patch_capacity) {
        subject.point[subject.count++] = p + (inside_p / (inside_p - inside_q)) * (q - p);
      }
    }
  }
}

SCREE_HD inline Real clamp01(Real t) { return t < 0 ? 0 : (t > 1 ? 1 : t); }

// The point where two segments cross, or the part that two parallel ones share. Nothing when they miss
// each other by more than `miss`.
SCREE_HD inline void intersect_segments(const Outline& a, const Outline& b, Real parallel_angle, Real miss,
                                        Outline& patch) {
  const Vec2 ea = a.point[1] - a.point[0];
  const Vec2 eb = b.point[1] - b.point[0];
  const Vec2 gap = b.point[0] - a.point[0];
  const Real sine = cross(ea, eb);
  const Real aa = dot(ea, ea);
  patch.count = 0;
  if (std::fabs(sine) > parallel_angle * std::sqrt(aa * dot(eb, eb))) {
    const Vec2 on_a = a.point[0] + clamp01(cross(gap, eb) / sine) * ea;
    const Vec2 on_b = b.point[0] + clamp01(cross(gap, ea) / sine) * eb;
    if (norm(on_b - on_a) > miss) return;
    patch.count = 1;
    patch.point[0] = on_a;
    return;
  }
  const Real start = dot(gap, ea) / aa;
  const Real end = dot(b.point[1] - a.point[0], ea) / aa;
  const Real low = start < end ? start : end;
  const Real high = start < end ? end : start;
  const Real reach = miss / std::sqrt(aa);
  if (low > 1 + reach || high < -reach) return;
  patch.count = 2;
  patch.point[0] = a.point[0] + clamp01(low) * ea;
  patch.point[1] = a.point[0] + clamp01(high) * ea;
}

SCREE_HD inline Real distance_to_edge(const Outline& o, int k, Vec2 p) {
  const Vec2 from = o.point[k];
  const Vec2 along = o.point[(k + 1) % o.count] - from;
  const Real length = norm(along);
  return length > 0 ? std::fabs(cross(along, p - from)) / length : norm(p - from);
}

// Whether a projected vertex lies on the other feature's projection.
SCREE_HD inline bool holds(const Outline& other, Vec2 p, Real slack) {
  if (other.count == 1) return norm(p - other.point[0]) <= slack;
  if (other.count == 2) {
    const Vec2 along = other.point[1] - other.point[0];
    const Real reach = slack * norm(along);
    const Real t = dot(p - other.point[0], along);
    return distance_to_edge(other, 0, p) <= slack && t >= -reach && t <= dot(along, along) + reach;
  }
  Outline point;
  point.count = 1;
  point.point[0] = p;
  clip(point, other, slack);
  return point.count == 1;
}

SCREE_HD inline void intersect(const Outline& a, const Outline& b, Real parallel_angle, Real slack, Real miss,
                               Outline& patch) {
  if (a.count == 1 || b.count == 1) {
    patch.point[0] = a.count == 1 ? a.point[0] : b.point[0];
    patch.count = holds(a.count == 1 ? b : a, patch.point[0], miss) ? 1 : 0;
  } else if (a.count == 2 && b.count == 2) {
    intersect_segments(a, b, parallel_angle, miss, patch);
  } else {
    patch = a.count == 2 || b.count > 2 ? a : b;
    clip(patch, a.count == 2 || b.count > 2 ? b : a, slack);
  }
}

// Replaces a polygon without width by a segment and one without length by a point.
SCREE_HD inline void drop_flat_dimensions(Outline& o, Real flat) {
  if (o.count < 2) return;
  int end = 0;
  Real length = 0;
  int start = 0;
  for (int i = 0; i < o.count; ++i) {
    for (int k = i + 1; k < o.count; ++k) {
      const Real d = norm(o.point[k] - o.point[i]);
      if (d > length) {
        length = d;
        start = i;
        end = k;
      }
    }
  }
  if (length <= flat) {
    copy_point(o, 0, start);
    o.count = 1;
    return;
  }
  const Vec2 along = (1 / length) * (o.point[end] - o.point[start]);
  Real width = 0;
  for (int k = 0; k < o.count; ++k) {
    const Real d = std::fabs(cross(along, o.point[k] - o.point[start]));
    width = d > width ? d : width;
  }
  if (width > flat) return;
  copy_point(o, 0, start);  // start < end
  copy_point(o, 1, end);
  o.count = 2;
}

SCREE_HD inline Vec2 centroid(const Outline& o) {
  if (o.count == 1) return o.point[0];
  if (o.count == 2) return 0.5 * (o.point[0] + o.point[1]);
  Real area = 0;
  Vec2 moment{0, 0};
  for (int k = 1; k + 1 < o.count; ++k) {
    const Vec2 p = o.point[k] - o.point[0];
    const Vec2 q = o.point[k + 1] - o.point[0];
    area += cross(p, q);
    moment = moment + cross(p, q) * (p + q);
  }
  return o.point[0] + (1 / (3 * area)) * moment;
}

// The smallest part of the feature (1: vertex, 2: edge, 3: face) that holds both points; the part's
// first index in `where`.
SCREE_HD inline int smallest_part(const Outline& feature, Vec2 p, Vec2 q, Real slack, int& where) {
  for (int k = 0; k < feature.count; ++k) {
    where = k;
    if (norm(feature.point[k] - p) <= slack && norm(feature.point[k] - q) <= slack) return 1;
  }
  for (int k = 0; feature.count > 1 && k < (feature.count == 2 ? 1 : feature.count); ++k) {
    where = k;
    if (distance_to_edge(feature, k, p) <= slack && distance_to_edge(feature, k, q) <= slack) return 2;
  }
  where = 0;
  return feature.count < 3 ? feature.count : 3;
}

// Narrows the feature to the part found.
SCREE_HD inline void narrow(const PolyhedronView& core, const Outline& outline, int part, int where,
                            Contact::Feature& feature) {
  if (part >= 3 || part >= feature.vertex_count || feature.vertex_count > outline_capacity) return;
  Contact::Feature narrowed;
  narrowed.vertex_count = part;
  for (int k = 0; k < part; ++k) {
    narrowed.vertex[k] = feature_vertex(core, feature, outline.source[(where + k) % outline.count]);
  }
  feature = narrowed;
}

}  // namespace patch_detail

// Fills type, features and points of `contact` from its normal and the cores' signed distance along it.
// `witness_a` is a point of core A at the contact, for the rare case that the features share no patch.
SCREE_HD SCREE_DEVICE_CALL inline void describe_contact(const ShapePair& pair, Real core_distance,
                                                        Vec3 witness_a, Real parallel_angle, Contact& contact,
                                                        ContactPatch* patch_out) {
  using namespace patch_detail;
  const PolyhedronView& a = pair.a.core;
  const PolyhedronView& b = pair.b.core;
  const Vec3 n = contact.normal;
  contact.feature_a = support_feature(a, n, parallel_angle);
  contact.feature_b = support_feature(b, to_b_direction(pair, -n), parallel_angle);
  const Vec3 support_a = a.vertices[contact.feature_a.vertex[0]];
  const Vec3 u = perpendicular(n);
  const PlaneFrame frame{support_a, u, cross(n, u), n};

  Outline outline_a;
  Outline outline_b;
  outline_of(
      a, contact.feature_a, frame, false, [](Vec3 p) { return p; }, outline_a);
  outline_of(
      b, contact.feature_b, frame, true, [&](Vec3 p) { return from_b_point(pair, p); }, outline_b);
  const Real extent_a = extent(outline_a);
  const Real extent_b = extent(outline_b);
  const Real smaller = outline_a.count == 1   ? extent_b
                       : outline_b.count == 1 ? extent_a
                                              : (extent_a < extent_b ? extent_a : extent_b);
  const Real flat = tolerance::patch_flat * smaller + tolerance::converged * pair.size;
  drop_bad_corners(outline_a, flat);
  drop_bad_corners(outline_b, flat);
  drop_flat_dimensions(outline_a, 4 * flat);
  drop_flat_dimensions(outline_b, 4 * flat);
  Outline patch;
  const Real miss = tolerance::feature_miss * pair.size;
  intersect(outline_a, outline_b, parallel_angle, 0, miss, patch);
  // Outlines that only meet along a side or in a corner may miss each other by rounding.
  if (patch.count == 0) intersect(outline_a, outline_b, parallel_angle, flat, miss, patch);
  drop_flat_dimensions(patch, 4 * flat);
  int part_a = outline_a.count < 3 ? outline_a.count : 3;
  int part_b = outline_b.count < 3 ? outline_b.count : 3;
  if (patch.count == 1 || patch.count == 2) {
    int where_a = 0;
    int where_b = 0;
    const Vec2 last = patch.point[patch.count - 1];
    part_a = smallest_part(outline_a, patch.point[0], last, 4 * flat, where_a);
    part_b = smallest_part(outline_b, patch.point[0], last, 4 * flat, where_b);
    narrow(a, outline_a, part_a, where_a, contact.feature_a);
    narrow(b, outline_b, part_b, where_b, contact.feature_b);
  } else if (patch.count == 0) {
    patch.count = 1;
    patch.point[0] = project(frame, witness_a);
  }
  contact.type = contact_type(part_a, part_b, patch.count == 1 ? 0 : 1);

  const auto lift = [&](Vec2 p, Real height) {
    return frame.base + p.x * frame.u + p.y * frame.v + height * n;
  };
  const Vec2 middle = centroid(patch);
  contact.point_a = lift(middle, pair.a.sweep_radius);
  contact.point_b = lift(middle, core_distance - pair.b.sweep_radius);
  if (patch_out == nullptr) return;
  patch_out->count = patch.count;
  const Real halfway = 0.5 * (pair.a.sweep_radius + core_distance - pair.b.sweep_radius);
  for (int k = 0; k < patch.count; ++k) {
    int where = 0;
    const int at_a = smallest_part(outline_a, patch.point[k], patch.point[k], 4 * flat, where);
    const int at_b = smallest_part(outline_b, patch.point[k], patch.point[k], 4 * flat, where);
    patch_out->points[k] = lift(patch.point[k], halfway);
    patch_out->distances[k] = contact.distance;
    patch_out->types[k] = contact_type(at_a, at_b, 0);
  }
}

}  // namespace scree
