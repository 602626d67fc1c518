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

namespace scree {

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

  NeighbourScratch neighbour_scratch;
  DetectionScratch detection_scratch;
  ForceScratch force_scratch;
};

}  // namespace scree
