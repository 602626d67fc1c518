// Loops over many things at once, with the same result for any number of threads.
//
// A loop is cut into chunks of a fixed size that does not depend on the number of threads, and each chunk
// is worked on by one thread in order. What a chunk computes may depend on its own things only; sums are
// formed per chunk and added in the order of chunks. So results are bit-identical for any thread count.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

namespace scree {

class Exec {
 public:
  // At least 1; 0: as many as the machine has.
  explicit Exec(int threads = 1);
  ~Exec();
  Exec(const Exec&) = delete;
  Exec& operator=(const Exec&) = delete;

  [[nodiscard]] int threads() const { return threads_; }

  // Calls work(context, t) for every thread number t, at the same time, and waits for all.
  void on_all_threads(void (*work)(void* context, int thread), void* context);

 private:
  struct Pool;
  int threads_;
  std::unique_ptr<Pool> pool_;  // none for one thread
};

int machine_threads();

inline constexpr std::size_t chunk_size = 256;
inline std::size_t chunk_count(std::size_t count) { return (count + chunk_size - 1) / chunk_size; }

// f(chunk, begin, end, thread) for each chunk of [0, count). A thread gets consecutive chunks.
template <class F>
void for_chunks(Exec& exec, std::size_t count, F&& f) {
  const std::size_t chunks = chunk_count(count);
  struct Call {
    F& f;
    std::size_t count, chunks;
    int threads;
  } call{f, count, chunks, exec.threads()};
  const auto work = [](void* context, int thread) {
    const Call& c = *static_cast<Call*>(context);
    const std::size_t first = c.chunks * thread / c.threads;
    const std::size_t last = c.chunks * (thread + 1) / c.threads;
    for (std::size_t chunk = first; chunk < last; ++chunk) {
      const std::size_t begin = chunk * chunk_size;
      const std::size_t end = begin + chunk_size < c.count ? begin + chunk_size : c.count;
      c.f(chunk, begin, end, thread);
    }
  };
  if (exec.threads() == 1 || chunks <= 1) {
    call.threads = 1;
    work(&call, 0);
  } else {
    exec.on_all_threads(work, &call);
  }
}

inline std::size_t take(std::atomic<std::size_t>& next) {
  return next.fetch_add(1, std::memory_order_relaxed);
}

// As for_chunks, but a thread takes the next chunk that nobody has: for chunks whose work differs much.
template <class F>
void for_chunks_balanced(Exec& exec, std::size_t count, F&& f) {
  const std::size_t chunks = chunk_count(count);
  struct Call {
    F& f;
    std::size_t count, chunks;
    std::atomic<std::size_t> next{0};
  } call{f, count, chunks};
  const auto work = [](void* context, int thread) {
    Call& c = *static_cast<Call*>(context);
    for (std::size_t chunk = take(c.next); chunk < c.chunks; chunk = take(c.next)) {
      const std::size_t begin = chunk * chunk_size;
      const std::size_t end = begin + chunk_size < c.count ? begin + chunk_size : c.count;
      c.f(chunk, begin, end, thread);
    }
  };
  if (exec.threads() == 1 || chunks <= 1) {
    work(&call, 0);
  } else {
    exec.on_all_threads(work, &call);
  }
}

// f(i) for each i in [0, count).
template <class F>
void parallel_for(Exec& exec, std::size_t count, F&& f) {
  for_chunks(exec, count, [&](std::size_t, std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) f(i);
  });
}

// The sum of f(begin, end) over all chunks, in their order. T needs +=. `parts` is scratch.
template <class T, class F>
T parallel_sum(Exec& exec, std::size_t count, std::vector<T>& parts, F&& f) {
  parts.assign(chunk_count(count), T{});
  for_chunks_balanced(exec, count, [&](std::size_t chunk, std::size_t begin, std::size_t end, int) {
    parts[chunk] = f(begin, end);
  });
  T total{};
  for (const T& part : parts) total += part;
  return total;
}

}  // namespace scree
