// What does not change while a simulation runs: shapes, bodies, materials.
//
// A body moves as one. It is made of one or more convex pieces, which meet other pieces. Inside scree a
// body's frame is its principal frame: the origin is the centre of mass, the axes are those of inertia.
// A piece's frame has the axes of its shape and its origin at the shape's centre, as kernels want it.
#pragma once

#include <scree/simulation_data.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/contact_law_data.hpp"
#include "model/motion_phases.hpp"
#include "shape/view.hpp"

namespace scree {

struct Model {
  // 2: all shapes are shapes of the plane or half-planes, and all bodies stay in it, turning about z.
  int dimension = 3;

  // Shapes, shared by pieces. A view borrows from the shape of the same index; how a polyhedron hangs
  // together from the first shape that hangs together alike, which `topologies` finds by a check sum.
  std::vector<Shape> shapes;
  std::vector<ShapeView> views;
  std::unordered_map<std::uint64_t, std::uint32_t> topologies;
  std::vector<Bounds> shape_boxes;  // m, in the piece's frame; infinite for half-spaces

  // Materials and, for each two of them, how they meet: contact_laws[i * materials.size() + j].
  std::vector<Material> materials;
  std::vector<ContactParameters> contact_parameters;
  std::vector<ContactLaw> contact_laws;

  // One entry per body.
  std::vector<std::uint32_t> name_index;  // in `names`: several bodies may share one
  std::vector<Mobility> mobility;
  std::vector<Real> mass;                  // kg; 0 unless dynamic
  std::vector<Real> inverse_mass;          // 1/kg; 0 unless dynamic
  std::vector<Vec3> moments;               // kg m2, principal; 0 unless dynamic
  std::vector<Vec3> inverse_moments;       // 1/(kg m2); 0 unless dynamic
  std::vector<Real> radius;                // m, of the ball about the centre of mass that holds all pieces
  std::vector<Pose> own_from_body;         // the principal frame seen from the body's own frame
  std::vector<std::uint32_t> piece_begin;  // body i: pieces [piece_begin[i], piece_begin[i + 1])
  std::vector<std::int32_t> moved_index;   // in `moved`; -1: no motion moves the body

  // One entry per piece, in the order of bodies.
  std::vector<std::uint32_t> piece_body;
  std::vector<std::uint32_t> piece_shape;
  std::vector<std::uint32_t> piece_material;
  std::vector<Pose> body_from_piece;

  std::vector<std::string> names;  // of bodies, each once; `known_names` finds them
  std::unordered_map<std::string, std::uint32_t> known_names;

  // Motions, and the few bodies they move.
  struct MovedBody {
    std::int32_t motion;  // in `motions`
    Pose rest_pose;       // world from body as described: where the motion starts from
  };
  std::vector<MovedBody> moved;
  std::vector<Motion> motions;

  std::uint64_t described_poses = 0;  // check sum of where all bodies were described
  Periodic periodic;
};

inline std::size_t body_count(const Model& model) { return model.mobility.size(); }
inline std::size_t piece_count(const Model& model) { return model.piece_body.size(); }
inline const std::string& body_name(const Model& model, std::size_t body) {
  return model.names[model.name_index[body]];
}
inline const ContactLaw& contact_law(const Model& model, std::uint32_t piece_a, std::uint32_t piece_b) {
  return model
      .contact_laws[model.piece_material[piece_a] * model.materials.size() + model.piece_material[piece_b]];
}

// From a place to its image within the period (m).
inline Vec3 wrap_shift(const Periodic& periodic, Vec3 position) {
  Vec3 shift;
  for (int i = 0; i < 3; ++i) {
    if (!periodic.axis[i]) continue;
    shift[i] = -periodic.length[i] * std::floor((position[i] - periodic.lower[i]) / periodic.length[i]);
  }
  return shift;
}
inline Vec3 wrapped(const Periodic& periodic, Vec3 position) {
  return position + wrap_shift(periodic, position);
}

// The difference x_b - x_a to the nearest image of b.
inline Vec3 nearest_image(const Periodic& periodic, Vec3 difference) {
  for (int i = 0; i < 3; ++i) {
    if (periodic.axis[i])
      difference[i] -= periodic.length[i] * std::round(difference[i] / periodic.length[i]);
  }
  return difference;
}

// How far away (m) all other images are at least, when `nearest` leads to the nearest one.
inline Real distance_of_other_images(const Periodic& periodic, Vec3 nearest) {
  Real least = std::numeric_limits<Real>::infinity();
  for (int i = 0; i < 3; ++i) {
    if (periodic.axis[i]) least = std::min(least, periodic.length[i] - std::fabs(nearest[i]));
  }
  return least;
}

}  // namespace scree
