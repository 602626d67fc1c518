// ODE: separating axes of two convex geometries, and their contacts. It has no distance query, and keeps
// nothing.
#include "peers.hpp"

#ifdef SCREE_PEER_ODE
#include <ode/ode.h>

#include <array>

namespace scree::bench {
namespace {

// What a geometry borrows, and the geometry: twice, since both of a pair may have the same shape.
struct OdeShape {
  std::vector<dReal> planes, points;
  std::vector<unsigned> polygons;
  dGeomID as_a = nullptr, as_b = nullptr;

  explicit OdeShape(const Polyhedron& polyhedron) {
    for (const Vec3& v : polyhedron.vertices) points.insert(points.end(), {v.x, v.y, v.z});
    const std::size_t count = polyhedron.face_planes.size();
    for (std::size_t f = 0; f < count; ++f) {
      const Plane& plane = polyhedron.face_planes[f];
      planes.insert(planes.end(), {plane.normal.x, plane.normal.y, plane.normal.z, plane.offset});
      polygons.push_back(polyhedron.face_begin[f + 1] - polyhedron.face_begin[f]);
      for (int k = polyhedron.face_begin[f]; k < polyhedron.face_begin[f + 1]; ++k) {
        polygons.push_back(polyhedron.face_vertices[k]);
      }
    }
    const auto make = [&] {
      return dCreateConvex(nullptr, planes.data(), static_cast<unsigned>(count), points.data(),
                           static_cast<unsigned>(polyhedron.vertices.size()), polygons.data());
    };
    as_a = make();
    as_b = make();
  }
  OdeShape(const OdeShape&) = delete;
  OdeShape& operator=(const OdeShape&) = delete;
  ~OdeShape() {
    dGeomDestroy(as_a);
    dGeomDestroy(as_b);
  }
};

class OdeAsker {
 public:
  OdeAsker(const NarrowSet& set, const NarrowRow& row) : set_(set) {
    for (const Shape& shape : set.shapes) shapes_.push_back(std::make_unique<OdeShape>(*shape.core));
    // One contact tells that there is one; for the depth all of them are looked at.
    most_contacts_ = row.question == NarrowQuestion::separated ? 1 : static_cast<int>(contacts_.size());
  }

  void ask(std::size_t pair, std::size_t at) {
    const auto [a, b] = set_.pairs[pair];
    const dGeomID first = shapes_[a]->as_a, second = shapes_[b]->as_b;
    const Mat3& m = set_.relative[at].a_from_b;
    const Vec3 t = set_.relative[at].translation;
    const dMatrix3 rotation{m.row[0].x, m.row[0].y, m.row[0].z, 0,          m.row[1].x, m.row[1].y,
                            m.row[1].z, 0,          m.row[2].x, m.row[2].y, m.row[2].z, 0};
    dGeomSetPosition(second, t.x, t.y, t.z);
    dGeomSetRotation(second, rotation);
    count_ = dCollide(first, second, most_contacts_, contacts_.data(), sizeof(dContactGeom));
  }

  NarrowAnswer answer() const {
    NarrowAnswer answer;
    answer.answered = true;
    answer.overlap = count_ > 0;
    for (int k = 0; k < count_; ++k) {
      const dContactGeom& contact = contacts_[k];
      if (k > 0 && -contact.depth >= answer.distance) continue;
      answer.distance = -contact.depth;
      answer.normal = -Vec3{contact.normal[0], contact.normal[1], contact.normal[2]};
    }
    return answer;
  }

 private:
  const NarrowSet& set_;
  std::vector<std::unique_ptr<OdeShape>> shapes_;
  std::array<dContactGeom, 32> contacts_;
  int most_contacts_ = 1, count_ = 0;
};

}  // namespace

std::vector<NarrowContestant> ode_contestants() {
  static const int ready = dInitODE2(0);
  if (ready == 0) return {};
  return {{"ODE", [](const NarrowSet& set, const NarrowRow& row) -> std::unique_ptr<NarrowRunner> {
             if (!has_polyhedra(set) || row.question == NarrowQuestion::distance) return nullptr;
             return std::make_unique<NarrowRunnerOf<OdeAsker>>(set, row);
           }}};
}

}  // namespace scree::bench
#else
std::vector<scree::bench::NarrowContestant> scree::bench::ode_contestants() { return {}; }
#endif
