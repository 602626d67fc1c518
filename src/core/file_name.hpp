// Names that files can have everywhere.
#pragma once

#include <algorithm>
#include <string_view>

namespace scree {

inline bool is_file_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.';
}

// A dot at the start would hide the file.
inline bool is_file_name(std::string_view name) {
  return !name.empty() && name[0] != '.' && std::all_of(name.begin(), name.end(), is_file_name_letter);
}

}  // namespace scree
