// Detection for all pairs of a step.
#pragma once

#include <scree/simulation_data.hpp>

#include <vector>

#include "exec/exec.hpp"
#include "model/contacts.hpp"
#include "model/geometry.hpp"
#include "model/model.hpp"
#include "model/pairs.hpp"

namespace scree {

struct DetectionSettings {
  // Pairs of shapes it has no answer for get the default. A query that fails is answered by gjk-epa and
  // counted.
  Algorithm algorithm = Algorithm::automatic;
  ContactPoints contact_points = ContactPoints::one;
  Real parallel_angle = 1e-8;  // rad
  Real step_motion = 0;        // m, for `ds` and `fds`: how far a vertex moves in a step at most
  bool describe = true;        // false: no types, and points that need not be the patch's middle; cheaper
  Real cutoff = 0;             // m; above 0, pairs apart by less get their distance, which only costs time
};

struct DetectionScratch {
  struct Thread {
    std::vector<ContactPoint> points;
    DetectionCounts counts;
  };
  std::vector<Thread> threads;
  // Which thread found the points of a chunk of pairs, and where they begin in its list.
  struct Chunk {
    int thread = 0;
    std::size_t begin = 0;
  };
  std::vector<Chunk> chunks;
};

// Fills `contacts` with the pairs in overlap, without forces or history. `caches` by slot.
void detect_contacts(const Model& model, const Geometry& geometry, const PairList& pairs,
                     const DetectionSettings& settings, Exec& exec, std::vector<PairCache>& caches,
                     DetectionScratch& scratch, ContactList& contacts, DetectionCounts& counts);

}  // namespace scree
