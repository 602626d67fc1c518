// Our own contestants of `narrow`.
#include <algorithm>
#include <limits>

#include "bench/narrow.hpp"
#include "detect/gjk_td_many.hpp"
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

std::vector<ShapeView> views_of(const std::vector<Shape>& shapes) {
  std::vector<ShapeView> views;
  views.reserve(shapes.size());
  for (const Shape& shape : shapes) views.push_back(make_view(shape));
  return views;
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
  KernelAsker(const NarrowSet& set, const NarrowRow& row)
      : AskerBase(set, row), views_(views_of(set.shapes)) {
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

// As KernelAsker, many pairs at a time. Polyhedra only.
class ManyRunner final : public NarrowRunner {
 public:
  ManyRunner(const NarrowSet& set, const NarrowRow& row)
      : set_(set), warm_(row.warm), request_(request_for(row)), views_(views_of(set.shapes)) {
    caches_.resize(warm_ ? set.pairs.size() : at_once);
    contacts_.resize(at_once);
    shapes_.reserve(at_once);
    pairs_.reserve(at_once);
  }
  void run() override {
    const std::size_t pairs = set_.pairs.size();
    for (const int pose : set_.round_trip) {
      for (std::size_t i = 0; i < pairs; i += at_once) {
        ask(i, std::min(at_once, pairs - i), pose * pairs + i);
        keep(contacts_);
      }
    }
  }
  NarrowAnswer answer(std::size_t pair, std::size_t at) override {
    ask(pair, 1, at);
    return to_answer(contacts_.front());
  }

 private:
  static constexpr std::size_t at_once = 256;

  void ask(std::size_t first, std::size_t count, std::size_t at) {
    shapes_.clear();
    pairs_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const auto [a, b] = set_.pairs[first + i];
      const RelativePose& pose = set_.relative[at + i];
      shapes_.push_back(
          {views_[a], views_[b], pose.a_from_b, pose.translation, std::max(views_[a].size, views_[b].size)});
      PairCache& cache = caches_[warm_ ? first + i : i];
      if (!warm_) cache = {};
      pairs_.push_back({&shapes_.back(), &cache, &contacts_[i], nullptr});
    }
    gjk_td_many(pairs_, request_);
  }

  const NarrowSet& set_;
  bool warm_;
  QueryRequest request_;
  std::vector<ShapeView> views_;
  std::vector<PairCache> caches_;
  std::vector<Contact> contacts_;
  std::vector<ShapePair> shapes_;
  std::vector<PairToAnswer> pairs_;
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
NarrowContestant scree_many() {
  return {"scree, many", [](const NarrowSet& set, const NarrowRow& row) -> std::unique_ptr<NarrowRunner> {
            if (set.shapes.front().type != ShapeType::polyhedron) return nullptr;
            return std::make_unique<ManyRunner>(set, row);
          }};
}

}  // namespace scree::bench
