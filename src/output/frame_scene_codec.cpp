// SCEN and BODY: what does not change from frame to frame.
#include <fmt/format.h>
#include <scree/shape.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "output/frame_codec.hpp"
#include "scene/json_parse.hpp"
#include "scene/json_reader.hpp"

namespace scree {
namespace {

using OrderedJson = nlohmann::ordered_json;
using Json = nlohmann::json;

constexpr std::array mesh_kinds{MeshKind::polyhedron, MeshKind::smooth, MeshKind::polygon,
                                MeshKind::half_space};
constexpr std::uint32_t most_bodies = 1U << 30;

OrderedJson to_json(Vec3 v) { return OrderedJson::array({v.x, v.y, v.z}); }

OrderedJson to_json(const FrameMesh& mesh) {
  OrderedJson json{{"type", scree::name(mesh.type)}, {"kind", scree::name(mesh.kind)}};
  if (mesh.kind == MeshKind::half_space) return json;
  // More digits than single precision has would only make the file longer.
  constexpr Real digits = 1e8;
  OrderedJson& vertices = json["vertices"] = OrderedJson::array();
  for (const Vec3& v : mesh.vertices) {
    for (int i = 0; i < 3; ++i) vertices.push_back(std::round(v[i] * digits) / digits);
  }
  OrderedJson& faces = json["faces"] = OrderedJson::array();
  for (std::size_t f = 0; f < face_count(mesh); ++f) {
    OrderedJson loop = OrderedJson::array();
    for (const std::uint32_t v : face(mesh, f)) loop.push_back(v);
    faces.push_back(std::move(loop));
  }
  if (mesh.kind == MeshKind::smooth) json["parts"] = mesh.part;
  return json;
}

// Members that must be there, of whatever they should be.
struct SceneReader {
  JsonErrors errors;

  JsonNode member(const JsonNode& object, std::string_view key) {
    if (const auto found = find_member(object, key)) return *found;
    fail(errors, member_path(object.path, key), "is missing");
    static const Json nothing;
    return {&nothing, member_path(object.path, key)};
  }
  const Json& array(const JsonNode& object, std::string_view key) {
    const JsonNode node = member(object, key);
    if (node.value->is_array()) return *node.value;
    fail(errors, node.path, "must be an array");
    static const Json nothing = Json::array();
    return nothing;
  }
  std::vector<std::string> texts(const JsonNode& object, std::string_view key) {
    std::vector<std::string> found;
    std::size_t i = 0;
    for (const Json& text : array(object, key)) {
      found.push_back(read_text({&text, element_path(key, i++)}, errors));
    }
    return found;
  }
};

void read_periodic(SceneReader& reader, const JsonNode& node, Periodic& periodic) {
  periodic.lower = read_vector(reader.member(node, "lower"), reader.errors);
  periodic.length = read_vector(reader.member(node, "length"), reader.errors);
  const Json& axes = reader.array(node, "axes");
  if (axes.size() != 3) return fail(reader.errors, "periodic.axes", "must be three booleans");
  for (int i = 0; i < 3; ++i) {
    periodic.axis[i] = read_boolean({&axes[i], element_path("periodic.axes", i)}, reader.errors);
    if (periodic.axis[i] && !(periodic.length[i] > 0))
      fail(reader.errors, "periodic.length", "must be > 0 m");
  }
}

void read_faces(SceneReader& reader, const JsonNode& node, FrameMesh& mesh) {
  const auto bad = [&](const char* key, const char* what) {
    fail(reader.errors, member_path(node.path, key), what);
  };
  const Json& vertices = reader.array(node, "vertices");
  if (vertices.size() % 3 != 0) return bad("vertices", "must be three numbers for each vertex");
  for (std::size_t i = 0; i < vertices.size(); i += 3) {
    Vec3 v;
    for (int c = 0; c < 3; ++c) {
      if (!vertices[i + c].is_number()) return bad("vertices", "must be numbers");
      v[c] = vertices[i + c].get<Real>();
    }
    mesh.vertices.push_back(v);
  }
  mesh.face_begin = {0};
  for (const Json& loop : reader.array(node, "faces")) {
    if (!loop.is_array() || loop.size() < 3)
      return bad("faces", "must be arrays of three vertex numbers or more");
    for (const Json& v : loop) {
      if (!v.is_number_unsigned() || v.get<std::uint64_t>() >= mesh.vertices.size()) {
        return bad("faces", "must be vertex numbers");
      }
      mesh.face_vertices.push_back(v.get<std::uint32_t>());
    }
    mesh.face_begin.push_back(static_cast<std::uint32_t>(mesh.face_vertices.size()));
  }
  if (mesh.kind != MeshKind::smooth) return;
  for (const Json& part : reader.array(node, "parts")) {
    if (!part.is_number_unsigned()) return bad("parts", "must be whole numbers");
    mesh.part.push_back(part.get<std::uint16_t>());
  }
  if (mesh.part.size() != face_count(mesh)) bad("parts", "must be one number for each face");
}

std::optional<ShapeType> shape_type(const std::string& text) {
  for (int i = 0; i < shape_type_count; ++i) {
    if (name(static_cast<ShapeType>(i)) == text) return static_cast<ShapeType>(i);
  }
  return std::nullopt;
}

FrameMesh read_mesh(SceneReader& reader, const JsonNode& node) {
  FrameMesh mesh;
  const std::string type = read_text(reader.member(node, "type"), reader.errors);
  const std::string kind = read_text(reader.member(node, "kind"), reader.errors);
  const auto* const known =
      std::find_if(mesh_kinds.begin(), mesh_kinds.end(), [&](MeshKind k) { return name(k) == kind; });
  if (known == mesh_kinds.end() || !shape_type(type)) {
    fail(reader.errors, node.path, "its type or kind is not known");
    return mesh;
  }
  mesh.type = *shape_type(type);
  mesh.kind = *known;
  if (mesh.kind != MeshKind::half_space) read_faces(reader, node, mesh);
  return mesh;
}

struct Counts {
  std::size_t bodies = 0, pieces = 0;
};

Counts read_scene(SceneReader& reader, const JsonNode& root, FrameScene& scene) {
  JsonErrors& errors = reader.errors;
  scene.name = read_text(reader.member(root, "name"), errors);
  scene.dimension = read_integer(reader.member(root, "dimension"), errors);
  if (scene.dimension != 2 && scene.dimension != 3) fail(errors, "dimension", "must be 2 or 3");
  scene.time_step = read_number(reader.member(root, "time_step"), errors);
  scene.end_time = read_number(reader.member(root, "end_time"), errors);
  scene.gravity = read_vector(reader.member(root, "gravity"), errors);
  read_periodic(reader, reader.member(root, "periodic"), scene.periodic);
  scene.names = reader.texts(root, "names");
  scene.materials = reader.texts(root, "materials");
  scene.contact_types = reader.texts(root, "contact_types");
  std::size_t i = 0;
  for (const Json& mesh : reader.array(root, "meshes")) {
    scene.meshes.push_back(read_mesh(reader, {&mesh, element_path("meshes", i++)}));
  }
  const auto count = [&](const char* key) -> std::size_t {
    const Json& value = *reader.member(root, key).value;
    if (value.is_number_unsigned() && value.get<std::uint64_t>() < most_bodies)
      return value.get<std::size_t>();
    fail(errors, key, "must be a number of things");
    return 0;
  };
  return {count("bodies"), count("pieces")};
}

std::vector<Vec3> vectors(const std::vector<float>& components) {
  const std::size_t n = components.size() / 3;
  std::vector<Vec3> found;
  found.reserve(n);
  for (std::size_t i = 0; i < n; ++i)
    found.push_back({components[i], components[n + i], components[2 * n + i]});
  return found;
}

std::vector<Real> reals(const std::vector<float>& values) { return {values.begin(), values.end()}; }

void get_bodies(ArrayReader& in, Counts counts, FrameScene& scene) {
  const std::size_t n = counts.bodies, m = counts.pieces;
  scene.body_name = in.get<std::uint32_t>(n);
  scene.mass = reals(in.get<float>(n));
  scene.moments = vectors(in.get<float>(3 * n));
  scene.radius = reals(in.get<float>(n));
  scene.volume = reals(in.get<float>(n));
  scene.piece_begin = in.get<std::uint32_t>(n + 1);
  scene.piece_mesh = in.get<std::uint32_t>(m);
  scene.piece_stretch = vectors(in.get<float>(3 * m));
  const std::vector<Vec3> places = vectors(in.get<float>(3 * m));
  const auto turns = in.get<float>(4 * m);
  scene.piece_material = in.get<std::uint32_t>(m);
  for (const std::uint8_t mobility : in.get<std::uint8_t>(n))
    scene.mobility.push_back(static_cast<Mobility>(mobility));
  if (!in.sound()) return;
  for (std::size_t i = 0; i < m; ++i) {
    const Quat turn{turns[i], turns[m + i], turns[2 * m + i], turns[3 * m + i]};
    scene.body_from_mesh.push_back({norm(turn) > 0 ? normalized(turn) : Quat{}, places[i]});
  }
}

bool all_below(const std::vector<std::uint32_t>& numbers, std::size_t end) {
  return std::all_of(numbers.begin(), numbers.end(), [&](std::uint32_t number) { return number < end; });
}

// What the bytes of BODY must be like, beyond their number.
bool is_consistent(const FrameScene& s) {
  const auto finite = [](const Pose& p) {
    return is_finite(p.translation) && std::isfinite(norm(p.rotation));
  };
  return all_below(s.body_name, s.names.size()) && all_below(s.piece_mesh, s.meshes.size()) &&
         all_below(s.piece_material, s.materials.size()) && s.piece_begin.front() == 0 &&
         s.piece_begin.back() == s.piece_mesh.size() &&
         std::is_sorted(s.piece_begin.begin(), s.piece_begin.end()) &&
         std::all_of(s.mobility.begin(), s.mobility.end(), [](Mobility m) { return m <= Mobility::fixed; }) &&
         std::all_of(s.radius.begin(), s.radius.end(), [](Real r) { return r >= 0; }) &&
         std::all_of(s.piece_stretch.begin(), s.piece_stretch.end(), [](Vec3 v) { return is_finite(v); }) &&
         std::all_of(s.body_from_mesh.begin(), s.body_from_mesh.end(), finite);
}

}  // namespace

std::string encode_scene(const FrameScene& scene) {
  OrderedJson json{{"name", scene.name},
                   {"dimension", scene.dimension},
                   {"time_step", scene.time_step},
                   {"end_time", scene.end_time},
                   {"gravity", to_json(scene.gravity)}};
  const Periodic& p = scene.periodic;
  Vec3 lower, length;  // of no meaning along other axes
  for (int i = 0; i < 3; ++i) {
    lower[i] = p.axis[i] ? p.lower[i] : 0;
    length[i] = p.axis[i] ? p.length[i] : 0;
  }
  json["periodic"] = {{"axes", OrderedJson::array({p.axis[0], p.axis[1], p.axis[2]})},
                      {"lower", to_json(lower)},
                      {"length", to_json(length)}};
  json["bodies"] = body_count(scene);
  json["pieces"] = piece_count(scene);
  json["names"] = scene.names;
  json["materials"] = scene.materials;
  json["contact_types"] = scene.contact_types;
  OrderedJson& meshes = json["meshes"] = OrderedJson::array();
  for (const FrameMesh& mesh : scene.meshes) meshes.push_back(to_json(mesh));
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string encode_bodies(const FrameScene& scene) {
  const std::size_t n = body_count(scene), m = piece_count(scene);
  std::string bytes;
  ArrayWriter out(bytes);
  out.put<std::uint32_t>(n, [&](std::size_t i) { return scene.body_name[i]; });
  out.put<float>(n, [&](std::size_t i) { return scene.mass[i]; });
  out.put_components<float>(n, 3, [&](std::size_t i, int c) { return scene.moments[i][c]; });
  out.put<float>(n, [&](std::size_t i) { return scene.radius[i]; });
  out.put<float>(n, [&](std::size_t i) { return scene.volume[i]; });
  out.put<std::uint32_t>(n + 1, [&](std::size_t i) { return scene.piece_begin[i]; });
  out.put<std::uint32_t>(m, [&](std::size_t i) { return scene.piece_mesh[i]; });
  out.put_components<float>(m, 3, [&](std::size_t i, int c) { return scene.piece_stretch[i][c]; });
  out.put_components<float>(m, 3,
                            [&](std::size_t i, int c) { return scene.body_from_mesh[i].translation[c]; });
  out.put_components<float>(m, 4, [&](std::size_t i, int c) {
    const Quat q = scene.body_from_mesh[i].rotation;
    const Real components[] = {q.w, q.x, q.y, q.z};
    return components[c];
  });
  out.put<std::uint32_t>(m, [&](std::size_t i) { return scene.piece_material[i]; });
  out.put<std::uint8_t>(n, [&](std::size_t i) { return scene.mobility[i]; });
  return bytes;
}

Result<FrameScene> decode_scene(std::string_view json, std::string_view bodies) {
  const Result<Json> root = parse_json(json, "SCEN");
  if (!root) return root.error();
  FrameScene scene;
  SceneReader reader{{"SCEN", {}}};
  const Counts counts = read_scene(reader, {&*root, ""}, scene);
  if (reader.errors.first) return *reader.errors.first;
  ArrayReader in(bodies);
  get_bodies(in, counts, scene);
  if (!in.complete()) return Error{"BODY: its length does not fit the numbers of bodies and pieces"};
  if (!is_consistent(scene)) return Error{"BODY: its numbers do not fit each other"};
  return scene;
}

}  // namespace scree
