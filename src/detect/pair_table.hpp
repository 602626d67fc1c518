// Which algorithm answers a pair of shape types by default: one table to read and to change.
//
// All of them are exact for their pairs; the table says which is the fastest. A half-space needs one
// support call and spheres and capsules have closed forms: both are in gjk-epa, as are exact answers for
// polyhedral cores with rounded edges. In the plane gjk-epa answers all pairs.
#pragma once

#include <scree/contact_data.hpp>
#include <scree/topology.hpp>

#include <array>
#include <cstddef>

namespace scree {

inline Algorithm by_pair_of_types(ShapeType a, ShapeType b) {
  constexpr Algorithm td = Algorithm::gjk_td;
  constexpr Algorithm ge = Algorithm::gjk_epa;
  constexpr Algorithm cn = Algorithm::common_normal;
  constexpr Algorithm cv = Algorithm::curved;
  if (is_planar(a) || is_planar(b)) return ge;
  constexpr std::array<std::array<Algorithm, 8>, 8> table{{
      // clang-format off
      //            polyhedron superell. ellipsoid sphere cylinder capsule rounded half-space
      /* polyhedron */ {td, cv, cv, ge, cv, ge, ge, ge},
      /* superell.  */ {cv, cn, cn, cv, cv, cv, cv, ge},
      /* ellipsoid  */ {cv, cn, cn, cv, cv, cv, cv, ge},
      /* sphere     */ {ge, cv, cv, ge, cv, ge, ge, ge},
      /* cylinder   */ {cv, cv, cv, cv, cv, cv, cv, ge},
      /* capsule    */ {ge, cv, cv, ge, cv, ge, ge, ge},
      /* rounded    */ {ge, cv, cv, ge, cv, ge, ge, ge},
      /* half-space */ {ge, ge, ge, ge, ge, ge, ge, ge},  // two of them: unsupported
      // clang-format on
  }};
  return table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

}  // namespace scree
