#include "detect/machine_gjk.hpp"

#include <bit>
#include <cstddef>
#include <cstring>
#include <initializer_list>

#include "detect/kernels/gjk_loop.hpp"
#include "detect/machine_four.hpp"
#include "shape/scan_lanes.hpp"

namespace scree::distortion {
namespace {

// The corner of A - B farthest along a direction.
template <int width>
struct LaneSupport {
  const ShapePair& pair;

  [[gnu::always_inline]] Corner operator()(Vec3 direction) const {
    const PolyhedronView& a = pair.a.core;
    const PolyhedronView& b = pair.b.core;
    Corner c;
    c.a = Lanes<width>::farthest({a.lanes, a.lane_count, direction});
    c.b = Lanes<width>::farthest({b.lanes, b.lane_count, to_b_direction(pair, -direction)});
    c.at = raw(a.vertices[c.a] - from_b_point(pair, b.vertices[c.b]));
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
  [[gnu::always_inline]] explicit SmallSupport(const ShapePair& pair) {
    const Vec3* row = pair.a_from_b.row;
    const Vec3 t = pair.translation;
    for (int k = 0; k < blocks; ++k) {
      a.x[k] = load(pair.a.core, 0, k), a.y[k] = load(pair.a.core, 1, k), a.z[k] = load(pair.a.core, 2, k);
      const Reals x = load(pair.b.core, 0, k), y = load(pair.b.core, 1, k), z = load(pair.b.core, 2, k);
      // The same products and sums as from_b_point().
      b.x[k] = row[0].x * x + row[0].y * y + row[0].z * z + t.x;
      b.y[k] = row[1].x * x + row[1].y * y + row[1].z * z + t.y;
      b.z[k] = row[2].x * x + row[2].y * y + row[2].z * z + t.z;
    }
  }
  // The first of the farthest.
  [[gnu::always_inline]] static std::int32_t farthest(const Points& p, Vec3 direction) {
    Reals reach[blocks];
    for (int k = 0; k < blocks; ++k)
      reach[k] = p.x[k] * direction.x + p.y[k] * direction.y + p.z[k] * direction.z;
    Reals most = reach[0];
    for (int k = 1; k < blocks; ++k) most = reach[k] > most ? reach[k] : most;
    const Reals largest = Lanes<4>::largest(most) - Reals{};
    std::uint32_t found = 0;
    for (int k = 0; k < blocks; ++k) found |= Four::bits(reach[k] == largest) << 4 * k;
    return std::countr_zero(found);
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

// B's vertices are few enough to be turned all at once: cheaper than a direction in every round.
template <int width>
[[gnu::always_inline]] inline void run(const ShapePair& pair, const GjkTask& task, GjkAnswer& answer) {
  using Four = MachineFour<(width > 2)>;
  const std::int32_t lanes =
      pair.a.core.lane_count > pair.b.core.lane_count ? pair.a.core.lane_count : pair.b.core.lane_count;
  if (lanes <= 8) {
    gjk_loop<Four>(SmallSupport<Four, 2>(pair), task, answer);
  } else if (lanes <= 16) {
    gjk_loop<Four>(SmallSupport<Four, 4>(pair), task, answer);
  } else {
    gjk_loop<Four>(LaneSupport<width>{pair}, task, answer);
  }
}

[[gnu::flatten]] void gjk_baseline(const ShapePair& pair, const GjkTask& task, GjkAnswer& answer) {
  run<2>(pair, task, answer);
}

#ifdef __x86_64__
[[gnu::target("avx2,bmi"), gnu::flatten]] void gjk_avx2(const ShapePair& pair, const GjkTask& task,
                                                        GjkAnswer& answer) {
  run<4>(pair, task, answer);
}
[[gnu::target("avx512f,avx512vl,avx512dq,bmi"), gnu::flatten]] void gjk_avx512(const ShapePair& pair,
                                                                               const GjkTask& task,
                                                                               GjkAnswer& answer) {
  run<8>(pair, task, answer);
}
#endif

}  // namespace

GjkFunction find_gjk_function(ScanRegisters registers) {
  if (find_scan_functions(registers) == nullptr) return nullptr;
#ifdef __x86_64__
  if (registers == ScanRegisters::avx512) return gjk_avx512;
  if (registers == ScanRegisters::avx2) return gjk_avx2;
#endif
  return gjk_baseline;
}

// Usable before anything else has been initialised; better ones follow as soon as they can.
constinit GjkFunction gjk_function = gjk_baseline;
[[maybe_unused]] const bool chosen = [] {
  for (const ScanRegisters registers : {ScanRegisters::avx512, ScanRegisters::avx2}) {
    if (const GjkFunction found = find_gjk_function(registers)) {
      gjk_function = found;
      break;
    }
  }
  return true;
}();

}  // namespace scree::distortion
