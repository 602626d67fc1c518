#include "analysis/angle_of_repose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace scree {
namespace {

constexpr Real fitted_from = 0.8, fitted_to = 0.2;  // of the height
constexpr Real left_out = 0.2;                      // of a level surface's length, at each end
constexpr std::size_t least_places = 3;             // on a line
constexpr Real least_height = 3;                    // mean diameters
constexpr Real least_explained = 0.8;
constexpr Real points_per_diameter = 2;
constexpr std::size_t most_points = 16'000'000;

Real median(std::vector<Real> values) {
  const std::size_t middle = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle), values.end());
  const Real upper = values[middle];
  if (values.size() % 2 == 1) return upper;
  return 0.5 *
         (upper + *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle)));
}

Real quantile(std::vector<Real> values, Real share) {
  const auto place = static_cast<std::size_t>(share * static_cast<Real>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(place), values.end());
  return values[place];
}

// Heights above the points of a level grid; u and v are the level coordinates.
struct HeightMap {
  Real low_u = 0, low_v = 0, spacing = 1;
  std::size_t across_u = 1, across_v = 1;
  Real base = 0;  // where there is nothing
  std::vector<Real> height;
  std::vector<bool> covered;

  [[nodiscard]] Real u(std::size_t i) const { return low_u + spacing * (static_cast<Real>(i) + 0.5); }
  [[nodiscard]] Real v(std::size_t j) const { return low_v + spacing * (static_cast<Real>(j) + 0.5); }
};

struct Ball {
  Real u, v, height, radius;
};

std::vector<Ball> balls_of(const Packing& packing, const Upwards& up) {
  std::vector<Ball> balls;
  constexpr Real pi = std::numbers::pi;
  const int first = up.axis == 0 ? 1 : 0;
  const int second = packing.dimension == 2 ? -1 : 3 - up.axis - first;
  for (const PackedParticle& p : packing.particles) {
    const Real radius = packing.dimension == 2 ? std::sqrt(p.volume / pi) : std::cbrt(0.75 * p.volume / pi);
    balls.push_back(
        {p.position[first], second < 0 ? 0 : p.position[second], up.sign * p.position[up.axis], radius});
  }
  return balls;
}

// Room for nearly all balls and half as much around them: a few that have rolled far away do not matter.
void lay_grid(const std::vector<Ball>& balls, int dimension, Real diameter, HeightMap& map) {
  const auto range = [&](Real Ball::*coordinate) {
    std::vector<Real> values;
    values.reserve(balls.size());
    for (const Ball& ball : balls) values.push_back(ball.*coordinate);
    const Real low = quantile(values, 0.02), high = quantile(values, 0.98);
    const Real more = 0.25 * (high - low) + diameter;
    return std::pair(low - more, high + more);
  };
  const auto [low_u, high_u] = range(&Ball::u);
  const auto [low_v, high_v] = dimension == 2 ? std::pair(0.0, 0.0) : range(&Ball::v);
  map.spacing = diameter / points_per_diameter;
  const auto count = [&](Real length) {
    return static_cast<std::size_t>(std::clamp(std::ceil(length / map.spacing), 1.0, Real{most_points}));
  };
  while (count(high_u - low_u) * count(high_v - low_v) > most_points) map.spacing *= 2;
  map.low_u = low_u;
  map.low_v = dimension == 2 ? -0.5 * map.spacing : low_v;
  map.across_u = count(high_u - low_u);
  map.across_v = count(high_v - low_v);
}

void put_ball(const Ball& ball, HeightMap& map) {
  const auto from = [&](Real value, std::size_t across) {
    return static_cast<std::size_t>(
        std::clamp(std::floor(value / map.spacing), 0.0, static_cast<Real>(across)));
  };
  const std::size_t i1 = from(ball.u + ball.radius - map.low_u + map.spacing, map.across_u);
  const std::size_t j1 = from(ball.v + ball.radius - map.low_v + map.spacing, map.across_v);
  for (std::size_t i = from(ball.u - ball.radius - map.low_u, map.across_u); i < i1; ++i) {
    for (std::size_t j = from(ball.v - ball.radius - map.low_v, map.across_v); j < j1; ++j) {
      const Real du = map.u(i) - ball.u, dv = map.v(j) - ball.v;
      const Real rise = ball.radius * ball.radius - du * du - dv * dv;
      if (rise < 0) continue;
      const std::size_t at = i * map.across_v + j;
      map.height[at] = std::max(map.height[at], ball.height + std::sqrt(rise));
      map.covered[at] = true;
    }
  }
}

HeightMap height_map(const Packing& packing, const Upwards& up, Real diameter) {
  const std::vector<Ball> balls = balls_of(packing, up);
  HeightMap map;
  lay_grid(balls, packing.dimension, diameter, map);
  std::vector<Real> bottoms;
  bottoms.reserve(balls.size());
  for (const Ball& ball : balls) bottoms.push_back(ball.height - ball.radius);
  map.base = quantile(std::move(bottoms), 0.01);
  map.height.assign(map.across_u * map.across_v, map.base);
  map.covered.assign(map.height.size(), false);
  for (const Ball& ball : balls) put_ball(ball, map);
  return map;
}

// Where the heap is highest: the middle of what rises above a fifth of its height.
std::pair<Real, Real> heap_axis(const HeightMap& map) {
  std::vector<Real> heights;
  for (std::size_t at = 0; at < map.height.size(); ++at) {
    if (map.covered[at]) heights.push_back(map.height[at]);
  }
  const Real top = heights.empty() ? map.base : quantile(std::move(heights), 0.99);
  const Real level = map.base + fitted_to * (top - map.base);
  Real sum = 0, sum_u = 0, sum_v = 0;
  for (std::size_t i = 0; i < map.across_u; ++i) {
    for (std::size_t j = 0; j < map.across_v; ++j) {
      const Real above = std::max(0.0, map.height[i * map.across_v + j] - level);
      sum += above;
      sum_u += above * map.u(i);
      sum_v += above * map.v(j);
    }
  }
  return sum > 0 ? std::pair(sum_u / sum, sum_v / sum) : std::pair(map.u(0), map.v(0));
}

// Medians by number of ring or strip; those without points are left out.
std::vector<Repose::Place> medians(std::vector<std::vector<Real>> heights, Real low, Real width) {
  std::vector<Repose::Place> places;
  for (std::size_t k = 0; k < heights.size(); ++k) {
    if (heights[k].empty()) continue;
    places.push_back({low + (static_cast<Real>(k) + 0.5) * width, median(std::move(heights[k])), false});
  }
  return places;
}

std::vector<Repose::Place> rings(const HeightMap& map, Real centre_u, Real centre_v, Real width) {
  std::vector<std::vector<Real>> heights;
  for (std::size_t i = 0; i < map.across_u; ++i) {
    for (std::size_t j = 0; j < map.across_v; ++j) {
      const auto ring =
          static_cast<std::size_t>(std::hypot(map.u(i) - centre_u, map.v(j) - centre_v) / width);
      if (ring >= heights.size()) heights.resize(ring + 1);
      heights[ring].push_back(map.height[i * map.across_v + j]);
    }
  }
  return medians(std::move(heights), 0, width);
}

std::vector<Repose::Place> strips(const HeightMap& map, bool along_u, Real width) {
  std::vector<std::vector<Real>> heights;
  const Real low = along_u ? map.low_u : map.low_v;
  for (std::size_t i = 0; i < map.across_u; ++i) {
    for (std::size_t j = 0; j < map.across_v; ++j) {
      if (!map.covered[i * map.across_v + j]) continue;
      const auto strip = static_cast<std::size_t>(((along_u ? map.u(i) : map.v(j)) - low) / width);
      if (strip >= heights.size()) heights.resize(strip + 1);
      heights[strip].push_back(map.height[i * map.across_v + j]);
    }
  }
  return medians(std::move(heights), low, width);
}

// The places that a heap's line goes through: outwards from the top, while they are of the flank's heights.
std::optional<Error> choose_flank(Real base, Real diameter, std::vector<Repose::Place>& surface) {
  const auto higher = [](const Repose::Place& a, const Repose::Place& b) { return a.height < b.height; };
  const auto top = std::max_element(surface.begin(), surface.end(), higher);
  const Real height = top->height - base;
  if (height < least_height * diameter) {
    return Error{fmt::format("the heap is only {:.2g} mean diameters high; {} are needed", height / diameter,
                             least_height)};
  }
  std::size_t count = 0;
  for (auto place = top; place != surface.end(); ++place) {
    if (place->height < base + fitted_to * height) break;
    if (place->height > base + fitted_from * height) continue;
    place->fitted = true;
    ++count;
  }
  if (count >= least_places) return std::nullopt;
  return Error{
      fmt::format("no slope: the surface falls from {:g} % to {:g} % of its height within {} mean "
                  "diameter{}; {} are needed",
                  100 * fitted_from, 100 * fitted_to, count, count == 1 ? "" : "s", least_places)};
}

std::optional<Error> choose_middle(Real diameter, std::vector<Repose::Place>& surface) {
  const auto lower = [](const Repose::Place& a, const Repose::Place& b) { return a.height < b.height; };
  const auto [lowest, highest] = std::minmax_element(surface.begin(), surface.end(), lower);
  const Real base = lowest->height, height = highest->height - base;
  const Real low = surface.front().distance, high = surface.back().distance;
  std::size_t count = 0;
  for (Repose::Place& place : surface) {
    const bool level = height < least_height * diameter;
    const Real along = high > low ? (place.distance - low) / (high - low) : 0;
    const Real up = height > 0 ? (place.height - base) / height : 0;
    place.fitted = level ? along >= left_out && along <= 1 - left_out : up >= fitted_to && up <= fitted_from;
    count += place.fitted ? 1 : 0;
  }
  if (count >= least_places) return std::nullopt;
  return Error{fmt::format("the slope is only {} mean diameters long; {} are needed", count, least_places)};
}

std::optional<Error> fit(Repose& repose) {
  std::vector<Real> x, y;
  for (const Repose::Place& place : repose.surface) {
    if (!place.fitted) continue;
    x.push_back(place.distance);
    y.push_back(place.height);
  }
  const FittedLine line = robust_line(x, y);
  repose.slope = line.slope;
  repose.at_zero = line.at_zero;
  repose.residual = line.residual;
  repose.angle = std::atan(std::fabs(line.slope));
  if (repose.kind != SurfaceKind::heap) return std::nullopt;
  if (line.slope >= 0 || line.explained < least_explained) {
    return Error{
        fmt::format("the flank is not straight: a line explains {:.2g} of the variance of heights, {} "
                    "are needed",
                    line.explained, least_explained)};
  }
  return std::nullopt;
}

}  // namespace

FittedLine robust_line(const std::vector<Real>& x, const std::vector<Real>& y) {
  std::vector<Real> slopes, rest;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      if (x[i] != x[j]) slopes.push_back((y[j] - y[i]) / (x[j] - x[i]));
    }
  }
  FittedLine line;
  line.slope = median(std::move(slopes));
  for (std::size_t i = 0; i < x.size(); ++i) rest.push_back(y[i] - line.slope * x[i]);
  line.at_zero = median(rest);
  Real mean = 0;
  for (const Real value : y) mean += value / static_cast<Real>(y.size());
  Real squares = 0, variance = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    squares += (rest[i] - line.at_zero) * (rest[i] - line.at_zero);
    variance += (y[i] - mean) * (y[i] - mean);
  }
  line.residual = std::sqrt(squares / static_cast<Real>(x.size()));
  line.explained = variance > 0 ? 1 - squares / variance : 0;
  return line;
}

Result<Repose> angle_of_repose(const Packing& packing, SurfaceKind kind) {
  if (packing.particles.empty()) return Error{"there are no particles"};
  const Upwards up = upwards(packing.dimension, packing.gravity);
  const int wanted = kind == SurfaceKind::y ? 1 : 0;
  if (kind != SurfaceKind::heap && (wanted == up.axis || wanted >= packing.dimension)) {
    return Error{fmt::format("{} is not a level axis", "xy"[wanted])};
  }
  const Real diameter = mean_diameter(packing);
  if (!(diameter > 0)) return Error{"the particles have no volume"};
  const HeightMap map = height_map(packing, up, diameter);
  Repose repose;
  repose.kind = kind;
  std::optional<Error> none;
  if (kind == SurfaceKind::heap) {
    const auto [u, v] = heap_axis(map);
    const int first = up.axis == 0 ? 1 : 0;
    repose.centre[first] = u;
    if (packing.dimension == 3) repose.centre[3 - up.axis - first] = v;
    repose.centre[up.axis] = up.sign * map.base;
    repose.surface = rings(map, u, v, diameter);
    none = choose_flank(map.base, diameter, repose.surface);
  } else {
    repose.surface = strips(map, wanted == (up.axis == 0 ? 1 : 0), diameter);
    if (repose.surface.empty()) return Error{"the surface is too small"};
    none = choose_middle(diameter, repose.surface);
  }
  if (!none) none = fit(repose);
  if (none) return *none;
  return repose;
}

}  // namespace scree
