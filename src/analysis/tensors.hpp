// Fabric and stress of a packing in a box.
#pragma once

#include <scree/result.hpp>
#include <scree/shape.hpp>

#include <array>
#include <cstdint>
#include <span>

#include "analysis/packing.hpp"

namespace scree {

// A symmetric tensor's principal values, the largest first, and their directions. In the plane the third is
// not used.
struct PrincipalValues {
  std::array<Real, 3> value{};
  std::array<Vec3, 3> direction{};
};
// Of the symmetric part. In the plane only x and y are looked at.
PrincipalValues principal_values(const Mat3& tensor, int dimension);

struct Fabric {
  std::uint64_t contacts = 0;
  Mat3 tensor;  // mean of n n; its trace is 1
  PrincipalValues principal;
  // Of the distribution of normals in its second-order form; 0: all directions alike.
  Real anisotropy = 0;
};
// An error when there are no normals.
Result<Fabric> fabric(std::span<const Vec3> normals, int dimension);
// Of the contacts between particles that lie in the box; the points of a patch count once.
std::vector<Vec3> normals_in_box(const Packing& packing, const Bounds& box);

struct Stress {
  Real volume = 0;            // m3; in the plane m2, of one metre thickness
  Mat3 tensor;                // Pa, of the contacts; pressure is positive
  Mat3 kinetic;               // Pa, of the velocities about their mean; not part of `tensor`
  PrincipalValues principal;  // Pa, of `tensor`
  Real mean = 0;              // Pa, the mean of the principal values
  Real deviator = 0;          // Pa; in the plane half the difference of the principal values
};
// Love and Weber's mean stress of the box: of each branch, from a particle's centre to a contact point, the
// part in the box counts. An error when the box is empty.
Result<Stress> stress(const Packing& packing, const Bounds& box);

// The volume (in the plane the area) of the box.
Real box_volume(const Bounds& box, int dimension);
// How much of the way from `start` along `way` lies in the box, 0 to 1; periodic axes have no ends.
Real share_in_box(Vec3 start, Vec3 way, const Bounds& box, const Periodic& periodic, int dimension);
bool is_inside(const Bounds& box, Vec3 point, const Periodic& periodic, int dimension);

}  // namespace scree
