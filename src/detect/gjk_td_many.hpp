// gjk-td for many pairs of polyhedra: the same answers, in less time where pairs have to be searched from
// scratch, for then several of them go through GJK side by side (host).
#pragma once

#include <scree/contact_data.hpp>

#include <span>

#include "detect/kernels/minkowski.hpp"

namespace scree {

// One of them. Every pair has its own cache and its own answer.
struct PairToAnswer {
  const ShapePair* pair;
  PairCache* cache;
  Contact* contact;
  ContactPatch* patch;  // null: not wanted
};

// The pairs must be finite.
void gjk_td_many(std::span<const PairToAnswer> pairs, const QueryRequest& request);

}  // namespace scree
