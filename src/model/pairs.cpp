// From one list of pairs to the next.
#include "model/pairs.hpp"

namespace scree {

void find_origins(const std::vector<PiecePair>& before, const std::vector<PiecePair>& now, Origins& origins) {
  origins.resize(now.size());
  std::uint32_t old = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    while (old < before.size() && before[old] < now[i]) ++old;
    origins[i] = old < before.size() && before[old] == now[i] ? old : not_there;
  }
}

}  // namespace scree
