// Poses that broke other libraries, with answers worked out by hand (scenes/pairs/hard-poses.json).
#include <gtest/gtest.h>
#include <scree/contact.hpp>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "scene/pair_file.hpp"

namespace scree {
namespace {

TEST(HardPoses, EveryAlgorithmGivesTheKnownAnswer) {
  const std::string folder = SCREE_SOURCE_DIR "/scenes/pairs/";
  const auto file = read_pair_file(folder + "hard-poses.json");
  ASSERT_TRUE(file) << file.error().message;
  std::ifstream stream(folder + "hard-poses.expected.json");
  const auto expected = nlohmann::json::parse(stream);
  ASSERT_EQ(file->pairs.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const PlacedPair& pair = file->pairs[i];
    const Shape& a = file->shapes[pair.a.shape].shape;
    const Shape& b = file->shapes[pair.b.shape].shape;
    for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::gjk_epa, Algorithm::brute_force}) {
      SCOPED_TRACE(expected[i]["name"].get<std::string>() + ", " + std::string(name(algorithm)));
      PairCache cache;
      Contact c;
      ASSERT_EQ(query(algorithm, a, pair.a.world_from_shape, b, pair.b.world_from_shape, {}, cache, c),
                Status::ok);
      EXPECT_EQ(name(c.state), expected[i]["state"].get<std::string>());
      // Decimal positions are themselves rounded, to the last digit of the size.
      EXPECT_NEAR(c.distance, expected[i]["distance"].get<Real>(), 1e-15 * std::fmax(a.size, b.size));
      if (!expected[i]["normal"].is_null()) {
        const auto n = expected[i]["normal"].get<std::vector<Real>>();
        EXPECT_LT(norm(c.normal - Vec3{n[0], n[1], n[2]}), 1e-14);
      }
      if (!expected[i]["contact_type"].is_null()) {
        EXPECT_EQ(name(c.type), expected[i]["contact_type"].get<std::string>());
      }
      EXPECT_FALSE(c.fallback);
    }
  }
}

}  // namespace
}  // namespace scree
