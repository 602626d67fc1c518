// common-normal: from a direction up to the next maximum of the separation.
//
// Newton with Levenberg-Marquardt's shift where the matrix is not definite and Armijo's rule (Wellmann 2008,
// Eqs. 12 and 13, there for another function). A climb ends where no step of any length leads up any more, so
// the only way to fail is the limit of steps.
#pragma once

#include <cmath>
#include <limits>

#include "detect/kernels/common_normal_bend.hpp"

namespace scree::common_normal_detail {

inline constexpr int step_limit = 60;           // Newton steps of one search
inline constexpr int backtrack_limit = 40;      // parts of one step that are tried
inline constexpr int idle_limit = 6;            // steps that neither separate better nor halve the slip
inline constexpr Real near_maximum_step = 0.1;  // rad, a step this short sees its maximum
inline constexpr Real hope = 4;                 // ... which is at most this many times the promised gain away
inline constexpr Real last_step = 1e-8;         // relative and rad: its square is rounding
inline constexpr Real armijo = 1e-4;            // the share of the promised gain a step must bring
inline constexpr Real saddle_step = 0.2;        // rad, the first try to leave a saddle
inline constexpr int saddle_tries = 6;
inline constexpr Real uphill_step = 1e-3;  // rad, the first try straight uphill

struct Search {
  View best;
  int steps = 0;
  bool converged = false;
  bool given_up = false;  // the maximum ahead is not worth it
};
// When a climb may stop short of a maximum: above `enough`, or if it will not get above `least`.
struct Limits {
  Real enough = std::numeric_limits<Real>::infinity();
  Real least = -std::numeric_limits<Real>::infinity();
};

// The step from a view: Newton's where the matrix is definite, else uphill (Levenberg-Marquardt).
struct Step {
  Turn newton, bent;
  bool definite = false;
};
SCREE_HD inline Step next_step(const ShapePair& pair, const Bodies& bodies, const View& v, const Tangent& t) {
  const Turn slip = in_tangent(t, v.slip);
  Step step;
  step.definite = solve(t, v.separation, slip, step.newton);
  if (!step.definite) {
    const Real shift = length(slip) / longest_step + 1e-3 * std::fabs(v.separation);
    if (!solve(t, shift, slip, step.newton)) step.newton = slip;
  }
  step.newton = step.bent = limited(step.newton);
  step.bent = limited(bent_turn(pair, bodies, v, t, step.newton));
  return step;
}

// Moves the view along the step, or a part of it, if that separates better; false if no part does.
SCREE_HD SCREE_DEVICE_CALL inline bool advance(const ShapePair& pair, const Bodies& bodies, View& v,
                                               Vec3 step, int tries) {
  for (int k = 0; k < tries; ++k) {
    const View next = look(pair, bodies, normalized(v.normal + step));
    const Real gain = next.separation - v.separation;
    const bool better = gain > 0 && gain >= armijo * dot(v.slip, step);
    // Within rounding the slip decides: it goes to zero long after the separation has settled.
    const bool closer =
        gain >= -4 * rounding * (pair.size + std::fabs(v.separation)) && norm(next.slip) < 0.5 * norm(v.slip);
    if (better || closer) {
      v = next;
      return true;
    }
    step = (k < 3 ? 0.5 : 0.125) * step;
    if (norm(step) < 0.1 * rounding) return false;
  }
  return false;
}

// Whether what a step leaves, about its square, is below rounding: no ratio changes by more than this.
SCREE_HD inline bool finishing(const View& v, const Tangent& t, Turn turn) {
  bool small = length(turn) < last_step;
  for (int k = 0; k < 4; ++k) {
    small =
        small &&
        std::fabs(ratio_change(v.motion[k], along_motion(t, k, turn))) * (1 + v.motion[k].power) < last_step;
  }
  return small;
}
// Such a step is taken by its first-order terms alone.
SCREE_HD inline void finish(View& v, const Tangent& t, Turn turn) {
  const Vec3 dn = in_space(t, turn);
  v.separation += 0.5 * dot(v.slip, dn);
  v.normal = normalized(v.normal + dn);
  for (int k = 0; k < 4; ++k) {
    const Vec3 shift = v.motion[k].radius * along_motion(t, k, turn) * v.motion[k].axis;
    if (k < 2) {
      v.point_a += shift;
    } else {
      v.point_b -= shift;
    }
  }
  const Vec3 d = v.point_b - v.point_a;
  v.slip = d - dot(d, v.normal) * v.normal;
}

// What a step promises to gain, by its linear part.
SCREE_HD inline Real promised_gain(const View& v, const Tangent& t, const Step& step) {
  const Real by_newton = 0.5 * std::fabs(dot(v.slip, in_space(t, step.newton)));
  const Real by_bending = 0.5 * std::fabs(dot(v.slip, in_space(t, step.bent)));
  return by_newton > by_bending ? by_newton : by_bending;
}

// Climbs s(n) from `start` (unit) to a maximum.
SCREE_HD SCREE_DEVICE_CALL inline Search climb(const ShapePair& pair, const Bodies& bodies, Vec3 start,
                                               Limits limits) {
  Search search;
  View& v = search.best;
  v = look(pair, bodies, start);
  Real highest = -std::numeric_limits<Real>::infinity();
  Real least_slip = std::numeric_limits<Real>::infinity();
  int idle = 0;
  for (; search.steps < step_limit; ++search.steps) {
    if (v.separation > limits.enough) return search;
    const Real noise = rounding * (pair.size + std::fabs(v.separation));
    const Real slip = norm(v.slip);
    const Tangent t = tangent_matrix(v);
    const Step step = next_step(pair, bodies, v, t);
    // Touching: s(n') <= n' . d <= |d| for every n', so nothing is left to gain, whatever the curvature.
    const bool touch = slip <= 8 * noise && std::fabs(v.separation) <= 8 * noise;
    const bool still = slip <= 2 * noise;
    if (touch || (step.definite && still)) {
      search.converged = true;
      return search;
    }
    if (step.definite && finishing(v, t, step.newton)) {
      finish(v, t, step.newton);
      ++search.steps;
      search.converged = true;
      return search;
    }
    const Real promised = promised_gain(v, t, step);
    if (step.definite && length(step.newton) < near_maximum_step && length(step.bent) < near_maximum_step &&
        v.separation + hope * promised < limits.least) {
      search.given_up = true;
      return search;
    }
    // All that is left to gain is rounding: a step is worth it as long as it halves the slip.
    if (step.definite && promised <= 8 * noise) {
      View next = v;
      search.converged =
          !(advance(pair, bodies, next, in_space(t, step.bent), 1) && norm(next.slip) < 0.5 * slip);
      if (search.converged) return search;
      v = next;
      continue;
    }
    const bool better = v.separation > highest + 2 * noise || slip < 0.5 * least_slip;
    highest = v.separation > highest ? v.separation : highest;
    least_slip = slip < least_slip ? slip : least_slip;
    idle = better ? 0 : idle + 1;
    if (idle < idle_limit && !still) {
      const bool bent = step.bent.x0 != step.newton.x0 || step.bent.x1 != step.newton.x1;
      if (bent && advance(pair, bodies, v, in_space(t, step.bent), 1)) continue;
      if (advance(pair, bodies, v, in_space(t, step.newton), backtrack_limit)) continue;
    }
    // No way up. Not a maximum all the same where the matrix is not definite: symmetric pairs have saddles.
    if (!step.definite) {
      const Vec3 aside = saddle_step * t.e[t.m00 < t.m11 ? 0 : 1];
      if (advance(pair, bodies, v, aside, saddle_tries) || advance(pair, bodies, v, -aside, saddle_tries))
        continue;
    }
    // Not even straight uphill, however short the step: what is left to gain is rounding.
    if (idle < idle_limit && slip > 0 &&
        advance(pair, bodies, v, (uphill_step / slip) * v.slip, backtrack_limit))
      continue;
    search.converged = true;
    return search;
  }
  return search;
}

}  // namespace scree::common_normal_detail
