// A whole answer, with every contact point, and whether two are the same; in space and in the plane.
#pragma once

#include <scree/contact.hpp>

#include <cmath>

namespace scree::testing {

template <class Contact, class Patch>
struct AskedOf {
  Contact contact;
  Patch patch;
};
using Asked = AskedOf<Contact, ContactPatch>;
using Asked2 = AskedOf<Contact2, ContactPatch2>;

inline Asked ask(Algorithm algorithm, const Shape& a, const Shape& b, const Pose& a_from_b, PairCache& cache,
                 const QueryRequest& request = {}) {
  Asked asked;
  query(algorithm, a, b, a_from_b, request, cache, asked.contact, &asked.patch);
  return asked;
}
inline Asked2 ask(Algorithm algorithm, const Shape& a, const Shape& b, const Pose2& a_from_b,
                  PairCache2& cache, const QueryRequest& request = {}) {
  Asked2 asked;
  query(algorithm, a, b, a_from_b, request, cache, asked.contact, &asked.patch);
  return asked;
}
// Without a cache.
inline Asked ask(Algorithm algorithm, const Shape& a, const Shape& b, const Pose& a_from_b,
                 const QueryRequest& request = {}) {
  PairCache cache;
  return ask(algorithm, a, b, a_from_b, cache, request);
}
inline Asked2 ask(Algorithm algorithm, const Shape& a, const Shape& b, const Pose2& a_from_b,
                  const QueryRequest& request = {}) {
  PairCache2 cache;
  return ask(algorithm, a, b, a_from_b, cache, request);
}

// Whether every point of one list is in the other, with its type and distance.
template <class Patch>
bool same_list(const Patch& p, const Patch& q, Real slack) {
  if (p.count != q.count) return false;
  for (int k = 0; k < p.count; ++k) {
    bool found = false;
    for (int l = 0; l < q.count && !found; ++l) {
      found = p.types[k] == q.types[l] && norm(p.points[k] - q.points[l]) <= slack &&
              std::fabs(p.distances[k] - q.distances[l]) <= slack;
    }
    if (!found) return false;
  }
  return true;
}

template <class Contact, class Patch>
bool same_answer(const AskedOf<Contact, Patch>& p, const AskedOf<Contact, Patch>& q, Real slack) {
  return std::fabs(p.contact.distance - q.contact.distance) <= slack &&
         norm(p.contact.normal - q.contact.normal) <= 1e-9 && p.contact.type == q.contact.type &&
         same_list(p.patch, q.patch, slack);
}

}  // namespace scree::testing
