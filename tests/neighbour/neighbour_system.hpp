// Systems of bodies for tests of the neighbour search, and the search by definition.
#pragma once

#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "math/random.hpp"
#include "model/build_model.hpp"
#include "neighbour/neighbours.hpp"
#include "shape/sample_shapes.hpp"

namespace scree::test {

struct NeighbourSystem {
  Model model;
  State state;
  Geometry geometry;
  NeighbourScratch scratch;
  NeighbourSearch search;
  PairList pairs;

  explicit NeighbourSystem(Real skin) {
    EXPECT_TRUE(add_material(model, Material{"stone"}));
    search.skin = skin;
  }
};

inline BodyId add(NeighbourSystem& system, const std::vector<BodyPiece>& pieces, const Pose& pose,
                  Mobility mobility = Mobility::dynamic) {
  BodyDescription body;
  body.pieces = pieces;
  body.world_from_body = pose;
  body.mobility = mobility;
  const Result<BodyId> id = add_body(system.model, system.state, body);
  if (!id) ADD_FAILURE() << id.error().message;
  return id ? *id : 0;
}
inline BodyId add(NeighbourSystem& system, const Shape& shape, const Pose& pose,
                  Mobility mobility = Mobility::dynamic) {
  return add(system, std::vector<BodyPiece>{{shape, {}}}, pose, mobility);
}

inline Vec3 random_point(Random& random, Vec3 lower, Vec3 upper) {
  return {uniform(random, lower.x, upper.x), uniform(random, lower.y, upper.y),
          uniform(random, lower.z, upper.z)};
}
inline Shape random_shape(Random& random, const std::vector<NamedShape>& shapes) {
  return shapes[uniform_index(random, static_cast<int>(shapes.size()))].shape;
}

inline void find(NeighbourSystem& system, int threads = 1) {
  Exec exec(threads);
  place_pieces(system.model, system.state, exec, system.geometry);
  find_neighbours(system.model, system.state, system.geometry, exec, system.scratch, system.search,
                  system.pairs);
}

inline Pose world_from_shape(const NeighbourSystem& system, std::uint32_t piece) {
  const std::uint32_t body = system.model.piece_body[piece];
  Pose pose =
      Pose{system.state.orientation[body], system.state.position[body]} * system.model.body_from_piece[piece];
  pose.translation -= rotate(pose.rotation, system.model.shapes[system.model.piece_shape[piece]].centre);
  return pose;
}

// Shifts by whole periods, as many to each side as an image may be away.
inline std::vector<Vec3> image_shifts(const Periodic& periodic, int to_each_side) {
  std::vector<Vec3> shifts{{}};
  for (int axis = 0; axis < 3; ++axis) {
    if (!periodic.axis[axis]) continue;
    const std::vector<Vec3> before = std::exchange(shifts, {});
    for (Vec3 shift : before) {
      for (int k = -to_each_side; k <= to_each_side; ++k) {
        shift[axis] = k * periodic.length[axis];
        shifts.push_back(shift);
      }
    }
  }
  return shifts;
}

inline bool is_candidate(const NeighbourSystem& system, std::uint32_t a, std::uint32_t b) {
  const Model& model = system.model;
  const std::uint32_t body_a = model.piece_body[a], body_b = model.piece_body[b];
  const bool dynamic =
      model.mobility[body_a] == Mobility::dynamic || model.mobility[body_b] == Mobility::dynamic;
  return body_a != body_b && dynamic && system.state.present[body_a] && system.state.present[body_b];
}

// The exact distance of two pieces, over all images; infinite beyond the skin.
inline Real image_distance(const NeighbourSystem& system, std::uint32_t a, std::uint32_t b,
                           const std::vector<Vec3>& shifts) {
  const Shape& shape_a = system.model.shapes[system.model.piece_shape[a]];
  const Shape& shape_b = system.model.shapes[system.model.piece_shape[b]];
  const Pose pose_a = world_from_shape(system, a), pose_b = world_from_shape(system, b);
  const Vec3 centre_a = transform(pose_a, shape_a.centre), centre_b = transform(pose_b, shape_b.centre);
  const Vec3 apart = centre_b - centre_a;
  const Vec3 to_nearest = nearest_image(system.model.periodic, apart) - apart;
  Real least = std::numeric_limits<Real>::infinity();
  for (const Vec3 shift : shifts) {
    Pose image = pose_b;
    image.translation += to_nearest + shift;
    const Real balls = norm(apart + to_nearest + shift) - 0.5 * (shape_a.size + shape_b.size);
    if (balls > system.search.skin) continue;  // never for a half-space
    PairCache cache;
    Contact contact;
    QueryRequest request;
    request.cutoff = system.search.skin;
    request.describe = false;
    EXPECT_EQ(query(Algorithm::automatic, shape_a, pose_a, shape_b, image, request, cache, contact),
              Status::ok);
    if (!contact.beyond_cutoff) least = std::min(least, contact.distance);
  }
  return least;
}

// Whether the boxes come as near as the skin, by any image.
inline bool boxes_near(const NeighbourSystem& system, std::uint32_t a, std::uint32_t b,
                       const std::vector<Vec3>& shifts) {
  const Bounds box_a = bounding_box(system.model, system.geometry, a);
  const Bounds box_b = bounding_box(system.model, system.geometry, b);
  const Vec3 apart = system.geometry.pieces[b].centre - system.geometry.pieces[a].centre;
  const Vec3 to_nearest = nearest_image(system.model.periodic, apart) - apart;
  // A box in the grid is larger by a few parts in ten thousand of a cell.
  const Real slack =
      system.search.skin + 0.002 * (norm(box_a.upper - box_a.lower) + norm(box_b.upper - box_b.lower));
  return std::any_of(shifts.begin(), shifts.end(), [&](Vec3 shift) {
    bool near = true;
    for (int i = 0; i < 3; ++i) {
      const Real moved = to_nearest[i] + shift[i];
      near = near && box_b.lower[i] + moved - box_a.upper[i] <= slack &&
             box_a.lower[i] - box_b.upper[i] - moved <= slack;
    }
    return near;
  });
}

// Compares the list with the definition. Returns how many pairs must be in it.
inline std::size_t expect_complete(const NeighbourSystem& system, int images_to_each_side = 1) {
  const std::vector<Vec3> shifts = image_shifts(system.model.periodic, images_to_each_side);
  const auto& list = system.pairs.pairs;
  EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
  EXPECT_EQ(std::adjacent_find(list.begin(), list.end()), list.end()) << "a pair is there twice";
  std::size_t close = 0, listed = 0;
  for (std::uint32_t a = 0; a < piece_count(system.model); ++a) {
    for (std::uint32_t b = a + 1; b < piece_count(system.model); ++b) {
      const bool in_list = std::binary_search(list.begin(), list.end(), PiecePair{a, b});
      listed += in_list ? 1 : 0;
      if (!is_candidate(system, a, b)) {
        EXPECT_FALSE(in_list) << a << ' ' << b;
        continue;
      }
      if (in_list) {
        EXPECT_TRUE(boxes_near(system, a, b, shifts)) << a << ' ' << b;
      }
      if (image_distance(system, a, b, shifts) < system.search.skin) {
        ++close;
        EXPECT_TRUE(in_list) << a << ' ' << b;
      }
    }
  }
  EXPECT_EQ(listed, list.size());
  return close;
}

}  // namespace scree::test
