// Tests of `scree shape` from the outside.
#include "apps/run_command.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace scree {
namespace {

using nlohmann::json;

constexpr const char* tetrahedron_obj =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
// A cube of edge 2 whose top face is pushed in to the point (1, 1, 1).
constexpr const char* dented_obj =
    "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 2\nv 2 0 2\nv 2 2 2\nv 0 2 2\nv 1 1 1\n"
    "f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\n";

class ShapeCommand : public CommandTest {};

TEST_F(ShapeCommand, MeasuresAMesh) {
  const std::string path = put("t.obj", tetrahedron_obj);
  const CommandRun run = run_command({"shape", path, "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json shape = json::parse(run.output);
  EXPECT_EQ(shape["type"], "polyhedron");
  EXPECT_EQ(shape["convex"], true);
  EXPECT_EQ(shape["vertices"], 4);
  EXPECT_EQ(shape["edges"], 6);
  EXPECT_EQ(shape["faces"], 4);
  EXPECT_NEAR(shape["volume"].get<double>(), 1.0 / 6, 1e-15);
  EXPECT_NEAR(shape["centroid"][1].get<double>(), 0.25, 1e-15);
  // The corner of a cube about its centroid: diagonal 1/80, off the diagonal 1/480.
  EXPECT_NEAR(shape["inertia"][0][0].get<double>(), 1.0 / 80, 1e-15);
  EXPECT_NEAR(shape["inertia"][0][1].get<double>(), 1.0 / 480, 1e-15);
  EXPECT_NEAR(shape["principal_moments"][0].get<double>(), 1.0 / 96, 1e-15);
  EXPECT_NEAR(shape["principal_moments"][2].get<double>(), 1.0 / 60, 1e-15);
  EXPECT_EQ(shape["bounds"]["lower"], json::parse("[0,0,0]"));
  EXPECT_EQ(shape["bounds"]["upper"], json::parse("[1,1,1]"));
  EXPECT_TRUE(shape["size"].is_number());
  EXPECT_EQ(shape["notes"], json::array());
}

TEST_F(ShapeCommand, MeasuresAPolygon) {
  const std::string path = put("p.json", R"({"type": "polygon", "vertices": [[0,0], [3,0], [0,3], [1,1]]})");
  const CommandRun run = run_command({"shape", path, "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json shape = json::parse(run.output);
  EXPECT_EQ(shape["type"], "polygon");
  EXPECT_EQ(shape["vertices"], 3);
  EXPECT_EQ(shape["faces"], nullptr);
  EXPECT_NEAR(shape["area"].get<double>(), 4.5, 1e-14);
  EXPECT_EQ(shape["centroid"], json::parse("[1.0,1.0]"));
  // Of a right triangle with legs a about its centroid: a^4 / 36 about each axis.
  EXPECT_NEAR(shape["inertia"].get<double>(), 81.0 / 18, 1e-13);
  EXPECT_EQ(shape["bounds"]["upper"], json::parse("[3.0,3.0]"));
  EXPECT_EQ(shape["notes"][0], "1 points that are no corners of the hull were dropped");
  const CommandRun table = run_command({"shape", path});
  EXPECT_NE(table.output.find("area"), std::string::npos);
  EXPECT_EQ(table.output.find("volume"), std::string::npos);
}

TEST_F(ShapeCommand, PrincipalAxesDiagonaliseTheInertia) {
  const std::string path = put("t.obj", tetrahedron_obj);
  const json shape = json::parse(run_command({"shape", path, "--format", "json"}).output);
  for (int i = 0; i < 3; ++i) {
    const json& axis = shape["principal_axes"][i];
    for (int row = 0; row < 3; ++row) {
      double turned = 0;
      for (int k = 0; k < 3; ++k) turned += shape["inertia"][row][k].get<double>() * axis[k].get<double>();
      EXPECT_NEAR(turned, shape["principal_moments"][i].get<double>() * axis[row].get<double>(), 1e-15);
    }
  }
}

TEST_F(ShapeCommand, ReadsAShapeFromJson) {
  const std::string path = put("s.json", R"({"type":"cylinder","radius":1,"height":2})");
  const CommandRun run = run_command({"shape", path, "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json shape = json::parse(run.output);
  EXPECT_EQ(shape["type"], "cylinder");
  EXPECT_TRUE(shape["vertices"].is_null());
  EXPECT_NEAR(shape["volume"].get<double>(), 6.283185307179586, 1e-12);
}

TEST_F(ShapeCommand, HalfSpaceHasNoVolume) {
  const std::string path = put("s.json", R"({"type":"half_space","normal":[0,0,1]})");
  const CommandRun run = run_command({"shape", path, "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json shape = json::parse(run.output);
  EXPECT_TRUE(shape["volume"].is_null());
  EXPECT_TRUE(shape["bounds"].is_null());
  const CommandRun table = run_command({"shape", path});
  EXPECT_EQ(table.exit_status, 0);
  EXPECT_NE(table.output.find("infinite"), std::string::npos);
}

TEST_F(ShapeCommand, TableNamesUnits) {
  const std::string path = put("s.json", R"({"type":"box","extents":[1,2,3]})");
  const CommandRun run = run_command({"shape", path});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  for (const char* part : {"measure ", "vertices ", "volume ", " m3", " m5", "principal axis 3", "convex "}) {
    EXPECT_NE(run.output.find(part), std::string::npos) << part;
  }
}

TEST_F(ShapeCommand, MeshThatIsNotConvexIsRefusedWithTheEdge) {
  const std::string path = put("dented.obj", dented_obj);
  const CommandRun run = run_command({"shape", path});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(run.errors.rfind("scree: " + path, 0), 0U) << run.errors;
  EXPECT_NE(run.errors.find("edge"), std::string::npos) << run.errors;
}

TEST_F(ShapeCommand, HullOfAMeshThatIsNotConvexSaysSo) {
  const std::string path = put("dented.obj", dented_obj);
  const CommandRun run = run_command({"shape", path, "--hull"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_NE(run.output.find("false (hull taken)"), std::string::npos) << run.output;
  EXPECT_NE(run.errors.find("note: "), std::string::npos);
  const json shape = json::parse(run_command({"shape", path, "--hull", "--format", "json"}).output);
  EXPECT_EQ(shape["convex"], false);
  EXPECT_EQ(shape["vertices"], 8);
  EXPECT_NEAR(shape["volume"].get<double>(), 8, 1e-12);
}

TEST_F(ShapeCommand, HullOfAConvexMeshChangesNothing) {
  const std::string path = put("t.obj", tetrahedron_obj);
  const CommandRun run = run_command({"shape", path, "--hull", "--format", "json"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_EQ(json::parse(run.output)["convex"], true);
}

TEST_F(ShapeCommand, BadFilesAreRefused) {
  const std::string broken = put("s.json", R"({"type":"sphere","radius":-1})");
  const CommandRun run = run_command({"shape", broken});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(run.errors.rfind("scree: " + broken + ": radius: -1 is not allowed", 0), 0U) << run.errors;
  EXPECT_EQ(run_command({"shape", (folder / "none.stl").string()}).exit_status, 2);
  EXPECT_EQ(run_command({"shape", put("x.step", "ISO-10303-21;")}).exit_status, 2);
  EXPECT_EQ(run_command({"shape", demo_path}).exit_status, 2);
}

TEST_F(ShapeCommand, HullFlagIsForMeshes) {
  const std::string path = put("s.json", R"({"type":"sphere","radius":1})");
  const CommandRun run = run_command({"shape", path, "--hull"});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.output, "");
  EXPECT_NE(run.errors.find("--hull is for mesh files"), std::string::npos) << run.errors;
}

}  // namespace
}  // namespace scree
