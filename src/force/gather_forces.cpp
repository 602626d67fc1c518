// The forces and moments of all contacts on each body, each body by itself and in a fixed order.
#include "core/fetch_early.hpp"
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

// How many places ahead what a body has by its number is asked for, and how many the list of its pairs: where
// that begins must have come before it can be asked for.
constexpr std::uint32_t bodies_ahead = 12;
constexpr std::uint32_t lists_ahead = 6;

std::uint32_t body_at(const Model& model, const PairList& pairs, std::uint32_t place) {
  return model.piece_body[piece_at(pairs.order, place)];
}

// Asks for what the bodies at later places need.
void expect_bodies_after(std::uint32_t place, const Model& model, const State& state, const PairList& pairs,
                         const BodyForces& forces) {
  const std::size_t places = piece_count(model);
  if (place + bodies_ahead < places) {
    const std::uint32_t body = body_at(model, pairs, place + bodies_ahead);
    fetch_early(&state.present[body]);
    fetch_early(&state.position[body]);
    fetch_early(&model.mobility[body]);
    fetch_early(&model.piece_begin[body]);
    fetch_early(&pairs.body_begin[body]);
    fetch_early(&forces.force[body]);
    fetch_early(&forces.moment[body]);
  }
  if (place + lists_ahead < places) {
    // Behind the end of all lists when the body has no pairs: an address, not an element.
    fetch_early(pairs.body_pairs.data() + pairs.body_begin[body_at(model, pairs, place + lists_ahead)]);
  }
}

// Renews what acts on a body. Returns the work (J) that it did if it is kinematic: its velocity is that of
// the whole step, its force the mean of both ends, as in the contacts.
Real renew_forces(const Model& model, const State& state, std::uint32_t body, const PairList& pairs,
                  const ContactList& contacts, Real time_step, BodyForces& forces) {
  const bool present = state.present[body] != 0;
  const Wrench now = present ? sum_of_contacts(model, state.position[body], body, pairs, contacts) : Wrench{};
  Real work = 0;
  if (present && model.mobility[body] == Mobility::kinematic) {
    const BodyMotion motion = body_motion(model, state, body);
    work = -0.5 * time_step *
           (dot(forces.force[body] + now.force, motion.velocity) +
            dot(forces.moment[body] + now.moment, motion.angular_velocity));
  }
  forces.force[body] = now.force;
  forces.moment[body] = now.moment;
  return work;
}

}  // namespace

Real gather_forces(const Model& model, const State& state, const PairList& pairs, const ContactList& contacts,
                   Real time_step, Exec& exec, ForceScratch& scratch, BodyForces& forces) {
  forces.force.resize(body_count(model));
  forces.moment.resize(body_count(model));
  // Bodies in the order of the list, where the points of one are near those of the next. Every body has a
  // first piece, and every piece a place.
  return parallel_sum(exec, piece_count(model), scratch.works, [&](std::size_t begin, std::size_t end) {
    Real work = 0;
    for (auto place = static_cast<std::uint32_t>(begin); place < end; ++place) {
      expect_bodies_after(place, model, state, pairs, forces);
      const std::uint32_t body = body_at(model, pairs, place);
      const bool is_first = piece_at(pairs.order, place) == model.piece_begin[body];
      if (is_first) work += renew_forces(model, state, body, pairs, contacts, time_step, forces);
    }
    return work;
  });
}

}  // namespace scree
