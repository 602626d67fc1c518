// What the stages of a step hand on to each other, and what they keep for the next step.
#pragma once

#include <vector>

#include "detect/detect_contacts.hpp"
#include "force/contact_forces.hpp"
#include "force/kink_energy.hpp"
#include "model/contacts.hpp"
#include "model/geometry.hpp"
#include "model/pairs.hpp"
#include "neighbour/neighbours.hpp"
#include "sim/contact_chunks.hpp"
#include "sim/profile.hpp"

namespace scree {

// What a thread notes while contacts are renewed. Apart from each other in memory, as every thread writes its
// own.
struct alignas(128) ThreadNotes {
  Real detection_seconds = 0, law_seconds = 0;
  Real overlap_ratio = 0;  // the largest depth over the smaller size of its two shapes
};

struct Workspace {
  Geometry geometry;
  NeighbourSearch search;
  PairList pairs;
  PairMemory pair_memory;
  ContactList contacts;
  ContactList before;  // of the step before; empty unless the elastic correction needs it
  BodyForces forces;
  ContactEnergies contact_energies;
  KinkEnergies kinks;
  DetectionCounts counts;  // of the last step
  Real overlap_ratio = 0;  // the largest of the last step
  Profile profile;

  NeighbourScratch neighbour_scratch;
  DetectionScratch detection_scratch;
  ForceScratch force_scratch;
  FollowScratch follow_scratch;
  std::vector<ThreadNotes> thread_notes;
};

}  // namespace scree
