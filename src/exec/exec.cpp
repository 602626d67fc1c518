// A pool of threads that wait at a barrier between loops.
#include "exec/exec.hpp"

#include <algorithm>
#include <barrier>
#include <thread>

namespace scree {

struct Exec::Pool {
  explicit Pool(int threads) : start(threads), finish(threads) {
    workers.reserve(threads - 1);
    for (int t = 1; t < threads; ++t) workers.emplace_back([this, t] { run(t); });
  }
  ~Pool() {
    work = nullptr;
    start.arrive_and_wait();
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  void run(int thread) {
    while (true) {
      start.arrive_and_wait();
      if (work == nullptr) return;
      work(context, thread);
      finish.arrive_and_wait();
    }
  }

  void (*work)(void*, int) = nullptr;
  void* context = nullptr;
  std::barrier<> start, finish;
  std::vector<std::jthread> workers;  // joined before the barriers go
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
  pool_->work = work;
  pool_->context = context;
  pool_->start.arrive_and_wait();
  work(context, 0);
  pool_->finish.arrive_and_wait();
}

}  // namespace scree
