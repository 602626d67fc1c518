// The least that a warm query can do: one separating-axis test along a direction kept from before.
//
// Two linear scans for the support points, in double precision, over coordinates in separate arrays. With
// AVX2 four vertices at a time where the processor has it. What a query costs beyond it is its own work.
#pragma once

#include <scree/vec.hpp>

#include <cstddef>
#include <vector>

#include "bench/narrow_pairs.hpp"

namespace scree::bench {

// A shape's vertices, as Polyhedron::lanes has them; `count` for each axis.
struct Coordinates {
  const double* x = nullptr;
  std::size_t count = 0;
};

class AxisFloor {
 public:
  // The set must hold polyhedra and outlive this.
  explicit AxisFloor(const NarrowSet& set, bool allow_avx2 = true);

  bool uses_avx2() const { return avx2_; }
  // Tests every pair at every pose of the round trip. Returns how many were found separated.
  std::size_t run() const;
  // How far B stays clear of A along the kept direction (m). `at`: an index of set.relative.
  Real separation(std::size_t pair, std::size_t at) const;

 private:
  const NarrowSet& set_;
  bool avx2_ = false;
  std::vector<Coordinates> shapes_;
};

}  // namespace scree::bench
