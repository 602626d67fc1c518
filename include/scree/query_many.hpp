// Contact queries on many pairs of shapes at a time.
#pragma once

#include <scree/contact.hpp>

#include <span>

namespace scree {

// A pair, what is kept of it, and the answer.
struct PairQuery {
  const Shape* a = nullptr;
  const Shape* b = nullptr;
  Pose a_from_b;                  // takes B's own frame to A's own frame
  PairCache* cache = nullptr;     // of this pair alone; null: nothing is known and nothing is kept
  ContactPatch* patch = nullptr;  // of this pair alone; null: not wanted
  Contact contact;                // the answer, in A's own frame
};

// The same answers as one query() after the other, bit for bit. Quicker for polyhedra of few vertices whose
// caches do not help, cold ones above all: several such pairs are searched side by side. `a` and `b` must not
// be null. Returns how many have no answer: whose contact.status is not `ok`.
std::size_t query_many(Algorithm algorithm, std::span<PairQuery> pairs, const QueryRequest& request);

}  // namespace scree
