// Rotations from one form to another.
#pragma once

#include <scree/vec.hpp>

namespace scree {

// Unit quaternion of a rotation matrix given by its columns; Shepperd's choice of the largest of the four
// squared components avoids dividing by a small number. The result has w >= 0.
SCREE_HD inline Quat quaternion_of_axes(Vec3 x, Vec3 y, Vec3 z) {
  Quat q;
  const Real trace = x.x + y.y + z.z;
  if (trace >= x.x && trace >= y.y && trace >= z.z) {
    q = {1 + trace, y.z - z.y, z.x - x.z, x.y - y.x};
  } else if (x.x >= y.y && x.x >= z.z) {
    q = {y.z - z.y, 1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z};
  } else if (y.y >= z.z) {
    q = {z.x - x.z, x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y};
  } else {
    q = {x.y - y.x, z.x + x.z, y.z + z.y, 1 + z.z - x.x - y.y};
  }
  q = normalized(q);
  return q.w < 0 ? Quat{-q.w, -q.x, -q.y, -q.z} : q;
}

SCREE_HD inline Quat quaternion(const Mat3& rotation) {
  const Mat3 columns = transpose(rotation);
  return quaternion_of_axes(columns.row[0], columns.row[1], columns.row[2]);
}

}  // namespace scree
