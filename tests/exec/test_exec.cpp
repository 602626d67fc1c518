// Loops over many things at once.
#include "exec/exec.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>
#include <vector>

namespace {

using namespace scree;

const std::size_t counts[] = {0, 1, 2, 255, 256, 257, 1000, 5000, 100001};
const int thread_counts[] = {1, 2, 3, 8};

TEST(Exec, EachThingOnce) {
  for (const int threads : thread_counts) {
    Exec exec(threads);
    EXPECT_EQ(exec.threads(), threads);
    for (const std::size_t count : counts) {
      std::vector<int> visits(count, 0);
      parallel_for(exec, count, [&](std::size_t i) { ++visits[i]; });
      for (const int v : visits) ASSERT_EQ(v, 1);
    }
  }
}

TEST(Exec, ChunksAreTheSameForAnyNumberOfThreads) {
  for (const int threads : thread_counts) {
    Exec exec(threads);
    std::vector<std::size_t> begins(chunk_count(1000), 0), ends(chunk_count(1000), 0);
    std::atomic<bool> bad_thread = false;
    for_chunks(exec, 1000, [&](std::size_t chunk, std::size_t begin, std::size_t end, int thread) {
      begins[chunk] = begin;
      ends[chunk] = end;
      if (thread < 0 || thread >= threads) bad_thread = true;
    });
    EXPECT_EQ(begins, (std::vector<std::size_t>{0, 256, 512, 768}));
    EXPECT_EQ(ends, (std::vector<std::size_t>{256, 512, 768, 1000}));
    EXPECT_FALSE(bad_thread);
  }
}

// Threads have rising, consecutive chunks: what they write one after the other is in order.
TEST(Exec, ThreadsHaveConsecutiveChunks) {
  Exec exec(3);
  std::vector<int> owner(chunk_count(10000), -1);
  for_chunks(exec, 10000,
             [&](std::size_t chunk, std::size_t, std::size_t, int thread) { owner[chunk] = thread; });
  EXPECT_TRUE(std::is_sorted(owner.begin(), owner.end()));
  EXPECT_EQ(owner.front(), 0);
  EXPECT_EQ(owner.back(), 2);
}

// Sums of numbers of very different size depend on the order: here they may not.
TEST(Exec, SumsAreTheSameBits) {
  std::vector<double> numbers(100001);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = std::sin(1e3 * i) * std::pow(10.0, i % 17);
  const auto sum = [&](int threads) {
    Exec exec(threads);
    std::vector<double> parts;
    return parallel_sum(exec, numbers.size(), parts, [&](std::size_t begin, std::size_t end) {
      return std::accumulate(numbers.begin() + static_cast<std::ptrdiff_t>(begin),
                             numbers.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
    });
  };
  const double first = sum(1);
  EXPECT_NEAR(first, std::accumulate(numbers.begin(), numbers.end(), 0.0), 1e4);
  for (const int threads : thread_counts) EXPECT_EQ(sum(threads), first) << threads;
}

TEST(Exec, ManyLoopsOneAfterTheOther) {
  Exec exec(4);
  std::vector<int> values(3000, 0);
  for (int round = 0; round < 500; ++round)
    parallel_for(exec, values.size(), [&](std::size_t i) { ++values[i]; });
  for (const int v : values) ASSERT_EQ(v, 500);
}

// After so long a pause between loops, and within one, threads have gone to sleep.
TEST(Exec, ThreadsThatSleepAreWokenUp) {
  constexpr auto pause = std::chrono::milliseconds(20);
  Exec exec(3);
  std::vector<int> values(3 * chunk_size, 0);
  for (int round = 0; round < 5; ++round) {
    parallel_for(exec, values.size(), [&](std::size_t i) {
      if (i == static_cast<std::size_t>(round % 3) * chunk_size) std::this_thread::sleep_for(pause);
      ++values[i];
    });
    for (const int v : values) ASSERT_EQ(v, round + 1);
    std::this_thread::sleep_for(pause);
  }
}

TEST(Exec, ZeroMeansAsManyAsTheMachineHas) {
  EXPECT_GE(machine_threads(), 1);
  EXPECT_EQ(Exec(0).threads(), machine_threads());
}

}  // namespace
