// Bodies without shapes, contacts without detection: what the force and motion stages need and no more.
#pragma once

#include <cstdint>
#include <vector>

#include "model/contact_law.hpp"
#include "model/contacts.hpp"
#include "model/model.hpp"
#include "model/pairs.hpp"
#include "model/state.hpp"

namespace scree::testing {

struct HandMade {
  Model model;
  State state;
  PairList pairs;

  explicit HandMade(const ContactParameters& parameters = {}) {
    model.materials.push_back({"stuff", 1});
    model.contact_parameters.push_back(parameters);
    model.contact_laws.push_back(make_contact_law(parameters));
    model.piece_begin.push_back(0);
  }

  // One piece per body, so that pieces and bodies have the same numbers.
  std::uint32_t add(Mobility mobility, Real mass, Vec3 moments, Vec3 position, Vec3 velocity = {}) {
    const bool dynamic = mobility == Mobility::dynamic;
    const auto body = static_cast<std::uint32_t>(model.mobility.size());
    model.mobility.push_back(mobility);
    model.mass.push_back(dynamic ? mass : 0);
    model.inverse_mass.push_back(dynamic ? 1 / mass : 0);
    model.moments.push_back(dynamic ? moments : Vec3{});
    model.inverse_moments.push_back(dynamic ? Vec3{1 / moments.x, 1 / moments.y, 1 / moments.z} : Vec3{});
    model.moved_index.push_back(-1);
    model.piece_begin.push_back(body + 1);
    model.piece_body.push_back(body);
    model.piece_material.push_back(0);
    state.position.push_back(position);
    state.orientation.emplace_back();
    state.velocity.push_back(velocity);
    state.angular_momentum.emplace_back();
    state.present.push_back(1);
    return body;
  }
  std::uint32_t add_ball(Real mass, Real radius, Vec3 position, Vec3 velocity = {}) {
    const Real moment = 0.4 * mass * radius * radius;
    return add(Mobility::dynamic, mass, {moment, moment, moment}, position, velocity);
  }

  void set_pairs(std::vector<PiecePair> list) {
    pairs.pairs = std::move(list);
    pairs.body_begin.assign(1, 0);
    pairs.body_pairs.clear();
    for (std::uint32_t body = 0; body < model.mobility.size(); ++body) {
      for (std::uint32_t i = 0; i < pairs.pairs.size(); ++i) {
        if (pairs.pairs[i].a == body || pairs.pairs[i].b == body) pairs.body_pairs.push_back(i);
      }
      pairs.body_begin.push_back(static_cast<std::uint32_t>(pairs.body_pairs.size()));
    }
  }

  [[nodiscard]] Real kinetic_energy() const {
    Real sum = 0;
    for (std::size_t i = 0; i < model.mobility.size(); ++i) {
      if (model.mobility[i] != Mobility::dynamic) continue;
      const Vec3 l = state.angular_momentum[i], w = model.inverse_moments[i];
      sum += 0.5 * model.mass[i] * norm_squared(state.velocity[i]);
      sum += 0.5 * (l.x * l.x * w.x + l.y * l.y * w.y + l.z * l.z * w.z);
    }
    return sum;
  }
};

// One point at most for each pair of `pairs`.
inline ContactPoint point_between(PiecePair pair, std::uint32_t index, Vec3 normal, Vec3 position,
                                  Real depth) {
  ContactPoint point;
  point.a = pair.a;
  point.b = pair.b;
  point.pair = index;
  point.normal = normal;
  point.position = position;
  point.depth = depth;
  return point;
}

}  // namespace scree::testing
