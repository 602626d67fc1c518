// The pairs of `zheng-pairs` (Zheng 2017, Sec. 3.1): two hexahedra and two tetrahedra in each of the seven
// contact types (Figs. 10 and 12), and the two parts of a hexahedron cut by a plane (Fig. 14). The paper
// only draws them; shapes and poses are ours.
#pragma once

#include <scree/contact_data.hpp>
#include <scree/shape.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scree::bench {

enum class ZhengSituation : std::uint8_t {
  contact,   // a gap of a fifth of d_tol
  overlap,   // a depth of a tenth of d_tol
  excluded,  // near, but farther apart than d_tol: three times as far
};
inline constexpr int zheng_situation_count = 3;

// One placement and how it goes on: small steps of B beside the first pose, without a turn, so that the
// contact type stays.
template <class Vec, class Placement>
struct ZhengMotionOf {
  Shape a, b;
  Vec normal;                    // unit, from A to B: the direction in which the two features face each other
  Real tolerance = 0;            // m, d_tol = 0.05 d_small (the steps are smaller than half of it)
  Real step = 0;                 // m, the longest step
  std::vector<Placement> poses;  // a_from_b
};

// Several placements of one contact type: which vertex, edge or face comes first in a shape's list
// decides how soon a search finds it, so that one placement says little.
template <class Motion>
struct ZhengCaseOf {
  std::string name;
  ContactType type = ContactType::face_face;
  ZhengSituation situation = ZhengSituation::contact;
  std::vector<Motion> motions;
};
using ZhengMotion = ZhengMotionOf<Vec3, Pose>;
using ZhengCase = ZhengCaseOf<ZhengMotion>;
using ZhengPlanarMotion = ZhengMotionOf<Vec2, Pose2>;
using ZhengPlanarCase = ZhengCaseOf<ZhengPlanarMotion>;

// The gap between the two features in a situation, in units of d_tol.
Real zheng_gap(ZhengSituation situation);

struct ZhengSize {
  int placements = 8;  // of each type; even numbers have A and B swapped half the time
  int steps = 50;
};

// Two shapes, each of them `shape`, in every type that the situation allows: in overlap, corners and
// parallel edges are not where the least translation leads, so that four types remain.
std::vector<ZhengCase> typed_cases(const Shape& shape, ZhengSituation situation, const ZhengSize& size);
// Face on face: the two parts of a box cut by five different planes.
std::vector<ZhengCase> cut_cases(ZhengSituation situation, const ZhengSize& size);
// The two parts of a polyhedron cut by a plane that meets it: outside and inside of the plane.
std::pair<Shape, Shape> cut(const Shape& shape, Plane plane);

}  // namespace scree::bench
