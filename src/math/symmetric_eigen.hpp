// Eigenvalues and eigenvectors of a symmetric 3 x 3 matrix by cyclic Jacobi rotations, for host and device.
//
// Jacobi's method keeps small eigenvalues accurate and returns orthogonal vectors also where eigenvalues
// coincide; see Golub and Van Loan, Matrix Computations, section "Jacobi methods".
#pragma once

#include <scree/vec.hpp>

#include <cmath>

namespace scree {

struct SymmetricEigen {
  Vec3 values;      // ascending
  Vec3 vectors[3];  // orthonormal, vectors[i] belongs to values[i]; signs and handedness as they come
};

// Only the upper triangle of `matrix` is read; its entries must be finite.
SCREE_HD inline SymmetricEigen symmetric_eigen(const Mat3& matrix) {
  Real a[3][3] = {{matrix.row[0].x, matrix.row[0].y, matrix.row[0].z},
                  {matrix.row[0].y, matrix.row[1].y, matrix.row[1].z},
                  {matrix.row[0].z, matrix.row[1].z, matrix.row[2].z}};
  Real v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  // columns become the eigenvectors
  // Convergence is quadratic: a handful of sweeps, the limit only guards against surprises.
  for (int sweep = 0; sweep < 30; ++sweep) {
    bool rotated = false;
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        // An entry that no longer changes the diagonal is zero for all that follows.
        const Real tiny = 1e-17 * (std::fabs(a[p][p]) + std::fabs(a[q][q]));
        if (std::fabs(a[p][q]) <= tiny) {
          a[p][q] = a[q][p] = 0;
          continue;
        }
        rotated = true;
        // The smaller root t = tan(phi) of t^2 + 2 theta t - 1 = 0 rotates a[p][q] away.
        const Real theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const Real root = std::fabs(theta) + std::sqrt(theta * theta + 1);
        const Real t = theta < 0 ? -1 / root : 1 / root;
        const Real c = 1 / std::sqrt(t * t + 1);
        const Real s = t * c;
        a[p][p] -= t * a[p][q];
        a[q][q] += t * a[p][q];
        a[p][q] = a[q][p] = 0;
        const int r = 3 - p - q;
        const Real arp = a[r][p];
        const Real arq = a[r][q];
        a[r][p] = a[p][r] = c * arp - s * arq;
        a[r][q] = a[q][r] = s * arp + c * arq;
        for (int i = 0; i < 3; ++i) {
          const Real vip = v[i][p];
          const Real viq = v[i][q];
          v[i][p] = c * vip - s * viq;
          v[i][q] = s * vip + c * viq;
        }
      }
    }
    if (!rotated) break;
  }
  // Three compare-and-swap steps sort three numbers, keeping the order of equal ones.
  int order[3] = {0, 1, 2};
  const int steps[3] = {0, 1, 0};
  for (const int step : steps) {
    const int first = order[step];
    const int second = order[step + 1];
    if (a[second][second] < a[first][first]) {
      order[step] = second;
      order[step + 1] = first;
    }
  }
  SymmetricEigen result;
  for (int i = 0; i < 3; ++i) {
    const int k = order[i];
    result.values[i] = a[k][k];
    result.vectors[i] = {v[0][k], v[1][k], v[2][k]};
  }
  return result;
}

}  // namespace scree
