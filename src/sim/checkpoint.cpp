#include "sim/checkpoint.hpp"

#include <fmt/format.h>

#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/geometry.hpp"
#include "output/checkpoint_file.hpp"
#include "output/setup_hash.hpp"

namespace scree {
namespace {

// Everything that the next step reads and that is not made anew in it. What is left out of the workspace:
// where the pieces are, which follows from the state; the contacts before the last ones; scratch memory.
struct Progress {
  State state;
  NeighbourSearch search;
  PairList pairs;
  std::vector<Real> travel;
  PairMemory pair_memory;
  ContactList contacts;
  BodyForces forces;
  ContactEnergies contact_energies;
  std::vector<Real> owed_at_kinks;
  DetectionCounts counts;
  Real first_balance = 0, energy_scale = 0;
  RunCounts run;
  bool stop = false;
};

}  // namespace

// Each struct is taken apart whole, so that a new field does not compile until it is carried along too.
// `T` is the struct, or a const one for writing.
template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, Energies>
void transfer(Archive& archive, T& energies) {
  auto& [translation, rotation, gravity, elastic, shear, friction, damping, work, supplied] = energies;
  archive(translation, rotation, gravity, elastic, shear, friction, damping, work, supplied);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, State>
void transfer(Archive& archive, T& state) {
  auto& [time, step, gravity, position, orientation, velocity, angular_momentum, present, motion_start,
         event_time, event_since, injected, spent] = state;
  archive(time, step, gravity, position, orientation, velocity, angular_momentum, present, motion_start,
          event_time, event_since, injected, spent);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, NeighbourSearch>
void transfer(Archive& archive, T& search) {
  auto& [skin, valid, position, orientation] = search;
  archive(skin, valid, position, orientation);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, PieceOrder>
void transfer(Archive& archive, T& order) {
  auto& [piece_at, place_of] = order;
  archive(piece_at, place_of);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, PairList>
void transfer(Archive& archive, T& list) {
  auto& [order, pairs, body_begin, body_pairs, searches] = list;
  archive(order, pairs, body_begin, body_pairs, searches);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, PairCache::Place>
void transfer(Archive& archive, T& place) {
  auto& [point, dimension, index] = place;
  archive(point, dimension, index);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, PairCache>
void transfer(Archive& archive, T& cache) {
  auto& [algorithm, direction, place_a, place_b, near_a, near_b] = cache;
  archive(algorithm, direction, place_a, place_b, near_a, near_b);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, PairMemory::Start>
void transfer(Archive& archive, T& start) {
  auto& [algorithm, dimension_a, dimension_b, unused, x, y, z, index_a, index_b] = start;
  archive(algorithm, dimension_a, dimension_b, unused, x, y, z, index_a, index_b);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, PairMemory>
void transfer(Archive& archive, T& memory) {
  auto& [starts, caches, clear_until, travel_start] = memory;
  archive(starts, caches, clear_until, travel_start);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, ContactPoint>
void transfer(Archive& archive, T& contact) {
  auto& [a, b, pair, type, slides, normal, position, depth, weight, spring, damping_force, force] = contact;
  archive(a, b, pair, type, slides, normal, position, depth, weight, spring, damping_force, force);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, ContactChunk>
void transfer(Archive& archive, T& chunk) {
  auto& [points, end] = chunk;
  archive(points, end);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, ContactList>
void transfer(Archive& archive, T& list) {
  auto& [chunks] = list;
  archive(chunks);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, BodyForces>
void transfer(Archive& archive, T& forces) {
  auto& [force, moment] = forces;
  archive(force, moment);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, ContactEnergies>
void transfer(Archive& archive, T& energies) {
  auto& [elastic, shear, friction, damping] = energies;
  archive(elastic, shear, friction, damping);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, DetectionCounts>
void transfer(Archive& archive, T& counts) {
  auto& [queries, failures, fallbacks, iterations] = counts;
  archive(queries, failures, fallbacks, iterations);
}

template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, RunCounts>
void transfer(Archive& archive, T& run) {
  auto& [queries, failures, fallbacks, particle_steps, max_overlap_ratio, wall_seconds] = run;
  archive(queries, failures, fallbacks, particle_steps, max_overlap_ratio, wall_seconds);
}

namespace {

// Of all pieces, or none; pieces that have come since are in it only after the next search.
bool is_order(const PieceOrder& order, std::size_t pieces, bool searched) {
  const std::size_t ordered = order.piece_at.size();
  if (order.place_of.size() != ordered || ordered > pieces) return false;
  if (searched && ordered != 0 && ordered != pieces) return false;
  for (std::size_t place = 0; place < ordered; ++place) {
    const std::uint32_t piece = order.piece_at[place];
    if (piece >= ordered || order.place_of[piece] != place) return false;
  }
  return true;
}

// Whether the numbers can belong to this model. They pass the file's own checks, so this only fails for a
// file that was made wrong on purpose; then it keeps indices from pointing anywhere.
bool fits(const Setup& setup, const Progress& p) {
  const std::size_t bodies = body_count(setup.model);
  const std::size_t pieces = piece_count(setup.model);
  const std::size_t pairs = p.pairs.pairs.size();
  const State& s = p.state;
  for (const std::size_t size :
       {s.position.size(), s.orientation.size(), s.velocity.size(), s.angular_momentum.size(),
        s.present.size(), p.forces.force.size(), p.forces.moment.size()}) {
    if (size != bodies) return false;
  }
  if (s.motion_start.size() != setup.model.motions.size() ||
      s.event_time.size() != setup.schedule.events.size() || s.event_since.size() != s.event_time.size() ||
      s.injected.size() != setup.schedule.injections.size()) {
    return false;
  }
  for (std::size_t i = 0; i < s.injected.size(); ++i) {
    if (s.injected[i] > setup.schedule.injections[i].bodies.count) return false;
  }
  if (p.search.valid && (p.search.position.size() != bodies || p.search.orientation.size() != bodies)) {
    return false;
  }
  const auto all_below = [](const std::vector<std::uint32_t>& list, std::size_t bound) {
    for (const std::uint32_t index : list) {
      if (index >= bound) return false;
    }
    return true;
  };
  const auto is_partition = [](const std::vector<std::uint32_t>& begin, std::size_t parts,
                               std::size_t total) {
    if (begin.size() != parts + 1 || begin.front() != 0 || begin.back() != total) return false;
    for (std::size_t i = 0; i < parts; ++i) {
      if (begin[i] > begin[i + 1]) return false;
    }
    return true;
  };
  if (!is_order(p.pairs.order, pieces, p.search.valid)) return false;
  for (const PiecePair& pair : p.pairs.pairs) {
    if (pair.a >= pieces || pair.b >= pieces) return false;
  }
  if (p.contacts.chunks.size() != chunk_count(pairs)) return false;
  for (std::size_t i = 0; i < pairs; ++i) {
    const ContactChunk& chunk = p.contacts.chunks[i / chunk_size];
    const std::size_t k = i % chunk_size;
    if (chunk.end[k] > chunk.points.size() || (k > 0 && chunk.end[k] < chunk.end[k - 1])) return false;
    for (const ContactPoint& point : points_of(chunk, k)) {
      if (point.pair != i || PiecePair{point.a, point.b} != p.pairs.pairs[i]) return false;
    }
  }
  if (!p.owed_at_kinks.empty() && p.owed_at_kinks.size() != pairs) return false;
  return p.travel.size() == pieces && has_all(p.pair_memory, setup.settings.algorithm, pairs, pieces) &&
         all_below(p.pairs.body_pairs, pairs) &&
         is_partition(p.pairs.body_begin, bodies, p.pairs.body_pairs.size());
}

}  // namespace

std::optional<Error> write_checkpoint(const std::string& path, const SimulationCore& core) {
  CheckpointWriter archive(path, setup_hash(core.setup, core.step_settings.time_step));
  const Workspace& w = core.work;
  archive(core.setup.state, w.search, w.pairs, w.geometry.travel, w.pair_memory, w.contacts, w.forces,
          w.contact_energies, w.kinks.owed, w.counts, core.first_balance, core.energy_scale, core.run,
          core.stop);
  return archive.commit();
}

std::optional<CheckpointError> read_checkpoint(const std::string& path, SimulationCore& core) {
  auto archive = CheckpointReader::open(path);
  if (!archive) return CheckpointError{archive.error().message};
  if (auto other = archive->check_version(path)) return CheckpointError{other->message, false};
  if (archive->setup_hash() != setup_hash(core.setup, core.step_settings.time_step)) {
    return CheckpointError{
        fmt::format("{}: the checkpoint is of another scene, or the scene has changed since", path), false};
  }
  Progress p;
  try {
    (*archive)(p.state, p.search, p.pairs, p.travel, p.pair_memory, p.contacts, p.forces, p.contact_energies,
               p.owed_at_kinks, p.counts, p.first_balance, p.energy_scale, p.run, p.stop);
  } catch (const std::bad_alloc&) {
    return CheckpointError{fmt::format("{}: not enough memory to read the checkpoint", path), false};
  }
  if (!archive->complete() || !fits(core.setup, p)) {
    return CheckpointError{
        fmt::format("{}: the checkpoint is damaged: its contents do not fit the scene", path)};
  }
  core.setup.state = std::move(p.state);
  core.work.search = std::move(p.search);
  core.work.pairs = std::move(p.pairs);
  core.work.pair_memory = std::move(p.pair_memory);
  core.work.contacts = std::move(p.contacts);
  core.work.forces = std::move(p.forces);
  core.work.contact_energies = p.contact_energies;
  core.work.kinks = {std::move(p.owed_at_kinks), {}, {}, {}};
  core.work.counts = p.counts;
  core.first_balance = p.first_balance;
  core.energy_scale = p.energy_scale;
  core.run = p.run;
  core.stop = p.stop;
  count_particles(core);
  place_pieces(core.setup.model, core.setup.state, core.exec, core.work.geometry);
  core.work.geometry.travel = std::move(p.travel);
  return std::nullopt;
}

}  // namespace scree
