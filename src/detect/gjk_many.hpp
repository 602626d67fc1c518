// GJK of many pairs of polyhedra at a time, one pair in each lane (host): the rounds of
// detect/kernels/gjk_loop.hpp with the same products and sums, and so the same answers.
//
// A round has two halves. The first finds a corner of A - B for each pair, several vertices at a time: pairs
// differ in their vertices. The second finds the nearest part of each simplex, several pairs at a time: there
// all do the same. A pair that has ended gives its place to the next one, so that no lane waits for another.
// What is rare, a round without progress or too many rounds, is left to the loop for one pair.
//
// For shapes whose vertices fit into `4 x blocks` lanes; those of B are turned into A's frame once. Lengths
// in metres, all vectors in A's frame relative to A's centre. No memory is asked for.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "detect/kernels/gjk_answer.hpp"
#include "detect/pair_lanes.hpp"
#include "shape/scan_lanes.hpp"

namespace scree::distortion {

// Pairs on their way.
inline constexpr int stream_places = 16;
template <int blocks>
struct GjkStream {
  static constexpr int lanes = 4 * blocks;
  struct Points {
    alignas(32) Real x[lanes], y[lanes], z[lanes];
  };
  // A number for each place.
  template <class Number>
  using Each = Number[stream_places];
  struct Vectors {
    alignas(64) Each<Real> x;
    alignas(64) Each<Real> y;
    alignas(64) Each<Real> z;
  };

  Vectors corner[3];                       // of the simplex, the newest last
  alignas(64) Each<std::int64_t> name[3];  // of these; that of the newest where there is none
  alignas(64) Each<std::int64_t> corners;  // how many there are
  Vectors v;                               // to the nearest point, of any length
  alignas(64) Each<Real> height;           // the distance times that length
  alignas(64) Each<Real> least;            // m2, the distance squared
  Vectors next;                            // the corner that is farthest against v
  alignas(64) Each<std::int64_t> next_name;
  alignas(64) Each<Real> lower;  // m, what the next corner says about the distance
  alignas(64) Each<Real> cutoff;
  alignas(64) Each<Real> converged;
  alignas(64) Each<Real> near_zero_squared;
  Each<int> rounds;  // begun
  Each<int> pair;    // which one of the batch
  Points a[stream_places], b[stream_places];
};

template <class Vector, class Number>
[[gnu::always_inline]] inline Vector load_lanes(const Number* from) {
  Vector v;
  static_assert(sizeof(Number) * (sizeof v / sizeof v[0]) == sizeof v);
  std::memcpy(&v, from, sizeof v);
  return v;
}
template <class Vector, class Number>
[[gnu::always_inline]] inline void store_lanes(const Vector& v, Number* to) {
  std::memcpy(to, &v, sizeof v);
}

// The vertices of a pair, in A's frame.
template <int blocks>
[[gnu::always_inline]] inline void set_points(GjkStream<blocks>& s, int i, const ShapePair& pair) {
  using Reals = typename Registers<4>::Reals;
  const auto load = [](const PolyhedronView& core, int axis, int block) {
    // Lanes come in eights. Those that are missing are the last ones again.
    const std::ptrdiff_t count = core.lane_count;
    const std::ptrdiff_t wanted = 4 * std::ptrdiff_t{block};
    const std::ptrdiff_t from = wanted < count ? wanted : count - 4;
    return load_lanes<Reals>(core.lanes + axis * count + from);
  };
  const Vec3* row = pair.a_from_b.row;
  const Vec3 t = pair.translation;
  for (int k = 0; k < blocks; ++k) {
    store_lanes(load(pair.a.core, 0, k), s.a[i].x + 4 * k);
    store_lanes(load(pair.a.core, 1, k), s.a[i].y + 4 * k);
    store_lanes(load(pair.a.core, 2, k), s.a[i].z + 4 * k);
    const Reals x = load(pair.b.core, 0, k), y = load(pair.b.core, 1, k), z = load(pair.b.core, 2, k);
    // The same products and sums as from_b_point().
    const Reals bx = row[0].x * x + row[0].y * y + row[0].z * z + t.x;
    const Reals by = row[1].x * x + row[1].y * y + row[1].z * z + t.y;
    const Reals bz = row[2].x * x + row[2].y * y + row[2].z * z + t.z;
    store_lanes(bx, s.b[i].x + 4 * k);
    store_lanes(by, s.b[i].y + 4 * k);
    store_lanes(bz, s.b[i].z + 4 * k);
  }
}

// The first half of a round: the corner of A - B farthest along -v, by the vertex of A farthest back along v
// and the one of B farthest along it, each the first of equals.
template <bool avx, int blocks>
[[gnu::always_inline]] inline void find_next_corner(GjkStream<blocks>& s, int i) {
  using Pairs = FourPairs<avx>;
  using Reals = typename Pairs::Reals;
  const Vec3 v{s.v.x[i], s.v.y[i], s.v.z[i]};
  Reals along_a[blocks], along_b[blocks];
  const auto along = [&](const typename GjkStream<blocks>::Points& p, int k) -> Reals {
    return load_lanes<Reals>(p.x + 4 * k) * v.x + load_lanes<Reals>(p.y + 4 * k) * v.y +
           load_lanes<Reals>(p.z + 4 * k) * v.z;
  };
  for (int k = 0; k < blocks; ++k) {
    along_a[k] = along(s.a[i], k);
    along_b[k] = along(s.b[i], k);
  }
  Reals low = along_a[0], high = along_b[0];
  for (int k = 1; k < blocks; ++k) {
    low = along_a[k] < low ? along_a[k] : low;
    high = along_b[k] > high ? along_b[k] : high;
  }
  // Both at once: the least of A in the lower half, that of -B in the upper.
  const Reals back = -high;
  const Reals halves = __builtin_shufflevector(low, back, 0, 1, 4, 5);
  const Reals others = __builtin_shufflevector(low, back, 2, 3, 6, 7);
  const Reals lesser = halves < others ? halves : others;
  const Reals swapped = __builtin_shufflevector(lesser, lesser, 1, 0, 3, 2);
  const Reals least = lesser < swapped ? lesser : swapped;
  const Reals lowest = __builtin_shufflevector(least, least, 0, 0, 0, 0);
  const Reals highest = -__builtin_shufflevector(least, least, 2, 2, 2, 2);
  // Along what is no number nothing is equal: then the first of all.
  std::uint32_t found_a = 0, found_b = 0;
  for (int k = 0; k < blocks; ++k) {
    found_a |= Pairs::bits(along_a[k] == lowest) << 4 * k;
    found_b |= Pairs::bits(along_b[k] == highest) << 4 * k;
  }
  const int a = found_a != 0 ? std::countr_zero(found_a) : 0;
  const int b = found_b != 0 ? std::countr_zero(found_b) : 0;
  s.next.x[i] = s.a[i].x[a] - s.b[i].x[b];
  s.next.y[i] = s.a[i].y[a] - s.b[i].y[b];
  s.next.z[i] = s.a[i].z[a] - s.b[i].z[b];
  s.next_name[i] = static_cast<std::int64_t>(a) << 32 | b;
}

// One vector of each pair.
template <class Pairs>
struct PairVectors {
  typename Pairs::Reals x, y, z;
};
template <class Pairs>
[[gnu::always_inline]] inline PairVectors<Pairs> operator-(const PairVectors<Pairs>& a,
                                                           const PairVectors<Pairs>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class Pairs>
[[gnu::always_inline]] inline PairVectors<Pairs> cross(const PairVectors<Pairs>& a,
                                                       const PairVectors<Pairs>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Pairs>
[[gnu::always_inline]] inline typename Pairs::Reals dot(const PairVectors<Pairs>& a,
                                                        const PairVectors<Pairs>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Pairs>
[[gnu::always_inline]] inline PairVectors<Pairs> pick(typename Pairs::Truths t, const PairVectors<Pairs>& yes,
                                                      const PairVectors<Pairs>& no) {
  return {Pairs::pick(t, yes.x, no.x), Pairs::pick(t, yes.y, no.y), Pairs::pick(t, yes.z, no.z)};
}

// How the pairs of a stream have ended, a bit for each place: in this order, the first that holds.
struct Ended {
  std::uint32_t beyond, met, inside, stalled, near_zero;
};

// The second half of a round, for the places from `first` on: the part of each simplex nearest to the origin.
// Those that have ended keep the simplex of before, unless they are near zero.
template <class Pairs, int blocks>
[[gnu::always_inline]] inline void keep_nearest_parts(GjkStream<blocks>& s, int first, Ended& ended) {
  using Reals = typename Pairs::Reals;
  using Indices = typename Pairs::Indices;
  using Truths = typename Pairs::Truths;
  using Vectors = PairVectors<Pairs>;
  const auto reals = [&](const Real* from) { return load_lanes<Reals>(from + first); };
  const auto indices = [&](const std::int64_t* from) { return load_lanes<Indices>(from + first); };
  const auto vectors = [&](const typename GjkStream<blocks>::Vectors& from) {
    return Vectors{reals(from.x), reals(from.y), reals(from.z)};
  };
  const Reals zero{};
  const Vectors w = vectors(s.next), v = vectors(s.v);
  const Reals height = reals(s.height), least = reals(s.least);
  const Vectors corner_0 = vectors(s.corner[0]), corner_1 = vectors(s.corner[1]),
                corner_2 = vectors(s.corner[2]);
  const Indices name = indices(s.next_name), corners = indices(s.corners);
  const Indices name_0 = indices(s.name[0]), name_1 = indices(s.name[1]), name_2 = indices(s.name[2]);

  // The plane through the next corner bounds the distance from below by vw / |v|.
  const Reals vw = dot(v, w);
  const Reals length = Pairs::root(dot(v, v));
  const Truths beyond = Pairs::less(reals(s.cutoff) * length, vw);
  const Truths met = Pairs::at_most(height - vw, reals(s.converged) * length) | Pairs::equal(name_0, name) |
                     Pairs::equal(name_1, name) | Pairs::equal(name_2, name);

  // A missing corner is the new one once more.
  const Truths has_1 = Pairs::above(corners, 1), has_2 = Pairs::above(corners, 2);
  const Vectors at_1 = pick<Pairs>(has_1, corner_1, w), at_2 = pick<Pairs>(has_2, corner_2, w);
  const Vectors edge_0 = corner_0 - w, edge_1 = at_1 - w, edge_2 = at_2 - w;
  const Vectors moment_0 = cross(edge_0, w), moment_1 = cross(edge_1, w), moment_2 = cross(edge_2, w);
  const Vectors normal_0 = cross(edge_0, edge_1), normal_1 = cross(edge_1, edge_2),
                normal_2 = cross(edge_2, edge_0);
  const Reals side_0 = dot(normal_0, w), side_1 = dot(normal_1, w), side_2 = dot(normal_2, w);

  // See add_corner().
  const Truths open = Pairs::negated(has_2);
  const Truths before_0 = Pairs::less(zero, side_0 * dot(normal_0, edge_2)) | open;
  const Truths before_1 = Pairs::less(zero, side_1 * dot(normal_1, edge_0)) | open;
  const Truths before_2 = Pairs::less(zero, side_2 * dot(normal_2, edge_1)) | open;
  const Truths within_first_0 = Pairs::less(dot(normal_0, moment_0), zero);
  const Truths within_first_1 = Pairs::less(dot(normal_1, moment_1), zero);
  const Truths within_first_2 = Pairs::less(dot(normal_2, moment_2), zero);
  const Truths within_second_0 = Pairs::less(zero, dot(normal_0, moment_1));
  const Truths within_second_1 = Pairs::less(zero, dot(normal_1, moment_2));
  const Truths within_second_2 = Pairs::less(zero, dot(normal_2, moment_0));
  const Truths triangle_0 = before_0 & within_first_0 & within_second_0;
  const Truths triangle_1 = before_1 & within_first_1 & within_second_1;
  const Truths triangle_2 = before_2 & within_first_2 & within_second_2;
  const Truths line_0 = Pairs::less(dot(edge_0, w), zero) & Pairs::negated(within_first_0 | within_second_2) &
                        (before_0 | before_2);
  const Truths line_1 = Pairs::less(dot(edge_1, w), zero) & Pairs::negated(within_first_1 | within_second_0) &
                        (before_1 | before_0);
  const Truths line_2 = Pairs::less(dot(edge_2, w), zero) & Pairs::negated(within_first_2 | within_second_1) &
                        (before_2 | before_1);
  const Truths triangle = triangle_0 | triangle_1 | triangle_2;
  const Truths line = line_0 | line_1 | line_2;
  const Truths not_corner = triangle | line;

  // The direction to the nearest point, from the first part that is it.
  const Vectors normal = pick<Pairs>(triangle_0, normal_0, pick<Pairs>(triangle_1, normal_1, normal_2));
  const Reals side = Pairs::pick(triangle_0, side_0, Pairs::pick(triangle_1, side_1, side_2));
  const Reals outward = Pairs::pick(Pairs::less(side, zero), -1 - Reals{}, 1 - Reals{});
  const Vectors edge = pick<Pairs>(line_0, edge_0, pick<Pairs>(line_1, edge_1, edge_2));
  const Vectors moment = pick<Pairs>(line_0, moment_0, pick<Pairs>(line_1, moment_1, moment_2));
  const Vectors across = cross(edge, moment);
  const Vectors to_triangle{outward * normal.x, outward * normal.y, outward * normal.z};
  const Vectors to_line{-across.x, -across.y, -across.z};
  const Vectors to = pick<Pairs>(triangle, to_triangle, pick<Pairs>(line, to_line, w));
  const Reals new_height =
      Pairs::pick(triangle, outward * side, Pairs::pick(line, dot(moment, moment), dot(w, w)));

  // Its corners.
  const Indices names_1 = Pairs::pick(has_1, name_1, name), names_2 = Pairs::pick(has_2, name_2, name);
  const Truths from_0 = triangle_0 | (line_0 & Pairs::negated(triangle));
  const Truths from_1 = triangle_1 | (line_1 & Pairs::negated(triangle));
  const Vectors keep_0 =
      pick<Pairs>(not_corner, pick<Pairs>(from_0, corner_0, pick<Pairs>(from_1, at_1, at_2)), w);
  const Vectors keep_1 =
      pick<Pairs>(triangle, pick<Pairs>(triangle_0, at_1, pick<Pairs>(triangle_1, at_2, corner_0)), w);
  const Indices keep_name_0 =
      Pairs::pick(not_corner, Pairs::pick(from_0, name_0, Pairs::pick(from_1, names_1, names_2)), name);
  const Indices keep_name_1 =
      Pairs::pick(triangle, Pairs::pick(triangle_0, names_1, Pairs::pick(triangle_1, names_2, name_0)), name);
  const Indices left = Pairs::pick(triangle, 3 - Indices{}, Pairs::pick(line, 2 - Indices{}, 1 - Indices{}));

  const Truths outside = before_0 | before_1 | before_2;
  const Reals squared = new_height * (new_height / dot(to, to));  // in range for any distance
  const Truths nearer = Pairs::less(squared, least);
  const Truths go_on = outside & nearer & Pairs::negated(beyond | met);
  const auto put = [&](auto now, auto before, auto* at) {
    store_lanes(Pairs::pick(go_on, now, before), at + first);
  };
  const auto put_vectors = [&](const Vectors& now, const Vectors& before,
                               typename GjkStream<blocks>::Vectors& at) {
    put(now.x, before.x, at.x), put(now.y, before.y, at.y), put(now.z, before.z, at.z);
  };
  put_vectors(keep_0, corner_0, s.corner[0]);
  put_vectors(keep_1, corner_1, s.corner[1]);
  put_vectors(w, corner_2, s.corner[2]);
  put(keep_name_0, name_0, s.name[0]), put(keep_name_1, name_1, s.name[1]), put(name, name_2, s.name[2]);
  put(left, corners, s.corners);
  put_vectors(to, v, s.v);
  put(new_height, height, s.height), put(squared, least, s.least);
  const Reals lower = vw / length;
  store_lanes(lower, s.lower + first);

  ended.beyond |= Pairs::bits(beyond) << first;
  ended.met |= Pairs::bits(met) << first;
  ended.inside |= Pairs::bits(Pairs::negated(outside)) << first;
  ended.stalled |= Pairs::bits(Pairs::negated(nearer)) << first;
  ended.near_zero |= Pairs::bits(Pairs::at_most(squared, reals(s.near_zero_squared))) << first;
}

[[gnu::always_inline]] inline Corner corner_named(Vec3 at, std::int64_t name) {
  return {raw(at), static_cast<std::int32_t>(name >> 32), static_cast<std::int32_t>(name)};
}

// Beyond the cutoff nobody asks for the simplex.
template <int blocks>
[[gnu::always_inline]] inline void set_answer(const GjkStream<blocks>& s, int i, Outcome outcome,
                                              int iterations, GjkAnswer& answer) {
  const auto at = [&](const typename GjkStream<blocks>::Vectors& of) {
    return Vec3{of.x[i], of.y[i], of.z[i]};
  };
  answer.outcome = outcome;
  answer.iterations = iterations;
  answer.nearest = (s.height[i] / norm_squared(at(s.v))) * at(s.v);
  if (outcome == Outcome::beyond_cutoff) {
    answer.lower = s.lower[i];
    answer.simplex.count = 0;
    return;
  }
  for (int k = 0; k < 3; ++k) answer.simplex.corner[k] = corner_named(at(s.corner[k]), s.name[k][i]);
  answer.simplex.corner[3] = corner_named(at(s.next), s.next_name[i]);
  answer.simplex.count = outcome == Outcome::inside ? 4 : static_cast<int>(s.corners[i]);
}

// A pair takes a place. The first corner is the whole simplex: that round is short. False when it has ended
// already.
template <bool avx, int blocks>
[[gnu::always_inline]] inline bool start_pair(GjkStream<blocks>& s, int i, const GjkBatch& batch,
                                              int number) {
  const GjkTask& task = batch.task[number];
  GjkAnswer& answer = batch.answer[number];
  set_points(s, i, *batch.pair[number]);
  const Vec3 v = -task.start;
  s.v.x[i] = v.x, s.v.y[i] = v.y, s.v.z[i] = v.z;
  find_next_corner<avx>(s, i);
  const Vec3 w{s.next.x[i], s.next.y[i], s.next.z[i]};
  const Real vw = scree::dot(v, w);
  const Real length = norm(v);
  const Real height = norm_squared(w);
  const Real squared = height * (height / height);
  const bool beyond = vw > task.cutoff * length;
  if (beyond || !(squared < std::numeric_limits<Real>::infinity())) {
    answer.outcome = beyond ? Outcome::beyond_cutoff : Outcome::stalled;
    answer.iterations = 1;
    answer.nearest = beyond ? v : w;
    answer.lower = beyond ? vw / length : 0;
    answer.simplex.corner[0] = corner_named(w, s.next_name[i]);
    answer.simplex.count = beyond ? 0 : 1;
    return false;
  }
  for (int k = 0; k < 3; ++k) s.name[k][i] = s.next_name[i];
  for (int k = 0; k < 3; ++k) s.corner[k].x[i] = w.x, s.corner[k].y[i] = w.y, s.corner[k].z[i] = w.z;
  s.corners[i] = 1;
  s.v.x[i] = w.x, s.v.y[i] = w.y, s.v.z[i] = w.z;
  s.height[i] = height;
  s.least[i] = squared;
  s.cutoff[i] = task.cutoff;
  s.converged[i] = task.converged;
  s.near_zero_squared[i] = task.near_zero * task.near_zero;
  s.pair[i] = number;
  s.rounds[i] = 1;
  if (squared <= s.near_zero_squared[i]) {
    set_answer(s, i, Outcome::near_zero, 1, answer);
    return false;
  }
  return true;
}

template <int blocks>
[[gnu::always_inline]] inline void move_pair(GjkStream<blocks>& s, int from, int to) {
  const auto move = [&](auto& each) { each[to] = each[from]; };
  const auto move_vector = [&](typename GjkStream<blocks>::Vectors& each) {
    move(each.x), move(each.y), move(each.z);
  };
  for (int k = 0; k < 3; ++k) move_vector(s.corner[k]), move(s.name[k]);
  move_vector(s.next), move(s.next_name);
  move(s.corners), move_vector(s.v), move(s.height), move(s.least), move(s.cutoff), move(s.converged);
  move(s.near_zero_squared), move(s.rounds), move(s.pair), move(s.a), move(s.b);
}

// `fits`: whether a pair of the batch is one for this stream; the others are passed over. `alone` answers one
// pair by the loop of its own.
template <class Pairs, bool avx, int blocks, class Fits, class Alone>
[[gnu::always_inline]] inline void run_gjk_stream(const GjkBatch& batch, const Fits& fits,
                                                  const Alone& alone) {
  GjkStream<blocks> s;
  int next = 0, active = 0;
  // The next pair that does not end at once. False: there is none.
  const auto take = [&](int i) {
    while (next < batch.count) {
      const int number = next++;
      if (fits(*batch.pair[number]) && start_pair<avx>(s, i, batch, number)) return true;
    }
    return false;
  };
  while (active < stream_places && take(active)) ++active;
  if (active == 0) return;
  for (int i = active; i < stream_places; ++i) move_pair(s, 0, i);  // any numbers will do
  while (active > 0) {
    Ended ended{};
    for (int i = 0; i < active; ++i) find_next_corner<avx>(s, i);
    for (int i = 0; i < active; i += Pairs::count) keep_nearest_parts<Pairs>(s, i, ended);
    std::uint32_t done = ended.beyond | ended.met | ended.inside | ended.stalled | ended.near_zero;
    for (int i = 0; i < active; ++i) done |= (++s.rounds[i] > gjk_limit ? 1U : 0U) << i;
    done &= (1U << active) - 1;
    while (done != 0) {
      const int i = 31 - std::countl_zero(done);  // the last first, for the last place takes the gap
      const std::uint32_t bit = 1U << i;
      done &= ~bit;
      const auto end_as = [&](Outcome outcome) {
        set_answer(s, i, outcome, s.rounds[i] - 1, batch.answer[s.pair[i]]);
      };
      if ((ended.beyond & bit) != 0) {
        end_as(Outcome::beyond_cutoff);
      } else if ((ended.met & bit) != 0) {
        end_as(Outcome::separate);
      } else if ((ended.inside & bit) != 0) {
        end_as(Outcome::inside);
      } else if ((ended.near_zero & ~ended.stalled & bit) != 0) {
        end_as(Outcome::near_zero);
      } else {
        alone(s.pair[i]);
      }
      if (take(i)) continue;
      --active;
      if (i != active) move_pair(s, active, i);
    }
  }
}

}  // namespace scree::distortion
