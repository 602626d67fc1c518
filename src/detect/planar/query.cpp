// Dispatch and frames of contact queries in the plane.
#include <scree/contact.hpp>

#include <algorithm>
#include <cmath>

#include "detect/kernels/core_contact.hpp"
#include "detect/make_pair.hpp"
#include "detect/pair_table.hpp"
#include "detect/planar/brute_force.hpp"
#include "detect/planar/cp.hpp"
#include "detect/planar/ds.hpp"
#include "detect/planar/fcp.hpp"
#include "detect/planar/fds.hpp"
#include "detect/planar/gjk_epa.hpp"
#include "detect/planar/run_kernel.hpp"
#include "detect/planar/slm.hpp"
#include "detect/query_parts.hpp"
#include "math/double_double.hpp"
#include "shape/magnitude.hpp"
#include "shape/make_view.hpp"

namespace scree {
namespace {

// offset + R c in double-double: centres may lie far from their shapes' origins.
Vec2 centre_difference(const Pose2& a_from_b, Vec2 centre_a, Vec2 centre_b) {
  const Turn r = a_from_b.rotation;
  const DoubleDouble x = two_difference(a_from_b.translation.x, centre_a.x) +
                         two_product(r.cosine, centre_b.x) + two_product(-r.sine, centre_b.y);
  const DoubleDouble y = two_difference(a_from_b.translation.y, centre_a.y) +
                         two_product(r.sine, centre_b.x) + two_product(r.cosine, centre_b.y);
  return {x.high, y.high};
}

bool in_one_plane(const Shape& a, const Shape& b) {
  const auto fits = [](const Shape& s) { return is_planar(s.type) || s.type == ShapeType::half_space; };
  return fits(a) && fits(b);
}

}  // namespace

OwnPlanarPair make_pair_view(const Shape& a, const Shape& b, const Pose2& a_from_b) {
  OwnPlanarPair pair;
  pair.a = make_view(a);
  pair.b = make_view(b);
  pair.a_from_b = normalized(a_from_b.rotation);
  pair.translation =
      centre_difference({pair.a_from_b, a_from_b.translation}, in_plane(a.centre), in_plane(b.centre));
  pair.size = std::max(finite_size(a), finite_size(b));
  return pair;
}

Status run_kernel(Algorithm algorithm, const PlanarPair& pair, const QueryRequest& request, PairCache2& cache,
                  Contact2& contact, ContactPatch2* patch) {
  switch (algorithm) {
    case Algorithm::gjk_epa:
      return gjk_epa(pair, request, cache, contact, patch);
    case Algorithm::common_plane:
      return common_plane(pair, request, cache, contact, patch);
    case Algorithm::fast_common_plane:
      return fast_common_plane(pair, request, cache, contact, patch);
    case Algorithm::shortest_link:
      return shortest_link(pair, request, cache, contact, patch);
    case Algorithm::direct_search:
      return direct_search(pair, request, cache, contact, patch);
    case Algorithm::fast_direct_search:
      return fast_direct_search(pair, request, cache, contact, patch);
    case Algorithm::brute_force:
      return brute_force(pair, request.parallel_angle, contact, patch);
    default:
      clear_answer(contact, patch);
      return contact.status = Status::unsupported_pair;
  }
}

Status query(Algorithm algorithm, const Shape& a, const Shape& b, const Pose2& a_from_b,
             const QueryRequest& request, PairCache2& cache, Contact2& contact, ContactPatch2* patch) {
  clear_answer(contact, patch);
  if (!in_one_plane(a, b)) return contact.status = Status::unsupported_pair;
  const OwnPlanarPair pair = make_pair_view(a, b, a_from_b);
  const bool finite = is_finite(pair.translation) && largest_magnitude(pair.translation) <= farthest_centre &&
                      std::isfinite(pair.a_from_b.cosine + pair.a_from_b.sine);
  if (!finite) return contact.status = Status::not_finite;
  const Algorithm chosen = algorithm == Algorithm::automatic ? by_pair_of_types(a.type, b.type) : algorithm;
  run_kernel(chosen, pair, request, cache, contact, patch);
  move_points([&](Vec2 p) { return p + in_plane(a.centre); }, contact, patch);
  return contact.status;
}

Status query(Algorithm algorithm, const Shape& a, const Pose2& world_from_a, const Shape& b,
             const Pose2& world_from_b, const QueryRequest& request, PairCache2& cache, Contact2& contact,
             ContactPatch2* patch) {
  return query_in_world(algorithm, a, world_from_a, b, world_from_b, request, cache, contact, patch);
}

}  // namespace scree
