// scree shape: reads one shape and prints its measures as a table or as one JSON object.
#include "shape_command.hpp"

#include <scree/shape.hpp>

#include "core/table.hpp"
#include "exit_status.hpp"
#include "scene/shape_json.hpp"
#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

namespace scree::command {
namespace {

struct Measured {
  Shape shape;
  bool convex = true;  // false: the input was not, and its hull was taken
};

bool is_json(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return ending == ".json";
}

Result<Shape> read(const ShapeOptions& options) {
  if (!is_json(options.file)) return read_polyhedron(options.file, options.hull);
  if (options.hull)
    return Error{"--hull is for mesh files; in a JSON file write \"hull\": true beside \"file\""};
  return read_shape_file(options.file);
}

// read_polyhedron says so in a note.
bool hull_was_taken(const Shape& shape) {
  return std::any_of(shape.notes.begin(), shape.notes.end(), [](std::string_view note) {
    return note.starts_with("the convex hull replaces the mesh");
  });
}

// Only polyhedra have them; the ball of a rounded one is swept over its core.
bool has_corners(const Shape& shape) {
  return shape.type == ShapeType::polyhedron || shape.type == ShapeType::rounded_polyhedron ||
         shape.type == ShapeType::polygon;
}
bool is_bounded(const Shape& shape) { return shape.type != ShapeType::half_space; }

// A column of the rotation: the principal axis in the shape's axes.
Vec3 axis(const PrincipalFrame& frame, int i) {
  return rotate(frame.shape_from_principal, {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0});
}

using Entry = std::pair<std::string, std::string>;  // a key and its value

std::string json_object(const std::vector<Entry>& entries) {
  std::string text;
  for (const auto& [key, value] : entries) {
    text += fmt::format("{}\"{}\":{}", text.empty() ? "" : ",", key, value);
  }
  return "{" + text + "}";
}

std::string json_rows(Vec3 a, Vec3 b, Vec3 c) {
  return fmt::format("[{},{},{}]", json_vector(a), json_vector(b), json_vector(c));
}

std::vector<Entry> counts(const Shape& shape) {
  if (shape.type == ShapeType::polygon) {
    const std::string corners = fmt::format("{}", shape.outline->vertices.size());
    return {{"vertices", corners}, {"edges", corners}, {"faces", "null"}};
  }
  if (!has_corners(shape)) return {{"vertices", "null"}, {"edges", "null"}, {"faces", "null"}};
  return {{"vertices", fmt::format("{}", shape.core->vertices.size())},
          {"edges", fmt::format("{}", shape.core->edges.size())},
          {"faces", fmt::format("{}", shape.core->face_planes.size())}};
}

std::vector<Entry> json_measures(const Shape& shape) {
  if (!is_bounded(shape)) {
    return {
        {"volume", "null"},         {"centroid", "null"}, {"inertia", "null"}, {"principal_moments", "null"},
        {"principal_axes", "null"}, {"bounds", "null"},   {"size", "null"}};
  }
  const Mat3& inertia = shape.mass.inertia;
  const PrincipalFrame frame = principal_frame(shape.mass);
  const Bounds box = bounds(shape, {});
  if (is_planar(shape.type)) {
    const auto point = [](Vec3 v) { return json_vector(in_plane(v)); };
    return {{"area", json_number(shape.mass.volume)},
            {"centroid", point(shape.mass.centroid)},
            {"inertia", json_number(inertia.row[2].z)},
            {"bounds", json_object({{"lower", point(box.lower)}, {"upper", point(box.upper)}})},
            {"size", json_number(shape.size)}};
  }
  return {{"volume", json_number(shape.mass.volume)},
          {"centroid", json_vector(shape.mass.centroid)},
          {"inertia", json_rows(inertia.row[0], inertia.row[1], inertia.row[2])},
          {"principal_moments", json_vector(frame.moments)},
          {"principal_axes", json_rows(axis(frame, 0), axis(frame, 1), axis(frame, 2))},
          {"bounds", json_object({{"lower", json_vector(box.lower)}, {"upper", json_vector(box.upper)}})},
          {"size", json_number(shape.size)}};
}

std::string json_line(const Measured& measured) {
  const Shape& shape = measured.shape;
  std::vector<Entry> entries = {{"type", json_text(name(shape.type))},
                                {"convex", measured.convex ? "true" : "false"}};
  for (auto& entry : counts(shape)) entries.push_back(std::move(entry));
  for (auto& entry : json_measures(shape)) entries.push_back(std::move(entry));
  std::string notes;
  for (const std::string& note : shape.notes) notes += (notes.empty() ? "" : ",") + json_text(note);
  entries.emplace_back("notes", "[" + notes + "]");
  return json_object(entries) + "\n";
}

using Row = std::vector<std::string>;  // measure; value or x; y; z; unit

// Beside `scale` the smallest numbers are nothing but rounding.
Row three(const std::string& measure, Vec3 v, Real scale, const std::string& unit) {
  const Real noise = 1e-12 * scale;
  return {measure, short_number(v.x, noise), short_number(v.y, noise), short_number(v.z, noise), unit};
}
Row one(const std::string& measure, const std::string& value, const std::string& unit = "") {
  return {measure, value, "", "", unit};
}

std::vector<Row> table_measures(const Shape& shape) {
  if (!is_bounded(shape)) return {one("size", "infinite", "m")};
  const Mat3& inertia = shape.mass.inertia;
  const PrincipalFrame frame = principal_frame(shape.mass);
  const Bounds box = bounds(shape, {});
  const Real largest = frame.moments.z;
  if (is_planar(shape.type)) {
    return {one("area", short_number(shape.mass.volume), "m2"),
            three("centroid", shape.mass.centroid, shape.size, "m"),
            one("inertia about z", short_number(inertia.row[2].z), "m4"),
            three("lower bound", box.lower, shape.size, "m"),
            three("upper bound", box.upper, shape.size, "m"),
            one("size", short_number(shape.size), "m")};
  }
  return {one("volume", short_number(shape.mass.volume), "m3"),
          three("centroid", shape.mass.centroid, shape.size, "m"),
          three("inertia", inertia.row[0], largest, "m5"),
          three("", inertia.row[1], largest, ""),
          three("", inertia.row[2], largest, ""),
          three("principal moments", frame.moments, largest, "m5"),
          three("principal axis 1", axis(frame, 0), 1, ""),
          three("principal axis 2", axis(frame, 1), 1, ""),
          three("principal axis 3", axis(frame, 2), 1, ""),
          three("lower bound", box.lower, shape.size, "m"),
          three("upper bound", box.upper, shape.size, "m"),
          one("size", short_number(shape.size), "m")};
}

std::string table(const Measured& measured) {
  const Shape& shape = measured.shape;
  Table table{{{"measure", Align::left}, {"value or x"}, {"y"}, {"z"}, {"unit", Align::left}}, {}};
  table.rows = {one("type", std::string(name(shape.type))),
                one("convex", measured.convex ? "true" : "false (hull taken)")};
  if (has_corners(shape)) {
    for (const auto& [measure, value] : counts(shape)) {
      if (value != "null") table.rows.push_back(one(measure, value));
    }
  }
  for (Row& row : table_measures(shape)) table.rows.push_back(std::move(row));
  return to_text(table) + (!is_bounded(shape) ? ""
                           : is_planar(shape.type)
                               ? "Inertia is about the centroid, for a density of 1 kg/m2.\n"
                               : "Inertia is about the centroid, for a density of 1 kg/m3.\n");
}

}  // namespace

CLI::App* add_shape_command(CLI::App& app, ShapeOptions& options) {
  CLI::App* command = app.add_subcommand(
      "shape", "Corners, volume, centroid, inertia, principal axes and bounds of one shape.");
  command->add_option("FILE", options.file, "A mesh (STL, OBJ, PLY), or a JSON file with one shape")
      ->required()
      ->type_name(" ");
  command->add_flag("--hull", options.hull, "Take the convex hull of a mesh that is not convex");
  command->add_option("--format", options.format, "A table to read, or one JSON object")
      ->type_name("table|json")
      ->check(CLI::IsMember({"table", "json"}).description(""));
  command->footer(
      "Example:\n"
      "  scree shape rock.stl --hull\n"
      "Exit status: 0 done, 1 output failed, 2 bad input.");
  return command;
}

int run_shape(const ShapeOptions& options, Output& output) {
  auto shape = read(options);
  if (!shape) {
    complain(shape.error().message);
    return exit_bad_input;
  }
  const bool convex = !hull_was_taken(*shape);
  const Measured measured{*std::move(shape), convex};
  for (const std::string& note : measured.shape.notes) remark(fmt::format("{}: {}", options.file, note));
  write(output, options.format == "table" ? table(measured) : json_line(measured));
  return finish(output) ? exit_ok : exit_output_failed;
}

}  // namespace scree::command
