// The distance of two segments, either of which may be a point, in closed form.
//
// Method: the minimum of a convex quadratic over the unit square, found by taking the free minimum and,
// where it lies outside, the best of the four sides. Lengths in metres.
#pragma once

#include <scree/vec.hpp>

#include <limits>

#include "detect/kernels/minkowski.hpp"

namespace scree {

struct Segment {
  Vec3 start, end;
};

struct SegmentDistance {
  Real distance = 0;
  Vec3 point_a, point_b;
  Vec3 normal;  // unit, from A to B; where they meet: perpendicular to both
};

namespace segments_detail {

// The vector from `point` to the nearest point of the segment. Where that lies between the ends it is
// made perpendicular to the segment: its direction then stays right when its length is nearly rounding.
SCREE_HD inline Vec3 shortest_to(const Segment& s, Vec3 point) {
  const Vec3 e = s.end - s.start;
  const Real length_squared = norm_squared(e);
  const Vec3 from_start = s.start - point;
  if (!(length_squared > 0)) return from_start;
  const Real t = -dot(from_start, e) / length_squared;
  if (!(t > 0)) return from_start;
  if (!(t < 1)) return s.end - point;
  const Vec3 across = from_start + t * e;
  return across - (dot(across, e) / length_squared) * e;
}

SCREE_HD inline void keep_nearer(SegmentDistance& best, Vec3 point_a, Vec3 a_to_b) {
  const Real distance = norm(a_to_b);
  if (!(distance < best.distance)) return;
  best.distance = distance;
  best.point_a = point_a;
  best.point_b = point_a + a_to_b;
  best.normal = a_to_b;
}

}  // namespace segments_detail

SCREE_HD SCREE_DEVICE_CALL inline SegmentDistance segment_distance(const Segment& a, const Segment& b) {
  using namespace segments_detail;
  const Vec3 ea = a.end - a.start;
  const Vec3 eb = b.end - b.start;
  const Real aa = norm_squared(ea);
  const Real bb = norm_squared(eb);
  const Vec3 common = cross(ea, eb);
  const Real sine_squared = norm_squared(common);  // |ea|^2 |eb|^2 sin^2
  SegmentDistance best;
  best.distance = std::numeric_limits<Real>::infinity();

  // Lines that cross: where the common perpendicular meets both within their ends, it is the answer.
  if (sine_squared > 1e-20 * aa * bb) {
    const Vec3 gap = b.start - a.start;
    const Real s = dot(cross(gap, eb), common) / sine_squared;
    const Real t = dot(cross(gap, ea), common) / sine_squared;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
      const Vec3 normal = common / std::sqrt(sine_squared);
      const Real height = dot(normal, gap);
      best.point_a = a.start + s * ea;
      best.normal = height < 0 ? -normal : normal;
      best.distance = std::fabs(height);
      best.point_b = best.point_a + best.distance * best.normal;
      return best;
    }
  }
  keep_nearer(best, a.start, shortest_to(b, a.start));
  keep_nearer(best, a.end, shortest_to(b, a.end));
  const Vec3 ends[2] = {b.start, b.end};
  for (const Vec3& end : ends) {
    const Vec3 b_to_a = shortest_to(a, end);
    keep_nearer(best, end + b_to_a, -b_to_a);
  }

  // Where the ends meet, any direction perpendicular to both will do.
  const Real scale = std::sqrt(aa > bb ? aa : bb) + norm(best.point_a);
  if (best.distance > 1e-15 * scale) {
    best.normal = best.normal / best.distance;
  } else if (sine_squared > 1e-20 * aa * bb) {
    best.normal = common / std::sqrt(sine_squared);
  } else if (aa > 0 || bb > 0) {
    best.normal = perpendicular(normalized(aa > bb ? ea : eb));
  } else {
    best.normal = Vec3{0, 0, 1};
  }
  return best;
}

}  // namespace scree
