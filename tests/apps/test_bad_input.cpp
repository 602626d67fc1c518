// Bad input files, one test each: the message, exit status 2, and nothing on standard output.
#include "apps/run_command.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace scree {
namespace {

class BadInput : public CommandTest {
 protected:
  // `message` follows "scree: " and the file's name.
  static void expect_refused(const std::string& path, const std::string& message, RunAs user = RunAs::self) {
    const std::string expected = fmt::format("scree: {}: {}", path, message);
    for (const char* format : {"table", "json"}) {
      const CommandRun run = run_command({"contact", path, "--format", format}, "", user);
      EXPECT_EQ(run.exit_status, 2) << run.errors;
      EXPECT_EQ(run.output, "");
      EXPECT_EQ(run.errors.rfind(expected, 0), 0U) << run.errors;
      EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    }
  }
  void expect_text_refused(const std::string& text, const std::string& message) const {
    expect_refused(put("f.json", text), message);
  }
  void expect_shape_refused(const std::string& shape, const std::string& message) const {
    expect_text_refused(R"({"shapes":{"x":)" + shape + R"(},"pairs":[]})", message);
  }
};

TEST_F(BadInput, MissingFile) { expect_refused((folder / "none.json").string(), "no such file"); }

TEST_F(BadInput, Folder) { expect_refused(folder.string(), "is a folder, expected a file"); }

TEST_F(BadInput, UnreadableFile) {
  const std::string path = put("f.json", "{}");
  using std::filesystem::perms;
  std::filesystem::permissions(folder, perms::owner_all | perms::others_exec);  // the file is in reach
  std::filesystem::permissions(path, perms::none);
  expect_refused(path, "cannot read the file: Permission denied", RunAs::nobody);
}

TEST_F(BadInput, EmptyFile) { expect_text_refused("", "line 1, column 1: "); }

TEST_F(BadInput, TruncatedJson) {
  expect_text_refused("{\"shapes\": {\n\"x\": {\"type\": \"sphere\", \"radi", "line 2, column ");
}

TEST_F(BadInput, HugeFileOfBrackets) {
  const std::string path = (folder / "brackets.json").string();
  {
    std::ofstream file(path, std::ios::binary);
    const std::string chunk(1'000'000, '[');
    for (int i = 0; i < 100; ++i) file << chunk;
    ASSERT_TRUE(file.good());
  }
  expect_refused(path, "line 1, column 65: nested deeper than 64 levels");
  // The file's own 100 MB and little more. A tree of so many arrays would take several GB.
  EXPECT_LT(run_command({"contact", path}).peak_memory, 400'000);
}

TEST_F(BadInput, UnknownKey) {
  expect_shape_refused(
      R"({"type":"sphere","raduis":1})",
      "shapes.x.raduis: unknown key of type sphere; allowed: type, radius, scale; did you mean "
      "\"radius\"?");
}

TEST_F(BadInput, UnknownType) {
  expect_shape_refused(R"({"type":"sphare","radius":1})",
                       "shapes.x.type: \"sphare\" is not a type of shape; allowed: ");
}

TEST_F(BadInput, UnknownShape) {
  expect_text_refused(
      R"({"shapes":{"ball":{"type":"sphere","radius":1}},"pairs":[{"a":{"shape":"ball"},"b":{"shape":"bal"}}]})",
      "pairs[0].b.shape: \"bal\" is not defined; shapes here: ball; did you mean \"ball\"?");
}

TEST_F(BadInput, FewerThanFourPoints) {
  expect_shape_refused(R"({"type":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0]]})",
                       "shapes.x.vertices: 3 ");
}

TEST_F(BadInput, CoplanarPoints) {
  expect_shape_refused(R"({"type":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[1,1,0],[2,3,0]]})",
                       "shapes.x.vertices: ");
}

TEST_F(BadInput, CollinearPoints) {
  expect_shape_refused(R"({"type":"polyhedron","vertices":[[0,0,0],[1,1,1],[2,2,2],[3,3,3]]})",
                       "shapes.x.vertices: ");
}

TEST_F(BadInput, NotANumber) {
  expect_shape_refused("{\"type\":\"polyhedron\",\"vertices\":[[0,0,0],[1,0,0],[0,1,0],\n[0,0,NaN]]}",
                       "line 2, column 6: ");
}

TEST_F(BadInput, Infinity) {
  expect_shape_refused("{\"type\":\"sphere\",\"radius\":\nInfinity}", "line 2, column 1: ");
  expect_shape_refused(R"({"type":"sphere","radius":1e999})", "line 1, column ");
}

TEST_F(BadInput, ZeroRadius) {
  expect_shape_refused(R"({"type":"sphere","radius":0})", "shapes.x.radius: 0 is not allowed");
}

TEST_F(BadInput, NegativeRadius) {
  expect_shape_refused(R"({"type":"ellipsoid","radii":[1,-2,1]})", "shapes.x.radii[1]: -2 is not allowed");
}

TEST_F(BadInput, ExponentOutsideItsRange) {
  expect_shape_refused(R"({"type":"superellipsoid","radii":[1,1,1],"exponents":[2,1]})",
                       "shapes.x.exponents[0]: 2 is not allowed");
  expect_shape_refused(R"({"type":"superellipsoid","radii":[1,1,1],"exponents":[1,0]})",
                       "shapes.x.exponents[1]: 0 is not allowed");
}

TEST_F(BadInput, ZeroQuaternion) {
  expect_text_refused(
      R"({"shapes":{"s":{"type":"sphere","radius":1}},"pairs":[{"a":{"shape":"s","orientation":[0,0,0,0]},"b":{"shape":"s"}}]})",
      "pairs[0].a.orientation: a quaternion of length zero");
}

TEST_F(BadInput, OpenMesh) {
  (void)put("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n");
  expect_shape_refused(R"({"type":"polyhedron","file":"open.obj"})",
                       "shapes.x.file: " + (folder / "open.obj").string());
}

TEST_F(BadInput, MissingMesh) {
  expect_shape_refused(R"({"type":"polyhedron","file":"none.obj"})",
                       "shapes.x.file: " + (folder / "none.obj").string() + ": no such file");
}

// A mistake in the last pair is found before the first answer is printed.
TEST_F(BadInput, NothingIsPrintedBeforeTheWholeFileIsChecked) {
  std::string pairs;
  for (int i = 0; i < 1000; ++i) pairs += R"({"a":{"shape":"s"},"b":{"shape":"s"}},)";
  expect_text_refused(R"({"shapes":{"s":{"type":"sphere","radius":1}},"pairs":[)" + pairs + "{}]}",
                      "pairs[1000]: \"a\" is missing");
}

}  // namespace
}  // namespace scree
