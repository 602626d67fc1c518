// Scenes with dimension = 2: what they mean, and every mistake that is theirs, with the exact message.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "scene_text.hpp"

namespace scree {
namespace {

using testing::message;
using testing::parse;

constexpr Real pi = std::numbers::pi;

// Eleven lines.
const std::string start = R"([simulation]
dimension = 2
end_time = 1
[[material]]
name = "stone"
density = 2000
[[shape]]
name = "square"
type = "rectangle"
extents = [0.1, 0.1]

)";

scree::Setup accepted(const std::string& text) {
  auto setup = parse(start + text);
  EXPECT_TRUE(setup) << message(setup);
  return setup ? *std::move(setup) : Setup{};
}

TEST(PlanarScene, BodiesLieInThePlane) {
  const auto setup = accepted(R"([[body]]
shape = "square"
position = [1, 2]
angle = 30
velocity = [3, 4]
angular_velocity = 5
)");
  ASSERT_EQ(body_count(setup.model), 1U);
  EXPECT_EQ(setup.model.dimension, 2);
  EXPECT_EQ(setup.state.gravity, (Vec3{0, -9.81, 0}));
  EXPECT_EQ(setup.state.position[0], (Vec3{1, 2, 0}));
  EXPECT_EQ(setup.state.velocity[0], (Vec3{3, 4, 0}));
  EXPECT_NEAR(setup.state.orientation[0].z, std::sin(15 * pi / 180), 1e-15);
  EXPECT_EQ(setup.state.orientation[0].x, 0);
  EXPECT_NEAR(setup.model.mass[0], 20, 1e-12);
  EXPECT_NEAR(setup.model.moments[0].z, 20 * 0.02 / 12, 1e-12);
  EXPECT_NEAR(setup.state.angular_momentum[0].z, 5 * 20 * 0.02 / 12, 1e-12);
}

// The disc of the same area is 0.2 m wide.
TEST(PlanarScene, SizesAreThoseOfDiscs) {
  const auto setup = accepted("[[body]]\nshape = \"square\"\nsize = 0.2\n");
  EXPECT_NEAR(setup.model.mass[0], 2000 * pi * 0.01, 1e-10);
}

TEST(PlanarScene, FillsByCountAndByArea) {
  const auto lattice = accepted(R"([[fill]]
shapes = "square"
region = { lower = [0, 0], upper = [1, 0.5] }
spacing = [0.2, 0.25]
orientation = 45
)");
  EXPECT_EQ(body_count(lattice.model), 10U);
  EXPECT_NEAR(lattice.state.orientation[3].z, std::sin(pi / 8), 1e-15);
  const auto random = accepted(R"([[fill]]
shapes = "square"
scale = 0.2
region = { centre = [3, 4], radius = 0.5 }
arrangement = "random"
solid_fraction = 0.2
)");
  const std::size_t count = body_count(random.model);
  EXPECT_NEAR(static_cast<Real>(count) * 4e-4, 0.2 * pi * 0.25, 3e-4);
  Real turned = 0;
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(random.state.position[i].z, 0);
    EXPECT_LE(norm(random.state.position[i] - Vec3{3, 4, 0}), 0.5 - 0.01 * std::numbers::sqrt2);
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_GE(norm(random.state.position[i] - random.state.position[j]), 0.02 * std::numbers::sqrt2);
    }
    EXPECT_EQ(random.state.orientation[i].x, 0);
    EXPECT_EQ(random.state.orientation[i].y, 0);
    turned = std::max(turned, std::fabs(random.state.orientation[i].z));
  }
  EXPECT_GT(turned, 0.5);
}

// By mass, half of the area: the smaller half holds more particles, as 1 / d^2.
TEST(PlanarScene, MassesGrowWithTheSquareOfTheSize) {
  const auto setup = accepted(R"([[fill]]
shapes = "square"
size = { distribution = "sieve", sieves = [[0.0099999, 0], [0.01, 0.5], [0.0299999, 0.5], [0.03, 1]] }
region = { lower = [0, 0], upper = [10, 10] }
count = 2000
)");
  std::size_t small = 0;
  for (const Real mass : setup.model.mass) small += mass < 2000 * pi * 1e-4 ? 1 : 0;
  EXPECT_NEAR(static_cast<Real>(small) / 2000, 0.9, 0.03);
}

TEST(PlanarScene, Walls) {
  const auto setup = accepted(R"([[wall]]
name = "room"
type = "box"
lower = [0, 0]
upper = [2, 1]
open = "y+"
[[wall]]
type = "half-plane"
normal = [0, 2]
point = [0, -1]
[[wall]]
type = "segment"
from = [0, 0]
to = [1, 0]
thickness = 0.1
[[wall]]
type = "block"
lower = [0, 0]
upper = [2, 1]
[[wall]]
type = "ring"
centre = [5, 5]
radius = 1
thickness = 0.1
sides = 12
)");
  ASSERT_EQ(body_count(setup.model), 7U);
  EXPECT_EQ(body_name(setup.model, 2), "room.y-");
  EXPECT_EQ(setup.model.shapes[setup.model.piece_shape[2]].normal, (Vec3{0, 1, 0}));
  // Particles are to the left of a segment, the solid is to the right.
  const Shape& segment = setup.model.shapes[setup.model.piece_shape[4]];
  EXPECT_NEAR(bounds(segment, {}).upper.y, 0, 1e-15);
  EXPECT_NEAR(bounds(segment, {}).lower.y, -0.1, 1e-15);
  EXPECT_EQ(setup.model.piece_begin[7] - setup.model.piece_begin[6], 12U);
  // The sides' middles lie on the circle inside.
  for (std::uint32_t piece = setup.model.piece_begin[6]; piece < setup.model.piece_begin[7]; ++piece) {
    const Shape& side = setup.model.shapes[setup.model.piece_shape[piece]];
    const Vec2 out = normalized(in_plane(side.centre));
    EXPECT_NEAR(dot(in_plane(support_point(side, in_space(-out))), out), 1, 1e-12);
    EXPECT_NEAR(dot(in_plane(support_point(side, in_space(out))), out), 1.1, 1e-12);
  }
}

TEST(PlanarScene, Mistakes) {
  const auto check = [](const std::string& text, const std::string& expected) {
    EXPECT_EQ(message(parse(start + text)), expected) << text;
  };
  const std::string body = "[[body]]\nshape = \"square\"\n";
  check(body + "position = [1, 2, 3]\n",
        "s.toml:14: body[0].position: must be two numbers [x, y] (dimension is 2), found an array of 3");
  check(body + "orientation = [1, 0, 0, 0]\n",
        "s.toml:14: body[0].orientation: does not go with dimension 2: in the plane give \"angle\"");
  check(body + "axis = [0, 1]\nangle = 3\n",
        "s.toml:14: body[0].axis: does not go with dimension 2: in the plane give \"angle\"");
  check(body + "angular_velocity = [0, 0, 1]\n",
        "s.toml:14: body[0].angular_velocity: must be a number, found an array of 3");
  check("[[shape]]\nname = \"ball\"\ntype = \"sphere\"\nradius = 1\n" + body,
        "s.toml:14: shape[1].type: a sphere does not go with dimension 2; allowed: shapes of the plane");
  check("[[wall]]\ntype = \"plate\"\ncentre = [0, 0]\nextents = [1, 1]\nthickness = 1\n",
        "s.toml:13: wall[0].type: \"plate\" goes with dimension 3; allowed here: half-plane, segment, box, "
        "block, "
        "ring");
  check("[[wall]]\ntype = \"box\"\nlower = [0, 0]\nupper = [1, 1]\nopen = \"z+\"\n",
        "s.toml:16: wall[0].open: \"z-\" and \"z+\" do not go with dimension 2");
  check("[[wall]]\ntype = \"box\"\nlower = [0, 0]\nupper = [1, 1]\nfaces = [\"x-\", \"z-\"]\n",
        "s.toml:16: wall[0].faces: \"z-\" and \"z+\" do not go with dimension 2");
  check("[[wall]]\ntype = \"segment\"\nfrom = [0, 0]\nto = [0, 0]\nthickness = 1\n",
        "s.toml:15: wall[0].to: is where \"from\" is; a segment needs a length");
  check(body + "[periodic]\naxes = \"z\"\nlength = [1, 1]\n",
        "s.toml:15: periodic.axes: \"z\" does not go with dimension 2; allowed: x, y");
  check(body + "[[motion]]\nname = \"m\"\n[[motion.phase]]\nrate = 1\naxis = [0, 1]\n",
        "s.toml:18: motion[0].phase[0].axis: does not go with dimension 2: all turn about z");
  check(
      "[[fill]]\nshapes = \"square\"\nregion = { lower = [0, 0], upper = [1, 1] }\norientation = [1, 0, 0, "
      "0]\n",
      "s.toml:15: fill[0].orientation: must be \"random\" or an angle in deg, found an array of 4");
  EXPECT_EQ(
      message(parse("[simulation]\ndimension = 4\nend_time = 1\n[[material]]\nname = \"m\"\ndensity = 1\n"
                    "[[wall]]\ntype = \"half-space\"\nnormal = [0, 0, 1]\n")),
      "s.toml:2: simulation.dimension: 4 is out of range; allowed: 2 to 3");
  EXPECT_EQ(
      message(parse("[simulation]\nend_time = 1\n[[material]]\nname = \"m\"\ndensity = 1\n[[shape]]\nname = "
                    "\"d\"\ntype = \"disc\"\nradius = 1\n[[body]]\nshape = \"d\"\n")),
      "s.toml:8: shape[0].type: a disc does not go with dimension 3; allowed: shapes of space");
}

}  // namespace
}  // namespace scree
