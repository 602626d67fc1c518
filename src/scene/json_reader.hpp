// JSON with checked access: every complaint names the file, the key path, the value and what is allowed.
//
// Readers do not test each step. They pass a JsonErrors along, which keeps the first complaint; after it
// every function here returns a harmless default. The caller looks once, at the end.
#pragma once

#include <scree/result.hpp>
#include <scree/vec.hpp>
#include <scree/vec2.hpp>

#include "scene/names.hpp"

#include <array>
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

// A value of a parsed document (which must outlive it) and the path that leads to it.
struct JsonNode {
  const nlohmann::json* value = nullptr;
  std::string path;  // such as pairs[3].a; empty for the whole document
};

struct JsonErrors {
  std::string file;
  std::optional<Error> first;
};

// Notes "file: path: message", unless something was noted before.
void fail(JsonErrors& errors, std::string_view path, std::string_view message);

// How a message shows a value: short and on one line.
std::string describe(const nlohmann::json& value);

// Paths of an object's member and of an array's element.
std::string member_path(std::string_view path, std::string_view key);
std::string element_path(std::string_view path, std::size_t index);

// Whether the node is an object that holds no key but the allowed ones. `owner` says whose keys they are.
bool expect_object(const JsonNode& node, const std::vector<std::string_view>& allowed, std::string_view owner,
                   JsonErrors& errors);
// The member `key` of an object, or nothing.
std::optional<JsonNode> find_member(const JsonNode& object, std::string_view key);

Real read_number(const JsonNode& node, JsonErrors& errors);
int read_integer(const JsonNode& node, JsonErrors& errors);
bool read_boolean(const JsonNode& node, JsonErrors& errors);
std::string read_text(const JsonNode& node, JsonErrors& errors);
std::array<Real, 2> read_two_numbers(const JsonNode& node, JsonErrors& errors);
Vec3 read_vector(const JsonNode& node, JsonErrors& errors);
std::vector<Vec3> read_points(const JsonNode& node, JsonErrors& errors);
std::vector<Vec2> read_planar_points(const JsonNode& node, JsonErrors& errors);
// The unit quaternion along the four numbers (w, x, y, z), which must not all be zero.
Quat read_orientation(const JsonNode& node, JsonErrors& errors);

}  // namespace scree
