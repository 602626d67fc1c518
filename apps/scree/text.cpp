// Formats numbers.
#include "text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace scree::command {

std::string json_number(Real number) {
  if (!std::isfinite(number)) return "null";
  return number == 0 ? std::string("0") : fmt::format("{:.17g}", number);
}

std::string json_vector(Vec3 v) {
  return fmt::format("[{},{},{}]", json_number(v.x), json_number(v.y), json_number(v.z));
}

std::string json_vector(Vec2 v) { return fmt::format("[{},{}]", json_number(v.x), json_number(v.y)); }

std::string json_text(std::string_view text) {
  using nlohmann::json;
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string short_number(Real number, Real noise, int digits) {
  return std::abs(number) <= noise ? std::string("0") : fmt::format("{:.{}g}", number, digits);
}

}  // namespace scree::command
