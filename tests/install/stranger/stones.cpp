// Eight stones fall into an open box, come to rest, and are let out.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <scree/scree.hpp>
#include <vector>

using namespace scree;

// Shows the first thing that went wrong, if any.
template <class T>
T must(Result<T> result) {
  if (result) return *std::move(result);
  std::cerr << result.error().message << '\n';
  std::exit(2);
}
void must(const std::optional<Error>& error) {
  if (error) must(Result<int>(*error));
}

int main() {
  // Blocks that are to rest want patches: every corner of a face then carries its part.
  Simulation simulation({.contact_points = ContactPoints::patch, .threads = 2});

  const int rock = must(simulation.add_material({"rock", 2600}));
  const int steel = must(simulation.add_material({"steel", 7800}));
  const ContactParameters rough{.normal_stiffness = 1e7,
                                .shear_stiffness = 8e6,
                                .friction = 0.5,
                                .restitution = 0.4,
                                .tangential_restitution = 0.5};
  must(simulation.set_contact(rock, rock, rough));
  must(simulation.set_contact(rock, steel, rough));

  // The floor, and four walls of which one can be taken away.
  const auto add_wall = [&](const char* name, const Shape& shape, Vec3 place) {
    BodyDescription wall;
    wall.name = name;
    wall.pieces = {{shape, {}}};
    wall.material = steel;
    wall.mobility = Mobility::fixed;
    wall.world_from_body.translation = place;
    return must(simulation.add_body(wall));
  };
  add_wall("floor", must(make_half_space({0, 0, 1}, 0)), {});
  const Shape along_x = must(make_box({0.44, 0.02, 0.6}));
  const Shape along_y = must(make_box({0.02, 0.4, 0.6}));
  add_wall("south", along_x, {0, -0.21, 0.3});
  add_wall("north", along_x, {0, 0.21, 0.3});
  add_wall("west", along_y, {-0.21, 0, 0.3});
  const BodyId gate = add_wall("east", along_y, {0.21, 0, 0.3});

  const Shape stone = must(make_tetrakis_cube(0.1, 0.02));
  std::vector<BodyId> stones;
  for (int k = 0; k < 8; ++k) {
    BodyDescription d;
    d.name = "stone";
    d.pieces = {{stone, {}}};
    d.material = rock;
    d.world_from_body.translation = {k % 2 == 0 ? -0.09 : 0.09, k % 4 < 2 ? -0.08 : 0.1, 0.15 + 0.1 * k};
    d.angular_velocity = {1.0 * k, 2, 0};
    stones.push_back(must(simulation.add_body(d)));
  }
  must(simulation.check());  // nothing overlaps, the time step is stable

  const auto run = [&](double seconds) { simulation.step(std::llround(seconds / simulation.time_step())); };
  run(3);
  std::cout << "at rest: " << (simulation.statistics().max_speed < 0.02 ? "yes" : "no") << ", all inside: ";
  bool inside = true;
  for (const BodyId s : stones) inside = inside && std::fabs(simulation.state(s).centre.x) < 0.2;
  std::cout << (inside ? "yes" : "no") << '\n';

  double load = 0;  // N, on the floor
  for (const ContactReport& contact : simulation.contacts()) {
    if (simulation.name(contact.a) == "floor") load += contact.force.z;
  }
  const double weight = 8 * 2600 * stone.mass.volume * 9.81;
  std::cout << "the floor carries the stones: " << (load > 0.8 * weight ? "yes" : "no") << '\n';

  must(simulation.remove_body(gate));
  run(1.5);
  std::cout << "energy balance kept: " << (simulation.energy_balance_error() < 0.01 ? "yes" : "no") << '\n';
}
