// curved: steps bent to the power laws of superellipsoids.
//
// As in common_normal_bend.hpp, for pairs of which one shape is a superellipsoid and the other may hold the
// normal to an arc. Lengths in metres.
#pragma once

#include <cmath>

#include "detect/kernels/common_normal_bend.hpp"
#include "detect/kernels/curved_step.hpp"

namespace scree::curved_detail {

// The step bent to the power laws of superellipsoids : where a step is straight in
// the point rather than in the normal. With two corners active only the motion along their arc is bent.
SCREE_HD SCREE_DEVICE_CALL inline bool bent_step(const ShapePair& pair, const Parts& parts, const View& v,
                                                 const Plan& plan, Turn& x) {
  using namespace common_normal_detail;
  if (plan.count > 2) return false;
  const Tangent& t = plan.tangent;
  bool gentle = true;
  for (int k = 0; k < 4; ++k) {
    const SurfaceMotion& m = v.motion[k];
    gentle =
        gentle && (m.power == 1 || std::fabs(ratio_change(m, along_motion(t, k, plan.x))) < gentle_change);
  }
  if (gentle) return false;
  Real radius[4];
  Turn target[2] = {plan.x, plan.x};
  for (int side = 0; side < 2; ++side) {
    const Part& part = side == 0 ? parts.a : parts.b;
    const int k = 2 * side;
    Bent bent;
    if (part.skin == Skin::body) {
      bent = bend(part.body, side == 0 ? v.normal_a : v.normal_b, v.motion + k, along_motion(t, k, plan.x),
                  along_motion(t, k + 1, plan.x));
      const Vec3 own = normal_of(part.body, bent.u);
      const Vec3 n = side == 0 ? own : -(pair.a_from_b * own);
      const Real forward = scree::dot(n, v.normal);
      target[side] = limited(in_tangent(t, n / (forward > 0.1 ? forward : Real{0.1})));
    }
    for (int i = 0; i < 2; ++i) {
      const Real r = v.motion[k + i].radius * bent.stiffer[i];
      radius[k + i] = r < flattest ? r : flattest;
    }
  }
  const Tangent stiffer = tangent_matrix(v, radius);
  const Real hold = (v.separation > 0 ? v.separation : 0) +
                    1e-3 * (stiffer.m00 < stiffer.m11 ? stiffer.m00 : stiffer.m11) + 1e-30 * pair.size;
  if (plan.count == 2) {
    const Turn u = minus(plan.active[0].g, plan.active[1].g);
    const Real length = std::sqrt(dot(u, u));
    const Turn tau{-u.x1 / length, u.x0 / length};
    const Real straight = dot(plan.x, tau);
    const Turn across = along(plan.x, -straight, tau);
    Real sum = hold * straight;
    Real weights = hold;
    for (int k = 0; k < 4; ++k) {
      const Real c = along_motion(t, k, tau);
      sum += radius[k] * c * along_motion(t, k, minus(target[k / 2], across));
      weights += radius[k] * c * c;
    }
    const Real y = sum / weights;
    x = limited(along(plan.x, y - straight, tau));
    return std::isfinite(y);
  }
  Turn rhs;
  for (int k = 0; k < 4; ++k) {
    const Turn in = in_tangent(stiffer, in_space(t, target[k / 2]));
    const Real y = radius[k] * along_motion(stiffer, k, in);
    rhs.x0 += y * stiffer.axis[k][0];
    rhs.x1 += y * stiffer.axis[k][1];
  }
  const Turn old = in_tangent(stiffer, in_space(t, plan.x));
  rhs.x0 += hold * old.x0;
  rhs.x1 += hold * old.x1;
  Turn y;
  if (!common_normal_detail::solve(stiffer, hold, rhs, y)) return false;
  x = limited(in_tangent(t, in_space(stiffer, y)));
  return true;
}

}  // namespace scree::curved_detail
