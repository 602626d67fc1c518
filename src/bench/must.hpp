// For shapes and bodies that are known to be valid.
#pragma once

#include <scree/result.hpp>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace scree::bench {

template <class T>
T must(Result<T> result) {
  if (!result) {
    (void)std::fprintf(stderr, "%s\n", result.error().message.c_str());
    std::abort();
  }
  return *std::move(result);
}

}  // namespace scree::bench
