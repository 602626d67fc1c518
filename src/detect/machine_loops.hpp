// What polyhedra need by the machine's vectors (host): the loops of detect/kernels/gjk_loop.hpp and
// distort_loop.hpp, and gjk-td as a whole, compiled for each width of registers. Which one runs is decided
// when the program starts; the answers do not depend on it.
#pragma once

#include <scree/contact_data.hpp>

#include "core/registers.hpp"
#include "detect/kernels/distort_loop.hpp"

namespace scree::distortion {

struct MachineLoops {
  // The largest direction . x of the points x of A - B. (m x the direction's length)
  Real (*reach)(const ShapePair& pair, const Vec3& direction);
  // The farthest vertex of each core along a direction in A's frame, the first of equals.
  void (*farthest)(const ShapePair& pair, const Vec3& direction, std::int32_t& vertex_a,
                   std::int32_t& vertex_b);
  void (*gjk)(const ShapePair& pair, const GjkTask& task, GjkAnswer& answer);
  // The same answers, for a batch.
  void (*gjk_many)(const GjkBatch& batch);
  void (*distort)(const ShapePair& pair, const DistortTask& task, DistortAnswer& answer);
  // All of it: warm answers are so short that every instruction counts.
  Status (*gjk_td)(const ShapePair& pair, const QueryRequest& request, PairCache& cache, Contact& contact,
                   ContactPatch* patch);
  // The same as far as no search is needed. False: one is, and nothing has been said.
  bool (*gjk_td_at_once)(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                         Contact& contact, ContactPatch* patch);
};

extern const MachineLoops* machine_loops;  // those that suit the machine

// Null where the machine does not have such registers.
const MachineLoops* find_machine_loops(RegisterWidth registers);

}  // namespace scree::distortion
