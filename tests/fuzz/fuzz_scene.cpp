// libFuzzer target: any bytes are a scene or a message, and never more than that.
// Mesh files are switched off, so that an input cannot reach the file system; bodies are few, for speed.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "scene/scene.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool in_model(const scree::Setup& setup, const scree::BodyRange& bodies) {
  return std::size_t{bodies.first} + bodies.count <= body_count(setup.model);
}

// What the simulation relies on without looking again.
void check_bodies(const scree::Setup& setup) {
  const scree::Model& model = setup.model;
  const std::size_t count = body_count(model);
  require(count > 0 && setup.state.position.size() == count && model.moved_index.size() == count);
  for (std::size_t i = 0; i < count; ++i) {
    require(scree::is_finite(setup.state.position[i]) && scree::is_finite(setup.state.velocity[i]));
    require(std::abs(scree::norm(setup.state.orientation[i]) - 1) < 1e-9);
    require(model.moved_index[i] < static_cast<std::int32_t>(model.moved.size()));
    require(model.moved_index[i] < 0 || model.mobility[i] == scree::Mobility::kinematic);
    require(!body_name(model, i).empty());
  }
  for (const auto& moved : model.moved) {
    require(moved.motion >= 0 && moved.motion < static_cast<std::int32_t>(model.motions.size()));
  }
  for (const std::uint32_t material : model.piece_material) require(material < model.materials.size());
}

void check_schedule(const scree::Setup& setup) {
  const auto& events = setup.schedule.events;
  require(setup.state.event_time.size() == events.size());
  for (const scree::Event& event : events) {
    require(event.after < static_cast<std::int32_t>(events.size()) && event.delay >= 0);
    require(!event.actions.empty());
    for (const scree::Action& action : event.actions) {
      if (const auto* remove = std::get_if<scree::RemoveBodies>(&action)) {
        for (const scree::BodyRange& bodies : remove->bodies) require(in_model(setup, bodies));
      }
      if (const auto* start = std::get_if<scree::StartMotion>(&action)) {
        require(start->motion < setup.model.motions.size());
      }
    }
  }
  for (const scree::Injection& injection : setup.schedule.injections) {
    require(in_model(setup, injection.bodies) && injection.start < injection.end);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto setup = scree::parse_scene(text, "fuzz.toml", {false, ""}, 200);
  if (setup) {
    check_bodies(*setup);
    check_schedule(*setup);
  } else {
    require(setup.error().message.starts_with("fuzz.toml:"));
  }
  return 0;
}
