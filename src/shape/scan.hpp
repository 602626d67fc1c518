// The vertices of polyhedra farthest along a direction, several vertices at a time (host).
//
// Written once for vectors of `vertex_lanes` numbers and compiled for each width of the machine's registers;
// which one runs is decided when the program starts. The results do not depend on it: every product and sum
// is the same, none is fused, and the largest of several numbers does not depend on their order.
#pragma once

#include <scree/vec.hpp>

#include <cstdint>

namespace scree {

// The lanes of a polyhedron (Polyhedron::lanes) and a direction in its frame.
struct LaneScan {
  const Real* lanes;
  std::int32_t lane_count;
  Vec3 direction;
};

struct ScanFunctions {
  // The sum of how far the two reach along their directions. (m x the directions' length)
  Real (*reach)(const LaneScan& a, const LaneScan& b);
  // The farthest vertex of each, the first of equals.
  void (*farthest)(const LaneScan& a, const LaneScan& b, std::int32_t& vertex_a, std::int32_t& vertex_b);
};

extern const ScanFunctions* scan_functions;  // those that suit the machine

// The widest registers they use, the narrowest first.
enum class ScanRegisters : std::uint8_t { baseline, avx2, avx512 };
// Null where the machine does not have them.
const ScanFunctions* find_scan_functions(ScanRegisters registers);

}  // namespace scree
