// Every tolerance of contact detection, in one place.
//
// Lengths are relative to the pair's size: the larger of the two shapes' sizes (Shape::size).
#pragma once

#include <scree/real.hpp>

namespace scree::tolerance {

// |distance| below this: the shapes touch. (x size)
inline constexpr Real touch = 1e-12;

// Below this GJK's closest point is rounding noise: EPA decides. (x size)
inline constexpr Real near_contact = touch;

// Upper and lower bound of a polyhedral distance must agree this well, or a full search answers. (x size)
inline constexpr Real certificate = 1e-13;

// GJK and EPA stop when their bounds agree this well; a few roundings of a coordinate. (x size)
inline constexpr Real converged = 1e-15;

// The same for pairs with a curved shape, whose bounds only approach each other. (x size)
inline constexpr Real curved_converged = 1e-10;
// What such a pair's answer must be good to, or the query says `not_converged`. (x size)
inline constexpr Real curved_accuracy = 1e-6;

// A normal this close to that of a face or pair of edges is taken to be that normal. (rad)
inline constexpr Real snap_angle = 1e-6;
// ... provided the separation along it is as good, up to this. (x size)
inline constexpr Real snap_slack = 4e-15;

// A vertex or edge that misses the feature it should meet by more is not where the contact is. (x size)
inline constexpr Real feature_miss = 1e-9;

// A patch thinner than this is a segment; shorter, a point. (x the smaller feature's extent)
inline constexpr Real patch_flat = 1e-9;

}  // namespace scree::tolerance
