// The contact law at one point: elastic normal force, damping, friction, and the energy of each.
//
// Normal force: k d^n of the Minkowski overlap d, which is the slope of the energy k d^(n+1) / (n+1), along
// the normal (Feng & Tan 2021, Eqs. 25, 30, 31; on B, from A to B). Its damping is c sqrt(m k) d^((n-1)/2)
// times the speed of approach, which makes the restitution independent of speed, mass and stiffness. The
// sum never pulls. Friction: Cundall & Strack 1979, a spring and a damper across the normal, which slide at
// the Coulomb bound.
//
// The velocity given is that of half a step ago. Three deviations from putting it into the formulas keep
// restitution right to the second order of the time step and every damping stable (docs/guide/physics.md):
// `damping_share`, `damping_root`, and the spring of a new contact, which counts from the moment of touch.
//
// Units: SI. Every finite input has a finite answer.
#pragma once

#include <scree/vec.hpp>

#include "force/kernels/contact_motion.hpp"
#include "force/kernels/turn_spring.hpp"
#include "model/contact_law_data.hpp"

namespace scree {

// Where and how two bodies meet.
struct PointContact {
  Real depth = 0;            // m, > 0
  Real weight = 1;           // share of the pair's stiffness
  Vec3 normal;               // unit, from A to B
  Vec3 velocity;             // m/s, of B against A at the point, that brought the bodies here
  Real spin = 0;             // rad/s, mean of the two bodies, about the normal
  InverseMass inverse_mass;  // the sum of the two bodies', for the whole pair
};

// What the point was a step ago.
struct PointHistory {
  bool lasts = false;      // false: the bodies did not touch
  Vec3 normal;             // unit
  Vec3 spring;             // m
  Vec3 force;              // N, on B
  Real damping_force = 0;  // N, along the normal, on B
};

struct PointForce {
  Vec3 force;              // N, on B; on A its opposite
  Vec3 spring;             // m, tangential
  Real damping_force = 0;  // N, along the normal, on B: what the force has beyond the elastic one
  bool slides = false;
  Real elastic = 0, shear = 0;  // J, stored
  // J, taken from the bodies' motion since the step before, by damping and by all tangential forces.
  Real damping_work = 0, tangential_work = 0;
};

// d^((n-1)/2).
SCREE_HD inline Real depth_root(Real depth, Real exponent) {
  if (exponent == 1) return 1;
  if (exponent == 1.5) return std::sqrt(std::sqrt(depth));
  if (exponent == 2) return std::sqrt(depth);
  return std::pow(depth, 0.5 * (exponent - 1));
}

// A damper sees the velocity of half a step ago, and has changed it on the way. `ratio` = coefficient x time
// step / mass. For small ones this is 1 - ratio (n+1) / (6n+2), which makes up for the delay to first order;
// for large ones it is 1 / ratio, so that no damper takes more than the whole speed in a step.
SCREE_HD inline Real damping_share(Real ratio, Real exponent) {
  const Real slope = (exponent + 1) / (6 * exponent + 2);
  const Real square = ratio * ratio;
  return 1 / std::sqrt(std::sqrt(1 + 4 * slope * ratio + square * square));
}

// When the bodies first touched, by the depth they have reached since.
struct Touch {
  Real share = 1;  // the part of the last step since then; 1 also when they did not come together within it
  Real way = 0;    // m, by which they came nearer in the whole step
};
SCREE_HD inline Touch first_touch(const PointContact& c, bool lasts, Real time_step) {
  const Real way = -dot(c.velocity, c.normal) * time_step;
  if (lasts || c.depth >= way) return {};
  return {c.depth / way, way};
}

// d^((n-1)/2) for the damping. In a new contact that acts from the touch to the middle of the next step, not
// for a whole step about now: the mean value for the same impulse, as the depth grows evenly from the touch.
SCREE_HD inline Real damping_root(Real root, Touch touch, Real exponent) {
  if (touch.share >= 1) return root;
  if (exponent == 1) return touch.share + 0.5;
  const Real rise = 0.5 * (exponent - 1);
  return std::pow(touch.way, rise) * std::pow(touch.share + 0.5, rise + 1) / (rise + 1);
}

SCREE_HD inline Vec3 tangential_part(Vec3 v, Vec3 normal) { return v - dot(v, normal) * normal; }

// Force along the normal on B; fills in damping and elastic energy.
SCREE_HD inline Real normal_force(const ContactLaw& law, const PointContact& c, Touch touch, Real time_step,
                                  PointForce& out) {
  const Real root = depth_root(c.depth, law.exponent);
  const Real elastic = c.weight * law.normal_stiffness * root * root * c.depth;
  out.elastic = elastic * c.depth / (law.exponent + 1);
  if (law.damping > 0 && c.inverse_mass.normal > 0) {
    const Real coefficient = law.damping * std::sqrt(law.normal_stiffness / c.inverse_mass.normal) *
                             damping_root(root, touch, law.exponent);
    const Real share = damping_share(coefficient * c.inverse_mass.normal * time_step, law.exponent);
    out.damping_force = -c.weight * coefficient * share * dot(c.velocity, c.normal);
    if (out.damping_force < -elastic) out.damping_force = -elastic;
  }
  return elastic + out.damping_force;
}

// Force across the normal on B; fills in spring, slip and shear energy.
SCREE_HD inline Vec3 friction_force(const ContactLaw& law, const PointContact& c, const PointHistory& before,
                                    Touch touch, Real time_step, Real normal_force, PointForce& out) {
  const Real stiffness = c.weight * law.shear_stiffness;
  if (!(stiffness > 0)) return {};
  const Vec3 velocity = tangential_part(c.velocity, c.normal);
  const Vec3 carried =
      before.lasts ? turn_spring(before.spring, before.normal, c.normal, c.spin * time_step) : Vec3{};
  out.spring = carried + (touch.share * time_step) * velocity;
  Vec3 force = -stiffness * out.spring;
  if (law.shear_damping > 0 && c.inverse_mass.tangential > 0) {
    const Real coefficient = law.shear_damping * std::sqrt(law.shear_stiffness / c.inverse_mass.tangential);
    const Real share = damping_share(coefficient * c.inverse_mass.tangential * time_step, 1);
    force -= (c.weight * coefficient * share) * velocity;
  }
  const Real bound = law.friction * normal_force;
  const Real wanted = norm(force);
  if (wanted > bound) {
    // The spring gives way as far as it alone is above the bound: what the damper adds is not stored.
    out.slides = true;
    force = (bound / wanted) * force;
    const Real held = stiffness * norm(out.spring);
    if (held > bound) out.spring = (bound / held) * out.spring;
  }
  out.shear = 0.5 * stiffness * norm_squared(out.spring);
  return force;
}

// Works are means of the forces before and now, times the way between: what the forces of a step do to the
// kinetic energy when velocity is half a step off (kick, drift, kick).
SCREE_HD inline PointForce point_force(const ContactLaw& law, const PointContact& c,
                                       const PointHistory& before, Real time_step) {
  PointForce out;
  const Touch touch = first_touch(c, before.lasts, time_step);
  const Real normal = normal_force(law, c, touch, time_step, out);
  const Vec3 tangential = friction_force(law, c, before, touch, time_step, normal, out);
  out.force = normal * c.normal + tangential;
  const Vec3 way = time_step * c.velocity;
  out.damping_work = -0.5 * dot(before.damping_force * before.normal + out.damping_force * c.normal, way);
  out.tangential_work = -0.5 * dot(tangential_part(before.force, before.normal) + tangential, way);
  return out;
}

// The last half step of a point that has come apart: its old forces still worked on the way here. `velocity`
// (m/s) is that of B against A where the point was. Only the works are set.
SCREE_HD inline PointForce end_of_contact(const PointHistory& before, Vec3 velocity, Real time_step) {
  PointForce out;
  const Vec3 way = time_step * velocity;
  out.damping_work = -0.5 * before.damping_force * dot(before.normal, way);
  out.tangential_work = -0.5 * dot(tangential_part(before.force, before.normal), way);
  return out;
}

}  // namespace scree
