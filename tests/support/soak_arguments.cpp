#include "support/soak_arguments.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace scree::testing {
namespace {

bool read_flag(std::string_view flag, const char* text, SoakArguments& arguments) {
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(text, &end, 10);
  if (flag == "--pairs") {
    arguments.pairs = value;
  } else if (flag == "--seed") {
    arguments.seed = value;
  } else if (flag == "--part" && *end == '/') {
    arguments.part = value;
    arguments.parts = std::strtoull(end + 1, nullptr, 10);
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool parse_soak_arguments(int argc, char** argv, SoakArguments& arguments) {
  bool good = argc % 2 == 1;
  for (int i = 1; i + 1 < argc; i += 2) good = good && read_flag(argv[i], argv[i + 1], arguments);
  good = good && arguments.parts > arguments.part;
  if (!good) fmt::print(stderr, "usage: {} [--pairs N] [--seed S] [--part K/N]\n", argv[0]);
  return good;
}

}  // namespace scree::testing
