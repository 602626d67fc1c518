// The mesh readers: every example in every format, damaged files, and one message per kind of fault.
#include "shape/mesh_file.hpp"

#include "core/file_io.hpp"
#include "core/round_to_float.hpp"
#include "shape/mesh_check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace scree {
namespace {

const std::string mesh_folder = SCREE_SOURCE_DIR "/scenes/meshes/";
constexpr std::array<const char*, 5> examples = {"cube.stl", "tetrahedron.stl", "octahedron.obj",
                                                 "icosahedron.ply", "bracket.obj"};

using Corners = std::vector<Vec3>;  // of one face

std::vector<Corners> faces_of(const PolygonMesh& mesh) {
  std::vector<Corners> faces;
  for (std::size_t f = 0; f + 1 < mesh.face_begin.size(); ++f) {
    Corners& face = faces.emplace_back();
    for (std::int32_t k = mesh.face_begin[f]; k < mesh.face_begin[f + 1]; ++k) {
      face.push_back(mesh.vertices.at(static_cast<std::size_t>(mesh.face_vertices.at(k))));
    }
  }
  return faces;
}

std::vector<Corners> triangles_of(const std::vector<Corners>& faces) {
  std::vector<Corners> triangles;
  for (const Corners& face : faces) {
    for (std::size_t i = 1; i + 1 < face.size(); ++i) triangles.push_back({face[0], face[i], face[i + 1]});
  }
  return triangles;
}

Real volume(const PolygonMesh& mesh) {
  Real six_volumes = 0;
  for (const Corners& t : triangles_of(faces_of(mesh))) six_volumes += dot(t[0], cross(t[1], t[2]));
  return six_volumes / 6;
}

Vec3 as_floats(Vec3 p) { return {round_to_float(p.x), round_to_float(p.y), round_to_float(p.z)}; }

// ---- Writers, for round trips ----

template <class T>
std::string bytes_of(T value, bool big_endian) {
  std::string bytes(sizeof(T), '\0');
  std::memcpy(bytes.data(), &value, sizeof(T));  // the tests run on little-endian machines
  if (big_endian) std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

std::string text_stl(const PolygonMesh& mesh) {
  std::string text = "solid a name with words\n";
  for (const Corners& t : triangles_of(faces_of(mesh))) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const Vec3& p : t) text += fmt::format("vertex {} {} {}\n", p.x, p.y, p.z);
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid a name with words\n";
}

std::string binary_stl(const PolygonMesh& mesh) {
  const auto triangles = triangles_of(faces_of(mesh));
  std::string bytes = "solid, says this binary file";
  bytes.resize(80, ' ');
  bytes += bytes_of(static_cast<std::uint32_t>(triangles.size()), false);
  for (const Corners& t : triangles) {
    for (int i = 0; i < 3; ++i) bytes += bytes_of(std::numeric_limits<float>::quiet_NaN(), false);
    for (const Vec3& p : t) {
      for (int i = 0; i < 3; ++i) bytes += bytes_of(static_cast<float>(p[i]), false);
    }
    bytes += "ab";
  }
  return bytes;
}

std::string obj(const PolygonMesh& mesh, bool backwards) {
  std::string text = "# a comment\r\no thing\r\n";
  for (const Vec3& p : mesh.vertices) text += fmt::format("v\t{} {} {}  # one\r\n", p.x, p.y, p.z);
  text += "vt 0 0\r\nvn 0 0 1\r\n";
  const auto count = static_cast<std::int32_t>(mesh.vertices.size());
  constexpr std::array<const char*, 4> tails = {"", "/1", "//1", "/1/1"};
  for (std::size_t f = 0; f + 1 < mesh.face_begin.size(); ++f) {
    text += "f";
    for (std::int32_t k = mesh.face_begin[f]; k < mesh.face_begin[f + 1]; ++k) {
      const std::int32_t v = mesh.face_vertices[k];
      text += fmt::format(" {}{}", backwards ? v - count : v + 1, tails.at(f % tails.size()));
    }
    text += "\r\n";
  }
  return text;
}

std::string ply_header(const PolygonMesh& mesh, const char* format, const char* real, const char* index) {
  return fmt::format(
      "ply\nformat {} 1.0\ncomment two\nelement camera 1\nproperty list ushort uchar name\nproperty short f\n"
      "element vertex {}\nproperty uchar red\nproperty {} x\nproperty {} y\nproperty {} z\n"
      "element face {}\nproperty float quality\nproperty list int {} vertex_index\nend_header\n",
      format, mesh.vertices.size(), real, real, real, mesh.face_begin.size() - 1, index);
}

std::string text_ply(const PolygonMesh& mesh) {
  std::string text = ply_header(mesh, "ascii", "double", "uchar") + "3 65 66 67 -7\n";
  for (const Vec3& p : mesh.vertices) text += fmt::format("255 {} {} {}\n", p.x, p.y, p.z);
  for (std::size_t f = 0; f + 1 < mesh.face_begin.size(); ++f) {
    text += fmt::format("0.5 {}", mesh.face_begin[f + 1] - mesh.face_begin[f]);
    for (std::int32_t k = mesh.face_begin[f]; k < mesh.face_begin[f + 1]; ++k) {
      text += fmt::format(" {}", mesh.face_vertices[k]);
    }
    text += "\n";
  }
  return text;
}

template <class Float, class Integer>
std::string binary_ply(const PolygonMesh& mesh, bool big, const char* real, const char* index) {
  std::string bytes = ply_header(mesh, big ? "binary_big_endian" : "binary_little_endian", real, index);
  bytes += bytes_of(std::uint16_t{3}, big) + "ABC" + bytes_of(std::int16_t{-7}, big);
  for (const Vec3& p : mesh.vertices) {
    bytes += '\xff';
    for (int i = 0; i < 3; ++i) bytes += bytes_of(static_cast<Float>(p[i]), big);
  }
  for (std::size_t f = 0; f + 1 < mesh.face_begin.size(); ++f) {
    bytes += bytes_of(0.5F, big) + bytes_of(mesh.face_begin[f + 1] - mesh.face_begin[f], big);
    for (std::int32_t k = mesh.face_begin[f]; k < mesh.face_begin[f + 1]; ++k) {
      bytes += bytes_of(static_cast<Integer>(mesh.face_vertices[k]), big);
    }
  }
  return bytes;
}

struct Written {
  std::string file_name, bytes;
  bool triangles = false;  // polygons are split
  bool floats = false;     // coordinates are rounded
};

std::vector<Written> in_every_format(const PolygonMesh& mesh) {
  return {{"text.stl", text_stl(mesh), true, false},
          {"binary.STL", binary_stl(mesh), true, true},
          {"forwards.obj", obj(mesh, false), false, false},
          {"backwards.Obj", obj(mesh, true), false, false},
          {"text.ply", text_ply(mesh), false, false},
          {"little.ply", binary_ply<double, std::uint8_t>(mesh, false, "double", "uchar"), false, false},
          {"big.PLY", binary_ply<double, std::int16_t>(mesh, true, "float64", "int16"), false, false},
          {"little_float.ply", binary_ply<float, std::int32_t>(mesh, false, "float", "int"), false, true},
          {"big_float.ply", binary_ply<float, std::uint32_t>(mesh, true, "float32", "uint32"), false, true}};
}

PolygonMesh read_example(const std::string& name) {
  auto mesh = read_mesh(mesh_folder + name);
  if (!mesh) {
    ADD_FAILURE() << mesh.error().message;
    return {};
  }
  return std::move(*mesh);
}

// ---- Good files ----

TEST(MeshFile, ReadsTheExamples) {
  struct Expected {
    const char* name;
    std::size_t vertices, faces;
    Real volume;
  };
  const Real golden = (1 + std::sqrt(5.0)) / 2;
  for (const Expected& expected : {Expected{"cube.stl", 8, 12, 1},
                                   {"tetrahedron.stl", 4, 4, std::sqrt(2.0) / 12},
                                   {"octahedron.obj", 6, 8, std::sqrt(2.0) / 3},
                                   {"icosahedron.ply", 12, 20, 5 * golden * golden / 6},
                                   {"bracket.obj", 12, 8, 3}}) {
    const PolygonMesh mesh = read_example(expected.name);
    EXPECT_EQ(mesh.vertices.size(), expected.vertices) << expected.name;
    EXPECT_EQ(mesh.face_begin.size(), expected.faces + 1) << expected.name;
    EXPECT_NEAR(volume(mesh), expected.volume, 1e-7) << expected.name;
  }
}

TEST(MeshFile, EveryExampleSurvivesEveryFormat) {
  for (const char* example : examples) {
    const PolygonMesh mesh = read_example(example);
    for (const Written& written : in_every_format(mesh)) {
      SCOPED_TRACE(std::string(example) + " as " + written.file_name);
      const auto again = parse_mesh(written.bytes, written.file_name);
      ASSERT_TRUE(again) << again.error().message;
      std::vector<Corners> expected = faces_of(mesh);
      if (written.triangles) expected = triangles_of(expected);
      if (written.floats) {
        for (Corners& face : expected) std::transform(face.begin(), face.end(), face.begin(), as_floats);
      }
      EXPECT_TRUE(faces_of(*again) == expected);
      EXPECT_EQ(again->vertices.size(), mesh.vertices.size());
    }
  }
}

TEST(MeshFile, ReadsOtherLineEnds) {
  for (const char* end : {"\r", "\r\n", "\n\n", " \t\n"}) {
    std::string text;
    for (const char c : text_stl(read_example("cube.stl")))
      text += c == '\n' ? std::string(end) : std::string(1, c);
    const auto mesh = parse_mesh(text, "cube.stl");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->vertices.size(), 8U);
  }
}

TEST(MeshFile, WeldsEqualVerticesAndTakesMinusZeroAsZero) {
  const auto mesh = parse_mesh("v 0 0 0\nv -0 +0 0.0e5\nv 1 0 0\nv +1.0 -0.0 0\nf 1 2 3 4\n", "weld.obj");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->vertices.size(), 2U);
  EXPECT_EQ(mesh->face_vertices, (std::vector<std::int32_t>{0, 0, 1, 1}));
  EXPECT_FALSE(std::signbit(mesh->vertices[0].x));
}

TEST(MeshFile, ReadsContinuedLinesAndColoursOfObj) {
  const auto mesh = parse_mesh(
      "v 0 0 0 0.1 0.2 0.3\nv 1 0 0 1\nv 0 \\\n 1 0\nusemtl x # f 9\nf 1 \\\n\t2 \\\n3\n", "a.obj");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->vertices.size(), 3U);
  EXPECT_EQ(mesh->face_vertices, (std::vector<std::int32_t>{0, 1, 2}));
}

TEST(MeshFile, ReadsPlyWithFacesBeforeVertices) {
  const auto mesh = parse_mesh(
      "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nelement vertex 3\n"
      "property float x\nproperty float y\nproperty float z\nend_header\n3 2 1 0\n0 0 0\n1 0 0\n0 1 0\n",
      "a.ply");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->face_vertices, (std::vector<std::int32_t>{2, 1, 0}));
}

TEST(MeshFile, ReadsPointCloudsWithoutFaces) {
  const auto mesh = parse_mesh("v 0 0 0\nv 1 0 0\n", "points.obj");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->vertices.size(), 2U);
  EXPECT_EQ(mesh->face_begin, std::vector<std::int32_t>{0});
}

// ---- Bad files ----

struct Fault {
  std::string file_name, bytes, message;
};

void expect_messages(const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) {
    const auto mesh = parse_mesh(fault.bytes, fault.file_name);
    ASSERT_FALSE(mesh) << "no error: " << fault.message;
    EXPECT_EQ(mesh.error().message, fault.message);
  }
}

TEST(MeshFile, NamesFaultsOfTheName) {
  expect_messages(
      {{"a.off", "OFF\n", "a.off: unknown kind of mesh file '.off', allowed are .stl, .obj and .ply"},
       {"stl", "x", "stl: unknown kind of mesh file '', allowed are .stl, .obj and .ply"},
       {"a.stl/b", "x", "a.stl/b: unknown kind of mesh file '', allowed are .stl, .obj and .ply"}});
  const auto missing = read_mesh(mesh_folder + "absent.stl");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, mesh_folder + "absent.stl: no such file");
}

TEST(MeshFile, NamesFaultsOfTextStl) {
  const std::string start = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n";
  expect_messages({
      {"a.stl", "", "a.stl: the file is empty"},
      {"a.stl", "solid\nendsolid\n", "a.stl: the file holds no facet"},
      {"a.stl", "solid\n", "a.stl:1: the file ends too early, expected 'facet normal' or 'endsolid'"},
      {"a.stl", "solid\n\nfacets\n", "a.stl:3: 'facets', expected 'facet normal' or 'endsolid'"},
      {"a.stl", start, "a.stl:4: the file ends too early, expected 'vertex'"},
      {"a.stl", start + "endloop\n", "a.stl:5: 'endloop', expected 'vertex'"},
      {"a.stl", start + "vertex 1 2\n", "a.stl:5: vertex: a number is missing"},
      {"a.stl", start + "vertex 1 2 3 4\n", "a.stl:5: vertex: '4' after three coordinates"},
      {"a.stl", start + "vertex 1 2 x3\n", "a.stl:5: vertex: 'x3' is not a number"},
      {"a.stl", start + "vertex 1 2 3,5\n", "a.stl:5: vertex: '3,5' is not a number"},
      {"a.stl", start + "vertex 1 2 +-3\n", "a.stl:5: vertex: '+-3' is not a number"},
      {"a.stl", start + "vertex 1 nan 3\n", "a.stl:5: vertex: 'nan' is not a finite number"},
      {"a.stl", start + "vertex 1 -inf 3\n", "a.stl:5: vertex: '-inf' is not a finite number"},
      {"a.stl", start + "vertex 1 1e999 3\n", "a.stl:5: vertex: '1e999' is outside the range of a double"},
      {"a.stl", start + "vertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\n",
       "a.stl:7: 'vertex', expected 'endloop'"},
      {"a.stl", start + "vertex 1 0 \x01z\n", "a.stl:5: vertex: '?z' is not a number"},
  });
}

TEST(MeshFile, NamesFaultsOfBinaryStl) {
  const std::string good = binary_stl(read_example("tetrahedron.stl"));
  std::string giant = good;
  giant.replace(80, 4, "\xff\xff\xff\xff");
  std::string none = good.substr(0, 84);
  none.replace(80, 4, std::string(4, '\0'));
  std::string infinite = good;
  infinite.replace(84 + 2 * 50 + 12 + 4, 4, bytes_of(std::numeric_limits<float>::infinity(), false));
  expect_messages({
      {"a.stl", "short",
       "a.stl: not an STL file: 5 bytes without the word 'solid', a binary file has 84 or more"},
      {"a.stl", good.substr(0, 283),
       "a.stl: at byte 80: binary STL of 4 triangles must have 284 bytes, this file has 283"},
      {"a.stl", good + "x",
       "a.stl: at byte 80: binary STL of 4 triangles must have 284 bytes, this file has 285"},
      {"a.stl", std::string("x").append(giant, 1),
       "a.stl: at byte 80: binary STL of 4294967295 triangles must have 214748364834 bytes, this file has "
       "284"},
      {"a.stl", none, "a.stl: at byte 80: the file holds no triangle"},
      {"a.stl", infinite, "a.stl: at byte 200: triangle 3 of 4: coordinate inf is not a finite number"},
  });
}

TEST(MeshFile, NamesFaultsOfObj) {
  const std::string start = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  expect_messages({
      {"a.obj", "", "a.obj: the file is empty"},
      {"a.obj", "# nothing\n", "a.obj: the file holds no vertex (v x y z)"},
      {"a.obj", "v 1 2\n", "a.obj:1: vertex 1: a number is missing"},
      {"a.obj", start + "\nv 0 0 inf\n", "a.obj:5: vertex 4: 'inf' is not a finite number"},
      {"a.obj", "f 1 2 3\n",
       "a.obj:1: face: vertex number '1' is out of range, no vertex comes before this line"},
      {"a.obj", start + "f 1 2 4\n",
       "a.obj:4: face: vertex number '4' is out of range, allowed are 1 to 3 and -3 to -1"},
      {"a.obj", start + "f 1 2 0\n",
       "a.obj:4: face: vertex number '0' is out of range, allowed are 1 to 3 and -3 to -1"},
      {"a.obj", start + "f 1 2 -4/1\n",
       "a.obj:4: face: vertex number '-4' is out of range, allowed are 1 to 3 and -3 to -1"},
      {"a.obj", start + "f 1 2 99999999999999999999\n",
       "a.obj:4: face: vertex number '99999999999999999999' is out of range, allowed are 1 to 3 and -3 to "
       "-1"},
      {"a.obj", start + "f 1 2 3.0\n", "a.obj:4: face: '3.0' is not a vertex number"},
      {"a.obj", start + "f 1 2 /3\n", "a.obj:4: face: '/3' is not a vertex number"},
      {"a.obj", start + "f 1 2 # 3\n", "a.obj:4: face with 2 vertices, it must have at least 3"},
      {"a.obj", start + "surf 0 1 0 1\n",
       "a.obj:4: unknown statement 'surf', allowed are v, f, comments and vt, vn, g, o, s, usemtl and their "
       "like"},
  });
}

std::string ply(const std::string& header, const std::string& body) {
  return "ply\nformat ascii 1.0\n" + header + "end_header\n" + body;
}

TEST(MeshFile, NamesFaultsOfThePlyHeader) {
  const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
  expect_messages({
      {"a.ply", "", "a.ply:1: not a PLY file, it must begin with a line 'ply'"},
      {"a.ply", "plyx\n", "a.ply:1: not a PLY file, it must begin with a line 'ply'"},
      {"a.ply", "ply\nend_header\n", "a.ply:2: the header has no format line"},
      {"a.ply", "ply\nformat ascii 1.0\n", "a.ply:2: the file ends within the header, expected 'end_header'"},
      {"a.ply", "ply\nformat text 1.0\n",
       "a.ply:2: unknown format 'text', allowed are ascii, binary_little_endian and binary_big_endian"},
      {"a.ply", "ply\nformat ascii 2.0\n", "a.ply:2: format version '2.0', only '1.0' is allowed"},
      {"a.ply", ply("format ascii 1.0\n", ""), "a.ply:3: a second format line"},
      {"a.ply", ply("faces 3\n", ""),
       "a.ply:3: unknown header line 'faces', allowed are format, comment, obj_info, element, property and "
       "end_header"},
      {"a.ply", ply("element vertex -1\n", ""),
       "a.ply:3: element 'vertex' with count '-1', expected a name and a whole number of 0 or more"},
      {"a.ply", ply("element vertex 4000000000\n", ""),
       "a.ply:3: element 'vertex' with count 4000000000, but the file has only 58 bytes"},
      {"a.ply", ply("element vertex 1\nelement vertex 1\n", ""), "a.ply:4: a second element 'vertex'"},
      {"a.ply", ply("property float x\n", ""), "a.ply:3: a property before the first element"},
      {"a.ply", ply("element vertex 1\nproperty real x\n", ""),
       "a.ply:4: unknown type 'real', allowed are char, uchar, short, ushort, int, uint, float, double, and "
       "list"},
      {"a.ply", ply("element face 1\nproperty list float int vertex_indices\n", ""),
       "a.ply:4: list length of type 'float', allowed are char, uchar, short, ushort, int and uint"},
      {"a.ply", ply("element vertex 1\nproperty float\n", ""), "a.ply:4: a property without a name"},
      {"a.ply", ply("element vertex 1\nproperty float x\nproperty int x\n", ""),
       "a.ply:5: a second property 'x' of element 'vertex'"},
      {"a.ply", ply("element vertex 1\n" + xyz + "element thing 9\n", ""),
       "a.ply:8: element 'thing' has no property"},
      {"a.ply",
       ply("element vertex 1\nproperty float x\nproperty list uchar float y\nproperty float z\n", ""),
       "a.ply:7: element 'vertex' must have the scalar properties x, y and z"},
      {"a.ply", ply("element vertex 1\n" + xyz + "element face 1\nproperty int vertex_indices\n", ""),
       "a.ply:9: element 'face' must have a list property vertex_indices or vertex_index"},
      {"a.ply", ply("element vertex 0\n" + xyz, ""), "a.ply:7: the file holds no vertex"},
      {"a.ply", ply("comment none\n", ""), "a.ply:4: the file holds no vertex"},
  });
}

TEST(MeshFile, NamesFaultsOfTextPly) {
  const std::string header =
      "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 1\nproperty list uchar int vertex_indices\n";
  const std::string vertices = "0 0 0\n1 0 0\n0 1 0\n";
  expect_messages({
      {"a.ply", ply(header, "0 0 0\n"), "a.ply:10: the file ends too early"},
      {"a.ply", ply(header, "0 0\n"), "a.ply:10: vertex 0 of 3: a number is missing"},
      {"a.ply", ply(header, "0 0 0\n0 nan 0\n"), "a.ply:11: vertex 1 of 3: 'nan' is not a finite number"},
      {"a.ply", ply(header, "0 0 0 0\n"), "a.ply:10: '0' after the last property"},
      {"a.ply", ply(header, vertices + "3 0 1 3\n"),
       "a.ply:13: face 0 of 1: vertex index 3, allowed are 0 to 2"},
      {"a.ply", ply(header, vertices + "3 0 1 -1\n"),
       "a.ply:13: face 0 of 1: vertex index -1, allowed are 0 to 2"},
      {"a.ply", ply(header, vertices + "3 0 1 1.5\n"),
       "a.ply:13: face 0 of 1: vertex index 1.5, allowed are 0 to 2"},
      {"a.ply", ply(header, vertices + "2 0 1\n"),
       "a.ply:13: face 0 of 1: 2 vertices, a face must have at least 3"},
      {"a.ply", ply(header, vertices + "1e18 0 1 2\n"),
       "a.ply:13: face 0 of 1: list length 1e+18, expected a whole number of 0 or more"},
      {"a.ply", ply(header, vertices + "4000000000 0 1 2\n"), "a.ply:13: face 0 of 1: a number is missing"},
      {"a.ply", ply(header, vertices + "3 0 1 2\n\n3 0 1 2\n"),
       "a.ply:15: more lines than the header promises"},
  });
}

TEST(MeshFile, NamesFaultsOfBinaryPly) {
  const std::string header =
      "ply\nformat binary_big_endian 1.0\nelement vertex 1\n"
      "property double x\nproperty double y\nproperty double z\n"
      "element face 1\nproperty list uint int vertex_indices\nend_header\n";
  const std::size_t body = header.size();
  const std::string vertex(24, '\0');
  const std::string nan = bytes_of(std::numeric_limits<double>::quiet_NaN(), true);
  expect_messages({
      {"a.ply", header + vertex.substr(1),
       fmt::format("a.ply: at byte {}: vertex 0 of 1: the file ends too early", body + 16)},
      {"a.ply", header + vertex.substr(0, 16) + nan,
       fmt::format("a.ply: at byte {}: vertex 0 of 1: z is nan, not a finite number", body + 16)},
      {"a.ply", header + vertex + bytes_of(4000000000U, true) + bytes_of(0, true),
       fmt::format("a.ply: at byte {}: face 0 of 1: the file ends too early", body + 32)},
      {"a.ply", header + vertex + bytes_of(3U, true) + bytes_of(-5, true),
       fmt::format("a.ply: at byte {}: face 0 of 1: vertex index -5, allowed are 0 to 0", body + 28)},
      {"a.ply", header + vertex + bytes_of(3U, true) + std::string(13, '\0'),
       fmt::format("a.ply: at byte {}: more bytes than the header promises", body + 40)},
  });
}

// ---- Damaged files ----

// Either an error that names the file, or a sound mesh that the next stage can take.
void expect_sound_answer(const std::string& bytes, const std::string& file_name) {
  const auto mesh = parse_mesh(bytes, file_name);
  if (!mesh) {
    EXPECT_EQ(mesh.error().message.find(file_name), 0U) << mesh.error().message;
    return;
  }
  for (const Vec3& p : mesh->vertices) EXPECT_TRUE(is_finite(p));
  for (const Corners& face : faces_of(*mesh)) EXPECT_GE(face.size(), 3U);
  if (const auto fault = check_closed_and_convex(*mesh, file_name)) {
    EXPECT_EQ(fault->message.find(file_name), 0U) << fault->message;
  }
}

TEST(MeshFile, TruncatedFilesGiveASoundAnswer) {
  std::mt19937 random(7);
  for (const char* example : examples) {
    for (const Written& written : in_every_format(read_example(example))) {
      for (int i = 0; i < 300; ++i) {
        expect_sound_answer(written.bytes.substr(0, random() % written.bytes.size()), written.file_name);
      }
    }
  }
}

TEST(MeshFile, TruncatedStlAndPlyFilesAreErrors) {
  for (const Written& written : in_every_format(read_example("cube.stl"))) {
    if (written.file_name.find("bj") != std::string::npos) continue;  // OBJ has no mark of its end
    // The last number or the last word loses at least one byte.
    for (std::size_t size = 0; size + 4 < written.bytes.size(); ++size) {
      const auto mesh = parse_mesh(written.bytes.substr(0, size), written.file_name);
      const bool only_name_lost = mesh && written.file_name == "text.stl" &&
                                  size >= written.bytes.find("endsolid") + std::string("endsolid").size();
      EXPECT_TRUE(!mesh || only_name_lost) << written.file_name << " cut to " << size;
    }
  }
}

TEST(MeshFile, FlippedBytesGiveASoundAnswer) {
  std::mt19937 random(8);
  for (const char* example : examples) {
    for (const Written& written : in_every_format(read_example(example))) {
      for (int i = 0; i < 300; ++i) {
        std::string bytes = written.bytes;
        for (unsigned flips = 1 + random() % 3; flips > 0; --flips) {
          bytes[random() % bytes.size()] = static_cast<char>(random());
        }
        expect_sound_answer(bytes, written.file_name);
      }
    }
  }
}

}  // namespace
}  // namespace scree
