// How much of a solid lies in a box, from its surface.
//
// The part of a solid with x <= cx, y <= cy and z <= cz is bounded by what of its surface lies there and by
// pieces of these three planes. All three meet in the corner (cx, cy, cz), so cones from there to pieces of
// the planes have no volume: the volume is the sum over the clipped triangles of the surface (divergence
// theorem), and no cut face has to be built. A box is the sum and difference of eight such corners. The same
// holds in the plane with edges for triangles. Exact up to rounding for flat faces.
#pragma once

#include <scree/shape.hpp>
#include <scree/vec.hpp>

#include <vector>

#include "output/frame.hpp"
#include "output/frame_scene.hpp"

namespace scree {

// A closed surface: three corners per triangle, counter-clockwise seen from outside; in the plane two per
// edge, counter-clockwise.
struct Surface {
  int dimension = 3;
  std::vector<Vec3> corners;  // m
};

Bounds bounds_of(const Surface& surface);
// m3; in the plane m2.
Real volume_of(const Surface& surface);
Real volume_in_box(const Surface& surface, const Bounds& box);

// The surface of a body. Curved shapes are meshes, enlarged
// about their centres until the volume is that of the body. Empty for half-spaces.
Surface body_surface(const FrameScene& scene, std::uint32_t body, const Pose& world_from_body);

}  // namespace scree
