// Nine overlapping pairs whose exact answers are the rows of Table 1 of Descantes et al. 2019.
//
// The paper only draws its pairs. These are built from the drawings' description, the table's normals and
// its overlaps. B is only moved, not turned, and all coordinates but one of B's position are short binary
// fractions: the answers are those of the table to the last digit of a double. Figs. 2, 4, 7 and 8a are
// the paper's failures: cp, fcp and GJK (twice) are wrong there.
#pragma once

#include <scree/shape.hpp>

#include <string_view>
#include <vector>

namespace scree::bench {

struct DescantesPair {
  std::string_view figure;   // of the paper
  std::string_view contact;  // what meets what
  Shape a, b;
  Vec3 b_position;  // m, in A's frame; B is not turned
  // Table 1: exact, or all 15 digits where only these are known.
  Vec3 normal;   // unit, from A to B
  Real overlap;  // m, positive
  // Table 2: the paper's times in microseconds.
  Real paper_gjk_td, paper_fcp_revised, paper_cp_revised;
};
std::vector<DescantesPair> descantes_pairs();

}  // namespace scree::bench
