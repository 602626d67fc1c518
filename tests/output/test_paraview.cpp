// Files for ParaView, opened by VTK's own reader: counts, extents and every array.
#include "output/paraview.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/file_io.hpp"
#include "sim/small_scenes.hpp"
#include "support/temp_folder.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int no_vtk = 77;  // exit status of read_vtp.py

// Stones of several shapes on a floor, walls that move, and bodies of two pieces.
const std::string mixed = R"(
[simulation]
end_time = 1
time_step = 2e-4
[[material]]
name = "stone"
density = 2000
normal_stiffness = 2e4
shear_stiffness = 1e4
friction = 0.5
restitution = 0.4
tangential_restitution = 0.4
[[shape]]
name = "cube"
type = "box"
extents = [0.1, 0.1, 0.1]
[[shape]]
name = "egg"
type = "ellipsoid"
radii = [0.05, 0.06, 0.08]
[[shape]]
name = "club"
pieces = [
  { type = "box", extents = [0.1, 0.1, 0.1] },
  { type = "sphere", radius = 0.03, position = [0.08, 0, 0] },
]
[[body]]
name = "c"
shape = "cube"
position = [0, 0, 0.052]
axis = [0, 0, 1]
angle = 30
velocity = [0.1, 0, -0.5]
[[body]]
name = "e"
shape = "egg"
position = [0.01, 0, 0.2]
velocity = [0, 0, -1]
angular_velocity = [1, 2, 3]
[[body]]
name = "club"
shape = "club"
position = [0.3, 0, 0.055]
velocity = [0, 0, -0.3]
[[wall]]
name = "plate"
type = "block"
lower = [-0.4, -0.4, 0.5]
upper = [0.4, 0.4, 0.6]
motion = "press"
[[motion]]
name = "press"
start = 0
[[motion.phase]]
velocity = [0, 0, -0.5]
end = 1
[[wall]]
name = "floor"
type = "half-space"
point = [0, 0, 0]
normal = [0, 0, 1]
)";

class ParaviewTest : public testing::FolderTest {
 protected:
  // Writes a frame and reads all its files by VTK.
  void write_and_read(const SimulationCore& core) {
    scene_ = make_frame_scene(core.setup.model, {"mixed", 1e-3, 1, {}});
    make_frame(core.setup.model, core.setup.state, core.work.contacts, frame_);
    ParaviewWriter writer(path("pv"), scene_, {});
    Exec exec(2);
    const auto failed = writer.append(0, frame_, exec);
    ASSERT_FALSE(failed) << failed->message;
    read_by_vtk();
  }
  void read_by_vtk() {
    std::string command = "/usr/bin/env PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 " SCREE_SOURCE_DIR
                          "/tests/output/read_vtp.py";
    for (const char* part : parts) command += " '" + path(std::string("pv/") + part + "-000000.vtp") + "'";
    command += " > '" + path("read.json") + "'";
    const int status = std::system(command.c_str());
    if (WEXITSTATUS(status) == no_vtk || WEXITSTATUS(status) == 127)
      GTEST_SKIP() << "VTK's Python modules are missing";
    ASSERT_EQ(status, 0);
    read_ = json::parse(*read_file(path("read.json")));
  }
  [[nodiscard]] const json& part(const std::string& name) const {
    return read_.at(path("pv/" + name + "-000000.vtp"));
  }

  static constexpr const char* parts[] = {"particles", "points", "contacts", "chains", "walls"};
  FrameScene scene_;
  Frame frame_;
  json read_;
};

Vec3 vector(const json& v) { return {v.at(0).get<Real>(), v.at(1).get<Real>(), v.at(2).get<Real>()}; }
Real number(const json& data, const char* name, std::size_t i) {
  return data.at(name).at("tuples").at(i).at(0).get<Real>();
}

TEST_F(ParaviewTest, SurfacesAreThoseOfTheBodies) {
  const auto core = testing::started(mixed);
  testing::advance_to(*core, 0.06);
  write_and_read(*core);
  if (read_.is_null()) return;
  const Model& model = core->setup.model;
  const json& p = part("particles");

  // Cubes have six faces of four corners, curved shapes triangles.
  const json& faces = p.at("polys");
  const json& data = p.at("cell_data");
  std::size_t squares = 0;
  std::map<int, std::vector<Vec3>> corners;  // by body
  for (std::size_t f = 0; f < faces.size(); ++f) {
    squares += faces[f].size() == 4 ? 1 : 0;
    const int body = static_cast<int>(number(data, "id", f));
    for (const json& v : faces[f]) corners[body].push_back(vector(p.at("points").at(v.get<std::size_t>())));
    EXPECT_EQ(number(data, "shape", f), body == 1 ? static_cast<int>(ShapeType::ellipsoid) : 0);
    EXPECT_EQ(number(data, "name", f), scene_.body_name[body]);
    EXPECT_NEAR(number(data, "size", f), 2 * model.radius[body], 1e-6);
    EXPECT_NEAR(number(data, "speed", f), norm(core->setup.state.velocity[body]), 1e-6);
    EXPECT_NEAR(norm(vector(data.at("velocity").at("tuples").at(f)) - core->setup.state.velocity[body]), 0,
                1e-6);
    const Vec3 w = frame_.angular_velocity[body], m = model.moments[body];
    EXPECT_NEAR(number(data, "angular_speed", f), norm(w), 1e-5 * (1 + norm(w)));
    const Real energy = 0.5 * (model.mass[body] * norm_squared(core->setup.state.velocity[body]) +
                               m.x * w.x * w.x + m.y * w.y * w.y + m.z * w.z * w.z);
    EXPECT_NEAR(number(data, "kinetic_energy", f), energy, 1e-5 * energy + 1e-12);
    const auto touches = std::count_if(frame_.pairs.begin(), frame_.pairs.end(), [&](const FramePair& pair) {
      return static_cast<int>(pair.a) == body || static_cast<int>(pair.b) == body;
    });
    EXPECT_EQ(number(data, "contacts", f), touches);
  }
  EXPECT_EQ(squares, 12U);
  ASSERT_EQ(corners.size(), 3U);

  // The corners lie on the surfaces, within a body as far as the mesh is coarse, and reach as far as the
  // shape.
  for (const auto& [body, points] : corners) {
    for (const Vec3& d : {Vec3{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0.6, 0.64, 0.48}}) {
      Real drawn = -1e9, truth = -1e9;
      for (const Vec3& point : points) drawn = std::max(drawn, dot(point, d));
      for (std::uint32_t piece = model.piece_begin[body]; piece < model.piece_begin[body + 1]; ++piece) {
        const Pose pose = Pose{core->setup.state.orientation[body], core->setup.state.position[body]} *
                          model.body_from_piece[piece];
        const Shape& shape = model.shapes[model.piece_shape[piece]];
        const Vec3 support = support_point(shape, rotate(conjugate(pose.rotation), d)) - shape.centre;
        truth = std::max(truth, dot(d, transform(pose, support)));
      }
      EXPECT_LE(drawn, truth + 1e-6);
      EXPECT_GE(drawn, truth - (body == 0 ? 1e-6 : 0.02 * model.radius[body]));
    }
  }
  EXPECT_EQ(p.at("field_data").at("names").at("tuples"), json(scene_.names));
  EXPECT_EQ(p.at("field_data").at("shape_names").at("tuples").at(2), "ellipsoid");
  EXPECT_EQ(p.at("field_data").at("TimeValue").at("tuples").at(0).at(0).get<Real>(), frame_.time);
}

TEST_F(ParaviewTest, PointsHaveOrientationAndScale) {
  const auto core = testing::started(mixed);
  testing::advance_to(*core, 0.06);
  write_and_read(*core);
  if (read_.is_null()) return;
  const json& p = part("points");
  const json& data = p.at("point_data");
  ASSERT_EQ(p.at("points").size(), 3U);
  ASSERT_EQ(p.at("verts").size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(number(data, "id", i), i);
    EXPECT_EQ(p.at("verts").at(i), json::array({i}));
    EXPECT_LT(norm(vector(p.at("points").at(i)) - frame_.position[i]), 1e-6);
    const Vec3 spin = rotate(frame_.orientation[i], frame_.angular_velocity[i]);
    EXPECT_LT(norm(vector(data.at("angular_velocity").at("tuples").at(i)) - spin), 1e-5 * (1 + norm(spin)));
  }
  // The ellipsoid is the unit ball, scaled, turned and moved: its surface by the arrays alone.
  const json& q = data.at("orientation").at("tuples").at(1);
  const Quat turn{q[0].get<Real>(), q[1].get<Real>(), q[2].get<Real>(), q[3].get<Real>()};
  const Vec3 scale = vector(data.at("scale").at("tuples").at(1));
  const Model& model = core->setup.model;
  const Pose pose = Pose{core->setup.state.orientation[1], core->setup.state.position[1]} *
                    model.body_from_piece[model.piece_begin[1]];
  for (const Vec3& u : {Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0, 0.8}}) {
    const Vec3 on_surface = vector(p.at("points").at(1)) + rotate(turn, stretched(u, scale));
    const Vec3 local = transform(inverse(pose), on_surface);
    EXPECT_NEAR(inside_outside(model.shapes[model.piece_shape[model.piece_begin[1]]], local), 1, 1e-4);
  }
}

TEST_F(ParaviewTest, ContactsAndChainsAreThoseOfTheFrame) {
  const auto core = testing::started(mixed);
  testing::advance_to(*core, 0.06);
  write_and_read(*core);
  if (read_.is_null()) return;
  const std::vector<FramePoint>& points = frame_.points;
  ASSERT_GE(points.size(), 2U);
  const json& c = part("contacts");
  const json& l = part("chains");
  ASSERT_EQ(c.at("points").size(), points.size());
  ASSERT_EQ(c.at("verts").size(), points.size());
  ASSERT_EQ(l.at("lines").size(), points.size());
  const json& data = c.at("point_data");
  for (std::size_t i = 0; i < points.size(); ++i) {
    const FramePoint& point = points[i];
    EXPECT_LT(norm(vector(c.at("points").at(i)) - point.position), 1e-6);
    EXPECT_LT(norm(vector(data.at("normal").at("tuples").at(i)) - point.normal), 1e-6);
    EXPECT_LT(norm(vector(data.at("force").at("tuples").at(i)) - point.force), 1e-6 * norm(point.force));
    for (const json* d : {&data, &l.at("cell_data")}) {
      EXPECT_EQ(number(*d, "a", i), point.a);
      EXPECT_EQ(number(*d, "b", i), point.b);
      EXPECT_NEAR(number(*d, "overlap", i), point.depth, 1e-6 * point.depth);
      EXPECT_NEAR(number(*d, "force_magnitude", i), norm(point.force), 1e-6 * norm(point.force));
      EXPECT_EQ(number(*d, "type", i), static_cast<int>(point.type));
      EXPECT_EQ(number(*d, "slip", i), point.slides ? 1 : 0);
    }
    // From centre to centre, or to the contact where a wall is one of the two.
    const json& line = l.at("lines").at(i);
    ASSERT_EQ(line.size(), 2U);
    const std::uint32_t ends[] = {point.a, point.b};
    for (int e = 0; e < 2; ++e) {
      const Vec3 end = vector(l.at("points").at(line[e].get<std::size_t>()));
      const Vec3 expected =
          scene_.mobility[ends[e]] == Mobility::dynamic ? frame_.position[ends[e]] : point.position;
      EXPECT_LT(norm(end - expected), 1e-6);
    }
  }
  EXPECT_EQ(c.at("field_data").at("type_names").at("tuples"), json(scene_.contact_types));
}

TEST_F(ParaviewTest, WallsMoveAndHalfSpacesAreSquaresAroundTheSystem) {
  const auto core = testing::started(mixed);
  testing::advance_to(*core, 0.06);
  write_and_read(*core);
  if (read_.is_null()) return;
  const json& w = part("walls");
  ASSERT_EQ(w.at("polys").size(), 7U);
  Real top = -1, bottom = 1, reach = 0;
  for (std::size_t f = 0; f < 7; ++f) {
    const bool floor = number(w.at("cell_data"), "shape", f) == static_cast<int>(ShapeType::half_space);
    for (const json& v : w.at("polys").at(f)) {
      const Vec3 point = vector(w.at("points").at(v.get<std::size_t>()));
      if (floor) {
        EXPECT_NEAR(point.z, 0, 1e-7);
        reach = std::max(reach, point.x);
      } else {
        top = std::max(top, point.z);
        bottom = std::min(bottom, point.z);
      }
    }
    EXPECT_NEAR(number(w.at("cell_data"), "speed", f), floor ? 0 : 0.5, 1e-6);
  }
  EXPECT_NEAR(top, 0.6 - 0.5 * frame_.time, 1e-4);
  EXPECT_NEAR(bottom, 0.5 - 0.5 * frame_.time, 1e-4);
  EXPECT_GT(reach, 0.4);
  EXPECT_LT(reach, 4);
}

TEST_F(ParaviewTest, ThePlaneAndPeriodsAndNothingAtAll) {
  // Two discs that touch across the seam, and a line as floor.
  const auto core = testing::started(R"(
[simulation]
dimension = 2
end_time = 1
time_step = 1e-3
gravity = [0, 0]
[periodic]
axes = ["x"]
length = [1, 0]
[[material]]
name = "stone"
density = 2000
normal_stiffness = 1e4
[[shape]]
name = "coin"
type = "disc"
radius = 0.1
[[shape]]
name = "tile"
type = "rectangle"
extents = [0.2, 0.1]
[[body]]
shape = "coin"
position = [0.02, 0.5]
[[body]]
shape = "tile"
position = [-0.17, 0.5]
[[wall]]
name = "floor"
type = "half-plane"
point = [0, 0]
normal = [0, 1]
)");
  write_and_read(*core);
  if (read_.is_null()) return;
  const json& p = part("particles");
  ASSERT_EQ(p.at("polys").size(), 2U);
  EXPECT_EQ(p.at("polys").at(1).size(), 4U);
  EXPECT_NEAR(p.at("bounds").at(1).get<Real>(), 0.93, 1e-6) << "the tile is shown where it wraps to";
  EXPECT_NEAR(p.at("bounds").at(5).get<Real>(), 0, 0);
  ASSERT_EQ(frame_.points.size(), 1U);
  // The line of the contact goes through the seam to the image that touches.
  const json& line = part("chains").at("points");
  EXPECT_NEAR(norm(vector(line.at(0)) - vector(line.at(1))), 0.19, 1e-6);
  EXPECT_EQ(part("walls").at("polys").size(), 1U);

  // Of nothing: files that open, with no cells.
  const auto empty = testing::started(testing::ball_and_floor);
  fs::remove_all(path("pv"));
  write_and_read(*empty);
  if (read_.is_null()) return;
  for (const char* name : {"particles", "points", "contacts", "chains"}) {
    EXPECT_EQ(part(name).at("points").size(), 0U) << name;
  }
  EXPECT_EQ(part("walls").at("polys").size(), 1U);
}

// Without VTK: which files there are.
TEST_F(ParaviewTest, SeriesNameFilesThatAreThere) {
  const auto core = testing::started(testing::box_of_stones);
  const FrameScene scene = make_frame_scene(core->setup.model, {"stones", 1e-3, 1, {}});
  Exec exec(1);
  Frame frame;
  std::vector<FrameEntry> entries;
  {
    ParaviewWriter writer(path("pv"), scene, {});
    for (std::size_t k = 0; k < 4; ++k) {
      testing::advance_to(*core, 0.05 * static_cast<Real>(k));
      make_frame(core->setup.model, core->setup.state, core->work.contacts, frame);
      ASSERT_FALSE(writer.append(k, frame, exec));
      entries.push_back({frame.time, frame.step, 0, 0});
    }
  }
  const auto text = [&](const std::string& name) { return *read_file(path("pv/" + name)); };
  const auto count = [](const std::string& in, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = in.find(part); at != std::string::npos; at = in.find(part, at + 1)) ++found;
    return found;
  };
  const std::string all = text("run.pvd");
  EXPECT_EQ(count(all, "<DataSet "), 20U);
  EXPECT_EQ(count(all, "name=\"chains\""), 4U);
  for (const char* part : parts) EXPECT_EQ(count(text(std::string(part) + ".pvd"), "<DataSet "), 4U);
  EXPECT_NE(text("particles.pvd").find("timestep=\"0\" part=\"0\" file=\"particles-000000.vtp\""),
            std::string::npos);
  EXPECT_NE(text("particles.pvd").find("file=\"particles-000003.vtp\"/>\n</Collection>"), std::string::npos);
  // Walls that do not move are written when the system has outgrown their squares only.
  std::size_t wall_files = 0;
  for (const auto& entry : fs::directory_iterator(path("pv"))) {
    wall_files += entry.path().filename().string().rfind("walls-", 0) == 0 ? 1 : 0;
    EXPECT_NE(entry.path().extension(), ".tmp");
  }
  EXPECT_LT(wall_files, 4U);
  EXPECT_TRUE(fs::exists(path("pv/walls-000000.vtp")));

  // Back to three frames, of which one was cut by a failure.
  fs::resize_file(path("pv/points-000001.vtp"), 100);
  entries.pop_back();
  { const ParaviewWriter again(path("pv"), scene, entries); }
  EXPECT_EQ(count(text("particles.pvd"), "<DataSet "), 3U);
  EXPECT_EQ(count(text("points.pvd"), "<DataSet "), 2U);
  EXPECT_FALSE(fs::exists(path("pv/particles-000003.vtp")));
  EXPECT_FALSE(fs::exists(path("pv/points-000001.vtp")));

  // A folder that cannot be.
  put(path("file"), "");
  ParaviewWriter nowhere(path("file"), scene, {});
  const auto failed = nowhere.append(0, frame, exec);
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->message.rfind(path("file") + ": cannot make the folder", 0), 0U) << failed->message;
}

}  // namespace
}  // namespace scree
