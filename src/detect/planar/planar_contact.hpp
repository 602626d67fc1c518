// How the algorithms of the plane begin and end, for host and device; beside core_contact.hpp.
#pragma once

#include "detect/kernels/core_contact.hpp"
#include "detect/planar/describe.hpp"

namespace scree {

// As set_contact, for polygonal cores: with type, features and patch where they are wanted.
// `parallel_angle` (rad): how exact the normal is, at least.
SCREE_HD inline void set_polygonal_contact(const PlanarPair& pair, const CoreContact2& core,
                                           const QueryRequest& request, Real parallel_angle,
                                           Contact2& contact, ContactPatch2* patch) {
  set_contact(pair, core, contact);
  if (!ok(core.status) || core.beyond_cutoff || !request.describe) return;
  describe_contact(pair, core.separation.value, core.witness_a, parallel_angle, contact, patch);
}

// Clears the answer. False, with `unsupported_pair` set, unless both shapes are polygons: what the published
// algorithms are made for.
SCREE_HD inline bool begin_polygons(const PlanarPair& pair, Contact2& contact, ContactPatch2* patch) {
  clear_answer(contact, patch);
  if (pair.a.type != ShapeType::polygon || pair.b.type != ShapeType::polygon) {
    contact.status = Status::unsupported_pair;
  }
  return ok(contact.status);
}

}  // namespace scree
