// Checked access to a parsed JSON document.
#include "scene/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace scree {
namespace {

using nlohmann::json;

bool is_plain_key(std::string_view key) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !key.empty() && key.size() <= shown_characters && std::all_of(key.begin(), key.end(), plain);
}

void expected(JsonErrors& errors, const JsonNode& node, std::string_view what) {
  fail(errors, node.path, fmt::format("must be {}, found {}", what, describe(*node.value)));
}

// N numbers, with the path of an element made only for a complaint: vertex lists are long.
template <std::size_t N>
std::array<Real, N> read_numbers(const json& value, std::string_view path, std::string_view what,
                                 JsonErrors& errors) {
  std::array<Real, N> numbers{};
  if (!value.is_array() || value.size() != N) {
    fail(errors, path, fmt::format("must be {}, found {}", what, describe(value)));
    return numbers;
  }
  for (std::size_t i = 0; i < N; ++i) {
    if (value[i].is_number()) {
      numbers[i] = value[i].template get<Real>();
    } else {
      fail(errors, element_path(path, i), fmt::format("must be a number, found {}", describe(value[i])));
    }
  }
  return numbers;
}

constexpr std::string_view three_numbers = "three numbers [x, y, z]";

Vec3 to_vector(const std::array<Real, 3>& v) { return {v[0], v[1], v[2]}; }

}  // namespace

void fail(JsonErrors& errors, std::string_view path, std::string_view message) {
  if (errors.first) return;
  errors.first = Error{path.empty() ? fmt::format("{}: {}", errors.file, message)
                                    : fmt::format("{}: {}: {}", errors.file, path, message)};
}

std::string describe(const json& value) {
  if (value.is_array()) return fmt::format("an array of {}", value.size());
  if (value.is_object()) return "an object";
  if (value.is_string()) return in_quotes(value.get_ref<const std::string&>());
  return value.dump();
}

std::string member_path(std::string_view path, std::string_view key) {
  if (!is_plain_key(key)) return fmt::format("{}[{}]", path, in_quotes(key));
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

std::string element_path(std::string_view path, std::size_t index) {
  return fmt::format("{}[{}]", path, index);
}

bool expect_object(const JsonNode& node, const std::vector<std::string_view>& allowed, std::string_view owner,
                   JsonErrors& errors) {
  if (!node.value->is_object()) {
    expected(errors, node, fmt::format("an object ({})", owner));
    return false;
  }
  for (const auto& [key, value] : node.value->items()) {
    if (std::find(allowed.begin(), allowed.end(), key) != allowed.end()) continue;
    fail(errors, member_path(node.path, key),
         fmt::format("unknown key of {}; allowed: {}{}", owner, join_names(allowed),
                     suggestion(key, allowed)));
    return false;
  }
  return true;
}

std::optional<JsonNode> find_member(const JsonNode& object, std::string_view key) {
  const auto found = object.value->find(std::string(key));
  if (found == object.value->end()) return std::nullopt;
  return JsonNode{&*found, member_path(object.path, key)};
}

Real read_number(const JsonNode& node, JsonErrors& errors) {
  if (node.value->is_number()) return node.value->get<Real>();
  expected(errors, node, "a number");
  return 0;
}

int read_integer(const JsonNode& node, JsonErrors& errors) {
  // 6.0 is as good as 6: programs that write JSON often know no other numbers.
  const Real number = node.value->is_number() ? node.value->get<Real>() : 0.5;
  constexpr Real limit = std::numeric_limits<int>::max();
  if (std::trunc(number) == number && std::abs(number) <= limit) return static_cast<int>(number);
  expected(errors, node, "a whole number");
  return 0;
}

bool read_boolean(const JsonNode& node, JsonErrors& errors) {
  if (node.value->is_boolean()) return node.value->get<bool>();
  expected(errors, node, "true or false");
  return false;
}

std::string read_text(const JsonNode& node, JsonErrors& errors) {
  if (!node.value->is_string()) {
    expected(errors, node, "a text in quotes");
    return {};
  }
  const auto& text = node.value->get_ref<const std::string&>();
  // The system's calls would silently stop at it.
  if (text.find('\0') != std::string::npos) {
    expected(errors, node, "a text without the character \\u0000");
    return {};
  }
  return text;
}

std::array<Real, 2> read_two_numbers(const JsonNode& node, JsonErrors& errors) {
  return read_numbers<2>(*node.value, node.path, "two numbers", errors);
}

Vec3 read_vector(const JsonNode& node, JsonErrors& errors) {
  return to_vector(read_numbers<3>(*node.value, node.path, three_numbers, errors));
}

namespace {

// An array of points of `count` numbers each; f(point) for each. A plain loop: there may be very many.
template <std::size_t count, class F>
void for_points(const JsonNode& node, const std::string& point_text, JsonErrors& errors, F&& f) {
  if (!node.value->is_array()) return expected(errors, node, "an array of points " + point_text);
  std::size_t index = 0;
  for (const json& point : *node.value) {
    if (!point.is_array() || point.size() != count ||
        !std::all_of(point.begin(), point.end(), [](const json& x) { return x.is_number(); })) {
      read_numbers<count>(point, element_path(node.path, index),
                          fmt::format("{} numbers {}", count == 2 ? "two" : "three", point_text), errors);
      return;
    }
    f(point);
    ++index;
  }
}

}  // namespace

std::vector<Vec3> read_points(const JsonNode& node, JsonErrors& errors) {
  std::vector<Vec3> points;
  for_points<3>(node, "[x, y, z]", errors, [&](const json& p) {
    points.push_back({p[0].get<Real>(), p[1].get<Real>(), p[2].get<Real>()});
  });
  return errors.first ? std::vector<Vec3>{} : points;
}

std::vector<Vec2> read_planar_points(const JsonNode& node, JsonErrors& errors) {
  std::vector<Vec2> points;
  for_points<2>(node, "[x, y]", errors, [&](const json& p) {
    points.push_back({p[0].get<Real>(), p[1].get<Real>()});
  });
  return errors.first ? std::vector<Vec2>{} : points;
}

Quat read_orientation(const JsonNode& node, JsonErrors& errors) {
  const auto q = read_numbers<4>(*node.value, node.path, "a quaternion, four numbers [w, x, y, z]", errors);
  const Real largest = std::max({std::abs(q[0]), std::abs(q[1]), std::abs(q[2]), std::abs(q[3])});
  if (largest == 0) {
    fail(errors, node.path,
         "a quaternion of length zero is no rotation; [1, 0, 0, 0] leaves the shape unturned");
    return {};
  }
  // Divided by the largest first: the squares of 1e200 or 1e-200 would not fit.
  return normalized(Quat{q[0] / largest, q[1] / largest, q[2] / largest, q[3] / largest});
}

}  // namespace scree
