#include "bench/narrow_floor.hpp"

#include <algorithm>
#include <limits>

#if defined(__x86_64__)
#include <immintrin.h>
#define SCREE_FLOOR_AVX2 __attribute__((target("avx2,fma")))
#define SCREE_FLOOR_INLINE __attribute__((target("avx2,fma"), always_inline)) inline
#endif

namespace scree::bench {
namespace {

constexpr std::size_t lanes = 4;

double highest(Coordinates v, Vec3 direction) {
  double top = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < v.count; ++i) {
    top = std::max(
        top, v.x[i] * direction.x + v.x[v.count + i] * direction.y + v.x[2 * v.count + i] * direction.z);
  }
  return top;
}

double separation_plain(Coordinates a, Coordinates b, const RelativePose& pose, Vec3 direction) {
  const Vec3 in_b = -transpose_times(pose.a_from_b, direction);
  return dot(pose.translation, direction) - highest(a, direction) - highest(b, in_b);
}

#if defined(__x86_64__)
SCREE_FLOOR_INLINE __m256d heights(Coordinates v, std::size_t i, __m256d x, __m256d y, __m256d z) {
  const __m256d xy =
      _mm256_fmadd_pd(_mm256_loadu_pd(v.x + v.count + i), y, _mm256_mul_pd(_mm256_loadu_pd(v.x + i), x));
  return _mm256_fmadd_pd(_mm256_loadu_pd(v.x + 2 * v.count + i), z, xy);
}

// Four maxima, of every fourth vertex each.
SCREE_FLOOR_INLINE __m256d highest_avx2(Coordinates v, Vec3 direction) {
  const __m256d x = _mm256_set1_pd(direction.x);
  const __m256d y = _mm256_set1_pd(direction.y);
  const __m256d z = _mm256_set1_pd(direction.z);
  __m256d top = heights(v, 0, x, y, z);
  // Two at once, and two more where there are many: none waits for the maximum before it.
  __m256d top1 = heights(v, lanes, x, y, z);
  std::size_t i = 2 * lanes;
  if (i + 4 * lanes <= v.count) {
    __m256d top2 = top, top3 = top1;
    for (; i + 4 * lanes <= v.count; i += 4 * lanes) {
      top = _mm256_max_pd(top, heights(v, i, x, y, z));
      top1 = _mm256_max_pd(top1, heights(v, i + lanes, x, y, z));
      top2 = _mm256_max_pd(top2, heights(v, i + 2 * lanes, x, y, z));
      top3 = _mm256_max_pd(top3, heights(v, i + 3 * lanes, x, y, z));
    }
    top = _mm256_max_pd(top, top2);
    top1 = _mm256_max_pd(top1, top3);
  }
  for (; i < v.count; i += 2 * lanes) {
    top = _mm256_max_pd(top, heights(v, i, x, y, z));
    top1 = _mm256_max_pd(top1, heights(v, i + lanes, x, y, z));
  }
  return _mm256_max_pd(top, top1);
}

SCREE_FLOOR_INLINE double separation_avx2(Coordinates a, Coordinates b, const RelativePose& pose,
                                          Vec3 direction) {
  const Vec3 in_b = -transpose_times(pose.a_from_b, direction);
  const __m256d top_a = highest_avx2(a, direction);
  const __m256d top_b = highest_avx2(b, in_b);
  const __m256d both = _mm256_max_pd(_mm256_unpacklo_pd(top_a, top_b), _mm256_unpackhi_pd(top_a, top_b));
  const __m128d top = _mm_max_pd(_mm256_castpd256_pd128(both), _mm256_extractf128_pd(both, 1));
  return dot(pose.translation, direction) - top[0] - top[1];
}
#endif

// The loops are written twice: inlining works only between functions for the same processor.
std::size_t count_plain(const NarrowSet& set, const Coordinates* shapes) {
  const std::size_t pairs = set.pairs.size();
  std::size_t separated = 0;
  for (const int pose : set.round_trip) {
    const RelativePose* at = set.relative.data() + pose * pairs;
    for (std::size_t i = 0; i < pairs; ++i) {
      const auto [a, b] = set.pairs[i];
      separated += separation_plain(shapes[a], shapes[b], at[i], set.first_normals[i]) > 0 ? 1 : 0;
    }
  }
  return separated;
}
#if defined(__x86_64__)
SCREE_FLOOR_AVX2 Real one_avx2(Coordinates a, Coordinates b, const RelativePose& pose, Vec3 direction) {
  return separation_avx2(a, b, pose, direction);
}
SCREE_FLOOR_AVX2 std::size_t count_avx2(const NarrowSet& set, const Coordinates* shapes) {
  const std::size_t pairs = set.pairs.size();
  std::size_t separated = 0;
  for (const int pose : set.round_trip) {
    const RelativePose* at = set.relative.data() + pose * pairs;
    for (std::size_t i = 0; i < pairs; ++i) {
      const auto [a, b] = set.pairs[i];
      separated += separation_avx2(shapes[a], shapes[b], at[i], set.first_normals[i]) > 0 ? 1 : 0;
    }
  }
  return separated;
}
#endif

bool has_avx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
#else
  return false;
#endif
}

}  // namespace

AxisFloor::AxisFloor(const NarrowSet& set, bool allow_avx2) : set_(set), avx2_(allow_avx2 && has_avx2()) {
  static_assert(vertex_lanes % (2 * lanes) == 0, "whole steps of the loops above");
  for (const Shape& shape : set.shapes) {
    shapes_.push_back({shape.core->lanes.data(), shape.core->lanes.size() / 3});
  }
}

std::size_t AxisFloor::run() const {
#if defined(__x86_64__)
  if (avx2_) return count_avx2(set_, shapes_.data());
#endif
  return count_plain(set_, shapes_.data());
}

Real AxisFloor::separation(std::size_t pair, std::size_t at) const {
  const auto [a, b] = set_.pairs[pair];
  const Vec3 direction = set_.first_normals[pair];
#if defined(__x86_64__)
  if (avx2_) return one_avx2(shapes_[a], shapes_[b], set_.relative[at], direction);
#endif
  return separation_plain(shapes_[a], shapes_[b], set_.relative[at], direction);
}

}  // namespace scree::bench
