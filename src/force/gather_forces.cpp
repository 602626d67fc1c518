// The forces and moments of all contacts on each body, each body by itself and in a fixed order.
#include "force/body_motion.hpp"
#include "force/contact_forces.hpp"

namespace scree {
namespace {

struct Wrench {
  Vec3 force, moment;  // N, N m
};

Wrench sum_of_contacts(const Model& model, Vec3 centre, std::uint32_t body, const PairList& pairs,
                       const ContactList& contacts) {
  Wrench sum;
  for (std::uint32_t k = pairs.body_begin[body]; k < pairs.body_begin[body + 1]; ++k) {
    const std::uint32_t pair = pairs.body_pairs[k];
    const bool is_a = model.piece_body[pairs.pairs[pair].a] == body;
    for (const ContactPoint& p : points_of(contacts, pair)) {
      const Vec3 force = is_a ? -p.force : p.force;
      const Vec3 arm = is_a ? arm_on_a(centre, p.position) : arm_on_b(model.periodic, centre, p.position);
      sum.force += force;
      sum.moment += cross(arm, force);
    }
  }
  return sum;
}

}  // namespace

Real gather_forces(const Model& model, const State& state, const PairList& pairs, const ContactList& contacts,
                   Real time_step, Exec& exec, ForceScratch& scratch, BodyForces& forces) {
  const std::size_t count = body_count(model);
  forces.force.resize(count);
  forces.moment.resize(count);
  return parallel_sum(exec, count, scratch.works, [&](std::size_t begin, std::size_t end) {
    Real work = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const auto body = static_cast<std::uint32_t>(i);
      const bool present = state.present[i] != 0;
      const Wrench now =
          present ? sum_of_contacts(model, state.position[i], body, pairs, contacts) : Wrench{};
      if (present && model.mobility[i] == Mobility::kinematic) {
        // Its velocity is that of the whole step, its force the mean of both ends: as in the contacts.
        const BodyMotion motion = body_motion(model, state, body);
        work -= 0.5 * time_step *
                (dot(forces.force[i] + now.force, motion.velocity) +
                 dot(forces.moment[i] + now.moment, motion.angular_velocity));
      }
      forces.force[i] = now.force;
      forces.moment[i] = now.moment;
    }
    return work;
  });
}

}  // namespace scree
