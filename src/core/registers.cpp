#include "core/registers.hpp"

namespace scree {

bool has_registers(RegisterWidth registers) {
  if (registers == RegisterWidth::baseline) return true;
#ifdef __x86_64__
  __builtin_cpu_init();
  if (registers == RegisterWidth::avx2)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("bmi");
#else
  return false;
#endif
}

}  // namespace scree
