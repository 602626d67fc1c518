// Lists with an entry for each pair: their room follows their size.
#include "model/pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace scree {
namespace {

TEST(ResizePairs, KeepsEntriesAndLittleRoom) {
  std::vector<int> list;
  for (const std::size_t size : {100'000, 150'000, 140'000, 20'000, 9'000, 30'000}) {
    const std::size_t staying = std::min(size, list.size());
    resize_pairs(list, size);
    ASSERT_EQ(list.size(), size);
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(list[i], i < staying ? static_cast<int>(i) : 0);
    EXPECT_LE(list.capacity(), 2 * size) << size;
    std::iota(list.begin(), list.end(), 0);
  }
}

TEST(ResizePairs, LeavesListsThatVaryAlone) {
  std::vector<int> list;
  resize_pairs(list, 100'000);
  const int* const memory = list.data();
  for (const std::size_t size : {110'000, 60'000, 112'000, 57'000}) {
    resize_pairs(list, size);
    EXPECT_EQ(list.data(), memory) << size;
  }
  std::vector<int> small;
  resize_pairs(small, small_list);
  const int* const small_memory = small.data();
  for (const std::size_t size : {0, 1, 4000}) {
    resize_pairs(small, size);
    EXPECT_EQ(small.data(), small_memory) << size;
  }
}

}  // namespace
}  // namespace scree
