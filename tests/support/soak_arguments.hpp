// What every soak program takes: --pairs N, --seed S, --part K/N.
#pragma once

#include <cstdint>

namespace scree::testing {

struct SoakArguments {
  std::uint64_t pairs = 1'000'000, seed = 1;
  std::uint64_t part = 0, parts = 1;  // every `parts`-th pair from `part` on
};

// False after a line on standard error about how to call it.
bool parse_soak_arguments(int argc, char** argv, SoakArguments& arguments);

}  // namespace scree::testing
