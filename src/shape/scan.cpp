#include "shape/scan.hpp"

#include <scree/shape.hpp>

#include <cstddef>
#include <cstring>

namespace scree {
namespace {

template <int width>
struct Registers;
template <>
struct Registers<2> {
  using Reals [[gnu::vector_size(16)]] = Real;
  using Indices [[gnu::vector_size(16)]] = std::int64_t;
};
template <>
struct Registers<4> {
  using Reals [[gnu::vector_size(32)]] = Real;
  using Indices [[gnu::vector_size(32)]] = std::int64_t;
};
template <>
struct Registers<8> {
  using Reals [[gnu::vector_size(64)]] = Real;
  using Indices [[gnu::vector_size(64)]] = std::int64_t;
};

// `width` vertices at a time.
template <int width>
struct Lanes {
  using Reals = typename Registers<width>::Reals;
  using Indices = typename Registers<width>::Indices;

  [[gnu::always_inline]] static Reals load(const Real* from) {
    Reals lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
  }

  // The same products and sums as dot().
  [[gnu::always_inline]] static Reals reaches(const LaneScan& scan, std::int32_t i) {
    const Real* x = scan.lanes + i;
    const std::ptrdiff_t count = scan.lane_count;
    return load(x) * scan.direction.x + load(x + count) * scan.direction.y +
           load(x + 2 * count) * scan.direction.z;
  }

  // In halves, so that the machine compares several at once.
  [[gnu::always_inline]] static Real largest(Reals lanes) {
    if constexpr (width == 2) {
      return lanes[0] > lanes[1] ? lanes[0] : lanes[1];
    } else {
      const auto low = lower_half(lanes), high = upper_half(lanes);
      return Lanes<width / 2>::largest(low > high ? low : high);
    }
  }
  [[gnu::always_inline]] static std::int64_t smallest(Indices lanes) {
    if constexpr (width == 2) {
      return lanes[0] < lanes[1] ? lanes[0] : lanes[1];
    } else {
      const auto low = lower_half(lanes), high = upper_half(lanes);
      return Lanes<width / 2>::smallest(low < high ? low : high);
    }
  }
  template <class Vector>
  [[gnu::always_inline]] static auto lower_half(Vector v) {
    if constexpr (width == 4) {
      return __builtin_shufflevector(v, v, 0, 1);
    } else {
      return __builtin_shufflevector(v, v, 0, 1, 2, 3);
    }
  }
  template <class Vector>
  [[gnu::always_inline]] static auto upper_half(Vector v) {
    if constexpr (width == 4) {
      return __builtin_shufflevector(v, v, 2, 3);
    } else {
      return __builtin_shufflevector(v, v, 4, 5, 6, 7);
    }
  }

  [[gnu::always_inline]] static Real reach(const LaneScan& scan) {
    Reals most = reaches(scan, 0);
    for (std::int32_t i = width; i < scan.lane_count; i += width) {
      const Reals next = reaches(scan, i);
      most = next > most ? next : most;
    }
    return largest(most);
  }

  [[gnu::always_inline]] static std::int32_t farthest(const LaneScan& scan) {
    Reals most = reaches(scan, 0);
    Indices index;
    for (int k = 0; k < width; ++k) index[k] = k;
    Indices at = index;
    for (std::int32_t i = width; i < scan.lane_count; i += width) {
      const Reals next = reaches(scan, i);
      index += width;
      at = next > most ? index : at;
      most = next > most ? next : most;
    }
    // Without branches: which one it is cannot be guessed.
    const Indices beyond_all = Indices{} + scan.lane_count;
    const Indices candidates = most == Reals{} + largest(most) ? at : beyond_all;
    return static_cast<std::int32_t>(smallest(candidates));
  }
};

template <int width>
[[gnu::always_inline]] inline Real sum_of_reaches(const LaneScan& a, const LaneScan& b) {
  return Lanes<width>::reach(a) + Lanes<width>::reach(b);
}
template <int width>
[[gnu::always_inline]] inline void farthest_of_both(const LaneScan& a, const LaneScan& b,
                                                    std::int32_t& vertex_a, std::int32_t& vertex_b) {
  vertex_a = Lanes<width>::farthest(a);
  vertex_b = Lanes<width>::farthest(b);
}

Real reach_baseline(const LaneScan& a, const LaneScan& b) { return sum_of_reaches<2>(a, b); }
void farthest_baseline(const LaneScan& a, const LaneScan& b, std::int32_t& vertex_a, std::int32_t& vertex_b) {
  farthest_of_both<2>(a, b, vertex_a, vertex_b);
}
constexpr ScanFunctions baseline{reach_baseline, farthest_baseline};

#ifdef __x86_64__
[[gnu::target("avx2")]] Real reach_avx2(const LaneScan& a, const LaneScan& b) {
  return sum_of_reaches<4>(a, b);
}
[[gnu::target("avx2")]] void farthest_avx2(const LaneScan& a, const LaneScan& b, std::int32_t& vertex_a,
                                           std::int32_t& vertex_b) {
  farthest_of_both<4>(a, b, vertex_a, vertex_b);
}
constexpr ScanFunctions avx2{reach_avx2, farthest_avx2};

[[gnu::target("avx512f,avx512vl,avx512dq")]] Real reach_avx512(const LaneScan& a, const LaneScan& b) {
  return sum_of_reaches<8>(a, b);
}
[[gnu::target("avx512f,avx512vl,avx512dq")]] void farthest_avx512(const LaneScan& a, const LaneScan& b,
                                                                  std::int32_t& vertex_a,
                                                                  std::int32_t& vertex_b) {
  farthest_of_both<8>(a, b, vertex_a, vertex_b);
}
constexpr ScanFunctions avx512{reach_avx512, farthest_avx512};
#endif

const ScanFunctions* best() {
  for (const ScanRegisters registers : {ScanRegisters::avx512, ScanRegisters::avx2}) {
    if (const ScanFunctions* found = find_scan_functions(registers)) return found;
  }
  return &baseline;
}

}  // namespace

const ScanFunctions* find_scan_functions(ScanRegisters registers) {
  if (registers == ScanRegisters::baseline) return &baseline;
#ifdef __x86_64__
  __builtin_cpu_init();
  if (registers == ScanRegisters::avx2) return __builtin_cpu_supports("avx2") != 0 ? &avx2 : nullptr;
  const bool has_avx512 = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
                          __builtin_cpu_supports("avx512dq") != 0;
  return has_avx512 ? &avx512 : nullptr;
#else
  return nullptr;
#endif
}

// Usable before anything else has been initialised; better ones follow as soon as they can.
constinit const ScanFunctions* scan_functions = &baseline;
[[maybe_unused]] const bool chosen = (scan_functions = best()) != nullptr;

}  // namespace scree
