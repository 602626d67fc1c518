// The long axis of a body, from how its mass is spread.
#pragma once

#include <scree/vec.hpp>

#include <optional>

#include "output/frame_scene.hpp"

namespace scree {

// A body is long when its ellipsoid of inertia (the one of the same mass and moments of inertia; in the plane
// the ellipse of the same second moments of area) is this much longer along its longest axis than along the
// second one.
inline constexpr Real least_elongation = 1.05;

// Unit, in the body's axes; nothing for a body that is not long.
std::optional<Vec3> long_axis(const FrameScene& scene, std::size_t body);

}  // namespace scree
