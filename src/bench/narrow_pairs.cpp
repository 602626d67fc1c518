#include "bench/narrow_pairs.hpp"

#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "bench/measure.hpp"
#include "bench/must.hpp"
#include "bench/random_features.hpp"
#include "bench/turns.hpp"
#include "detect/make_pair.hpp"

namespace scree::bench {
namespace {

constexpr Real least_inradius = 0.1;  // x size: flatter ones could not overlap by as much as is asked for
constexpr int candidates = 8;         // of which the one farthest from the points so far becomes the next
constexpr Real placed_well = 1e-3;    // of a gap or depth

Vec3 random_radii(Random& random) {
  Vec3 radii;
  for (int k = 0; k < 3; ++k) radii[k] = 0.5 * uniform(random, 0.7, 1);
  return radii;
}

// Points of the unit sphere that keep away from each other (Mitchell's best candidate).
std::vector<Vec3> spread_points(Random& random, int count) {
  std::vector<Vec3> points;
  while (static_cast<int>(points.size()) < count) {
    Vec3 best;
    Real clearest = -1;
    for (int c = 0; c < candidates; ++c) {
      const Vec3 point = unit_vector(random);
      Real clear = std::numeric_limits<Real>::infinity();
      for (const Vec3& other : points) clear = std::min(clear, norm_squared(point - other));
      if (!(clear > clearest)) continue;
      clearest = clear;
      best = point;
    }
    points.push_back(best);
  }
  return points;
}

Real inradius(const Shape& shape) {
  Real least = std::numeric_limits<Real>::infinity();
  for (const Plane& plane : shape.core->face_planes) least = std::min(least, plane.offset);
  return least;
}

Shape centred(const Shape& shape) {
  std::vector<Vec3> points = shape.core->vertices;  // relative to the centre
  return must(make_polyhedron(points));
}

// One pair on its way: B's centre and axes, seen from A's centre in A's axes.
class PairPath {
 public:
  PairPath(const Shape& a, const Shape& b, const NarrowPlacement& placement, Random random)
      : a_(a), b_(b), size_(std::max(a.size, b.size)), random_(random), placement_(placement) {
    // Exact for every pair of types; for curved ones the default is, and much faster.
    guide_ = a.type == ShapeType::polyhedron ? Algorithm::gjk_epa : Algorithm::automatic;
    rotation_ = scree::rotation(random_);
    wanted_ = any_gap();
    end_ = any_gap();
    velocity_ = narrow_step * size_ * unit_vector(random_);
    turn_ = rotation_about(unit_vector(random_), narrow_step);
    approach(unit_vector(random_));
  }

  void step() {
    constexpr Real share_along_normal = 0.5;  // of the step's length, at most
    const Real most = share_along_normal * narrow_step * size_;
    wanted_ += std::clamp(end_ - wanted_, -most, most);
    rotation_ = normalized(turn_ * rotation_);
    position_ += velocity_;
    for (int i = 0; i < 10 && !placed(); ++i) position_ -= (contact_.distance - wanted_) * contact_.normal;
  }

  Pose pose() const { return {rotation_, a_.centre + position_ - rotate(rotation_, b_.centre)}; }
  Vec3 normal() const { return contact_.normal; }

 private:
  Real any_gap() {
    const Real gap = size_ * log_uniform(random_, placement_.least, placement_.largest);
    return placement_.overlap ? -gap : gap;
  }

  bool placed() {
    query(guide_, a_, b_, pose(), timed_request(), cache_, contact_);
    return std::fabs(contact_.distance - wanted_) <= placed_well * std::fabs(wanted_);
  }

  // Comes in from outside along `direction`. Signed distance is a convex function of the way, so that
  // Newton's steps never go too far.
  void approach(Vec3 direction) {
    position_ = (0.5 * (a_.size + b_.size) + std::max(wanted_, Real{0})) * direction;
    for (int i = 0; i < 40 && !placed(); ++i) {
      const Real slope = std::max(dot(contact_.normal, direction), Real{1e-3});
      position_ -= ((contact_.distance - wanted_) / slope) * direction;
    }
  }

  const Shape& a_;
  const Shape& b_;
  Real size_;
  Random random_;
  NarrowPlacement placement_;
  Algorithm guide_ = Algorithm::automatic;
  Real wanted_ = 0, end_ = 0;  // m, signed: now and towards which it goes
  Vec3 position_, velocity_;   // m, m per step
  Quat rotation_, turn_;
  PairCache cache_;
  Contact contact_;
};

std::vector<int> there_and_back(int poses) {
  if (poses == 1) return {0};
  std::vector<int> order;
  for (int k = 1; k < poses; ++k) order.push_back(k);
  for (int k = poses - 2; k >= 0; --k) order.push_back(k);
  return order;
}

}  // namespace

std::vector<Shape> narrow_polyhedra(int vertices, std::uint64_t seed) {
  std::vector<Shape> shapes;
  for (std::uint64_t stream = 0; static_cast<int>(shapes.size()) < narrow_shape_count; ++stream) {
    Random random{seed, (static_cast<std::uint64_t>(vertices) << 32) + stream};
    const Vec3 radii = random_radii(random);
    std::vector<Vec3> points = spread_points(random, vertices);
    for (Vec3& p : points) p = {radii.x * p.x, radii.y * p.y, radii.z * p.z};
    const auto shape = make_polyhedron(points);
    if (!shape || inradius(*shape) < least_inradius * shape->size) continue;
    if (static_cast<int>(shape->core->vertices.size()) == vertices) shapes.push_back(centred(*shape));
  }
  return shapes;
}

std::vector<Shape> narrow_superellipsoids(std::uint64_t seed) {
  constexpr std::array<Real, 4> exponents{2, 3, 4, 6};
  std::vector<Shape> shapes;
  for (std::uint64_t i = 0; i < narrow_shape_count; ++i) {
    Random random{seed, i};
    const Real epsilon = 2 / exponents[i % exponents.size()];
    shapes.push_back(must(make_superellipsoid(random_radii(random), epsilon, epsilon)));
  }
  return shapes;
}

std::vector<Shape> narrow_ellipsoids(std::uint64_t seed) {
  std::vector<Shape> shapes;
  for (std::uint64_t i = 0; i < narrow_shape_count; ++i) {
    Random random{seed, i};
    shapes.push_back(must(make_ellipsoid(random_radii(random))));
  }
  return shapes;
}

NarrowSet narrow_set(std::vector<Shape> shapes, const NarrowPlacement& placement, std::size_t pairs,
                     std::uint64_t seed) {
  NarrowSet set;
  set.shapes = std::move(shapes);
  set.poses_per_pair = placement.poses;
  set.round_trip = there_and_back(placement.poses);
  set.poses.resize(pairs * placement.poses);
  set.relative.resize(set.poses.size());
  for (std::size_t i = 0; i < pairs; ++i) {
    Random random{seed, i, 1'000'000};  // far behind what the shapes have used
    const auto pick = [&] {
      return static_cast<std::uint32_t>(uniform_index(random, static_cast<int>(set.shapes.size())));
    };
    const std::uint32_t a = pick(), b = pick();
    set.pairs.push_back({a, b});
    PairPath path(set.shapes[a], set.shapes[b], placement, random);
    set.first_normals.push_back(path.normal());
    for (int k = 0; k < placement.poses; ++k) {
      if (k > 0) path.step();
      Quat rotation;
      const OwnShapePair view = make_pair_view(set.shapes[a], set.shapes[b], path.pose(), rotation);
      set.poses[k * pairs + i] = path.pose();
      set.relative[k * pairs + i] = {view.a_from_b, view.translation};
    }
  }
  return set;
}

}  // namespace scree::bench
