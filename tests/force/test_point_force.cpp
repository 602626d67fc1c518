#include "force/kernels/point_force.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/random.hpp"
#include "model/contact_law.hpp"

namespace scree {
namespace {

constexpr Real pi = 3.141592653589793;

PointHistory next_history(const PointContact& contact, const PointForce& force) {
  return {.lasts = true,
          .normal = contact.normal,
          .spring = force.spring,
          .force = force.force,
          .damping_force = force.damping_force};
}

struct Collision {
  Real speed = 0;      // m/s, after
  Real heat = 0;       // J, of damping
  Real imbalance = 0;  // J, the worst sum of kinetic and elastic energy and heat, less the first
  Real least_force = 0;
  int steps = 0;  // in contact
};

// A point mass runs against a wall along z: kick, drift, force, kick. `phase` in (0, 1): where within a step
// it touches the wall.
Collision collide(const ContactLaw& law, Real mass, Real speed, Real dt, Real phase) {
  Collision result;
  Real z = phase * speed * dt, v = -speed, force = 0;
  PointHistory history;
  const Real first = 0.5 * mass * speed * speed;
  for (int i = 0; i < 10'000'000; ++i) {
    v += 0.5 * dt * force / mass;
    z += dt * v;
    Real elastic = 0;
    if (z < 0) {
      const PointContact contact{.depth = -z,
                                 .weight = 1,
                                 .normal = {0, 0, 1},
                                 .velocity = {0, 0, v},
                                 .spin = 0,
                                 .inverse_mass = {1 / mass, 1 / mass}};
      const PointForce f = point_force(law, contact, history, dt);
      history = next_history(contact, f);
      force = f.force.z;
      elastic = f.elastic;
      result.heat += f.damping_work;
      result.least_force = std::min(result.least_force, force);
      ++result.steps;
    } else {
      if (history.lasts) result.heat += end_of_contact(history, {0, 0, v}, dt).damping_work;
      history = {};
      force = 0;
    }
    v += 0.5 * dt * force / mass;
    result.imbalance =
        std::max(result.imbalance, std::fabs(0.5 * mass * v * v + elastic + result.heat - first));
    if (z > 0 && v > 0) break;
  }
  result.speed = v;
  return result;
}

// The time (s) of about half a collision without damping: from the energy, m v^2 / 2 = k d^(n+1) / (n+1).
Real collision_time(const ContactLaw& law, Real mass, Real speed) {
  const Real depth = std::pow(0.5 * (law.exponent + 1) * mass * speed * speed / law.normal_stiffness,
                              1 / (law.exponent + 1));
  return depth / speed;
}

ContactLaw normal_law(Real exponent, Real restitution, Real stiffness = 1e6) {
  return make_contact_law({.normal_stiffness = stiffness, .exponent = exponent, .restitution = restitution});
}

TEST(PointForce, RestitutionAtAnySpeedMassAndStiffness) {
  Random random{31, 1};
  for (const Real exponent : {1.0, 1.5, 2.0, 2.7, 3.0}) {
    for (const Real e : {1.0, 0.9, 0.5, 0.1, 0.02}) {
      for (const Real speed : {1e-3, 1.0, 50.0}) {
        const Real mass = std::pow(10, uniform(random, -6, 3));
        const ContactLaw law = normal_law(exponent, e, std::pow(10, uniform(random, 2, 9)));
        const Real dt = collision_time(law, mass, speed) / 500;
        const Collision c = collide(law, mass, speed, dt, uniform(random));
        EXPECT_NEAR(c.speed / speed, e, 1e-4) << "exponent " << exponent << " e " << e << " v " << speed;
        EXPECT_GE(c.least_force, 0);
        EXPECT_GT(c.steps, 100);
      }
    }
  }
}

// With the usual time step a collision has ten to twenty steps. Where in a step it begins must hardly matter.
TEST(PointForce, RestitutionWithCoarseSteps) {
  for (const Real exponent : {1.0, 1.5, 2.0}) {
    for (const Real e : {0.9, 0.5, 0.1}) {
      const ContactLaw law = normal_law(exponent, e);
      for (int i = 0; i < 20; ++i) {
        const Collision c = collide(law, 1, 1, 0.2 * collision_time(law, 1, 1), (i + 0.5) / 20);
        EXPECT_NEAR(c.speed, e, 0.01) << "exponent " << exponent << " phase " << i;
      }
    }
  }
}

TEST(PointForce, RestitutionIsOfSecondOrder) {
  for (const Real exponent : {1.0, 1.5, 3.0}) {
    const ContactLaw law = normal_law(exponent, 0.3);
    Real error[2] = {0, 0};
    for (int fine = 0; fine < 2; ++fine) {
      const Real dt = collision_time(law, 1, 1) * (fine == 0 ? 0.1 : 0.025);
      for (int i = 0; i < 20; ++i) {
        error[fine] = std::max(error[fine], std::fabs(collide(law, 1, 1, dt, (i + 0.5) / 20).speed - 0.3));
      }
    }
    EXPECT_GT(error[0] / error[1], 8) << exponent;  // 16 when nothing of the next order is left
  }
}

TEST(PointForce, EnergyOfACollisionIsAccountedFor) {
  for (const Real exponent : {1.0, 1.5, 2.0, 3.0}) {
    for (const Real e : {1.0, 0.7, 0.1}) {
      const ContactLaw law = normal_law(exponent, e);
      const Real dt = collision_time(law, 2, 3) / 2000;
      const Collision c = collide(law, 2, 3, dt, 0.3);
      EXPECT_LT(c.imbalance / 9, 1e-6) << exponent << " " << e;
      EXPECT_NEAR(c.heat / 9, 1 - e * e, 2e-4);
    }
  }
}

TEST(PointForce, ElasticForceIsTheSlopeOfItsEnergy) {
  for (const Real exponent : {1.0, 1.5, 1.8, 2.0, 3.0}) {
    const ContactLaw law = normal_law(exponent, 1, 1e5);
    const auto at = [&](Real depth) {
      PointContact contact;
      contact.depth = depth;
      contact.weight = 0.25;
      contact.normal = {0, 1, 0};
      return point_force(law, contact, {}, 1e-5);
    };
    for (const Real depth : {1e-6, 1e-3, 0.2}) {
      EXPECT_NEAR(at(depth).force.y / (0.25e5 * std::pow(depth, exponent)), 1, 1e-14);
      const Real slope = (at(1.0001 * depth).elastic - at(0.9999 * depth).elastic) / (0.0002 * depth);
      EXPECT_NEAR(at(depth).force.y / slope, 1, 1e-7);
    }
  }
}

// However strong the damping and however long the step (1 is half the longest stable one), it does not throw
// back what it should stop: no more is left than the undamped spring would leave of a first step.
TEST(PointForce, StrongDampingStaysStable) {
  for (const Real restitution : {0.1, 1e-3, 1e-6, 1e-12}) {
    const ContactLaw law = normal_law(1, restitution);
    for (const Real share : {0.1, 0.2, 0.4, 1.0}) {
      for (int i = 0; i < 10; ++i) {
        const Collision c = collide(law, 1, 1, share * collision_time(law, 1, 1), (i + 0.5) / 10);
        EXPECT_LT(c.speed, std::max(restitution + 0.05, share * share)) << restitution << " " << share;
        EXPECT_GE(c.least_force, 0);
      }
    }
  }
}

// Two surfaces pressed together with a constant force, moved against each other along x.
class Slider {
 public:
  explicit Slider(const ContactParameters& p) : law_(make_contact_law(p)) {
    contact_.depth = 1e-3;
    contact_.normal = {0, 0, 1};
    contact_.inverse_mass = {1, 1};
    normal_ = p.normal_stiffness * contact_.depth;
    history_ = {.lasts = true, .normal = contact_.normal, .spring = {}, .force = {}, .damping_force = 0};
  }
  PointForce move(Vec3 way, Real dt = 1e-4) {
    contact_.velocity = way / dt;
    const PointForce f = point_force(law_, contact_, history_, dt);
    heat += f.tangential_work - (f.shear - shear);
    shear = f.shear;
    work -= 0.5 * dot(history_.force + f.force, way);
    history_ = next_history(contact_, f);
    return f;
  }
  [[nodiscard]] Real normal() const { return normal_; }
  Real heat = 0, shear = 0, work = 0;  // J

 private:
  ContactLaw law_;
  PointContact contact_;
  PointHistory history_;
  Real normal_;
};

constexpr ContactParameters rough{.normal_stiffness = 1e6, .shear_stiffness = 4e5, .friction = 0.5};

TEST(PointForce, FrictionSticksThenSlides) {
  Slider slider(rough);
  const Real bound = 0.5 * slider.normal();  // 500 N: reached after 1.25 mm
  for (int i = 1; i <= 300; ++i) {
    const PointForce f = slider.move({1e-5, 0, 0});
    const Real expected = std::min(4e5 * 1e-5 * i, bound);
    EXPECT_NEAR(f.force.x, -expected, 1e-9 * bound);
    EXPECT_EQ(f.force.y, 0);
    EXPECT_NEAR(f.force.z, slider.normal(), 1e-9);
    EXPECT_TRUE(i == 125 || f.slides == (i > 125)) << i;
  }
  // Heat: the slip of 1.75 mm at the bound. Work: that and what the spring holds.
  EXPECT_NEAR(slider.heat, bound * 1.75e-3, 1e-9);
  EXPECT_NEAR(slider.work, slider.heat + slider.shear, 1e-12);
  EXPECT_NEAR(slider.shear, 0.5 * bound * 1.25e-3, 1e-9);
}

TEST(PointForce, FrictionLoops) {
  // Sticking in a closed loop, in two directions: nothing is lost and nothing is left.
  Slider slider(rough);
  PointForce f;
  for (int i = 0; i < 1000; ++i) {
    const Real a = 2 * pi * i / 1000, b = 2 * pi * (i + 1) / 1000;
    f = slider.move({5e-4 * (std::cos(b) - std::cos(a)), 5e-4 * (std::sin(b) - std::sin(a)), 0});
    EXPECT_FALSE(f.slides);
  }
  EXPECT_LT(norm(f.spring), 1e-15);
  EXPECT_NEAR(slider.heat, 0, 1e-12);
  EXPECT_NEAR(slider.work, 0, 1e-12);

  // Sliding to and fro by +-a: each full cycle costs 4 bound (a - bound / k).
  Slider rubbing(rough);
  const Real amplitude = 4e-3, bound = 0.5 * rubbing.normal();
  const auto half_cycle = [&](Real way) {
    for (int i = 0; i < 2000; ++i) rubbing.move({way / 2000, 0, 0});
  };
  half_cycle(amplitude);
  const Real before = rubbing.heat;
  for (int cycle = 0; cycle < 3; ++cycle) {
    half_cycle(-2 * amplitude);
    half_cycle(2 * amplitude);
  }
  EXPECT_NEAR((rubbing.heat - before) / (12 * bound * (amplitude - bound / 4e5)), 1, 1e-6);
}

TEST(PointForce, FrictionNeverGivesEnergy) {
  Random random{32, 1};
  Slider slider(rough);
  for (int i = 0; i < 5000; ++i) {
    const Vec3 d = unit_vector(random);
    const Real heat = slider.heat;
    const PointForce f = slider.move(uniform(random, 0, 1e-3) * Vec3{d.x, d.y, 0});
    EXPECT_GE(slider.heat, heat - 1e-12);
    EXPECT_LE(std::hypot(f.force.x, f.force.y), 0.5 * f.force.z * (1 + 1e-14));
    EXPECT_EQ(dot(f.spring, {0, 0, 1}), 0);
  }
  EXPECT_NEAR(slider.work, slider.heat + slider.shear, 1e-9);

  // With a damper too, to and fro without sliding: the heat is the damper's, the integral of c v^2.
  ContactParameters p = rough;
  p.friction = 1e3;
  p.tangential_restitution = 0.3;
  Slider damped(p);
  const Real dt = 1e-6, rate = 1000;
  const int cycle = 6283;
  for (int i = 0; i < 3 * cycle; ++i) {
    const Real a = std::sin(rate * dt * i), b = std::sin(rate * dt * (i + 1));
    damped.move({1e-4 * (b - a), 0, 0}, dt);
  }
  const Real coefficient = shear_damping_for_restitution(0.3) * std::sqrt(4e5);  // of the mass of 1 kg
  const Real speed = 1e-4 * rate;
  EXPECT_NEAR(damped.heat / (0.5 * coefficient * speed * speed * dt * 3 * cycle), 1, 2e-3);
}

TEST(PointForce, WithoutShearStiffnessOrFrictionNothingHolds) {
  ContactParameters p = rough;
  p.shear_stiffness = 0;
  Slider loose(p);
  const PointForce f = loose.move({1e-3, 0, 0});
  EXPECT_EQ(f.force.x, 0);
  EXPECT_EQ(f.shear, 0);
  EXPECT_FALSE(f.slides);
  p = rough;
  p.friction = 0;
  Slider smooth(p);
  const PointForce g = smooth.move({1e-3, 0, 0});
  EXPECT_EQ(norm(tangential_part(g.force, {0, 0, 1})), 0);
  EXPECT_EQ(norm(g.spring), 0);
  EXPECT_TRUE(g.slides);
}

// A mass on the tangential spring alone: its speed after half a swing is the tangential restitution.
TEST(PointForce, TangentialRestitution) {
  for (const Real e : {0.9, 0.5, 0.1}) {
    ContactParameters p = rough;
    p.friction = 1e9;
    p.tangential_restitution = e;
    const ContactLaw law = make_contact_law(p);
    const Real mass = 3, dt = 1e-3 * std::sqrt(mass / p.shear_stiffness);
    PointContact contact;
    contact.depth = 1e-3;
    contact.normal = {0, 0, 1};
    contact.inverse_mass = {1 / mass, 1 / mass};
    PointHistory history{
        .lasts = true, .normal = contact.normal, .spring = {}, .force = {}, .damping_force = 0};
    Real x = 0, v = 1, force = 0;
    while (x >= 0) {
      v += 0.5 * dt * force / mass;
      x += dt * v;
      contact.velocity = {v, 0, 0};
      const PointForce f = point_force(law, contact, history, dt);
      history = next_history(contact, f);
      force = f.force.x;
      v += 0.5 * dt * force / mass;
    }
    EXPECT_NEAR(-v, e, 2e-3);
  }
}

TEST(TurnSpring, KeepsLengthAndStaysTangential) {
  Random random{33, 1};
  for (int trial = 0; trial < 1000; ++trial) {
    const Vec3 n = unit_vector(random), m = unit_vector(random);
    const Vec3 spring = 1e-6 * cross(n, unit_vector(random));
    const Vec3 turned = turn_spring(spring, n, m, uniform(random, -3, 3));
    EXPECT_NEAR(norm(turned) / norm(spring), 1, 1e-14);
    EXPECT_NEAR(dot(turned, m) / norm(spring), 0, 1e-15);
  }
  EXPECT_EQ(turn_spring({}, {0, 0, 1}, {0, 1, 0}, 0.1), (Vec3{}));
  // A normal that jumps to its opposite.
  const Vec3 kept = turn_spring({1, 0, 0}, {0, 0, 1}, {0, 0, -1}, 0);
  EXPECT_NEAR(norm(kept), 1, 1e-15);
  EXPECT_EQ(kept.z, 0);
}

TEST(TurnSpring, KnownTurns) {
  const Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  EXPECT_LT(norm(turn_spring(x, z, x, 0) + z), 1e-15);       // tilted over with the normal
  EXPECT_LT(norm(turn_spring(y, z, x, 0) - y), 1e-15);       // along the tilt's axis: stays
  EXPECT_LT(norm(turn_spring(x, z, z, pi / 2) - y), 1e-15);  // about the normal
}

// Two bodies that turn together as one: the spring turns with them.
TEST(TurnSpring, TurnsWithTheBodies) {
  Random random{34, 1};
  for (int trial = 0; trial < 20; ++trial) {
    const Vec3 spin = 2 * unit_vector(random), n = unit_vector(random);
    const Vec3 start = normalized(cross(n, unit_vector(random)));
    const auto about_spin = [&](Vec3 v, Real t) {
      const Vec3 axis = normalized(spin);
      const Real angle = norm(spin) * t;
      return std::cos(angle) * v + std::sin(angle) * cross(axis, v) +
             (1 - std::cos(angle)) * dot(axis, v) * axis;
    };
    Real error[2] = {0, 0};
    for (int fine = 0; fine < 2; ++fine) {
      const int count = fine == 0 ? 100 : 200;
      Vec3 spring = start;
      for (int i = 0; i < count; ++i) {
        const Vec3 old_normal = about_spin(n, Real(i) / count), normal = about_spin(n, Real(i + 1) / count);
        spring = turn_spring(spring, old_normal, normal, dot(spin, normal) / count);
      }
      error[fine] = norm(spring - about_spin(start, 1));
    }
    EXPECT_LT(error[0], 2e-4);
    EXPECT_LT(error[1], 0.3 * error[0] + 1e-13);  // a quarter, and nothing grows
  }
}

TEST(ContactMotion, InverseMass) {
  // A ball: 1/m along the normal, 1/m + r^2/I = 7 / (2 m) across.
  BodyMotion ball;
  ball.world_from_body = rotation_matrix(normalized(Quat{1, 2, 3, 4}));
  ball.inverse_mass = 0.5;
  const Real w = 1 / (0.4 * 2 * 0.09);
  ball.inverse_moments = {w, w, w};
  const InverseMass m = inverse_mass(ball, {0, 0, -0.3}, {0, 0, 1});
  EXPECT_NEAR(m.normal, 0.5, 1e-15);
  EXPECT_NEAR(m.tangential, 3.5 * 0.5, 1e-14);

  // Any body: against the formula, and the mean over directions.
  Random random{35, 1};
  for (int trial = 0; trial < 100; ++trial) {
    BodyMotion body;
    body.world_from_body = rotation_matrix(rotation(random));
    body.inverse_mass = uniform(random, 0.1, 2);
    body.inverse_moments = {uniform(random, 0.1, 5), uniform(random, 0.1, 5), uniform(random, 0.1, 5)};
    const Vec3 arm = uniform(random, 0, 2) * unit_vector(random), n = unit_vector(random);
    const auto along = [&](Vec3 u) {
      const Vec3 t = transpose_times(body.world_from_body, cross(arm, u)), i = body.inverse_moments;
      return body.inverse_mass + t.x * t.x * i.x + t.y * t.y * i.y + t.z * t.z * i.z;
    };
    const InverseMass inverse = inverse_mass(body, arm, n);
    EXPECT_NEAR(inverse.normal, along(n), 1e-12);
    const Vec3 u = normalized(cross(n, unit_vector(random))), v = cross(n, u);
    Real mean = 0;
    for (int i = 0; i < 8; ++i) mean += along(std::cos(pi * i / 8) * u + std::sin(pi * i / 8) * v) / 8;
    EXPECT_NEAR(inverse.tangential, mean, 1e-12);
  }
  EXPECT_EQ(inverse_mass(BodyMotion{}, {1, 2, 3}, {0, 0, 1}).normal, 0);
}

}  // namespace
}  // namespace scree
