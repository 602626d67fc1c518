#include "detect/machine_loops.hpp"

#include <bit>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <type_traits>

#include "detect/gjk_many.hpp"
#include "detect/kernels/gjk_td.hpp"
#include "detect/machine_four.hpp"
#include "shape/scan_lanes.hpp"

namespace scree::distortion {
namespace {

template <int width>
[[gnu::always_inline]] inline Real reach(const ShapePair& pair, const Vec3& direction) {
  const PolyhedronView& a = pair.a.core;
  const PolyhedronView& b = pair.b.core;
  const Vec3 direction_b = to_b_direction(pair, -direction);
  return Lanes<width>::reach({a.lanes, a.lane_count, direction}) +
         Lanes<width>::reach({b.lanes, b.lane_count, direction_b}) - dot(direction, pair.translation);
}

template <int width>
[[gnu::always_inline]] inline void farthest(const ShapePair& pair, const Vec3& direction,
                                            std::int32_t& vertex_a, std::int32_t& vertex_b) {
  const PolyhedronView& a = pair.a.core;
  const PolyhedronView& b = pair.b.core;
  vertex_a = Lanes<width>::farthest({a.lanes, a.lane_count, direction});
  vertex_b = Lanes<width>::farthest({b.lanes, b.lane_count, to_b_direction(pair, -direction)});
}

// The corner of A - B farthest along a direction.
template <int width>
struct LaneSupport {
  const ShapePair& pair;

  [[gnu::always_inline]] Corner operator()(Vec3 direction) const {
    Corner c;
    farthest<width>(pair, direction, c.a, c.b);
    c.at = raw(pair.a.core.vertices[c.a] - from_b_point(pair, pair.b.core.vertices[c.b]));
    return c;
  }
};

// The same for shapes of no more than 4 x `blocks` lanes: all vertices, those of B too, lie in A's frame.
template <class Four, int blocks>
struct SmallSupport {
  using Reals = typename Four::Reals;
  struct Points {
    Reals x[blocks], y[blocks], z[blocks];
  };
  Points a, b;

  [[gnu::always_inline]] static Reals load(const PolyhedronView& core, int axis, int block) {
    // Lanes come in eights. Those that are missing are the last ones again.
    const std::ptrdiff_t count = core.lane_count;
    const std::ptrdiff_t wanted = 4 * std::ptrdiff_t{block};
    const std::ptrdiff_t from = wanted < count ? wanted : count - 4;
    Reals lanes;
    std::memcpy(&lanes, core.lanes + axis * count + from, sizeof lanes);
    return lanes;
  }
  [[gnu::always_inline]] static Points points_of(const PolyhedronView& core) {
    Points p;
    for (int k = 0; k < blocks; ++k) {
      p.x[k] = load(core, 0, k), p.y[k] = load(core, 1, k), p.z[k] = load(core, 2, k);
    }
    return p;
  }
  [[gnu::always_inline]] explicit SmallSupport(const ShapePair& pair) : a(points_of(pair.a.core)) {
    const Vec3* row = pair.a_from_b.row;
    const Vec3 t = pair.translation;
    for (int k = 0; k < blocks; ++k) {
      const Reals x = load(pair.b.core, 0, k), y = load(pair.b.core, 1, k), z = load(pair.b.core, 2, k);
      // The same products and sums as from_b_point().
      b.x[k] = row[0].x * x + row[0].y * y + row[0].z * z + t.x;
      b.y[k] = row[1].x * x + row[1].y * y + row[1].z * z + t.y;
      b.z[k] = row[2].x * x + row[2].y * y + row[2].z * z + t.z;
    }
  }
  // The first of the farthest; along what is no number the first of all.
  [[gnu::always_inline]] static std::int32_t farthest(const Points& p, Vec3 direction) {
    Reals reach[blocks];
    for (int k = 0; k < blocks; ++k)
      reach[k] = p.x[k] * direction.x + p.y[k] * direction.y + p.z[k] * direction.z;
    Reals most = reach[0];
    for (int k = 1; k < blocks; ++k) most = reach[k] > most ? reach[k] : most;
    const Reals largest = Lanes<4>::largest(most) - Reals{};
    std::uint32_t found = 0;
    for (int k = 0; k < blocks; ++k) found |= Four::bits(reach[k] == largest) << 4 * k;
    return found != 0 ? std::countr_zero(found) : 0;
  }
  [[gnu::always_inline]] static Vec3 at(const Points& p, std::int32_t i) {
    const auto* x = reinterpret_cast<const Real*>(p.x);
    const auto* y = reinterpret_cast<const Real*>(p.y);
    const auto* z = reinterpret_cast<const Real*>(p.z);
    return {x[i], y[i], z[i]};
  }
  [[gnu::always_inline]] Corner operator()(Vec3 direction) const {
    Corner c;
    c.a = farthest(a, direction);
    c.b = farthest(b, -direction);
    c.at = raw(at(a, c.a) - at(b, c.b));
    return c;
  }
};

template <class Four, class Support>
[[gnu::always_inline]] inline void run_loop(const Support& support, const GjkTask& task, GjkAnswer& answer) {
  gjk_loop<Four>(support, task, answer);
}
template <class Four, class Support>
[[gnu::always_inline]] inline void run_loop(const Support& support, const DistortTask& task,
                                            DistortAnswer& answer) {
  distort_loop<Four>(support, task, answer);
}

// Vertices, if few, are turned into A's frame all at once: cheaper than a direction in every round.
template <int width, class Task, class Answer>
[[gnu::always_inline]] inline void run(const ShapePair& pair, const Task& task, Answer& answer) {
  using Four = MachineFour<(width > 2)>;
  const std::int32_t lanes =
      pair.a.core.lane_count > pair.b.core.lane_count ? pair.a.core.lane_count : pair.b.core.lane_count;
  if (lanes <= 8) {
    run_loop<Four>(SmallSupport<Four, 2>(pair), task, answer);
  } else if (lanes <= 16) {
    run_loop<Four>(SmallSupport<Four, 4>(pair), task, answer);
  } else {
    run_loop<Four>(LaneSupport<width>{pair}, task, answer);
  }
}

// `loop`: the one for a single pair.
template <int width>
[[gnu::always_inline]] inline void run_many(const GjkBatch& batch, decltype(MachineLoops::gjk) loop) {
  constexpr bool avx = width > 2;
  using Pairs = std::conditional_t<(width > 4), EightPairs<avx>, FourPairs<avx>>;
  const auto lanes = [](const ShapePair& pair) {
    return pair.a.core.lane_count > pair.b.core.lane_count ? pair.a.core.lane_count : pair.b.core.lane_count;
  };
  const auto alone = [&](int i) { loop(*batch.pair[i], batch.task[i], batch.answer[i]); };
  run_gjk_stream<Pairs, avx, 2>(
      batch, [&](const ShapePair& pair) { return lanes(pair) <= 8; }, alone);
  run_gjk_stream<Pairs, avx, 4>(
      batch, [&](const ShapePair& pair) { return lanes(pair) > 8 && lanes(pair) <= 16; }, alone);
  for (int i = 0; i < batch.count; ++i) {
    if (lanes(*batch.pair[i]) > 16) alone(i);
  }
}

// How gjk-td finds vertices.
template <int width>
struct LaneMachine {
  template <class Support>
  [[gnu::always_inline]] static std::int32_t farthest_of(const PolyhedronView& core, Vec3 n) {
    return Support::farthest(Support::points_of(core), n);
  }
  [[gnu::always_inline]] static Real reach(const ShapePair& pair, const Vec3& direction) {
    return distortion::reach<width>(pair, direction);
  }
  // Few vertices are all looked at, without a branch that could be guessed wrong. Among more, climbing from
  // the last one is quicker.
  [[gnu::always_inline]] static std::int32_t farthest(const PolyhedronView& core, std::int32_t start,
                                                      Vec3 n) {
    using Four = MachineFour<(width > 2)>;
    if (core.lane_count <= 8) return farthest_of<SmallSupport<Four, 2>>(core, n);
    if (core.lane_count <= 16) return farthest_of<SmallSupport<Four, 4>>(core, n);
    return climb(core, start, n);
  }
};

[[gnu::flatten]] Real reach_baseline(const ShapePair& pair, const Vec3& direction) {
  return reach<2>(pair, direction);
}
[[gnu::flatten]] void farthest_baseline(const ShapePair& pair, const Vec3& direction, std::int32_t& vertex_a,
                                        std::int32_t& vertex_b) {
  farthest<2>(pair, direction, vertex_a, vertex_b);
}
[[gnu::flatten]] void gjk_baseline(const ShapePair& pair, const GjkTask& task, GjkAnswer& answer) {
  run<2>(pair, task, answer);
}
// Two numbers to a register are too few to gain from several pairs.
void gjk_many_baseline(const GjkBatch& batch) {
  for (int i = 0; i < batch.count; ++i) gjk_baseline(*batch.pair[i], batch.task[i], batch.answer[i]);
}
[[gnu::flatten]] void distort_baseline(const ShapePair& pair, const DistortTask& task,
                                       DistortAnswer& answer) {
  run<2>(pair, task, answer);
}
[[gnu::flatten]] Status gjk_td_baseline(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                                        Contact& contact, ContactPatch* patch) {
  return gjk_td_detail::answer<LaneMachine<2>>(pair, request, cache, contact, patch);
}
[[gnu::flatten]] bool gjk_td_at_once_baseline(const ShapePair& pair, const QueryRequest& request,
                                              PairCache& cache, Contact& contact, ContactPatch* patch) {
  return gjk_td_detail::answer_at_once<LaneMachine<2>>(pair, request, cache, contact, patch);
}
constexpr MachineLoops baseline{.reach = reach_baseline,
                                .farthest = farthest_baseline,
                                .gjk = gjk_baseline,
                                .gjk_many = gjk_many_baseline,
                                .distort = distort_baseline,
                                .gjk_td = gjk_td_baseline,
                                .gjk_td_at_once = gjk_td_at_once_baseline};

#ifdef __x86_64__
[[gnu::target("avx2"), gnu::flatten]] Real reach_avx2(const ShapePair& pair, const Vec3& direction) {
  return reach<4>(pair, direction);
}
[[gnu::target("avx2"), gnu::flatten]] void farthest_avx2(const ShapePair& pair, const Vec3& direction,
                                                         std::int32_t& vertex_a, std::int32_t& vertex_b) {
  farthest<4>(pair, direction, vertex_a, vertex_b);
}
[[gnu::target("avx2,bmi"), gnu::flatten, gnu::noinline]] void gjk_avx2(const ShapePair& pair,
                                                                       const GjkTask& task,
                                                                       GjkAnswer& answer) {
  run<4>(pair, task, answer);
}
[[gnu::target("avx2,bmi"), gnu::flatten]] void distort_avx2(const ShapePair& pair, const DistortTask& task,
                                                            DistortAnswer& answer) {
  run<4>(pair, task, answer);
}
[[gnu::target("avx2,bmi"), gnu::flatten]] Status gjk_td_avx2(const ShapePair& pair,
                                                             const QueryRequest& request, PairCache& cache,
                                                             Contact& contact, ContactPatch* patch) {
  return gjk_td_detail::answer<LaneMachine<4>>(pair, request, cache, contact, patch);
}
[[gnu::target("avx2,bmi"), gnu::flatten]] void gjk_many_avx2(const GjkBatch& batch) {
  run_many<4>(batch, gjk_avx2);
}
[[gnu::target("avx2,bmi"), gnu::flatten]] bool gjk_td_at_once_avx2(const ShapePair& pair,
                                                                   const QueryRequest& request,
                                                                   PairCache& cache, Contact& contact,
                                                                   ContactPatch* patch) {
  return gjk_td_detail::answer_at_once<LaneMachine<4>>(pair, request, cache, contact, patch);
}
constexpr MachineLoops avx2{.reach = reach_avx2,
                            .farthest = farthest_avx2,
                            .gjk = gjk_avx2,
                            .gjk_many = gjk_many_avx2,
                            .distort = distort_avx2,
                            .gjk_td = gjk_td_avx2,
                            .gjk_td_at_once = gjk_td_at_once_avx2};

[[gnu::target("avx512f,avx512vl,avx512dq"), gnu::flatten]] Real reach_avx512(const ShapePair& pair,
                                                                             const Vec3& direction) {
  return reach<8>(pair, direction);
}
[[gnu::target("avx512f,avx512vl,avx512dq"), gnu::flatten]] void farthest_avx512(const ShapePair& pair,
                                                                                const Vec3& direction,
                                                                                std::int32_t& vertex_a,
                                                                                std::int32_t& vertex_b) {
  farthest<8>(pair, direction, vertex_a, vertex_b);
}
[[gnu::target("avx512f,avx512vl,avx512dq,bmi"), gnu::flatten, gnu::noinline]] void gjk_avx512(
    const ShapePair& pair, const GjkTask& task, GjkAnswer& answer) {
  run<8>(pair, task, answer);
}
[[gnu::target("avx512f,avx512vl,avx512dq,bmi"), gnu::flatten]] void distort_avx512(const ShapePair& pair,
                                                                                   const DistortTask& task,
                                                                                   DistortAnswer& answer) {
  run<8>(pair, task, answer);
}
[[gnu::target("avx512f,avx512vl,avx512dq,bmi"), gnu::flatten]] Status gjk_td_avx512(
    const ShapePair& pair, const QueryRequest& request, PairCache& cache, Contact& contact,
    ContactPatch* patch) {
  return gjk_td_detail::answer<LaneMachine<8>>(pair, request, cache, contact, patch);
}
[[gnu::target("avx512f,avx512vl,avx512dq,bmi"), gnu::flatten]] void gjk_many_avx512(const GjkBatch& batch) {
  run_many<8>(batch, gjk_avx512);
}
[[gnu::target("avx512f,avx512vl,avx512dq,bmi"), gnu::flatten]] bool gjk_td_at_once_avx512(
    const ShapePair& pair, const QueryRequest& request, PairCache& cache, Contact& contact,
    ContactPatch* patch) {
  return gjk_td_detail::answer_at_once<LaneMachine<8>>(pair, request, cache, contact, patch);
}
constexpr MachineLoops avx512{.reach = reach_avx512,
                              .farthest = farthest_avx512,
                              .gjk = gjk_avx512,
                              .gjk_many = gjk_many_avx512,
                              .distort = distort_avx512,
                              .gjk_td = gjk_td_avx512,
                              .gjk_td_at_once = gjk_td_at_once_avx512};
#endif

const MachineLoops* best() {
  for (const RegisterWidth registers : {RegisterWidth::avx512, RegisterWidth::avx2}) {
    if (const MachineLoops* found = find_machine_loops(registers)) return found;
  }
  return &baseline;
}

}  // namespace

const MachineLoops* find_machine_loops(RegisterWidth registers) {
  if (!has_registers(registers)) return nullptr;
#ifdef __x86_64__
  if (registers == RegisterWidth::avx512) return &avx512;
  if (registers == RegisterWidth::avx2) return &avx2;
#endif
  return &baseline;
}

// Usable before anything else has been initialised; better ones follow as soon as they can.
constinit const MachineLoops* machine_loops = &baseline;
[[maybe_unused]] const bool chosen = (machine_loops = best()) != nullptr;

}  // namespace scree::distortion
