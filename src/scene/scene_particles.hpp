// Which particles a fill or an injection makes: shapes, sizes, material.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "math/random.hpp"
#include "scene/scene_build.hpp"
#include "scene/size_distribution.hpp"

namespace scree {

struct ParticleChoice {
  std::vector<std::size_t> shapes;
  std::vector<Real> shares;               // of the number of particles, by shape; their sum is 1
  bool by_chance = false;                 // else in turn
  std::optional<SizeDistribution> sizes;  // none: by `scale`
  Real scale = 1;
  int material = 0;
};

// Nothing, and complaints, where the section does not tell.
std::optional<ParticleChoice> read_particles(const Section& section, const SceneBuild& build);

// The particles of a choice, one after the other.
class ParticleSource {
 public:
  // Streams [stream, stream + 2^32) of the seed are its own.
  ParticleSource(const ParticleChoice& choice, const SceneBuild& build, std::uint64_t stream);

  struct Particle {
    std::size_t shape = 0;
    Real factor = 1;
    Random random;  // for all else that is left to chance about it
  };
  Particle next();

 private:
  std::size_t next_shape(Random& random);

  const ParticleChoice& choice_;
  const SceneBuild& build_;
  std::uint64_t stream_;
  std::uint64_t made_ = 0;
  std::vector<std::uint64_t> made_by_shape_;
};

// m, of the largest ball around a particle of the choice.
Real largest_radius(const ParticleChoice& choice, const SceneBuild& build);

// Fills and injections have streams of their own: their kind and their index in the scene.
std::uint64_t particle_stream(std::uint32_t kind, std::size_t index);

}  // namespace scree
