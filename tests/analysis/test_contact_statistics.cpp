// Coordination numbers, force distributions and contact types of packings that can be counted by hand.
#include "analysis/contact_statistics.hpp"

#include <gtest/gtest.h>

#include "analysis/packings.hpp"

namespace scree::testing {
namespace {

TEST(Coordination, OfASimpleCubicPackingIsSix) {
  constexpr int n = 5;
  const Result<Coordination> c = coordination(simple_cubic(n));
  ASSERT_TRUE(c);
  EXPECT_DOUBLE_EQ(c->mean, 6);
  EXPECT_DOUBLE_EQ(c->mean_of_particles, 6. * (n - 1) / n);  // each row of five has four contacts
  EXPECT_DOUBLE_EQ(c->mechanical, 6);
  ASSERT_EQ(c->particles.size(), 7U);
  EXPECT_EQ(c->particles[6], 125U);
  EXPECT_EQ(c->without + c->with_one, 0U);
}

TEST(Coordination, RattlersAreLeftOutAsThorntonDoes) {
  Packing packing;
  for (int i = 0; i < 5; ++i) packing.particles.push_back(ball({2. * i, 0, 0}, 1));
  // A chain of three on a wall, a pair of which one stands on the wall, nothing else: 0-1-2, 2-wall; 3-wall.
  packing.pairs = {{0, 1, 1, 0}, {1, 2, 1, 0}, {2, wall, 1, 0}, {wall, 3, 1, 0}};
  const Result<Coordination> c = coordination(packing);
  ASSERT_TRUE(c);
  EXPECT_DOUBLE_EQ(c->mean, 6. / 5);
  EXPECT_DOUBLE_EQ(c->mean_of_particles, 4. / 5);
  EXPECT_EQ(c->without, 1U);
  EXPECT_EQ(c->with_one, 2U);
  EXPECT_DOUBLE_EQ(c->mechanical, (6. - 2) / (5 - 1 - 2));
  EXPECT_EQ(c->particles, (std::vector<std::uint64_t>{1, 2, 2}));

  packing.pairs.clear();
  EXPECT_EQ(coordination(packing)->mechanical, 0);
  EXPECT_FALSE(coordination({}));
}

TEST(ForceDistribution, IsNormalisedByTheMean) {
  Packing packing;
  packing.particles = {ball({}, 1), ball({2, 0, 0}, 1)};
  for (const Real force : {1., 1., 2., 4.}) packing.pairs.push_back({0, 1, force, force / 4});
  const Result<ForceDistribution> d = force_distribution(packing);
  ASSERT_TRUE(d);
  EXPECT_EQ(d->pairs, 4U);
  EXPECT_DOUBLE_EQ(d->mean, 2);
  EXPECT_DOUBLE_EQ(d->mean_tangential, 0.5);
  EXPECT_DOUBLE_EQ(d->largest, 4);
  EXPECT_DOUBLE_EQ(d->deviation, std::sqrt((1. + 1 + 0 + 4) / 4));
  ASSERT_EQ(d->normal.count.size(), 9U);  // up to twice the mean
  EXPECT_EQ(d->normal.count[2], 2U);      // 0.5 of it
  EXPECT_EQ(d->normal.count[4], 1U);
  EXPECT_EQ(d->normal.count[8], 1U);
  EXPECT_EQ(d->tangential.count[0], 2U);  // 0.125 of the mean normal force
  EXPECT_EQ(d->tangential.count[1], 1U);
  EXPECT_EQ(d->tangential.count[2], 1U);
  Real sum = 0;
  for (std::size_t i = 0; i < d->normal.count.size(); ++i) sum += density(d->normal, i) * d->normal.width;
  EXPECT_DOUBLE_EQ(sum, 1);
}

TEST(ForceDistribution, OneHugeForceDoesNotMakeManyBins) {
  Packing packing;
  packing.particles = {ball({}, 1)};
  for (int i = 0; i < 999; ++i) packing.pairs.push_back({0, wall, 1, 0});
  packing.pairs.push_back({0, wall, 1e9, 0});
  const Result<ForceDistribution> d = force_distribution(packing);
  ASSERT_TRUE(d);
  EXPECT_EQ(d->normal.count.size(), static_cast<std::size_t>(most_force / force_bin));
  EXPECT_EQ(d->normal.count.back(), 1U);
  EXPECT_EQ(total(d->normal), 1000U);
}

TEST(ForceDistribution, NothingToCountIsSaid) {
  Packing packing;
  EXPECT_EQ(force_distribution(packing).error().message, "there are no contacts");
  packing.pairs.push_back({0, wall, 0, 0});
  EXPECT_EQ(force_distribution(packing).error().message, "the contacts carry no force");
}

TEST(ContactTypes, AreCounted) {
  Packing packing;
  for (const ContactType type : {ContactType::face_face, ContactType::face_face, ContactType::smooth}) {
    PackedContact contact;
    contact.type = type;
    contact.slides = type == ContactType::smooth;
    packing.contacts.push_back(contact);
  }
  const ContactTypes types = contact_types(packing);
  EXPECT_EQ(types.points[static_cast<std::size_t>(ContactType::face_face)], 2U);
  EXPECT_EQ(types.points[static_cast<std::size_t>(ContactType::smooth)], 1U);
  EXPECT_EQ(types.all, 3U);
  EXPECT_EQ(types.sliding, 1U);
}

}  // namespace
}  // namespace scree::testing
