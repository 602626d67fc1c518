// STL files: text (solid / facet / vertex lines) and binary (80 bytes, a count, 50 bytes a triangle).
#include "shape/mesh_file.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <optional>

namespace scree::mesh_file {

namespace {

constexpr std::size_t header_bytes = 80;
constexpr std::size_t triangles_at = header_bytes + 4;
constexpr std::size_t triangle_bytes = 50;   // normal, three corners (float32 each), two spare bytes
constexpr std::size_t first_corner_at = 12;  // within a triangle, after its normal

std::uint32_t little_endian_32(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = (value << 8U) | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// Binary files may begin with "solid" too. Two signs tell them apart: the size their count asks for
// (a text of that size would have to hold gigabytes, as its count would consist of letters), and the
// zero byte that every count below 2^24 has and that no text holds.
bool is_binary(std::string_view bytes) {
  if (bytes.size() >= triangles_at) {
    const std::uint64_t count = little_endian_32(bytes, header_bytes);
    if (bytes.size() == triangles_at + triangle_bytes * count) return true;
    if (bytes.substr(header_bytes, 4).find('\0') != std::string_view::npos) return true;
  }
  LineReader lines(bytes.substr(0, triangles_at));
  return !lines.next_line_with_words() || !equal_ignoring_case(lines.next_word(), "solid");
}

Result<PolygonMesh> parse_binary(std::string_view bytes, std::string_view file_name) {
  if (bytes.size() < triangles_at) {
    return Error{
        fmt::format("{}: not an STL file: {} bytes without the word 'solid', "
                    "a binary file has {} or more",
                    file_name, bytes.size(), triangles_at)};
  }
  const std::uint64_t count = little_endian_32(bytes, header_bytes);
  if (bytes.size() != triangles_at + triangle_bytes * count) {
    return error_at_byte(file_name, header_bytes,
                         fmt::format("binary STL of {} triangles must have {} bytes, this file has {}", count,
                                     triangles_at + triangle_bytes * count, bytes.size()));
  }
  if (count == 0) return error_at_byte(file_name, header_bytes, "the file holds no triangle");
  MeshBuilder builder;
  std::vector<std::int32_t> corners(3);
  for (std::size_t triangle = 0; triangle < count; ++triangle) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      Vec3 position;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t at =
            triangles_at + triangle * triangle_bytes + first_corner_at + 12 * corner + 4 * axis;
        const auto value = std::bit_cast<float>(little_endian_32(bytes, at));
        if (!std::isfinite(value)) {
          return error_at_byte(file_name, at,
                               fmt::format("triangle {} of {}: coordinate {} is not a finite number",
                                           triangle + 1, count, value));
        }
        position[static_cast<int>(axis)] = value;
      }
      corners[corner] = builder.add_vertex(position);
    }
    builder.add_face(corners);
  }
  return std::move(builder).finish();
}

// One statement a line; each may be followed by some of the others only.
class TextReader {
 public:
  TextReader(std::string_view text, std::string_view file_name) : lines_(text), file_name_(file_name) {}

  Result<PolygonMesh> read() {
    while (lines_.next_line_with_words()) {
      if (auto error = read_statement()) return *error;
    }
    if (expected_ != Expected::solid) {
      return error_at_line(file_name_, lines_.line_number(),
                           fmt::format("the file ends too early, expected {}", words(expected_)));
    }
    if (facets_ == 0) return Error{fmt::format("{}: the file holds no facet", file_name_)};
    return std::move(builder_).finish();
  }

 private:
  enum class Expected : std::uint8_t { solid, facet, outer_loop, vertex, endloop, endfacet };

  static std::string_view words(Expected expected) {
    constexpr std::array<std::string_view, 6> texts = {
        "'solid'", "'facet normal' or 'endsolid'", "'outer loop'", "'vertex'", "'endloop'", "'endfacet'"};
    return texts.at(static_cast<std::size_t>(expected));
  }

  [[nodiscard]] Error fail(std::string_view what) const {
    return error_at_line(file_name_, lines_.line_number(), what);
  }

  // Names after solid and endsolid and the normal after facet say nothing that we need.
  std::optional<Error> read_statement() {
    const std::string_view keyword = lines_.next_word();
    const auto is = [&](std::string_view name) { return equal_ignoring_case(keyword, name); };
    switch (expected_) {
      case Expected::solid:
        if (is("solid")) return next(Expected::facet);
        break;
      case Expected::facet:
        if (is("endsolid")) return next(Expected::solid);
        if (is("facet")) return next(Expected::outer_loop);
        break;
      case Expected::outer_loop:
        if (is("outer")) return next(Expected::vertex);
        break;
      case Expected::vertex:
        if (is("vertex")) return read_vertex();
        break;
      case Expected::endloop:
        if (is("endloop")) return next(Expected::endfacet);
        break;
      case Expected::endfacet:
        if (is("endfacet")) return finish_facet();
        break;
    }
    return fail(fmt::format("{}, expected {}", quoted(keyword), words(expected_)));
  }

  std::optional<Error> next(Expected expected) {
    expected_ = expected;
    return std::nullopt;
  }

  std::optional<Error> read_vertex() {
    Vec3 position;
    for (int axis = 0; axis < 3; ++axis) {
      const auto value = number_from(lines_.next_word());
      if (!value) return fail(fmt::format("vertex: {}", value.error().message));
      position[axis] = *value;
    }
    if (const auto extra = lines_.next_word(); !extra.empty()) {
      return fail(fmt::format("vertex: {} after three coordinates", quoted(extra)));
    }
    corners_.push_back(builder_.add_vertex(position));
    return next(corners_.size() == 3 ? Expected::endloop : Expected::vertex);
  }

  std::optional<Error> finish_facet() {
    builder_.add_face(corners_);
    corners_.clear();
    ++facets_;
    return next(Expected::facet);
  }

  LineReader lines_;
  std::string_view file_name_;
  Expected expected_ = Expected::solid;
  MeshBuilder builder_;
  std::vector<std::int32_t> corners_;
  std::int64_t facets_ = 0;
};

}  // namespace

Result<PolygonMesh> parse_stl(std::string_view bytes, std::string_view file_name) {
  if (bytes.empty()) return Error{fmt::format("{}: the file is empty", file_name)};
  if (is_binary(bytes)) return parse_binary(bytes, file_name);
  return TextReader(bytes, file_name).read();
}

}  // namespace scree::mesh_file
