// Depth and weight of each corner of a patch.
//
// Kernels give all corners the pair's distance: between parallel features there is no other. Features that
// are only nearly parallel (within the angle that counts as such) are nearer at one end, and this is what
// turns a block that stands on its face back upright.
// Lengths in metres, in A's frame.
#pragma once

#include <scree/contact_data.hpp>

#include <algorithm>
#include <type_traits>

#include "detect/kernels/features.hpp"
#include "detect/kernels/minkowski.hpp"

namespace scree {

// In patches with more corners only these many, evenly chosen, take part.
inline constexpr int most_points_per_pair = 8;

namespace patch_corners_detail {

// How far the surface through `feature` lies from `p` along the normal.
template <class Core, class Feature, class Place, class Rotate, class Vec>
Real height_over(const Core& core, const Feature& feature, Place place, [[maybe_unused]] Rotate rotate, Vec n,
                 Vec p) {
  if constexpr (std::is_same_v<Core, PolyhedronView>) {
    if (feature.vertex_count >= 3) {
      const Vec across = rotate(core.face_planes[feature.face].normal);
      const Vec on_face = place(core.vertices[core.face_vertices[core.face_begin[feature.face]]]);
      return dot(across, on_face - p) / dot(across, n);
    }
  }
  const Vec from = place(core.vertices[feature.vertex[0]]);
  if (feature.vertex_count == 1) return dot(n, from - p);
  const Vec along = place(core.vertices[feature.vertex[1]]) - from;
  const Vec flat = along - dot(n, along) * n;
  const Real squared = norm_squared(flat);
  const Real share = squared > 0 ? std::clamp(dot(flat, p - from) / squared, Real{0}, Real{1}) : Real{0};
  return dot(n, from + share * along - p);
}

}  // namespace patch_corners_detail

// Whether corners have depths of their own: cylinders have no features to tell them from.
inline bool has_corner_depths(const ShapeView& a, const ShapeView& b) {
  const auto flat = [](const ShapeView& s) {
    return s.type == ShapeType::half_space || has_polyhedral_core(s) || has_polygonal_core(s);
  };
  return flat(a) && flat(b);
}

// The signed distance of the two surfaces at corner `k` of the patch, along the contact's normal.
template <class Pair, int capacity>
Real corner_distance(const Pair& pair, const ContactOf<typename Pair::Vec>& contact,
                     const ContactPatchOf<typename Pair::Vec, capacity>& patch, int k) {
  using namespace patch_corners_detail;
  using Vec = typename Pair::Vec;
  if (!has_corner_depths(pair.a, pair.b)) return patch.distances[k];
  const Vec n = contact.normal;
  const Vec p = patch.points[k];
  const auto same = [](Vec v) { return v; };
  const auto point_of_b = [&](Vec v) { return from_b_point(pair, v); };
  const auto direction_of_b = [&](Vec v) { return pair.a_from_b * v; };
  // A half-space's plane passes through its centre, across the contact's normal.
  const Real height_a = pair.a.type == ShapeType::half_space
                            ? dot(n, -p)
                            : height_over(core_a(pair), contact.feature_a, same, same, n, p);
  const Real height_b = pair.b.type == ShapeType::half_space
                            ? dot(n, pair.translation - p)
                            : height_over(core_b(pair), contact.feature_b, point_of_b, direction_of_b, n, p);
  return height_b - pair.b.sweep_radius - height_a - pair.a.sweep_radius;
}

namespace patch_corners_detail {

// From corner `k` to the next one, `way` 1 or -1 round the outline, that lies elsewhere.
inline Vec3 side_from(const Vec3* corners, int count, int k, int way, Real least_squared) {
  for (int step = 1; step < count; ++step) {
    const Vec3 side = corners[(k + (way * step) + count) % count] - corners[k];
    if (norm_squared(side) > least_squared) return side;
  }
  return {};
}

// Whether the outline has a corner here (1) or goes straight on (0); by the square of the sine in between.
inline Real sharpness(Vec3 before, Vec3 after) {
  constexpr Real sharp = 0.04;  // the squared sine of 0.2 rad
  const Real lengths = norm_squared(before) * norm_squared(after);
  if (dot(before, after) >= 0 || !(lengths > 0)) return 1;
  return std::min(Real{1}, norm_squared(cross(before, after)) / (sharp * lengths));
}

}  // namespace patch_corners_detail

// What each corner counts for: 1 on its own, less as others come closer than `reach` (m), in sum 1 for
// corners in one place, nothing where the outline goes straight on. So corners that appear or vanish next to
// each other, as outlines turn, or where two sides cross that are all but one line, change nothing. Corners
// are in their order round the outline.
inline void corner_counts(const Vec3* corners, int count, Real reach, Real* counts) {
  using namespace patch_corners_detail;
  const Real least_squared = 1e-16 * reach * reach;
  Real sharp[most_points_per_pair];
  for (int k = 0; k < count; ++k) {
    sharp[k] = sharpness(side_from(corners, count, k, -1, least_squared),
                         side_from(corners, count, k, 1, least_squared));
  }
  for (int k = 0; k < count; ++k) {
    Real company = 0;
    for (int other = 0; other < count; ++other) {
      const Real apart = norm_squared(corners[k] - corners[other]) / (reach * reach);
      company += apart < 1 ? sharp[other] * (1 - apart) * (1 - apart) : Real{0};
    }
    counts[k] = sharp[k] / std::max(Real{1}, company);
  }
}

// How much of the pair's stiffness each corner has; one of depth 0 or less (m) has none.
//
// The energy of a patch is that of one point at the depth D,
//   D^(n+1) = sqrt(sum of a_k u_k^2),  u_k = d_k^(n+1),
// with n the exponent of the law and a_k what corner k counts for; the weights
//   a_k u_k / D^(n+1)
// are its slopes over those of single points, so forces do as much work as the energy tells. A corner that
// comes or goes does so without force, and one that is left alone is a single point: a body may rock over
// from face to edge to corner, and nothing jumps. The greatest depth (the limit of higher powers, and the law
// of one point) is as smooth in energy but not in force: a block at rest is then thrown from corner to
// corner. Lower powers make faces stiffer, higher ones stiffer against tilting. With this one a face on four
// corners is twice as stiff as one point.
inline void corner_weights(const Vec3* corners, const Real* depths, int count, Real reach, Real exponent,
                           Real* weights) {
  corner_counts(corners, count, reach, weights);
  const Real deepest = *std::max_element(depths, depths + count);
  Real powers[most_points_per_pair];
  Real sum = 0;
  for (int k = 0; k < count; ++k) {
    const Real share = depths[k] > 0 ? depths[k] / deepest : Real{0};
    powers[k] = exponent == 1 ? share * share : std::pow(share, exponent + 1);
    sum += weights[k] * powers[k] * powers[k];
  }
  const Real mean = std::sqrt(sum);
  for (int k = 0; k < count; ++k) weights[k] *= mean > 0 ? powers[k] / mean : Real{0};
}

}  // namespace scree
