// What a search of fds has found so far, and what is kept of it for the next step; in space and in the plane,
// for host and device. Lengths in metres.
#pragma once

#include <scree/contact_data.hpp>

#include <cmath>

#include "detect/kernels/contact_pairs.hpp"
#include "detect/kernels/core_contact.hpp"

namespace scree::fds_detail {

template <class Vec>
struct SearchOf {
  BasicPairOf<Vec> carrier;
  bool excluded = false;
  Vec normal;    // unit, from A to B: along it the shapes are apart ...
  Real gap = 0;  // m, by at least this
  std::int64_t checked = 0;
};

template <class Vec>
SCREE_HD inline bool has_carrier(const SearchOf<Vec>& search) {
  return !search.excluded && search.carrier.entrance == Entrance::strict;
}

template <class Vec>
SCREE_HD inline bool is_done(const SearchOf<Vec>& search) {
  return search.excluded || (search.carrier.entrance == Entrance::strict && search.carrier.settled);
}

template <class Pair>
SCREE_HD inline void exclude(const Pair& pair, typename Pair::Vec normal, Real gap,
                             SearchOf<typename Pair::Vec>& search) {
  search.excluded = true;
  search.normal = normal;
  search.gap = gap - entrance_detail::strict_sine * pair.size;
}

// The proven gap, if it is beyond the cutoff and so all that is asked for.
template <class Pair>
SCREE_HD inline bool answer_excluded(const Pair& pair, const QueryRequest& request,
                                     const SearchOf<typename Pair::Vec>& search,
                                     ContactOf<typename Pair::Vec>& contact) {
  const Real cutoff = request.cutoff > 0 ? request.cutoff : 0;
  if (!(search.excluded && search.gap > cutoff && std::isfinite(search.gap))) return false;
  CoreContactOf<typename Pair::Vec> core;
  core.separation = {normalized(search.normal), search.gap};
  core.witness_a = support(pair, search.normal).point_a;
  core.beyond_cutoff = true;
  core.iterations = to_iterations(search.checked);
  set_contact(pair, core, contact);
  return true;
}

// The carrier and n_v of A and B.
template <class Vec>
SCREE_HD inline void keep_places(const BasicPairOf<Vec>& carrier, int near_a, int near_b,
                                 PairCacheOf<Vec>& cache) {
  cache.place_a.dimension = carrier.a.dimension;
  cache.place_a.index = carrier.a.index;
  cache.place_b.dimension = carrier.b.dimension;
  cache.place_b.index = carrier.b.index;
  cache.near_a = near_a;
  cache.near_b = near_b;
}

// Without a carrier: the normal alone may exclude the pair again.
template <class Vec>
SCREE_HD inline void forget_places(PairCacheOf<Vec>& cache) {
  cache.place_a.dimension = -1;
  cache.place_b.dimension = -1;
}

}  // namespace scree::fds_detail
