// Contacts for ParaView: points and lines.
#include <algorithm>
#include <cmath>

#include "output/paraview_pack.hpp"
#include "output/paraview_parts.hpp"

namespace scree {
namespace {

// f(point) of each contact point.
template <class T, class F>
void pack_contacts(const ParaviewSource& source, VtkArray& array, F&& f) {
  const auto& points = source.frame.points;
  source.packer.pack<T>(points.size(), source.exec, array,
                        [&](std::size_t i, T* to) { *to = static_cast<T>(f(points[i])); });
}
template <class F>
void pack_contact_vectors(const ParaviewSource& source, VtkArray& array, F&& f) {
  const auto& points = source.frame.points;
  source.packer.pack<float>(points.size(), source.exec, array,
                            [&](std::size_t i, float* to) { put(f(points[i]), to); });
}

constexpr std::size_t shared_arrays = 6;  // of contacts and chains
std::vector<VtkArray> contact_arrays() {
  return {
      vtk_array("a"),      vtk_array("b"), vtk_array("type"), vtk_array("slip"), vtk_noise("force_magnitude"),
      vtk_noise("overlap")};
}
void pack_contact_data(const ParaviewSource& source, std::vector<VtkArray>& arrays) {
  pack_contacts<std::int32_t>(source, arrays[0], [](const FramePoint& p) { return p.a; });
  pack_contacts<std::int32_t>(source, arrays[1], [](const FramePoint& p) { return p.b; });
  pack_contacts<std::uint8_t>(source, arrays[2], [](const FramePoint& p) { return p.type; });
  pack_contacts<std::uint8_t>(source, arrays[3], [](const FramePoint& p) { return p.slides ? 1 : 0; });
  pack_contacts<float>(source, arrays[4], [](const FramePoint& p) { return norm(p.force); });
  pack_contacts<float>(source, arrays[5], [](const FramePoint& p) { return p.depth; });
}

// The end of a chain's line: the body's centre, as the image that touches there.
Vec3 chain_end(const ParaviewSource& source, const FramePoint& point, std::uint32_t body) {
  if (source.scene.mobility[body] != Mobility::dynamic) return point.position;
  const auto& present = source.frame.body;
  const bool all = present.size() == body_count(source.scene);
  const std::size_t place =
      all ? body : std::lower_bound(present.begin(), present.end(), body) - present.begin();
  return point.position - nearest_image(source.scene.periodic, point.position - source.frame.position[place]);
}

}  // namespace

ContactPart::ContactPart() {
  data_.cells.kind = "Verts";
  data_.point_data = contact_arrays();
  data_.point_data.push_back(vtk_noise("normal", 3));
  data_.point_data.push_back(vtk_noise("force", 3));
}

const VtkPolyData& ContactPart::make(const ParaviewSource& source) {
  data_.points = source.frame.points.size();
  pack_single_vertices(source, data_.points, data_.cells);
  pack_contact_data(source, data_.point_data);
  pack_contact_vectors(source, data_.point_data[6], [](const FramePoint& p) { return p.normal; });
  pack_contact_vectors(source, data_.point_data[7], [](const FramePoint& p) { return p.force; });
  pack_contact_vectors(source, data_.coordinates, [](const FramePoint& p) { return p.position; });
  data_.fields = {vtk_texts("type_names", source.scene.contact_types), time_field(source.frame)};
  return data_;
}

ChainPart::ChainPart() {
  data_.cells.kind = "Lines";
  data_.cell_data = contact_arrays();
  data_.coordinates.redundancy = Redundancy::repeats;  // a centre for each of its contacts
}

const VtkPolyData& ChainPart::make(const ParaviewSource& source, const VtkPolyData& contacts) {
  const auto& points = source.frame.points;
  data_.points = 2 * points.size();
  data_.cells.count = points.size();
  std::copy_n(contacts.point_data.begin(), shared_arrays, data_.cell_data.begin());
  const auto number = [](std::size_t i, std::int32_t* to) { *to = static_cast<std::int32_t>(i); };
  const auto even = [](std::size_t i, std::int32_t* to) { *to = 2 * static_cast<std::int32_t>(i) + 2; };
  source.packer.pack<std::int32_t>(data_.points, source.exec, data_.cells.connectivity, number);
  source.packer.pack<std::int32_t>(data_.cells.count, source.exec, data_.cells.offsets, even);
  source.packer.pack<float>(data_.points, source.exec, data_.coordinates, [&](std::size_t i, float* to) {
    const FramePoint& point = points[i / 2];
    put(chain_end(source, point, i % 2 == 0 ? point.a : point.b), to);
  });
  data_.fields = {vtk_texts("type_names", source.scene.contact_types), time_field(source.frame)};
  return data_;
}

}  // namespace scree
