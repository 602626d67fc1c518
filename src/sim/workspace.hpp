// What the stages of a step hand on to each other, and what they keep for the next step.
#pragma once

#include <vector>

#include "detect/detect_contacts.hpp"
#include "force/contact_forces.hpp"
#include "model/contacts.hpp"
#include "model/geometry.hpp"
#include "model/pairs.hpp"
#include "neighbour/neighbours.hpp"

namespace scree {

struct Workspace {
  Geometry geometry;
  NeighbourSearch search;
  PairList pairs;
  std::vector<PairCache> caches;  // by slot
  ContactList contacts, before;   // of this step and the one before
  BodyForces forces;
  ContactEnergies contact_energies;
  DetectionCounts counts;  // of the last step

  NeighbourScratch neighbour_scratch;
  DetectionScratch detection_scratch;
  ForceScratch force_scratch;
};

}  // namespace scree
