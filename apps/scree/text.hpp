// Numbers as text: JSON for programs, a few digits for people.
#pragma once

#include <scree/vec.hpp>
#include <scree/vec2.hpp>

#include <string>
#include <string_view>

namespace scree::command {

// 17 significant digits, which give the same double back; null when the number is not finite. The sign
// of a zero means nothing here and is left out.
std::string json_number(Real number);
std::string json_vector(Vec3 vector);
std::string json_vector(Vec2 vector);
// In quotes, escaped.
std::string json_text(std::string_view text);

// A few significant digits; what is no larger than `noise` shows as 0.
std::string short_number(Real number, Real noise = 0, int digits = 6);

}  // namespace scree::command
