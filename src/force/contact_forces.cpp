// The law at every contact point, pair by pair, with what the pair's points were a step ago.
#include "force/contact_forces.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/fetch_early.hpp"
#include "force/body_motion.hpp"
#include "force/kernels/point_force.hpp"
#include "force/match_points.hpp"

namespace scree {
namespace {

// Two bodies in contact.
struct MovingPair {
  BodyMotion a, b;
  const Periodic& periodic;
  Real time_step;  // s

  // Of B against A at a point, over the step that brought them here. Velocities are those of half a step ago,
  // the arms those of now. Along the normal that is how fast the depth grows. Across it the spring wants the
  // way of the bodies' own points, whose arms were turned back by half a step: without that two bodies that
  // turn as one about a distant axis would seem to slide on each other, by their spin squared times the step.
  [[nodiscard]] Vec3 velocity(Vec3 point, Vec3 normal) const {
    const Vec3 arm_b = arm_on_b(periodic, b.centre, point);
    const Vec3 arm_a = arm_on_a(a.centre, point);
    const Vec3 turned = turn_of_arm(b, arm_b, time_step) - turn_of_arm(a, arm_a, time_step);
    return velocity_at(b, arm_b) - velocity_at(a, arm_a) + tangential_part(turned, normal);
  }
  // At the middle of all points of the pair: a patch resists as a whole, and it is the whole whose
  // restitution is asked for.
  [[nodiscard]] InverseMass inverse_mass(std::span<const ContactPoint> points) const {
    Vec3 sum;
    Real weight = 0;
    for (const ContactPoint& p : points) {
      sum += p.weight * p.position;
      weight += p.weight;
    }
    const Vec3 middle = points.size() == 1 || !(weight > 0) ? points[0].position : sum / weight;
    const Vec3 normal = points[0].normal;
    const InverseMass of_a = scree::inverse_mass(a, arm_on_a(a.centre, middle), normal);
    const InverseMass of_b = scree::inverse_mass(b, arm_on_b(periodic, b.centre, middle), normal);
    // All points together have `weight` times the stiffness of one: the damping that goes with it is that of
    // a body so much lighter.
    return {weight * (of_a.normal + of_b.normal), weight * (of_a.tangential + of_b.tangential)};
  }
};

PointHistory history_of(const ContactPoint& p) {
  return {.lasts = true,
          .normal = p.normal,
          .spring = p.spring,
          .force = p.force,
          .damping_force = p.damping_force};
}

Real shear_energy(const ContactLaw& law, std::span<const ContactPoint> points) {
  Real sum = 0;
  for (const ContactPoint& p : points) {
    sum += 0.5 * p.weight * law.shear_stiffness * norm_squared(p.spring);
  }
  return sum;
}

// What the points of a pair go on from.
class PairHistory {
 public:
  PairHistory(std::span<const ContactPoint> now, std::span<const ContactPoint> before)
      : before_(before), match_(match_points(now, before)) {
    if (before.empty()) return;
    Vec3 sum;
    for (const ContactPoint& p : before) sum += p.spring;
    mean_.lasts = true;
    mean_.normal = before[0].normal;
    mean_.spring = sum / static_cast<Real>(before.size());
    // Springs move to other points and weights change; that may let energy go, but never make any.
    Real old_energy = 0, energy = 0;
    for (const ContactPoint& p : before) old_energy += p.weight * norm_squared(p.spring);
    for (std::size_t i = 0; i < now.size(); ++i) energy += now[i].weight * norm_squared(at(i).spring);
    if (energy > old_energy) scale_ = std::sqrt(old_energy / energy);
  }

  // A new point of a pair in contact starts with the mean spring of the old ones.
  [[nodiscard]] PointHistory at(std::size_t point) const {
    const int partner = point < most_matched_points ? match_.partner[point] : -1;
    PointHistory history = partner < 0 ? mean_ : history_of(before_[partner]);
    history.spring = scale_ * history.spring;
    return history;
  }
  [[nodiscard]] bool ended(std::size_t old_point) const {
    return old_point >= most_matched_points || (match_.taken >> old_point & 1) == 0;
  }

 private:
  std::span<const ContactPoint> before_;
  PointMatch match_;
  PointHistory mean_;
  Real scale_ = 1;
};

void keep(const PointForce& force, ContactPoint& point) {
  point.force = force.force;
  point.spring = force.spring;
  point.damping_force = force.damping_force;
  point.slides = force.slides;
}

ContactEnergies pair_forces(const ContactLaw& law, const MovingPair& bodies,
                            std::span<const ContactPoint> before, Real time_step,
                            std::span<ContactPoint> now) {
  ContactEnergies sum;
  // What tangential forces took from the motion and the springs do not hold any more is heat.
  sum.friction = shear_energy(law, before);
  const PairHistory history(now, before);
  if (!now.empty()) {
    const InverseMass mass = bodies.inverse_mass(now);
    for (std::size_t i = 0; i < now.size(); ++i) {
      ContactPoint& p = now[i];
      const PointContact contact{
          .depth = p.depth,
          .weight = p.weight,
          .normal = p.normal,
          .velocity = bodies.velocity(p.position, p.normal),
          .spin = 0.5 * dot(bodies.a.angular_velocity + bodies.b.angular_velocity, p.normal),
          .inverse_mass = mass};
      const PointForce force = point_force(law, contact, history.at(i), time_step);
      keep(force, p);
      sum += {force.elastic, force.shear, force.tangential_work - force.shear, force.damping_work};
    }
  }
  for (std::size_t j = 0; j < before.size(); ++j) {
    if (!history.ended(j)) continue;
    const PointForce force = end_of_contact(history_of(before[j]),
                                            bodies.velocity(before[j].position, before[j].normal), time_step);
    sum += {0, 0, force.tangential_work, force.damping_work};
  }
  return sum;
}

bool touches(const ContactChunk& now, const ContactChunk& before, std::size_t pair_in_chunk) {
  return !points_of(now, pair_in_chunk).empty() || !points_of(before, pair_in_chunk).empty();
}

}  // namespace

ContactEnergies contact_forces(const Model& model, const State& state, const PairList& pairs,
                               std::size_t chunk, const ContactChunk& before, Real time_step,
                               ContactChunk& now) {
  ContactEnergies sum;
  const std::size_t begin = chunk * chunk_size;
  const std::size_t count = std::min(chunk_size, pairs.pairs.size() - begin);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t next = i + pairs_ahead;
    if (next < count && touches(now, before, next)) {
      expect_body_motion(model, state, model.piece_body[pairs.pairs[begin + next].a]);
      expect_body_motion(model, state, model.piece_body[pairs.pairs[begin + next].b]);
    }
    if (!touches(now, before, i)) continue;
    const std::span<ContactPoint> points = points_of(now, i);
    const std::span<const ContactPoint> old = points_of(before, i);
    const PiecePair pair = pairs.pairs[begin + i];
    const MovingPair bodies{body_motion(model, state, model.piece_body[pair.a]),
                            body_motion(model, state, model.piece_body[pair.b]), model.periodic, time_step};
    sum += pair_forces(contact_law(model, pair.a, pair.b), bodies, old, time_step, points);
  }
  return sum;
}

}  // namespace scree
