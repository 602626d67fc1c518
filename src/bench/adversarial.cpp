#include "bench/adversarial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "bench/must.hpp"
#include "math/random.hpp"

namespace scree::bench {
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();
constexpr Real not_a_number = std::numeric_limits<Real>::quiet_NaN();

// Numbers a caller may hand over by mistake.
Real odd_number(Random& random) {
  const std::array<Real, 10> odd{0, -1, 1e-300, -1e300, 1e300, infinity, -infinity, not_a_number, 1e-8, 1};
  return odd[uniform_index(random, static_cast<int>(odd.size()))];
}

template <class T>
T random_bytes(Random& random) {
  std::array<unsigned char, sizeof(T)> bytes;
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(uniform_index(random, 256));
  return std::bit_cast<T>(bytes);
}

// Small indices and plain numbers, so that checks of the range are passed more often than not.
PairCache plausible_cache(Random& random) {
  PairCache cache;
  cache.direction = unit_vector(random);
  for (PairCache::Place* place : {&cache.place_a, &cache.place_b}) {
    place->point = uniform(random, 0, 1) * unit_vector(random);
    place->dimension = uniform_index(random, 4) - 1;
    place->index = uniform_index(random, 40) - 2;
  }
  cache.near_a = uniform_index(random, 8);
  cache.near_b = uniform_index(random, 8);
  return cache;
}

PairCache any_cache(Random& random) {
  switch (uniform_index(random, 4)) {
    case 0:
      return {};
    case 1:
      return plausible_cache(random);
    case 2: {
      PairCache cache = plausible_cache(random);
      cache.direction[uniform_index(random, 3)] = odd_number(random);
      cache.place_a.point[uniform_index(random, 3)] = odd_number(random);
      cache.place_b.index = std::numeric_limits<std::int32_t>::max() - uniform_index(random, 2);
      cache.near_a = std::numeric_limits<std::int32_t>::min();
      return cache;
    }
    default:
      return random_bytes<PairCache>(random);
  }
}

// The pair in another unit of length, at the edge of what a shape may measure or in the ordinary.
void rescale(Random& random, RandomPair& pair) {
  const std::array<Real, 6> factors{1e-40, 1e-9, 1e-3, 1e3, 1e9, 1e40};
  const Real factor = factors[uniform_index(random, static_cast<int>(factors.size()))];
  pair.a = must(scaled(pair.a, factor));
  pair.b = must(scaled(pair.b, factor));
  pair.a_from_b.translation = factor * pair.a_from_b.translation;
}

bool finite_answer(const Contact& c) {
  return std::isfinite(c.distance) && is_finite(c.normal) && is_finite(c.point_a) && is_finite(c.point_b);
}

bool valid_feature(const Contact::Feature& feature, const Shape& shape) {
  const auto vertices = static_cast<std::int32_t>(shape.core->vertices.size());
  const auto faces = static_cast<std::int32_t>(shape.core->face_planes.size());
  const bool vertices_fit = std::all_of(std::begin(feature.vertex), std::end(feature.vertex),
                                        [&](std::int32_t v) { return v >= -1 && v < vertices; });
  return vertices_fit && feature.face >= -1 && feature.face < faces && feature.vertex_count >= 0 &&
         feature.vertex_count <= vertices;
}

ContactState state_of(Real distance, Real touch) {
  if (distance > touch) return ContactState::separate;
  return distance < -touch ? ContactState::overlap : ContactState::touch;
}

}  // namespace

std::vector<Shape> adversarial_pool() {
  std::vector<Shape> pool = shape_pool();
  const std::vector<Shape> slivers = sliver_pool();
  pool.insert(pool.end(), slivers.begin(), slivers.end());
  return pool;
}

AdversarialQuery adversarial_query(const std::vector<Shape>& pool, std::uint64_t seed, std::uint64_t index) {
  AdversarialQuery query;
  query.pair = random_pair(pool, seed, index);
  Random random{seed ^ 0x5eedU, index};
  if (uniform_index(random, 8) == 0) rescale(random, query.pair);
  Pose& pose = query.pair.a_from_b;
  const int trick = uniform_index(random, 40);
  if (trick == 0) pose.translation[uniform_index(random, 3)] = odd_number(random);
  if (trick == 1) pose.rotation.w = odd_number(random);
  if (trick == 2) pose.translation = pose.translation * std::pow(10, uniform(random, -15, 15));
  if (trick == 3) pose.rotation = random_bytes<Quat>(random);
  if (trick == 4) pose.translation = random_bytes<Vec3>(random);
  if (uniform_index(random, 4) == 0) query.request.cutoff = odd_number(random);
  if (uniform_index(random, 8) == 0) query.request.parallel_angle = odd_number(random);
  if (uniform_index(random, 4) == 0) query.request.step_motion = odd_number(random);
  if (uniform_index(random, 4) == 0) query.request.step_motion = uniform(random, 0, 0.2) * query.pair.a.size;
  query.request.describe = uniform_index(random, 4) != 0;
  query.cache = any_cache(random);
  return query;
}

std::string insane_answer(Algorithm algorithm, const AdversarialQuery& asked) {
  const Shape& a = asked.pair.a;
  const Shape& b = asked.pair.b;
  PairCache cache = asked.cache;
  cache.algorithm = static_cast<std::uint32_t>(algorithm);
  Contact c;
  ContactPatch patch;
  const Status status = query(algorithm, a, b, asked.pair.a_from_b, asked.request, cache, c, &patch);
  if (status != c.status) return "the status returned is not the contact's";
  if (status == Status::unsupported_pair) return "unsupported pair of polyhedra";
  if (!ok(status)) return "";
  if (!finite_answer(c)) return "a number is not finite";
  if (!(std::fabs(norm(c.normal) - 1) < 1e-12))
    return fmt::format("normal of length {:.17g}", norm(c.normal));
  const Real size = std::max(a.size, b.size);
  if (c.state != state_of(c.distance, 1e-12 * size))
    return fmt::format("state {} at {}", name(c.state), c.distance);
  if (!valid_feature(c.feature_a, a) || !valid_feature(c.feature_b, b)) return "a feature does not exist";
  if (c.iterations < 0 || c.iterations > 1'000'000) return fmt::format("{} iterations", c.iterations);
  if (patch.count < 0 || patch.count > patch_capacity) return fmt::format("patch of {}", patch.count);
  for (int k = 0; k < patch.count; ++k) {
    if (!is_finite(patch.points[k]) || !std::isfinite(patch.distances[k]))
      return "a patch point is not finite";
  }
  // What it kept must serve the next query.
  Contact again;
  query(algorithm, a, b, asked.pair.a_from_b, asked.request, cache, again, &patch);
  if (ok(again.status) && !finite_answer(again)) return "a number is not finite with its own cache";
  return "";
}

}  // namespace scree::bench
