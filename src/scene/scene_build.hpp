// What the readers of a scene's parts share while they compile it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/build_model.hpp"
#include "model/setup.hpp"
#include "scene/scene_reader.hpp"
#include "scene/shape_json.hpp"

namespace scree {

// A shape of the scene, of one or more pieces, as described: not scaled.
struct SceneShape {
  std::string name;
  std::vector<BodyPiece> pieces;
  bool bounded = true;  // false: a half-space, of which only the pieces mean something
  Real volume = 0;      // m3
  Vec3 centre;          // m, of mass, in the shape's own frame
  Real radius = 0;      // m, of the ball about the centre that holds all pieces
};
// m, of the ball of the same volume, or of the disc of the same area.
Real equivalent_diameter(const SceneShape& shape);

struct Ball {
  Vec3 centre;      // m
  Real radius = 0;  // m
};

// Bodies that a name of the scene stands for.
struct NamedBodies {
  std::string_view kind;  // "body", "fill", "injection", "wall"
  std::vector<BodyRange> ranges;
};

struct SceneBuild {
  Setup setup;
  SceneErrors errors;
  MeshFiles files;
  std::size_t max_bodies = 0;
  std::vector<SceneShape> shapes;
  std::unordered_map<std::string, std::size_t> shape_index;  // by name
  std::vector<Ball> balls;                                   // around particles so far
  std::unordered_map<std::string, NamedBodies> names;
  // The model's shapes for a shape of the scene and a factor.
  std::map<std::pair<std::size_t, Real>, std::vector<std::uint32_t>> scaled;
};

// A body before it has a place.
struct BodyPlan {
  std::string name;
  std::size_t shape = 0;
  Real factor = 1;  // on the shape
  int material = 0;
  Mobility mobility = Mobility::dynamic;
  int motion = -1;
  bool present = true;
};

// What a key refers to; complains and gives nothing when there is no such thing.
std::optional<int> find_material(const Section& section, const SceneBuild& build);
std::optional<std::size_t> find_shape(const Section& section, std::string_view key, std::string_view name,
                                      const SceneBuild& build);
std::optional<int> find_motion(const Section& section, std::string_view key, std::string_view name,
                               const SceneBuild& build);

// Its "name", or its path.
std::string name_or_path(const Section& section);
// Notes bodies under a name. Bodies one by one may share a name; all else may not.
void name_bodies(const Section& section, const std::string& name, std::string_view kind, BodyRange bodies,
                 SceneBuild& build);
// Notes where bodies come from, for later messages.
void note_source(const Section& section, std::string_view name, BodyRange bodies, SceneBuild& build);

// Adds a body; complains about the section when that is not possible. Whether it was.
bool place_body(const Section& section, const BodyPlan& plan, const Pose& world_from_own, Vec3 velocity,
                Vec3 angular_velocity, SceneBuild& build);
// Whether so many more bodies may be made; complains if not.
bool room_for(const Section& section, std::size_t more, SceneBuild& build);

// The parts, in the order they are compiled.
void read_settings(const Section& root, SceneBuild& build);
void read_materials(const Section& root, SceneBuild& build);
void read_shapes(const Section& root, SceneBuild& build);
void read_motions(const Section& root, SceneBuild& build);
void read_bodies(const Section& root, SceneBuild& build);
void read_fills(const Section& root, SceneBuild& build);
void read_injections(const Section& root, SceneBuild& build);
void read_walls(const Section& root, SceneBuild& build);
void read_events(const Section& root, SceneBuild& build);

}  // namespace scree
