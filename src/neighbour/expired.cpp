// Whether a body has moved so far that a pair outside the list might touch.
#include <atomic>
#include <cmath>

#include "neighbour/neighbours.hpp"

namespace scree {
namespace {

// Above rounding of unit quaternions. A half-space has no end: any turn moves far parts of it far.
constexpr Real still_half_space = 1e-12;  // rad

// The largest distance a point of the body can have moved is that of the centre plus 2 sin(angle / 2) times
// the radius.
bool moved_too_far(const Model& model, const State& state, const NeighbourSearch& search, std::size_t body) {
  if (model.mobility[body] == Mobility::fixed || state.present[body] == 0) return false;
  const Quat turn = conjugate(search.orientation[body]) * state.orientation[body];
  const Real chord = 2 * norm(Vec3{turn.x, turn.y, turn.z});
  const Real shift = norm(state.position[body] - search.position[body]);
  if (std::isinf(model.radius[body])) return chord > still_half_space || shift > 0.5 * search.skin;
  return !(shift + chord * model.radius[body] <= 0.5 * search.skin);  // also when it is not a number
}

}  // namespace

bool neighbours_expired(const Model& model, const State& state, Exec& exec, const NeighbourSearch& search) {
  if (!search.valid || search.position.size() != body_count(model)) return true;
  std::atomic<bool> expired = false;
  for_chunks(exec, body_count(model), [&](std::size_t, std::size_t begin, std::size_t end, int) {
    if (expired.load(std::memory_order_relaxed)) return;
    for (std::size_t body = begin; body < end; ++body) {
      if (!moved_too_far(model, state, search, body)) continue;
      expired.store(true, std::memory_order_relaxed);
      return;
    }
  });
  return expired;
}

}  // namespace scree
