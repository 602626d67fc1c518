// A discrete element simulation: bodies that move, meet and push each other.
//
//   scree::Simulation simulation({.threads = 2});
//   int rock = *simulation.add_material({"rock", 2600});
//   (void)simulation.set_contact(rock, rock, {.normal_stiffness = 1e6, .shear_stiffness = 8e5, .friction =
//   0.5}); scree::BodyDescription floor{"floor", {{*scree::make_half_space({0, 0, 1}, 0), {}}}, rock,
//                                scree::Mobility::fixed};
//   ...
//   scree::BodyId stone = *simulation.add_body(description);
//   if (auto bad = simulation.check()) return report(*bad);
//   simulation.step(1000);
//   use(simulation.state(stone));
#pragma once

#include <scree/energy.hpp>
#include <scree/result.hpp>
#include <scree/simulation_data.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scree {

struct SimulationCore;

class Simulation {
 public:
  // With settings that cannot be used (not finite, out of range) it does not step, and check() says why.
  explicit Simulation(const SimulationSettings& settings = {});
  // From a scene file, checked. `threads` 0: as the scene says.
  static Result<Simulation> from_scene(const std::string& path, int threads = 0);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // Materials come before the bodies made of them. Returns the material's index.
  Result<int> add_material(const Material& material);
  // In either order of the two. Unless set, two materials meet with default ContactParameters.
  std::optional<Error> set_contact(int material_a, int material_b, const ContactParameters& parameters);
  // At any time. What a body brings with it counts as supplied energy.
  Result<BodyId> add_body(const BodyDescription& description);
  // Out of the simulation; its number stays its own.
  std::optional<Error> remove_body(BodyId body);
  // Back into it, where it was.
  std::optional<Error> restore_body(BodyId body);

  [[nodiscard]] std::size_t body_count() const;
  [[nodiscard]] std::string name(BodyId body) const;
  [[nodiscard]] BodyState state(BodyId body) const;
  // Pose (of the body's own frame), velocity and angular velocity; the rest is not looked at.
  std::optional<Error> set_state(BodyId body, const BodyState& wanted);
  std::optional<Error> set_gravity(Vec3 gravity);  // m/s2

  // Why the simulation should not go on as it is: the time step is above the stable one, bodies overlap
  // deeply at the start, a body is too large for its period. Nothing: all is well.
  [[nodiscard]] std::optional<Error> check() const;
  // Events and injections of a scene take place as they are due; one that stops the run ends the stepping.
  void step(std::uint64_t count = 1);
  [[nodiscard]] bool stopped() const;  // by an event of the scene

  [[nodiscard]] Real time() const;  // s
  [[nodiscard]] std::uint64_t steps() const;
  [[nodiscard]] Real time_step() const;         // s
  [[nodiscard]] Real stable_time_step() const;  // s
  [[nodiscard]] Energies energies() const;
  [[nodiscard]] Real energy_balance_error() const;  // relative to the most energy ever in play
  [[nodiscard]] Statistics statistics() const;
  [[nodiscard]] std::uint64_t detection_failures() const;
  [[nodiscard]] std::vector<ContactReport> contacts() const;  // in a fixed order
  [[nodiscard]] std::uint64_t state_hash() const;

 private:
  explicit Simulation(std::unique_ptr<SimulationCore> core);
  void prepare() const;
  // Found anew when needed: a body added or moved by hand changes the forces that are read next.
  std::unique_ptr<SimulationCore> core_;
};

}  // namespace scree
