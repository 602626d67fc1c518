// Places for the particles of a fill: in the cells of a lattice, or at random without overlap.
#pragma once

#include <scree/shape.hpp>

#include <cstddef>
#include <vector>

#include "math/random.hpp"
#include "scene/scene_build.hpp"

namespace scree {

// A box along the axes, or a cylinder. In the plane a rectangle or a circle: nothing about z then counts, and
// places have z = 0.
struct Region {
  bool cylinder = false;
  bool planar = false;
  Bounds box;       // m; of the cylinder: around it
  Vec3 base;        // m, middle of the cylinder's bottom
  Vec3 axis;        // unit
  Real radius = 0;  // m
  Real height = 0;  // m
};

Region box_region(Vec3 lower, Vec3 upper);
Region cylinder_region(Vec3 base, Vec3 axis, Real radius, Real height);
// The same in the plane.
Region rectangle_region(Vec3 lower, Vec3 upper);
Region circle_region(Vec3 centre, Real radius);
Real volume(const Region& region);  // m3; in the plane the area, m2
// Whether a ball lies wholly inside.
bool holds(const Region& region, const Ball& ball);

// How many cells of a lattice lie in the region, counted up to `limit`, and their middles: x runs fastest,
// z slowest.
std::vector<Vec3> lattice_places(const Region& region, Vec3 spacing, std::size_t limit);

// A random place for each ball of the given radii, such that no two balls overlap, nor any with those that
// are there before. The largest are placed first. Stops at the first ball that finds no place after
// `tries` attempts: then fewer places come back than were asked for, and `placed` counts them.
struct RandomPlaces {
  std::vector<Vec3> centres;  // by ball
  std::size_t placed = 0;
};
RandomPlaces random_places(const Region& region, const std::vector<Real>& radii,
                           const std::vector<Ball>& before, std::vector<Random>& random, int tries);

}  // namespace scree
