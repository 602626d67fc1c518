// Scenes compiled to setups, checked by numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>

#include "model/build_model.hpp"
#include "scene_text.hpp"

namespace scree {
namespace {

using testing::message;
using testing::scene_body;

constexpr Real pi = std::numbers::pi;

Setup made(const std::string& text) {
  auto setup = testing::parse(text);
  EXPECT_TRUE(setup) << message(setup);
  return setup ? *std::move(setup) : Setup{};
}
Setup more(const std::string& text) { return made(testing::scene_start + text); }

void expect_near(Vec3 a, Vec3 b, Real tolerance = 1e-12) {
  EXPECT_NEAR(norm(a - b), 0, tolerance) << a.x << " " << a.y << " " << a.z;
}

BodyId body_named(const scree::Setup& setup, const std::string& name) {
  for (BodyId i = 0; i < body_count(setup.model); ++i) {
    if (body_name(setup.model, i) == name) return i;
  }
  ADD_FAILURE() << name;
  return 0;
}

// Where the piece's own frame is in the world.
Pose piece_pose(const scree::Setup& setup, std::uint32_t piece) {
  const BodyId body = setup.model.piece_body[piece];
  return Pose{setup.state.orientation[body], setup.state.position[body]} * setup.model.body_from_piece[piece];
}

// Whether a point of the world is inside any piece of the body.
bool is_inside(const scree::Setup& setup, BodyId body, Vec3 point) {
  for (std::uint32_t p = setup.model.piece_begin[body]; p < setup.model.piece_begin[body + 1]; ++p) {
    const Shape& shape = setup.model.shapes[setup.model.piece_shape[p]];
    const Vec3 in_shape = transform(inverse(piece_pose(setup, p)), point) + shape.centre;
    if (inside_outside(shape, in_shape) < 1) return true;
  }
  return false;
}

TEST(Scene, DefaultsOfTheSimulation) {
  const auto setup = more(scene_body);
  EXPECT_EQ(setup.settings.name, "s");
  EXPECT_EQ(setup.settings.end_time, 1);
  EXPECT_EQ(setup.settings.time_step, 0);
  EXPECT_EQ(setup.settings.time_step_fraction, 0.2);
  EXPECT_FALSE(setup.settings.allow_unstable_step);
  EXPECT_EQ(setup.settings.seed, 1U);
  EXPECT_EQ(setup.settings.threads, 0);
  EXPECT_EQ(setup.settings.algorithm, Algorithm::automatic);
  EXPECT_EQ(setup.settings.contact_points, ContactPoints::one);
  EXPECT_TRUE(setup.settings.elastic_correction);
  EXPECT_EQ(setup.settings.parallel_angle, 0) << "left to the contact points";
  EXPECT_EQ(setup.state.gravity, (Vec3{0, 0, -9.81}));
  EXPECT_FALSE(setup.model.periodic.axis[0] || setup.model.periodic.axis[1] || setup.model.periodic.axis[2]);
}

TEST(Scene, SettingsAreRead) {
  const auto setup = made(R"([simulation]
name = "test"
end_time = 3
time_step = 2e-5
time_step_fraction = 0.3
allow_unstable_step = true
gravity = [1, 2, 3]
seed = 9007199254740993
threads = 4
detection = "fcp"
contact_points = "patch"
elastic_correction = false
parallel_angle = 1.8
skin = 0.25
[output]
table_interval = 0.1
checkpoint_interval = 0.2
[periodic]
axes = ["x", "z"]
lower = [-1, -2, -3]
upper = [1, 0, 3]
[[material]]
name = "m"
density = 1
[[wall]]
type = "half-space"
normal = [0, 0, 1]
)");
  const Settings& s = setup.settings;
  EXPECT_EQ(s.name, "test");
  EXPECT_EQ(s.time_step, 2e-5);
  EXPECT_EQ(s.time_step_fraction, 0.3);
  EXPECT_TRUE(s.allow_unstable_step);
  EXPECT_EQ(setup.state.gravity, (Vec3{1, 2, 3}));
  EXPECT_EQ(s.seed, 9007199254740993U) << "more digits than a double has";
  EXPECT_EQ(s.threads, 4);
  EXPECT_EQ(s.algorithm, Algorithm::fast_common_plane);
  EXPECT_EQ(s.contact_points, ContactPoints::patch);
  EXPECT_FALSE(s.elastic_correction);
  EXPECT_NEAR(s.parallel_angle, pi / 100, 1e-15);
  EXPECT_EQ(s.skin, 0.25);
  EXPECT_EQ(s.table_interval, 0.1);
  EXPECT_EQ(s.checkpoint_interval, 0.2);
  const Periodic& p = setup.model.periodic;
  EXPECT_TRUE(p.axis[0] && !p.axis[1] && p.axis[2]);
  EXPECT_EQ(p.lower.x, -1);
  EXPECT_EQ(p.length.x, 2);
  EXPECT_EQ(p.length.z, 6);
}

TEST(Scene, MaterialsMix) {
  const auto setup = made(R"([simulation]
end_time = 1
[[material]]
name = "a"
density = 1
normal_stiffness = 1e5
shear_stiffness = 2e4
friction = 0.5
restitution = 0.9
tangential_restitution = 0.3
[[material]]
name = "b"
density = 2
normal_stiffness = 3e5
shear_stiffness = 6e4
friction_angle = 45
restitution = 0.4
tangential_restitution = 0.8
[[material]]
name = "c"
density = 3
exponent = 1.5
[[contact]]
materials = ["c", "a"]
normal_stiffness = 7
exponent = 2
[[contact]]
materials = ["b", "c"]
normal_stiffness = 8
exponent = 1.5
friction = 0.25
shear_stiffness = 9
[[contact]]
materials = ["b", "b"]
restitution = 0.7
[[wall]]
type = "half-space"
normal = [0, 0, 1]
material = "c"
)");
  const auto pair = [&](int i, int j) { return setup.model.contact_parameters[i * 3 + j]; };
  const ContactParameters ab = pair(0, 1);
  EXPECT_NEAR(ab.normal_stiffness, 1.5e5, 1e-6);  // 2 * 1 * 3 / 4
  EXPECT_NEAR(ab.shear_stiffness, 3e4, 1e-7);
  EXPECT_EQ(ab.friction, 0.5);
  EXPECT_EQ(ab.restitution, 0.4);
  EXPECT_EQ(ab.tangential_restitution, 0.3);
  EXPECT_EQ(pair(1, 0).normal_stiffness, ab.normal_stiffness);
  EXPECT_EQ(pair(0, 0).normal_stiffness, 1e5);
  EXPECT_NEAR(pair(1, 1).friction, 1, 1e-15);
  EXPECT_EQ(pair(1, 1).restitution, 0.7);
  EXPECT_EQ(pair(1, 1).normal_stiffness, 3e5);
  EXPECT_EQ(pair(0, 2).normal_stiffness, 7);
  EXPECT_EQ(pair(0, 2).exponent, 2);
  EXPECT_EQ(pair(0, 2).shear_stiffness, 0) << "one spring of two is missing";
  EXPECT_EQ(pair(2, 1).friction, 0.25);
  EXPECT_EQ(pair(2, 1).shear_stiffness, 9);
  EXPECT_EQ(pair(2, 2).exponent, 1.5);
  EXPECT_EQ(pair(2, 2).normal_stiffness, 1e6) << "the default";
  EXPECT_EQ(setup.model.materials[1].density, 2);
  EXPECT_EQ(setup.model.piece_material[0], 2U);
}

TEST(Scene, BodiesAreRead) {
  const auto setup = more(R"([[body]]
name = "one"
shape = "cube"
scale = 2
position = [1, 2, 3]
axis = [0, 0, 2]
angle = 90
velocity = [4, 5, 6]
angular_velocity = [0, 0, 7]

[[body]]
shape = "cube"
size = 0.3
mobility = "fixed"
present = false

[[body]]
name = "one"
shape = "cube"
mobility = "kinematic"
velocity = [0, 0, 1]
position = [9, 9, 9]
orientation = [0, 0, 3, 0]
)");
  ASSERT_EQ(body_count(setup.model), 3U);
  EXPECT_EQ(body_name(setup.model, 1), "body[1]");
  EXPECT_EQ(setup.model.mobility[0], Mobility::dynamic);
  EXPECT_EQ(setup.model.mobility[1], Mobility::fixed);
  EXPECT_EQ(setup.model.mobility[2], Mobility::kinematic);
  EXPECT_NEAR(setup.model.mass[0], 2000 * 0.008, 1e-9);
  const Pose pose = own_pose(setup.model, setup.state, 0);
  expect_near(pose.translation, {1, 2, 3});
  expect_near(rotate(pose.rotation, {1, 0, 0}), {0, 1, 0});
  expect_near(setup.state.velocity[0], {4, 5, 6});
  expect_near(angular_velocity(setup.model, setup.state, 0), {0, 0, 7});
  EXPECT_EQ(setup.state.present[1], 0);
  EXPECT_NEAR(setup.model.shapes[setup.model.piece_shape[1]].mass.volume, pi / 6 * 0.027, 1e-12);
  expect_near(rotate(own_pose(setup.model, setup.state, 2).rotation, {1, 0, 0}), {-1, 0, 0});
  EXPECT_EQ(setup.sources[2].where, "s.toml:29: body \"one\"");
}

TEST(Scene, PiecesMakeOneBody) {
  const auto setup = more(R"([[shape]]
name = "angle"
[[shape.pieces]]
type = "box"
extents = [2, 1, 1]
[[shape.pieces]]
type = "box"
extents = [2, 1, 1]
position = [0.5, 0, 1.5]
axis = [0, 1, 0]
angle = 90
[[body]]
shape = "angle"
position = [10, 0, 0]
)");
  EXPECT_EQ(piece_count(setup.model), 2U);
  EXPECT_NEAR(setup.model.mass[0], 2000 * 4, 1e-9);
  expect_near(setup.state.position[0], {10.25, 0, 0.75});
  EXPECT_TRUE(is_inside(setup, 0, {10.5, 0, 2.4}));
  EXPECT_FALSE(is_inside(setup, 0, {9.5, 0, 1.5}));
}

TEST(Scene, MeshedShapesHaveTheirCorners) {
  const auto setup = more(R"([[shape]]
name = "grain"
type = "superellipsoid"
radii = [1, 2, 3]
exponents = [0.8, 0.9]
mesh = 400
[[body]]
shape = "grain"
)");
  const Shape& shape = setup.model.shapes[0];
  EXPECT_EQ(shape.type, ShapeType::polyhedron);
  EXPECT_NEAR(static_cast<Real>(shape.core->vertices.size()), 400, 20);
}

TEST(Scene, MeshFilesComeFromBesideTheScene) {
  const auto folder = std::filesystem::temp_directory_path() / "scree_test_scene_files";
  std::filesystem::create_directories(folder / "sub");
  std::filesystem::copy_file(std::string(SCREE_SOURCE_DIR) + "/scenes/meshes/cube.stl", folder / "sub/c.stl",
                             std::filesystem::copy_options::overwrite_existing);
  const std::string path = (folder / "a.toml").string();
  std::ofstream(path) << testing::scene_start << R"([[shape]]
name = "c"
type = "polyhedron"
file = "sub/c.stl"
[[shape]]
name = "d"
pieces = [{ type = "polyhedron", file = "sub/c.stl" }, { type = "polyhedron", file = "sub/c.stl", position = [9, 0, 0] }]
[[body]]
shape = "c"
)";
  const auto setup = read_scene(path);
  ASSERT_TRUE(setup) << message(setup);
  EXPECT_EQ(setup->settings.name, "a");
  const auto files = scene_files(path);
  ASSERT_TRUE(files);
  EXPECT_EQ(*files, std::vector<std::string>{"sub/c.stl"});
  std::filesystem::remove_all(folder);
  EXPECT_FALSE(read_scene(path));
  EXPECT_FALSE(scene_files(path));
}

TEST(Scene, BoxFacesAreBodiesOfTheirOwn) {
  for (const std::string thickness : {"", "thickness = 0.1\n"}) {
    const auto setup = more(
        "[[wall]]\nname = \"tray\"\ntype = \"box\"\nlower = [0, 0, 0]\nupper = [1, 2, 3]\nopen = \"z+\"\n" +
        thickness + "[[event]]\ntime = 1\nremove = [\"tray.y+\"]\n[[event]]\ntime = 2\nremove = \"tray\"\n");
    ASSERT_EQ(body_count(setup.model), 5U);
    // Just outside of each face, and nowhere inside.
    const std::pair<const char*, Vec3> faces[] = {{"tray.x-", {-0.01, 1, 1}},
                                                  {"tray.x+", {1.01, 1, 1}},
                                                  {"tray.y-", {0.5, -0.01, 1}},
                                                  {"tray.y+", {0.5, 2.01, 1}},
                                                  {"tray.z-", {0.5, 1, -0.01}}};
    for (const auto& [name, point] : faces) {
      const BodyId body = body_named(setup, name);
      EXPECT_EQ(setup.model.mobility[body], Mobility::fixed);
      EXPECT_TRUE(is_inside(setup, body, point)) << name;
      EXPECT_FALSE(is_inside(setup, body, {0.01, 0.01, 0.01})) << name;
      EXPECT_FALSE(is_inside(setup, body, {0.99, 1.99, 2.99})) << name;
    }
    const auto& one = std::get<RemoveBodies>(setup.schedule.events[0].actions[0]).bodies;
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0].first, body_named(setup, "tray.y+"));
    EXPECT_EQ(one[0].count, 1U);
    const auto& all = std::get<RemoveBodies>(setup.schedule.events[1].actions[0]).bodies;
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].count, 5U);
  }
  const auto two =
      more("[[wall]]\ntype = \"box\"\nlower = [0, 0, 0]\nupper = [1, 2, 3]\nfaces = [\"z-\", \"x+\"]\n");
  EXPECT_EQ(two.model.names, (std::vector<std::string>{"wall[0].x+", "wall[0].z-"}));
}

TEST(Scene, PlatesLieBehindTheirFronts) {
  const auto setup = more(R"([[wall]]
name = "corners"
type = "plate"
corners = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
thickness = 0.2
[[wall]]
name = "centre"
type = "plate"
centre = [5, 0, 0]
extents = [2, 4]
thickness = 0.2
axis = [0, 1, 0]
angle = 90
[[wall]]
name = "block"
type = "block"
lower = [10, 0, 0]
upper = [11, 1, 1]
)");
  const BodyId corners = body_named(setup, "corners");
  EXPECT_TRUE(is_inside(setup, corners, {0.5, 0.5, -0.1}));
  EXPECT_FALSE(is_inside(setup, corners, {0.5, 0.5, 0.01}));
  // Turned about y, the front looks along x.
  const BodyId centre = body_named(setup, "centre");
  EXPECT_TRUE(is_inside(setup, centre, {4.9, 1.9, 0.9}));
  EXPECT_FALSE(is_inside(setup, centre, {5.01, 0, 0}));
  EXPECT_FALSE(is_inside(setup, centre, {4.9, 0, 1.1}));
  EXPECT_TRUE(is_inside(setup, body_named(setup, "block"), {10.99, 0.01, 0.99}));
}

TEST(Scene, PipeIsHollowAndClosed) {
  const auto setup = more(R"([[wall]]
name = "drum"
type = "pipe"
base = [1, 0, 0]
axis = [1, 0, 0]
radius = 2
length = 3
thickness = 0.5
sides = 12
)");
  ASSERT_EQ(body_count(setup.model), 3U);
  EXPECT_EQ(setup.model.piece_begin[1], 12U);
  const BodyId side = body_named(setup, "drum.side");
  const BodyId lower = body_named(setup, "drum.lower");
  const BodyId upper = body_named(setup, "drum.upper");
  Real volume = 0;
  for (std::uint32_t p = 0; p < 12; ++p) volume += setup.model.shapes[setup.model.piece_shape[p]].mass.volume;
  // Regular polygons of 12 sides about circles: n r^2 tan(pi / n).
  EXPECT_NEAR(volume, 3 * 12 * std::tan(pi / 12) * (2.5 * 2.5 - 2 * 2), 1e-9);
  for (int k = 0; k < 100; ++k) {
    const Real angle = 2 * pi * k / 100;
    const Vec3 out{0, std::cos(angle), std::sin(angle)};
    EXPECT_FALSE(is_inside(setup, side, Vec3{2, 0, 0} + 1.99 * out));
    EXPECT_TRUE(is_inside(setup, side, Vec3{2, 0, 0} + 2.3 * out));
    EXPECT_TRUE(is_inside(setup, lower, Vec3{0.8, 0, 0} + 2.3 * out));
    EXPECT_FALSE(is_inside(setup, lower, Vec3{1.01, 0, 0} + 2.3 * out));
    EXPECT_TRUE(is_inside(setup, upper, Vec3{4.2, 0, 0} + 2.3 * out));
    EXPECT_FALSE(is_inside(setup, upper, Vec3{3.99, 0, 0} + 2.3 * out));
  }
  const auto down = more(
      "[[wall]]\ntype = \"pipe\"\naxis = [0, 0, -1]\nradius = 1\nlength = 1\nthickness = 0.1\nopen = "
      "\"upper\"\n");
  EXPECT_EQ(body_count(down.model), 2U);
  EXPECT_TRUE(is_inside(down, 0, {1.05, 0, -0.5}));
  EXPECT_TRUE(is_inside(down, 1, {0, 0, 0.05}));
}

TEST(Scene, MotionsMoveBodies) {
  const auto setup = more(R"([[motion]]
name = "by itself"
start = 2
[[motion.phase]]
name = "lift"
start = 1
end = 3
displacement = [0, 0, 4]
[[motion.phase]]
name = "turn"
end = 4
axis = [0, 3, 0]
point = [1, 2, 3]
angle = 180
[[motion]]
name = "by event"
[[motion.phase]]
velocity = [1, 0, 0]
rate = 90
[[body]]
shape = "cube"
motion = "by event"
[[wall]]
shape = "cube"
motion = "by itself"
position = [5, 0, 0]
[[wall]]
type = "half-space"
normal = [0, 0, 1]
[[event]]
time = 0.5
start = "by event"
)");
  const auto& motions = setup.model.motions;
  ASSERT_EQ(motions.size(), 2U);
  EXPECT_EQ(setup.model.moved_index, (std::vector<std::int32_t>{0, 1, -1}));
  ASSERT_EQ(setup.model.moved.size(), 2U);
  EXPECT_EQ(setup.model.moved[0].motion, 1);
  EXPECT_EQ(setup.model.moved[1].motion, 0);
  EXPECT_EQ(setup.model.mobility[0], Mobility::kinematic);
  EXPECT_EQ(setup.model.mobility[1], Mobility::kinematic);
  EXPECT_EQ(setup.model.mobility[2], Mobility::fixed);
  EXPECT_EQ(motions[0].start, 2);
  EXPECT_LT(motions[1].start, 0);
  EXPECT_EQ(setup.state.motion_start[0], 2);
  EXPECT_LT(setup.state.motion_start[1], 0);
  const auto& phases = motions[0].phases;
  EXPECT_EQ(phases[0].name, "lift");
  expect_near(phases[0].velocity, {0, 0, 2});
  EXPECT_EQ(phases[0].start, 1);
  EXPECT_EQ(phases[0].end, 3);
  EXPECT_EQ(phases[0].rate, 0);
  expect_near(phases[1].axis, {0, 1, 0});
  expect_near(phases[1].point, {1, 2, 3});
  EXPECT_NEAR(phases[1].rate, pi / 4, 1e-15);
  EXPECT_NEAR(motions[1].phases[0].rate, pi / 2, 1e-15);
  EXPECT_GT(motions[1].phases[0].end, 1e9) << "never ends";
  EXPECT_EQ(std::get<StartMotion>(setup.schedule.events[0].actions[0]).motion, 1U);
}

TEST(Scene, EventsAreRead) {
  const auto setup = more(R"([[body]]
name = "pair"
shape = "cube"
[[fill]]
name = "heap"
shapes = "cube"
region = { lower = [0, 0, 0], upper = [1, 1, 1] }
count = 4
[[body]]
name = "pair"
shape = "cube"
position = [5, 0, 0]
[[body]]
name = "single"
shape = "cube"
[[event]]
name = "second"
after = "first"
delay = 0.25
when = "settled"
energy = 1e-3
hold = 0.1
remove = ["pair", "heap"]
add = "single"
gravity = [0, 0, 1]
stop = true
[[event]]
name = "first"
time = 2
gravity = [1, 0, 0]
)");
  const Event& second = setup.schedule.events[0];
  EXPECT_EQ(second.name, "second");
  EXPECT_EQ(second.after, 1);
  EXPECT_EQ(second.delay, 0.25);
  EXPECT_TRUE(second.when_settled);
  EXPECT_EQ(second.settled_energy, 1e-3);
  EXPECT_EQ(second.settled_time, 0.1);
  ASSERT_EQ(second.actions.size(), 4U);
  // Bodies come before fills: both of the pair are side by side, then "single", then the fill.
  const auto& removed = std::get<RemoveBodies>(second.actions[0]).bodies;
  ASSERT_EQ(removed.size(), 2U);
  EXPECT_EQ(removed[0].first, 0U);
  EXPECT_EQ(removed[0].count, 2U);
  EXPECT_EQ(removed[1].first, 3U);
  EXPECT_EQ(removed[1].count, 4U);
  EXPECT_EQ(std::get<AddBodies>(second.actions[1]).bodies[0].first, 2U);
  EXPECT_EQ(std::get<SetGravity>(second.actions[2]).gravity, (Vec3{0, 0, 1}));
  EXPECT_TRUE(std::holds_alternative<StopRun>(second.actions[3]));
  const Event& first = setup.schedule.events[1];
  EXPECT_EQ(first.after, -1);
  EXPECT_EQ(first.delay, 2);
  EXPECT_FALSE(first.when_settled);
  EXPECT_EQ(setup.state.event_time, (std::vector<Real>{-1, -1}));
  EXPECT_EQ(setup.state.event_since, (std::vector<Real>{-1, -1}));
}

TEST(Scene, InjectedBodiesAreNotThereYet) {
  const auto setup = more(R"([[injection]]
name = "rain"
shapes = "cube"
count = 7
start = 0.5
end = 1.5
region = { lower = [0, 1, 2], upper = [3, 4, 5] }
velocity = [0, 0, -1]
velocity_spread = [0.1, 0.2, 0.3]
[[body]]
shape = "cube"
)");
  ASSERT_EQ(setup.schedule.injections.size(), 1U);
  const Injection& rain = setup.schedule.injections[0];
  EXPECT_EQ(rain.bodies.first, 1U);
  EXPECT_EQ(rain.bodies.count, 7U);
  EXPECT_EQ(rain.start, 0.5);
  EXPECT_EQ(rain.end, 1.5);
  EXPECT_EQ(rain.region.lower, (Vec3{0, 1, 2}));
  EXPECT_EQ(rain.region.upper, (Vec3{3, 4, 5}));
  EXPECT_EQ(rain.velocity, (Vec3{0, 0, -1}));
  EXPECT_EQ(rain.velocity_spread, (Vec3{0.1, 0.2, 0.3}));
  EXPECT_EQ(setup.state.present[0], 1);
  for (std::size_t i = 1; i < 8; ++i) EXPECT_EQ(setup.state.present[i], 0);
  EXPECT_EQ(setup.state.injected, std::vector<std::uint32_t>{0});
  EXPECT_EQ(setup.model.shapes.size(), 1U);
}

TEST(Scene, ShapesOfEqualSizeAreShared) {
  const auto setup = more(
      "[[body]]\nshape = \"cube\"\n[[body]]\nshape = \"cube\"\nsize = 0.2\nposition = [1, 0, "
      "0]\n[[fill]]\nshapes = \"cube\"\nsize = 0.2\nregion = {lower = [2, 2, 2], upper = [3, 3, "
      "3]}\n");
  EXPECT_GT(body_count(setup.model), 5U);
  EXPECT_EQ(setup.model.shapes.size(), 2U);
}

}  // namespace
}  // namespace scree
