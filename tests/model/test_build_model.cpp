// Mass, frames and materials of a model.
#include "model/build_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/bodies.hpp"

namespace {

using namespace scree;
using scree::testing::at;
using scree::testing::must;
using scree::testing::turn;

struct Made {
  Model model;
  State state;
  BodyId body = 0;
};

Made make_body(const std::vector<BodyPiece>& pieces, const Pose& pose = {}, Vec3 spin = {},
               Mobility mobility = Mobility::dynamic) {
  Made made;
  EXPECT_TRUE(add_material(made.model, {"iron", 1000}));
  BodyDescription d;
  d.name = "body";
  d.pieces = pieces;
  d.world_from_body = pose;
  d.angular_velocity = spin;
  d.mobility = mobility;
  const Result<BodyId> added = add_body(made.model, made.state, d);
  EXPECT_TRUE(added);
  made.body = added ? *added : 0;
  return made;
}

TEST(BuildModel, ABoxHasItsMassAndMoments) {
  const Made made = make_body({{must(make_box({0.1, 0.2, 0.3})), at({5, 0, 0})}});
  EXPECT_NEAR(made.model.mass[0], 6, 1e-12);
  const Vec3 moments = made.model.moments[0];  // ascending
  EXPECT_NEAR(moments.x, 6 * (0.01 + 0.04) / 12, 1e-14);
  EXPECT_NEAR(moments.y, 6 * (0.01 + 0.09) / 12, 1e-14);
  EXPECT_NEAR(moments.z, 6 * (0.04 + 0.09) / 12, 1e-14);
  EXPECT_NEAR(made.model.inverse_mass[0] * made.model.mass[0], 1, 1e-15);
  EXPECT_LT(norm(made.state.position[0] - Vec3{5, 0, 0}), 1e-14);
  EXPECT_NEAR(made.model.radius[0], 0.5 * std::sqrt(0.01 + 0.04 + 0.09), 1e-14);
}

// An L of two boxes, against the parallel axis theorem by hand.
TEST(BuildModel, AnLOfTwoBoxes) {
  const Made made = make_body({{must(make_box({0.2, 0.1, 0.1})), at({0.1, 0, 0})},
                               {must(make_box({0.1, 0.1, 0.3})), at({-0.05, 0, 0.1})}});
  const Real m1 = 2, m2 = 3;
  EXPECT_NEAR(made.model.mass[0], m1 + m2, 1e-12);
  const Vec3 c1{0.1, 0, 0}, c2{-0.05, 0, 0.1};
  const Vec3 centre = (m1 * c1 + m2 * c2) / (m1 + m2);
  EXPECT_LT(norm(made.state.position[0] - centre), 1e-15);
  const Vec3 r1 = c1 - centre, r2 = c2 - centre;
  const Real xx = m1 * (0.01 + 0.01) / 12 + m2 * (0.01 + 0.09) / 12 + m1 * r1.z * r1.z + m2 * r2.z * r2.z;
  const Real yy =
      m1 * (0.04 + 0.01) / 12 + m2 * (0.01 + 0.09) / 12 + m1 * norm_squared(r1) + m2 * norm_squared(r2);
  const Real zz = m1 * (0.04 + 0.01) / 12 + m2 * (0.01 + 0.01) / 12 + m1 * r1.x * r1.x + m2 * r2.x * r2.x;
  const Real xz = -m1 * r1.x * r1.z - m2 * r2.x * r2.z;
  // y is principal; the other two from the 2 x 2 block.
  const Real middle = 0.5 * (xx + zz), spread = std::hypot(0.5 * (xx - zz), xz);
  Real expected[3] = {yy, middle - spread, middle + spread};
  std::sort(expected, expected + 3);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(made.model.moments[0][i], expected[i], 1e-14) << i;
  // Every corner of both boxes is inside the ball, one of them on it.
  Real farthest = 0;
  for (const Vec3 corner : {Vec3{0.2, 0.05, -0.05}, Vec3{-0.1, 0.05, 0.25}, Vec3{-0.1, 0.05, -0.05}}) {
    farthest = std::max(farthest, norm(corner - centre));
  }
  EXPECT_GE(made.model.radius[0], farthest - 1e-14);
}

// A cross of three bars: by symmetry a spherical top.
TEST(BuildModel, ACrossIsASphericalTop) {
  std::vector<BodyPiece> pieces{{must(make_box({0.1, 0.1, 0.1})), {}}};
  for (int axis = 0; axis < 3; ++axis) {
    for (const Real side : {-1.0, 1.0}) {
      Vec3 extents{0.1, 0.1, 0.1}, place;
      extents[axis] = 0.2;
      place[axis] = 0.15 * side;
      pieces.push_back({must(make_box(extents)), at(place)});
    }
  }
  const Made made = make_body(pieces);
  EXPECT_NEAR(made.model.mass[0], 13, 1e-12);
  const Real core = 1 * 0.02 / 12;
  const Real along = 2 * 2 * 0.02 / 12, across = 4 * (2 * 0.05 / 12 + 2 * 0.0225);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(made.model.moments[0][i], core + along + across, 1e-13);
  EXPECT_LT(norm(made.state.position[0]), 1e-15);
}

// Pieces sit in the principal frame where the description put them in the body's own.
TEST(BuildModel, PiecesAreWhereTheyWereDescribed) {
  const Shape wedge = must(make_polyhedron({{2, 1, 0}, {3, 1, 0}, {2, 3, 0}, {2.5, 1.2, 0.7}}));
  const Shape ball = must(make_sphere(0.3));
  const Pose of_wedge = at({0.5, 0, 1}, turn({1, 1, 0}, 30)), of_ball = at({4, 0, 0});
  const Pose pose = at({-3, 2, 1}, turn({2, -1, 1}, 100));
  const Made made = make_body({{wedge, of_wedge}, {ball, of_ball}}, pose);
  const Pose principal{made.state.orientation[0], made.state.position[0]};
  const Pose first = principal * made.model.body_from_piece[0];
  for (const Vec3 p : {Vec3{2, 1, 0}, Vec3{2.5, 1.2, 0.7}}) {
    EXPECT_LT(norm(transform(first, p - wedge.centre) - transform(pose * of_wedge, p)), 1e-13);
  }
  EXPECT_LT(norm((principal * made.model.body_from_piece[1]).translation - transform(pose, {4, 0, 0})),
            1e-13);
  const Pose own = own_pose(made.model, made.state, 0);
  EXPECT_LT(norm(transform(own, {1, 2, 3}) - transform(pose, {1, 2, 3})), 1e-13);
}

TEST(BuildModel, SpinGoesToAngularMomentumAndBack) {
  const Vec3 spin{1, -2, 3};
  for (const Mobility mobility : {Mobility::dynamic, Mobility::kinematic}) {
    Made made = make_body({{must(make_box({0.1, 0.2, 0.3})), {}}}, at({1, 2, 3}, turn({1, 2, 3}, 40)), spin,
                          mobility);
    EXPECT_LT(norm(angular_velocity(made.model, made.state, 0) - spin), 1e-14);
  }
}

TEST(BuildModel, OnlyDynamicBodiesHaveMass) {
  for (const Mobility mobility : {Mobility::fixed, Mobility::kinematic}) {
    const Made made = make_body({{must(make_box({1, 1, 1})), {}}}, {}, {}, mobility);
    EXPECT_EQ(made.model.mass[0], 0);
    EXPECT_EQ(made.model.inverse_mass[0], 0);
    EXPECT_EQ(made.model.inverse_moments[0], Vec3{});
  }
  const Made floor = make_body({{must(make_half_space({0, 0, 1}, 2)), {}}}, {}, {}, Mobility::fixed);
  EXPECT_TRUE(std::isinf(floor.model.shape_boxes[0].upper.x));
  EXPECT_LT(norm(transform(Pose{floor.state.orientation[0], floor.state.position[0]} *
                               floor.model.body_from_piece[0],
                           {}) -
                 Vec3{0, 0, 2}),
            1e-15);
}

TEST(BuildModel, ContactsHoldInEitherOrderAndSurviveNewMaterials) {
  Model model;
  for (const char* name : {"a", "b"}) ASSERT_TRUE(add_material(model, {name, 1000}));
  ASSERT_FALSE(set_contact(model, 1, 0, {.normal_stiffness = 7e5, .friction = 0.3}));
  ASSERT_TRUE(add_material(model, {"c", 1000}));
  const auto between = [&](int i, int j) { return model.contact_laws[i * 3 + j]; };
  EXPECT_EQ(between(0, 1).normal_stiffness, 7e5);
  EXPECT_EQ(between(1, 0).friction, 0.3);
  EXPECT_EQ(between(0, 0).normal_stiffness, ContactParameters{}.normal_stiffness);
  EXPECT_EQ(between(2, 1).normal_stiffness, ContactParameters{}.normal_stiffness);
}

}  // namespace
