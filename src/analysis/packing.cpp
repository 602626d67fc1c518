#include "analysis/packing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "analysis/long_axis.hpp"
#include "model/model.hpp"

namespace scree {
namespace {

// Normals of one patch differ by rounding only.
constexpr Real same_normal = 1e-6;

// The particle's number of each body, or `wall`; and where each body is in the frame.
struct Numbers {
  std::vector<std::uint32_t> particle, place;
};

Numbers number_bodies(const FrameScene& scene, const Frame& frame) {
  Numbers numbers{std::vector<std::uint32_t>(body_count(scene), wall),
                  std::vector<std::uint32_t>(body_count(scene), 0)};
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < frame.body.size(); ++i) {
    const std::uint32_t body = frame.body[i];
    numbers.place[body] = static_cast<std::uint32_t>(i);
    if (scene.mobility[body] == Mobility::dynamic) numbers.particle[body] = count++;
  }
  return numbers;
}

void add_particles(const FrameScene& scene, const Frame& frame, Packing& packing) {
  for (std::size_t i = 0; i < frame.body.size(); ++i) {
    const std::uint32_t body = frame.body[i];
    if (scene.mobility[body] != Mobility::dynamic) continue;
    PackedParticle particle{
        frame.position[i], frame.velocity[i], scene.mass[body], scene.volume[body], {}, false};
    if (const auto axis = long_axis(scene, body)) {
      particle.long_axis = rotate(frame.orientation[i], *axis);
      particle.is_long = true;
    }
    packing.particles.push_back(particle);
  }
}

// The points are of one pair of bodies.
void add_contacts(const FrameScene& scene, const Frame& frame, const Numbers& numbers,
                  std::span<const FramePoint> points, Packing& packing) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const FramePoint& point = points[i];
    const auto branch = [&](std::uint32_t body) {
      return numbers.particle[body] == wall
                 ? Vec3{}
                 : nearest_image(scene.periodic, point.position - frame.position[numbers.place[body]]);
    };
    const auto before = points.first(i);
    const bool leads = std::none_of(before.begin(), before.end(), [&](const FramePoint& other) {
      return norm(other.normal - point.normal) <= same_normal;
    });
    packing.contacts.push_back({numbers.particle[point.a], numbers.particle[point.b], point.type,
                                point.slides, leads, branch(point.a), branch(point.b), point.position,
                                point.normal, point.force});
  }
}

Real tangential_force(std::span<const FramePoint> points) {
  Vec3 sum;
  for (const FramePoint& point : points) sum += point.force - dot(point.force, point.normal) * point.normal;
  return norm(sum);
}

}  // namespace

Packing make_packing(const FrameScene& scene, const Frame& frame) {
  Packing packing;
  packing.dimension = scene.dimension;
  packing.periodic = scene.periodic;
  packing.gravity = scene.gravity;
  packing.has_forces = !frame.points.empty() || frame.pairs.empty();
  const Numbers numbers = number_bodies(scene, frame);
  add_particles(scene, frame, packing);
  std::size_t next = 0;
  for (const FramePair& pair : frame.pairs) {
    const std::size_t begin = next;
    while (next < frame.points.size() && frame.points[next].a == pair.a && frame.points[next].b == pair.b) {
      ++next;
    }
    const std::span<const FramePoint> points = std::span(frame.points).subspan(begin, next - begin);
    const std::uint32_t a = numbers.particle[pair.a], b = numbers.particle[pair.b];
    if (a == wall && b == wall) continue;
    packing.pairs.push_back({a, b, pair.normal_force, tangential_force(points)});
    add_contacts(scene, frame, numbers, points, packing);
    if (points.empty())
      packing.contacts.push_back({a, b, pair.type, pair.slides, true, {}, {}, pair.position, {}, {}});
  }
  return packing;
}

Real mean_diameter(const Packing& packing) {
  if (packing.particles.empty()) return 0;
  Real volume = 0;
  for (const PackedParticle& particle : packing.particles) volume += particle.volume;
  volume /= static_cast<Real>(packing.particles.size());
  constexpr Real pi = std::numbers::pi;
  return packing.dimension == 2 ? 2 * std::sqrt(volume / pi) : std::cbrt(6 * volume / pi);
}

Upwards upwards(int dimension, Vec3 gravity) {
  Upwards up{dimension - 1, 1};
  for (int i = 0; i < dimension; ++i) {
    if (std::fabs(gravity[i]) > std::fabs(gravity[up.axis])) up.axis = i;
  }
  if (gravity[up.axis] > 0) up.sign = -1;
  return up;
}

}  // namespace scree
