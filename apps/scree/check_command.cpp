// scree check: reads a scene as scree run does, and prints what it found instead of running it.
#include "check_command.hpp"

#include <fmt/format.h>
#include <scree/contact.hpp>

#include <algorithm>

#include "exit_status.hpp"
#include "scene/scene.hpp"
#include "sim/check_setup.hpp"
#include "sim/memory.hpp"
#include "sim/output_times.hpp"

namespace scree::command {
namespace {

std::string size_text(std::size_t bytes) {
  constexpr double mega = 1e6;
  return fmt::format("{:.3g} MB", static_cast<double>(bytes) / mega);
}

std::string line(std::string_view what, const std::string& value) {
  return fmt::format("{:<14}{}\n", what, value);
}

std::string bodies_text(const Setup& setup) {
  const auto& mobility = setup.model.mobility;
  const auto count = [&](Mobility wanted) { return std::count(mobility.begin(), mobility.end(), wanted); };
  std::size_t later = 0;
  for (std::size_t i = 0; i < mobility.size(); ++i) {
    if (mobility[i] == Mobility::dynamic && setup.state.present[i] == 0) ++later;
  }
  std::string text = line("particles", later == 0 ? fmt::format("{}", count(Mobility::dynamic))
                                                  : fmt::format("{}, {} of them not there at the start",
                                                                count(Mobility::dynamic), later));
  text +=
      line("bodies", fmt::format("{}: {} free, {} moved, {} fixed", mobility.size(), count(Mobility::dynamic),
                                 count(Mobility::kinematic), count(Mobility::fixed)));
  return text;
}

std::string schedule_text(const Schedule& schedule) {
  std::string text;
  for (const Event& event : schedule.events) {
    std::string when = event.after < 0
                           ? fmt::format("{} s", event.delay)
                           : fmt::format("{} s after {}", event.delay, schedule.events[event.after].name);
    if (event.when_settled) {
      when = fmt::format("settled, below {} J per particle for {} s, from {} on", event.settled_energy,
                         event.settled_time, when);
    }
    text += line("event", fmt::format("{}: {}", event.name, when));
  }
  for (const Injection& injection : schedule.injections) {
    text += line("injection", fmt::format("{}: {} particles, {} to {} s", injection.name,
                                          injection.bodies.count, injection.start, injection.end));
  }
  return text;
}

std::string report(const Setup& setup) {
  const Real time_step = chosen_time_step(setup);
  const Real stable = stable_time_step(setup.model, setup.settings.contact_points);
  const Settings& s = setup.settings;
  const std::size_t shapes = shape_memory(setup.model);
  return line("scene", s.name) + bodies_text(setup) +
         line("shapes", fmt::format("{}", setup.model.shapes.size())) +
         line("materials", fmt::format("{}", setup.model.materials.size())) +
         line("algorithm", std::string(name(s.algorithm))) +
         line("time step", fmt::format("{:.6g} s; stable up to {:.6g} s{}", time_step, stable,
                                       time_step > stable ? ": above it, as the scene allows" : "")) +
         line("end time", fmt::format("{} s", s.end_time)) +
         line("steps", fmt::format("{}", step_at(s.end_time, time_step))) +
         line("memory", fmt::format("about {}, {} of it for shapes",
                                    size_text(estimated_memory(setup) + shapes), size_text(shapes))) +
         schedule_text(setup.schedule);
}

}  // namespace

CLI::App* add_check_command(CLI::App& app, CheckOptions& options) {
  CLI::App* command = app.add_subcommand("check", "Checks a scene and prints what would run.");
  command->add_option("SCENE", options.path, "A scene file (TOML)")->type_name(" ");
  command->add_flag("--reference", options.reference, "Prints every key a scene may have, instead");
  command->footer(
      "Example:\n  scree check scenes/simulation/drop-box.toml\nExit status: 0 the scene can run, 1 output "
      "failed, 2 it "
      "cannot.");
  return command;
}

int run_check(const CheckOptions& options, Output& output) {
  if (options.reference != options.path.empty()) {
    complain("check wants a scene, or --reference and no scene\nTry \"scree check --help\".");
    return exit_bad_input;
  }
  if (options.reference) {
    write(output, scene_reference());
    return finish(output) ? exit_ok : exit_output_failed;
  }
  const Result<Setup> setup = read_scene(options.path);
  if (!setup) {
    complain(setup.error().message);
    return exit_bad_input;
  }
  Exec exec(setup->settings.threads);
  if (const auto bad = check_setup(*setup, exec)) {
    complain(bad->message);
    return exit_bad_input;
  }
  write(output, report(*setup));
  return finish(output) ? exit_ok : exit_output_failed;
}

}  // namespace scree::command
