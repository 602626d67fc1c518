// Answers that must be the same bit for bit.
#pragma once

#include <gtest/gtest.h>
#include <scree/contact_data.hpp>

#include <string>

namespace scree::testing {

inline void expect_same(const Contact::Feature& is, const Contact::Feature& should, const std::string& of) {
  ASSERT_EQ(is.vertex_count, should.vertex_count) << of;
  ASSERT_EQ(is.vertex[0], should.vertex[0]) << of;
  ASSERT_EQ(is.vertex[1], should.vertex[1]) << of;
  ASSERT_EQ(is.face, should.face) << of;
}
inline void expect_same(const Contact& is, const Contact& should, const std::string& of) {
  ASSERT_EQ(is.status, should.status) << of;
  ASSERT_EQ(is.state, should.state) << of;
  ASSERT_EQ(is.type, should.type) << of;
  ASSERT_EQ(is.beyond_cutoff, should.beyond_cutoff) << of;
  ASSERT_EQ(is.fallback, should.fallback) << of;
  ASSERT_EQ(is.iterations, should.iterations) << of;
  ASSERT_EQ(is.distance, should.distance) << of;
  ASSERT_EQ(is.normal, should.normal) << of;
  ASSERT_EQ(is.point_a, should.point_a) << of;
  ASSERT_EQ(is.point_b, should.point_b) << of;
  expect_same(is.feature_a, should.feature_a, of);
  expect_same(is.feature_b, should.feature_b, of);
}
inline void expect_same(const PairCache& is, const PairCache& should, const std::string& of) {
  ASSERT_EQ(is.algorithm, should.algorithm) << of;
  ASSERT_EQ(is.direction, should.direction) << of;
  ASSERT_EQ(is.place_a.dimension, should.place_a.dimension) << of;
  ASSERT_EQ(is.place_a.index, should.place_a.index) << of;
  ASSERT_EQ(is.place_b.dimension, should.place_b.dimension) << of;
  ASSERT_EQ(is.place_b.index, should.place_b.index) << of;
}
inline void expect_same(const ContactPatch& is, const ContactPatch& should, const std::string& of) {
  ASSERT_EQ(is.count, should.count) << of;
  for (int k = 0; k < is.count; ++k) {
    ASSERT_EQ(is.points[k], should.points[k]) << of;
    ASSERT_EQ(is.distances[k], should.distances[k]) << of;
    ASSERT_EQ(is.types[k], should.types[k]) << of;
  }
}

}  // namespace scree::testing
