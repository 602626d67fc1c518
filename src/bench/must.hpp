// For shapes that are known to be valid.
#pragma once

#include <scree/shape.hpp>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace scree::bench {

inline Shape must(Result<Shape> shape) {
  if (!shape) {
    (void)std::fprintf(stderr, "%s\n", shape.error().message.c_str());
    std::abort();
  }
  return *std::move(shape);
}

}  // namespace scree::bench
