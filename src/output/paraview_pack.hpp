// What the parts for ParaView have in common.
#pragma once

#include <fmt/format.h>
#include <scree/vec.hpp>

#include <cstddef>
#include <cstdint>

#include "output/paraview_parts.hpp"
#include "output/vtk_file.hpp"

namespace scree {

inline VtkArray vtk_array(const char* name, int components = 1) { return {name, {}, components}; }
// Of numbers that differ from tuple to tuple.
inline VtkArray vtk_noise(const char* name, int components = 1) {
  return {name, {}, components, {}, Redundancy::frequencies};
}

inline void put(Vec3 v, float* to) {
  to[0] = static_cast<float>(v.x);
  to[1] = static_cast<float>(v.y);
  to[2] = static_cast<float>(v.z);
}

inline VtkField time_field(const Frame& frame) {
  return {"TimeValue", "Float64", 1, fmt::format("{}", frame.time)};
}

// A cell for each point.
inline void pack_single_vertices(const ParaviewSource& source, std::size_t count, VtkCells& cells) {
  cells.count = count;
  source.packer.pack<std::int32_t>(
      count, source.exec, cells.connectivity,
      [](std::size_t i, std::int32_t* to) { *to = static_cast<std::int32_t>(i); });
  source.packer.pack<std::int32_t>(count, source.exec, cells.offsets, [](std::size_t i, std::int32_t* to) {
    *to = static_cast<std::int32_t>(i) + 1;
  });
}

}  // namespace scree
