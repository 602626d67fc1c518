// curved: from a direction up to the next maximum of the separation.
//
// Newton with a line search on the separation itself, by the steps of curved_step.hpp. The one place these do
// not model is the axis of a cylinder, where the skin of its flat end has a kink like a cone's tip: the axis
// is tried as it comes near, with its own test of being a maximum. A climb ends where no step leads up any
// more.
#pragma once

#include <limits>

#include "detect/kernels/curved_bend.hpp"
#include "detect/kernels/curved_level.hpp"
#include "detect/kernels/curved_step.hpp"

namespace scree::curved_detail {

inline constexpr int step_limit = 80;       // Newton steps of one climb
inline constexpr int backtrack_limit = 40;  // parts of one step that are tried
inline constexpr int flat_tries = 12;       // parts of a step off a flat side that are tried
inline constexpr Real flat_radius = 10;     // x size: radii of curvature above are flat
inline constexpr int flat_limit = 6;        // such steps of one climb
inline constexpr int idle_limit = 3;        // steps that neither separate better nor halve the slip
inline constexpr Real near_step = 0.1;      // rad, a step this short sees its maximum
inline constexpr Real hope = 4;             // ... which is at most this many times the promised gain away
inline constexpr Real armijo = 1e-4;        // the share of the promised gain a step must bring
inline constexpr Real saddle_step = 0.2;    // rad, the first try to leave a saddle
inline constexpr int long_tries = 8;        // parts of a long step along a saddle that are tried
inline constexpr Real near_axis = 0.6;      // sine: a cylinder's axis this near is tried
inline constexpr Real settled = 1e-14;      // a slip below is left as it is (x size)
inline constexpr Real first_leave = 0.3;    // rad, the first try to leave an axis

struct Climb {
  Sight sight;
  Plan plan;
  Vec3 point_a;  // on core and skin of A, at the contact
  Real separation = 0;
  int steps = 0;
  bool converged = false;
  bool at_end = false;  // along a cylinder's axis, on its flat end
};

SCREE_HD inline Climb arrived_at_end(const ShapePair& pair, const Parts& parts, const EndView& end) {
  Climb climb;
  climb.sight = end.sight;
  const View& v = end.sight.view;
  climb.separation = v.separation;
  climb.converged = climb.at_end = true;
  // A slip beyond the discs is left to the other shape's flat side.
  const Real slip = norm(end.slip);
  const Vec3 held = slip > end.reach ? (end.reach / slip) * end.slip : end.slip;
  if (end.disc_a) {
    const Real share = parts.a.radius / end.reach;
    climb.point_a = core_vertex(pair.a, parts.a, end.sight.corner.a) + share * held;
  } else {
    const Vec3 middle_b = from_b_point(pair, core_vertex(pair.b, parts.b, end.sight.corner.b));
    climb.point_a = middle_b - held - v.separation * v.normal;
  }
  return climb;
}

// Which of the four ends have been tried: B's after A's, the one against z first.
SCREE_HD inline int near_end(const Part& part, Vec3 own) {
  if (part.skin != Skin::disc || own.x * own.x + own.y * own.y > near_axis * near_axis) return -1;
  return own.z < 0 ? 0 : 1;
}

// Tries the ends of cylinders near the view's normal. True: one of them is the maximum, or a step leads up.
SCREE_HD SCREE_DEVICE_CALL inline bool try_ends(const ShapePair& pair, const Parts& parts, bool (&tried)[4],
                                                Climb& climb) {
  for (int side = 0; side < 2; ++side) {
    const View& v = climb.sight.view;
    const int which = near_end(side == 0 ? parts.a : parts.b, side == 0 ? v.normal_a : v.normal_b);
    if (which < 0 || tried[2 * side + which]) continue;
    tried[2 * side + which] = true;
    const Vec3 own{0, 0, which == 0 ? Real{-1} : Real{1}};
    const Vec3 axis = side == 0 ? own : -(pair.a_from_b * own);
    const EndView end = look_level(pair, parts, axis, true);
    const Real level = end.sight.view.separation;
    const Real noise = 4 * rounding * (pair.size + std::fabs(level));
    if (!(level >= v.separation - noise)) continue;
    const Real slip = norm(end.slip);
    bool leads_up = false;
    Real step = first_leave;
    for (int k = 0; slip > end.reach + noise && k < backtrack_limit; ++k, step *= 0.4) {
      const Sight next = look(pair, parts, normalized(axis + (step / slip) * end.slip));
      if (!(next.view.separation > level + noise)) continue;
      leads_up = true;
      if (!(next.view.separation > v.separation)) continue;
      climb.sight = next;
      climb.plan = make_plan(pair, parts, next, Plan{});
      return true;
    }
    if (leads_up) continue;
    const int steps = climb.steps;
    climb = arrived_at_end(pair, parts, end);
    climb.steps = steps;
    return true;
  }
  return false;
}

// Moves along the step, or a part of it, if that separates better; false if no part does.
SCREE_HD SCREE_DEVICE_CALL inline bool advance(const ShapePair& pair, const Parts& parts, Climb& climb,
                                               Vec3 step, Real promised, int tries) {
  const View& v = climb.sight.view;
  const Real level = 4 * rounding * (pair.size + std::fabs(v.separation));
  Real part = 1;
  for (int k = 0; k < tries; ++k) {
    const Sight next = look(pair, parts, normalized(v.normal + part * step));
    const Real gain = next.view.separation - v.separation;
    const bool better = gain > 0 && gain >= armijo * part * promised;
    if (better || gain >= -level) {
      const Plan plan = make_plan(pair, parts, next, climb.plan);
      // Within rounding the slip decides: it goes to zero long after the separation has settled.
      if (better || plan.off < 0.5 * climb.plan.off) {
        climb.sight = next;
        climb.plan = plan;
        return true;
      }
    }
    part *= k < 3 ? 0.5 : 0.125;
    if (part * norm(step) < 0.1 * rounding) return false;
  }
  return false;
}

// A step as if no side were flat.
SCREE_HD SCREE_DEVICE_CALL inline bool leave_flat(const ShapePair& pair, const Parts& parts, Climb& climb) {
  const Plan soft = make_plan(pair, parts, climb.sight, Plan{}, flat_radius * pair.size);
  return advance(pair, parts, climb, in_space(soft.tangent, soft.x), 0, flat_tries);
}

// Along the way the surface bends least, in case the step's point is a saddle.
SCREE_HD inline Vec3 aside(const Plan& plan) {
  const Tangent& t = plan.tangent;
  if (plan.count == 2) {
    const Turn u = minus(plan.active[0].g, plan.active[1].g);
    const Real length = std::sqrt(dot(u, u));
    if (length > 0) return (saddle_step / length) * in_space(t, {-u.x1, u.x0});
  }
  return saddle_step * t.e[t.m00 < t.m11 ? 0 : 1];
}

// A superellipsoid's flat side may be flatter than the normal's rounding: the normal then does not tell where
// on it the contact is, and the step leaves the other shape's corners out of balance. All corners that are
// level take part instead, and what slip remains is made up for on the flat side.
SCREE_HD SCREE_DEVICE_CALL inline void settle_on_body(const ShapePair& pair, const Parts& parts,
                                                      Climb& climb) {
  const View& v = climb.sight.view;
  if (norm(climb.plan.slip) > settled * pair.size) {
    const EndView flat = look_level(pair, parts, v.normal, false);
    const Real slip = norm(flat.slip);
    const Real left = slip > flat.reach ? slip - flat.reach : Real{0};
    const Tangent& t = climb.plan.tangent;
    const SlipMeasure measure = slip_measure(pair, t, climb.separation);
    const Turn before = measured(measure, in_tangent(t, climb.plan.slip));
    const Turn after = measured(measure, in_tangent(t, slip > 0 ? (left / slip) * flat.slip : Vec3{}));
    if (left < norm(climb.plan.slip) && dot(after, after) <= 1.01 * dot(before, before))
      climb.plan.slip = slip > 0 ? (left / slip) * flat.slip : Vec3{};
  }
  climb.point_a = parts.a.skin == Skin::body
                      ? climb.sight.skin_a + climb.plan.slip
                      : pair.translation + climb.sight.skin_b - climb.plan.slip - climb.separation * v.normal;
}

SCREE_HD inline void set_point(const ShapePair& pair, const Parts& parts, Climb& climb) {
  climb.separation = climb.sight.view.separation;
  if (parts.a.skin == Skin::body || parts.b.skin == Skin::body) {
    settle_on_body(pair, parts, climb);
    return;
  }
  Vec3 core;
  for (int k = 0; k < climb.plan.count; ++k) {
    core += climb.plan.weight[k] * core_vertex(pair.a, parts.a, climb.plan.active[k].corner.a);
  }
  climb.point_a = core + climb.sight.skin_a;
}

// Climbs from `start` (unit), to a maximum, until the separation is above `enough`, or until it is clear that
// the maximum ahead is not above `least`.
SCREE_HD SCREE_DEVICE_CALL inline Climb climb_from(const ShapePair& pair, const Parts& parts, Vec3 start,
                                                   Real enough,
                                                   Real least = -std::numeric_limits<Real>::infinity()) {
  Climb climb;
  climb.sight = look(pair, parts, start);
  climb.plan = make_plan(pair, parts, climb.sight, Plan{});
  bool tried[4] = {};
  Real highest = -std::numeric_limits<Real>::infinity();
  Real least_slip = std::numeric_limits<Real>::infinity();
  int idle = 0;
  int flats = 0;
  const bool with_body = parts.a.skin == Skin::body || parts.b.skin == Skin::body;
  for (; climb.steps < step_limit; ++climb.steps) {
    const View& v = climb.sight.view;
    const Plan& plan = climb.plan;
    if (v.separation > enough) break;
    if (try_ends(pair, parts, tried, climb)) {
      if (climb.at_end) return climb;
      continue;
    }
    const Real noise = rounding * (pair.size + std::fabs(v.separation));
    const Real slip = plan.off;
    idle = v.separation > highest + 2 * noise || slip < 0.5 * least_slip ? 0 : idle + 1;
    highest = v.separation > highest ? v.separation : highest;
    least_slip = slip < least_slip ? slip : least_slip;
    Turn bent;
    const bool is_bent = bent_step(pair, parts, v, plan, bent);
    const bool done =
        plan.definite && (idle >= idle_limit || (!is_bent && slip <= noise && plan.promised <= noise));
    // On a side that is flat to rounding Newton stands still and cannot tell level corners apart.
    const bool on_flat = with_body && flats < flat_limit && norm(plan.slip) > settled * pair.size;
    if (done) {
      if (on_flat && ++flats > 0 && leave_flat(pair, parts, climb)) continue;
      climb.converged = true;
      break;
    }
    // Where power laws rule the model says little about what lies ahead.
    if (plan.definite && !is_bent && dot(plan.x, plan.x) < near_step * near_step &&
        v.separation + hope * plan.promised < least)
      break;
    if (is_bent && advance(pair, parts, climb, in_space(plan.tangent, bent), 0, 1)) continue;
    // Where the surface does not bend down the step's length means nothing: a long one first.
    const Vec3 step = in_space(plan.tangent, plan.x);
    const Real length = norm(step);
    if (!plan.definite && length > 0 && length < saddle_step &&
        advance(pair, parts, climb, (saddle_step / length) * step, armijo * slip * saddle_step, long_tries))
      continue;
    if (advance(pair, parts, climb, step, plan.promised, backtrack_limit)) continue;
    if (on_flat && ++flats > 0 && leave_flat(pair, parts, climb)) continue;
    if (!plan.definite) {
      const Vec3 way = aside(plan);
      if (advance(pair, parts, climb, way, 0, 6) || advance(pair, parts, climb, -way, 0, 6)) continue;
    }
    climb.converged = true;
    break;
  }
  set_point(pair, parts, climb);
  return climb;
}

}  // namespace scree::curved_detail
