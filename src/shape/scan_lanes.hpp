// The vertices of polyhedra farthest along a direction, several vertices at a time (host).
//
// Written once by the compiler's vector types, for functions that are compiled for a width of registers, two
// or more numbers of them. Everything is inlined into those: vectors never cross a call. The results do not
// depend on the width: every product and sum is the same, none is fused, and the largest of several numbers
// does not depend on their order.
#pragma once

#include <scree/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace scree {

// The lanes of a polyhedron (Polyhedron::lanes) and a direction in its frame.
struct LaneScan {
  const Real* lanes;
  std::int32_t lane_count;
  Vec3 direction;
};

template <int width>
struct Registers;
template <>
struct Registers<2> {
  using Reals [[gnu::vector_size(16)]] = Real;
  using Indices [[gnu::vector_size(16)]] = std::int64_t;
  static constexpr Indices first{0, 1};
};
template <>
struct Registers<4> {
  using Reals [[gnu::vector_size(32)]] = Real;
  using Indices [[gnu::vector_size(32)]] = std::int64_t;
  static constexpr Indices first{0, 1, 2, 3};
};
template <>
struct Registers<8> {
  using Reals [[gnu::vector_size(64)]] = Real;
  using Indices [[gnu::vector_size(64)]] = std::int64_t;
  static constexpr Indices first{0, 1, 2, 3, 4, 5, 6, 7};
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
    Indices index = Registers<width>::first;
    Indices at = index;
    for (std::int32_t i = width; i < scan.lane_count; i += width) {
      const Reals next = reaches(scan, i);
      index += width;
      at = next > most ? index : at;
      most = next > most ? next : most;
    }
    // Without branches: which one it is cannot be guessed.
    const Indices beyond_all = scan.lane_count - Indices{};
    const Indices candidates = most == largest(most) - Reals{} ? at : beyond_all;
    const auto found = static_cast<std::int32_t>(smallest(candidates));
    return found < scan.lane_count ? found : 0;  // along what is no number none is the farthest
  }
};

}  // namespace scree
