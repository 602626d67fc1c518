// The pages and example scenes are what the reader makes of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "core/file_io.hpp"
#include "scene/scene_keys.hpp"
#include "scene/toml_tree.hpp"
#include "scene_text.hpp"

namespace scree {
namespace {

const std::string root = SCREE_SOURCE_DIR;

std::string read(const std::string& name) {
  const auto text = read_file(root + "/" + name);
  EXPECT_TRUE(text) << name;
  return text ? *text : "";
}

std::vector<std::string> example_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(root + "/scenes/simulation")) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// The TOML blocks of the guide. The first is a whole scene, the others are added to it.
std::vector<std::string> guide_scenes() {
  const std::string page = read("docs/guide/scenes.md");
  std::vector<std::string> scenes;
  const std::string fence = "```toml\n";
  for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at + 1)) {
    const std::size_t begin = at + fence.size();
    const std::string block = page.substr(begin, page.find("```", begin) - begin);
    scenes.push_back(scenes.empty() ? block : scenes[0] + "\n" + block);
  }
  return scenes;
}

// One scene that has what the examples and the guide do not.
const std::string rare_keys = R"(
[simulation]
name = "all"
end_time = 1
time_step = 1e-5
time_step_fraction = 0.1
allow_unstable_step = true
detection = "slm"
contact_points = "patch"
parallel_angle = 0.01
elastic_correction = false
skin = 0.01
threads = 2
seed = 3
gravity = [0, 0, -1]

[output]
table_interval = 0.1
checkpoint_interval = 0.2
frame_interval = "none"
paraview = false

[periodic]
axes = "y"
upper = [1, 2, 1]

[[material]]
name = "m"
density = 1
exponent = 1.5

[[contact]]
materials = ["m", "m"]
normal_stiffness = 2
shear_stiffness = 3
exponent = 2
friction_angle = 4
restitution = 0.5
tangential_restitution = 0.6

[[shape]]
name = "s"
type = "sphere"
radius = 0.01

[[shape]]
name = "p"
pieces = [
  { type = "capsule", radius = 0.01, length = 0.1, mesh = 50, orientation = [1, 0, 0, 0] },
  { shape = "s", position = [1, 0, 0], axis = [1, 0, 0], angle = 3 },
]

[[motion]]
name = "go"
start = 0

[[motion.phase]]
velocity = [0, 0, 1]

[[body]]
shape = "s"
size = 0.1
orientation = [1, 0, 0, 0]
velocity = [1, 0, 0]
mobility = "kinematic"
present = false

[[body]]
shape = "s"
scale = 2
motion = "go"

[[fill]]
shapes = "s"
choice = "random"
size = { distribution = "fixed", value = 0.1 }
region = { lower = [0, 0, 0], upper = [1, 1, 1] }
present = false

[[fill]]
shapes = "s"
scale = 2
region = { lower = [2, 0, 0], upper = [3, 1, 1] }

[[injection]]
shapes = ["s", "p"]
shares = [1, 2]
choice = "random"
scale = 0.1
material = "m"
count = 1
end = 1
region = { lower = [0, 0, 0], upper = [1, 1, 1] }

[[wall]]
type = "plate"
centre = [0, 0, 0]
extents = [1, 1]
thickness = 0.1
axis = [0, 0, 1]
angle = 45

[[wall]]
type = "plate"
centre = [0, 0, 0]
extents = [1, 1]
thickness = 0.1
orientation = [1, 0, 0, 0]

[[wall]]
type = "pipe"
base = [0, 0, 0]
radius = 1
length = 1
thickness = 0.1
open = ["lower", "upper"]

[[wall]]
name = "w"
shape = "p"
scale = 2
position = [1, 1, 1]
orientation = [1, 0, 0, 0]

[[wall]]
shape = "p"
axis = [1, 0, 0]
angle = 30
motion = "go"

[[event]]
name = "kept"
time = 0.1
add = "w"
gravity = [0, 0, 0]
checkpoint = true
)";

TEST(SceneDocs, ReferencePageIsThatOfTheReader) {
  const bool same = read("docs/reference/scene.md") == scene_reference();
  EXPECT_TRUE(same) << "docs/reference/scene.md must be what scene_reference() gives";
}

TEST(SceneDocs, ExamplesAreValid) {
  ASSERT_GE(example_files().size(), 8U);
  for (const std::string& file : example_files()) {
    const auto setup = read_scene(file);
    EXPECT_TRUE(setup) << testing::message(setup);
  }
}

TEST(SceneDocs, GuideSnippetsAreValid) {
  const auto scenes = guide_scenes();
  ASSERT_GE(scenes.size(), 9U);
  for (const std::string& scene : scenes) {
    EXPECT_EQ(testing::message(testing::parse(scene)), "accepted") << scene;
  }
}

// Which keys of which sections a scene holds, as "section.key" or, with a variant, "section/variant.key".
void collect_keys(const TomlNode& table, std::string_view section, std::set<std::string>& keys) {
  static const std::set<std::string> sections = {"simulation", "periodic", "output", "material", "contact",
                                                 "shape",      "motion",   "body",   "fill",     "injection",
                                                 "wall",       "event",    "phase",  "size",     "region"};
  std::string variant;
  if (section == "wall") variant = find(table, "type") != nullptr ? find(table, "type")->text : "shape";
  if (section == "size") variant = find(table, "distribution")->text;
  if (section == "region") {
    const bool round = find(table, "radius") != nullptr;
    variant = !round ? "box" : find(table, "centre") != nullptr ? "circle" : "cylinder";
  }
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const std::string& key = table.keys[i];
    const TomlNode& value = table.items[i];
    keys.insert(std::string(section) + "/" + variant + "." + key);
    const std::string inner = key == "pieces" ? "piece" : key;
    if (inner != "piece" && !sections.contains(inner)) continue;
    if (value.kind == TomlNode::Kind::table) collect_keys(value, inner, keys);
    if (value.kind != TomlNode::Kind::array) continue;
    for (const TomlNode& item : value.items) {
      if (item.kind == TomlNode::Kind::table) collect_keys(item, inner, keys);
    }
  }
}

// Every key of the table is accepted and read by some scene here; none is read that is not in the table,
// which the reader itself would complain about.
TEST(SceneDocs, EveryKeyOfTheTableIsUsed) {
  EXPECT_EQ(testing::message(testing::parse(rare_keys)), "accepted");
  std::vector<std::string> texts = guide_scenes();
  for (const std::string& file : example_files()) texts.push_back(*read_file(file));
  texts.push_back(rare_keys);
  std::set<std::string> used;
  for (const std::string& text : texts) {
    const auto tree = parse_toml(text, "t");
    ASSERT_TRUE(tree) << tree.error().message;
    collect_keys(*tree, "scene", used);
  }
  for (const SectionRule& section : scene_sections()) {
    for (const KeyRule& rule : section.keys) {
      if (rule.kind == ValueKind::shape_value) continue;
      const std::vector<std::string_view> variants =
          rule.variants.empty() ? std::vector<std::string_view>{""} : rule.variants;
      for (const std::string_view variant : variants) {
        bool found = false;
        for (const std::string& key : used) {
          const std::string start = std::string(section.name) + "/" + std::string(variant);
          found = found || (key.starts_with(start) && key.ends_with("." + std::string(rule.key)));
        }
        EXPECT_TRUE(found) << section.name << "/" << variant << "." << rule.key << " is in no scene";
      }
    }
  }
}

TEST(SceneDocs, DefaultsOfTheTableLieInTheirRanges) {
  for (const SectionRule& section : scene_sections()) {
    for (const KeyRule& rule : section.keys) {
      if (rule.need != KeyNeed::value || rule.kind != ValueKind::number) continue;
      EXPECT_TRUE(contains(rule.range, std::stod(std::string(rule.otherwise)))) << rule.key;
    }
  }
}

TEST(SceneDocs, TableHasNoKeyTwiceForOneVariant) {
  for (const SectionRule& section : scene_sections()) {
    for (const KeyRule& rule : section.keys) {
      const std::vector<std::string_view> variants =
          rule.variants.empty() ? std::vector<std::string_view>{""} : rule.variants;
      for (const std::string_view variant : variants) {
        EXPECT_EQ(find_key(section, rule.key, variant), &rule) << section.name << "." << rule.key;
      }
      EXPECT_FALSE(rule.meaning.empty());
    }
  }
}

}  // namespace
}  // namespace scree
