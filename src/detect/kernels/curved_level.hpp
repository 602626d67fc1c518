// curved: the pair along a normal with all corners of the cores that are level with each other.
//
// Along a cylinder's axis, and where a superellipsoid is flat to rounding, the step of curved_step.hpp cannot
// choose among level corners: the slips they allow are a convex polygon, and its point nearest to zero is
// what counts. Lengths in metres.
#pragma once

#include <scree/contact_data.hpp>

#include <cmath>

#include "detect/kernels/curved_step.hpp"
#include "detect/kernels/features.hpp"

namespace scree::curved_detail {

// The corners that support a shape's core along `own` to rounding, seen from the pair, as slips across `n`.
struct Slips {
  Turn at[patch_capacity];
  int count = 0;
};

// The point of a convex polygon (either way round), segment or point nearest to the origin.
SCREE_HD SCREE_DEVICE_CALL inline Turn nearest_to_origin(const Slips& slips) {
  Turn best = slips.at[0];
  bool left = slips.count > 2;
  bool right = slips.count > 2;
  for (int k = 0; slips.count > 1 && k < slips.count; ++k) {
    const Turn p = slips.at[k];
    const Turn e = minus(slips.at[(k + 1) % slips.count], p);
    const Real side = e.x0 * -p.x1 + e.x1 * p.x0;
    left = left && side >= 0;
    right = right && side <= 0;
    const Real squared = dot(e, e);
    const Real share = squared > 0 ? -dot(p, e) / squared : Real{0};
    const Turn foot = along(p, share > 0 ? (share < 1 ? share : Real{1}) : Real{0}, e);
    if (dot(foot, foot) < dot(best, best)) best = foot;
  }
  return left || right ? Turn{} : best;
}

// Whether both ends of a cylinder's axis support it along `own`.
SCREE_HD inline bool along_side(const Part& part, Vec3 own) {
  return part.skin == Skin::disc && std::fabs(own.z) <= on_axis;
}

// The pair with all corners that are level along `normal`: their least slip, which end discs may make up for.
struct EndView {
  Sight sight;
  Vec3 slip;       // without the discs that face each other
  Real reach = 0;  // m, the radii of these discs
  bool disc_a = false, disc_b = false;
};
SCREE_HD SCREE_DEVICE_CALL inline EndView look_level(const ShapePair& pair, const Parts& parts, Vec3 normal,
                                                     bool at_axis) {
  EndView end;
  end.sight = look(pair, parts, normal);
  const View& v = end.sight.view;
  const Tangent t = common_normal_detail::tangent_matrix(v);
  const auto is_end = [](const Part& part, Vec3 own) {
    return part.skin == Skin::disc && std::sqrt(own.x * own.x + own.y * own.y) <= on_axis;
  };
  end.disc_a = is_end(parts.a, v.normal_a);
  end.disc_b = is_end(parts.b, v.normal_b);
  end.reach = (end.disc_a ? parts.a.radius : 0) + (end.disc_b ? parts.b.radius : 0);
  const SlipMeasure measure = at_axis || end.reach > 0 ? SlipMeasure{} : slip_measure(pair, t, v.separation);
  Slips slips;
  const auto add = [&](Corner corner) {
    const Vec3 d = end.sight.skins + core_difference(pair, parts, corner);
    slips.at[slips.count++] = measured(measure, in_tangent(t, d));
  };
  // One of the shapes is a body or a cylinder's end, with one corner; the other may lie flat.
  const bool flat_a = parts.a.skin == Skin::none;
  const bool other_is_b = end.disc_a || parts.a.skin == Skin::body;
  if (parts.a.skin == Skin::none || parts.b.skin == Skin::none) {
    const PolyhedronView& core = flat_a ? pair.a.core : pair.b.core;
    const Contact::Feature feature = support_feature(core, flat_a ? v.normal_a : v.normal_b, on_axis);
    const int count = feature.vertex_count < patch_capacity ? feature.vertex_count : patch_capacity;
    for (int k = 0; k < count; ++k) {
      const std::int32_t from =
          feature.vertex_count <= 2
              ? feature.vertex[k]
              : core.face_vertices[core.face_begin[feature.face] + k * feature.vertex_count / count];
      add(flat_a ? Corner{from, end.sight.corner.b} : Corner{end.sight.corner.a, from});
    }
  } else if (along_side(other_is_b ? parts.b : parts.a, other_is_b ? v.normal_b : v.normal_a)) {
    for (std::int32_t k = 0; k < 2; ++k) {
      add(other_is_b ? Corner{end.sight.corner.a, k} : Corner{k, end.sight.corner.b});
    }
  } else {
    add(end.sight.corner);
  }
  end.slip = in_space(t, unmeasured(measure, nearest_to_origin(slips)));
  return end;
}

}  // namespace scree::curved_detail
