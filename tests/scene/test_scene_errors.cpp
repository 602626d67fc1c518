// Every kind of mistake in a scene, with the exact message.
#include <gtest/gtest.h>

#include <string>

#include "scene/toml_tree.hpp"
#include "scene_text.hpp"

namespace scree {
namespace {

using testing::message;
using testing::parse;
using testing::scene_body;
using testing::scene_start;

struct Case {
  std::string text;  // from line 13 on, after scene_start
  std::string expected;
};

void check_cases(const std::vector<Case>& cases) {
  for (const Case& c : cases) EXPECT_EQ(message(parse(scene_start + c.text)), c.expected) << c.text;
}

// A whole text.
void check_texts(const std::vector<Case>& cases) {
  for (const Case& c : cases) EXPECT_EQ(message(parse(c.text)), c.expected) << c.text;
}

std::string simulation(const std::string& lines) {
  return "[simulation]\n" + lines +
         "\n[[material]]\nname = \"m\"\ndensity = 1\n[[wall]]\ntype = \"half-space\"\n" +
         "normal = [0, 0, 1]\n";
}

TEST(SceneErrors, Syntax) {
  EXPECT_EQ(message(parse("a = \n")).substr(0, 9), "s.toml:1:");
  EXPECT_EQ(message(parse("[simulation]\nend_time = 1\nend_time = 2\n")).substr(0, 9), "s.toml:3:");
  EXPECT_EQ(message(parse("\n\nx = [1, 2\n")).substr(0, 7), "s.toml:");
  std::string dots = "a";
  for (int i = 0; i < 100000; ++i) dots += ".a";
  EXPECT_EQ(message(parse("\n[\"x.y\"]\n" + dots + " = 1\n")),
            "s.toml:3: a key of more than 17 names joined by dots");
  EXPECT_EQ(message(parse("[" + dots + "]\n")), "s.toml:1: a key of more than 17 names joined by dots");
  EXPECT_EQ(message(parse("x = {q='\"', " + dots + " = 1}\n")),
            "s.toml:1: a key of more than 17 names joined by dots");
  EXPECT_EQ(message(parse("\nx = \"\"\"a\"\"\"")), "s.toml:2: texts of several lines are not allowed");
  EXPECT_NE(message(parse("x = " + std::string(100000, '['))), "accepted");
  // Was undefined behaviour inside toml++.
  const std::string plain = "s.toml:2: a character that is allowed between quotes only";
  EXPECT_EQ(message(parse("\n[[\x01material]]\n")), plain);
  EXPECT_EQ(message(parse("\nx = 1\xCC\xAA\n")), plain);
  EXPECT_EQ(message(parse("\nx = [0r'r\xC6\xA0\n")), "s.toml:2: a quote in the middle of a word");
  EXPECT_EQ(message(parse(std::string("\nx = [0\0]\n", 10))), plain);
  EXPECT_EQ(message(parse("\n[[[material]]\n")).substr(0, 9), "s.toml:2:");
  EXPECT_EQ(message(parse("\n[=]\n")).substr(0, 9), "s.toml:2:");
  EXPECT_EQ(message(parse(std::string(max_toml_bytes + 1, '\n'))),
            "s.toml: has 16777217 bytes; at most 16777216 are read");
}

TEST(SceneErrors, DotsInTextsAndNumbersAreNoNesting) {
  std::string row = "x = [";
  for (int i = 0; i < 100; ++i) row += "1.5, ";
  const std::string text = "\xEF\xBB\xBF" + scene_start + scene_body +
                           "name = \"M\xC3\xBC\x68le\" # \xC3\xBC " + std::string(100, '.') + "\n";
  EXPECT_EQ(message(parse(text)), "accepted");
  const auto tree = parse_toml(row + "]\ny = \"" + std::string(100, '.') + "\"\n", "t");
  EXPECT_TRUE(tree) << tree.error().message;
}

TEST(SceneErrors, Simulation) {
  check_texts({
      {"",
       "s.toml:1: \"simulation\" is missing: how the simulation is run\n"
       "s.toml:1: has no bodies: give a [[body]], [[fill]], [[injection]] or [[wall]]"},
      {simulation(""), "s.toml:1: simulation: \"end_time\" is missing: simulated time, in s"},
      {simulation("end_time = 0"), "s.toml:2: simulation.end_time: 0 is out of range; allowed: > 0 s"},
      {simulation("end_time = nan"),
       "s.toml:2: simulation.end_time: nan is out of range; allowed: > 0, at most 1e30 s"},
      {simulation("end_time = inf"),
       "s.toml:2: simulation.end_time: inf is out of range; allowed: > 0, at most 1e30 s"},
      {simulation("end_time = \"1 s\""), "s.toml:2: simulation.end_time: must be a number, found \"1 s\""},
      {simulation("end_time = 2020-01-01"),
       "s.toml:2: simulation.end_time: must be a number, found a date or time"},
      {simulation("end_time = [1]"), "s.toml:2: simulation.end_time: must be a number, found an array of 1"},
      {simulation("end_tme = 1\nend_time = 1"),
       "s.toml:2: simulation.end_tme: unknown key of [simulation]; allowed: name, dimension, end_time, "
       "time_step, "
       "time_step_fraction, allow_unstable_step, gravity, seed, threads, detection, contact_points, "
       "parallel_angle, elastic_correction, skin; did you mean \"end_time\"?"},
      {simulation("end_time = 1\ntime_step = \"fast\""),
       "s.toml:3: simulation.time_step: must be a number or \"auto\", found \"fast\""},
      {simulation("end_time = 1\ntime_step = -1e-6"),
       "s.toml:3: simulation.time_step: -1e-06 is out of range; allowed: > 0 s"},
      {simulation("end_time = 1\ntime_step_fraction = 1.5"),
       "s.toml:3: simulation.time_step_fraction: 1.5 is out of range; allowed: above 0, at most 1"},
      {simulation("end_time = 1\ngravity = [0, 0]"),
       "s.toml:3: simulation.gravity: must be three numbers [x, y, z], found an array of 2"},
      {simulation("end_time = 1\ngravity = [0, 0, \"g\"]"),
       "s.toml:3: simulation.gravity[2]: must be a number, found \"g\""},
      {simulation("end_time = 1\ngravity = [0, -inf, 0]"),
       "s.toml:3: simulation.gravity[1]: -inf is out of range; allowed: at least -1e30, at most 1e30 m/s2"},
      {simulation("end_time = 1\nseed = -1"), "s.toml:3: simulation.seed: -1 is out of range; allowed: >= 0"},
      {simulation("end_time = 1\nseed = 1.5"),
       "s.toml:3: simulation.seed: must be a whole number, found 1.5"},
      {simulation("end_time = 1\nthreads = 5000"),
       "s.toml:3: simulation.threads: 5000 is out of range; allowed: 0 to 1024"},
      {simulation("end_time = 1\ndetection = \"fps\""),
       "s.toml:3: simulation.detection: \"fps\" is not allowed; allowed: default, gjk-epa, gjk-td, "
       "gjk-td-published, gjk-johnson, gjk-signed-volumes, cp, cp-revised, fcp, fcp-revised, slm, ds, fds, "
       "common-normal, common-normal-published, curved, brute-force; did you mean \"fds\"?"},
      {simulation("end_time = 1\ncontact_points = \"two\""),
       "s.toml:3: simulation.contact_points: \"two\" is not allowed; allowed: one, patch"},
      {simulation("end_time = 1\nname = \"\""),
       "s.toml:3: simulation.name: must be a name of 1 to 200 characters on one line, found \"\""},
      {simulation("end_time = 1\nname = \"a\\nb\""),
       "s.toml:3: simulation.name: must be a name of 1 to 200 characters on one line, found \"a\\nb\""},
      {"simulation = 3\n" + simulation("end_time = 1").substr(26),
       "s.toml:1: simulation: must be a table, found 3"},
      {simulation("end_time = 1") + "[[materials]]\nname = \"x\"\n",
       "s.toml:9: materials: unknown key of the file; allowed: simulation, periodic, output, material, "
       "contact, "
       "shape, motion, body, fill, injection, wall, event; did you mean \"material\"?"},
      {simulation("end_time = 1") + "[event]\nname = \"x\"\n",
       "s.toml:9: event: must be an array of tables [[event]], found a table"},
  });
}

TEST(SceneErrors, PeriodicAndOutput) {
  check_cases({
      {scene_body + "[periodic]\naxes = []\nlength = [1, 1, 1]",
       "s.toml:18: periodic.axes: must be at least one name, found an array of 0"},
      {scene_body + "[periodic]\naxes = [\"x\", \"w\"]\nlength = [1, 1, 1]",
       "s.toml:18: periodic.axes[1]: \"w\" is not allowed; allowed: x, y, z; did you mean \"x\"?"},
      {scene_body + "[periodic]\naxes = [\"x\", \"x\"]\nlength = [1, 1, 1]",
       "s.toml:18: periodic.axes[1]: \"x\" is given twice"},
      {scene_body + "[periodic]\naxes = \"x\"", "s.toml:17: periodic: \"length\" or \"upper\" is missing"},
      {scene_body + "[periodic]\naxes = \"x\"\nlength = [1, 1, 1]\nupper = [1, 1, 1]",
       "s.toml:20: periodic.upper: give either \"length\" or \"upper\", not both"},
      {scene_body + "[periodic]\naxes = \"y\"\nlength = [1, 0, 1]",
       "s.toml:19: periodic.length: 0 along y is out of range; allowed: > 0 m"},
      {scene_body + "[periodic]\naxes = \"z\"\nlower = [0, 0, 2]\nupper = [1, 1, 1]",
       "s.toml:20: periodic.upper: 1 along z is not above \"lower\", 2"},
      {scene_body + "[output]\ntable_interval = 0",
       "s.toml:18: output.table_interval: 0 is out of range; allowed: > 0 s"},
      {scene_body + "[output]\ntable_interval = true",
       "s.toml:18: output.table_interval: must be a number, found true"},
  });
}

TEST(SceneErrors, MaterialsAndContacts) {
  const std::string second = "[[material]]\nname = \"wood\"\ndensity = 600\n";
  const std::string wall = "[[wall]]\ntype = \"half-space\"\nnormal = [0, 0, 1]\nmaterial = \"wood\"\n";
  check_cases({
      {scene_body + "[[material]]\nname = \"stone\"\ndensity = 1\n[[wall]]\nmaterial = \"stone\"\ntype = "
                    "\"half-space\"\nnormal = [0, 0, 1]",
       "s.toml:13: body[0]: \"material\" is missing; materials here: stone, stone\n"
       "s.toml:18: material[1].name: \"stone\" is given twice"},
      {second + wall + "[[body]]\nshape = \"cube\"",
       "s.toml:20: body[0]: \"material\" is missing; materials here: stone, wood"},
      {second + wall + "[[body]]\nshape = \"cube\"\nmaterial = \"woot\"",
       "s.toml:22: body[0].material: \"woot\" names no material; materials here: stone, wood; did you mean "
       "\"wood\"?"},
      {scene_body + "[[material]]\ndensity = -1\n",
       "s.toml:13: body[0]: \"material\" is missing; materials here: stone\n"
       "s.toml:17: material[1]: \"name\" is missing: by which bodies refer to it\n"
       "s.toml:18: material[1].density: -1 is out of range; allowed: > 0 kg/m3"},
      {second + "restitution = 0\n" + wall,
       "s.toml:16: material[1].restitution: 0 is out of range; allowed: "
       "above 0, at most 1"},
      {second + "friction_angle = 90\n" + wall,
       "s.toml:16: material[1].friction_angle: 90 is out of range; allowed: at least 0, below 90 deg"},
      {second + "friction = 0.5\nfriction_angle = 30\nshear_stiffness = 1\n" + wall,
       "s.toml:17: material[1].friction_angle: give either \"friction\" or \"friction_angle\", not both"},
      {second + "friction = 0.5\n" + wall,
       "s.toml:13: material[1]: \"shear_stiffness\" is missing: the friction of 0.5 needs one > 0 N/m"},
      {second + "friction = 0.5\nshear_stiffness = 0\n" + wall,
       "s.toml:17: material[1].shear_stiffness: 0 does not do: the friction of 0.5 needs one > 0 N/m"},
      {second + "exponent = 1.5\n" + wall,
       "s.toml:13: material[1]: its exponent 1.5 and the 1 of \"stone\" do not mix; a [[contact]] with "
       "materials "
       "= [\"stone\", \"wood\"] must tell"},
      {second + "exponent = 1.5\n" + wall + "[[contact]]\nmaterials = [\"wood\", \"stone\"]\nexponent = 1",
       "s.toml:21: contact[0]: the materials' exponents 1 and 1.5 differ: \"exponent\" and "
       "\"normal_stiffness\" "
       "must be given"},
      {second + wall + "[[contact]]\nmaterials = [\"wood\"]",
       "s.toml:21: contact[0].materials: must be an array of two names, found an array of 1"},
      {second + wall + "[[contact]]\nmaterials = [\"wood\", \"steel\"]",
       "s.toml:21: contact[0].materials: \"steel\" names no material; materials here: stone, wood"},
      {second + wall +
           "[[contact]]\nmaterials = [\"wood\", \"stone\"]\n[[contact]]\nmaterials = [\"stone\", "
           "\"wood\"]",
       "s.toml:23: contact[1].materials: \"stone\" and \"wood\" are given twice"},
      {second + wall + "[[contact]]\nmaterials = [\"wood\", \"stone\"]\nfriction = 1",
       "s.toml:20: contact[0]: \"shear_stiffness\" is missing: the friction of 1 needs one > 0 N/m"},
  });
  check_texts({{"[simulation]\nend_time = 1\n[[wall]]\ntype = \"half-space\"\nnormal = [0, 0, 1]\n",
                "s.toml:1: \"material\" is missing: what bodies are made of"}});
}

TEST(SceneErrors, Shapes) {
  check_cases({
      {scene_body + "[[shape]]\nname = \"cube\"\ntype = \"sphere\"\nradius = 1",
       "s.toml:18: shape[1].name: \"cube\" is given twice"},
      {scene_body + "[[shape]]\ntype = \"sphere\"\nradius = 1",
       "s.toml:17: shape[1]: \"name\" is missing: by which bodies refer to it"},
      {scene_body + "[[shape]]\nname = \"b\"\ntype = \"sphre\"\nradius = 1",
       "s.toml:19: shape[1].type: \"sphre\" is not a type of shape; allowed: polyhedron, box, tetrahedron, "
       "octahedron, icosahedron, dodecahedron, pyramid, prism, tetrakis_cube, superellipsoid, ellipsoid, "
       "sphere, "
       "cylinder, capsule, rounded_polyhedron, half_space, polygon, rectangle, regular_polygon, "
       "superellipse, ellipse, disc, half_plane; did you mean \"sphere\"?"},
      {scene_body + "[[shape]]\nname = \"b\"\ntype = \"sphere\"\nradius = -1",
       "s.toml:20: shape[1].radius: -1 is not allowed; must be a finite length > 0 m"},
      {scene_body + "[[shape]]\nname = \"b\"\ntype = \"sphere\"\nradius = nan",
       "s.toml:20: shape[1].radius: must be a number, found \"nan\""},
      {scene_body + "[[shape]]\nname = \"b\"\ntype = \"sphere\"\nheight = 1",
       "s.toml:20: shape[1].height: unknown key of type sphere; allowed: type, radius, scale"},
      {scene_body + "[[shape]]\nname = \"b\"\ntype = \"sphere\"\nraduis = 1",
       "s.toml:20: shape[1].raduis: unknown key of [[shape]]; allowed: name, type, mesh, pieces, vertices, "
       "file, hull, scale, extents, edge, base, height, sides, radius, radii, exponents, length, normal, "
       "offset, exponent; did you mean \"radius\"?"},
      {scene_body + "[[shape]]\nname = \"b\"\ntype = \"box\"\nextents = [\n1,\n1,\n\"x\"]",
       "s.toml:23: shape[1].extents[2]: must be a number, found \"x\""},
      {scene_body + "[[shape]]\nname = \"b\"\ntype = \"polyhedron\"\nfile = \"x.stl\"",
       "s.toml:20: shape[1].file: mesh files cannot be read here"},
      {scene_body + "[[shape]]\nname = \"b\"\ntype = \"box\"\nextents = [1, 1, 1]\nmesh = 50",
       "s.toml:21: shape[1].mesh: goes with a curved shape; a polyhedron has no curved surface"},
      {scene_body + "[[shape]]\nname = \"b\"\ntype = \"sphere\"\nradius = 1\nmesh = 4",
       "s.toml:21: shape[1].mesh: 4 is out of range; allowed: 8 to 10000"},
      {scene_body + "[[shape]]\nname = \"b\"",
       "s.toml:17: shape[1]: \"type\" is missing: one of polyhedron, box, tetrahedron, octahedron, "
       "icosahedron, "
       "dodecahedron, pyramid, prism, tetrakis_cube, superellipsoid, ellipsoid, sphere, cylinder, capsule, "
       "rounded_polyhedron, half_space, polygon, rectangle, regular_polygon, superellipse, ellipse, disc, "
       "half_plane"},
      {scene_body + "[[shape]]\nname = \"b\"\npieces = []",
       "s.toml:19: shape[1].pieces: must be an array of tables [[shape.pieces]], found an array of 0"},
      {scene_body + "[[shape]]\nname = \"b\"\ntype = \"box\"\npieces = [{shape = \"cube\"}]",
       "s.toml:19: shape[1].type: goes with \"type\", not with \"pieces\""},
      {scene_body + "[[shape]]\nname = \"b\"\npieces = [{shape = \"cub\"}]",
       "s.toml:19: shape[1].pieces[0].shape: \"cub\" names no shape; shapes here: cube; did you mean "
       "\"cube\"?"},
      {scene_body + "[[shape]]\nname = \"b\"\npieces = [{position = [0, 0, 0]}]",
       "s.toml:19: shape[1].pieces[0]: \"shape\" or \"type\" is missing"},
      {scene_body + "[[shape]]\nname = \"b\"\npieces = [{shape = \"cube\", edge = 1}]",
       "s.toml:19: shape[1].pieces[0].edge: goes with \"type\", not with \"shape\""},
      {scene_body + "[[shape]]\nname = \"b\"\npieces = [{type = \"half_space\", normal = [0, 0, 1]}]",
       "s.toml:19: shape[1].pieces[0]: a half_space cannot be a piece: it has no bounds"},
      {scene_body +
           "[[shape]]\nname = \"b\"\npieces = [{shape = \"cube\"}, {shape = \"cube\", position = [1, 0, "
           "0]}]\n[[shape]]\nname = \"c\"\npieces = [{shape = \"b\"}]",
       "s.toml:22: shape[2].pieces[0].shape: \"b\" has 2 pieces; a piece must be a shape of one"},
      {scene_body + "[[shape]]\nname = \"b\"\n[[shape.pieces]]\ntype = \"sphere\"\nradius = 0",
       "s.toml:21: shape[1].pieces[0].radius: 0 is not allowed; must be a finite length > 0 m"},
  });
}

TEST(SceneErrors, Bodies) {
  const std::string body = "[[body]]\nshape = \"cube\"\n";
  const std::string floor = "[[shape]]\nname = \"floor\"\ntype = \"half_space\"\nnormal = [0, 0, 1]\n";
  const std::string motion = "[[motion]]\nname = \"up\"\nstart = 0\n[[motion.phase]]\nvelocity = [0, 0, 1]\n";
  check_cases({
      {"[[body]]\nname = \"b\"", "s.toml:13: body[0]: \"shape\" is missing: name of a shape"},
      {"[[body]]\nshape = \"cub\"",
       "s.toml:14: body[0].shape: \"cub\" names no shape; shapes here: cube; did you mean \"cube\"?"},
      {body + "orientation = [0, 0, 0, 0]",
       "s.toml:15: body[0].orientation: must not be zero: it has no direction"},
      {body + "orientation = [1, 0, 0]",
       "s.toml:15: body[0].orientation: must be a quaternion, four numbers [w, x, y, z], found an array of "
       "3"},
      {body + "axis = [0, 0, 0]\nangle = 3",
       "s.toml:15: body[0].axis: must not be zero: it has no direction"},
      {body + "axis = [0, 0, 1]", "s.toml:15: body[0].axis: goes with \"angle\", which is missing"},
      {body + "angle = 30", "s.toml:15: body[0].angle: goes with \"axis\", which is missing"},
      {body + "orientation = [1, 0, 0, 0]\naxis = [0, 0, 1]\nangle = 30",
       "s.toml:16: body[0].axis: goes without \"orientation\"\n"
       "s.toml:17: body[0].angle: goes without \"orientation\""},
      {body + "size = 1\nscale = 1", "s.toml:16: body[0].scale: give either \"size\" or \"scale\", not both"},
      {body + "size = 0", "s.toml:15: body[0].size: 0 is out of range; allowed: 1e-9 to 1e9 m"},
      {body + "mobility = \"free\"",
       "s.toml:15: body[0].mobility: \"free\" is not allowed; allowed: dynamic, kinematic, fixed"},
      {body + "motion = \"up\"", "s.toml:15: body[0].motion: \"up\" names no motion; motions here: (none)"},
      {body + "motion = \"up\"\nmobility = \"fixed\"\n" + motion,
       "s.toml:16: body[0].mobility: \"fixed\" does not go with a \"motion\"; allowed: kinematic"},
      {body + "motion = \"up\"\nvelocity = [1, 0, 0]\n" + motion,
       "s.toml:16: body[0].velocity: does not go with a \"motion\", which prescribes it"},
      {body + "present = 1", "s.toml:15: body[0].present: must be true or false, found 1"},
      {body + "position = [1e31, 0, 0]",
       "s.toml:15: body[0].position[0]: 1e+31 is out of range; allowed: at least -1e30, at most 1e30 m"},
      {floor + "[[body]]\nshape = \"floor\"",
       "s.toml:18: body[0].shape: \"floor\" is a half_space, which cannot be dynamic; mobility must be fixed "
       "or "
       "kinematic"},
      {floor + "[[body]]\nshape = \"floor\"\nmobility = \"fixed\"\nscale = 2",
       "s.toml:20: body[0].scale: does not go with a half_space, which has no size"},
      {body + "scale = 1e-60",
       "s.toml:13: body[0]: the shape \"cube\" cannot be scaled by 1e-60: scaled size: "
       "1.7320508075688775e-61 is not allowed; must be a length between 1e-50 and 1e+50 m"},
  });
}

TEST(SceneErrors, Sizes) {
  const auto fill = [](const std::string& size) {
    return "[[fill]]\nshapes = \"cube\"\nregion = {lower = [0, 0, 0], upper = [1, 1, 1]}\nsize = " + size;
  };
  check_cases({
      {fill("\"big\""), "s.toml:16: fill[0].size: must be a number, found \"big\""},
      {fill("-0.1"), "s.toml:16: fill[0].size: -0.1 is out of range; allowed: 1e-9 to 1e9 m"},
      {fill("{min = 1}"),
       "s.toml:16: fill[0].size: \"distribution\" is missing: how sizes are distributed: one of fixed, "
       "uniform, "
       "normal, log-normal, sieve, d50"},
      {fill("{distribution = \"unifrom\", min = 1}"),
       "s.toml:16: fill[0].size.distribution: \"unifrom\" is not allowed; allowed: fixed, uniform, normal, "
       "log-normal, sieve, d50; did you mean \"uniform\"?"},
      {fill("{distribution = \"uniform\", min = 0.1}"),
       "s.toml:16: fill[0].size: \"max\" is missing: the largest size, in m"},
      {fill("{distribution = \"uniform\", min = 0.1, max = 0.1}"),
       "s.toml:16: fill[0].size.max: 0.1 m is not above \"min\", 0.1 m"},
      {fill("{distribution = \"uniform\", min = 0.1, max = 0.2, mean = 0.15}"),
       "s.toml:16: fill[0].size.mean: unknown key of size = { ... } \"uniform\"; allowed: distribution, min, "
       "max"},
      {fill("{distribution = \"normal\", mean = 1, deviation = 0.01, min = 0.1, max = 0.2}"),
       "s.toml:16: fill[0].size.min: [0.1, 0.2] m holds a share of 0 of the distribution; at least 1e-06 is "
       "needed"},
      {fill("{distribution = \"log-normal\", median = 0.1, log_deviation = 0, min = 0.1, max = 0.2}"),
       "s.toml:16: fill[0].size.log_deviation: 0 is out of range; allowed: above 0, at most 10"},
      {fill("{distribution = \"d50\", min = 0.1, d50 = 0.3, max = 0.2}"),
       "s.toml:16: fill[0].size.max: 0.2 m is not above \"d50\", 0.3 m"},
      {fill("{distribution = \"d50\", min = 0.1, d50 = 0.15, max = 0.2, by = \"volume\"}"),
       "s.toml:16: fill[0].size.by: \"volume\" is not allowed; allowed: mass, number"},
      {fill("{distribution = \"sieve\", sieves = []}"),
       "s.toml:16: fill[0].size.sieves: must be an array of rows of two numbers, found an array of 0"},
      {fill("{distribution = \"sieve\", sieves = [[0.1, 0]]}"),
       "s.toml:16: fill[0].size.sieves: must have at least two rows [opening, passing]"},
      {fill("{distribution = \"sieve\", sieves = [[0.1, 0], [0.1]]}"),
       "s.toml:16: fill[0].size.sieves[1]: must be two numbers, found an array of 1"},
      {fill("{distribution = \"sieve\", sieves = [[0.1, 0], [0.1, 1]]}"),
       "s.toml:16: fill[0].size.sieves: opening 0.1 m of row 1 is not above the 0.1 m before it"},
      {fill("{distribution = \"sieve\", sieves = [[0.1, 0], [0.2, 0.5], [0.3, 0.4], [0.4, 1]]}"),
       "s.toml:16: fill[0].size.sieves: share 0.4 of row 2 is below the 0.5 before it"},
      {fill("{distribution = \"sieve\", sieves = [[0.1, 0.1], [0.2, 1]]}"),
       "s.toml:16: fill[0].size.sieves: the first share must be 0, found 0.1"},
      {fill("{distribution = \"sieve\", sieves = [[0.1, 0], [0.2, 99]]}"),
       "s.toml:16: fill[0].size.sieves: the last share must be 1, found 99"},
      {fill("{distribution = \"sieve\", sieves = [[-0.1, 0], [0.2, 1]]}"),
       "s.toml:16: fill[0].size.sieves: opening -0.1 of row 0 is out of range; allowed: 1e-9 to 1e9 m"},
  });
}

TEST(SceneErrors, FillsAndInjections) {
  const std::string fill = "[[fill]]\nshapes = \"cube\"\n";
  const std::string box = "region = {lower = [0, 0, 0], upper = [1, 1, 1]}\n";
  const std::string injection = "[[injection]]\nshapes = \"cube\"\ncount = 3\n";
  check_cases({
      {fill, "s.toml:13: fill[0]: \"region\" is missing: where the particles are put"},
      {"[[fill]]\nshapes = [\"cube\", \"ball\"]\n" + box,
       "s.toml:14: fill[0].shapes: \"ball\" names no shape; shapes here: cube"},
      {"[[fill]]\nshapes = []\n" + box,
       "s.toml:14: fill[0].shapes: must be at least one name, found an array of 0"},
      {"[[fill]]\nshape = \"cube\"\nshapes = \"cube\"\n" + box,
       "s.toml:14: fill[0].shape: unknown key of [[fill]]; allowed: name, shapes, shares, choice, size, "
       "scale, "
       "material, region, arrangement, count, solid_fraction, spacing, orientation, velocity, "
       "velocity_spread, "
       "present; did you mean \"shapes\"?"},
      {fill + "shares = [1, 2]\n" + box,
       "s.toml:15: fill[0].shares: must be as many numbers as \"shapes\", 1, found 2"},
      {fill + "shares = [0]\n" + box, "s.toml:15: fill[0].shares: must not all be 0"},
      {fill + "shares = [-1]\n" + box, "s.toml:15: fill[0].shares[0]: -1 is out of range; allowed: >= 0"},
      {fill + "region = {lower = [0, 0, 0]}",
       "s.toml:15: fill[0].region: \"upper\" is missing: upper corner of a "
       "box, in m"},
      {fill + "region = {lower = [0, 0, 0], upper = [1, 0, 1]}",
       "s.toml:15: fill[0].region.upper: 0 m along y is not above \"lower\", 0 m"},
      {fill + "region = {lower = [0, 0, 0], radius = 1}",
       "s.toml:15: fill[0].region.lower: unknown key of region = { ... } \"cylinder\"; allowed: base, axis, "
       "radius, "
       "height\n"
       "s.toml:15: fill[0].region: \"base\" is missing: middle of the bottom of a cylinder, in m\n"
       "s.toml:15: fill[0].region: \"height\" is missing: of a cylinder, in m"},
      {fill + "region = 3", "s.toml:15: fill[0].region: must be a table, found 3"},
      {fill + box + "arrangement = \"random\"",
       "s.toml:13: fill[0]: \"count\" or \"solid_fraction\" is missing"},
      {fill + box + "count = 1\nsolid_fraction = 0.1",
       "s.toml:17: fill[0].solid_fraction: give either \"count\" or \"solid_fraction\", not both"},
      {fill + box + "count = 0", "s.toml:16: fill[0].count: 0 is out of range; allowed: >= 1"},
      {fill + box + "solid_fraction = 1",
       "s.toml:16: fill[0].solid_fraction: 1 is out of range; allowed: above 0, below 1"},
      {fill + box + "solid_fraction = 1e-9",
       "s.toml:16: fill[0].solid_fraction: gives no particle: not even one has so little volume"},
      {fill + box + "spacing = 0", "s.toml:16: fill[0].spacing: 0 is out of range; allowed: > 0 m"},
      {fill + box + "spacing = 0.1\narrangement = \"random\"\ncount = 2",
       "s.toml:16: fill[0].spacing: goes with arrangement \"lattice\""},
      {fill + box + "orientation = \"upright\"",
       "s.toml:16: fill[0].orientation: must be \"random\" or a quaternion, four numbers [w, x, y, z], found "
       "\"upright\""},
      {fill + box + "spacing = 0.25\ncount = 65",
       "s.toml:17: fill[0].count: only 64 of 65 particles find a place in a lattice of spacing [0.25, 0.25, "
       "0.25] "
       "m"},
      {fill + box + "scale = 20",
       "s.toml:15: fill[0].region: only 0 of 1 particles find a place in a lattice of spacing [3.49874, "
       "3.49874, "
       "3.49874] m"},
      {fill + box + "count = 1000000",
       "s.toml:13: fill[0]: makes 1000000 bodies, with 0 before it; a scene holds at most 100000"},
      {fill + box + "spacing = 0.001",
       "s.toml:13: fill[0]: makes 100001 bodies, with 0 before it; a scene holds at most 100000"},
      {fill + box + "velocity_spread = [0, -1, 0]",
       "s.toml:16: fill[0].velocity_spread[1]: -1 is out of range; allowed: >= 0 m/s"},
      {fill + box + "[periodic]\naxes = \"y\"\nlength = [0.5, 0.5, 0.5]",
       "s.toml:15: fill[0].region: is 1 m long along y, more than the period of 0.5 m"},
      {fill + box + "name = \"a\"\n" + fill + box + "name = \"a\"",
       "s.toml:20: fill[1].name: \"a\" is given twice; it names a fill before"},
      {injection + box + "end = 0", "s.toml:17: injection[0].end: 0 is out of range; allowed: > 0 s"},
      {injection + box + "end = 1\nstart = 1",
       "s.toml:17: injection[0].end: 1 s is not after \"start\", 1 s"},
      {injection + "end = 1\nregion = {lower = [0, 0, 0], upper = [1, 1, 0.1]}",
       "s.toml:17: injection[0].region: is only 0.1 m wide; the largest particle needs 0.173205 m"},
      {injection + "end = 1\nregion = {base = [0, 0, 0], radius = 1, height = 1}",
       "s.toml:17: injection[0].region.base: unknown key of region = { ... } \"box\"; allowed: lower, upper\n"
       "s.toml:17: injection[0].region.height: unknown key of region = { ... } \"box\"; allowed: lower, "
       "upper\n"
       "s.toml:17: injection[0].region.radius: unknown key of region = { ... } \"box\"; allowed: lower, "
       "upper\n"
       "s.toml:17: injection[0].region: \"lower\" is missing: lower corner of a box, in m\n"
       "s.toml:17: injection[0].region: \"upper\" is missing: upper corner of a box, in m"},
  });
}

TEST(SceneErrors, Walls) {
  check_cases({
      {"[[wall]]\nname = \"w\"",
       "s.toml:13: wall[0]: \"type\" is missing: what it is, unless `shape` names a solid: one of "
       "half-space, plate, box, block, pipe, half-plane, segment, ring"},
      {"[[wall]]\ntype = \"half-space\"", "s.toml:13: wall[0]: \"normal\" is missing: out of the solid"},
      {"[[wall]]\ntype = \"half-space\"\nnormal = [0, 0, 0]",
       "s.toml:15: wall[0].normal: must not be zero: it has no direction"},
      {"[[wall]]\ntype = \"half-space\"\nnormal = [0, 0, 1]\nthickness = 1",
       "s.toml:16: wall[0].thickness: unknown key of [[wall]] \"half-space\"; allowed: name, type, material, "
       "motion, present, normal, point"},
      {"[[wall]]\ntype = \"plate\"\nthickness = 1",
       "s.toml:13: wall[0]: \"corners\" or \"centre\" is missing"},
      {"[[wall]]\ntype = \"plate\"\nthickness = 1\ncentre = [0, 0, 0]",
       "s.toml:13: wall[0]: \"extents\" is missing: it goes with \"centre\""},
      {"[[wall]]\ntype = \"plate\"\nthickness = 1\ncorners = [[0, 0, 0], [1, 0, 0]]",
       "s.toml:16: wall[0].corners: must be at least three, found 2"},
      {"[[wall]]\ntype = \"plate\"\nthickness = 1\ncorners = [[0, 0, 0], [1, 0, 0], [2, 0, 0]]",
       "s.toml:16: wall[0].corners: all lie on one line"},
      {"[[wall]]\ntype = \"plate\"\nthickness = 1\ncorners = [[0, 0, 0], [1, 0, 0], [1, 1, 1], [0, 1, 0]]",
       "s.toml:16: wall[0].corners[1]: does not lie in the plane of the others"},
      {"[[wall]]\ntype = \"plate\"\nthickness = 1\ncorners = [[0, 0, 0], [4, 0, 0], [1, 1, 0], [0, 4, 0]]",
       "s.toml:16: wall[0].corners[2]: the front is not convex there"},
      {"[[wall]]\ntype = \"plate\"\nthickness = 1\ncorners = [[0, 0, 0], [1, 0, 0], [1, 1, 0]]\nextents = "
       "[1, 1]",
       "s.toml:17: wall[0].extents: goes with \"centre\", not with \"corners\""},
      {"[[wall]]\ntype = \"box\"\nlower = [0, 0, 0]\nupper = [1, -1, 1]",
       "s.toml:16: wall[0].upper: -1 m along y is not above \"lower\", 0 m"},
      {"[[wall]]\ntype = \"box\"\nlower = [0, 0, 0]\nupper = [1, 1, 1]\nopen = \"top\"",
       "s.toml:17: wall[0].open: \"top\" is not allowed; allowed: x-, x+, y-, y+, z-, z+"},
      {"[[wall]]\ntype = \"box\"\nlower = [0, 0, 0]\nupper = [1, 1, 1]\nopen = \"z+\"\nfaces = \"z-\"",
       "s.toml:17: wall[0].open: give either \"faces\" or \"open\", not both"},
      {"[[wall]]\ntype = \"box\"\nlower = [0, 0, 0]\nupper = [1, 1, 1]\nopen = [\"x-\", \"x+\", \"y-\", "
       "\"y+\", "
       "\"z-\", \"z+\"]",
       "s.toml:17: wall[0].open: leaves no face"},
      {"[[wall]]\ntype = \"pipe\"\nradius = 1\nlength = 1\nthickness = 0.1\nsides = 2",
       "s.toml:18: wall[0].sides: 2 is out of range; allowed: 3 to 360"},
      {"[[wall]]\nshape = \"cube\"\ntype = \"box\"",
       "s.toml:15: wall[0].type: give either \"shape\" or \"type\", not both"},
      {"[[wall]]\nshape = \"cubes\"",
       "s.toml:14: wall[0].shape: \"cubes\" names no shape; shapes here: cube; did you mean \"cube\"?"},
      {"[[wall]]\nshape = \"cube\"\nmotion = \"x\"",
       "s.toml:15: wall[0].motion: \"x\" names no motion; motions here: (none)"},
      {"[[wall]]\nname = \"b\"\nshape = \"cube\"\n[[body]]\nname = \"b\"\nshape = \"cube\"",
       "s.toml:14: wall[0].name: \"b\" is given twice; it names a body before"},
  });
}

TEST(SceneErrors, MotionsAndEvents) {
  const auto motion = [](const std::string& phase) {
    return scene_body + "[[motion]]\nname = \"m\"\n[[motion.phase]]\n" + phase;
  };
  const std::string event = scene_body + "[[event]]\n";
  const std::string runs = scene_body + "[[motion]]\nname = \"m\"\nstart = 2\n[[motion.phase]]\nrate = 1\n";
  check_cases({
      {scene_body + "[[motion]]\nname = \"m\"",
       "s.toml:17: motion[0]: \"phase\" is missing: its phases; they may overlap in time"},
      {motion("start = 1"),
       "s.toml:19: motion[0].phase[0]: does nothing: give displacement or velocity, angle or "
       "rate, or both"},
      {motion("start = 1\nend = 0.5\nrate = 1"),
       "s.toml:21: motion[0].phase[0].end: 0.5 s is not after \"start\", 1 s"},
      {motion("angle = 90"), "s.toml:20: motion[0].phase[0].angle: goes with \"end\", which is missing"},
      {motion("displacement = [0, 0, 1]"),
       "s.toml:20: motion[0].phase[0].displacement: goes with \"end\", which is missing"},
      {motion("angle = 90\nrate = 1\nend = 1"),
       "s.toml:21: motion[0].phase[0].rate: give either \"angle\" or \"rate\", not both"},
      {motion("velocity = [0, 0, 1]\npoint = [0, 0, 0]"),
       "s.toml:21: motion[0].phase[0].point: goes with \"angle\" or \"rate\""},
      {motion("rate = 1\naxis = [0, 0, 0]"),
       "s.toml:21: motion[0].phase[0].axis: must not be zero: it has no direction"},
      {motion("rate = 1\n[[motion]]\nname = \"m\"\n[[motion.phase]]\nrate = 1"),
       "s.toml:22: motion[1].name: \"m\" is given twice"},
      {event + "stop = true",
       "s.toml:17: event[0]: \"time\", \"after\" or \"when\" is missing: it would never happen"},
      {event + "time = 1",
       "s.toml:17: event[0]: does nothing: give remove, add, gravity, start, checkpoint = true or stop = "
       "true"},
      {event + "time = 1\ncheckpoint = true",
       "s.toml:19: event[0].checkpoint: goes with a name that a file can have: letters, digits, '-', '_', "
       "and "
       "'.' but not at its start"},
      {event + "time = -1\nstop = true", "s.toml:18: event[0].time: -1 is out of range; allowed: >= 0 s"},
      {event + "when = \"settled\"\nstop = true",
       "s.toml:17: event[0]: \"energy\" is missing: the kinetic energy per particle below which things are "
       "settled, in J"},
      {event + "time = 1\nenergy = 1\nstop = true",
       "s.toml:19: event[0].energy: goes with when = \"settled\""},
      {event + "time = 1\ndelay = 1\nstop = true", "s.toml:19: event[0].delay: goes with \"after\""},
      {event + "time = 1\nremove = \"cub\"",
       "s.toml:19: event[0].remove: \"cub\" names no body, fill, injection or wall; names here: body[0]"},
      {event + "time = 1\nstart = \"m\"",
       "s.toml:19: event[0].start: \"m\" names no motion; motions here: (none)"},
      {runs + "[[event]]\ntime = 1\nstart = \"m\"",
       "s.toml:24: event[0].start: the motion \"m\" starts by itself, at 2 s"},
      {event + "after = \"x\"\nstop = true",
       "s.toml:18: event[0].after: \"x\" names no event; events here: event[0]"},
      {event +
           "name = \"a\"\nafter = \"b\"\nstop = true\n[[event]]\nname = \"b\"\nafter = \"a\"\nstop = true",
       "s.toml:19: event[0].after: \"a\" comes after itself, by way of others or at once: it would never "
       "happen"},
      {event + "name = \"a\"\ntime = 1\nstop = true\n[[event]]\nname = \"a\"\ntime = 1\nstop = true",
       "s.toml:22: event[1].name: \"a\" is given twice"},
      {"[[injection]]\nname = \"rain\"\nshapes = \"cube\"\ncount = 1\nend = 1\nregion = {lower = [0, 0, 0], "
       "upper = "
       "[1, 1, 1]}\n[[event]]\ntime = 1\nadd = \"rain\"",
       "s.toml:21: event[0].add: \"rain\" is an injection, whose bodies come in by themselves"},
  });
}

TEST(SceneErrors, ManyProblemsAreListedByLineUpToTwenty) {
  std::string text = scene_start;
  for (int i = 0; i < 25; ++i) text += "[[body]]\nshape = \"x\"\n";
  const std::string all = message(parse(text));
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 20);
  EXPECT_EQ(all.substr(0, all.find('\n')),
            "s.toml:14: body[0].shape: \"x\" names no shape; shapes here: cube");
  EXPECT_EQ(all.substr(all.rfind('\n') + 1), "s.toml: and 5 more");
}

TEST(SceneErrors, TooManyMaterialsAndPieces) {
  std::string text = scene_start + scene_body;
  for (int i = 0; i < 100; ++i) text += "[[material]]\nname = \"m" + std::to_string(i) + "\"\ndensity = 1\n";
  EXPECT_NE(message(parse(text)).find("material[100]: is one too many; a scene holds at most 100 materials"),
            std::string::npos);
  text = scene_start + scene_body + "[[shape]]\nname = \"b\"\npieces = [";
  for (int i = 0; i < 1001; ++i) text += "{shape = \"cube\"},";
  EXPECT_EQ(message(parse(text + "]")), "s.toml:19: shape[1].pieces: are 1001; at most 1000 are allowed");
}

}  // namespace
}  // namespace scree
