// Four numbers in the machine's registers (host): what detect/kernels/plain_four.hpp has, by the compiler's
// vector types. Everything is inlined: vectors never cross a call.
#pragma once

#include <scree/real.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

// Without optimisation functions are not inlined into those that are compiled for AVX.
#if defined(__x86_64__) && !defined(__clang__) && defined(__OPTIMIZE__)
#include <immintrin.h>
#define SCREE_HAS_VECTOR_BUILTINS
#endif

namespace scree::distortion {

// `avx`: for functions compiled for AVX2 or better.
template <bool avx>
struct MachineFour {
  using Reals [[gnu::vector_size(32)]] = Real;
  using Truths [[gnu::vector_size(32)]] = std::int64_t;

  // A number minus zeros is that number in every lane, a negative zero too.
  [[gnu::always_inline]] static Reals pick(Truths t, Reals yes, Real no) { return t ? yes : no - Reals{}; }
  [[gnu::always_inline]] static Truths pick(Truths t, Truths yes, std::int64_t no) {
    return t ? yes : no - Truths{};
  }
  template <class Vector>
  [[gnu::always_inline]] static Vector pick(Truths t, Vector yes, Vector no) {
    return t ? yes : no;
  }
  [[gnu::always_inline]] static Reals of(Real a, Real b, Real c, Real d) { return Reals{a, b, c, d}; }
  [[gnu::always_inline]] static Reals lesser(Reals a, Reals b) { return a < b ? a : b; }
  [[gnu::always_inline]] static Reals magnitude(Reals v) {
    constexpr std::int64_t all_but_sign = std::numeric_limits<std::int64_t>::max();
    return std::bit_cast<Reals>(std::bit_cast<Truths>(v) & (all_but_sign - Truths{}));
  }
  [[gnu::always_inline]] static Reals over_root(Reals v) {
#ifdef SCREE_HAS_VECTOR_BUILTINS
    if constexpr (avx) return 1 / __builtin_ia32_sqrtpd256(v);
#endif
    return 1 / Reals{std::sqrt(v[0]), std::sqrt(v[1]), std::sqrt(v[2]), std::sqrt(v[3])};
  }
  [[gnu::always_inline]] static Reals next(Reals v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3); }
  [[gnu::always_inline]] static Reals sign(Reals v) { return v < Reals{} ? -1 - Reals{} : 1 - Reals{}; }
  template <class Vector>
  [[gnu::always_inline]] static Vector permute(Vector v, Truths lanes) {
#ifdef __clang__
    return Vector{v[lanes[0]], v[lanes[1]], v[lanes[2]], v[lanes[3]]};
#else
    return __builtin_shuffle(v, lanes);
#endif
  }
  template <class Vector, class Number>
  [[gnu::always_inline]] static void store(Vector v, Number* to) {
    std::memcpy(to, &v, sizeof v);
  }
  [[gnu::always_inline]] static Truths load(const std::int64_t* from) {
    Truths t;
    std::memcpy(&t, from, sizeof t);
    return t;
  }
  [[gnu::always_inline]] static Reals load(const Real* from) {
    Reals v;
    std::memcpy(&v, from, sizeof v);
    return v;
  }

  // The truths as bits of a number, the first the lowest.
  [[gnu::always_inline]] static std::uint32_t bits(Truths t) {
#ifdef SCREE_HAS_VECTOR_BUILTINS
    if constexpr (avx) return static_cast<std::uint32_t>(__builtin_ia32_movmskpd256(std::bit_cast<Reals>(t)));
#endif
    const Truths weighted = t & Truths{1, 2, 4, 8};
    const auto half =
        __builtin_shufflevector(weighted, weighted, 0, 1) | __builtin_shufflevector(weighted, weighted, 2, 3);
    return static_cast<std::uint32_t>(half[0] | half[1]);
  }
  [[gnu::always_inline]] static bool holds(Truths names, std::int64_t name) {
    return bits(equals(names, name)) != 0;
  }
  [[gnu::always_inline]] static Truths equals(Truths names, std::int64_t name) {
    return names == name - Truths{};
  }
  [[gnu::always_inline]] static int first_bit(std::uint32_t bits) { return std::countr_zero(bits); }
};

#undef SCREE_HAS_VECTOR_BUILTINS

}  // namespace scree::distortion
