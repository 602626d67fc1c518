// The contact type from the parts that meet, for host and device.
#pragma once

#include <scree/contact_data.hpp>

namespace scree {

// A part: 1 a vertex, 2 an edge, 3 a face. `patch_dimension`: 0 when they share a point, more otherwise.
SCREE_HD inline ContactType contact_type(int part_a, int part_b, int patch_dimension) {
  const int low = part_a < part_b ? part_a : part_b;
  const int high = part_a < part_b ? part_b : part_a;
  if (low == 1) {
    return high == 1   ? ContactType::vertex_vertex
           : high == 2 ? ContactType::vertex_edge
                       : ContactType::vertex_face;
  }
  if (high == 2) {
    return patch_dimension == 0 ? ContactType::edge_edge_crossing : ContactType::edge_edge_parallel;
  }
  return low == 2 ? ContactType::edge_face : ContactType::face_face;
}

}  // namespace scree
