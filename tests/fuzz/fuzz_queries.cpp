// libFuzzer target: any bytes are a pair, a request and a cache; every algorithm answers sanely.
#include "bench/adversarial.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace {

// Fills `value` from the front of the bytes, as far as they reach.
template <class T>
void take(std::span<const std::uint8_t>& bytes, T& value) {
  const std::size_t count = std::min(bytes.size(), sizeof(T));
  std::memcpy(&value, bytes.data(), count);
  bytes = bytes.subspan(count);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<scree::Shape> pool = scree::bench::adversarial_pool();
  static const std::vector<scree::Algorithm> algorithms =
      scree::algorithms_for(scree::ShapeType::polyhedron, scree::ShapeType::polyhedron);
  std::span<const std::uint8_t> bytes(data, size);
  std::uint8_t choice = 0;
  std::uint16_t pair = 0;
  take(bytes, choice);
  take(bytes, pair);
  const scree::Algorithm algorithm = algorithms[choice % algorithms.size()];
  scree::bench::AdversarialQuery query = scree::bench::adversarial_query(pool, 5, pair);
  if (bytes.size() > 1) take(bytes, query.cache);
  if (bytes.size() > 1) take(bytes, query.pair.a_from_b);
  if (bytes.size() > 1) {
    take(bytes, query.request.cutoff);
    take(bytes, query.request.parallel_angle);
    take(bytes, query.request.step_motion);
  }
  const std::string complaint = scree::bench::insane_answer(algorithm, query);
  if (complaint.empty()) return 0;
  (void)std::fprintf(stderr, "%s: %s\n", std::string(name(algorithm)).c_str(), complaint.c_str());
  std::abort();
}
