// curved: proofs that a maximum of the separation is the signed distance, and the search where there are
// several.
//
// Apart: points of both shapes as far from each other as the separation says. In overlap: a ball of the
// depth's radius about one shape's contact point lies in the other shape, so no direction has less depth.
// Where neither holds, EPA's polytope, which lies inside A - B, is grown until none of its faces is nearer to
// the origin than the best maximum, apart from faces about maxima already found; from faces that might lead
// to a better one another climb starts. Lengths in metres.
#pragma once

#include "detect/kernels/common_normal_wide.hpp"
#include "detect/kernels/curved_climb.hpp"
#include "detect/kernels/epa.hpp"
#include "detect/tolerances.hpp"

namespace scree::curved_detail {

inline constexpr Real proven = 1e-13;        // bounds must agree this well (x size)
inline constexpr Real least_cone = 0.002;    // rad, about a start or a maximum: leads nowhere else
inline constexpr Real cone_share = 0.02;     // of the way a climb went, about its start
inline constexpr Real widest_cone = 0.06;    // rad
inline constexpr Real fine_face = 0.003;     // a face this near the surface is climbed from (x depth)
inline constexpr int search_vertices = 240;  // of the polytope
inline constexpr int climb_limit = 120;      // of one search
inline constexpr int tested_capacity = 2 * climb_limit + 1;
inline constexpr int round_limit = search_vertices + climb_limit;

// Whether a body holds the point, given in its own frame, up to `slack` (m).
SCREE_HD inline bool body_holds(const Superellipsoid& body, Vec3 point, Real slack) {
  const Real least = body.radii.x < body.radii.y ? body.radii.x : body.radii.y;
  return gauge(body, point) <= 1 + slack / (least < body.radii.z ? least : body.radii.z);
}

// Upper bound of the distance less the separation found; not for contacts in overlap.
SCREE_HD inline bool proven_apart(const ShapePair& pair, const Parts& parts, const Climb& climb) {
  if (climb.at_end) return true;
  const Real s = climb.separation;
  const Real slack = proven * (pair.size + s);
  const Real slip_squared = norm_squared(climb.plan.slip);
  if (slip_squared <= slack * (2 * s + slack)) return true;  // sqrt(s^2 + slip^2) <= s + slack
  if (parts.a.skin == Skin::body) return body_holds(parts.a.body, climb.point_a, slack);
  if (parts.b.skin != Skin::body) return false;
  const Vec3 point_b = climb.point_a + s * climb.sight.view.normal;
  return body_holds(parts.b.body, to_b_direction(pair, point_b - pair.translation), slack);
}

// Whether the ball of radius `depth` about `centre` lies in the shape, all in its own frame; `climb` touches
// the shape at `point` with the outward normal `normal`.
SCREE_HD SCREE_DEVICE_CALL inline bool holds_ball(const ShapeView& shape, const Part& part, Vec3 centre,
                                                  Real depth, Real slack) {
  if (part.skin == Skin::disc) {
    const Real width = std::sqrt(centre.x * centre.x + centre.y * centre.y);
    return part.radius - width >= depth - slack && part.half_height - std::fabs(centre.z) >= depth - slack;
  }
  if (part.skin != Skin::none || shape.core.face_count == 0) return false;
  for (std::int32_t f = 0; f < shape.core.face_count; ++f) {
    const Plane& plane = shape.core.face_planes[f];
    if (!(plane.offset - dot(plane.normal, centre) >= depth - slack)) return false;
  }
  return true;
}
SCREE_HD inline bool body_holds_ball(const Superellipsoid& body, View view, int first_motion, Vec3 point,
                                     Vec3 normal) {
  using namespace common_normal_detail;
  for (int k = 0; k < 4; ++k) {
    if (k / 2 != first_motion / 2) view.motion[k].radius = 0;  // the other shape's may only help
  }
  const auto shown = [&](Ring ring) {
    const Real angle = open_cap(body, point, normal, -view.separation, ring);
    return angle >= 0 && one_maximum_within(view, angle);
  };
  return shown(wide_ring) || shown(narrow_ring);
}

// For a maximum in overlap: no other direction has less depth.
SCREE_HD inline bool proven_deepest(const ShapePair& pair, const Parts& parts, const Climb& climb) {
  const View& v = climb.sight.view;
  const Real depth = -climb.separation;
  const Real slack = proven * pair.size;
  const Vec3 point_a = climb.point_a;
  const Vec3 point_b = to_b_direction(pair, point_a - depth * v.normal - pair.translation);
  const Vec3 centre_a = point_a - depth * v.normal;  // where B's point is
  const Vec3 centre_b = to_b_direction(pair, point_a - pair.translation);
  const bool facing = climb.at_end || norm(climb.plan.slip) <= slack || parts.a.skin == Skin::body ||
                      parts.b.skin == Skin::body;
  if (!facing) return false;
  if (holds_ball(pair.a, parts.a, centre_a, depth, slack)) return true;
  if (holds_ball(pair.b, parts.b, centre_b, depth, slack)) return true;
  if (parts.a.skin == Skin::body && body_holds_ball(parts.a.body, v, 0, point_a, v.normal)) return true;
  return parts.b.skin == Skin::body &&
         body_holds_ball(parts.b.body, v, 2, point_b, to_b_direction(pair, -v.normal));
}

// Whether the climb's maximum is the signed distance.
SCREE_HD inline bool is_proven(const ShapePair& pair, const Parts& parts, const Climb& climb) {
  if (!climb.converged) return false;
  const Real touch = tolerance::touch * pair.size;
  if (climb.separation > touch) return proven_apart(pair, parts, climb);
  return climb.separation >= -touch ? norm(climb.plan.slip) <= touch : proven_deepest(pair, parts, climb);
}

// Directions that need no other climb: about each start of one, as wide as a part of the way it went.
struct Tested {
  Vec3 axis[tested_capacity];
  Real cosine[tested_capacity];
  int count = 0;
};
SCREE_HD inline void add_tested(Tested& tested, Vec3 axis, Real angle) {
  if (tested.count == tested_capacity) return;
  tested.axis[tested.count] = axis;
  tested.cosine[tested.count++] = std::cos(angle > least_cone ? angle : least_cone);
}
SCREE_HD inline bool is_tested(const Tested& tested, Vec3 normal) {
  for (int k = 0; k < tested.count; ++k) {
    if (dot(tested.axis[k], normal) >= tested.cosine[k]) return true;
  }
  return false;
}

// The nearest face below a distance that has not been tested.
SCREE_HD inline int nearest_open_face(const EpaPolytope& p, const Tested& tested, Real below) {
  int nearest = -1;
  for (int i = 0; i < p.face_end; ++i) {
    const EpaFace& f = p.face[i];
    if (!f.alive || !(f.offset < below)) continue;
    if (nearest >= 0 && !(f.offset < p.face[nearest].offset)) continue;
    if (!is_tested(tested, f.normal)) nearest = i;
  }
  return nearest;
}

// True when the climb led to a better maximum.
SCREE_HD inline bool climb_and_keep(const ShapePair& pair, const Parts& parts, Vec3 start, Tested& tested,
                                    Climb& best) {
  const Climb other = climb_from(pair, parts, start, std::numeric_limits<Real>::infinity(), best.separation);
  const int steps = best.steps + other.steps;
  const Vec3 end = other.sight.view.normal;
  const Real cone = cone_share * std::atan2(norm(cross(start, end)), dot(start, end));
  add_tested(tested, start, cone < widest_cone ? cone : widest_cone);
  if (other.converged) add_tested(tested, end, least_cone);
  const bool better = other.converged && (!best.converged || other.separation > best.separation);
  if (better) best = other;
  best.steps = steps;
  return better;
}

// Replaces `best` (in overlap) by the maximum of least depth. False where the polytope could not be started.
SCREE_HD SCREE_DEVICE_CALL inline bool search_deepest(const ShapePair& pair, const Parts& parts,
                                                      Climb& best) {
  EpaPolytope polytope;
  if (!epa_detail::start_from_extremes(polytope, pair, best.sight.view.normal)) return false;
  Tested tested;
  if (best.converged) add_tested(tested, best.sight.view.normal, least_cone);
  const Real slack = proven * pair.size;
  int climbs = 0;
  for (int round = 1; round < round_limit && climbs < climb_limit; ++round) {
    const int index = nearest_open_face(polytope, tested, -best.separation - slack);
    if (index < 0) break;
    const EpaFace& f = polytope.face[index];
    const Vec3 normal = f.normal;
    const SupportVertex next = support(pair, normal);
    const Real depth = dot(normal, next.difference);
    const bool room = polytope.vertex_count < search_vertices &&
                      orient3d(epa_detail::corner(polytope, f, 0), epa_detail::corner(polytope, f, 1),
                               epa_detail::corner(polytope, f, 2), next.difference) > 0;
    const bool better = depth < -best.separation - slack;
    if (better || !room || depth - f.offset < fine_face * std::fabs(best.separation)) {
      ++climbs;
      if (climb_and_keep(pair, parts, normal, tested, best) && is_proven(pair, parts, best)) break;
    }
    if (room) epa_detail::expand(polytope, index, next, round);
  }
  return true;
}

}  // namespace scree::curved_detail
