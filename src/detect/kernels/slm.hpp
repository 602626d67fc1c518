// slm: the common plane of two convex polyhedra by their shortest link (Nezami 2006, Sec. 3, App. A).
//
// The shortest segment PQ from A to B is found by going to and fro: P is the point of A closest to Q, Q
// that of B closest to P (3.5), each by a walk over the surface (3.4). Where both lie on edges or faces
// this can take for ever, and closed forms are used instead (3.5.2). The plane across the middle of PQ is
// the common plane (3.3): its normal is the link's direction, its gap the link's length. Polyhedra in
// contact are first moved apart along the last normal; the link's normal is then taken as theirs, and the
// signed distance is what it is along that normal in their true place: never too shallow, but too deep
// where the true normal is another.
//
// Deviations from the text:
// - A first link starts at the vertices farthest along the line of centres, by signed distance (3.5.1's
//   absolute distance picks the wrong vertices once the polyhedra overlap).
// - Vertex against edge or face is solved in closed form too, and a link is accepted by proof rather than
//   because nothing moves any more: see slm_link.hpp. The text's last, idle iteration is not needed.
// - Appendix A's list reads AC, BC, AD, BD. Parallel faces (3.5.2, Case 2) have no plane across both: there
//   P's foot is taken.
// - Where the walks no longer shorten the link and nothing proves it, or the polyhedra only touch, the
//   exact solver of gjk-epa answers (`Contact::fallback`).
// - Contact is not taken for granted from the last step: a common point deeper than `tolerance::touch`
//   below a surface proves it, or the search for a link in the true place finds none.
//
// Warm start: the last link's features and the last normal. Lengths in metres, all vectors in A's frame
// relative to A's centre, places in their shape's own. Cannot answer: `unsupported_pair` for other shapes.
#pragma once

#include <limits>

#include "detect/kernels/core_contact.hpp"
#include "detect/kernels/features.hpp"
#include "detect/kernels/gjk_epa.hpp"
#include "detect/kernels/slm_fit.hpp"
#include "detect/kernels/slm_solve.hpp"

namespace scree {

SCREE_HD inline std::int32_t vertex_at(const PolyhedronView& core, const SurfacePlace& place) {
  if (place.dimension == 0) return place.index;
  if (place.dimension == 1) return core.edges[place.index].vertex[0];
  return core.face_vertices[core.face_begin[place.index]];
}

namespace slm_detail {

SCREE_HD inline CoreContact exact_contact(const LinkFrame& frame, Vec3 start) {
  return gjk_epa_detail::solve_polyhedral(frame.pair, start, std::numeric_limits<Real>::infinity());
}

}  // namespace slm_detail

SCREE_HD inline Status shortest_link(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                                     Contact& contact, ContactPatch* patch = nullptr) {
  if (!begin_polyhedra(pair, contact, patch)) return contact.status;
  const CoreContact core = slm_detail::contact_by_link(pair, request, cache);
  set_polyhedral_contact(pair, core, request, request.parallel_angle, contact, patch);
  return contact.status;
}

}  // namespace scree
