// Places for particles. Random ones by random sequential addition of the balls around them.
#include "scene/fill_places.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <unordered_map>

namespace scree {
namespace {

// Balls by the cells of a grid that they reach into, so that small ones need not look at many others
// beside a large one.
class BallGrid {
 public:
  BallGrid(Vec3 origin, Real cell) : origin_(origin), cell_(cell) {}

  void add(const Ball& ball) {
    const auto index = static_cast<std::uint32_t>(balls_.size());
    balls_.push_back(ball);
    if (ball.radius > most_cells * cell_) return large_.push_back(index);
    for_cells(ball, [&](std::uint64_t key) {
      cells_[key].push_back(index);
      return true;
    });
  }

  [[nodiscard]] bool is_free(const Ball& ball) const {
    if (meets(ball, large_)) return false;
    return for_cells(ball, [&](std::uint64_t key) {
      const auto found = cells_.find(key);
      return found == cells_.end() || !meets(ball, found->second);
    });
  }

  // A ball's radius in cells; larger ones are kept apart and looked at each time.
  static constexpr Real most_cells = 25;

 private:
  [[nodiscard]] bool meets(const Ball& ball, const std::vector<std::uint32_t>& others) const {
    return std::any_of(others.begin(), others.end(), [&](std::uint32_t other) {
      const Real reach = ball.radius + balls_[other].radius;
      return norm_squared(ball.centre - balls_[other].centre) < reach * reach;
    });
  }

  // f(key) for the cells of the ball's box, as long as it says true. Keys of distant cells may be equal,
  // which costs time only.
  template <class F>
  bool for_cells(const Ball& ball, F&& f) const {
    std::int64_t low[3], high[3];
    for (int i = 0; i < 3; ++i) {
      const Real from_origin = ball.centre[i] - origin_[i];
      low[i] = cell_of(from_origin - ball.radius);
      high[i] = cell_of(from_origin + ball.radius);
    }
    for (std::int64_t z = low[2]; z <= high[2]; ++z) {
      for (std::int64_t y = low[1]; y <= high[1]; ++y) {
        for (std::int64_t x = low[0]; x <= high[0]; ++x) {
          constexpr std::uint64_t mask = (std::uint64_t{1} << 21) - 1;
          const std::uint64_t key = (static_cast<std::uint64_t>(x) & mask) << 42 |
                                    (static_cast<std::uint64_t>(y) & mask) << 21 |
                                    (static_cast<std::uint64_t>(z) & mask);
          if (!f(key)) return false;
        }
      }
    }
    return true;
  }

  // Where cells are too many to count, those beyond count as one.
  [[nodiscard]] std::int64_t cell_of(Real x) const {
    constexpr Real last = 0x1p60;
    return static_cast<std::int64_t>(std::clamp(std::floor(x / cell_), -last, last));
  }

  Vec3 origin_;
  Real cell_;
  std::vector<Ball> balls_;
  std::vector<std::uint32_t> large_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells_;
};

// A unit vector across a unit vector.
Vec3 across(Vec3 axis) {
  const Vec3 other = std::abs(axis.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  return normalized(cross(axis, other));
}

// Whether any place in the region holds a ball of the radius.
bool can_hold(const Region& region, Real radius) {
  if (region.cylinder) return radius <= region.radius && (region.planar || 2 * radius <= region.height);
  const Vec3 d = region.box.upper - region.box.lower;
  return 2 * radius <= std::min({d.x, d.y, region.planar ? d.x : d.z});
}

// Uniform over the centres of balls inside the region.
Vec3 random_centre(const Region& region, Real radius, Random& random) {
  const Real a = uniform(random);
  const Real b = uniform(random);
  const Real c = uniform(random);
  if (!region.cylinder) {
    const Vec3 d = region.box.upper - region.box.lower;
    const auto along = [&](int i, Real u) { return region.box.lower[i] + radius + (d[i] - 2 * radius) * u; };
    return {along(0, a), along(1, b), region.planar ? 0 : along(2, c)};
  }
  const Vec3 u = across(region.axis);
  const Vec3 v = cross(region.axis, u);
  const Real r = (region.radius - radius) * std::sqrt(a);
  const Real angle = 2 * std::numbers::pi * b;
  if (region.planar) return region.base + r * Vec3{std::cos(angle), std::sin(angle), 0};
  return region.base + (radius + (region.height - 2 * radius) * c) * region.axis +
         r * (std::cos(angle) * u + std::sin(angle) * v);
}

bool reaches(const Bounds& box, const Ball& ball) {
  for (int i = 0; i < 3; ++i) {
    if (ball.centre[i] + ball.radius < box.lower[i] || ball.centre[i] - ball.radius > box.upper[i])
      return false;
  }
  return true;
}

}  // namespace

Region box_region(Vec3 lower, Vec3 upper) {
  Region region;
  region.box = {lower, upper};
  return region;
}

Region cylinder_region(Vec3 base, Vec3 axis, Real radius, Real height) {
  Region region{.cylinder = true,
                .planar = false,
                .box = {},
                .base = base,
                .axis = axis,
                .radius = radius,
                .height = height};
  const Vec3 top = base + height * axis;
  for (int i = 0; i < 3; ++i) {
    const Real reach = radius * std::sqrt(std::max(Real{0}, 1 - axis[i] * axis[i]));
    region.box.lower[i] = std::min(base[i], top[i]) - reach;
    region.box.upper[i] = std::max(base[i], top[i]) + reach;
  }
  return region;
}

Region rectangle_region(Vec3 lower, Vec3 upper) {
  Region region = box_region(lower, upper);
  region.planar = true;
  return region;
}

Region circle_region(Vec3 centre, Real radius) {
  Region region = cylinder_region(centre, {0, 0, 1}, radius, 0);
  region.planar = true;
  return region;
}

Real volume(const Region& region) {
  const Vec3 d = region.box.upper - region.box.lower;
  const Real base = region.cylinder ? std::numbers::pi * region.radius * region.radius : d.x * d.y;
  if (region.planar) return base;
  return base * (region.cylinder ? region.height : d.z);
}

bool holds(const Region& region, const Ball& ball) {
  if (region.cylinder) {
    const Vec3 from_base = ball.centre - region.base;
    const Real along = dot(from_base, region.axis);
    const Real from_axis = norm(from_base - along * region.axis);
    const bool between_ends = region.planar || (along >= ball.radius && along <= region.height - ball.radius);
    return between_ends && from_axis <= region.radius - ball.radius;
  }
  for (int i = 0; i < (region.planar ? 2 : 3); ++i) {
    if (ball.centre[i] - ball.radius < region.box.lower[i]) return false;
    if (ball.centre[i] + ball.radius > region.box.upper[i]) return false;
  }
  return true;
}

std::vector<Vec3> lattice_places(const Region& region, Vec3 spacing, std::size_t limit) {
  // Rounding must not cost a layer where the spacing divides the length.
  constexpr Real slack = 1e-9;
  std::vector<Vec3> places;
  const int axes = region.planar ? 2 : 3;
  std::int64_t count[3] = {1, 1, 1};
  for (int i = 0; i < axes; ++i) {
    const Real cells = (region.box.upper[i] - region.box.lower[i]) / spacing[i] + slack;
    count[i] = static_cast<std::int64_t>(std::min(cells, 1e9));
  }
  if (count[0] < 1 || count[1] < 1 || count[2] < 1) return places;
  const Real half = 0.5 * std::max({spacing.x, spacing.y, region.planar ? 0 : spacing.z}) * (1 - slack);
  // A cylinder leaves cells of its box out; a thin one that leans may leave out nearly all of them.
  const std::int64_t most_cells = static_cast<std::int64_t>(limit) * 100 + 10'000'000;
  std::int64_t looked = 0;
  for (std::int64_t z = 0; z < count[2]; ++z) {
    for (std::int64_t y = 0; y < count[1]; ++y) {
      for (std::int64_t x = 0; x < count[0]; ++x) {
        if (places.size() == limit || ++looked > most_cells) return places;
        const Vec3 cell{static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(z)};
        Vec3 place = region.box.lower;
        for (int i = 0; i < axes; ++i) place[i] += (cell[i] + 0.5) * spacing[i];
        if (!region.cylinder || holds(region, {place, half})) places.push_back(place);
      }
    }
  }
  return places;
}

RandomPlaces random_places(const Region& region, const std::vector<Real>& radii,
                           const std::vector<Ball>& before, std::vector<Random>& random, int tries) {
  RandomPlaces places;
  places.centres.resize(radii.size());
  if (radii.empty()) return places;
  std::vector<std::size_t> order(radii.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return radii[a] > radii[b]; });
  // Cells of a mean ball, but not so small that the largest one is kept apart.
  const Real mean =
      2 * std::accumulate(radii.begin(), radii.end(), Real{0}) / static_cast<Real>(radii.size());
  BallGrid grid(region.box.lower, std::max(mean, 1.01 * radii[order[0]] / BallGrid::most_cells));
  for (const Ball& ball : before) {
    if (reaches(region.box, ball)) grid.add(ball);
  }
  for (const std::size_t i : order) {
    if (!can_hold(region, radii[i])) return places;
    bool found = false;
    for (int attempt = 0; attempt < tries && !found; ++attempt) {
      const Ball ball{random_centre(region, radii[i], random[i]), radii[i]};
      found = grid.is_free(ball);
      if (found) {
        grid.add(ball);
        places.centres[i] = ball.centre;
      }
    }
    if (!found) return places;
    ++places.placed;
  }
  return places;
}

}  // namespace scree
