// Fills: counts, shares, sizes and places of particles, by brute force over all pairs.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "scene/fill_places.hpp"
#include "scene_text.hpp"

namespace scree {
namespace {

using testing::message;
using testing::parse_more;

const std::string fill = "[[fill]]\nname = \"f\"\nshapes = \"cube\"\n";
const std::string unit_box = "region = {lower = [0, 0, 0], upper = [1, 1, 1]}\n";

Setup made(const std::string& text) {
  auto setup = parse_more(text);
  EXPECT_TRUE(setup) << message(setup);
  return setup ? *std::move(setup) : Setup{};
}

// The smallest gap between the balls around any two bodies (m); negative: they overlap.
Real least_gap(const Setup& setup) {
  Real least = INFINITY;
  const Model& model = setup.model;
  for (std::size_t i = 0; i < body_count(model); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Real distance = norm(setup.state.position[i] - setup.state.position[j]);
      least = std::min(least, distance - model.radius[i] - model.radius[j]);
    }
  }
  return least;
}

Real total_volume(const Setup& setup) {
  Real sum = 0;
  for (const Real mass : setup.model.mass) sum += mass / 2000;
  return sum;
}

TEST(SceneFills, LatticeTakesAsManyAsFit) {
  // The ball around a cube of edge 0.1 has the diameter 0.1732; 1.01 of it fits five times into 1 m.
  const auto setup = made(fill + unit_box);
  EXPECT_EQ(body_count(setup.model), 125U);
  EXPECT_GT(least_gap(setup), 0);
  EXPECT_EQ(setup.model.shapes.size(), 1U) << "equal shapes are shared";
  EXPECT_EQ(body_name(setup.model, 7), "f");
  ASSERT_EQ(setup.sources.size(), 1U);
  EXPECT_EQ(setup.sources[0].where, "s.toml:13: fill \"f\"");
  EXPECT_EQ(setup.sources[0].bodies.count, 125U);
}

TEST(SceneFills, SpacingThatDividesTheRegionLosesNoLayer) {
  const auto setup = made(fill + unit_box + "spacing = 0.1\norientation = [1, 0, 0, 0]");
  EXPECT_EQ(body_count(setup.model), 1000U);
  EXPECT_NEAR(setup.state.position[0].x, 0.05, 1e-12);
  EXPECT_NEAR(setup.state.position[999].z, 0.95, 1e-12);
  EXPECT_NEAR(setup.state.position[1].x, 0.15, 1e-12) << "x runs fastest";
  const auto flat = made(fill + unit_box + "spacing = [0.5, 0.25, 0.2]");
  EXPECT_EQ(body_count(flat.model), 2U * 4 * 5);
}

TEST(SceneFills, FixedOrientationIsKeptAndRandomOnesDiffer) {
  const auto fixed = made(fill + unit_box + "count = 3\norientation = [1, 0, 0, 1]");
  for (BodyId i = 0; i < 3; ++i) {
    const Quat q = own_pose(fixed.model, fixed.state, i).rotation;
    EXPECT_NEAR(std::abs(q.w), std::sqrt(0.5), 1e-12);
    EXPECT_NEAR(std::abs(q.z), std::sqrt(0.5), 1e-12);
  }
  const auto random = made(fill + unit_box + "count = 2");
  EXPECT_GT(std::abs(random.state.orientation[0].w - random.state.orientation[1].w), 1e-6);
}

TEST(SceneFills, RandomPlacesDoNotOverlap) {
  const auto setup = made(fill + unit_box +
                          "arrangement = \"random\"\ncount = 300\nsize = {distribution = \"uniform\", min = "
                          "0.02, max = 0.1}");
  EXPECT_EQ(body_count(setup.model), 300U);
  EXPECT_GT(least_gap(setup), 0);
  for (std::size_t i = 0; i < 300; ++i) {
    for (int k = 0; k < 3; ++k) {
      EXPECT_GE(setup.state.position[i][k] - setup.model.radius[i], -1e-12);
      EXPECT_LE(setup.state.position[i][k] + setup.model.radius[i], 1 + 1e-12);
    }
  }
}

TEST(SceneFills, RandomFillsKeepClearOfParticlesBefore) {
  const std::string more = "arrangement = \"random\"\ncount = 60\nsize = 0.08\n";
  const auto setup = made("[[body]]\nshape = \"cube\"\nposition = [0.5, 0.5, 0.5]\nscale = 4\n" + fill +
                          unit_box + more + "[[fill]]\nshapes = \"cube\"\n" + unit_box + more);
  EXPECT_EQ(body_count(setup.model), 121U);
  EXPECT_GT(least_gap(setup), 0);
}

TEST(SceneFills, SolidFractionIsReached) {
  for (const std::string arrangement : {"random", "lattice"}) {
    const auto setup =
        made(fill + unit_box + "arrangement = \"" + arrangement +
             "\"\nsolid_fraction = 0.05\nsize = {distribution = \"uniform\", min = 0.04, max = "
             "0.06}");
    // Within half of the largest particle.
    EXPECT_NEAR(total_volume(setup), 0.05, 0.5 * std::numbers::pi / 6 * std::pow(0.06, 3)) << arrangement;
  }
}

TEST(SceneFills, TooFullARegionSaysHowManyFound) {
  const std::string text =
      message(parse_more(fill + unit_box + "arrangement = \"random\"\nsolid_fraction = 0.5"));
  EXPECT_EQ(text.substr(0, 38), "s.toml:18: fill[0].solid_fraction: onl") << text;
  EXPECT_NE(
      text.find("of 500 particles find a place at random, without overlap of the balls around them (up to "
                "0.173205 m wide)"),
      std::string::npos)
      << text;
}

TEST(SceneFills, CylinderHoldsItsParticles) {
  for (const std::string how : {"arrangement = \"random\"\ncount = 50\n", ""}) {
    const auto setup =
        made(fill + how + "size = 0.05\nregion = {base = [1, 2, 3], axis = [1, 1, 1], radius = 0.4, " +
             "height = 1}\n");
    const Vec3 axis = normalized(Vec3{1, 1, 1});
    ASSERT_GT(body_count(setup.model), 40U);
    EXPECT_GT(least_gap(setup), 0);
    for (std::size_t i = 0; i < body_count(setup.model); ++i) {
      const Vec3 from_base = setup.state.position[i] - Vec3{1, 2, 3};
      const Real along = dot(from_base, axis);
      EXPECT_GE(along, setup.model.radius[i] - 1e-12);
      EXPECT_LE(along, 1 - setup.model.radius[i] + 1e-12);
      EXPECT_LE(norm(from_base - along * axis), 0.4 - setup.model.radius[i] + 1e-12);
    }
  }
}

TEST(SceneFills, SharesAreKeptExactlyInTurn) {
  const std::string shapes =
      "[[shape]]\nname = \"a\"\ntype = \"sphere\"\nradius = 0.01\n[[shape]]\nname = \"b\"\ntype = "
      "\"capsule\"\nradius = 0.01\nlength = 0.01\n";
  const auto count_of = [](const scree::Setup& setup, ShapeType type) {
    int count = 0;
    for (const std::uint32_t shape : setup.model.piece_shape) count += setup.model.shapes[shape].type == type;
    return count;
  };
  const std::string three = shapes + "[[fill]]\nshapes = [\"cube\", \"a\", \"b\"]\n" + unit_box;
  const auto even = made(three + "count = 90\n");
  EXPECT_EQ(count_of(even, ShapeType::sphere), 30);
  EXPECT_EQ(count_of(even, ShapeType::capsule), 30);
  const auto uneven = made(three + "count = 100\nshares = [1, 0, 3]\n");
  EXPECT_EQ(count_of(uneven, ShapeType::sphere), 0);
  EXPECT_EQ(count_of(uneven, ShapeType::capsule), 75);
  const auto random = made(three + "count = 100\nshares = [1, 0, 3]\nchoice = \"random\"\n");
  EXPECT_EQ(count_of(random, ShapeType::sphere), 0);
  EXPECT_NEAR(count_of(random, ShapeType::capsule), 75, 22);
}

TEST(SceneFills, SizeIsTheDiameterOfTheBallOfTheSameVolume) {
  const auto setup = made(fill + unit_box + "count = 1\nsize = 0.2");
  EXPECT_NEAR(setup.model.mass[0], 2000 * std::numbers::pi / 6 * 0.008, 1e-9);
  const auto scaled = made(fill + unit_box + "count = 1\nscale = 2");
  EXPECT_NEAR(scaled.model.mass[0], 2000 * 0.008, 1e-9);
}

TEST(SceneFills, MassSharesOfASieveAndHalvesOfD50) {
  const auto mass_below = [](const scree::Setup& setup, Real size) {
    Real below = 0;
    Real all = 0;
    for (const Real mass : setup.model.mass) {
      all += mass;
      if (std::cbrt(6 * mass / 2000 / std::numbers::pi) < size) below += mass;
    }
    return below / all;
  };
  const std::string lattice = "region = {lower = [0, 0, 0], upper = [30, 30, 30]}\ncount = 5000\n";
  const auto sieve = made(fill + lattice +
                          "size = {distribution = \"sieve\", sieves = [[0.1, 0], [0.2, 0.5], "
                          "[0.4, 0.8], [0.5, 1]]}");
  EXPECT_NEAR(mass_below(sieve, 0.2), 0.5, 0.05);
  EXPECT_NEAR(mass_below(sieve, 0.4), 0.8, 0.05);
  const std::string d50 = "size = {distribution = \"d50\", min = 0.1, d50 = 0.2, max = 0.5";
  EXPECT_NEAR(mass_below(made(fill + lattice + d50 + "}"), 0.2), 0.5, 0.05);
  const auto by_number = made(fill + lattice + d50 + ", by = \"number\"}");
  int below = 0;
  for (const Real mass : by_number.model.mass) below += std::cbrt(6 * mass / 2000 / std::numbers::pi) < 0.2;
  EXPECT_NEAR(below, 2500, 150);
}

TEST(SceneFills, VelocitiesAreSpread) {
  const auto setup = made(fill + unit_box + "velocity = [1, 2, 3]\nvelocity_spread = [0.5, 0, 0]");
  Real least = INFINITY;
  Real most = -INFINITY;
  for (const Vec3& v : setup.state.velocity) {
    least = std::min(least, v.x);
    most = std::max(most, v.x);
    EXPECT_EQ(v.y, 2);
    EXPECT_EQ(v.z, 3);
  }
  EXPECT_GE(least, 0.5);
  EXPECT_LT(least, 0.6);
  EXPECT_LE(most, 1.5);
  EXPECT_GT(most, 1.4);
}

TEST(SceneFills, TheSeedDecidesEverything) {
  const std::string text = fill + unit_box + "arrangement = \"random\"\ncount = 20\n";
  const auto a = made(text);
  const auto b = made(text);
  auto seeded = testing::scene_start;
  seeded.insert(13, "seed = 2\n");
  const auto c = testing::parse(seeded + text);
  ASSERT_TRUE(c) << message(c);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(a.state.position[i], b.state.position[i]);
    EXPECT_EQ(a.state.orientation[i].w, b.state.orientation[i].w);
    EXPECT_FALSE(a.state.position[i] == c->state.position[i]);
  }
}

TEST(SceneFills, ConcaveParticlesStandOnTheirCentreOfMass) {
  // Two cubes side by side, far from the shape's own origin.
  const std::string two =
      "[[shape]]\nname = \"two\"\npieces = [{shape = \"cube\", position = [5, 0, 0]}, {shape = \"cube\", "
      "position = "
      "[5.1, 0, 0]}]\n";
  const auto setup = made(two + "[[fill]]\nshapes = \"two\"\nscale = 2\nspacing = 1\n" + unit_box);
  ASSERT_EQ(body_count(setup.model), 1U);
  EXPECT_NEAR(norm(setup.state.position[0] - Vec3{0.5, 0.5, 0.5}), 0, 1e-12);
  EXPECT_NEAR(setup.model.mass[0], 2 * 2000 * 0.008, 1e-9);
  EXPECT_NEAR(setup.model.radius[0], 0.1 + 0.1 * std::sqrt(3.0), 1e-9);
  EXPECT_EQ(piece_count(setup.model), 2U);
}

TEST(FillPlaces, LargeBallsBeforeAreSeen) {
  // One ball of the size of the region leaves only the corners.
  std::vector<Random> random;
  for (std::uint64_t i = 0; i < 8; ++i) random.push_back({1, i, 0});
  const std::vector<Ball> before = {{{0.5, 0.5, 0.5}, 0.75}};
  const auto places =
      random_places(box_region({0, 0, 0}, {1, 1, 1}), std::vector<Real>(8, 0.001), before, random, 2000);
  EXPECT_EQ(places.placed, 8U);
  for (const Vec3& centre : places.centres) EXPECT_GE(norm(centre - Vec3{0.5, 0.5, 0.5}), 0.751);
}

TEST(FillPlaces, BallLargerThanTheRegionFindsNone) {
  std::vector<Random> random = {{1, 0, 0}};
  EXPECT_EQ(random_places(box_region({0, 0, 0}, {1, 1, 1}), {0.51}, {}, random, 10).placed, 0U);
  EXPECT_EQ(random_places(cylinder_region({0, 0, 0}, {0, 0, 1}, 0.5, 2), {0.51}, {}, random, 10).placed, 0U);
}

}  // namespace
}  // namespace scree
