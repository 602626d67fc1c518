// Names, dispatch and frames of contact queries.
#include <scree/contact.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "detect/brute_force.hpp"
#include "detect/kernels/gjk_epa.hpp"
#include "detect/make_pair.hpp"
#include "math/double_double.hpp"
#include "shape/make_view.hpp"

namespace scree {

std::string_view name(Status status) {
  constexpr std::array<std::string_view, 4> names{"ok", "not-finite", "unsupported-pair", "not-converged"};
  return names[static_cast<std::size_t>(status)];
}

std::string_view name(ContactState state) {
  constexpr std::array<std::string_view, 3> names{"separate", "touch", "overlap"};
  return names[static_cast<std::size_t>(state)];
}

std::string_view name(ContactType type) {
  constexpr std::array<std::string_view, 8> names{
      "vertex-vertex",      "vertex-edge", "vertex-face", "edge-edge-crossing",
      "edge-edge-parallel", "edge-face",   "face-face",   "smooth"};
  return names[static_cast<std::size_t>(type)];
}

std::string_view name(Algorithm algorithm) {
  constexpr std::array<std::string_view, 3> names{"default", "gjk-epa", "brute-force"};
  return names[static_cast<std::size_t>(algorithm)];
}

std::vector<Algorithm> all_algorithms() { return {Algorithm::gjk_epa, Algorithm::brute_force}; }

std::optional<Algorithm> algorithm_from_name(std::string_view wanted) {
  if (wanted == name(Algorithm::automatic)) return Algorithm::automatic;
  for (const Algorithm algorithm : all_algorithms()) {
    if (wanted == name(algorithm)) return algorithm;
  }
  return std::nullopt;
}

namespace {

// sum + m v, each component summed in double-double: centres may lie far from their shapes' origins.
DoubleDouble3 add_rotated(const DoubleDouble3& sum, const Mat3& m, Vec3 v) {
  const auto product = [&](Vec3 row) {
    return two_product(row.x, v.x) + two_product(row.y, v.y) + two_product(row.z, v.z);
  };
  return {sum.x + product(m.row[0]), sum.y + product(m.row[1]), sum.z + product(m.row[2])};
}

Real finite_size(const Shape& shape) { return std::isfinite(shape.size) ? shape.size : 0; }

}  // namespace

ShapePair make_pair_view(const Shape& a, const Shape& b, const Pose& a_from_b, Quat& rotation) {
  rotation = normalized(a_from_b.rotation);
  ShapePair pair;
  pair.a = make_view(a);
  pair.b = make_view(b);
  pair.a_from_b = rotation_matrix(rotation);
  const DoubleDouble3 offset = exact_difference(a_from_b.translation, a.centre);
  pair.translation = rounded(add_rotated(offset, pair.a_from_b, b.centre));
  pair.size = std::max(finite_size(a), finite_size(b));
  return pair;
}

Status query(Algorithm algorithm, const Shape& a, const Shape& b, const Pose& a_from_b,
             const QueryRequest& request, PairCache& cache, Contact& contact, ContactPatch* patch) {
  Quat rotation;
  const ShapePair pair = make_pair_view(a, b, a_from_b, rotation);
  const bool finite = is_finite(pair.translation) && std::isfinite(norm(rotation));
  if (!finite) {
    contact = Contact{};
    if (patch != nullptr) patch->count = 0;
    return contact.status = Status::not_finite;
  }
  if (algorithm == Algorithm::brute_force) {
    brute_force(pair, rotation, request.parallel_angle, contact, patch);
  } else {
    gjk_epa(pair, request, cache, contact, patch);
  }
  contact.point_a += a.centre;
  contact.point_b += a.centre;
  if (patch != nullptr) {
    for (int k = 0; k < patch->count; ++k) patch->points[k] += a.centre;
  }
  return contact.status;
}

Status query(Algorithm algorithm, const Shape& a, const Pose& world_from_a, const Shape& b,
             const Pose& world_from_b, const QueryRequest& request, PairCache& cache, Contact& contact,
             ContactPatch* patch) {
  const Pose from_a{normalized(world_from_a.rotation), world_from_a.translation};
  const Pose from_b{normalized(world_from_b.rotation), world_from_b.translation};
  query(algorithm, a, b, relative_pose(from_a, from_b), request, cache, contact, patch);
  contact.normal = rotate(from_a.rotation, contact.normal);
  contact.point_a = transform(from_a, contact.point_a);
  contact.point_b = transform(from_a, contact.point_b);
  if (patch != nullptr) {
    for (int k = 0; k < patch->count; ++k) patch->points[k] = transform(from_a, patch->points[k]);
  }
  return contact.status;
}

}  // namespace scree
