// libccd: GJK with EPA, and MPR. It has no distance query, and nothing to keep from one query to the next.
#include "peers.hpp"

#ifdef SCREE_PEER_LIBCCD
#include <ccd/ccd.h>

#include <array>

namespace scree::bench {
namespace {

constexpr unsigned long most_iterations = 500;
constexpr ccd_real_t tolerance = 1e-10;

struct Solid {
  const std::vector<Vec3>* vertices = nullptr;
  const RelativePose* pose = nullptr;  // null: it stands still
};

ccd_vec3_t to_ccd(Vec3 v) { return {{v.x, v.y, v.z}}; }
Vec3 from_ccd(const ccd_vec3_t& v) { return {v.v[0], v.v[1], v.v[2]}; }

Vec3 farthest(const std::vector<Vec3>& vertices, Vec3 direction) {
  const Vec3* best = vertices.data();
  Real top = dot(*best, direction);
  for (const Vec3& v : vertices) {
    const Real height = dot(v, direction);
    if (height > top) {
      top = height;
      best = &v;
    }
  }
  return *best;
}

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* result) {
  const Solid& solid = *static_cast<const Solid*>(object);
  const Vec3 u = from_ccd(*direction);
  if (solid.pose == nullptr) {
    *result = to_ccd(farthest(*solid.vertices, u));
    return;
  }
  const Vec3 point = farthest(*solid.vertices, transpose_times(solid.pose->a_from_b, u));
  *result = to_ccd(solid.pose->a_from_b * point + solid.pose->translation);
}

void centre(const void* object, ccd_vec3_t* result) {
  const Solid& solid = *static_cast<const Solid*>(object);
  *result = to_ccd(solid.pose == nullptr ? Vec3{} : solid.pose->translation);
}

template <bool mpr>
class CcdAsker {
 public:
  CcdAsker(const NarrowSet& set, const NarrowRow& row) : set_(set), question_(row.question) {
    CCD_INIT(&ccd_);
    ccd_.support1 = ccd_.support2 = support;
    ccd_.center1 = ccd_.center2 = centre;
    ccd_.max_iterations = most_iterations;
    ccd_.epa_tolerance = ccd_.mpr_tolerance = tolerance;
  }

  void ask(std::size_t pair, std::size_t at) {
    const auto [a, b] = set_.pairs[pair];
    const Solid first{&set_.shapes[a].core->vertices, nullptr};
    const Solid second{&set_.shapes[b].core->vertices, &set_.relative[at]};
    answer_.answered = true;
    if (question_ == NarrowQuestion::separated) {
      answer_.overlap =
          (mpr ? ccdMPRIntersect(&first, &second, &ccd_) : ccdGJKIntersect(&first, &second, &ccd_)) != 0;
      return;
    }
    ccd_real_t depth = 0;
    ccd_vec3_t direction, position;
    const int status = mpr ? ccdMPRPenetration(&first, &second, &ccd_, &depth, &direction, &position)
                           : ccdGJKPenetration(&first, &second, &ccd_, &depth, &direction, &position);
    answer_.answered = status != -2;
    answer_.overlap = status == 0;
    answer_.distance = -depth;
    answer_.normal = from_ccd(direction);
  }
  NarrowAnswer answer() const { return answer_; }

 private:
  const NarrowSet& set_;
  NarrowQuestion question_;
  ccd_t ccd_;
  NarrowAnswer answer_;
};

template <bool mpr>
NarrowContestant contestant(const char* name) {
  return {name, [](const NarrowSet& set, const NarrowRow& row) -> std::unique_ptr<NarrowRunner> {
            if (!has_polyhedra(set) || row.question == NarrowQuestion::distance) return nullptr;
            return std::make_unique<NarrowRunnerOf<CcdAsker<mpr>>>(set, row);
          }};
}

}  // namespace

std::vector<NarrowContestant> libccd_contestants() {
  return {contestant<false>("libccd GJK"), contestant<true>("libccd MPR")};
}

}  // namespace scree::bench
#else
std::vector<scree::bench::NarrowContestant> scree::bench::libccd_contestants() { return {}; }
#endif
