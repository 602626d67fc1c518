// common-normal-published: the contact of two superellipsoids as Wellmann, Lillie & Wriggers (2008) print it.
//
// The contact direction c has two angles about the line of centres (Eq. 6). Each c gives a point on either
// surface whose normal is c or -c (Eqs. 2, 4, 7), and their difference d (Eq. 8). f = |d|^2 is minimised
// (Eq. 9) by Newton's method with analytic derivatives (Eqs. 10 to 12), Levenberg-Marquardt where the matrix
// is not positive definite, and Armijo's rule (Eq. 13). c . d > 0 excludes a contact (Eq. 14). A minimum
// counts if d is parallel to c (Eq. 5_3) and, in overlap, both points lie in the other body; otherwise the
// search starts anew from a random search refined by Nelder and Mead's simplex.
//
// What the paper leaves open, and what had to differ:
// - Its tan^-1(x, y) is atan2(y, x); its epsilon_1 is our exponents[1].
// - |grad f| < 1e-6 m2 is meant for bodies up to 6 m across: it is scaled by the pair's size.
// - Components of the direction below 1e-8 are moved there before derivatives are taken ("slightly shifted").
// - Random numbers are Philox's with a fixed seed: the same pair gives the same answer.
// - Eq. 5_3 needs a tolerance; the numbers below are ours. 50 iterations for each start, 15 new starts.
// - With a cutoff above 0 a pair apart is minimised on until the distance is known or exceeds it.
// Known to fail: penetrations that are not small beside the radii of curvature (the minimum of f is then not
// the contact), deep and concentric pairs, flat sides. Status `not_converged` if no start led to a minimum
// that counts, `unsupported_pair` for other shapes.
// Lengths in metres, all vectors in A's frame relative to A's centre.
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/core_contact.hpp"
#include "detect/kernels/minkowski.hpp"
#include "math/random.hpp"
#include "shape/superellipsoid_surface.hpp"

namespace scree {

namespace common_normal_published_detail {

inline constexpr int iteration_limit = 50;  // for each start
inline constexpr int restart_limit = 15;    // the most the paper needed
inline constexpr int armijo_limit = 30;     // halvings
inline constexpr Real armijo_share = 1e-4;
inline constexpr Real gradient_tolerance = 1e-6;  // m2, for bodies of reference_size
inline constexpr Real reference_size = 6;         // m, the largest of the paper's bodies
inline constexpr Real singular_shift = 1e-8;  // least component of a direction where derivatives are taken
inline constexpr Real parallel_share = 1e-2;  // Eq. 5_3: |d x c| may be this share of |d| ...
inline constexpr Real parallel_slack = 1e-5;  // ... and this (x size), what the gradient's tolerance leaves
inline constexpr int random_samples = 16;
inline constexpr int simplex_steps = 24;
inline constexpr Real simplex_edge = 0.3;  // rad
inline constexpr std::uint64_t random_seed = 2008;

struct Angles {
  Real a1 = 0, a2 = 0;  // rad
};
struct Problem {
  const ShapePair& pair;
  Superellipsoid a, b;
  Vec3 e1, e2, e3;  // Eq. 6
};

SCREE_HD inline Problem make_problem(const ShapePair& pair) {
  Problem p{pair, as_superellipsoid(pair.a), as_superellipsoid(pair.b), {1, 0, 0}, {}, {}};
  const Real scale = largest_magnitude(pair.translation);
  if (scale > 0) p.e1 = normalized(pair.translation / scale);
  p.e2 = perpendicular(p.e1);
  p.e3 = cross(p.e1, p.e2);
  return p;
}

SCREE_HD inline Vec3 direction(const Problem& p, Angles x) {
  const Real s1 = std::sin(x.a1), c1 = std::cos(x.a1), s2 = std::sin(x.a2), c2 = std::cos(x.a2);
  return c1 * c2 * p.e1 + s1 * c2 * p.e2 + s2 * p.e3;
}
SCREE_HD inline Angles angles_of(const Problem& p, Vec3 c) {
  const Real z = dot(c, p.e3);
  return {std::atan2(dot(c, p.e2), dot(c, p.e1)), std::asin(z > 1 ? 1 : (z < -1 ? -1 : z))};
}

struct Points {
  Vec3 c, p1, p2, d;
};
SCREE_HD inline Points points(const Problem& p, Angles x) {
  Points r;
  r.c = direction(p, x);
  r.p1 = surface_point(p.a, surface_angles(p.a, r.c));
  r.p2 = from_b_point(p.pair, surface_point(p.b, surface_angles(p.b, to_b_direction(p.pair, -r.c))));
  r.d = r.p2 - r.p1;  // Eq. 8
  return r;
}

// First and second derivatives of one body's point by the two angles (Eq. 11), in the body's frame.
struct PointDerivatives {
  Vec3 first[2], second[3];  // 1, 2; 11, 12, 22
};
SCREE_HD SCREE_DEVICE_CALL inline PointDerivatives point_derivatives(const Superellipsoid& s, Vec3 c,
                                                                     const Vec3 (&c_i)[2],
                                                                     const Vec3 (&c_ij)[3]) {
  for (int k = 0; k < 3; ++k) {
    if (std::fabs(c[k]) < singular_shift) c[k] = std::copysign(singular_shift, c[k]);
  }
  const SurfaceAngles phi = surface_angles(s, c);
  const AngleDerivatives by_phi = angle_derivatives(s, phi);
  const AngleResponse by_c = angle_response(s, phi, c);
  Real phi_i[2][2];  // phi_gamma by alpha_i
  for (int g = 0; g < 2; ++g) {
    for (int i = 0; i < 2; ++i) phi_i[g][i] = dot(by_c.first[g], c_i[i]);
  }
  PointDerivatives r;
  for (int i = 0; i < 2; ++i) r.first[i] = phi_i[0][i] * by_phi.first[0] + phi_i[1][i] * by_phi.first[1];
  for (int m = 0; m < 3; ++m) {
    const int i = m == 2 ? 1 : 0;
    const int j = m == 0 ? 0 : 1;
    r.second[m] = phi_i[0][i] * phi_i[0][j] * by_phi.second[0] +
                  (phi_i[0][i] * phi_i[1][j] + phi_i[1][i] * phi_i[0][j]) * by_phi.second[1] +
                  phi_i[1][i] * phi_i[1][j] * by_phi.second[2];
    for (int g = 0; g < 2; ++g) {
      const Real turn = dot(c_i[i], by_c.second[g] * c_i[j]) + dot(by_c.first[g], c_ij[m]);
      r.second[m] += turn * by_phi.first[g];
    }
  }
  return r;
}

// f = |d|^2 with gradient and Hessian (Eq. 10).
struct Model {
  Real f = 0, g1 = 0, g2 = 0, h11 = 0, h12 = 0, h22 = 0;
};
SCREE_HD SCREE_DEVICE_CALL inline Model model(const Problem& p, Angles x, const Points& at) {
  const Real s1 = std::sin(x.a1), c1 = std::cos(x.a1), s2 = std::sin(x.a2), c2 = std::cos(x.a2);
  const Vec3 c_i[2] = {-s1 * c2 * p.e1 + c1 * c2 * p.e2, -c1 * s2 * p.e1 - s1 * s2 * p.e2 + c2 * p.e3};
  const Vec3 c_ij[3] = {-c1 * c2 * p.e1 - s1 * c2 * p.e2, s1 * s2 * p.e1 - c1 * s2 * p.e2, -at.c};
  const auto to_b = [&](Vec3 v) { return to_b_direction(p.pair, -v); };
  const Vec3 b_i[2] = {to_b(c_i[0]), to_b(c_i[1])};
  const Vec3 b_ij[3] = {to_b(c_ij[0]), to_b(c_ij[1]), to_b(c_ij[2])};
  const PointDerivatives a = point_derivatives(p.a, at.c, c_i, c_ij);
  const PointDerivatives b = point_derivatives(p.b, to_b(at.c), b_i, b_ij);
  const auto minus = [&](Vec3 of_b, Vec3 of_a) { return p.pair.a_from_b * of_b - of_a; };
  const Vec3 d1 = minus(b.first[0], a.first[0]);
  const Vec3 d2 = minus(b.first[1], a.first[1]);
  Model m;
  m.f = norm_squared(at.d);
  m.g1 = 2 * dot(at.d, d1);
  m.g2 = 2 * dot(at.d, d2);
  m.h11 = 2 * (dot(d1, d1) + dot(at.d, minus(b.second[0], a.second[0])));
  m.h12 = 2 * (dot(d1, d2) + dot(at.d, minus(b.second[1], a.second[1])));
  m.h22 = 2 * (dot(d2, d2) + dot(at.d, minus(b.second[2], a.second[2])));
  return m;
}

// Eq. 12, with Levenberg-Marquardt's shift where the matrix is not positive definite. False if not finite.
SCREE_HD inline bool search_direction(const Model& m, Angles& step) {
  const Real half_trace = 0.5 * (m.h11 + m.h22);
  const Real radius = std::sqrt(0.25 * (m.h11 - m.h22) * (m.h11 - m.h22) + m.h12 * m.h12);
  const Real least = half_trace - radius;
  const Real largest = std::fabs(half_trace) + radius;
  const Real shift = least > 0 ? 0 : 1e-3 * largest - least;
  const Real h11 = m.h11 + shift;
  const Real h22 = m.h22 + shift;
  const Real determinant = h11 * h22 - m.h12 * m.h12;
  step = {-(h22 * m.g1 - m.h12 * m.g2) / determinant, -(h11 * m.g2 - m.h12 * m.g1) / determinant};
  return std::isfinite(step.a1) && std::isfinite(step.a2);
}

enum class Ending : std::uint8_t { excluded, minimum, none };
struct Descent {
  Angles at;
  Points points;
  int iterations = 0;
  Ending ending = Ending::none;
};

// One start: until Eq. 14 excludes (separation above `cutoff`), the gradient vanishes, or neither happens.
SCREE_HD SCREE_DEVICE_CALL inline Descent descend(const Problem& p, Angles start, Real cutoff) {
  const Real scale = p.pair.size / reference_size;
  Descent r;
  r.at = start;
  r.points = points(p, start);
  for (; r.iterations < iteration_limit; ++r.iterations) {
    if (dot(r.points.c, r.points.d) > cutoff) {
      r.ending = Ending::excluded;
      return r;
    }
    const Model m = model(p, r.at, r.points);
    if (std::sqrt(m.g1 * m.g1 + m.g2 * m.g2) < gradient_tolerance * scale * scale) {
      r.ending = Ending::minimum;
      return r;
    }
    Angles step;
    if (!search_direction(m, step)) return r;
    const Real slope = m.g1 * step.a1 + m.g2 * step.a2;
    Real sigma = 1;
    for (int k = 0; k < armijo_limit; ++k, sigma *= 0.5) {
      const Angles next{r.at.a1 + sigma * step.a1, r.at.a2 + sigma * step.a2};
      const Points there = points(p, next);
      if (k + 1 < armijo_limit && !(norm_squared(there.d) <= m.f + armijo_share * sigma * slope)) continue;
      r.at = next;
      r.points = there;
      break;
    }
  }
  return r;
}

// The two checks for the global minimum.
SCREE_HD inline bool is_contact(const Problem& p, const Points& at) {
  const Real d = norm(at.d);
  if (!(norm(cross(at.d, at.c)) <= parallel_share * d + parallel_slack * p.pair.size)) return false;
  if (dot(at.d, at.c) > 0) return true;
  const Vec3 p1_in_b = to_b_direction(p.pair, at.p1 - p.pair.translation);
  return superellipsoid_gauge(p.b.radii, p.b.exponents, p1_in_b) <= 1 + parallel_slack &&
         superellipsoid_gauge(p.a.radii, p.a.exponents, at.p2) <= 1 + parallel_slack;
}

struct Trial {
  Angles x;
  Real f = 0;
};
SCREE_HD inline Trial trial(const Problem& p, Angles x) { return {x, norm_squared(points(p, x).d)}; }
// b + t (b - w): across b from w.
SCREE_HD inline Angles beyond(Angles b, Angles w, Real t) {
  return {b.a1 + t * (b.a1 - w.a1), b.a2 + t * (b.a2 - w.a2)};
}

// A new start: the best of some random directions, improved by a simplex.
SCREE_HD SCREE_DEVICE_CALL inline Angles new_start(const Problem& p, Random& random) {
  constexpr Real pi = 3.14159265358979323846;
  Trial s[3];
  for (int k = 0; k < random_samples; ++k) {
    const Trial next = trial(p, {uniform(random, -pi, pi), std::asin(uniform(random, -1, 1))});
    if (k == 0 || next.f < s[0].f) s[0] = next;
  }
  s[1] = trial(p, {s[0].x.a1 + simplex_edge, s[0].x.a2});
  s[2] = trial(p, {s[0].x.a1, s[0].x.a2 + simplex_edge});
  for (int step = 0; step < simplex_steps; ++step) {
    for (int pass = 0; pass < 3; ++pass) {
      const int k = pass % 2;
      if (s[k + 1].f < s[k].f) {
        const Trial swap = s[k];
        s[k] = s[k + 1];
        s[k + 1] = swap;
      }
    }
    const Angles middle{0.5 * (s[0].x.a1 + s[1].x.a1), 0.5 * (s[0].x.a2 + s[1].x.a2)};
    const Trial reflected = trial(p, beyond(middle, s[2].x, 1));
    if (reflected.f < s[0].f) {
      const Trial expanded = trial(p, beyond(middle, s[2].x, 2));
      s[2] = expanded.f < reflected.f ? expanded : reflected;
    } else if (reflected.f < s[1].f) {
      s[2] = reflected;
    } else {
      const bool outside = reflected.f < s[2].f;
      const Trial contracted = trial(p, beyond(middle, s[2].x, outside ? 0.5 : -0.5));
      if (contracted.f < (outside ? reflected.f : s[2].f)) {
        s[2] = contracted;
      } else {
        for (int k = 1; k < 3; ++k) s[k] = trial(p, beyond(s[0].x, s[k].x, -0.5));
      }
    }
  }
  return s[0].f <= s[1].f && s[0].f <= s[2].f ? s[0].x : (s[1].f <= s[2].f ? s[1].x : s[2].x);
}

struct Outcome {
  Descent last;
  int iterations = 0, restarts = 0;
  bool found = false;
};
SCREE_HD SCREE_DEVICE_CALL inline Outcome solve(const Problem& p, Angles start, Real cutoff) {
  Outcome r;
  Random random{random_seed, 0, 0};
  for (r.restarts = 0; r.restarts <= restart_limit; ++r.restarts) {
    r.last = descend(p, r.restarts == 0 ? start : new_start(p, random), cutoff);
    r.iterations += r.last.iterations;
    r.found = r.last.ending == Ending::excluded ||
              (r.last.ending == Ending::minimum && is_contact(p, r.last.points));
    if (r.found) return r;
  }
  return r;
}

}  // namespace common_normal_published_detail

SCREE_HD inline Status common_normal_published(const ShapePair& pair, const QueryRequest& request,
                                               PairCache& cache, Contact& contact,
                                               ContactPatch* patch = nullptr) {
  using namespace common_normal_published_detail;
  contact = Contact{};
  if (patch != nullptr) patch->count = 0;
  if (!is_superellipsoid(pair.a) || !is_superellipsoid(pair.b))
    return contact.status = Status::unsupported_pair;

  const Problem problem = make_problem(pair);
  const bool warm = has_direction(cache, Algorithm::common_normal_published);
  const Angles start = warm ? angles_of(problem, normalized(cache.direction)) : Angles{};
  const Real cutoff = request.cutoff > 0 ? request.cutoff : 0;
  const Outcome outcome = solve(problem, start, cutoff);
  const Points& at = outcome.last.points;
  contact.iterations = outcome.iterations;
  contact.beyond_cutoff = outcome.last.ending == Ending::excluded;
  contact.normal = at.c;
  contact.point_a = at.p1;
  contact.point_b = at.p2;
  const Real along = dot(at.c, at.d);
  contact.distance = contact.beyond_cutoff ? along : std::copysign(norm(at.d), along);
  contact.type = ContactType::smooth;
  if (!outcome.found) contact.status = Status::not_converged;
  if (!std::isfinite(contact.distance)) {  // squares of lengths overflow
    contact.distance = 0;
    contact.status = Status::not_converged;
  }
  keep_direction(cache, Algorithm::common_normal_published, at.c);
  set_state(pair, contact);
  set_single_point(contact, patch);
  return contact.status;
}

}  // namespace scree
