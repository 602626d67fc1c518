#include "shape/scan.hpp"

#include <scree/shape.hpp>

#include "shape/scan_lanes.hpp"

namespace scree {
namespace {

template <int width>
[[gnu::always_inline]] inline Real sum_of_reaches(const LaneScan& a, const LaneScan& b) {
  return Lanes<width>::reach(a) + Lanes<width>::reach(b);
}
template <int width>
[[gnu::always_inline]] inline void farthest_of_both(const LaneScan& a, const LaneScan& b,
                                                    std::int32_t& vertex_a, std::int32_t& vertex_b) {
  vertex_a = Lanes<width>::farthest(a);
  vertex_b = Lanes<width>::farthest(b);
}

Real reach_baseline(const LaneScan& a, const LaneScan& b) { return sum_of_reaches<2>(a, b); }
void farthest_baseline(const LaneScan& a, const LaneScan& b, std::int32_t& vertex_a, std::int32_t& vertex_b) {
  farthest_of_both<2>(a, b, vertex_a, vertex_b);
}
constexpr ScanFunctions baseline{reach_baseline, farthest_baseline};

#ifdef __x86_64__
[[gnu::target("avx2")]] Real reach_avx2(const LaneScan& a, const LaneScan& b) {
  return sum_of_reaches<4>(a, b);
}
[[gnu::target("avx2")]] void farthest_avx2(const LaneScan& a, const LaneScan& b, std::int32_t& vertex_a,
                                           std::int32_t& vertex_b) {
  farthest_of_both<4>(a, b, vertex_a, vertex_b);
}
constexpr ScanFunctions avx2{reach_avx2, farthest_avx2};

[[gnu::target("avx512f,avx512vl,avx512dq")]] Real reach_avx512(const LaneScan& a, const LaneScan& b) {
  return sum_of_reaches<8>(a, b);
}
[[gnu::target("avx512f,avx512vl,avx512dq")]] void farthest_avx512(const LaneScan& a, const LaneScan& b,
                                                                  std::int32_t& vertex_a,
                                                                  std::int32_t& vertex_b) {
  farthest_of_both<8>(a, b, vertex_a, vertex_b);
}
constexpr ScanFunctions avx512{reach_avx512, farthest_avx512};
#endif

const ScanFunctions* best() {
  for (const ScanRegisters registers : {ScanRegisters::avx512, ScanRegisters::avx2}) {
    if (const ScanFunctions* found = find_scan_functions(registers)) return found;
  }
  return &baseline;
}

}  // namespace

const ScanFunctions* find_scan_functions(ScanRegisters registers) {
  if (registers == ScanRegisters::baseline) return &baseline;
#ifdef __x86_64__
  __builtin_cpu_init();
  if (registers == ScanRegisters::avx2) return __builtin_cpu_supports("avx2") != 0 ? &avx2 : nullptr;
  const bool has_avx512 = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
                          __builtin_cpu_supports("avx512dq") != 0;
  return has_avx512 ? &avx512 : nullptr;
#else
  return nullptr;
#endif
}

// Usable before anything else has been initialised; better ones follow as soon as they can.
constinit const ScanFunctions* scan_functions = &baseline;
[[maybe_unused]] const bool chosen = (scan_functions = best()) != nullptr;

}  // namespace scree
