#include "analysis/tensors.hpp"

#include <algorithm>
#include <cmath>

#include "math/symmetric_eigen.hpp"

namespace scree {
namespace {

void add_product(Mat3& sum, Real factor, Vec3 a, Vec3 b) {
  for (int i = 0; i < 3; ++i) sum.row[i] += factor * a[i] * b;
}

void divide(Mat3& tensor, Real by) {
  for (Vec3& row : tensor.row) row = row / by;
}

Vec3 mean_velocity(const Packing& packing, const Bounds& box) {
  Vec3 momentum;
  Real mass = 0;
  for (const PackedParticle& p : packing.particles) {
    if (!is_inside(box, p.position, packing.periodic, packing.dimension)) continue;
    momentum += p.mass * p.velocity;
    mass += p.mass;
  }
  return mass > 0 ? momentum / mass : Vec3{};
}

Mat3 kinetic_sum(const Packing& packing, const Bounds& box) {
  const Vec3 mean = mean_velocity(packing, box);
  Mat3 sum;
  for (const PackedParticle& p : packing.particles) {
    if (!is_inside(box, p.position, packing.periodic, packing.dimension)) continue;
    add_product(sum, p.mass, p.velocity - mean, p.velocity - mean);
  }
  return sum;
}

}  // namespace

PrincipalValues principal_values(const Mat3& tensor, int dimension) {
  Mat3 symmetric;
  for (int i = 0; i < dimension; ++i) {
    for (int j = 0; j < dimension; ++j) {
      symmetric.row[i][j] = 0.5 * (tensor.row[i][j] + tensor.row[j][i]);
    }
  }
  const SymmetricEigen eigen = symmetric_eigen(symmetric);
  PrincipalValues result;
  int next = 0;
  for (int k = 2; k >= 0; --k) {
    // In the plane one of the three directions is z, wherever its zero comes among the values.
    if (dimension == 2 && std::fabs(eigen.vectors[k].z) > 0.5) continue;
    result.value[static_cast<std::size_t>(next)] = eigen.values[k];
    result.direction[static_cast<std::size_t>(next)] = eigen.vectors[k];
    ++next;
  }
  return result;
}

Result<Fabric> fabric(std::span<const Vec3> normals, int dimension) {
  if (normals.empty()) return Error{"no contact between particles lies in the box"};
  Fabric f;
  f.contacts = normals.size();
  for (const Vec3& n : normals) add_product(f.tensor, 1, n, n);
  divide(f.tensor, static_cast<Real>(f.contacts));
  f.principal = principal_values(f.tensor, dimension);
  Real squares = 0;  // of the deviator
  for (int k = 0; k < dimension; ++k) {
    const Real part = f.principal.value[static_cast<std::size_t>(k)] - 1.0 / dimension;
    squares += part * part;
  }
  f.anisotropy = dimension == 2 ? 4 * std::sqrt(squares / 2) : 7.5 * std::sqrt(1.5 * squares);
  return f;
}

std::vector<Vec3> normals_in_box(const Packing& packing, const Bounds& box) {
  std::vector<Vec3> normals;
  for (const PackedContact& contact : packing.contacts) {
    if (contact.leads && contact.a != wall && contact.b != wall &&
        is_inside(box, contact.position, packing.periodic, packing.dimension)) {
      normals.push_back(contact.normal);
    }
  }
  return normals;
}

Result<Stress> stress(const Packing& packing, const Bounds& box) {
  Stress s;
  s.volume = box_volume(box, packing.dimension);
  if (!(s.volume > 0)) return Error{"the box is empty"};
  const auto add_side = [&](std::uint32_t particle, Vec3 branch, Vec3 force_on_it) {
    if (particle == wall) return;
    const Real share =
        share_in_box(packing.particles[particle].position, branch, box, packing.periodic, packing.dimension);
    // A force that pushes points against its branch.
    add_product(s.tensor, -share, force_on_it, branch);
  };
  for (const PackedContact& contact : packing.contacts) {
    add_side(contact.a, contact.branch_a, -contact.force);
    add_side(contact.b, contact.branch_b, contact.force);
  }
  divide(s.tensor, s.volume);
  s.kinetic = kinetic_sum(packing, box);
  divide(s.kinetic, s.volume);
  s.principal = principal_values(s.tensor, packing.dimension);
  const auto& v = s.principal.value;
  for (int k = 0; k < packing.dimension; ++k) s.mean += v[static_cast<std::size_t>(k)] / packing.dimension;
  if (packing.dimension == 2) {
    s.deviator = 0.5 * (v[0] - v[1]);
  } else {
    Real squares = 0;
    for (const Real value : v) squares += (value - s.mean) * (value - s.mean);
    s.deviator = std::sqrt(1.5 * squares);
  }
  return s;
}

Real box_volume(const Bounds& box, int dimension) {
  Real volume = 1;
  for (int i = 0; i < dimension; ++i) volume *= std::max(0.0, box.upper[i] - box.lower[i]);
  return volume;
}

Real share_in_box(Vec3 start, Vec3 way, const Bounds& box, const Periodic& periodic, int dimension) {
  Real from = 0, to = 1;
  for (int i = 0; i < dimension; ++i) {
    if (periodic.axis[i]) continue;
    if (way[i] == 0) {
      if (start[i] < box.lower[i] || start[i] > box.upper[i]) return 0;
      continue;
    }
    const Real low = (box.lower[i] - start[i]) / way[i], high = (box.upper[i] - start[i]) / way[i];
    from = std::max(from, std::min(low, high));
    to = std::min(to, std::max(low, high));
  }
  return std::max(0.0, to - from);
}

bool is_inside(const Bounds& box, Vec3 point, const Periodic& periodic, int dimension) {
  for (int i = 0; i < dimension; ++i) {
    if (!periodic.axis[i] && (point[i] < box.lower[i] || point[i] > box.upper[i])) return false;
  }
  return true;
}

}  // namespace scree
