// Runs a kernel for each pair of pieces and keeps the overlaps, in the order of pairs.
#include "detect/detect_contacts.hpp"

#include <scree/contact.hpp>

#include <algorithm>
#include <array>

#include "detect/brute_force.hpp"
#include "detect/pair_table.hpp"
#include "detect/patch_corners.hpp"
#include "detect/run_kernel.hpp"
#include "math/rotation.hpp"

namespace scree {
namespace {

constexpr int type_count = 8;
// Corners nearer than this to each other share what they count for. (x the smaller shape's size)
constexpr Real corner_reach = 0.05;
// Curved shapes count as parallel only when they are: the ends of a line would not have their own depths.
// (rad)
constexpr Real curved_angle = 1e-8;
using AlgorithmTable = std::array<std::array<Algorithm, type_count>, type_count>;

// The algorithm asked for where it has answers, the default elsewhere.
AlgorithmTable choose_algorithms(Algorithm wanted) {
  AlgorithmTable table{};
  for (int a = 0; a < type_count; ++a) {
    for (int b = 0; b < type_count; ++b) {
      const auto type_a = static_cast<ShapeType>(a);
      const auto type_b = static_cast<ShapeType>(b);
      const bool use_wanted = wanted != Algorithm::automatic && answers(wanted, type_a, type_b);
      table[a][b] = use_wanted ? wanted : by_pair_of_types(type_a, type_b);
    }
  }
  return table;
}

// Detection for one thread's pairs.
class PairDetector {
 public:
  PairDetector(const Model& model, const Geometry& geometry, const DetectionSettings& settings,
               const AlgorithmTable& algorithms, DetectionCounts& counts)
      : model_(model), geometry_(geometry), settings_(settings), algorithms_(algorithms), counts_(counts) {
    request_.cutoff = settings.cutoff;
    request_.step_motion = settings.step_motion;
    request_.describe = settings.describe;
  }

  // Appends the pair's contact points, if any.
  void detect(PiecePair pair, std::uint32_t index, PairCache& cache, std::vector<ContactPoint>& points) {
    const ShapeView& a = model_.views[model_.piece_shape[pair.a]];
    const ShapeView& b = model_.views[model_.piece_shape[pair.b]];
    const PiecePlacement& placed_a = geometry_.pieces[pair.a];
    const PiecePlacement& placed_b = geometry_.pieces[pair.b];
    const bool bounded = a.type != ShapeType::half_space && b.type != ShapeType::half_space;
    Vec3 offset = placed_b.centre - placed_a.centre;
    if (bounded) {
      offset = nearest_image(model_.periodic, offset);
      const Real reach = 0.5 * (a.size + b.size);
      if (norm_squared(offset) > reach * reach) return;
    }
    ShapePair shapes;
    shapes.a = a;
    shapes.b = b;
    shapes.a_from_b = transpose(placed_a.rotation) * placed_b.rotation;
    shapes.translation = transpose_times(placed_a.rotation, offset);
    shapes.size = bounded ? std::max(a.size, b.size) : (a.type == ShapeType::half_space ? b.size : a.size);
    ask(shapes, cache);
    if (!ok(contact_.status) || !(contact_.distance < 0)) return;
    ContactPoint point;
    point.a = pair.a;
    point.b = pair.b;
    point.pair = index;
    point.normal = placed_a.rotation * contact_.normal;
    append_points(shapes, placed_a, point, points);
  }

 private:
  void ask(const ShapePair& shapes, PairCache& cache) {
    const Algorithm algorithm = algorithms_[static_cast<int>(shapes.a.type)][static_cast<int>(shapes.b.type)];
    ContactPatch* patch = settings_.contact_points == ContactPoints::patch ? &patch_ : nullptr;
    request_.parallel_angle = has_corner_depths(shapes.a, shapes.b)
                                  ? settings_.parallel_angle
                                  : std::min(settings_.parallel_angle, curved_angle);
    ++counts_.queries;
    if (algorithm == Algorithm::brute_force) {
      brute_force(shapes, quaternion(shapes.a_from_b), request_.parallel_angle, contact_, patch);
    } else {
      run_kernel(algorithm, shapes, request_, cache, contact_, patch);
    }
    if (contact_.fallback) ++counts_.fallbacks;
    const int i = contact_.iterations;
    ++counts_.iterations[i <= 1 ? 0 : (i == 2 ? 1 : (i <= 5 ? 2 : 3))];
    if (!ok(contact_.status)) {
      ++counts_.failures;
      PairCache fresh;
      run_kernel(Algorithm::gjk_epa, shapes, request_, fresh, contact_, patch);
    }
  }

  void append_points(const ShapePair& shapes, const PiecePlacement& placed_a, ContactPoint point,
                     std::vector<ContactPoint>& points) const {
    const auto to_world = [&](Vec3 p) { return placed_a.rotation * p + placed_a.centre; };
    if (settings_.contact_points == ContactPoints::one || patch_.count <= 1) {
      point.type = contact_.type;
      point.position = to_world(0.5 * (contact_.point_a + contact_.point_b));
      point.depth = -contact_.distance;
      points.push_back(point);
      return;
    }
    const int count = std::min(patch_.count, most_points_per_pair);
    Vec3 corners[most_points_per_pair];
    Real depths[most_points_per_pair];
    Real weights[most_points_per_pair];
    for (int k = 0; k < count; ++k) {
      const int corner = k * patch_.count / count;
      corners[k] = patch_.points[corner];
      depths[k] = -corner_distance(shapes, contact_, patch_, corner);
    }
    const Real reach = corner_reach * std::min(shapes.a.size, shapes.b.size);
    corner_weights(corners, depths, count, reach, contact_law(model_, point.a, point.b).exponent, weights);
    for (int k = 0; k < count; ++k) {
      if (!(depths[k] > 0)) continue;
      point.type = patch_.types[k * patch_.count / count];
      point.position = to_world(corners[k]);
      point.depth = depths[k];
      point.weight = weights[k];
      points.push_back(point);
    }
  }

  const Model& model_;
  const Geometry& geometry_;
  const DetectionSettings& settings_;
  const AlgorithmTable& algorithms_;
  DetectionCounts& counts_;
  QueryRequest request_;
  Contact contact_;
  ContactPatch patch_;
};

// Pairs lie all over the memory. Asking for what a pair will need while others are worked on hides most of
// the wait: first where its pieces are and its cache, nearer to its turn the vertices.
void fetch_ahead(const Model& model, const Geometry& geometry, const PairList& pairs,
                 const std::vector<PairCache>& caches, std::size_t i, std::size_t end) {
  constexpr std::size_t far = 8, near = 4;
  constexpr std::size_t line = 64;  // bytes
  const auto fetch = [](const void* what, std::size_t bytes) {
    const char* first = static_cast<const char*>(what);
    for (std::size_t k = 0; k < bytes; k += line) __builtin_prefetch(first + k);
  };
  if (i + far < end) {
    const PiecePair pair = pairs.pairs[i + far];
    fetch(&caches[pairs.slot[i + far]], sizeof(PairCache));
    for (const std::uint32_t piece : {pair.a, pair.b}) {
      fetch(&geometry.pieces[piece], sizeof(PiecePlacement));
      fetch(&model.views[model.piece_shape[piece]], sizeof(ShapeView));
    }
  }
  if (i + near < end) {
    const PiecePair pair = pairs.pairs[i + near];
    for (const std::uint32_t piece : {pair.a, pair.b}) {
      const PolyhedronView& core = model.views[model.piece_shape[piece]].core;
      constexpr std::size_t most = 1024;  // bytes: of a large shape only a part is looked at
      fetch(core.vertices, std::min(most, core.vertex_count * sizeof(Vec3)));
    }
  }
}

}  // namespace

void detect_contacts(const Model& model, const Geometry& geometry, const PairList& pairs,
                     const DetectionSettings& settings, Exec& exec, std::vector<PairCache>& caches,
                     DetectionScratch& scratch, ContactList& contacts, DetectionCounts& counts) {
  const AlgorithmTable algorithms = choose_algorithms(settings.algorithm);
  const std::size_t count = pairs.pairs.size();
  scratch.threads.resize(exec.threads());
  for (auto& thread : scratch.threads) {
    thread.points.clear();
    thread.counts = {};
  }
  scratch.chunks.resize(chunk_count(count));
  contacts.first.resize(count + 1);
  contacts.first[0] = 0;
  for_chunks_balanced(exec, count, [&](std::size_t chunk, std::size_t begin, std::size_t end, int t) {
    DetectionScratch::Thread& thread = scratch.threads[t];
    scratch.chunks[chunk] = {t, thread.points.size()};
    PairDetector detector(model, geometry, settings, algorithms, thread.counts);
    for (std::size_t i = begin; i < end; ++i) {
      fetch_ahead(model, geometry, pairs, caches, i, end);
      const std::size_t before = thread.points.size();
      detector.detect(pairs.pairs[i], static_cast<std::uint32_t>(i), caches[pairs.slot[i]], thread.points);
      contacts.first[i + 1] = static_cast<std::uint32_t>(thread.points.size() - before);
    }
  });
  for (std::size_t i = 0; i < count; ++i) contacts.first[i + 1] += contacts.first[i];
  contacts.points.resize(contacts.first[count]);
  for_chunks(exec, count, [&](std::size_t chunk, std::size_t begin, std::size_t end, int) {
    const DetectionScratch::Chunk& found = scratch.chunks[chunk];
    const auto* from = scratch.threads[found.thread].points.data() + found.begin;
    std::copy(from, from + (contacts.first[end] - contacts.first[begin]),
              contacts.points.data() + contacts.first[begin]);
  });
  counts = {};
  for (const auto& thread : scratch.threads) counts += thread.counts;
}

}  // namespace scree
