// A body meets a wall: how fast it leaves, for every shape, restitution and law.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "support/bodies.hpp"

namespace {

using namespace scree;
using namespace scree::testing;

struct Drop {
  std::string label;
  Shape shape;
  Quat rotation;
};

// The regular dodecahedron, through a file.
Shape shape_of_mesh() {
  const TriangleMesh mesh = triangulate(must(make_dodecahedron(0.05)));
  const auto path = std::filesystem::path(::testing::TempDir()) / "scree_restitution.obj";
  {
    std::ofstream file(path);
    file.precision(17);
    for (const Vec3 v : mesh.vertices) file << "v " << v.x << ' ' << v.y << ' ' << v.z << '\n';
    for (const auto& t : mesh.triangles) {
      file << "f " << t[0] + 1 << ' ' << t[1] + 1 << ' ' << t[2] + 1 << '\n';
    }
  }
  Shape shape = must(read_polyhedron(path.string(), true));
  std::filesystem::remove(path);
  return shape;
}

std::vector<Drop> drops() {
  const Quat skew = turn({1, 2, 0.5}, 33);
  const Shape cube = must(make_box({0.1, 0.1, 0.1}));
  const Shape can = must(make_cylinder(0.04, 0.1));
  const Shape pebble = must(make_superellipsoid({0.06, 0.05, 0.04}, 0.7, 0.8));
  const Shape rounded =
      must(make_rounded_polyhedron({{0, 0, 0}, {0.1, 0, 0}, {0, 0.08, 0}, {0.02, 0.02, 0.07}}, 0.01));
  return {
      {"sphere", must(make_sphere(0.05)), skew},
      {"ellipsoid on its side", must(make_ellipsoid({0.03, 0.05, 0.06})), {}},
      {"ellipsoid", must(make_ellipsoid({0.03, 0.05, 0.06})), skew},
      {"superellipsoid", pebble, skew},
      {"cylinder on its end", can, {}},
      {"cylinder on its side", can, turn({1, 0, 0}, 90)},
      {"cylinder on its rim", can, turn({1, 0, 0}, 30)},
      {"capsule on its side", must(make_capsule(0.03, 0.08)), turn({0, 1, 0}, 90)},
      {"capsule", must(make_capsule(0.03, 0.08)), skew},
      {"cube on a face", cube, {}},
      {"cube on an edge", cube, on_edge()},
      {"cube on a tilted edge", cube, turn({1, 0, 0}, 20)},
      {"cube on a corner", cube, on_corner()},
      {"cube on a tilted corner", cube, skew},
      {"tetrahedron", must(make_tetrahedron(0.1)), skew},
      {"rounded polyhedron", rounded, skew},
      {"mesh", shape_of_mesh(), turn({1, 2, 0.5}, 20)},
  };
}

struct Rebound {
  Real error = 0;  // of the velocities after, over the speed before
  bool touched = false, parted = false;
};

// A wall without friction changes the velocity of the point that meets it from -v to e v. With the mass m'
// that the point shows along the normal (1/m' = 1/m + (r x n) . I^-1 (r x n)), the impulse is (1 + e) m' v.
Rebound drop(const Drop& what, bool on_box, const ContactParameters& contact, Real fraction, Real speed,
             ContactPoints points = ContactPoints::one) {
  World world =
      make_world({.gravity = {}, .time_step_fraction = fraction, .contact_points = points}, contact);
  if (on_box) {
    add_fixed(world, must(make_box({1, 1, 0.2})), at({0.01, 0.02, -0.1}));
  } else {
    add_floor(world);
  }
  const Real gap = 1e-6;
  const BodyId body = scree::testing::add_body(world, what.shape, hovering(what.shape, what.rotation, gap),
                                               {{0, 0, -speed}, {}});
  const Mat3 inertia_before = inertia(world, body);
  const Real mass = world.solid[body].volume;
  Vec3 arm;
  Rebound result;
  for (int k = 0; k < 20000 && !result.parted; ++k) {
    world.simulation.step();
    const auto contacts = world.simulation.contacts();
    if (!contacts.empty() && !result.touched) {
      for (const ContactReport& c : contacts) arm += c.position / static_cast<Real>(contacts.size());
      arm -= world.simulation.state(body).centre;
      result.touched = true;
    }
    result.parted = result.touched && contacts.empty();
  }
  const Vec3 n{0, 0, 1};
  const Vec3 turning = inverse_times(inertia_before, cross(arm, n));
  const Real effective = 1 / (1 / mass + dot(turning, cross(arm, n)));
  const Real impulse = (1 + contact.restitution) * effective * speed;
  const BodyState s = world.simulation.state(body);
  const Vec3 velocity = Vec3{0, 0, -speed} + (impulse / mass) * n;
  result.error = norm(s.velocity - velocity) / speed;
  // Velocities of the body's border, so that both errors have one unit.
  result.error =
      std::fmax(result.error, norm(s.angular_velocity - impulse * turning) * 0.5 * what.shape.size / speed);
  return result;
}

class Restitution : public ::testing::TestWithParam<std::tuple<Real, Real, bool>> {};

// The time step is a 50th of the stable one, w dt = 0.03: a scheme of second order leaves about its square,
// 1e-3. While they touch, for pi sqrt(m / k) ~ 0.3 ms, the bodies turn by less than 1e-3 rad, which changes
// the mass along the normal as little.
TEST_P(Restitution, IsWhatWasAskedFor) {
  const auto [restitution, exponent, on_box] = GetParam();
  ContactParameters contact;
  contact.normal_stiffness = exponent == 1 ? 1e8 : 1e11;
  contact.exponent = exponent;
  contact.restitution = restitution;
  Real worst = 0;
  for (const Drop& what : drops()) {
    SCOPED_TRACE(what.label);
    const Rebound rebound = drop(what, on_box, contact, 0.02, 0.1);
    ASSERT_TRUE(rebound.touched && rebound.parted);
    EXPECT_LT(rebound.error, 2e-3);
    worst = std::fmax(worst, rebound.error);
  }
  record("worst", worst);
}

INSTANTIATE_TEST_SUITE_P(All, Restitution,
                         ::testing::Combine(::testing::Values(1.0, 0.8, 0.3), ::testing::Values(1.0, 1.5),
                                            ::testing::Bool()));

// Faces and edges on all their corners, corners on their own.
TEST(Restitution, IsWhatWasAskedForOfPatches) {
  Real worst = 0;
  for (const Real exponent : {1.0, 1.5}) {
    for (const Real restitution : {1.0, 0.8, 0.3}) {
      ContactParameters contact;
      contact.normal_stiffness = exponent == 1 ? 1e8 : 1e11;
      contact.exponent = exponent;
      contact.restitution = restitution;
      for (const Drop& what : drops()) {
        const Rebound rebound = drop(what, false, contact, 0.02, 0.1, ContactPoints::patch);
        ASSERT_TRUE(rebound.touched && rebound.parted);
        EXPECT_LT(rebound.error, 2e-3) << what.label << ' ' << restitution << ' ' << exponent;
        worst = std::fmax(worst, rebound.error);
      }
    }
  }
  record("worst", worst);
}

// At the usual time step, and falling with it.
TEST(Restitution, ErrorFallsWithTheTimeStep) {
  const Drop ball{"sphere", must(make_sphere(0.05)), {}};
  for (const Real exponent : {1.0, 1.5}) {
    for (const Real restitution : {1.0, 0.8, 0.3}) {
      ContactParameters contact;
      contact.normal_stiffness = exponent == 1 ? 1e6 : 1e9;
      contact.exponent = exponent;
      contact.restitution = restitution;
      // Where in a step the bodies touch matters: the mean over several speeds.
      const auto mean_error = [&](Real fraction) {
        Real sum = 0;
        for (int k = 0; k < 16; ++k) sum += drop(ball, false, contact, fraction, 0.1 + 0.013 * k).error;
        return sum / 16;
      };
      const Real usual = mean_error(0.2), fine = mean_error(0.05);
      const std::string label = "e" + std::to_string(restitution) + " n" + std::to_string(exponent);
      record(label + " usual step", usual);
      record(label + " quarter step", fine);
      EXPECT_LT(usual, 0.02) << label;
      EXPECT_LT(fine, 0.3 * usual) << label;
    }
  }
}

}  // namespace
