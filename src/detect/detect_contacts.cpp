// Runs a kernel for each pair of pieces and keeps the overlaps, in the order of pairs.
#include "detect/detect_contacts.hpp"

#include <scree/contact.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/fetch_early.hpp"
#include "detect/brute_force.hpp"
#include "detect/pair_table.hpp"
#include "detect/patch_corners.hpp"
#include "detect/planar/brute_force.hpp"
#include "detect/planar/run_kernel.hpp"
#include "detect/run_kernel.hpp"
#include "math/rotation.hpp"

namespace scree {
namespace {

// Corners nearer than this to each other share what they count for. (x the smaller shape's size)
constexpr Real corner_reach = 0.05;
// Curved shapes count as parallel only when they are: the ends of a line would not have their own depths.
// (rad)
constexpr Real curved_angle = 1e-8;
// What rounding may add to distances and ways, many times over. (x the two sizes)
constexpr Real clearance_margin = 1e-6;

// In single precision, and not above x, whichever way that rounds (by 2^-24 at most).
float float_below(Real x) { return static_cast<float>(x - 0x1p-23 * std::fabs(x)); }

bool keeps_places(Algorithm algorithm) {
  return algorithm == Algorithm::shortest_link || algorithm == Algorithm::fast_direct_search;
}

Vec3 to_space(Vec3 v) { return v; }
Vec3 to_space(Vec2 v) { return in_space(v); }

// B seen from A, in space or in the plane.
void set_pose(const PiecePlacement& a, const PiecePlacement& b, Vec3 offset, ShapePair& pair) {
  pair.a_from_b = transpose(a.rotation) * b.rotation;
  pair.translation = transpose_times(a.rotation, offset);
}
void set_pose(const PiecePlacement& a, const PiecePlacement& b, Vec3 offset, PlanarPair& pair) {
  const auto turn = [](const Mat3& m) { return Turn{m.row[0].x, m.row[1].x}; };
  pair.a_from_b = inverse(turn(a.rotation)) * turn(b.rotation);
  pair.translation = transpose_times(turn(a.rotation), in_plane(offset));
}

constexpr Real start_unit = 32767;  // the length of a unit vector in PairMemory::Start
constexpr Real fine_unit = 65534;   // of a unit of that

// Kernels of curved shapes keep no features: there is room for more of the normal's digits, which they need
// more, as a flat side's points lie within few of them.
bool keeps_digits(std::uint32_t algorithm) {
  return algorithm == static_cast<std::uint32_t>(Algorithm::common_normal);
}

Real with_digits(std::int16_t x, int fine) { return (1 / start_unit) * (x + (1 / fine_unit) * fine); }
std::int16_t rounded(Real x, Real unit) {
  return static_cast<std::int16_t>(std::lrint(std::clamp(unit * x, -start_unit, start_unit)));
}
// What with_digits(x, fine) is missing without `fine`.
std::int16_t next_digits(Real direction, std::int16_t x) {
  return rounded(start_unit * direction - x, fine_unit);
}

void set_direction(const PairMemory::Start& start, Vec3& direction) {
  const bool fine = keeps_digits(start.algorithm);
  const int fine_z = 256 * start.dimension_a + static_cast<std::uint8_t>(start.dimension_b);
  direction = {with_digits(start.x, fine ? start.index_a : 0), with_digits(start.y, fine ? start.index_b : 0),
               with_digits(start.z, fine ? fine_z : 0)};
}
void set_direction(const PairMemory::Start& start, Vec2& direction) {
  direction = {with_digits(start.x, 0), with_digits(start.y, 0)};
}

// What a kernel has kept, as far as a start has room for it. It may be anything, as caches may.
void keep_direction(std::uint32_t algorithm, Vec3 direction, PairMemory::Start& start) {
  start.algorithm = static_cast<std::uint8_t>(algorithm);
  start.x = rounded(direction.x, start_unit);
  start.y = rounded(direction.y, start_unit);
  start.z = rounded(direction.z, start_unit);
  if (!keeps_digits(algorithm)) return;
  start.index_a = next_digits(direction.x, start.x);
  start.index_b = next_digits(direction.y, start.y);
  const int fine_z = next_digits(direction.z, start.z);
  start.dimension_a = static_cast<std::int8_t>(fine_z >> 8);
  start.dimension_b = static_cast<std::int8_t>(fine_z & 0xff);
}
template <class Place>
void keep_feature(const Place& place, std::int8_t& dimension, std::int16_t& index) {
  const bool fits = place.index >= 0 && place.index <= std::numeric_limits<std::int16_t>::max();
  dimension = fits ? static_cast<std::int8_t>(place.dimension) : std::int8_t{-1};
  index = fits ? static_cast<std::int16_t>(place.index) : std::int16_t{-1};
}

// Caches are kept as those of space; in the plane z is 0.
template <class To, class From, class Convert>
PairCacheOf<To> converted(const PairCacheOf<From>& cache, Convert convert) {
  const auto place = [&](const typename PairCacheOf<From>::Place& p) {
    return typename PairCacheOf<To>::Place{convert(p.point), p.dimension, p.index};
  };
  return {.algorithm = cache.algorithm,
          .direction = convert(cache.direction),
          .place_a = place(cache.place_a),
          .place_b = place(cache.place_b),
          .near_a = cache.near_a,
          .near_b = cache.near_b};
}

void run_from_cache(Algorithm algorithm, const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                    Contact& contact, ContactPatch* patch) {
  run_kernel(algorithm, pair, request, cache, contact, patch);
}
void run_from_cache(Algorithm algorithm, const PlanarPair& pair, const QueryRequest& request,
                    PairCache& cache, Contact2& contact, ContactPatch2* patch) {
  auto planar = converted<Vec2>(cache, [](Vec3 v) { return in_plane(v); });
  run_kernel(algorithm, pair, request, planar, contact, patch);
  cache = converted<Vec3>(planar, [](Vec2 v) { return in_space(v); });
}

void run_reference(const ShapePair& pair, Real parallel_angle, Contact& contact, ContactPatch* patch) {
  brute_force(pair, quaternion(pair.a_from_b), parallel_angle, contact, patch);
}
void run_reference(const PlanarPair& pair, Real parallel_angle, Contact2& contact, ContactPatch2* patch) {
  brute_force(pair, parallel_angle, contact, patch);
}

// Detection for one thread's pairs, in space (ShapePair) or in the plane (PlanarPair).
template <class Pair>
class PairDetector {
  using Vec = typename Pair::Vec;
  using Patch = std::conditional_t<std::is_same_v<Vec, Vec3>, ContactPatch, ContactPatch2>;

 public:
  PairDetector(const Detection& detection, ContactChunk& found, DetectionCounts& counts)
      : model_(detection.model),
        geometry_(detection.geometry),
        settings_(detection.settings),
        algorithms_(detection.algorithms),
        memory_(detection.memory),
        found_(found),
        counts_(counts),
        skips_(detection.settings.algorithm == Algorithm::automatic && !(detection.settings.cutoff > 0)),
        keeps_places_(keeps_places(detection.settings.algorithm)) {
    request_.cutoff = settings_.cutoff;
    request_.step_motion = settings_.step_motion;
    request_.describe = settings_.describe;
  }

  // Asks for what detect() reads of a pair of the same list.
  void expect(PiecePair pair) const {
    for (const std::uint32_t piece : {pair.a, pair.b}) {
      if (skips_) {
        fetch_early(&geometry_.travel[piece]);
        fetch_early(&memory_.travel_start[piece]);
      }
      fetch_early(&geometry_.pieces[piece]);
      fetch_early(&model_.piece_shape[piece]);
    }
  }

  // Appends the contact points of pair i, if any.
  void detect(PiecePair pair, std::size_t i) {
    const Real travelled = skips_ ? way_of(pair.a) + way_of(pair.b) : 0;
    if (skips_ && travelled < memory_.clear_until[i]) return;
    const ShapeView& a = model_.views[model_.piece_shape[pair.a]];
    const ShapeView& b = model_.views[model_.piece_shape[pair.b]];
    const PiecePlacement& placed_a = geometry_.pieces[pair.a];
    const PiecePlacement& placed_b = geometry_.pieces[pair.b];
    const bool bounded = a.type != ShapeType::half_space && b.type != ShapeType::half_space;
    Vec3 offset = placed_b.centre - placed_a.centre;
    Real size = a.type == ShapeType::half_space ? b.size : a.size;
    Real clear_of_images = std::numeric_limits<Real>::infinity();  // m
    if (bounded) {
      offset = nearest_image(model_.periodic, offset);
      size = std::max(a.size, b.size);
      const Real reach = 0.5 * (a.size + b.size);
      const Real squared = norm_squared(offset);
      clear_of_images = distance_of_other_images(model_.periodic, offset) - reach;
      if (squared > reach * reach) {
        keep_clear(i, travelled, std::min(std::sqrt(squared) - reach, clear_of_images), size);
        return;
      }
    }
    Pair shapes{a, b, {}, {}, size};
    set_pose(placed_a, placed_b, offset, shapes);
    ask(shapes, i);
    if (!ok(contact_.status)) return;
    if (contact_.distance < 0) {
      append_points(shapes, pair, i, placed_a);
    } else {
      keep_clear(i, travelled, std::min(contact_.distance, clear_of_images), size);
    }
  }

 private:
  // m, since the list was made.
  Real way_of(std::uint32_t piece) const { return geometry_.travel[piece] - memory_.travel_start[piece]; }

  void keep_clear(std::size_t i, Real travelled, Real gap, Real size) {
    if (skips_) memory_.clear_until[i] = float_below(travelled + gap - 2 * clearance_margin * size);
  }

  void ask(const Pair& shapes, std::size_t i) {
    const Algorithm algorithm = algorithms_[static_cast<int>(shapes.a.type)][static_cast<int>(shapes.b.type)];
    Patch* patch = settings_.contact_points == ContactPoints::patch ? &patch_ : nullptr;
    request_.parallel_angle = has_corner_depths(shapes.a, shapes.b)
                                  ? settings_.parallel_angle
                                  : std::min(settings_.parallel_angle, curved_angle);
    ++counts_.queries;
    if (algorithm == Algorithm::brute_force) {
      run_reference(shapes, request_.parallel_angle, contact_, patch);
    } else if (keeps_places_) {
      run_from_cache(algorithm, shapes, request_, memory_.caches[i], contact_, patch);
    } else {
      run_from_start(algorithm, shapes, memory_.starts[i], patch);
    }
    if (contact_.fallback) ++counts_.fallbacks;
    const int n = contact_.iterations;
    ++counts_.iterations[n <= 1 ? 0 : (n == 2 ? 1 : (n <= 5 ? 2 : 3))];
    if (!ok(contact_.status)) {
      ++counts_.failures;
      PairCacheOf<Vec> fresh;
      run_kernel(Algorithm::gjk_epa, shapes, request_, fresh, contact_, patch);
    }
  }

  void run_from_start(Algorithm algorithm, const Pair& shapes, PairMemory::Start& start, Patch* patch) {
    PairCacheOf<Vec> cache;
    cache.algorithm = start.algorithm;
    set_direction(start, cache.direction);
    if (!keeps_digits(start.algorithm)) {
      cache.place_a = {{}, start.dimension_a, start.index_a};
      cache.place_b = {{}, start.dimension_b, start.index_b};
    }
    run_kernel(algorithm, shapes, request_, cache, contact_, patch);
    keep_direction(cache.algorithm, to_space(cache.direction), start);
    if (keeps_digits(cache.algorithm)) return;
    keep_feature(cache.place_a, start.dimension_a, start.index_a);
    keep_feature(cache.place_b, start.dimension_b, start.index_b);
  }

  void append_points(const Pair& shapes, PiecePair pair, std::size_t i, const PiecePlacement& placed_a) {
    const auto to_world = [&](Vec3 p) { return placed_a.rotation * p + placed_a.centre; };
    ContactPoint point;
    point.a = pair.a;
    point.b = pair.b;
    point.pair = static_cast<std::uint32_t>(i);
    point.normal = placed_a.rotation * to_space(contact_.normal);
    if (settings_.contact_points == ContactPoints::one || patch_.count <= 1) {
      point.type = contact_.type;
      point.position = to_world(to_space(0.5 * (contact_.point_a + contact_.point_b)));
      point.depth = -contact_.distance;
      found_.points.push_back(point);
      return;
    }
    const int count = std::min(patch_.count, most_points_per_pair);
    Vec3 corners[most_points_per_pair];
    Real depths[most_points_per_pair];
    Real weights[most_points_per_pair];
    for (int k = 0; k < count; ++k) {
      const int corner = k * patch_.count / count;
      corners[k] = to_space(patch_.points[corner]);
      depths[k] = -corner_distance(shapes, contact_, patch_, corner);
    }
    const Real reach = corner_reach * std::min(shapes.a.size, shapes.b.size);
    corner_weights(corners, depths, count, reach, contact_law(model_, pair.a, pair.b).exponent, weights);
    for (int k = 0; k < count; ++k) {
      if (!(depths[k] > 0)) continue;
      point.type = patch_.types[k * patch_.count / count];
      point.position = to_world(corners[k]);
      point.depth = depths[k];
      point.weight = weights[k];
      found_.points.push_back(point);
    }
  }

  const Model& model_;
  const Geometry& geometry_;
  const DetectionSettings& settings_;
  const AlgorithmTable& algorithms_;
  PairMemory& memory_;
  ContactChunk& found_;
  DetectionCounts& counts_;
  const bool skips_, keeps_places_;
  QueryRequest request_;
  ContactOf<Vec> contact_;
  Patch patch_;
};

template <class Detector>
void detect_pairs(Detector detector, const std::vector<PiecePair>& pairs, std::size_t chunk,
                  ContactChunk& found) {
  found.points.clear();
  const std::size_t begin = chunk * chunk_size;
  const std::size_t end = std::min(begin + chunk_size, pairs.size());
  for (std::size_t i = begin; i < end; ++i) {
    if (i + pairs_ahead < pairs.size()) detector.expect(pairs[i + pairs_ahead]);
    detector.detect(pairs[i], i);
    found.end[i - begin] = static_cast<std::uint16_t>(found.points.size());
  }
}

}  // namespace

AlgorithmTable choose_algorithms(Algorithm wanted) {
  AlgorithmTable table{};
  for (int a = 0; a < shape_type_count; ++a) {
    for (int b = 0; b < shape_type_count; ++b) {
      const auto type_a = static_cast<ShapeType>(a);
      const auto type_b = static_cast<ShapeType>(b);
      const bool use_wanted = wanted != Algorithm::automatic && answers(wanted, type_a, type_b);
      table[a][b] = use_wanted ? wanted : by_pair_of_types(type_a, type_b);
    }
  }
  return table;
}

void follow_pairs(const Origins& origins, const std::vector<PiecePair>& pairs,
                  const std::vector<Real>& travel, Algorithm algorithm, PairMemory& memory) {
  if (keeps_places(algorithm)) {
    carry_over(origins, memory.caches);
  } else {
    carry_over(origins, memory.starts);
  }
  if (algorithm != Algorithm::automatic) return;
  carry_over(origins, memory.clear_until);
  memory.travel_start.resize(travel.size(), 0);  // pieces that are new have no pairs to count for
  const auto way = [&](std::uint32_t piece) { return travel[piece] - memory.travel_start[piece]; };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    memory.clear_until[i] = float_below(memory.clear_until[i] - (way(pairs[i].a) + way(pairs[i].b)));
  }
  memory.travel_start = travel;
}

void rearrange(const Origins& origins, PairMemory& memory) {
  rearrange(origins, memory.starts);
  rearrange(origins, memory.caches);
  rearrange(origins, memory.clear_until);
}

bool has_all(const PairMemory& memory, Algorithm algorithm, std::size_t pairs, std::size_t pieces) {
  const bool places = keeps_places(algorithm), skips = algorithm == Algorithm::automatic;
  return memory.caches.size() == (places ? pairs : 0) && memory.starts.size() == (places ? 0 : pairs) &&
         memory.clear_until.size() == (skips ? pairs : 0) &&
         memory.travel_start.size() == (skips ? pieces : 0);
}

void detect_chunk(const Detection& detection, std::size_t chunk, ContactChunk& found,
                  DetectionCounts& counts) {
  static_assert(chunk_size * most_points_per_pair <= std::numeric_limits<std::uint16_t>::max());
  if (detection.model.dimension == 2) {
    detect_pairs(PairDetector<PlanarPair>(detection, found, counts), detection.pairs.pairs, chunk, found);
  } else {
    detect_pairs(PairDetector<ShapePair>(detection, found, counts), detection.pairs.pairs, chunk, found);
  }
}

void detect_contacts(const Model& model, const Geometry& geometry, const PairList& pairs,
                     const DetectionSettings& settings, Exec& exec, PairMemory& memory,
                     DetectionScratch& scratch, ContactList& contacts, DetectionCounts& counts) {
  const Detection detection{model, geometry, pairs, settings, choose_algorithms(settings.algorithm), memory};
  contacts.chunks.resize(chunk_count(pairs.pairs.size()));
  scratch.threads.resize(exec.threads());
  for (auto& thread : scratch.threads) thread.counts = {};
  for_chunks_balanced(exec, pairs.pairs.size(), [&](std::size_t chunk, std::size_t, std::size_t, int thread) {
    DetectionScratch::Thread& own = scratch.threads[thread];
    detect_chunk(detection, chunk, own.found, own.counts);
    contacts.chunks[chunk] = own.found;
  });
  counts = {};
  for (const auto& thread : scratch.threads) counts += thread.counts;
}

}  // namespace scree
