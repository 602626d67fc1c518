#include "support/pair_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "detect/brute_force.hpp"
#include "detect/make_pair.hpp"
#include "detect/planar/brute_force.hpp"
#include "detect/tolerances.hpp"

namespace scree::testing {
namespace {

Real angle_between(Vec3 a, Vec3 b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }
Real angle_between(Vec2 a, Vec2 b) { return std::atan2(std::fabs(cross(a, b)), dot(a, b)); }

// How far the point (the shape's frame) lies off the surface behind planes or lines (m).
template <class Side, class Vec>
Real off_surface(const std::vector<Side>& sides, Vec point) {
  Real highest = -std::numeric_limits<Real>::infinity();
  for (const Side& side : sides) highest = std::max(highest, dot(side.normal, point) - side.offset);
  return std::fabs(highest);
}

bool state_fits(ContactState state, Real distance, Real size) {
  const Real touch = tolerance::touch * size;
  const Real doubt = 0.1 * touch;  // both neighbours are right this close to the limit
  if (state == ContactState::separate) return distance > touch - doubt;
  if (state == ContactState::overlap) return distance < -touch + doubt;
  return std::fabs(distance) < touch + doubt;
}

// Holds the answer in `verdict` against the reference. `off_a`, `off_b`: how far the points lie off the
// surfaces (m).
template <class Vec>
void judge(const BruteForceDetail& detail, Vec reference_normal, Real size, Normals normals, Real off_a,
           Real off_b, PairVerdictOf<Vec>& verdict) {
  const ContactOf<Vec>& contact = verdict.contact;
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
    verdict.normal_error = angle_between(contact.normal, reference_normal);
    if (!(verdict.normal_error <= normal_bar)) {
      complain(fmt::format("normal off by {:.3g} rad at distance {:.3g} sizes", verdict.normal_error,
                           exact / size));
    }
  }
  const Vec misfit = contact.point_b - contact.point_a - contact.distance * contact.normal;
  if (!(norm(misfit) <= distance_bar * size)) complain("the points do not fit normal and distance");
  // Features within the parallel angle count as flat, so points may hover that much above them.
  const Real hover = 2 * QueryRequest{}.parallel_angle * size;
  if (!(off_a <= hover) || !(off_b <= hover)) {
    complain(fmt::format("points off the surfaces by {:.3g} and {:.3g} sizes", off_a / size, off_b / size));
  }
}

}  // namespace

PairVerdict check_pair(Algorithm algorithm, const bench::RandomPair& pair, Normals normals) {
  PairCache fresh;
  return check_pair(algorithm, pair, fresh, normals);
}

PairVerdict check_pair(Algorithm algorithm, const bench::RandomPair& pair, PairCache& cache,
                       Normals normals) {
  PairVerdict verdict;
  const Contact& contact = verdict.contact;
  query(algorithm, pair.a, pair.b, pair.a_from_b, {}, cache, verdict.contact);
  Quat rotation;
  const OwnShapePair view = make_pair_view(pair.a, pair.b, pair.a_from_b, rotation);
  Contact reference;
  BruteForceDetail detail;
  brute_force(view, rotation, QueryRequest{}.parallel_angle, reference, nullptr, &detail);
  const Vec3 point_b = transform(inverse(Pose{rotation, pair.a_from_b.translation}), contact.point_b);
  judge(detail, reference.normal, view.size, normals,
        off_surface(pair.a.core->face_planes, contact.point_a - pair.a.centre),
        off_surface(pair.b.core->face_planes, point_b - pair.b.centre), verdict);
  return verdict;
}

PairVerdict2 check_pair(Algorithm algorithm, const bench::RandomPlanarPair& pair, Normals normals) {
  PairVerdict2 verdict;
  PairCache2 cache;
  const Contact2& contact = verdict.contact;
  query(algorithm, pair.a, pair.b, pair.a_from_b, {}, cache, verdict.contact);
  const OwnPlanarPair view = make_pair_view(pair.a, pair.b, pair.a_from_b);
  Contact2 reference;
  BruteForceDetail detail;
  brute_force(view, QueryRequest{}.parallel_angle, reference, nullptr, &detail);
  const Vec2 point_b = transform(inverse(Pose2{view.a_from_b, pair.a_from_b.translation}), contact.point_b);
  judge(detail, reference.normal, view.size, normals,
        off_surface(pair.a.outline->edge_lines, contact.point_a - in_plane(pair.a.centre)),
        off_surface(pair.b.outline->edge_lines, point_b - in_plane(pair.b.centre)), verdict);
  return verdict;
}

}  // namespace scree::testing
