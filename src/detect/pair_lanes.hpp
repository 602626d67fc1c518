// Numbers of several pairs, one pair in each lane of a register (host), by the compiler's vector types. For
// functions that are compiled for such registers. Everything is inlined: vectors never cross a call.
#pragma once

#include <scree/real.hpp>

#include <bit>
#include <cmath>
#include <cstdint>

// Without optimisation functions are not inlined into those that are compiled for AVX.
#if defined(__x86_64__) && !defined(__clang__) && defined(__OPTIMIZE__)
#include <immintrin.h>
#define SCREE_HAS_VECTOR_BUILTINS
#endif

namespace scree {

// Four pairs. `avx`: for functions compiled for AVX2 or better.
template <bool avx>
struct FourPairs {
  static constexpr int count = 4;
  using Reals [[gnu::vector_size(32)]] = Real;
  using Indices [[gnu::vector_size(32)]] = std::int64_t;
  using Truths = Indices;  // true: all bits set, false: none

  [[gnu::always_inline]] static Truths less(Reals a, Reals b) { return a < b; }
  [[gnu::always_inline]] static Truths at_most(Reals a, Reals b) { return a <= b; }
  [[gnu::always_inline]] static Truths equal(Indices a, Indices b) { return a == b; }
  [[gnu::always_inline]] static Truths above(Indices a, std::int64_t b) { return a > b - Indices{}; }
  [[gnu::always_inline]] static Truths negated(Truths t) { return ~t; }
  [[gnu::always_inline]] static Reals pick(Truths t, Reals yes, Reals no) { return t ? yes : no; }
  [[gnu::always_inline]] static Indices pick(Truths t, Indices yes, Indices no) { return t ? yes : no; }
  [[gnu::always_inline]] static Reals root(Reals v) {
#ifdef SCREE_HAS_VECTOR_BUILTINS
    if constexpr (avx) return __builtin_ia32_sqrtpd256(v);
#endif
    return Reals{std::sqrt(v[0]), std::sqrt(v[1]), std::sqrt(v[2]), std::sqrt(v[3])};
  }
  // The truths as bits of a number, the first the lowest.
  [[gnu::always_inline]] static std::uint32_t bits(Truths t) {
#ifdef SCREE_HAS_VECTOR_BUILTINS
    if constexpr (avx) return static_cast<std::uint32_t>(__builtin_ia32_movmskpd256(std::bit_cast<Reals>(t)));
#endif
    return static_cast<std::uint32_t>((t[0] & 1) | (t[1] & 2) | (t[2] & 4) | (t[3] & 8));
  }
};

#ifdef SCREE_HAS_VECTOR_BUILTINS
// Eight pairs, for functions compiled for AVX-512. Left to itself the compiler writes truths out as vectors;
// the machine has registers for them.
template <bool avx>
struct EightPairs {
  static constexpr int count = 8;
  using Reals [[gnu::vector_size(64)]] = Real;
  using Indices [[gnu::vector_size(64)]] = long long;  // as the compiler's functions take them
  using Truths = std::uint8_t;

  static constexpr int as_it_is = 4;  // no other rounding
  [[gnu::always_inline]] static Truths less(Reals a, Reals b) {
    return static_cast<Truths>(__builtin_ia32_cmppd512_mask(a, b, _CMP_LT_OQ, all, as_it_is));
  }
  [[gnu::always_inline]] static Truths at_most(Reals a, Reals b) {
    return static_cast<Truths>(__builtin_ia32_cmppd512_mask(a, b, _CMP_LE_OQ, all, as_it_is));
  }
  [[gnu::always_inline]] static Truths equal(Indices a, Indices b) {
    return static_cast<Truths>(__builtin_ia32_pcmpeqq512_mask(a, b, all));
  }
  [[gnu::always_inline]] static Truths above(Indices a, long long b) {
    return static_cast<Truths>(__builtin_ia32_pcmpgtq512_mask(a, b - Indices{}, all));
  }
  [[gnu::always_inline]] static Truths negated(Truths t) { return static_cast<Truths>(~t); }
  [[gnu::always_inline]] static Reals pick(Truths t, Reals yes, Reals no) {
    return __builtin_ia32_blendmpd_512_mask(no, yes, t);
  }
  [[gnu::always_inline]] static Indices pick(Truths t, Indices yes, Indices no) {
    return __builtin_ia32_blendmq_512_mask(no, yes, t);
  }
  [[gnu::always_inline]] static Reals root(Reals v) {
    return __builtin_ia32_sqrtpd512_mask(v, v, all, as_it_is);
  }
  [[gnu::always_inline]] static std::uint32_t bits(Truths t) { return t; }

 private:
  static constexpr Truths all = 0xff;
};
#else
template <bool avx>
using EightPairs = FourPairs<avx>;
#endif

#undef SCREE_HAS_VECTOR_BUILTINS

}  // namespace scree
