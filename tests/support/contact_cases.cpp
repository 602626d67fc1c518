#include "support/contact_cases.hpp"

#include <cmath>

namespace scree::testing {

Quat turn(Vec3 axis, Real degrees) {
  const Real half = degrees * M_PI / 360;
  const Vec3 u = normalized(axis);
  return {std::cos(half), std::sin(half) * u.x, std::sin(half) * u.y, std::sin(half) * u.z};
}

Quat on_edge() { return turn({1, 0, 0}, 45); }

Quat on_corner() {
  const Vec3 axis = normalized(cross(Vec3{1, 1, 1}, Vec3{0, 0, 1}));
  return turn(axis, std::acos(1 / std::sqrt(3.0)) * 180 / M_PI);
}

std::vector<ContactCase> contact_cases() {
  const Real root2 = std::sqrt(2.0);
  const Real root3 = std::sqrt(3.0);
  const Quat across = turn({0, 0, 1}, 90) * on_edge();
  const Real octagon_corner = std::hypot(1, root2 - 1);
  return {
      // Shared: x from 0.5 to 1, y from -1 to 1.
      {"face-face",
       {},
       {{}, {1.5, 0, 2}},
       ContactType::face_face,
       {0.75, 0, 1},
       4,
       std::hypot(0.25, 1),
       false},
      {"octagon",
       {},
       {turn({0, 0, 1}, 45), {0, 0, 2}},
       ContactType::face_face,
       {0, 0, 1},
       8,
       octagon_corner,
       false},
      {"edge-face",
       {},
       {on_edge(), {0.5, 0.25, 1 + root2}},
       ContactType::edge_face,
       {0.25, 0.25, 1},
       2,
       0.75,
       false},
      {"parallel edges",
       on_edge(),
       {on_edge(), {1.5, 0, 2 * root2}},
       ContactType::edge_edge_parallel,
       {0.75, 0, root2},
       2,
       0.25,
       true},
      {"crossing edges",
       on_edge(),
       {across, {0.3, 0.2, 2 * root2}},
       ContactType::edge_edge_crossing,
       {0.3, 0, root2},
       1,
       0,
       false},
      {"vertex-face",
       {},
       {on_corner(), {0.3, 0.2, 1 + root3}},
       ContactType::vertex_face,
       {0.3, 0.2, 1},
       1,
       0,
       false},
      {"vertex-edge",
       on_edge(),
       {on_corner(), {0.3, 0, root2 + root3}},
       ContactType::vertex_edge,
       {0.3, 0, root2},
       1,
       0,
       true},
      {"vertex-vertex",
       on_corner(),
       {on_corner(), {0, 0, 2 * root3}},
       ContactType::vertex_vertex,
       {0, 0, root3},
       1,
       0,
       true},
  };
}

}  // namespace scree::testing
