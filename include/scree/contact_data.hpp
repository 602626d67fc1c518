// What a contact query takes and gives: plain data, for host and device.
#pragma once

#include <scree/vec.hpp>

#include <cstdint>
#include <limits>

namespace scree {

// How a query ended. Everything but `ok` is a failure that is named, counted and reported.
enum class Status : std::uint8_t {
  ok,
  not_finite,        // the pose or a shape holds a NaN or an infinity
  unsupported_pair,  // the algorithm has no answer for these two shape types
  not_converged,     // the iteration limit was reached before the answer was certain
};
SCREE_HD inline bool ok(Status status) { return status == Status::ok; }

enum class ContactState : std::uint8_t { separate, touch, overlap };

enum class ContactType : std::uint8_t {
  vertex_vertex,
  vertex_edge,
  vertex_face,
  edge_edge_crossing,
  edge_edge_parallel,
  edge_face,
  face_face,
  smooth,  // a sphere, ellipsoid, superellipsoid or cylinder takes part, or a half-space meets one
};

enum class Algorithm : std::uint8_t { automatic, gjk_epa, brute_force };

struct QueryRequest {
  // Pairs farther apart than this need no exact distance: the query may stop at a lower bound. Less
  // than 0 counts as 0.
  Real cutoff = std::numeric_limits<Real>::infinity();  // m
  // Features whose directions differ by less count as parallel: the contact is then their shared patch.
  Real parallel_angle = 1e-8;  // rad
};

// What a query keeps for the next one on the same pair. Plain data; any content is valid input and
// costs time at most, never correctness. Start from a default one.
struct PairCache {
  std::uint32_t algorithm = 0;  // the Algorithm that wrote it; 0: none
  Vec3 direction;               // the last normal, in A's frame
};

inline constexpr int patch_capacity = 128;

// The polygon shared by two parallel features, in A's frame, midway between the two surfaces.
struct ContactPatch {
  int count = 0;  // 1: a point, 2: a segment, more: a convex polygon
  Vec3 points[patch_capacity];
};

struct Contact {
  Status status = Status::ok;
  ContactState state = ContactState::separate;
  ContactType type = ContactType::smooth;
  bool beyond_cutoff = false;  // `distance` is only a lower bound, larger than the cutoff
  bool fallback = false;       // the fast path could not prove its answer; a full search gave it
  int iterations = 0;
  Real distance = 0;  // m; positive apart, negative the least translation that separates
  Vec3 normal;        // unit, from A to B; in A's frame, as are the points
  Vec3 point_a, point_b;
  // A feature's vertex indices (1: vertex, 2: edge, more: face, whose index is then `face`).
  struct Feature {
    int vertex_count = 0;
    std::int32_t vertex[2] = {-1, -1};
    std::int32_t face = -1;
  } feature_a, feature_b;
};

}  // namespace scree
