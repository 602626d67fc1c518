// What bodies look like: meshes that are shared, and where the pieces sit.
#include "output/frame_scene.hpp"

#include <gtest/gtest.h>
#include <scree/shape.hpp>

#include <cmath>
#include <limits>

#include "output/frame_codec.hpp"
#include "sim/small_scenes.hpp"

namespace scree {
namespace {

FrameScene scene_of(const Setup& setup) {
  return make_frame_scene(setup.model, {"test", 1e-3, 2.5, setup.state.gravity});
}

const std::string all_shapes = R"(
[simulation]
end_time = 1
time_step = 1e-3
[[material]]
name = "stone"
density = 2000
[[material]]
name = "steel"
density = 7800
[[shape]]
name = "box"
type = "box"
extents = [0.1, 0.2, 0.3]
[[shape]]
name = "cube"
type = "box"
extents = [0.2, 0.2, 0.2]
[[shape]]
name = "gem"
type = "octahedron"
edge = 0.1
[[shape]]
name = "ball"
type = "sphere"
radius = 0.1
[[shape]]
name = "egg"
type = "ellipsoid"
radii = [0.1, 0.12, 0.15]
[[shape]]
name = "pebble"
type = "superellipsoid"
radii = [0.1, 0.1, 0.2]
exponents = [0.5, 0.8]
[[shape]]
name = "can"
type = "cylinder"
radius = 0.1
height = 0.3
[[shape]]
name = "pill"
type = "capsule"
radius = 0.05
length = 0.2
[[shape]]
name = "club"
pieces = [
  { shape = "ball", position = [0, 0, 0.4] },
  { shape = "can", position = [0, 0, 0] },
]
)";

std::string bodies_of(const std::vector<std::string>& shapes) {
  std::string text;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    text += "[[body]]\nname = \"" + shapes[i] + "\"\nshape = \"" + shapes[i] + "\"\nmaterial = \"" +
            (i % 2 == 0 ? "stone" : "steel") + "\"\naxis = [1, 2, 3]\nangle = 40\nposition = [" +
            std::to_string(i) + ", 0, 1]\n";
  }
  return text;
}

const std::vector<std::string> shapes{"box", "cube", "gem", "ball", "egg", "pebble", "can", "pill", "club"};
const std::string slope =
    "[[wall]]\nname = \"slope\"\ntype = \"half-space\"\npoint = [1, 0, -2]\nnormal = [3, 0, 4]\n"
    "material = \"steel\"\n";

// The farthest a mesh reaches along a direction of the world, as drawn.
Real reach(const FrameScene& scene, const State& state, std::uint32_t body, Vec3 direction) {
  Real most = -std::numeric_limits<Real>::infinity();
  for (std::uint32_t p = scene.piece_begin[body]; p < scene.piece_begin[body + 1]; ++p) {
    const Pose pose = Pose{state.orientation[body], state.position[body]} * scene.body_from_mesh[p];
    for (const Vec3& v : scene.meshes[scene.piece_mesh[p]].vertices) {
      most = std::max(most, dot(direction, transform(pose, stretched(v, scene.piece_stretch[p]))));
    }
  }
  return most;
}

TEST(FrameScene, MeshesReachAsFarAsTheShapes) {
  const auto setup = testing::setup_of(all_shapes + bodies_of(shapes));
  const FrameScene scene = scene_of(setup);
  const Model& model = setup.model;
  ASSERT_EQ(body_count(scene), shapes.size());
  for (std::uint32_t body = 0; body < body_count(scene); ++body) {
    for (const Vec3& d : {Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, -1}, {0.6, 0, 0.8}, {-0.48, 0.6, 0.64}}) {
      // The true support of the body: that of its pieces.
      Real truth = -std::numeric_limits<Real>::infinity();
      for (std::uint32_t p = model.piece_begin[body]; p < model.piece_begin[body + 1]; ++p) {
        const Pose pose =
            Pose{setup.state.orientation[body], setup.state.position[body]} * model.body_from_piece[p];
        const Shape& shape = model.shapes[model.piece_shape[p]];
        const Vec3 local = rotate(conjugate(pose.rotation), d);
        truth = std::max(truth, dot(d, transform(pose, support_point(shape, local) - shape.centre)));
      }
      const bool exact = scene.meshes[scene.piece_mesh[scene.piece_begin[body]]].kind == MeshKind::polyhedron;
      const Real drawn = reach(scene, setup.state, body, d);
      EXPECT_LE(drawn, truth + 1e-9) << shapes[body];
      EXPECT_GE(drawn, truth - (exact ? 1e-9 : 0.04 * scene.radius[body])) << shapes[body];
    }
  }
}

TEST(FrameScene, FacesLookOutwards) {
  const FrameScene scene = scene_of(testing::setup_of(all_shapes + bodies_of(shapes)));
  for (const FrameMesh& mesh : scene.meshes) {
    Real volume = 0;
    for (std::size_t f = 0; f < face_count(mesh); ++f) {
      const auto loop = face(mesh, f);
      const Vec3 a = mesh.vertices[loop[0]];
      for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
        const Real part = dot(a, cross(mesh.vertices[loop[k]], mesh.vertices[loop[k + 1]])) / 6;
        EXPECT_GE(part, -1e-12) << name(mesh.type);
        volume += part;
      }
    }
    EXPECT_GT(volume, 0.05) << name(mesh.type);
  }
}

TEST(FrameScene, SharesMeshesThatDifferInSizeOrByAStretch) {
  const FrameScene scene = scene_of(testing::setup_of(all_shapes + bodies_of(shapes)));
  const auto mesh_of = [&](std::uint32_t body) { return scene.piece_mesh[scene.piece_begin[body]]; };
  EXPECT_EQ(mesh_of(0), mesh_of(1)) << "all boxes are one";
  EXPECT_NE(mesh_of(0), mesh_of(2));
  EXPECT_NE(mesh_of(3), mesh_of(4)) << "a ball is not called an ellipsoid";
  EXPECT_EQ(scene.piece_mesh[scene.piece_begin[8]], mesh_of(3));
  EXPECT_EQ(scene.piece_mesh[scene.piece_begin[8] + 1], mesh_of(6));
  EXPECT_EQ(scene.meshes.size(), 7U);

  // A hundred sizes of two shapes.
  std::string many = testing::box_of_stones;
  many =
      testing::replaced(many, "size = 0.07", "size = { distribution = \"uniform\", min = 0.02, max = 0.05 }");
  many = testing::replaced(many, "count = 30", "count = 100");
  const FrameScene stones = scene_of(testing::setup_of(many));
  EXPECT_EQ(stones.meshes.size(), 3U) << "cube, octahedron, half-space";
  EXPECT_EQ(stones.names.size(), 6U) << "the stones and five sides";
}

TEST(FrameScene, HalfSpacesLieBelowTheirPlane) {
  const auto setup = testing::setup_of(all_shapes + slope);
  const FrameScene scene = scene_of(setup);
  ASSERT_EQ(body_count(scene), 1U);
  const Pose pose = Pose{setup.state.orientation[0], setup.state.position[0]} * scene.body_from_mesh[0];
  EXPECT_LT(norm(rotate(pose.rotation, {0, 0, 1}) - Vec3{0.6, 0, 0.8}), 1e-12);
  EXPECT_NEAR(dot(pose.translation - Vec3{1, 0, -2}, {0.6, 0, 0.8}), 0, 1e-12);
  EXPECT_TRUE(std::isinf(scene.radius[0]));
  EXPECT_TRUE(std::isinf(scene.volume[0]));
  EXPECT_EQ(scene.mass[0], 0);

  const auto flat = testing::setup_of(R"(
[simulation]
dimension = 2
end_time = 1
time_step = 1e-3
[[material]]
name = "stone"
density = 2000
[[wall]]
name = "slope"
type = "half-plane"
point = [1, 2]
normal = [-3, 4]
[[shape]]
name = "egg"
type = "ellipse"
radii = [0.1, 0.3]
[[body]]
shape = "egg"
position = [1, 1]
angle = 30
)");
  const FrameScene plane = scene_of(flat);
  for (std::uint32_t body = 0; body < 2; ++body) {
    if (plane.meshes[plane.piece_mesh[body]].kind == MeshKind::polygon) {
      EXPECT_NEAR(reach(plane, flat.state, body, {0.6, 0.8, 0}),
                  1.4 + std::hypot(0.1 * 0.9196152, 0.3 * 0.3928203), 1e-3);
      EXPECT_EQ(face_count(plane.meshes[plane.piece_mesh[body]]), 1U);
    } else {
      const Pose at =
          Pose{flat.state.orientation[body], flat.state.position[body]} * plane.body_from_mesh[body];
      EXPECT_LT(norm(rotate(at.rotation, {0, 1, 0}) - Vec3{-0.6, 0.8, 0}), 1e-12);
      EXPECT_LT(norm(rotate(at.rotation, {0, 0, 1}) - Vec3{0, 0, 1}), 1e-12);
    }
  }
}

TEST(FrameScene, SurvivesBeingWrittenAndRead) {
  const FrameScene scene = scene_of(testing::setup_of(all_shapes + bodies_of(shapes) + slope));
  const Result<FrameScene> read = decode_scene(encode_scene(scene), encode_bodies(scene));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->name, "test");
  EXPECT_EQ(read->dimension, 3);
  EXPECT_EQ(read->time_step, scene.time_step);
  EXPECT_EQ(read->end_time, scene.end_time);
  EXPECT_EQ(read->gravity, scene.gravity);
  EXPECT_EQ(read->names, scene.names);
  EXPECT_EQ(read->materials, (std::vector<std::string>{"stone", "steel"}));
  EXPECT_EQ(read->contact_types, scene.contact_types);
  EXPECT_EQ(read->contact_types.at(static_cast<std::size_t>(ContactType::face_face)), "face-face");
  EXPECT_EQ(read->body_name, scene.body_name);
  EXPECT_EQ(read->piece_begin, scene.piece_begin);
  EXPECT_EQ(read->piece_mesh, scene.piece_mesh);
  EXPECT_EQ(read->piece_material, scene.piece_material);
  EXPECT_EQ(read->mobility, scene.mobility);
  ASSERT_EQ(read->meshes.size(), scene.meshes.size());
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    EXPECT_EQ(read->meshes[m].type, scene.meshes[m].type);
    EXPECT_EQ(read->meshes[m].kind, scene.meshes[m].kind);
    EXPECT_EQ(read->meshes[m].face_vertices, scene.meshes[m].face_vertices);
    EXPECT_EQ(face_count(read->meshes[m]), face_count(scene.meshes[m]));
    EXPECT_EQ(read->meshes[m].part, scene.meshes[m].part);
    ASSERT_EQ(read->meshes[m].vertices.size(), scene.meshes[m].vertices.size());
    for (std::size_t v = 0; v < scene.meshes[m].vertices.size(); ++v) {
      EXPECT_LT(norm(read->meshes[m].vertices[v] - scene.meshes[m].vertices[v]), 1e-7);
    }
  }
  for (std::size_t i = 0; i < body_count(scene); ++i) {
    const auto close = [](Real a, Real b) { return a == b || std::fabs(a - b) < 1e-6 * std::fabs(b); };
    EXPECT_TRUE(close(read->mass[i], scene.mass[i]));
    EXPECT_TRUE(close(read->radius[i], scene.radius[i]));
    EXPECT_TRUE(close(read->volume[i], scene.volume[i]));
    EXPECT_TRUE(close(norm(read->moments[i]), norm(scene.moments[i])));
  }
  for (std::size_t p = 0; p < piece_count(scene); ++p) {
    const Vec3 point{0.3, -0.2, 0.1};
    EXPECT_LT(norm(transform(read->body_from_mesh[p], point) - transform(scene.body_from_mesh[p], point)),
              1e-6);
    EXPECT_LT(norm(read->piece_stretch[p] - scene.piece_stretch[p]), 1e-6);
  }
}

TEST(FrameScene, SaysWhatIsWrongWithOneThatCannotBe) {
  const FrameScene scene = scene_of(testing::setup_of(all_shapes + bodies_of(shapes)));
  const std::string json = encode_scene(scene), bodies = encode_bodies(scene);
  const auto complaint = [&](const std::string& from, const std::string& to) {
    const auto read = decode_scene(testing::replaced(json, from, to), bodies);
    return read ? std::string("none") : read.error().message;
  };
  const auto expect = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect(complaint("\"dimension\":3", "\"dimension\":4"), "dimension: must be 2 or 3");
  expect(complaint("\"names\":", "\"titles\":"), "names: is missing");
  expect(complaint("\"gravity\":[0.0", "\"gravity\":[\"a\""), "gravity");
  expect(complaint("\"kind\":\"polyhedron\"", "\"kind\":\"polyhedral\""),
         "meshes[0]: its type or kind is not known");
  expect(complaint("\"faces\":[[", "\"faces\":[[999,"), "faces: must be vertex numbers");
  expect(complaint("\"faces\":[[", "\"faces\":[[],["), "faces: must be arrays of three");
  expect(complaint("\"bodies\":9", "\"bodies\":8"), "BODY: its length does not fit");
  expect(complaint("\"bodies\":9", "\"bodies\":1e99"), "bodies: must be a number of things");
  expect(complaint("{\"name\"", "[{\"name\""), "SCEN");
  std::string wrong = bodies;
  wrong[0] = 77;
  const auto read = decode_scene(json, wrong);
  ASSERT_FALSE(read);
  expect(read.error().message, "BODY: its numbers do not fit each other");
}

}  // namespace
}  // namespace scree
