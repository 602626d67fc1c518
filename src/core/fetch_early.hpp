// Asks for memory before it is needed. What lies anywhere, as the neighbours of a body do, takes the machine
// as long to get as a hundred operations; loops that know what comes ask for it some rounds ahead.
#pragma once

#include <cstddef>

namespace scree {

// For which pair a loop over pairs asks while it works on one: so far ahead that its memory has come by then,
// and no farther, as few requests can be on their way at once.
inline constexpr std::size_t pairs_ahead = 8;

// Changes nothing but time. The address need not be one of an object that exists.
template <class T>
void fetch_early(const T* object) {
  constexpr std::size_t line = 64;  // bytes of memory that come together
  const auto* bytes = reinterpret_cast<const char*>(object);
  for (std::size_t i = 0; i < sizeof(T); i += line) __builtin_prefetch(bytes + i);
}

}  // namespace scree
