// FCL in double precision: distance and collision of convex polyhedra, by its two solvers. In collision
// queries the solver of its own (indep) starts from the pair's last guess; the other keeps nothing.
#include "peers.hpp"

#ifdef SCREE_PEER_FCL
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <exception>
#include <limits>

namespace scree::bench {
namespace {

constexpr double tolerance = 1e-10;

fcl::Vector3d to_fcl(Vec3 v) { return {v.x, v.y, v.z}; }
Vec3 from_fcl(const fcl::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

fcl::Transform3d to_fcl(const RelativePose& pose) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) transform.linear()(row, k) = pose.a_from_b.row[row][k];
  }
  transform.translation() = to_fcl(pose.translation);
  return transform;
}

std::unique_ptr<fcl::Convexd> to_fcl(const Polyhedron& polyhedron) {
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const Vec3& v : polyhedron.vertices) vertices->push_back(to_fcl(v));
  auto faces = std::make_shared<std::vector<int>>();
  const int count = static_cast<int>(polyhedron.face_planes.size());
  for (int f = 0; f < count; ++f) {
    faces->push_back(polyhedron.face_begin[f + 1] - polyhedron.face_begin[f]);
    for (int k = polyhedron.face_begin[f]; k < polyhedron.face_begin[f + 1]; ++k) {
      faces->push_back(polyhedron.face_vertices[k]);
    }
  }
  return std::make_unique<fcl::Convexd>(vertices, count, faces);
}

class FclAsker {
 public:
  FclAsker(const NarrowSet& set, const NarrowRow& row, fcl::GJKSolverType solver, bool signed_distance)
      : set_(set),
        question_(row.question),
        by_distance_(signed_distance || row.question == NarrowQuestion::distance) {
    for (const Shape& shape : set.shapes) {
      shapes_.push_back(to_fcl(*shape.core));
      shapes_.back()->computeLocalAABB();
    }
    for (const RelativePose& pose : set.relative) poses_.push_back(to_fcl(pose));
    distance_.enable_nearest_points = true;
    distance_.enable_signed_distance = signed_distance;
    distance_.distance_tolerance = tolerance;
    distance_.gjk_solver_type = solver;
    collision_.enable_contact = question_ == NarrowQuestion::depth;
    collision_.gjk_tolerance = tolerance;
    collision_.gjk_solver_type = solver;
    if (row.warm && solver == fcl::GST_INDEP) {
      collision_.enable_cached_gjk_guess = true;
      guesses_.resize(set.pairs.size(), fcl::Vector3d(1, 0, 0));
    }
  }

  void ask(std::size_t pair, std::size_t at) {
    answer_ = NarrowAnswer{};
    try {
      const auto [a, b] = set_.pairs[pair];
      if (by_distance_) {
        ask_distance(*shapes_[a], *shapes_[b], poses_[at]);
      } else {
        ask_collision(*shapes_[a], *shapes_[b], poses_[at], pair);
      }
    } catch (const std::exception&) {
      answer_.answered = false;  // how it reports trouble
    }
  }
  NarrowAnswer answer() const { return answer_; }

 private:
  void ask_distance(const fcl::Convexd& a, const fcl::Convexd& b, const fcl::Transform3d& pose) {
    fcl::DistanceResultd result;
    answer_.distance = fcl::distance(&a, fcl::Transform3d::Identity(), &b, pose, distance_, result);
    answer_.overlap = answer_.distance < 0;
    answer_.point_a = from_fcl(result.nearest_points[0]);
    answer_.point_b = from_fcl(result.nearest_points[1]);
    answer_.normal = (answer_.point_b - answer_.point_a) / answer_.distance;
    answer_.answered = true;
  }

  void ask_collision(const fcl::Convexd& a, const fcl::Convexd& b, const fcl::Transform3d& pose,
                     std::size_t pair) {
    if (!guesses_.empty()) collision_.cached_gjk_guess = guesses_[pair];
    fcl::CollisionResultd result;
    fcl::collide(&a, fcl::Transform3d::Identity(), &b, pose, collision_, result);
    if (!guesses_.empty()) guesses_[pair] = result.cached_gjk_guess;
    answer_.answered = true;
    answer_.overlap = result.isCollision();
    if (question_ != NarrowQuestion::depth || !answer_.overlap) return;
    const fcl::Contactd& contact = result.getContact(0);
    answer_.distance = -contact.penetration_depth;
    answer_.normal = from_fcl(contact.normal);
  }

  const NarrowSet& set_;
  NarrowQuestion question_;
  bool by_distance_;
  std::vector<std::unique_ptr<fcl::Convexd>> shapes_;
  std::vector<fcl::Transform3d, Eigen::aligned_allocator<fcl::Transform3d>> poses_;
  std::vector<fcl::Vector3d> guesses_;
  fcl::DistanceRequestd distance_;
  fcl::CollisionRequestd collision_;
  NarrowAnswer answer_;
};

NarrowContestant contestant(const char* name, fcl::GJKSolverType solver, bool signed_distance = false) {
  return {name, [=](const NarrowSet& set, const NarrowRow& row) -> std::unique_ptr<NarrowRunner> {
            const bool other = signed_distance && row.question != NarrowQuestion::depth;
            if (!has_polyhedra(set) || other) return nullptr;
            return std::make_unique<NarrowRunnerOf<FclAsker>>(set, row, solver, signed_distance);
          }};
}

}  // namespace

std::vector<NarrowContestant> fcl_contestants() {
  return {contestant("FCL libccd", fcl::GST_LIBCCD), contestant("FCL indep", fcl::GST_INDEP),
          contestant("FCL signed", fcl::GST_LIBCCD, true)};
}

}  // namespace scree::bench
#else
std::vector<scree::bench::NarrowContestant> scree::bench::fcl_contestants() { return {}; }
#endif
