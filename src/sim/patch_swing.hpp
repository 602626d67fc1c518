// How fast a body swings that lies on another with a whole face, all of whose corners carry force
// (`contact_points = "patch"`).
//
// With equal depths d at N corners each has the weight 1/sqrt(N) (detect/patch_corners.hpp), W = sqrt(N) in
// sum, and the energy's second derivatives by the corners' depths are k/sqrt(N) (3 delta_ij - 2/N). A motion
// that changes all depths alike meets W times the stiffness k of one point; one that changes them against
// each other, a tilt, three times as much: weights and depths then grow together. With J_i the way of corner
// i along the normal for a motion of unit kinetic energy, c the mean of the corners and r_i the rest of their
// places,
//   omega^2 <= W k (1/m_c + 3 T),
// m_c the mass felt at c, T the largest eigenvalue of the mean of (r_i x n) I^-1 (r_i x n) over the corners.
#pragma once

#include "model/model.hpp"

namespace scree {

// omega^2 / k (1/kg) for k = 1 N/m and the worst face of the body, against something that does not move. W is
// that of the most corners a patch can have, as the other body's outline may cut the face's corners off. For
// laws that are not linear, k is the slope of the force; what tilting adds is then less. 0: its pieces have
// nothing flat.
Real largest_patch_swing(const Model& model, std::size_t body);

}  // namespace scree
