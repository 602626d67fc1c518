// Wavefront OBJ files: the v and f statements; colours, normals, groups and materials are skipped.
#include "shape/mesh_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <system_error>

namespace scree::mesh_file {

namespace {

// Statements that do not change the surface. Others (curves, patches) would, so they are errors.
constexpr std::array<std::string_view, 19> skipped = {
    "vt",     "vn",     "vp",  "g",     "o",        "s",        "mg",         "l",         "p",     "usemtl",
    "mtllib", "usemap", "lod", "bevel", "c_interp", "d_interp", "shadow_obj", "trace_obj", "maplib"};

class ObjReader {
 public:
  ObjReader(std::string_view text, std::string_view file_name) : lines_(text), file_name_(file_name) {}

  Result<PolygonMesh> read() {
    while (lines_.next_line_with_words()) {
      if (auto error = read_statement()) return *error;
    }
    if (vertices_.empty()) return Error{fmt::format("{}: the file holds no vertex (v x y z)", file_name_)};
    return std::move(builder_).finish();
  }

 private:
  [[nodiscard]] Error fail(std::string_view what) const {
    return error_at_line(file_name_, lines_.line_number(), what);
  }

  // The next word of the statement; a backslash at the end of a line continues it on the next.
  std::string_view next_word() {
    if (in_comment_) return {};
    std::string_view word = lines_.next_word();
    while (word == "\\" && lines_.next_line()) word = lines_.next_word();
    if (!word.starts_with('#')) return word;
    in_comment_ = true;
    return {};
  }

  std::optional<Error> read_statement() {
    in_comment_ = false;
    const std::string_view keyword = next_word();
    if (keyword == "v") return read_vertex();
    if (keyword == "f") return read_face();
    const bool known = keyword.empty() || std::find(skipped.begin(), skipped.end(), keyword) != skipped.end();
    if (!known) {
      return fail(
          fmt::format("unknown statement {}, allowed are v, f, comments and vt, vn, g, o, s, usemtl "
                      "and their like",
                      quoted(keyword)));
    }
    while (!next_word().empty()) {
    }
    return std::nullopt;
  }

  // A weight or a colour may follow the coordinates.
  std::optional<Error> read_vertex() {
    Vec3 position;
    for (int axis = 0; axis < 3; ++axis) {
      const auto value = number_from(next_word());
      if (!value) return fail(fmt::format("vertex {}: {}", vertices_.size() + 1, value.error().message));
      position[axis] = *value;
    }
    while (!next_word().empty()) {
    }
    vertices_.push_back(builder_.add_vertex(position));
    return std::nullopt;
  }

  std::optional<Error> read_face() {
    face_.clear();
    for (std::string_view word = next_word(); !word.empty(); word = next_word()) {
      const auto vertex = vertex_from(word);
      if (!vertex) return vertex.error();
      face_.push_back(*vertex);
    }
    if (face_.size() < 3) {
      return fail(fmt::format("face with {} vertices, it must have at least 3", face_.size()));
    }
    builder_.add_face(face_);
    return std::nullopt;
  }

  // "7", "7/1", "7//2" or "7/1/2": the first number counts from 1, or backwards from the last
  // vertex so far (-1).
  Result<std::int32_t> vertex_from(std::string_view word) const {
    const std::string_view digits = word.substr(0, word.find('/'));
    const auto count = static_cast<std::int64_t>(vertices_.size());
    std::int64_t index = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (failure == std::errc::invalid_argument || end != digits.data() + digits.size()) {
      return fail(fmt::format("face: {} is not a vertex number", quoted(word)));
    }
    const bool in_range = failure == std::errc() && index != 0 && index >= -count && index <= count;
    if (!in_range) {
      return fail(fmt::format("face: vertex number {} is out of range, {}", quoted(digits),
                              count == 0 ? "no vertex comes before this line"
                                         : fmt::format("allowed are 1 to {} and -{} to -1", count, count)));
    }
    return vertices_[static_cast<std::size_t>(index > 0 ? index - 1 : count + index)];
  }

  LineReader lines_;
  std::string_view file_name_;
  bool in_comment_ = false;
  MeshBuilder builder_;
  std::vector<std::int32_t> vertices_;  // the file's vertex -> the mesh's
  std::vector<std::int32_t> face_;
};

}  // namespace

Result<PolygonMesh> parse_obj(std::string_view bytes, std::string_view file_name) {
  if (bytes.empty()) return Error{fmt::format("{}: the file is empty", file_name)};
  return ObjReader(bytes, file_name).read();
}

}  // namespace scree::mesh_file
