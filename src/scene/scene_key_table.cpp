// The table of a scene's keys, section by section.
#include "scene/scene_keys.hpp"

#include <scree/contact.hpp>

#include <algorithm>

#include "scene/shape_json.hpp"

namespace scree {
namespace {

using enum ValueKind;
using enum KeyNeed;
using Keys = std::vector<KeyRule>;

constexpr ValueRange any{};
constexpr ValueRange positive{.low = 0, .low_open = true};
constexpr ValueRange not_negative{.low = 0};
constexpr ValueRange share{.low = 0, .high = 1, .low_open = true};
constexpr ValueRange size_range{.low = 1e-9, .high = 1e9};  // cubes must neither vanish nor overflow
constexpr ValueRange right_angle{.low = 0, .high = 90, .high_open = true};

std::vector<std::string_view> detection_names() {
  std::vector<std::string_view> names = {scree::name(Algorithm::automatic)};
  for (const Algorithm algorithm : all_algorithms()) names.push_back(scree::name(algorithm));
  return names;
}

Keys operator+(Keys a, const Keys& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Keys for_variants(Keys keys, const std::vector<std::string_view>& variants) {
  for (KeyRule& key : keys) key.variants = variants;
  return keys;
}

// One row per key; clang-format would give each word of a row its own line.
// clang-format off
Keys root_keys() {
  return {
      {"simulation", table, "", required, "", any, "how the simulation is run"},
      {"periodic", table, "", words, "nothing wraps around", any, "where the system wraps around"},
      {"output", table, "", words, "intervals that follow from end_time", any,
       "how often results are written"},
      {"material", tables, "", words, "none", any, "what bodies are made of"},
      {"contact", tables, "", words, "all pairs are mixed", any, "how two materials meet"},
      {"shape", tables, "", words, "none", any, "shapes, by name"},
      {"motion", tables, "", words, "none", any, "prescribed motions"},
      {"body", tables, "", words, "none", any, "bodies one by one"},
      {"fill", tables, "", words, "none", any, "many particles at once"},
      {"injection", tables, "", words, "none", any, "particles that come in over time"},
      {"wall", tables, "", words, "none", any, "walls and other obstacles"},
      {"event", tables, "", words, "none", any, "what happens when"},
  };
}

Keys simulation_keys() {
  return {
      {"name", name, "", words, "the file's name without its ending", any,
       "what tables and run folders call it"},
      {"dimension", integer, "", value, "3", {.low = 2, .high = 3},
       "3: in space. 2: in the plane, where vectors have two numbers, bodies turn by an `angle` only, and masses, "
       "forces and stiffnesses are those of one metre of thickness"},
      {"end_time", number, "s", required, "", positive, "simulated time"},
      {"time_step", number_or_word, "s", value, "auto", positive,
       "length of a step; \"auto\": `time_step_fraction` of the stable one", {"auto"}},
      {"time_step_fraction", number, "", value, "0.2", share, "share of the stable time step"},
      {"allow_unstable_step", boolean, "", value, "false", any,
       "take a `time_step` above the stable one all the same: as a paper has it, or to see what happens"},
      {"gravity", vector, "m/s2", value, "[0, 0, -9.81]", any, "acceleration by gravity; in the plane [0, -9.81] unless given"},
      {"seed", integer, "", value, "1", not_negative, "the same seed gives the same particles"},
      {"threads", integer, "", value, "0", {.low = 0, .high = 1024},
       "0: as many as the machine has; results do not depend on it"},
      {"detection", text, "", value, "default", any, "the algorithm that finds contacts", detection_names()},
      {"contact_points", text, "", value, "one", any,
       "per pair of touching pieces: one point in the middle of what they share, or every corner of that patch",
       {"one", "patch"}},
      {"parallel_angle", number, "deg", words, "1e-8 rad; with \"patch\" 0.05 rad",
       {.low = 0, .high = 10, .low_open = true}, "faces and edges within it count as parallel"},
      {"elastic_correction", boolean, "", value, "true", any,
       "contacts of one point without damping get back the energy that a step misses where their force jumps"},
      {"skin", number, "m", words, "a share of the mean size", positive,
       "how far bodies may move before neighbours are searched again"},
  };
}

Keys periodic_keys() {
  return {
      {"axes", names, "", required, "", any, "along which the system repeats itself", {"x", "y", "z"}},
      {"lower", vector, "m", value, "[0, 0, 0]", any, "where a period starts"},
      {"length", vector, "m", words, "upper - lower", any, "length of a period; used along `axes` only"},
      {"upper", vector, "m", words, "lower + length", any, "instead of `length`: where a period ends"},
  };
}

Keys output_keys() {
  return {
      {"table_interval", number, "s", words, "end_time / 1000", positive, "between rows of table.csv"},
      {"checkpoint_interval", number, "s", words, "end_time / 20", positive, "between checkpoints"},
      {"frame_interval", number_or_word, "s", words, "end_time / 100", positive,
       "between frames: what viewers, pictures and ParaView show; \"none\": no frames are written", {"none"}},
      {"paraview", boolean, "", value, "true", any, "write each frame as files for ParaView too"},
  };
}

Keys law_keys(bool material) {
  const KeyNeed need = material ? value : words;
  const auto otherwise = [&](std::string_view text) { return material ? text : "mixed"; };
  return {
      {"normal_stiffness", number, "N/m^exponent", need, otherwise("1e6"), positive,
       "normal force of overlap d: normal_stiffness d^exponent"},
      {"shear_stiffness", number, "N/m", need, otherwise("0"), not_negative,
       "of the tangential spring; friction needs it to be above 0"},
      {"exponent", number, "", need, otherwise("1"), {.low = 1, .high = 10},
       "of the overlap: 1 linear, 1.5 as for Hertz"},
      {"friction", number, "", need, otherwise("0"), not_negative, "coefficient of friction"},
      {"friction_angle", number, "deg", words, "none", right_angle,
       "instead of `friction`: the angle whose tangent is the coefficient"},
      {"restitution", number, "", need, otherwise("1"), share,
       "speed after over speed before a collision along the normal"},
      {"tangential_restitution", number, "", need, otherwise("1"), share,
       "the same of the tangential spring"},
  };
}

Keys material_keys() {
  return Keys{
             {"name", name, "", required, "", any, "by which bodies refer to it"},
             {"density", number, "kg/m3", required, "", positive, "mass per volume"},
         } +
         law_keys(true);
}

Keys contact_keys() {
  return Keys{{"materials", two_names, "", required, "", any, "the two materials, or twice the same"}} +
         law_keys(false);
}

// Keys of the types themselves belong to the reader of shapes, which checks them.
Keys shape_value_keys() {
  Keys keys;
  for (const ShapeTypeKeys& type : shape_type_keys()) {
    for (const ShapeKey& key : type.keys) {
      const bool known =
          std::any_of(keys.begin(), keys.end(), [&](const KeyRule& k) { return k.key == key.name; });
      if (!known) keys.push_back({key.name, shape_value, "", words, "by type", any, "see the types below"});
    }
  }
  return keys;
}

Keys shape_keys() {
  return Keys{
             {"name", name, "", required, "", any, "by which bodies refer to it"},
             {"type", shape_value, "", words, "given by `pieces`", any, "one of the types below"},
             {"mesh", integer, "", words, "the curved shape itself", {.low = 8, .high = 10000},
              "replaces a curved shape by the hull of about this many points of its surface"},
             {"pieces", tables, "", words, "one piece: the shape itself", any,
              "instead of `type`: several convex pieces, which must not overlap"},
         } +
         shape_value_keys();
}

Keys turn_keys() {
  return {
      {"orientation", quaternion, "", words, "not turned", any, "quaternion [w, x, y, z]"},
      {"axis", direction, "", words, "none", any, "instead of `orientation`, with `angle`: axis of a turn"},
      {"angle", number, "deg", words, "none", any, "the angle of that turn; in the plane without an axis"},
  };
}

Keys piece_keys() {
  return Keys{
             {"shape", name, "", words, "given by `type`", any, "name of a shape of one piece"},
             {"type", shape_value, "", words, "given by `shape`", any, "one of the types below"},
             {"mesh", integer, "", words, "the curved shape itself", {.low = 8, .high = 10000},
              "as of a shape"},
             {"position", vector, "m", value, "[0, 0, 0]", any, "of the piece's origin in the body"},
         } +
         turn_keys() + shape_value_keys();
}

Keys size_keys() {
  return {
      {"distribution", text, "", required, "", any, "how sizes are distributed",
       {"fixed", "uniform", "normal", "log-normal", "sieve", "d50"}},
      {"value", number, "m", required, "", size_range, "the one size", {}, {"fixed"}},
      {"min", number, "m", required, "", size_range, "the least size", {},
       {"uniform", "normal", "log-normal", "d50"}},
      {"max", number, "m", required, "", size_range, "the largest size", {},
       {"uniform", "normal", "log-normal", "d50"}},
      {"mean", number, "m", required, "", size_range, "before the cut to [min, max]", {}, {"normal"}},
      {"deviation", number, "m", required, "", size_range, "standard deviation, before the cut", {},
       {"normal"}},
      {"median", number, "m", required, "", size_range, "before the cut to [min, max]", {}, {"log-normal"}},
      {"log_deviation", number, "", required, "", {.low = 0, .high = 10, .low_open = true},
       "standard deviation of the natural logarithm of the size", {}, {"log-normal"}},
      {"sieves", rows, "m, share", required, "", any,
       "[opening, share of the mass that passes] of each sieve, from share 0 to share 1", {}, {"sieve"}},
      {"d50", number, "m", required, "", size_range, "half of the particles are smaller", {}, {"d50"}},
      {"by", text, "", value, "mass", any, "what is halved: the mass or the number of particles",
       {"mass", "number"}, {"d50"}},
  };
}

Keys region_keys() {
  return {
      {"lower", vector, "m", required, "", any, "lower corner of a box", {}, {"box"}},
      {"upper", vector, "m", required, "", any, "upper corner of a box", {}, {"box"}},
      {"base", vector, "m", required, "", any, "middle of the bottom of a cylinder", {}, {"cylinder"}},
      {"axis", direction, "", value, "[0, 0, 1]", any, "of a cylinder, from the bottom up", {}, {"cylinder"}},
      {"centre", vector, "m", required, "", any, "of a circle in the plane", {}, {"circle"}},
      {"radius", number, "m", required, "", positive, "of a cylinder or circle", {}, {"cylinder", "circle"}},
      {"height", number, "m", required, "", positive, "of a cylinder", {}, {"cylinder"}},
  };
}

Keys phase_keys() {
  return {
      {"name", name, "", words, "none", any, "what tables call it"},
      {"start", number, "s", value, "0", not_negative, "after the start of the motion"},
      {"end", number, "s", words, "never, with `velocity` or `rate`", positive,
       "after the start of the motion; `displacement` and `angle` need it"},
      {"displacement", vector, "m", words, "none", any, "way made from start to end, at constant speed"},
      {"velocity", vector, "m/s", words, "none", any, "instead of `displacement`"},
      {"axis", direction, "", value, "[0, 0, 1]", any, "of the rotation"},
      {"point", vector, "m", value, "[0, 0, 0]", any,
       "on the axis, before the motion starts; translations carry it along"},
      {"angle", number, "deg", words, "none", any, "turned from start to end, at constant rate"},
      {"rate", number, "deg/s", words, "none", any, "instead of `angle`; 6 deg/s is one turn a minute"},
  };
}

Keys motion_keys() {
  return {
      {"name", name, "", required, "", any, "by which bodies, walls and events refer to it"},
      {"start", number, "s", words, "an event starts it", not_negative, "when it starts"},
      {"phase", tables, "", required, "", any, "its phases; they may overlap in time"},
  };
}

Keys material_key() {
  return {{"material", name, "", words, "the only material", any, "name of a material"}};
}

Keys body_keys() {
  return Keys{
             {"name", name, "", words, "its place, such as body[3]", any,
              "by which events refer to it; several bodies may share a name"},
             {"shape", name, "", required, "", any, "name of a shape"},
         } +
         material_key() +
         Keys{
             {"size", number, "m", words, "as the shape is", size_range,
              "scales the shape: diameter of the ball of the same volume; in the plane of the disc of the same area"},
             {"scale", number, "", words, "1", positive, "instead of `size`: factor on the shape"},
             {"position", vector, "m", value, "[0, 0, 0]", any, "of the shape's own origin"},
         } +
         turn_keys() +
         Keys{
             {"velocity", vector, "m/s", value, "[0, 0, 0]", any, "of the centre of mass"},
             {"angular_velocity", spin, "rad/s", value, "[0, 0, 0]", any, "in world axes"},
             {"mobility", text, "", words, "\"dynamic\"; with a `motion` \"kinematic\"", any,
              "moved by forces, moved as prescribed whatever pushes it, or never moved",
              {"dynamic", "kinematic", "fixed"}},
             {"motion", name, "", words, "none", any, "name of the motion that moves it"},
             {"present", boolean, "", value, "true", any, "false: not there until an event adds it"},
         };
}

// Which particles a fill or an injection makes.
Keys particle_keys() {
  return Keys{
             {"shapes", names, "", required, "", any, "names of one or several shapes"},
             {"shares", numbers, "", words, "equal", {.low = 0},
              "of the number of particles, for each of `shapes`; their sum counts as the whole"},
             {"choice", text, "", value, "cyclic", any,
              "how a particle gets its shape: in turn, so that counts match the shares, or by chance",
              {"cyclic", "random"}},
             {"size", number_or_table, "m", words, "as the shapes are", size_range,
              "diameter of the ball of the same volume (in the plane: of the disc of the same area), or its distribution"},
             {"scale", number, "", words, "1", positive, "instead of `size`: factor on the shapes"},
         } +
         material_key();
}

Keys fill_keys() {
  return Keys{{"name", name, "", words, "its place, such as fill[1]", any,
               "of all its particles, by which events refer to them"}} +
         particle_keys() +
         Keys{
             {"region", table, "", required, "", any, "where the particles are put"},
             {"arrangement", text, "", value, "lattice", any,
              "in the cells of a lattice, or at random without overlap", {"lattice", "random"}},
             {"count", integer, "", words, "lattice: as many as fit", {.low = 1}, "how many particles"},
             {"solid_fraction", number, "", words, "none",
              {.low = 0, .high = 1, .low_open = true, .high_open = true},
              "instead of `count`: volume of the particles over that of the region; in the plane area"},
             {"spacing", number_or_vector, "m", words, "1.01 times the ball around the largest particle",
              positive, "of a lattice; one number, or one along each axis"},
             {"orientation", turn, "", value, "random", any,
              "\"random\", or a quaternion [w, x, y, z] for all, in the plane an angle in deg", {"random"}},
             {"velocity", vector, "m/s", value, "[0, 0, 0]", any, "of all particles"},
             {"velocity_spread", vector, "m/s", value, "[0, 0, 0]", not_negative,
              "changes each particle's velocity by a random amount of at most this"},
             {"present", boolean, "", value, "true", any, "false: not there until an event adds them"},
         };
}

Keys injection_keys() {
  return Keys{{"name", name, "", words, "its place, such as injection[1]", any,
               "of all its particles, by which events refer to them"}} +
         particle_keys() +
         Keys{
             {"count", integer, "", required, "", {.low = 1}, "how many particles come in"},
             {"start", number, "s", value, "0", not_negative, "when the first one comes"},
             {"end", number, "s", required, "", positive, "when the last one has come"},
             {"region", table, "", required, "", any,
              "a box: each particle gets a random free place in it and a random orientation"},
             {"velocity", vector, "m/s", value, "[0, 0, 0]", any, "of all particles"},
             {"velocity_spread", vector, "m/s", value, "[0, 0, 0]", not_negative,
              "changes each particle's velocity by a random amount of at most this"},
         };
}

Keys wall_keys() {
  const std::vector<std::string_view> faces = {"x-", "x+", "y-", "y+", "z-", "z+"};
  return Keys{
             {"name", name, "", words, "its place, such as wall[2]", any, "by which events refer to it"},
             {"type", text, "", words, "given by `shape`", any, "what it is, unless `shape` names a solid",
              {"half-space", "plate", "box", "block", "pipe", "half-plane", "segment", "ring"}},
         } +
         material_key() +
         Keys{
             {"motion", name, "", words, "none: it never moves", any, "name of the motion that moves it"},
             {"present", boolean, "", value, "true", any, "false: not there until an event adds it"},
             {"normal", direction, "", required, "", any, "out of the solid", {},
              {"half-space", "half-plane"}},
             {"point", vector, "m", value, "[0, 0, 0]", any, "on the surface", {},
              {"half-space", "half-plane"}},
             {"from", vector, "m", required, "", any, "where the front starts; particles are on its left", {},
              {"segment"}},
             {"to", vector, "m", required, "", any, "where the front ends", {}, {"segment"}},
             {"centre", vector, "m", required, "", any, "of the ring", {}, {"ring"}},
             {"corners", points, "m", words, "given by `centre` and `extents`", any,
              "of a flat convex front, counter-clockwise as the particles see it", {}, {"plate"}},
             {"centre", vector, "m", words, "given by `corners`", any, "middle of the front", {}, {"plate"}},
             {"extents", two_numbers, "m", words, "given by `corners`", positive,
              "of the front, along x and y before the plate is turned; the front looks along z", {},
              {"plate"}},
             {"lower", vector, "m", required, "", any,
              "lower corner of the space inside (box) or the solid (block)", {}, {"box", "block"}},
             {"upper", vector, "m", required, "", any, "upper corner", {}, {"box", "block"}},
             {"faces", names, "", words, "all six", any, "which faces there are; in the plane there is no z", faces,
              {"box"}},
             {"open", names, "", words, "none", any, "instead of `faces`: which faces there are not",
              faces, {"box"}},
             {"thickness", number, "m", required, "", positive, "of the plate or segment, behind its front", {},
              {"plate", "segment"}},
             {"thickness", number, "m", words, "each face is a half-space", positive,
              "makes the faces plates around the space inside", {}, {"box"}},
             {"thickness", number, "m", required, "", positive, "of the shell, outside of `radius`", {},
              {"pipe", "ring"}},
             {"base", vector, "m", value, "[0, 0, 0]", any, "middle of the lower end, inside", {}, {"pipe"}},
             {"axis", direction, "", value, "[0, 0, 1]", any, "from the lower to the upper end", {},
              {"pipe"}},
             {"radius", number, "m", required, "", positive,
              "inside, from the axis to the middle of a side", {}, {"pipe", "ring"}},
             {"length", number, "m", required, "", positive, "of the space inside", {}, {"pipe"}},
             {"sides", integer, "", value, "24", {.low = 3, .high = 360}, "flat sides of the shell", {},
              {"pipe", "ring"}},
             {"open", names, "", words, "none: both ends are closed", any, "ends without a plate",
              {"lower", "upper"}, {"pipe"}},
             {"shape", name, "", words, "given by `type`", any, "name of a shape, instead of a type", {},
              {"shape"}},
             {"scale", number, "", value, "1", positive, "factor on the shape", {}, {"shape"}},
             {"position", vector, "m", value, "[0, 0, 0]", any, "of the shape's own origin", {}, {"shape"}},
         } +
         for_variants(turn_keys(), {"plate", "shape"});
}

Keys event_keys() {
  return {
      {"name", name, "", words, "its place, such as event[0]", any, "by which `after` refers to it"},
      {"time", number, "s", words, "0", not_negative, "when it happens; with `when`: not before"},
      {"after", name, "", words, "none", any, "instead of `time`: the event it follows"},
      {"delay", number, "s", value, "0", not_negative, "with `after`: how long after it, at least"},
      {"when", text, "", words, "as soon as the time has come", any, "what it waits for", {"settled"}},
      {"energy", number, "J", words, "none", positive,
       "with `when`: kinetic energy per particle below which things are settled"},
      {"hold", number, "s", value, "0", not_negative, "with `when`: for how long it must stay below"},
      {"remove", names, "", words, "none", any, "names of bodies, fills, injections or walls that go"},
      {"add", names, "", words, "none", any, "names of bodies, fills or walls that come back or come first"},
      {"gravity", vector, "m/s2", words, "as it was", any, "gravity from now on"},
      {"start", names, "", words, "none", any, "names of motions that start"},
      {"checkpoint", boolean, "", value, "false", any,
       "keeps the state right after it, as checkpoints/NAME.kept in the run's folder"},
      {"stop", boolean, "", value, "false", any, "ends the run"},
  };
}

// clang-format on
std::vector<SectionRule> make_sections() {
  return {
      {"scene", "the file", "A scene consists of these parts.", root_keys()},
      {"simulation", "[simulation]", "How the simulation is run.", simulation_keys()},
      {"periodic", "[periodic]", "Where the system wraps around. Bodies must be smaller than half a period.",
       periodic_keys()},
      {"output", "[output]", "How often results are written.", output_keys()},
      {"material", "[[material]]",
       "What bodies are made of, and how bodies of this material meet each other. A scene with one material "
       "need not name it anywhere.",
       material_keys()},
      {"contact", "[[contact]]",
       "How two materials meet, where that differs from the mixture of their own parameters: the harmonic "
       "mean 2ab/(a + b) of the stiffnesses, the smaller friction, the smaller restitutions. The exponents "
       "of "
       "the two must be equal, or else `exponent` and `normal_stiffness` be given here.",
       contact_keys()},
      {"shape", "[[shape]]", "A shape, by type or made of pieces. Bodies scale it as they need it.",
       shape_keys()},
      {"piece", "[[shape.pieces]]", "One convex piece of a shape.", piece_keys()},
      {"size", "size = { ... }",
       "How sizes are distributed. A particle's size is the diameter of the ball of the same volume, in the "
       "plane of the disc of the same area. "
       "\"uniform\", \"normal\" and \"log-normal\" speak of the number of particles; the last two are cut "
       "to [min, max]. \"sieve\" and \"d50\" are uniform between neighbouring sizes, with the given shares "
       "of "
       "the mass. `size = 0.1` is short for the fixed distribution.",
       size_keys()},
      {"region", "region = { ... }",
       "A box along the axes, or a cylinder; in the plane a rectangle or a circle.", region_keys()},
      {"motion", "[[motion]]",
       "A prescribed motion of bodies and walls. Translations of its phases add up; each rotation turns "
       "about "
       "its own axis.",
       motion_keys()},
      {"phase", "[[motion.phase]]", "A phase of a motion: a translation, a rotation, or both.", phase_keys()},
      {"body", "[[body]]", "One body.", body_keys()},
      {"fill", "[[fill]]", "Many particles, there from the start.", fill_keys()},
      {"injection", "[[injection]]",
       "Particles that come in one after the other, evenly over a time. One that finds no free place waits.",
       injection_keys()},
      {"wall", "[[wall]]",
       "A wall. Each face of a box is a body of its own, NAME.x- and so on; those of a pipe are NAME.side, "
       "NAME.lower and NAME.upper. NAME alone means all of them. Half-spaces, plates and pipes are for "
       "space, "
       "half-planes, segments and rings for the plane, boxes and blocks for both.",
       wall_keys()},
      {"event", "[[event]]",
       "Something that happens once. It needs `time`, `after` or `when`, and something to do.", event_keys()},
  };
}

}  // namespace

const std::vector<SectionRule>& scene_sections() {
  static const std::vector<SectionRule> sections = make_sections();
  return sections;
}

}  // namespace scree
