#include "detect/gjk_td_many.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "detect/kernels/gjk_td.hpp"
#include "detect/machine_loops.hpp"

namespace scree {
namespace {

// How many are answered before the next ones are looked at: what they need stays in the processor's cache.
constexpr std::size_t chunk_size = 64;

void answer_chunk(std::span<const PairToAnswer> pairs, const QueryRequest& request) {
  std::array<const PairToAnswer*, chunk_size> searched;
  std::array<const ShapePair*, chunk_size> pair;
  std::array<distortion::GjkTask, chunk_size> task;
  std::array<distortion::GjkAnswer, chunk_size> gjk;
  std::size_t count = 0;
  for (const PairToAnswer& p : pairs) {
    if (distortion::machine_loops->gjk_td_at_once(*p.pair, request, *p.cache, *p.contact, p.patch)) continue;
    searched[count] = &p;
    pair[count] = p.pair;
    task[count] = gjk_td_detail::search_task(*p.pair, start_direction(*p.pair, *p.cache, Algorithm::gjk_td),
                                             gjk_td_detail::cutoff_of(request));
    ++count;
  }
  distortion::machine_loops->gjk_many({pair.data(), task.data(), gjk.data(), static_cast<int>(count)});
  for (std::size_t i = 0; i < count; ++i) {
    const PairToAnswer& p = *searched[i];
    distortion::finish_gjk(*p.pair, task[i], gjk[i]);
    gjk_td_detail::answer_from_gjk(*p.pair, request, task[i], gjk[i], *p.cache, *p.contact, p.patch);
  }
}

}  // namespace

void gjk_td_many(std::span<const PairToAnswer> pairs, const QueryRequest& request) {
  while (!pairs.empty()) {
    const std::size_t count = std::min(pairs.size(), chunk_size);
    answer_chunk(pairs.first(count), request);
    pairs = pairs.subspan(count);
  }
}

}  // namespace scree
