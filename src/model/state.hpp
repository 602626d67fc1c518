// What changes from step to step.
#pragma once

#include <scree/energy.hpp>
#include <scree/vec.hpp>

#include <cstdint>
#include <vector>

namespace scree {

struct State {
  Real time = 0;  // s
  std::uint64_t step = 0;
  Vec3 gravity;  // m/s2

  // One entry per body.
  std::vector<Vec3> position;          // m, of the centre of mass; not wrapped along periodic axes
  std::vector<Quat> orientation;       // world from body (principal axes)
  std::vector<Vec3> velocity;          // m/s
  std::vector<Vec3> angular_momentum;  // kg m2/s, in body axes; rad/s for bodies that are not dynamic
  std::vector<std::uint8_t> present;   // 0: not in the simulation

  // Since when each motion of the model runs (s); negative: not yet.
  std::vector<Real> motion_start;
  // When each event of the schedule happened (s); negative: not yet.
  std::vector<Real> event_time;
  std::vector<Real> event_since;  // since when its bound has been kept (s); negative: it is not
  // How many bodies each injection has let in.
  std::vector<std::uint32_t> injected;

  // The parts of the energy account that add up over time. The others are sums over the state.
  Energies spent;
};

}  // namespace scree
