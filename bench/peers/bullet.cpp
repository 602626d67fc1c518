// Bullet, its build in double precision: GJK and EPA on hulls without margin. The detector starts every query
// from the same axis, whatever it has kept: warm is as cold.
#include "peers.hpp"

#ifdef SCREE_PEER_BULLET
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace scree::bench {
namespace {

static_assert(sizeof(btScalar) == sizeof(double));

btVector3 to_bullet(Vec3 v) { return {v.x, v.y, v.z}; }
Vec3 from_bullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

btTransform to_bullet(const RelativePose& pose) {
  const Mat3& m = pose.a_from_b;
  return btTransform(btMatrix3x3(m.row[0].x, m.row[0].y, m.row[0].z, m.row[1].x, m.row[1].y, m.row[1].z,
                                 m.row[2].x, m.row[2].y, m.row[2].z),
                     to_bullet(pose.translation));
}

class BulletAsker {
 public:
  BulletAsker(const NarrowSet& set, const NarrowRow& row) : set_(set) {
    for (const Shape& shape : set.shapes) {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const Vec3& v : shape.core->vertices) hull->addPoint(to_bullet(v), false);
      hull->setMargin(0);
      hull->recalcLocalAabb();
      shapes_.push_back(std::move(hull));
    }
    poses_.reserve(set.relative.size());
    for (const RelativePose& pose : set.relative) poses_.push_back(to_bullet(pose));
    input_.m_transformA.setIdentity();
    // Pairs farther apart than this need no more than that they are.
    if (row.question != NarrowQuestion::distance) input_.m_maximumDistanceSquared = 0;
    reports_apart_ = row.question == NarrowQuestion::distance;
  }

  void ask(std::size_t pair, std::size_t at) {
    const auto [a, b] = set_.pairs[pair];
    input_.m_transformB = poses_[at];
    found_ = btPointCollector();
    btGjkPairDetector detector(shapes_[a].get(), shapes_[b].get(), CONVEX_HULL_SHAPE_PROXYTYPE,
                               CONVEX_HULL_SHAPE_PROXYTYPE, 0, 0, &simplex_, &depth_solver_);
    detector.getClosestPointsNonVirtual(input_, found_, nullptr);
  }

  NarrowAnswer answer() const {
    NarrowAnswer answer;
    answer.answered = found_.m_hasResult || !reports_apart_;
    answer.overlap = found_.m_hasResult && found_.m_distance < 0;
    answer.distance = found_.m_distance;
    answer.normal = -from_bullet(found_.m_normalOnBInWorld);
    answer.point_b = from_bullet(found_.m_pointInWorld);
    answer.point_a = answer.point_b - found_.m_distance * answer.normal;
    return answer;
  }

 private:
  const NarrowSet& set_;
  std::vector<std::unique_ptr<btConvexHullShape>> shapes_;
  std::vector<btTransform> poses_;
  btVoronoiSimplexSolver simplex_;
  btGjkEpaPenetrationDepthSolver depth_solver_;
  btGjkPairDetector::ClosestPointInput input_;
  bool reports_apart_ = false;
  btPointCollector found_;
};

}  // namespace

std::vector<NarrowContestant> bullet_contestants() {
  return {{"Bullet", [](const NarrowSet& set, const NarrowRow& row) -> std::unique_ptr<NarrowRunner> {
             if (!has_polyhedra(set)) return nullptr;
             return std::make_unique<NarrowRunnerOf<BulletAsker>>(set, row);
           }}};
}

}  // namespace scree::bench
#else
std::vector<scree::bench::NarrowContestant> scree::bench::bullet_contestants() { return {}; }
#endif
