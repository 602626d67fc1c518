// Polygon meshes from STL (text and binary), OBJ and PLY (text and binary) files.
//
// The readers take any bytes: whatever is wrong with them ends in one message, and the memory used
// stays within a small multiple of the file's real size, whatever its header promises.
#pragma once

#include <scree/result.hpp>
#include <scree/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scree {

struct PolygonMesh {
  std::vector<Vec3> vertices;                  // m; finite, no two of them equal, no negative zeros
  std::vector<std::int32_t> face_begin = {0};  // face f: [face_begin[f], face_begin[f+1]) of
  std::vector<std::int32_t> face_vertices;     //   indices into vertices, three or more per face
};

// The mesh in a file's bytes. The end of `file_name` (.stl, .obj or .ply) tells the format.
Result<PolygonMesh> parse_mesh(std::string_view bytes, std::string_view file_name);
Result<PolygonMesh> read_mesh(const std::string& path);

// What the three readers share. Nothing else needs it.
namespace mesh_file {

Result<PolygonMesh> parse_stl(std::string_view bytes, std::string_view file_name);
Result<PolygonMesh> parse_obj(std::string_view bytes, std::string_view file_name);
Result<PolygonMesh> parse_ply(std::string_view bytes, std::string_view file_name);

// Collects a mesh whose equal vertices become one.
class MeshBuilder {
 public:
  // The index of the vertex at `position`, which must be finite.
  std::int32_t add_vertex(Vec3 position);
  void add_face(std::span<const std::int32_t> vertices);
  PolygonMesh finish() && { return std::move(mesh_); }

 private:
  struct Hash {
    std::size_t operator()(Vec3 position) const;
  };
  PolygonMesh mesh_;
  std::unordered_map<Vec3, std::int32_t, Hash> index_of_;
};

// Walks through text line by line (ended by LF, CR LF or CR) and word by word.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}
  bool next_line();              // false: there is none
  bool next_line_with_words();   // skips lines that are empty or blank
  std::string_view next_word();  // of the current line; empty: there is none
  [[nodiscard]] std::int64_t line_number() const { return number_; }
  [[nodiscard]] std::string_view rest() const { return rest_; }  // everything after the current line

 private:
  std::string_view rest_, line_;
  std::int64_t number_ = 0;
};

bool equal_ignoring_case(std::string_view a, std::string_view b);
// A word from a file as messages show it: in quotes, cut when long, unprintable bytes replaced.
std::string quoted(std::string_view word);
// A finite number. The error says what is wrong with the word, not where it is.
Result<Real> number_from(std::string_view word);
Error error_at_line(std::string_view file_name, std::int64_t line, std::string_view what);
Error error_at_byte(std::string_view file_name, std::size_t offset, std::string_view what);

}  // namespace mesh_file

}  // namespace scree
