// Which registers the machine has for several numbers at a time (host).
#pragma once

#include <cstdint>

namespace scree {

// The widest registers of the machine, the narrowest first.
enum class RegisterWidth : std::uint8_t { baseline, avx2, avx512 };
bool has_registers(RegisterWidth registers);

}  // namespace scree
