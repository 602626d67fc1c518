// A running simulation to a file and back: it then goes on bit for bit as if it had never stopped.
#pragma once

#include <scree/result.hpp>

#include <optional>
#include <string>

#include "sim/core.hpp"

namespace scree {

// Whole, checked and on the disk; or not there, and here is why.
std::optional<Error> write_checkpoint(const std::string& path, const SimulationCore& core);

struct CheckpointError {
  std::string message;
  bool damaged = true;  // false: it is sound, but of another scene or another version
};
// The core must have been started, with the setup that the checkpoint was written with. After an error it is
// untouched.
std::optional<CheckpointError> read_checkpoint(const std::string& path, SimulationCore& core);

}  // namespace scree
