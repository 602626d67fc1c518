// Many queries: those of gjk-td together, all others one by one.
#include <scree/query_many.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "detect/gjk_td_many.hpp"
#include "detect/make_pair.hpp"
#include "detect/query_parts.hpp"

namespace scree {
namespace {

constexpr std::size_t chunk_size = 64;

bool is_for_gjk_td(Algorithm algorithm, const PairQuery& q) {
  if (is_planar(q.a->type) || is_planar(q.b->type)) return false;
  return algorithm == Algorithm::gjk_td ||
         (algorithm == Algorithm::automatic && default_algorithm(q.a->type, q.b->type) == Algorithm::gjk_td);
}

// What a pair needs while it is answered together with others. Stays where it is made.
struct Prepared {
  OwnShapePair shapes;
  ShapePair pair;
  PairCache empty;
  PairQuery* query;

  Prepared(const OwnShapePair& made, PairQuery& q) : shapes(made), pair(shapes), query(&q) {}
};

void answer_chunk(Algorithm algorithm, std::span<PairQuery> queries, const QueryRequest& request) {
  std::array<std::optional<Prepared>, chunk_size> prepared;
  std::array<PairToAnswer, chunk_size> together;
  std::size_t count = 0;
  for (PairQuery& q : queries) {
    if (is_for_gjk_td(algorithm, q)) {
      Quat rotation;
      const OwnShapePair shapes = make_pair_view(*q.a, *q.b, q.a_from_b, rotation);
      if (is_finite_pair(shapes, rotation)) {
        Prepared& p = prepared[count].emplace(shapes, q);
        together[count++] = {&p.pair, q.cache != nullptr ? q.cache : &p.empty, &q.contact, q.patch};
        continue;
      }
    }
    PairCache empty;
    query(algorithm, *q.a, *q.b, q.a_from_b, request, q.cache != nullptr ? *q.cache : empty, q.contact,
          q.patch);
  }
  gjk_td_many({together.data(), count}, request);
  for (std::size_t i = 0; i < count; ++i) {
    PairQuery& q = *prepared[i]->query;
    move_points([&](Vec3 p) { return p + q.a->centre; }, q.contact, q.patch);
  }
}

}  // namespace

std::size_t query_many(Algorithm algorithm, std::span<PairQuery> pairs, const QueryRequest& request) {
  std::size_t failures = 0;
  while (!pairs.empty()) {
    const std::span<PairQuery> chunk = pairs.first(std::min(pairs.size(), chunk_size));
    answer_chunk(algorithm, chunk, request);
    for (const PairQuery& q : chunk) failures += ok(q.contact.status) ? 0 : 1;
    pairs = pairs.subspan(chunk.size());
  }
  return failures;
}

}  // namespace scree
