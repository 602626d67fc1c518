// A pool of threads that wait for each other between loops.
//
// A step has a handful of loops, some of which take less time than a system needs to put a thread to sleep
// and wake it up again. So threads look for their next loop, and for the end of the others, for a while
// before they sleep.
#include "exec/exec.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace scree {
namespace {

// About 0.1 ms: longer than most loops of a step leave a thread without work, and short enough not to matter
// where threads are more than processors.
constexpr int looks_before_sleep = 5000;

void rest_a_little() {
#ifdef __x86_64__
  __builtin_ia32_pause();
#endif
}

// Waits until `is_over(value)` of an atomic number that is notified of its changes.
template <class IsOver>
void wait_for(const std::atomic<std::uint32_t>& number, IsOver is_over) {
  for (int look = 0; look < looks_before_sleep; ++look) {
    if (is_over(number.load(std::memory_order_acquire))) return;
    rest_a_little();
  }
  std::uint32_t value = number.load(std::memory_order_acquire);
  while (!is_over(value)) {
    number.wait(value, std::memory_order_acquire);
    value = number.load(std::memory_order_acquire);
  }
}

}  // namespace

struct Exec::Pool {
  explicit Pool(int threads) {
    workers.reserve(threads - 1);
    for (int t = 1; t < threads; ++t) workers.emplace_back([this, t] { run(t); });
  }
  ~Pool() { begin(nullptr, nullptr); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  void begin(void (*new_work)(void*, int), void* new_context) {
    work = new_work;
    context = new_context;
    working.store(static_cast<std::uint32_t>(workers.size()), std::memory_order_relaxed);
    loops.fetch_add(1, std::memory_order_release);
    loops.notify_all();
  }
  void wait_for_workers() const {
    wait_for(working, [](std::uint32_t left) { return left == 0; });
  }

  void run(int thread) {
    for (std::uint32_t done = 0;; ++done) {
      wait_for(loops, [done](std::uint32_t begun) { return begun != done; });
      if (work == nullptr) return;
      work(context, thread);
      if (working.fetch_sub(1, std::memory_order_acq_rel) == 1) working.notify_one();
    }
  }

  void (*work)(void*, int) = nullptr;
  void* context = nullptr;
  std::atomic<std::uint32_t> loops = 0;    // begun
  std::atomic<std::uint32_t> working = 0;  // threads that have not ended the last one
  std::vector<std::jthread> workers;       // joined before the rest goes
};

int machine_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

Exec::Exec(int threads) : threads_(threads > 0 ? threads : machine_threads()) {
  if (threads_ > 1) pool_ = std::make_unique<Pool>(threads_);
}
Exec::~Exec() = default;

void Exec::on_all_threads(void (*work)(void* context, int thread), void* context) {
  if (pool_ == nullptr) {
    work(context, 0);
    return;
  }
  pool_->begin(work, context);
  work(context, 0);
  pool_->wait_for_workers();
}

}  // namespace scree
