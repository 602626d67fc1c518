// Scans over the vertices of polyhedra, several vertices at a time (host): what they are given, and which
// registers the machine has for them. The scans themselves: shape/scan_lanes.hpp.
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

// The widest registers of the machine, the narrowest first.
enum class ScanRegisters : std::uint8_t { baseline, avx2, avx512 };
bool has_registers(ScanRegisters registers);

}  // namespace scree
