// Our own two contestants of `narrow`.
#include <algorithm>
#include <limits>

#include "bench/narrow.hpp"
#include "detect/run_kernel.hpp"
#include "shape/make_view.hpp"

namespace scree::bench {
namespace {

// Pairs that are apart need no distance unless it is asked for.
QueryRequest request_for(const NarrowRow& row) {
  QueryRequest request = timed_request();
  request.cutoff = row.question == NarrowQuestion::distance ? std::numeric_limits<Real>::infinity() : Real{0};
  return request;
}

NarrowAnswer to_answer(const Contact& contact) {
  NarrowAnswer answer;
  answer.answered = ok(contact.status);
  answer.overlap = contact.state == ContactState::overlap;
  answer.distance = contact.distance;
  answer.normal = contact.normal;
  answer.point_a = contact.point_a;
  answer.point_b = contact.point_b;
  return answer;
}

// What both have in common: caches, one for each pair, if the row is warm.
class AskerBase {
 public:
  AskerBase(const NarrowSet& set, const NarrowRow& row) : set_(set), request_(request_for(row)) {
    if (row.warm) caches_.resize(set.pairs.size());
  }

 protected:
  // `run` asks with a cache: the pair's own or an empty one.
  template <class Run>
  void with_cache(std::size_t pair, Run run) {
    if (caches_.empty()) {
      PairCache empty;
      run(empty);
    } else {
      run(caches_[pair]);
    }
  }

  const NarrowSet& set_;
  QueryRequest request_;
  std::vector<PairCache> caches_;
  Contact contact_;
};

// As a simulation does it: from the shapes' views and a ready matrix.
class KernelAsker : AskerBase {
 public:
  KernelAsker(const NarrowSet& set, const NarrowRow& row) : AskerBase(set, row) {
    for (const Shape& shape : set.shapes) views_.push_back(make_view(shape));
    const ShapeType type = set.shapes.front().type;
    algorithm_ = default_algorithm(type, type);
  }
  void ask(std::size_t pair, std::size_t at) {
    const auto [a, b] = set_.pairs[pair];
    const ShapePair shapes{views_[a], views_[b], set_.relative[at].a_from_b, set_.relative[at].translation,
                           std::max(views_[a].size, views_[b].size)};
    with_cache(pair,
               [&](PairCache& cache) { run_kernel(algorithm_, shapes, request_, cache, contact_, nullptr); });
  }
  NarrowAnswer answer() const { return to_answer(contact_); }

 private:
  std::vector<ShapeView> views_;
  Algorithm algorithm_ = Algorithm::automatic;
};

class QueryAsker : AskerBase {
 public:
  QueryAsker(const NarrowSet& set, const NarrowRow& row) : AskerBase(set, row) {}
  void ask(std::size_t pair, std::size_t at) {
    const Shape& a = set_.shapes[set_.pairs[pair][0]];
    const Shape& b = set_.shapes[set_.pairs[pair][1]];
    centre_ = a.centre;
    with_cache(pair, [&](PairCache& cache) {
      query(Algorithm::automatic, a, b, set_.poses[at], request_, cache, contact_);
    });
  }
  NarrowAnswer answer() const {
    NarrowAnswer answer = to_answer(contact_);
    answer.point_a -= centre_;
    answer.point_b -= centre_;
    return answer;
  }

 private:
  Vec3 centre_;
};

template <class Asker>
NarrowContestant contestant(const char* name) {
  return {name, [](const NarrowSet& set, const NarrowRow& row) -> std::unique_ptr<NarrowRunner> {
            return std::make_unique<NarrowRunnerOf<Asker>>(set, row);
          }};
}

}  // namespace

NarrowContestant scree_kernel() { return contestant<KernelAsker>("scree"); }
NarrowContestant scree_query() { return contestant<QueryAsker>("scree, query()"); }

}  // namespace scree::bench
