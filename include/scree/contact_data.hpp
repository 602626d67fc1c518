// What a contact query takes and gives: plain data, for host and device.
#pragma once

#include <scree/vec.hpp>
#include <scree/vec2.hpp>

#include <cstdint>
#include <limits>

namespace scree {

// How a query ended. Everything but `ok` is a failure that is named, counted and reported.
enum class Status : std::uint8_t {
  ok,
  not_finite,        // the pose holds a NaN or an infinity, or the centres are over 1e100 m apart
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

// Values are kept in caches and files: append, never reorder.
enum class Algorithm : std::uint8_t {
  automatic,  // the best one for the pair of shapes
  gjk_epa,
  brute_force,
  common_plane,               // cp: Cundall 1988
  common_plane_revised,       // cp-revised: Descantes 2019, Algorithm 1
  fast_common_plane,          // fcp: Nezami 2004
  fast_common_plane_revised,  // fcp-revised: Descantes 2019, Algorithm 2
  shortest_link,              // slm: Nezami 2006
  direct_search,              // ds: Zheng 2017
  fast_direct_search,         // fds: Zheng 2017
  gjk_johnson,                // GJK with Johnson's distance subalgorithm, 1988
  gjk_signed_volumes,         // GJK with the signed volumes of Montanari 2017
  gjk_td,                     // tetrahedron distortion, repaired
  gjk_td_published,           // tetrahedron distortion as printed: Descantes 2019, Algorithm 3
  common_normal,              // superellipsoids: Wellmann 2008, repaired
  common_normal_published,    // superellipsoids as printed
  curved,                     // any pair with a curved shape: after Feng 2021, Sec. 3.6
};
inline constexpr int algorithm_count = 17;

struct QueryRequest {
  // Pairs farther apart than this need no exact distance: the query may stop at a lower bound. Less
  // than 0 counts as 0.
  Real cutoff = std::numeric_limits<Real>::infinity();  // m
  // Features whose directions differ by less count as parallel: the contact is then their shared patch.
  Real parallel_angle = 1e-8;  // rad
  // How far a vertex may have moved since the last query. `ds` and `fds` look twice as far for contacts.
  Real step_motion = 0;  // m
  // Contact type, features and patch are wanted. Without them an answer is cheaper: status, state,
  // distance, normal and a pair of closest points, which need not be the patch's middle.
  bool describe = true;
};

// What a query keeps for the next one on the same pair. Plain data; any content is valid input and
// costs time at most, never correctness. Start from a default one. Each algorithm reads only what it
// wrote itself. In space (Vec3) and in the plane (Vec2) alike, as the answers below.
template <class Vec>
struct PairCacheOf {
  std::uint32_t algorithm = 0;  // the Algorithm that wrote it; 0: none
  Vec direction;                // the last normal, in A's frame
  // Where on each shape the contact was: a vertex (0), edge (1) or face (2) by its index, and a point.
  struct Place {
    Vec point;  // m, in the shape's own axes, from its centre
    std::int32_t dimension = -1;
    std::int32_t index = -1;
  } place_a, place_b;
  // `fds`: how many vertices of A and of B lay at the contact plane.
  std::int32_t near_a = 0, near_b = 0;
};
using PairCache = PairCacheOf<Vec3>;
using PairCache2 = PairCacheOf<Vec2>;

// Every contact point. Two parallel features share a segment (2 points) or a convex polygon (more); one
// point otherwise. In A's frame, midway between the two surfaces.
template <class Vec, int capacity>
struct ContactPatchOf {
  int count = 0;
  Vec points[capacity];
  Real distances[capacity];     // m, signed, along the contact's normal
  ContactType types[capacity];  // vertex-vertex, -edge, -face, edge-edge-crossing; smooth
};
inline constexpr int patch_capacity = 128;
using ContactPatch = ContactPatchOf<Vec3, patch_capacity>;
using ContactPatch2 = ContactPatchOf<Vec2, 2>;

template <class Vec>
struct ContactOf {
  Status status = Status::ok;
  ContactState state = ContactState::separate;
  ContactType type = ContactType::smooth;
  bool beyond_cutoff = false;  // `distance` is only a lower bound, larger than the cutoff
  bool fallback = false;       // the fast path could not prove its answer; a full search gave it
  int iterations = 0;
  Real distance = 0;  // m; positive apart, negative the least translation that separates
  Vec normal;         // unit, from A to B; in A's frame, as are the points
  Vec point_a, point_b;
  // A feature's vertex indices (1: vertex, 2: edge, more: face, whose index is then `face`). In the plane an
  // edge runs from vertex[0] to vertex[1], the next one counter-clockwise.
  struct Feature {
    int vertex_count = 0;
    std::int32_t vertex[2] = {-1, -1};
    std::int32_t face = -1;
  } feature_a, feature_b;
};
using Contact = ContactOf<Vec3>;
using Contact2 = ContactOf<Vec2>;

// The same answers with z = 0.
SCREE_HD inline Contact in_space(const Contact2& c) {
  const auto feature = [](const Contact2::Feature& f) {
    return Contact::Feature{f.vertex_count, {f.vertex[0], f.vertex[1]}, f.face};
  };
  return {.status = c.status,
          .state = c.state,
          .type = c.type,
          .beyond_cutoff = c.beyond_cutoff,
          .fallback = c.fallback,
          .iterations = c.iterations,
          .distance = c.distance,
          .normal = in_space(c.normal),
          .point_a = in_space(c.point_a),
          .point_b = in_space(c.point_b),
          .feature_a = feature(c.feature_a),
          .feature_b = feature(c.feature_b)};
}
SCREE_HD inline void put_in_space(const ContactPatch2& from, ContactPatch& to) {
  to.count = from.count;
  for (int k = 0; k < from.count; ++k) {
    to.points[k] = in_space(from.points[k]);
    to.distances[k] = from.distances[k];
    to.types[k] = from.types[k];
  }
}

}  // namespace scree
