#include "analysis/orientation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

constexpr Real degree = std::numbers::pi / 180;

}  // namespace

Result<Orientation> orientation(std::span<const Vec3> axes, Vec3 up, int dimension) {
  if (axes.empty()) return Error{"no particle has a long axis"};
  Orientation o;
  o.particles = axes.size();
  o.angle = {0, 90.0 / angle_bins, std::vector<std::uint64_t>(angle_bins, 0)};
  const Real factor = dimension == 2 ? 2 : 1.5;
  const Real isotropic = factor / dimension;
  const auto count = static_cast<Real>(axes.size());
  for (const Vec3& u : axes) {
    for (int i = 0; i < dimension; ++i) {
      for (int j = 0; j < dimension; ++j) {
        o.order.row[i][j] += (factor * u[i] * u[j] - (i == j ? isotropic : 0)) / count;
      }
    }
    const Real cosine = std::min(1.0, std::fabs(dot(u, up)));
    const Real angle = std::acos(cosine);
    o.vertical_order += (factor * cosine * cosine - isotropic) / count;
    o.mean_angle += angle / count;
    add(o.angle, angle / degree);
  }
  o.principal = principal_values(o.order, dimension);
  return o;
}

Real share_of_directions(Real low, Real high, int dimension) {
  return dimension == 2 ? (high - low) / 90 : std::cos(low * degree) - std::cos(high * degree);
}

}  // namespace scree
