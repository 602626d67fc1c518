#include "signals.hpp"

#include <unistd.h>

#include <csignal>

namespace scree::command {
namespace {

std::atomic<int> caught_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may touch nothing else");

extern "C" void on_signal(int signal) {
  if (caught_signal.exchange(signal) != 0) _exit(signal_status + signal);
}

}  // namespace

const std::atomic<int>& catch_signals() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  return caught_signal;
}

}  // namespace scree::command
