// Detection for all pairs of a step.
#pragma once

#include <scree/simulation_data.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exec/exec.hpp"
#include "model/contacts.hpp"
#include "model/geometry.hpp"
#include "model/model.hpp"
#include "model/pairs.hpp"

namespace scree {

struct DetectionSettings {
  // Pairs of shapes it has no answer for get the default. A query that fails is answered by gjk-epa and
  // counted.
  Algorithm algorithm = Algorithm::automatic;
  ContactPoints contact_points = ContactPoints::one;
  Real parallel_angle = 1e-8;  // rad
  Real step_motion = 0;        // m, for `ds` and `fds`: how far a vertex moves in a step at most
  bool describe = true;        // false: no types, and points that need not be the patch's middle; cheaper
  Real cutoff = 0;             // m; above 0, pairs apart by less get their distance, which only costs time
};

// What detection keeps from step to step, for each pair by its index in the list.
struct PairMemory {
  // Where the next query starts from: what a PairCache holds, without the points, in less room. A start that
  // is a little off costs an iteration at most.
  struct Start {
    std::uint8_t algorithm = 0;
    std::int8_t dimension_a = -1, dimension_b = -1;
    std::uint8_t unused = 0;
    std::int16_t x = 0, y = 0, z = 0;  // the last normal, times 32767
    // Features with larger numbers are not kept. `common-normal` has none: both indices and, as one number,
    // both dimensions are further digits of x, y and z, in 65534ths.
    std::int16_t index_a = -1, index_b = -1;
  };
  std::vector<Start> starts;
  // In place of `starts` for algorithms that keep points too (`slm`, `fds`).
  std::vector<PairCache> caches;
  // m. As long as the pieces have not travelled so far since `travel_start`, both together, they cannot
  // touch: no query is made. Only for the default without a cutoff; an algorithm asked for by name answers
  // every pair in every step.
  std::vector<float> clear_until;
  // m, by piece: its travel when the list was made. Counting from there keeps single precision precise.
  std::vector<Real> travel_start;
};

// Takes it on to a new list of pairs; the pieces have come as far as `travel` says.
void follow_pairs(const Origins& origins, const std::vector<PiecePair>& pairs,
                  const std::vector<Real>& travel, Algorithm algorithm, PairMemory& memory);
// The same pairs in another order.
void rearrange(const Origins& origins, PairMemory& memory);
// Whether it holds what the algorithm needs for so many pairs and pieces, and nothing else.
bool has_all(const PairMemory& memory, Algorithm algorithm, std::size_t pairs, std::size_t pieces);

// Which algorithm answers each pair of shape types.
using AlgorithmTable = std::array<std::array<Algorithm, shape_type_count>, shape_type_count>;
// The algorithm asked for where it has answers, the default elsewhere.
AlgorithmTable choose_algorithms(Algorithm wanted);

// What all chunks of one detection share. `memory` has followed the pairs.
struct Detection {
  const Model& model;
  const Geometry& geometry;
  const PairList& pairs;
  const DetectionSettings& settings;
  AlgorithmTable algorithms;
  PairMemory& memory;
};

// The pairs of a chunk that overlap, without forces or history; what was done is added to `counts`.
void detect_chunk(const Detection& detection, std::size_t chunk, ContactChunk& found,
                  DetectionCounts& counts);

struct DetectionScratch {
  // Apart from each other in memory, as every thread writes its own.
  struct alignas(128) Thread {
    ContactChunk found;
    DetectionCounts counts;
  };
  std::vector<Thread> threads;
};

// All chunks: detection by itself.
void detect_contacts(const Model& model, const Geometry& geometry, const PairList& pairs,
                     const DetectionSettings& settings, Exec& exec, PairMemory& memory,
                     DetectionScratch& scratch, ContactList& contacts, DetectionCounts& counts);

}  // namespace scree
