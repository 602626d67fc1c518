#include "sim/memory.hpp"

#include <algorithm>
#include <unordered_set>

#include "sim/workspace.hpp"

namespace scree {
namespace {

// What an allocation of so many bytes takes from the heap (glibc on 64 bits): 8 bytes more, in steps of 16,
// 32 at least. Shapes consist of many small lists, for which it matters.
std::size_t on_heap(std::size_t size) {
  return size == 0 ? 0 : std::max<std::size_t>(32, (size + 8 + 15) / 16 * 16);
}

template <class T>
std::size_t bytes(const std::vector<T>& list) {
  return on_heap(list.capacity() * sizeof(T));
}

// In a dense packing, of pieces of dynamic bodies: those within the skin, and those that touch.
constexpr std::size_t pairs_per_piece = 9;
constexpr std::size_t points_per_piece = 5;

}  // namespace

std::size_t shape_memory(const Model& model) {
  std::size_t total = bytes(model.shapes) + bytes(model.views) + bytes(model.shape_boxes);
  std::unordered_set<const void*> seen;
  constexpr std::size_t owner_count = 16;  // of the shared pointer
  for (const Shape& shape : model.shapes) {
    if (shape.outline && seen.insert(shape.outline.get()).second) {
      const Polygon& p = *shape.outline;
      total += on_heap(sizeof p + owner_count) + bytes(p.vertices) + bytes(p.edge_lines);
    }
    if (!shape.core || !seen.insert(shape.core.get()).second) continue;
    const Polyhedron& p = *shape.core;
    total += on_heap(sizeof p + owner_count) + bytes(p.vertices) + bytes(p.lanes) + bytes(p.face_planes) +
             bytes(p.face_begin) + bytes(p.face_vertices) + bytes(p.edges) + bytes(p.half_edges) +
             bytes(p.vertex_begin) + bytes(p.vertex_neighbours) + bytes(p.vertex_edges) +
             bytes(p.vertex_faces);
  }
  return total;
}

std::size_t estimated_memory(const Setup& setup) {
  const Model& model = setup.model;
  std::size_t dynamic_pieces = 0;
  for (const std::uint32_t body : model.piece_body) {
    if (model.mobility[body] == Mobility::dynamic) ++dynamic_pieces;
  }
  const std::size_t per_body = sizeof(Mobility) + 3 * sizeof(Real) + 2 * sizeof(Vec3) + sizeof(Pose) +
                               3 * sizeof(std::uint32_t) +            // model
                               3 * sizeof(Vec3) + sizeof(Quat) + 1 +  // state
                               sizeof(Vec3) + sizeof(Quat) +          // as of the last search
                               2 * sizeof(Vec3) + sizeof(Real);       // forces
  const std::size_t per_piece = 3 * sizeof(std::uint32_t) + sizeof(Pose) + sizeof(PiecePlacement) +
                                2 * sizeof(Real) + sizeof(Bounds) +
                                6 * sizeof(std::uint32_t);  // model, geometry, grid, order
  const std::size_t per_pair = sizeof(PairMemory::Start) + sizeof(float) + sizeof(PiecePair) +
                               5 * sizeof(std::uint32_t) +  // origins, partners twice, bodies
                               sizeof(std::uint16_t);       // where its points end
  const std::size_t per_point = sizeof(ContactPoint);
  return body_count(model) * per_body + piece_count(model) * per_piece +
         dynamic_pieces * (pairs_per_piece * per_pair + points_per_piece * per_point);
}

}  // namespace scree
