// The file of a checkpoint: what is put comes back, and every damage is seen.
#include "output/checkpoint_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "core/crc64.hpp"
#include "math/random.hpp"
#include "support/scale.hpp"
#include "support/temp_folder.hpp"

namespace scree {

struct Mixed {
  bool flag = false;
  std::vector<Vec3> points;
  std::vector<std::uint32_t> numbers;
};
template <class Archive, class T>
requires std::is_same_v<std::remove_const_t<T>, Mixed>
void transfer(Archive& archive, T& mixed) {
  auto& [flag, points, numbers] = mixed;
  archive(flag, points, numbers);
}

namespace {

using CheckpointFile = testing::FolderTest;

const std::vector<Mixed> sample = {{true, {{1, 2, 3}, {-0.0, 1e-310, 5}}, {7}}, {false, {}, {1, 2, 3}}};

void write_sample(const std::string& path) {
  CheckpointWriter writer(path, 42);
  writer(sample, std::uint64_t{11});
  ASSERT_FALSE(writer.commit());
}

TEST(Crc64, KnownValue) { EXPECT_EQ(crc64("123456789"), 0x995DC9BBDF1939FAU); }

TEST(Crc64, InPartsAsInOne) { EXPECT_EQ(crc64("6789", crc64("12345")), crc64("123456789")); }

TEST_F(CheckpointFile, GivesBackWhatWasPut) {
  write_sample(path("c"));
  auto reader = CheckpointReader::open(path("c"));
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->setup_hash(), 42U);
  EXPECT_FALSE(reader->check_version(path("c")));
  std::vector<Mixed> back;
  std::uint64_t last = 0;
  (*reader)(back);
  EXPECT_FALSE(reader->complete());
  (*reader)(last);
  EXPECT_TRUE(reader->complete());
  EXPECT_EQ(last, 11U);
  ASSERT_EQ(back.size(), 2U);
  EXPECT_TRUE(back[0].flag);
  EXPECT_EQ(back[0].points, sample[0].points);
  EXPECT_TRUE(std::signbit(back[0].points[1].x));
  EXPECT_EQ(back[1].numbers, sample[1].numbers);
}

// More than the writer's buffer, so that it is flushed on the way.
TEST_F(CheckpointFile, GivesBackALongList) {
  std::vector<Vec3> list(20'000);
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = {static_cast<Real>(i), 0.5, -1};
  CheckpointWriter writer(path("c"), 0);
  writer(list);
  ASSERT_FALSE(writer.commit());
  auto reader = CheckpointReader::open(path("c"));
  ASSERT_TRUE(reader) << reader.error().message;
  std::vector<Vec3> back;
  (*reader)(back);
  EXPECT_TRUE(reader->complete());
  EXPECT_EQ(back, list);
}

TEST_F(CheckpointFile, SeesEveryCut) {
  write_sample(path("c"));
  const std::string bytes = *read_file(path("c"));
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    put(path("cut"), bytes.substr(0, length));
    EXPECT_FALSE(CheckpointReader::open(path("cut"))) << length;
  }
  put(path("cut"), bytes + 'x');
  EXPECT_FALSE(CheckpointReader::open(path("cut")));
}

TEST_F(CheckpointFile, SeesEveryFlippedBit) {
  write_sample(path("c"));
  const std::string bytes = *read_file(path("c"));
  std::fstream file(path("c"), std::ios::binary | std::ios::in | std::ios::out);
  const auto put_byte = [&](std::size_t at, char byte) {
    file.seekp(static_cast<std::streamoff>(at));
    file.put(byte).flush();
  };
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      put_byte(at, static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ (1U << bit)));
      EXPECT_FALSE(CheckpointReader::open(path("c"))) << at << ", " << bit;
    }
    put_byte(at, bytes[at]);
  }
  EXPECT_TRUE(CheckpointReader::open(path("c")));
}

TEST_F(CheckpointFile, SeesRandomDamage) {
  write_sample(path("c"));
  const std::string bytes = *read_file(path("c"));
  Random random{1, 2, 0};
  for (int i = 0; i < testing::scaled_count(200); ++i) {
    std::string damaged = bytes;
    for (int k = 0; k < 5; ++k) {
      damaged[uniform_index(random, static_cast<int>(bytes.size()))] = static_cast<char>(next_bits(random));
    }
    if (damaged == bytes) continue;
    put(path("damaged"), damaged);
    EXPECT_FALSE(CheckpointReader::open(path("damaged")));
  }
}

// A file that passes every check but says that it holds more than it can.
TEST_F(CheckpointFile, DoesNotBelieveLengths) {
  for (const std::uint64_t length : {std::uint64_t{3}, std::numeric_limits<std::uint64_t>::max()}) {
    CheckpointWriter writer(path("c"), 0);
    writer(length, std::uint64_t{5});
    ASSERT_FALSE(writer.commit());
    for (const bool plain : {true, false}) {
      auto reader = CheckpointReader::open(path("c"));
      ASSERT_TRUE(reader);
      std::vector<std::uint64_t> numbers;
      std::vector<Mixed> structs;
      if (plain) {
        (*reader)(numbers);
      } else {
        (*reader)(structs);
      }
      EXPECT_FALSE(reader->complete());
      EXPECT_LE(numbers.capacity() + structs.capacity(), 8U);
    }
  }
}

TEST_F(CheckpointFile, NamesAMissingFile) {
  const auto reader = CheckpointReader::open(path("none"));
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().message, path("none") + ": cannot read the file: No such file or directory");
}

TEST_F(CheckpointFile, LeavesNothingWhenItCannotBeWritten) {
  CheckpointWriter writer(path("none/c"), 0);
  writer(std::uint64_t{1});
  EXPECT_TRUE(writer.commit());
}

}  // namespace
}  // namespace scree
