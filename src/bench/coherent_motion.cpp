#include "bench/coherent_motion.hpp"

#include <scree/contact.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/must.hpp"
#include "bench/turns.hpp"
#include "math/random.hpp"

namespace scree::bench {
namespace {

constexpr Real pi = 3.14159265358979323846;

// B's state, seen from A's centre in A's axes.
struct Body {
  Vec3 position, velocity;  // m, m/s, of the centroid
  Quat rotation;
  Vec3 spin;         // rad/s
  Real mass = 0;     // kg
  Real inertia = 0;  // kg m2: the mean of the principal moments, so that no axis is special
};

// A vector that turns steadily about an axis.
struct TurningVector {
  Vec3 start, axis;
  Real rate = 0;  // rad/s
};
TurningVector turning_vector(Random& random) {
  const Vec3 axis = unit_vector(random);
  const Vec3 start = unit_vector(random);
  return {start, axis, uniform(random, 20, 80)};
}
Vec3 at(const TurningVector& v, Real time) {
  const Real half = 0.5 * v.rate * time;
  const Real s = std::sin(half);
  return rotate(Quat{std::cos(half), s * v.axis.x, s * v.axis.y, s * v.axis.z}, v.start);
}

// What stands for B's other neighbours. Accelerations in units of `load`.
struct Neighbours {
  TurningVector side, twist;
  Real rate = 0, phase = 0;  // of the push towards A, rad/s and rad
};
Real push(const Neighbours& n, Real time) { return 1 + std::sin(n.rate * time + n.phase); }

struct Touch {
  Real gap = 0;  // m, signed
  Vec3 normal, point;
};

class PairMotion {
 public:
  PairMotion(const Shape& a, const Shape& b, const MotionSettings& settings, Random random)
      : a_(a), b_(b), settings_(settings), size_(std::max(a.size, b.size)) {
    body_.mass = settings.density * b.mass.volume;
    const Mat3& i = b.mass.inertia;
    body_.inertia = settings.density * (i.row[0].x + i.row[1].y + i.row[2].z) / 3;
    body_.velocity = uniform(random, 0, settings.speed) * unit_vector(random);
    body_.spin = uniform(random, 0, settings.spin) * unit_vector(random);
    neighbours_.side = turning_vector(random);
    neighbours_.twist = turning_vector(random);
    neighbours_.rate = uniform(random, 40, 120);
    neighbours_.phase = uniform(random, 0, 2 * pi);
    const Real gap = (settings.standoff + uniform(random, 0, settings.largest_gap)) * size_;
    if (settings.face_to_face) {
      approach(lay_on_face(random), gap);
    } else {
      body_.rotation = scree::rotation(random);
      approach(unit_vector(random), gap);
    }
  }

  Pose pose() const {
    return {body_.rotation, a_.centre + body_.position - rotate(body_.rotation, b_.centre)};
  }

  void step() {
    const Touch contact = touch();
    Vec3 force =
        body_.mass * settings_.load * neighbour_push(contact.gap) - (body_.mass / drag_time) * body_.velocity;
    Vec3 moment = twist_arm * size_ * body_.mass * settings_.load * at(neighbours_.twist, time_) -
                  (body_.inertia / drag_time) * body_.spin;
    add_contact(contact, force, moment);
    const Real dt = settings_.time_step;
    body_.velocity += (dt / body_.mass) * force;
    body_.spin += (dt / body_.inertia) * moment;
    body_.position += dt * body_.velocity;
    const Vec3 turn = 0.5 * dt * body_.spin;
    body_.rotation = normalized(Quat{1, turn.x, turn.y, turn.z} * body_.rotation);
    time_ += dt;
  }

 private:
  Touch touch() {
    Contact contact;
    query(Algorithm::gjk_epa, a_, b_, pose(), {}, cache_, contact);
    return {contact.distance, contact.normal, 0.5 * (contact.point_a + contact.point_b) - a_.centre};
  }

  // Turns a face of B towards a face of A; returns the direction from A's centre to a point of that face.
  Vec3 lay_on_face(Random& random) {
    const Polyhedron& a = *a_.core;
    const Polyhedron& b = *b_.core;
    const int face = uniform_index(random, static_cast<int>(a.face_planes.size()));
    const Vec3 up = a.face_planes[face].normal;
    const Vec3 down = b.face_planes[uniform_index(random, static_cast<int>(b.face_planes.size()))].normal;
    const Quat tilt = rotation_about(unit_vector(random), uniform(random, 0, 2 * pi / 180));
    const Quat twist = rotation_about(up, uniform(random, 0, 2 * pi));
    body_.rotation = normalized(tilt * twist * rotation_between(down, -up));
    Vec3 point;
    for (int k = a.face_begin[face]; k < a.face_begin[face + 1]; ++k) {
      point += uniform(random, 0.5, 1) * a.vertices[a.face_vertices[k]];
    }
    return normalized(point);
  }

  // From far out along `direction` to the wanted gap. The gap never shrinks by more than the way made, so
  // the approach stops short of it, never beyond.
  void approach(Vec3 direction, Real gap) {
    body_.position = (a_.size + b_.size) * direction;
    for (int i = 0; i < 60; ++i) body_.position -= (touch().gap - gap) * direction;
  }

  // The neighbours push towards A and sideways, and close in on B when it leaves its place beside A.
  Vec3 neighbour_push(Real gap) const {
    const Real strayed = std::max(Real{0}, gap / size_ - settings_.standoff) / cage;
    return (push(neighbours_, time_) + strayed) * -normalized(body_.position) + at(neighbours_.side, time_);
  }

  // A damped spring that only pushes, and friction that opposes sliding.
  void add_contact(const Touch& t, Vec3& force, Vec3& moment) const {
    const Real depth = settings_.standoff * size_ - t.gap;
    if (!(depth > 0)) return;
    const Vec3 arm = t.point - body_.position;
    const Vec3 velocity = body_.velocity + cross(body_.spin, arm);
    const Real approach_speed = -dot(velocity, t.normal);
    const Real dashpot = 2 * damping_ratio * std::sqrt(settings_.stiffness * body_.mass);
    const Real normal_force = std::max(Real{0}, settings_.stiffness * depth + dashpot * approach_speed);
    const Vec3 sliding = velocity + approach_speed * t.normal;
    const Real speed = norm(sliding);
    Vec3 total = normal_force * t.normal;
    if (speed > 0) total -= (std::min(settings_.friction * normal_force, dashpot * speed) / speed) * sliding;
    force += total;
    moment += cross(arm, total);
  }

  static constexpr Real damping_ratio = 0.2;  // of the critical damping
  static constexpr Real drag_time = 0.05;     // s: the crowd slows B down
  static constexpr Real twist_arm = 0.05;     // of the neighbours' moment (x size)
  static constexpr Real cage = 0.02;          // a gap at which the push towards A grows by `load` (x size)

  const Shape& a_;
  const Shape& b_;
  const MotionSettings& settings_;
  Real size_;
  Body body_;
  Neighbours neighbours_;
  PairCache cache_;
  Real time_ = 0;
};

}  // namespace

std::vector<Pose> coherent_motion(const Shape& a, const Shape& b, const MotionSettings& settings,
                                  std::uint64_t seed, std::uint64_t index) {
  PairMotion motion(a, b, settings, Random{seed, index});
  std::vector<Pose> path;
  path.reserve(settings.steps);
  for (int i = 0; i < settings.steps; ++i) {
    path.push_back(motion.pose());
    motion.step();
  }
  return path;
}

const char* flow_shape_name(int which) {
  constexpr std::array<const char*, flow_shape_count> names{"tetrahedron", "pyramid", "cube", "14 vertices"};
  return names[which];
}

Shape flow_shape(int which, Real diameter) {
  const auto unit = [&] {
    switch (which) {
      case 0:
        return must(make_tetrahedron(1));
      case 1:
        return must(make_pyramid(1, 1));
      case 2:
        return must(make_box({1, 1, 1}));
      default:
        return must(make_tetrakis_cube(1, 0.25));
    }
  };
  const Shape shape = unit();
  return must(scaled(shape, diameter / std::cbrt(6 * shape.mass.volume / pi)));
}

Real flow_diameter(std::uint64_t seed, std::uint64_t index) {
  Random random{seed, index};
  return uniform_index(random, 2) == 0 ? uniform(random, 0.020, 0.038) : uniform(random, 0.038, 0.050);
}

}  // namespace scree::bench
