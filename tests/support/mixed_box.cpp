#include "support/mixed_box.hpp"

#include "math/random.hpp"

namespace scree::testing {
namespace {

// About `size` (m) across.
Shape mixed_shape(int kind, Real size) {
  switch (kind) {
    case 0:
    case 1:
      return must(make_tetrahedron(0.8 * size));
    case 2:
    case 3:
      return must(make_pyramid(0.7 * size, 0.6 * size));
    case 4:
      return must(make_box({0.6 * size, 0.6 * size, 0.6 * size}));
    case 5:
    case 6:
      return must(make_tetrakis_cube(0.5 * size, 0.15 * size));
    default:
      return size < 0.035 ? must(make_sphere(0.5 * size))
                          : must(make_superellipsoid({0.5 * size, 0.4 * size, 0.35 * size}, 0.8, 0.9));
  }
}

}  // namespace

std::vector<MixedParticle> mixed_particles(int count, int across, Real cell, std::uint64_t seed) {
  std::vector<MixedParticle> particles;
  for (int k = 0; k < count; ++k) {
    Random random{seed, static_cast<std::uint64_t>(k)};
    MixedParticle p;
    p.shape = mixed_shape(k % 8, uniform(random, 0.02, 0.05));
    p.pose.rotation = rotation(random);
    const int row = k / across;
    const int layer = row / across;
    const Vec3 centre = cell * Vec3{k % across + 0.5, row % across + 0.5, layer + 0.5};
    p.pose.translation = centre - rotate(p.pose.rotation, p.shape.mass.centroid);
    p.velocity = 0.3 * unit_vector(random);
    particles.push_back(p);
  }
  return particles;
}

World mixed_box(const std::vector<MixedParticle>& particles, Vec3 room, const SimulationSettings& settings) {
  World world = make_world(settings, rock);
  add_room(world, room);
  for (const MixedParticle& p : particles) add_body(world, p.shape, p.pose, {p.velocity, {}});
  return world;
}

}  // namespace scree::testing
