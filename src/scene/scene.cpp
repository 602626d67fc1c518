// A scene from its text to a setup, part by part.
#include "scene/scene.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/file_io.hpp"
#include "scene/scene_build.hpp"
#include "scene/toml_tree.hpp"

namespace scree {
namespace {

// Known before anything else is read: it says how many numbers a vector has. Wrong values are complained
// about with all other keys.
int dimension_of(const TomlNode& tree) {
  const TomlNode* simulation = find(tree, "simulation");
  if (simulation == nullptr || simulation->kind != TomlNode::Kind::table) return 3;
  const TomlNode* dimension = find(*simulation, "dimension");
  return dimension != nullptr && dimension->kind == TomlNode::Kind::integer && dimension->integer == 2 ? 2
                                                                                                       : 3;
}

bool makes_bodies(const Section& root) {
  return has(root, "body") || has(root, "fill") || has(root, "injection") || has(root, "wall");
}

void append_file(const TomlNode& table, std::vector<std::string>& files) {
  const TomlNode* file = find(table, "file");
  if (file == nullptr || file->kind != TomlNode::Kind::text) return;
  if (std::find(files.begin(), files.end(), file->text) == files.end()) files.push_back(file->text);
}

}  // namespace

Result<Setup> parse_scene(const std::string& text, const std::string& file, const MeshFiles& files,
                          std::size_t max_bodies) {
  const auto tree = parse_toml(text, file);
  if (!tree) return tree.error();
  SceneBuild build;
  build.errors.file = file;
  build.errors.dimension = dimension_of(*tree);
  build.setup.model.dimension = build.errors.dimension;
  build.files = files;
  build.max_bodies = max_bodies;
  const Section root = open_section(*tree, "", "scene", "", build.errors);
  if (!makes_bodies(root))
    complain(root, "has no bodies: give a [[body]], [[fill]], [[injection]] or [[wall]]");
  if (makes_bodies(root) && !has(root, "material"))
    complain(root, "\"material\" is missing: what bodies are made of");
  read_settings(root, build);
  read_materials(root, build);
  read_shapes(root, build);
  read_motions(root, build);
  read_bodies(root, build);
  read_fills(root, build);
  read_injections(root, build);
  read_walls(root, build);
  read_events(root, build);
  if (build.errors.count > 0) return summary(std::move(build.errors));
  return std::move(build.setup);
}

Result<Setup> read_scene(const std::string& path) {
  const auto text = read_file(path, max_toml_bytes);
  if (!text) return text.error();
  return parse_scene(*text, path, {true, std::filesystem::path(path).parent_path().string()});
}

Result<std::vector<std::string>> scene_files(const std::string& path) {
  const auto text = read_file(path, max_toml_bytes);
  if (!text) return text.error();
  const auto tree = parse_toml(*text, path);
  if (!tree) return tree.error();
  std::vector<std::string> files;
  const TomlNode* shapes = find(*tree, "shape");
  if (shapes == nullptr || shapes->kind != TomlNode::Kind::array) return files;
  for (const TomlNode& shape : shapes->items) {
    append_file(shape, files);
    const TomlNode* pieces = find(shape, "pieces");
    if (pieces == nullptr) continue;
    for (const TomlNode& piece : pieces->items) append_file(piece, files);
  }
  return files;
}

}  // namespace scree
