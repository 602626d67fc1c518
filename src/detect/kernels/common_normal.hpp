// common-normal: the signed distance of two superellipsoids by their common normal (after Wellmann 2008).
//
// The paper looks for the direction c whose two tangent points lie on one line along c (Eq. 5) by minimising
// the squared distance of these points over two angles (Eq. 9). That function has minima that are no
// solutions, is not convex even for bodies apart, and has no second derivatives on symmetry planes. This
// kernel keeps the paper's unknown, the direction, and its early exclusion (Eq. 14), and changes the rest:
// - What is maximised is the separation s(n) = n . d(n), d = p_B - p_A between the tangent points. Its
//   largest value over all unit n is the signed distance, apart and in overlap; apart there is one maximum
//   only, and any n with s(n) > cutoff excludes (Eq. 14). Its gradient across n is the slip, the part of d
//   across n: zero exactly where Eq. 5_3 holds.
// - Newton's matrix is M_A + M_B + s, with M the radii of curvature, known in closed form as four rank-one
//   terms (curved_support). Radii may be infinite (flat sides, epsilon below 1) or zero (edges, epsilon above
//   1); the 2 x 2 system is solved in the axes of the largest one, so that neither drowns the other. Nothing
//   is shifted at symmetry planes: a component that is zero and should stay zero does so exactly.
// - Where a step changes a component of the normal by much of itself, the point, not the normal, is what
//   moves evenly: the step is taken in the point's coordinates and turned into a normal by the power law.
// - From a pair's last normal a short way leads to the maximum (common_normal_near.hpp).
// - In overlap s has several maxima. Where the depth is less than the radius of the ball that rolls inside
//   A - B, any of them is the best (is_shallow). Else one look at n bounds all others, s(n') <= n' . d:
//   either points of one body about the contact prove that no other direction is better, or cones of
//   directions all over the sphere are ruled out or climbed from (common_normal_wide.hpp). No random numbers.
// Answer: distance to about 1e-15 sizes; `fallback` where the search had to be started from gjk-epa's answer.
// Cannot answer: `unsupported_pair` for other shapes; `not_converged` if not even that led to a maximum.
// Lengths in metres, all vectors in A's frame relative to A's centre.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/common_normal_near.hpp"
#include "detect/kernels/common_normal_wide.hpp"
#include "detect/kernels/core_contact.hpp"
#include "detect/kernels/gjk_epa.hpp"
#include "shape/rolling_ball.hpp"

namespace scree {

namespace common_normal_detail {

inline constexpr int settle_limit = 40;
// Two unit vectors this close are the same but for rounding, or for a few roundings.
inline constexpr Real same_normal = 1e-15;
inline constexpr Real close_normal = 1e-14;

// Points that face each other, where the surfaces are flatter than a normal's rounding: then the normal does
// not tell where on the flat side they are. Each body keeps a normal of its own, as ratios in its own axes,
// where a component of 1e-30 has all its digits; the two agree to rounding. Newton as in `climb`.
SCREE_HD SCREE_DEVICE_CALL inline void settle_points(const ShapePair& pair, const Bodies& bodies, View& v) {
  View w = v;
  const Real least = v.separation - 8 * rounding * (pair.size + std::fabs(v.separation));
  Real best = norm(v.slip);
  for (int round = 0; round < settle_limit && best > settled * pair.size; ++round) {
    const Vec3 gap = -(pair.a_from_b * w.normal_b) - w.normal;
    const bool agree = norm(gap) <= same_normal;
    // A turns by x, B by x - gap: (M_A + M_B + s) x = slip + M_B gap.
    const Tangent t = tangent_matrix(w);
    const Turn turn_gap = agree ? Turn{} : in_tangent(t, gap);
    Turn for_a = in_tangent(t, w.slip);
    Turn for_b{for_a.x0 - w.separation * turn_gap.x0, for_a.x1 - w.separation * turn_gap.x1};
    for (int k = 0; k < 4; ++k) {
      const Real y = w.motion[k].radius * along_motion(t, k, turn_gap);
      Turn& rhs = k < 2 ? for_b : for_a;
      rhs.x0 += (k < 2 ? -y : y) * t.axis[k][0];
      rhs.x1 += (k < 2 ? -y : y) * t.axis[k][1];
    }
    // Each on its own: the difference of two turns has not the digits that a flat side needs.
    Turn x;
    Turn y;
    if (!solve(t, w.separation, for_a, x) || !solve(t, w.separation, for_b, y)) return;
    const Bent a = bend(bodies.a, w.normal_a, w.motion, along_motion(t, 0, x), along_motion(t, 1, x));
    const Bent b = bend(bodies.b, w.normal_b, w.motion + 2, along_motion(t, 2, y), along_motion(t, 3, y));
    w = look_apart(pair, bodies, normal_of(bodies.a, a.u), normal_of(bodies.b, b.u));
    const Real off = norm(pair.a_from_b * w.normal_b + w.normal);
    if (!is_finite(w.slip) || !(off < 0.1)) return;
    if (off <= close_normal && norm(w.slip) < best && w.separation >= least) {
      best = norm(w.slip);
      v = w;
    }
  }
}

// The pair in units of about its size, a power of two: nothing is rounded, and no square over- or underflows.
// 1 where the distance would overflow instead.
SCREE_HD inline Real scale_to_unit(OwnShapePair& pair) {
  int exponent = 0;
  (void)std::frexp(pair.size, &exponent);
  const Real factor = std::ldexp(Real{1}, -exponent);
  const Vec3 translation = factor * pair.translation;
  if (!is_finite(translation) || !(factor > 0) || !std::isfinite(factor)) return 1;
  pair.translation = translation;
  pair.size *= factor;
  const auto scale = [factor](ShapeView& shape) {
    shape.radii = factor * shape.radii;
    shape.sweep_radius *= factor;
    shape.size *= factor;
  };
  scale(pair.a);
  scale(pair.b);
  return factor;
}

// Where a climb ended without a maximum: once more from the answer of a method that needs no derivatives.
SCREE_HD SCREE_DEVICE_CALL inline void climb_again(const ShapePair& pair, const Bodies& bodies,
                                                   Search& search) {
  PairCache cache;
  Contact coarse;
  QueryRequest request;
  request.describe = false;
  gjk_epa(pair, request, cache, coarse);
  if (!(norm_squared(coarse.normal) > 0.5)) return;
  Search other = climb(pair, bodies, coarse.normal, {});
  other.steps += search.steps;
  if (other.converged || other.best.separation > search.best.separation) search = other;
}

// Whether a maximum of this separation is the best one already: both bodies hold a rolling ball at the
// contact that touches it from inside, so A - B holds one of the sum of the radii that touches its surface
// where it is nearest to the origin, and with it all points that are not farther from the origin.
SCREE_HD inline bool is_shallow(const Bodies& bodies, Real separation) {
  return -separation <= rolling_radius(bodies.a) + rolling_radius(bodies.b);
}

SCREE_HD inline void set_answer(const ShapePair& pair, Vec3 normal, int steps, PairCache& cache,
                                Contact& contact, ContactPatch* patch) {
  keep_direction(cache, Algorithm::common_normal, normal);
  contact.type = ContactType::smooth;
  contact.iterations = steps;
  contact.normal = normal;
  set_state(pair, contact);
  set_single_point(contact, patch);
}

// From `start` (unit), however far from the answer that is.
SCREE_HD SCREE_COLD inline void search_from(const ShapePair& given, Real given_cutoff, Vec3 start,
                                            PairCache& cache, Contact& contact, ContactPatch* patch) {
  OwnShapePair scaled{given.a, given.b, given.a_from_b, given.translation, given.size};
  const Real factor = scale_to_unit(scaled);
  const ShapePair pair = scaled;
  const Bodies bodies{as_superellipsoid(pair.a), as_superellipsoid(pair.b)};
  const Real cutoff = factor * given_cutoff;
  Search search = climb(pair, bodies, start, {cutoff});
  contact.beyond_cutoff = search.best.separation > cutoff;
  if (!contact.beyond_cutoff) {
    if (!search.converged) {
      contact.fallback = true;
      climb_again(pair, bodies, search);
    }
    if (search.best.separation < -tolerance::touch * pair.size &&
        !(search.converged &&
          (is_shallow(bodies, search.best.separation) || surely_deepest(pair, bodies, search.best))))
      search_widely(pair, bodies, search);
    settle_points(pair, bodies, search.best);
    const bool finite = std::isfinite(search.best.separation) && is_finite(search.best.normal) &&
                        is_finite(search.best.point_a) && is_finite(search.best.point_b);
    if (!finite) search.best = View{};
    if (!search.converged || !finite) contact.status = Status::not_converged;
  }
  const View& v = search.best;
  contact.distance = v.separation / factor;
  contact.point_a = v.point_a / factor;
  contact.point_b = v.point_b / factor;
  set_answer(given, v.normal, search.steps, cache, contact, patch);
}

}  // namespace common_normal_detail

SCREE_HD inline Status common_normal(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                                     Contact& contact, ContactPatch* patch = nullptr) {
  using namespace common_normal_detail;
  clear_answer(contact, patch);
  if (!is_superellipsoid(pair.a) || !is_superellipsoid(pair.b))
    return contact.status = Status::unsupported_pair;
  const Real cutoff = request.cutoff > 0 ? request.cutoff : 0;
  Vec3 start = start_direction(pair, cache, Algorithm::common_normal);
  if (has_direction(cache, Algorithm::common_normal)) {
    const Bodies bodies{as_superellipsoid(pair.a), as_superellipsoid(pair.b)};
    Near near;
    if (search_near(pair, bodies, start, cutoff, near)) {
      if (is_shallow(bodies, near.separation)) {
        contact.beyond_cutoff = near.separation > cutoff;
        contact.distance = near.separation;
        contact.point_a = near.point_a;
        contact.point_b = near.point_b;
        set_answer(pair, near.normal, near.steps, cache, contact, patch);
        return contact.status;
      }
      start = near.normal;
    }
  }
  search_from(pair, cutoff, unit_vector_along(start), cache, contact, patch);
  return contact.status;
}

}  // namespace scree
