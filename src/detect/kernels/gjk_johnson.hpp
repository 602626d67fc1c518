// gjk-johnson: GJK with Johnson's distance subalgorithm (Gilbert, Johnson & Keerthi 1988; Descantes 2019,
// Sec. 2, Eqs. 1 and 2), as published. The loop and its answers are those of gjk_published.hpp.
//
// For every subset X of the simplex, from single vertices to the tetrahedron, the cofactors Delta_i(X) of
// Eqs. 1 and 2 follow from those of the smaller subsets and from the vertices' dot products:
//   Delta_i({i}) = 1,   Delta_j(X + j) = sum over i in X of Delta_i(X) (y_i . y_k - y_i . y_j),  k in X.
// X carries the nearest point when its own cofactors are positive and no vertex outside wants to join
// (Delta_j(X + j) <= 0); the weights are Delta_i(X) over their sum. Differences of dot products lose
// digits when the simplex is large and the origin near, or when it is thin: then no subset may pass the
// test, or a wrong one. In the first case the backup procedure of 1988 takes, of all subsets with positive
// cofactors, the one whose point is nearest.
//
// Deviation: Descantes' text takes that backup for a cache of dot products. In 1988 it is this search; the
// cache changes the cost, not the result, and is left out. Units m^2, m^4 and m^6 for cofactors of 2, 3
// and 4 vertices. Always gives a nearest point: a single vertex has a positive cofactor.
#pragma once

#include <limits>

#include "detect/kernels/gjk_published.hpp"

namespace scree {

namespace gjk_johnson_detail {

using gjk_detail::Nearest;

// A subset is a bit mask of the simplex' vertices.
inline constexpr int subset_masks = 16;
SCREE_HD constexpr bool has(int subset, int i) { return ((subset >> i) & 1) != 0; }
SCREE_HD constexpr int size_of(int subset) {
  return has(subset, 0) + has(subset, 1) + has(subset, 2) + has(subset, 3);
}
SCREE_HD constexpr int first_of(int subset) {
  return has(subset, 0) ? 0 : (has(subset, 1) ? 1 : (has(subset, 2) ? 2 : 3));
}

struct Cofactors {
  Real dots[4][4];
  Real delta[subset_masks][4];
};

template <int count>
SCREE_HD inline void set_dots(const Simplex& s, Cofactors& c) {
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j <= i; ++j) {
      c.dots[i][j] = c.dots[j][i] = dot(s.vertex[i].difference, s.vertex[j].difference);
    }
  }
}

template <int count>
SCREE_HD inline void set_cofactors(int subset, Cofactors& c) {
  for (int j = 0; j < count; ++j) {
    if (!has(subset, j)) continue;
    const int rest = subset & ~(1 << j);
    const int k = first_of(rest);
    Real sum = rest == 0 ? 1 : 0;
    for (int i = 0; i < count; ++i) {
      if (has(rest, i)) sum += c.delta[rest][i] * (c.dots[i][k] - c.dots[i][j]);
    }
    c.delta[subset][j] = sum;
  }
}

// The cofactors of all subsets of `size` vertices from those of the subsets with one less. Subsets are
// template parameters so that compilers write out every sum: a third of the time.
template <int count, int size, int subset = 1>
SCREE_HD inline void set_level(Cofactors& c) {
  if constexpr (subset < (1 << count)) {
    if constexpr (size_of(subset) == size) set_cofactors<count>(subset, c);
    set_level<count, size, subset + 1>(c);
  }
}

SCREE_HD inline bool positive(const Cofactors& c, int subset, int count) {
  for (int i = 0; i < count; ++i) {
    if (has(subset, i) && !(c.delta[subset][i] > 0)) return false;
  }
  return true;
}

// Whether no vertex outside the subset would come nearer.
SCREE_HD inline bool complete(const Cofactors& c, int subset, int count) {
  for (int j = 0; j < count; ++j) {
    if (!has(subset, j) && !(c.delta[subset | (1 << j)][j] <= 0)) return false;
  }
  return true;
}

SCREE_HD inline Nearest barycentre(const Simplex& s, const Cofactors& c, int subset) {
  Real sum = 0;
  for (int i = 0; i < s.count; ++i) sum += has(subset, i) ? c.delta[subset][i] : 0;
  Nearest nearest;
  for (int i = 0; i < s.count; ++i) nearest.weight[i] = has(subset, i) ? c.delta[subset][i] / sum : 0;
  gjk_published_detail::set_point(s, nearest);
  return nearest;
}

// All cofactors are known, and no subset passed the test.
SCREE_HD inline Nearest backup(const Simplex& s, const Cofactors& c) {
  Nearest best;
  best.distance_squared = std::numeric_limits<Real>::infinity();
  for (int subset = 1; subset < (1 << s.count); ++subset) {
    if (positive(c, subset, s.count)) gjk_detail::keep_nearer(best, barycentre(s, c, subset));
  }
  return best;
}

// The first subset of `size` vertices that carries the nearest point; 0: none.
template <int count, int size, int subset = 1>
SCREE_HD inline int find_at_level(const Cofactors& c) {
  if constexpr (subset < (1 << count)) {
    if constexpr (size_of(subset) == size) {
      if (positive(c, subset, count) && complete(c, subset, count)) return subset;
    }
    return find_at_level<count, size, subset + 1>(c);
  }
  return 0;
}

// The same from `size` vertices up; cofactors are computed when they are first asked for.
template <int count, int size = 1>
SCREE_HD inline int find_subset(Cofactors& c) {
  if constexpr (size <= count) {
    set_level<count, size + 1>(c);
    const int found = find_at_level<count, size>(c);
    return found != 0 ? found : find_subset<count, size + 1>(c);
  }
  return 0;
}

template <int count>
SCREE_HD inline Nearest nearest_of(const Simplex& s) {
  Cofactors c;
  set_dots<count>(s, c);
  set_level<count, 1>(c);
  const int found = find_subset<count>(c);
  return found != 0 ? barycentre(s, c, found) : backup(s, c);
}

struct Johnson {
  SCREE_HD SCREE_DEVICE_CALL static Nearest nearest(const Simplex& s) {
    if (s.count == 1) return gjk_detail::on_vertex(s, 0);
    if (s.count == 2) return nearest_of<2>(s);
    if (s.count == 3) return nearest_of<3>(s);
    return nearest_of<4>(s);
  }
};

}  // namespace gjk_johnson_detail

SCREE_HD inline Status gjk_johnson(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                                   Contact& contact, ContactPatch* patch = nullptr) {
  return gjk_published_detail::query<gjk_johnson_detail::Johnson>(Algorithm::gjk_johnson, pair, request,
                                                                  cache, contact, patch);
}

}  // namespace scree
