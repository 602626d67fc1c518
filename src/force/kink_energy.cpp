#include "force/kink_energy.hpp"

#include <algorithm>

#include "force/body_motion.hpp"
#include "force/kernels/kink_impulse.hpp"

namespace scree {
namespace {

// The one point of an elastic pair; null when the pair has none or several.
const ContactPoint* elastic_point(const Model& model, const ContactList& contacts, std::size_t pair) {
  const std::span<const ContactPoint> points = points_of(contacts, pair);
  if (points.size() != 1) return nullptr;
  return contact_law(model, points[0].a, points[0].b).damping > 0 ? nullptr : points.data();
}

// Without damping the force along the normal is the elastic one.
Real elastic_force(const ContactPoint& point) { return dot(point.force, point.normal); }

Real elastic_energy(const Model& model, const ContactPoint& point) {
  return elastic_force(point) * point.depth / (contact_law(model, point.a, point.b).exponent + 1);
}

// A body at a contact point.
struct Side {
  BodyMotion motion;
  bool dynamic;
  Vec3 arm;  // m, to the point
};

Side side_a(const Model& model, const State& state, const ContactPoint& point) {
  const std::uint32_t body = model.piece_body[point.a];
  const BodyMotion motion = body_motion(model, state, body);
  return {motion, model.mobility[body] == Mobility::dynamic, arm_on_a(motion.centre, point.position)};
}
Side side_b(const Model& model, const State& state, const ContactPoint& point) {
  const std::uint32_t body = model.piece_body[point.b];
  const BodyMotion motion = body_motion(model, state, body);
  return {motion, model.mobility[body] == Mobility::dynamic,
          arm_on_b(model.periodic, motion.centre, point.position)};
}

// What dynamic bodies add to a sum over the two of a pair, and what the others do.
struct Split {
  Real dynamic = 0, prescribed = 0;
};
Real total(Split sum) { return sum.dynamic + sum.prescribed; }

// m/s, of B against A along the normal.
Split normal_speed(const Side& a, const Side& b, Vec3 normal) {
  Split speed;
  (a.dynamic ? speed.dynamic : speed.prescribed) -= dot(velocity_at(a.motion, a.arm), normal);
  (b.dynamic ? speed.dynamic : speed.prescribed) += dot(velocity_at(b.motion, b.arm), normal);
  return speed;
}
Split normal_speed(const Model& model, const State& state, const ContactPoint& point) {
  return normal_speed(side_a(model, state, point), side_b(model, state, point), point.normal);
}

// The speed that bodies with a prescribed motion had at the step's start, for a point of that time: their
// velocity is that of the whole step, as in the account of their work.
Real prescribed_speed_before(const Model& model, const State& state, const ContactPoint& old,
                             Real time_step) {
  Side a = side_a(model, state, old), b = side_b(model, state, old);
  a.arm += time_step * a.motion.velocity;
  b.arm += time_step * b.motion.velocity;
  return normal_speed(a, b, old.normal).prescribed;
}

// 1/kg, of two bodies to a unit impulse along the normal at `now` and, where there is one, the opposite of
// that at `old`.
Real inverse_mass_of(const BodyMotion& body, Vec3 push, Vec3 moment) {
  const Vec3 m = transpose_times(body.world_from_body, moment);
  const Vec3 w = body.inverse_moments;
  return body.inverse_mass * norm_squared(push) + w.x * m.x * m.x + w.y * m.y * m.y + w.z * m.z * m.z;
}
Real inverse_mass_of(const Model& model, const State& state, const ContactPoint& now,
                     const ContactPoint* old) {
  const Side a = side_a(model, state, now), b = side_b(model, state, now);
  Vec3 push = now.normal;
  Vec3 moment_a = cross(a.arm, now.normal), moment_b = cross(b.arm, now.normal);
  if (old != nullptr) {
    push -= old->normal;
    moment_a -= cross(side_a(model, state, *old).arm, old->normal);
    moment_b -= cross(side_b(model, state, *old).arm, old->normal);
  }
  return inverse_mass_of(a.motion, push, moment_a) + inverse_mass_of(b.motion, push, moment_b);
}

// Across the kink, as if the forces had changed at another moment of the step; where that does not move
// enough, along the normal.
KinkImpulse impulse_for(const Model& model, const State& state, const ContactPoint& now,
                        const ContactPoint& old, Real energy) {
  const Real speed = total(normal_speed(model, state, now));
  const Real across = kink_impulse(energy, speed - total(normal_speed(model, state, old)),
                                   inverse_mass_of(model, state, now, &old));
  if (across != 0) return {across, -across};
  return {kink_impulse(energy, speed, inverse_mass_of(model, state, now, nullptr)), 0};
}

// J, of an impulse if the bodies kept their speeds.
Split work_of(const Model& model, const State& state, const ContactPoint& now, const ContactPoint& old,
              KinkImpulse impulse) {
  const Split at_now = normal_speed(model, state, now), at_old = normal_speed(model, state, old);
  return {impulse.now * at_now.dynamic + impulse.old * at_old.dynamic,
          impulse.now * at_now.prescribed + impulse.old * at_old.prescribed};
}

void push(const Model& model, std::size_t body, const ContactPoint& point, Real impulse, State& state) {
  const bool is_a = model.piece_body[point.a] == body;
  const Vec3 arm = is_a ? arm_on_a(state.position[body], point.position)
                        : arm_on_b(model.periodic, state.position[body], point.position);
  const Vec3 on_body = (is_a ? -impulse : impulse) * point.normal;
  state.velocity[body] += model.inverse_mass[body] * on_body;
  state.angular_momentum[body] += rotate(conjugate(state.orientation[body]), cross(arm, on_body));
}

}  // namespace

bool has_elastic_contacts(const Model& model) {
  return std::any_of(model.contact_laws.begin(), model.contact_laws.end(),
                     [](const ContactLaw& law) { return law.damping == 0; });
}

void follow_pairs(const Origins& origins, KinkEnergies& kinks) {
  for (std::vector<Real>* kept : {&kinks.owed, &kinks.power}) {
    if (kept->empty()) {
      kept->assign(origins.size(), 0);
    } else {
      carry_over(origins, *kept);
    }
  }
}

void rearrange(const Origins& origins, KinkEnergies& kinks) {
  rearrange(origins, kinks.owed);
  rearrange(origins, kinks.power);
}

void note_elastic_power(const Model& model, const State& state, const PairList& pairs,
                        const ContactList& contacts, Exec& exec, KinkEnergies& kinks) {
  kinks.owed.resize(pairs.pairs.size());
  kinks.power.resize(pairs.pairs.size());
  parallel_for(exec, pairs.pairs.size(), [&](std::size_t i) {
    const ContactPoint* point = elastic_point(model, contacts, i);
    if (point == nullptr) return;
    kinks.power[i] = elastic_force(*point) * normal_speed(model, state, *point).dynamic;
  });
}

void note_kink_energy(const Model& model, const State& state, const PairList& pairs,
                      const ContactList& before, const ContactList& contacts, Real time_step, Exec& exec,
                      KinkEnergies& kinks) {
  parallel_for(exec, pairs.pairs.size(), [&](std::size_t i) {
    const ContactPoint* old = elastic_point(model, before, i);
    const ContactPoint* now = elastic_point(model, contacts, i);
    if (old == nullptr || now == nullptr) {
      kinks.owed[i] = 0;
      return;
    }
    const Real old_power =
        kinks.power[i] + elastic_force(*old) * prescribed_speed_before(model, state, *old, time_step);
    const Split speed = normal_speed(model, state, *now);
    const Real power = elastic_force(*now) * total(speed);
    kinks.owed[i] +=
        0.5 * time_step * (old_power + power) + elastic_energy(model, *now) - elastic_energy(model, *old);
  });
}

Real pay_kink_energy(const Model& model, const PairList& pairs, const ContactList& before,
                     const ContactList& contacts, Exec& exec, KinkEnergies& kinks, State& state) {
  const auto now_of = [&](std::size_t pair) -> const ContactPoint& { return points_of(contacts, pair)[0]; };
  const auto old_of = [&](std::size_t pair) -> const ContactPoint& { return points_of(before, pair)[0]; };
  resize_pairs(kinks.impulses, pairs.pairs.size());
  parallel_for(exec, pairs.pairs.size(), [&](std::size_t i) {
    KinkImpulse& impulse = kinks.impulses[i] = {};
    if (kinks.owed[i] == 0) return;
    const ContactPoint &now = now_of(i), &old = old_of(i);
    impulse = impulse_for(model, state, now, old, kinks.owed[i]);
    kinks.owed[i] += 0.5 * total(work_of(model, state, now, old, impulse));
  });
  parallel_for(exec, body_count(model), [&](std::size_t i) {
    if (state.present[i] == 0 || model.mobility[i] != Mobility::dynamic) return;
    for (std::uint32_t k = pairs.body_begin[i]; k < pairs.body_begin[i + 1]; ++k) {
      const std::uint32_t pair = pairs.body_pairs[k];
      const KinkImpulse impulse = kinks.impulses[pair];
      if (impulse.now != 0) push(model, i, now_of(pair), impulse.now, state);
      if (impulse.old != 0) push(model, i, old_of(pair), impulse.old, state);
    }
  });
  // A body may have got several. The kinetic energy has changed by the sum of all impulses times the mean of
  // the speeds before and after; what a pair did not give back that way it still owes.
  return parallel_sum(exec, pairs.pairs.size(), kinks.works, [&](std::size_t begin, std::size_t end) {
    Real work = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const KinkImpulse impulse = kinks.impulses[i];
      if (impulse.now == 0) continue;
      const Split after = work_of(model, state, now_of(i), old_of(i), impulse);
      kinks.owed[i] += 0.5 * total(after);
      work -= after.prescribed;
    }
    return work;
  });
}

}  // namespace scree
