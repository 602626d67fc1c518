// Checked access to the parts of a scene: every complaint names the file, the line, the key, the value and
// what is allowed.
//
// A part is checked whole, by the table of keys, when it is opened. The getters then give its values, or
// the table's default for an absent key; a part with a problem gives harmless values and is not `sound`.
#pragma once

#include <scree/result.hpp>
#include <scree/vec.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/scene_keys.hpp"
#include "scene/toml_tree.hpp"

namespace scree {

// At most this many problems are listed, and this many kept: a file may be wrong in every line.
inline constexpr std::size_t max_listed_problems = 20;
inline constexpr std::size_t max_kept_problems = 1000;

struct SceneErrors {
  struct Problem {
    int line = 0;
    std::string text;  // path: message
  };
  std::string file;
  int dimension = 3;  // of the scene: how many numbers its vectors have
  std::vector<Problem> problems;
  std::size_t count = 0;  // of all problems
};

void complain(SceneErrors& errors, int line, std::string_view path, std::string_view message);
// All problems, one per line, in the order of lines. There must be one.
Error summary(SceneErrors errors);

// A table of the scene, with the rules it follows.
struct Section {
  const SectionRule* rule = nullptr;
  const TomlNode* node = nullptr;
  std::string path;          // such as fill[2].size
  std::string_view variant;  // of its rules
  SceneErrors* errors = nullptr;
  bool sound = true;
};

// Checks keys, kinds and ranges. A node that is no table gives a section that is not sound.
Section open_section(const TomlNode& node, std::string path, std::string_view name, std::string_view variant,
                     SceneErrors& errors);
// The text at the key that decides which other keys a table of the section has. Complains and gives nothing
// when it is missing or not allowed.
std::optional<std::string_view> read_variant(const TomlNode& node, const std::string& path,
                                             std::string_view name, std::string_view key,
                                             SceneErrors& errors);
// The table at a key of another section, which must be there.
Section open_member(const Section& section, std::string_view key, std::string_view name,
                    std::string_view variant = "");
// Those of an array of tables; none when the key is absent.
std::vector<Section> open_members(const Section& section, std::string_view key, std::string_view name);

// Nothing when absent. The key must be in the table for the section's variant.
const TomlNode* member(const Section& section, std::string_view key);
inline bool has(const Section& section, std::string_view key) { return member(section, key) != nullptr; }

Real get_number(const Section& section, std::string_view key);
std::optional<Real> find_number(const Section& section, std::string_view key);
std::int64_t get_integer(const Section& section, std::string_view key);
bool get_flag(const Section& section, std::string_view key);
std::string get_text(const Section& section, std::string_view key);
// In the plane z is 0.
Vec3 get_vector(const Section& section, std::string_view key);
// rad/s: of a vector, in the plane of one number.
Vec3 get_spin(const Section& section, std::string_view key);
// Unit length.
Vec3 get_direction(const Section& section, std::string_view key);
std::vector<std::string> get_names(const Section& section, std::string_view key);
std::vector<Real> get_numbers(const Section& section, std::string_view key);  // of number arrays of any kind
inline bool is_planar(const Section& section) { return section.errors->dimension == 2; }
std::vector<Vec3> get_points(const Section& section, std::string_view key);
// "orientation", or "axis" and "angle", in the plane "angle" alone; the identity when none is given.
Quat get_turn(const Section& section);

// Notes a complaint about a key's value, or about the section when the key is absent.
void complain(const Section& section, std::string_view key, std::string_view message);
// The same about the section as a whole.
void complain(const Section& section, std::string_view message);
// "a" and "b" exclude each other. Whether exactly one is given; `needed`: none is a problem, too.
bool either(const Section& section, std::string_view a, std::string_view b, bool needed);

// A name that refers to nothing. `what` is "material", with the plural made by an s.
std::string not_defined(std::string_view name, std::string_view what,
                        const std::vector<std::string_view>& defined);

}  // namespace scree
