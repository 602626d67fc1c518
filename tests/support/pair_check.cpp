#include "support/pair_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "detect/brute_force.hpp"
#include "detect/make_pair.hpp"
#include "detect/tolerances.hpp"

namespace scree::testing {
namespace {

Real angle_between(Vec3 a, Vec3 b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

// How far the point (the core's frame) lies off the core's surface (m).
Real off_surface(const Polyhedron& core, Vec3 point) {
  Real highest = -std::numeric_limits<Real>::infinity();
  for (const Plane& plane : core.face_planes) {
    highest = std::max(highest, dot(plane.normal, point) - plane.offset);
  }
  return std::fabs(highest);
}

bool state_fits(ContactState state, Real distance, Real size) {
  const Real touch = tolerance::touch * size;
  const Real doubt = 0.1 * touch;  // both neighbours are right this close to the limit
  if (state == ContactState::separate) return distance > touch - doubt;
  if (state == ContactState::overlap) return distance < -touch + doubt;
  return std::fabs(distance) < touch + doubt;
}

}  // namespace

PairVerdict check_pair(Algorithm algorithm, const bench::RandomPair& pair, Normals normals) {
  PairVerdict verdict;
  PairCache cache;
  Contact& contact = verdict.contact;
  query(algorithm, pair.a, pair.b, pair.a_from_b, {}, cache, contact);
  Quat rotation;
  const ShapePair view = make_pair_view(pair.a, pair.b, pair.a_from_b, rotation);
  Contact reference;
  BruteForceDetail detail;
  brute_force(view, rotation, QueryRequest{}.parallel_angle, reference, nullptr, &detail);

  const Real size = view.size;
  const auto exact = static_cast<Real>(detail.distance);
  const auto complain = [&](const std::string& text) {
    if (verdict.complaint.empty()) verdict.complaint = text;
  };
  if (!ok(contact.status)) complain(fmt::format("status {}", name(contact.status)));
  verdict.distance_error = static_cast<Real>(std::fabs(contact.distance - detail.distance)) / size;
  if (!(verdict.distance_error <= distance_bar)) {
    complain(fmt::format("distance {:.17g}, should be {:.17g}: off by {:.3g} sizes", contact.distance, exact,
                         verdict.distance_error));
  }
  if (!state_fits(contact.state, exact, size)) {
    complain(fmt::format("state {} at distance {:.3g} sizes", name(contact.state), exact / size));
  }
  if (!(std::fabs(norm(contact.normal) - 1) < 1e-14)) complain("the normal is no unit vector");
  if (normals == Normals::compared && std::fabs(exact) > normal_needs_depth * size &&
      detail.normal_margin > normal_needs_margin * size) {
    verdict.normal_error = angle_between(contact.normal, reference.normal);
    if (!(verdict.normal_error <= normal_bar)) {
      complain(fmt::format("normal off by {:.3g} rad at distance {:.3g} sizes", verdict.normal_error,
                           exact / size));
    }
  }
  const Vec3 misfit = contact.point_b - contact.point_a - contact.distance * contact.normal;
  if (!(norm(misfit) <= distance_bar * size)) complain("the points do not fit normal and distance");
  // Features within the parallel angle count as flat, so points may hover that much above them.
  const Real hover = 2 * QueryRequest{}.parallel_angle * size;
  const Vec3 point_b = transform(inverse(Pose{rotation, pair.a_from_b.translation}), contact.point_b);
  const Real off_a = off_surface(*pair.a.core, contact.point_a - pair.a.centre);
  const Real off_b = off_surface(*pair.b.core, point_b - pair.b.centre);
  if (!(off_a <= hover) || !(off_b <= hover)) {
    complain(fmt::format("points off the surfaces by {:.3g} and {:.3g} sizes", off_a / size, off_b / size));
  }
  return verdict;
}

}  // namespace scree::testing
