// Ctrl-C and SIGTERM: the first asks for an orderly end, a second one does not wait for it.
#pragma once

#include <atomic>

namespace scree::command {

inline constexpr int signal_status = 128;  // shells add it to the signal's number

// From now on. The signal's number once one came; 0 until then.
const std::atomic<int>& catch_signals();

}  // namespace scree::command
