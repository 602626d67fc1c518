// Once its lists have grown, a simulation takes no memory from the heap: every step is made in what it has.
//
// A program of its own, as it replaces operator new, which counts while it is told to.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "sim/small_scenes.hpp"
#include "support/scale.hpp"

namespace {

std::atomic<bool> counting = false;
std::atomic<int> allocations = 0;

void* counted(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) noexcept {
  if (counting.load(std::memory_order_relaxed)) allocations.fetch_add(1, std::memory_order_relaxed);
  return std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
}
void* counted_or_throw(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) {
  void* const memory = counted(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// Not inline, or g++ warns that free() gets what operator new has given.
[[gnu::noinline]] void release(void* memory) noexcept { std::free(memory); }

}  // namespace

// All forms: those of a sanitizer would not call each other.
void* operator new(std::size_t size) { return counted_or_throw(size); }
void* operator new[](std::size_t size) { return counted_or_throw(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return counted_or_throw(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace scree {
namespace {

using testing::scaled_count;

int allocations_of(const auto& work) {
  allocations = 0;
  counting = true;
  work();
  counting = false;
  return allocations;
}

// In a box 0.6 m wide. At rest after 0.8 s.
std::string box_with(int stones) {
  std::string scene = testing::box_of_stones;
  for (const auto& [from, to] :
       {std::pair{"count = 30", "count = " + std::to_string(stones)},
        {"size = 0.07", "size = { distribution = \"uniform\", min = 0.04, max = 0.07 }"},
        {"upper = [0.4, 0.4, 0.5]", "upper = [0.6, 0.6, 1.1]"},
        {"upper = [0.4, 0.4, 1]", "upper = [0.6, 0.6, 2]"}}) {
    scene = testing::replaced(scene, from, to);
  }
  return scene;
}

scree::Setup settled_box(int stones) {
  const auto core = testing::started(box_with(stones));
  testing::advance_to(*core, 0.8);
  EXPECT_EQ(core->particles, static_cast<std::size_t>(stones));
  return std::move(core->setup);
}

// A box at rest searches rarely: it is made to, every so often.
void advance_with_searches(SimulationCore& core, int steps) {
  for (int i = 0; i < steps; ++i) {
    if (i % 10 == 0) core.work.search.valid = false;
    advance(core);
  }
}

// A search may find one pair more than any before it, at any time: a wider skin first makes room for some.
void warm_up(SimulationCore& core) {
  const StepSettings usual = core.step_settings;
  core.step_settings.least_skin *= 1.3;
  core.step_settings.most_skin *= 1.3;
  advance_with_searches(core, 50);
  core.step_settings = usual;
  advance_with_searches(core, 250);
}

TEST(NoAllocation, CountsWhatIsAllocated) {
  EXPECT_EQ(allocations_of([] {}), 0);
  EXPECT_EQ(allocations_of([] { operator delete(operator new(8)); }), 1);
  EXPECT_EQ(allocations_of([] { operator delete[](operator new[](8, std::nothrow)); }), 1);
  constexpr std::align_val_t wide{128};
  EXPECT_EQ(allocations_of([] { operator delete(operator new(8, wide), wide); }), 1);
  EXPECT_EQ(allocations_of([] { std::vector<int>(10).resize(20); }), 2);
}

TEST(NoAllocation, InStepsOfASettledBox) {
  const bool small = scaled_count(100) < 100;  // a slow build
  const scree::Setup settled = settled_box(small ? 100 : 200);
  for (const int threads : {1, 2}) {
    SimulationCore core(settled, threads);
    start(core);
    warm_up(core);
    ASSERT_GT(point_count(core.work.contacts), core.particles) << "they must lie on each other";
    const std::uint64_t searches = core.work.pairs.searches;
    EXPECT_EQ(allocations_of([&] { advance_with_searches(core, 200); }), 0) << threads << " threads";
    EXPECT_GE(core.work.pairs.searches, searches + 20);
  }
}

}  // namespace
}  // namespace scree
