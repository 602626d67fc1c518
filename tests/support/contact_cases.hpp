// The seven contact types of two cubes of edge 2, on placements worked out by hand.
#pragma once

#include <scree/contact.hpp>

#include <vector>

namespace scree::testing {

// A turn about an axis (any length), in degrees.
Quat turn(Vec3 axis, Real degrees);
Quat on_edge();    // a cube then has an edge along x on top and at the bottom
Quat on_corner();  // ... a corner straight down and one straight up

// The lower cube's centre is the origin; the upper one touches it from above along +z. Raised or sunk by
// `gap`, the signed distance is `gap` and the normal +z.
struct ContactCase {
  const char* name;
  Quat lower;  // the lower cube's orientation
  Pose upper;  // the upper cube's pose
  ContactType type;
  Vec3 contact_point;  // when they touch
  int patch_points;
  Real patch_reach;  // m, largest distance of a patch point from the contact point
  bool apart_only;   // in overlap the least translation leads another way
};
std::vector<ContactCase> contact_cases();

}  // namespace scree::testing
