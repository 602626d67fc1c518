// Random numbers from (seed, stream, index): the same on every machine, in any order, on any thread.
//
// Method: Philox 4x32 with ten rounds (Salmon, Moraes, Dror & Shaw 2011).
#pragma once

#include <scree/vec.hpp>

#include <cstdint>

namespace scree {

struct PhiloxBlock {
  std::uint32_t word[4];
};

SCREE_HD inline PhiloxBlock philox(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  PhiloxBlock b{{static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32),
                 static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)}};
  auto key0 = static_cast<std::uint32_t>(seed);
  auto key1 = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p = std::uint64_t{0xD2511F53U} * b.word[0];
    const std::uint64_t q = std::uint64_t{0xCD9E8D57U} * b.word[2];
    b = {{static_cast<std::uint32_t>(q >> 32) ^ b.word[1] ^ key0, static_cast<std::uint32_t>(q),
          static_cast<std::uint32_t>(p >> 32) ^ b.word[3] ^ key1, static_cast<std::uint32_t>(p)}};
    key0 += 0x9E3779B9U;
    key1 += 0xBB67AE85U;
  }
  return b;
}

// A sequence of numbers: a seed, a stream and the index of the next one.
struct Random {
  std::uint64_t seed = 0, stream = 0, index = 0;
};

SCREE_HD inline std::uint64_t next_bits(Random& random) {
  const PhiloxBlock b = philox(random.seed, random.stream, random.index++);
  return (std::uint64_t{b.word[1]} << 32) | b.word[0];
}
// Uniform in [0, 1).
SCREE_HD inline Real uniform(Random& random) { return static_cast<Real>(next_bits(random) >> 11) * 0x1p-53; }
SCREE_HD inline Real uniform(Random& random, Real low, Real high) {
  return low + (high - low) * uniform(random);
}
// Uniform in {0, ..., count - 1}.
SCREE_HD inline int uniform_index(Random& random, int count) {
  return static_cast<int>(uniform(random) * count);
}
// Uniform on the unit sphere.
SCREE_HD inline Vec3 unit_vector(Random& random) {
  constexpr Real two_pi = 6.283185307179586477;
  const Real z = uniform(random, -1, 1);
  const Real angle = uniform(random, 0, two_pi);
  const Real r = std::sqrt(1 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}
// Uniform over all rotations (Shoemake 1992).
SCREE_HD inline Quat rotation(Random& random) {
  constexpr Real two_pi = 6.283185307179586477;
  const Real u = uniform(random);
  const Real a = uniform(random, 0, two_pi);
  const Real b = uniform(random, 0, two_pi);
  const Real r = std::sqrt(1 - u);
  const Real s = std::sqrt(u);
  return {s * std::cos(b), r * std::sin(a), r * std::cos(a), s * std::sin(b)};
}

// Uniform over the rotations about z.
SCREE_HD inline Quat planar_rotation(Random& random) {
  constexpr Real pi = 3.141592653589793238;
  const Real half = uniform(random, -pi / 2, pi / 2);
  return {std::cos(half), 0, 0, std::sin(half)};
}

}  // namespace scree
