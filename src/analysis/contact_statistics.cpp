#include "analysis/contact_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace scree {

Result<Coordination> coordination(const Packing& packing) {
  if (packing.particles.empty()) return Error{"there are no particles"};
  std::vector<std::uint32_t> touched(packing.particles.size(), 0);
  std::uint64_t sides = 0, sides_of_particles = 0;
  for (const PackedPair& pair : packing.pairs) {
    for (const std::uint32_t i : {pair.a, pair.b}) {
      if (i == wall) continue;
      ++touched[i];
      ++sides;
    }
    if (pair.a != wall && pair.b != wall) sides_of_particles += 2;
  }
  Coordination c;
  const auto count = static_cast<Real>(packing.particles.size());
  c.mean = static_cast<Real>(sides) / count;
  c.mean_of_particles = static_cast<Real>(sides_of_particles) / count;
  c.particles.assign(*std::max_element(touched.begin(), touched.end()) + std::size_t{1}, 0);
  for (const std::uint32_t n : touched) ++c.particles[n];
  c.without = c.particles[0];
  c.with_one = c.particles.size() > 1 ? c.particles[1] : 0;
  const Real bearing = count - static_cast<Real>(c.without + c.with_one);
  if (bearing > 0) c.mechanical = static_cast<Real>(sides - c.with_one) / bearing;
  return c;
}

Result<ForceDistribution> force_distribution(const Packing& packing) {
  ForceDistribution d;
  Real tangential = 0;
  for (const PackedPair& pair : packing.pairs) {
    d.mean += pair.normal_force;
    tangential += pair.tangential_force;
    d.largest = std::max(d.largest, pair.normal_force);
  }
  d.pairs = packing.pairs.size();
  if (d.pairs == 0) return Error{"there are no contacts"};
  const auto count = static_cast<Real>(d.pairs);
  d.mean /= count;
  if (!(d.mean > 0)) return Error{"the contacts carry no force"};
  d.mean_tangential = tangential / count;
  const auto bins = static_cast<std::size_t>(
      std::clamp(std::floor(d.largest / d.mean / force_bin) + 1, 1.0, most_force / force_bin));
  d.normal = d.tangential = {0, force_bin, std::vector<std::uint64_t>(bins, 0)};
  Real squares = 0;
  for (const PackedPair& pair : packing.pairs) {
    squares += (pair.normal_force - d.mean) * (pair.normal_force - d.mean);
    add(d.normal, pair.normal_force / d.mean);
    add(d.tangential, pair.tangential_force / d.mean);
  }
  d.deviation = std::sqrt(squares / count);
  return d;
}

ContactTypes contact_types(const Packing& packing) {
  ContactTypes types;
  for (const PackedContact& contact : packing.contacts) {
    ++types.points[static_cast<std::size_t>(contact.type)];
    ++types.all;
    if (contact.slides) ++types.sliding;
  }
  return types;
}

}  // namespace scree
