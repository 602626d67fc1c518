// curved: the step uphill from a direction, across the kinks of polyhedral cores.
//
// About n the separation is modelled as the least of the corners' linear terms less one quadratic term,
//   m(x) = min_k (c_k + g_k . x) - x . (M + s) x / 2,   x across n,
// with d_k the vector between the points that corner k of the cores gives, c_k = n . d_k, g_k its part across
// n, M the skins' radii of curvature. Its maximum has one corner (a vertex faces the skin), two (an edge) or
// three (a face, or two edges that cross): the kind of contact need not be known beforehand. Corners are
// brought in as the support points along n + x ask for them. At n itself the weights that balance the slips
// of the corners give the contact point.
#pragma once

#include <limits>

#include "detect/kernels/curved_view.hpp"

namespace scree::curved_detail {

inline constexpr int corner_rounds = 16;     // corners brought in for one step
inline constexpr Real corner_noise = 2e-16;  // a corner this little below the others is rounding (x size)

inline constexpr Real least_scale = 1e-7;  // of slips along sides however flat: still more than rounding

struct Linear {
  Corner corner;
  Vec3 d;
  Real c = 0;
  Turn g;
};
SCREE_HD inline Real dot(Turn x, Turn y) { return x.x0 * y.x0 + x.x1 * y.x1; }
SCREE_HD inline Turn minus(Turn x, Turn y) { return {x.x0 - y.x0, x.x1 - y.x1}; }
SCREE_HD inline Turn along(Turn x, Real f, Turn y) { return {x.x0 + f * y.x0, x.x1 + f * y.x1}; }

struct Plan {
  Tangent tangent;
  Real shift = 0;         // s, or more where M + s is not positive definite
  bool definite = false;  // M + s is, as far as the active corners leave freedom
  Linear active[3];
  int count = 0;
  Turn x;             // the model's maximum
  Real promised = 0;  // what the model gains there (m)
  Real weight[3] = {1, 0, 0};
  Vec3 slip;     // of the weighted corners, across n
  Real off = 0;  // m, the slip by its own measure (slip_measure)
};

SCREE_HD inline Turn times(const Tangent& t, Real shift, Turn x) {
  return {(t.m00 + shift) * x.x0 + t.m01 * x.x1, t.m01 * x.x0 + (t.m11 + shift) * x.x1};
}

SCREE_HD inline Real model_value(const Tangent& t, Real shift, const Linear* set, int count, Turn x) {
  Real least = set[0].c + dot(set[0].g, x);
  for (int k = 1; k < count; ++k) {
    const Real value = set[k].c + dot(set[k].g, x);
    least = value < least ? value : least;
  }
  return least - 0.5 * dot(x, times(t, shift, x));
}

// The best x where corners p and q are level; false if they are everywhere or nowhere.
SCREE_HD inline bool solve_level(const Tangent& t, Real shift, const Linear& p, const Linear& q, Turn& x) {
  const Turn u = minus(p.g, q.g);
  const Real length = std::sqrt(dot(u, u));
  if (!(length > 0)) return false;
  const Turn e{u.x0 / length, u.x1 / length};
  const Turn tau{-e.x1, e.x0};
  const Real off = (q.c - p.c) / length;
  const Turn x0{off * e.x0, off * e.x1};
  const Real bend = dot(tau, times(t, shift, tau));
  if (!(bend > 0)) return false;
  x = along(x0, (dot(p.g, tau) - dot(tau, times(t, shift, x0))) / bend, tau);
  return std::isfinite(x.x0) && std::isfinite(x.x1);
}
SCREE_HD inline bool solve_corner(const Linear& p, const Linear& q, const Linear& r, Turn& x) {
  const Turn u = minus(p.g, q.g);
  const Turn v = minus(p.g, r.g);
  const Real det = u.x0 * v.x1 - u.x1 * v.x0;
  const Real cu = q.c - p.c;
  const Real cv = r.c - p.c;
  x = {(cu * v.x1 - cv * u.x1) / det, (u.x0 * cv - v.x0 * cu) / det};
  return std::isfinite(x.x0) && std::isfinite(x.x1);
}

// The maximum over the active corners and a new one, which must be active in it: at most seven candidates, of
// which the highest is the one.
SCREE_HD SCREE_DEVICE_CALL inline void bring_in(Plan& plan, const Linear& fresh) {
  const Tangent& t = plan.tangent;
  Linear set[4];
  for (int k = 0; k < plan.count; ++k) set[k] = plan.active[k];
  const int last = plan.count;
  set[last] = fresh;
  const int count = last + 1;
  Real best = 0;
  int chosen[3] = {last, -1, -1};
  bool found = false;
  Turn x;
  const auto consider = [&](int i, int j) {
    const Real value = model_value(t, plan.shift, set, count, x);
    if (found && !(value > best)) return;
    found = true;
    best = value;
    plan.x = x;
    chosen[1] = i;
    chosen[2] = j;
  };
  if (common_normal_detail::solve(t, plan.shift, fresh.g, x)) consider(-1, -1);
  for (int i = 0; i < last; ++i) {
    if (solve_level(t, plan.shift, fresh, set[i], x)) consider(i, -1);
    for (int j = i + 1; j < last; ++j) {
      if (solve_corner(fresh, set[i], set[j], x)) consider(i, j);
    }
  }
  if (!found) plan.x = Turn{};
  plan.count = 0;
  for (const int k : chosen) {
    if (k >= 0) plan.active[plan.count++] = set[k];
  }
}

SCREE_HD inline Linear linear_at(const ShapePair& pair, const Parts& parts, const Sight& sight,
                                 const Tangent& t, Corner corner) {
  Linear l;
  l.corner = corner;
  l.d = sight.skins + core_difference(pair, parts, corner);
  l.c = scree::dot(sight.view.normal, l.d);
  l.g = in_tangent(t, l.d);
  return l;
}

// Slips are measured by the turn of the normal that would undo them: along a flat side or a straight edge of
// a skin, hardly any. By this measure what rounding of the normal has left is small, and nothing else is.
struct SlipMeasure {
  Real scale[2] = {1, 1};
};
SCREE_HD inline SlipMeasure slip_measure(const ShapePair& pair, const Tangent& t, Real separation) {
  const Real at_least = std::fabs(separation) + pair.size;
  const auto scale = [&](Real radius) {
    const Real x = std::sqrt(at_least / (radius + at_least));
    return x > least_scale ? x : least_scale;
  };
  return {{scale(t.m00), scale(t.m11)}};
}
SCREE_HD inline Turn measured(const SlipMeasure& m, Turn x) { return {m.scale[0] * x.x0, m.scale[1] * x.x1}; }
SCREE_HD inline Turn unmeasured(const SlipMeasure& m, Turn x) {
  return {x.x0 / m.scale[0], x.x1 / m.scale[1]};
}

// The weights of the active corners that leave the least slip at n itself.
SCREE_HD SCREE_DEVICE_CALL inline void balance(Plan& plan, const SlipMeasure& measure, Vec3 normal) {
  const auto clamp = [](Real w) { return w > 0 ? (w < 1 ? w : Real{1}) : Real{0}; };
  plan.weight[0] = 1;
  if (plan.count == 2) {
    const Turn q = measured(measure, plan.active[1].g);
    const Turn u = minus(measured(measure, plan.active[0].g), q);
    const Real share = clamp(-dot(q, u) / dot(u, u));
    plan.weight[0] = share;
    plan.weight[1] = 1 - share;
  } else if (plan.count == 3) {
    const Turn p = plan.active[0].g, q = plan.active[1].g, r = plan.active[2].g;
    const auto area = [](Turn s, Turn t) { return s.x0 * t.x1 - s.x1 * t.x0; };
    const Real total = area(minus(q, p), minus(r, p));
    const Real w[3] = {clamp(area(q, r) / total), clamp(area(r, p) / total), clamp(area(p, q) / total)};
    const Real sum = w[0] + w[1] + w[2];
    for (int k = 0; k < 3; ++k) plan.weight[k] = sum > 0 ? w[k] / sum : Real{1} / 3;
  }
  Vec3 d;
  for (int k = 0; k < plan.count; ++k) d += plan.weight[k] * plan.active[k].d;
  plan.slip = d - scree::dot(d, normal) * normal;
  const Turn off = measured(measure, in_tangent(plan.tangent, plan.slip));
  plan.off = std::sqrt(dot(off, off));
}

// `before`: the corners that were active one step ago, as a first guess. Radii of curvature above `softest`
// (m) are cut when the corners are chosen.
SCREE_HD SCREE_DEVICE_CALL inline Plan make_plan(const ShapePair& pair, const Parts& parts,
                                                 const Sight& sight, const Plan& before,
                                                 Real softest = std::numeric_limits<Real>::infinity()) {
  using common_normal_detail::limited;
  using common_normal_detail::longest_step;
  const View& v = sight.view;
  Plan plan;
  Real radius[4];
  for (int k = 0; k < 4; ++k) {
    const Real squared = norm_squared(v.motion[k].axis);
    const bool soft = v.motion[k].radius * squared > softest;
    radius[k] = soft ? softest / squared : v.motion[k].radius;
  }
  plan.tangent = common_normal_detail::tangent_matrix(v, radius);
  const Tangent& t = plan.tangent;
  Turn unused;
  plan.shift = v.separation;
  plan.definite = common_normal_detail::solve(t, v.separation, Turn{}, unused);
  const Linear first = linear_at(pair, parts, sight, t, sight.corner);
  if (!plan.definite) {
    plan.shift = std::sqrt(dot(first.g, first.g)) / longest_step + 1e-3 * std::fabs(v.separation) +
                 corner_noise * pair.size;
  }
  bring_in(plan, first);
  const Real noise = corner_noise * pair.size;
  const auto offer = [&](Corner corner) {
    for (int k = 0; k < plan.count; ++k) {
      if (plan.active[k].corner == corner) return false;
    }
    const Linear fresh = linear_at(pair, parts, sight, t, corner);
    Real least = plan.active[0].c + dot(plan.active[0].g, plan.x);
    for (int k = 1; k < plan.count; ++k) {
      const Real value = plan.active[k].c + dot(plan.active[k].g, plan.x);
      least = value < least ? value : least;
    }
    if (!(fresh.c + dot(fresh.g, plan.x) < least - noise)) return false;
    bring_in(plan, fresh);
    return true;
  };
  for (int k = 0; k < before.count; ++k) offer(before.active[k].corner);
  for (int round = 0; round < corner_rounds; ++round) {
    // Far away the model counts for little: corners are looked for within one step's reach.
    const Turn near = limited(plan.x);
    if (!offer(farthest_corner(pair, parts, v.normal + in_space(t, near)))) break;
  }
  if (!plan.definite && plan.count == 2) {
    // The shift need not slow the motion along the arc where that is definite by itself.
    Turn x;
    if (solve_level(t, v.separation, plan.active[0], plan.active[1], x)) {
      plan.definite = true;
      x = limited(x);
      const Corner there = farthest_corner(pair, parts, v.normal + in_space(t, x));
      if (there == plan.active[0].corner || there == plan.active[1].corner) plan.x = x;
    }
  }
  plan.definite = plan.definite || plan.count == 3;
  plan.promised = model_value(t, plan.shift, plan.active, plan.count, plan.x) - v.separation;
  plan.x = limited(plan.x);
  balance(plan, slip_measure(pair, t, v.separation), v.normal);
  return plan;
}

}  // namespace scree::curved_detail
