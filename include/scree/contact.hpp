// Contact queries: signed distance, normal, closest points and contact type of two convex shapes, in space
// and in the plane.
#pragma once

#include <scree/contact_data.hpp>
#include <scree/shape.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace scree {

// Names as the command line and the JSON formats spell them.
std::string_view name(Status status);
std::string_view name(ContactState state);
std::string_view name(ContactType type);
std::string_view name(Algorithm algorithm);
std::optional<Algorithm> algorithm_from_name(std::string_view wanted);
// Every algorithm once, without `automatic` ("default").
std::vector<Algorithm> all_algorithms();

// Whether the algorithm has answers for a pair of these types, in either order.
bool answers(Algorithm algorithm, ShapeType a, ShapeType b);
// Those of all_algorithms() that have.
std::vector<Algorithm> algorithms_for(ShapeType a, ShapeType b);
// The one behind `automatic`.
Algorithm default_algorithm(ShapeType a, ShapeType b);

// What an algorithm promises for the pairs it answers, beyond rounding.
enum class Guarantee : std::uint8_t {
  exact,          // distance, normal and state, apart and in overlap
  exact_apart,    // so while the shapes are apart; an overlap may come out too deep, never too shallow
  never_shallow,  // distance at most the true one: a gap may come out too small, an overlap too deep
  none,           // as published, for comparison only
};
Guarantee guarantee(Algorithm algorithm);
std::string_view name(Guarantee guarantee);

// One query. `a_from_b` takes B's own frame to A's own frame; results are in A's own frame.
// Returns contact.status.
Status query(Algorithm algorithm, const Shape& a, const Shape& b, const Pose& a_from_b,
             const QueryRequest& request, PairCache& cache, Contact& contact, ContactPatch* patch = nullptr);

// The same with both poses in the world and results in the world.
Status query(Algorithm algorithm, const Shape& a, const Pose& world_from_a, const Shape& b,
             const Pose& world_from_b, const QueryRequest& request, PairCache& cache, Contact& contact,
             ContactPatch* patch = nullptr);

// The same in the plane, for polygons, discs, ellipses, superellipses and half-planes.
Status query(Algorithm algorithm, const Shape& a, const Shape& b, const Pose2& a_from_b,
             const QueryRequest& request, PairCache2& cache, Contact2& contact,
             ContactPatch2* patch = nullptr);
Status query(Algorithm algorithm, const Shape& a, const Pose2& world_from_a, const Shape& b,
             const Pose2& world_from_b, const QueryRequest& request, PairCache2& cache, Contact2& contact,
             ContactPatch2* patch = nullptr);

}  // namespace scree
