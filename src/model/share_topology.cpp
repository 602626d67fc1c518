#include "model/share_topology.hpp"

#include <string_view>
#include <type_traits>

#include "core/crc64.hpp"

namespace scree {
namespace {

// f(list, the view's pointer to it) for every array that does not change with the size. They hold whole
// numbers only, so that equal lists have equal bytes.
template <class F>
void for_topology(const Polyhedron& p, PolyhedronView& view, F&& f) {
  f(p.face_begin, view.face_begin);
  f(p.face_vertices, view.face_vertices);
  f(p.edges, view.edges);
  f(p.half_edges, view.half_edges);
  f(p.vertex_begin, view.vertex_begin);
  f(p.vertex_neighbours, view.vertex_neighbours);
  f(p.vertex_edges, view.vertex_edges);
  f(p.vertex_faces, view.vertex_faces);
}

template <class T>
std::string_view bytes_of(const std::vector<T>& list) {
  static_assert(std::has_unique_object_representations_v<T>);
  return {reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T)};
}

std::uint64_t check_sum(const Polyhedron& polyhedron) {
  PolyhedronView ignored;
  std::uint64_t sum = 0;
  for_topology(polyhedron, ignored,
               [&](const auto& list, auto& /*pointer*/) { sum = crc64(bytes_of(list), sum); });
  return sum;
}

bool same_topology(const Polyhedron& p, const Polyhedron& q) {
  const auto equal = [](const auto& a, const auto& b) { return bytes_of(a) == bytes_of(b); };
  return equal(p.face_begin, q.face_begin) && equal(p.face_vertices, q.face_vertices) &&
         equal(p.edges, q.edges) && equal(p.half_edges, q.half_edges) &&
         equal(p.vertex_begin, q.vertex_begin) && equal(p.vertex_neighbours, q.vertex_neighbours) &&
         equal(p.vertex_edges, q.vertex_edges) && equal(p.vertex_faces, q.vertex_faces);
}

}  // namespace

void share_topology(Model& model, std::uint32_t shape) {
  const Shape& own = model.shapes[shape];
  if (!own.core) return;
  const auto [known, fresh] = model.topologies.try_emplace(check_sum(*own.core), shape);
  if (fresh) return;
  const Polyhedron& first = *model.shapes[known->second].core;
  if (!same_topology(*own.core, first)) return;
  for_topology(first, model.views[shape].core,
               [](const auto& list, auto& pointer) { pointer = list.data(); });
}

}  // namespace scree
