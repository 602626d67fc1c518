// The machine a program runs on, and the memory it takes there.
#pragma once

#include <cstdint>
#include <string>

namespace scree {

struct Machine {
  std::string processor;
  int processors = 0;
  std::string compiler;  // with its version, and whether it optimised
};
Machine this_machine();

// Of this process, in bytes: the most it ever had in memory, and what it has now.
std::int64_t peak_memory();
std::int64_t resident_memory();

}  // namespace scree
