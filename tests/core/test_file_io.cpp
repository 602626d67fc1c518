// Reading files: the bytes come back unchanged, and every way to fail has its own message.
#include "core/file_io.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace scree {
namespace {

class FileIo : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) / ("scree_file_io_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }

 private:
  std::filesystem::path folder_;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(FileIo, GivesTheBytesUnchangedForSizesAroundTheBuffer) {
  for (const std::size_t size : {0UL, 1UL, 65535UL, 65536UL, 65537UL, 131072UL, 300001UL}) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 7 + i / 256);
    write("data", bytes);
    const auto read = read_file(path("data"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(*read == bytes) << size;
  }
}

TEST_F(FileIo, ReadsFilesWhoseSizeIsNotKnown) {
  const auto read = read_file("/proc/self/cmdline");  // reported as 0 bytes long
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_FALSE(read->empty());
}

TEST_F(FileIo, NamesAMissingFile) {
  const auto read = read_file(path("absent.json"));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, path("absent.json") + ": no such file");
}

TEST_F(FileIo, NamesAFolder) {
  const auto read = read_file(path(""));
  ASSERT_FALSE(read);
  EXPECT_TRUE(contains(read.error().message, "is a folder")) << read.error().message;
}

TEST_F(FileIo, NamesAFileThatMayNotBeRead) {
  constexpr uid_t nobody = 65534;
  write("secret", "x");
  chmod(path("secret").c_str(), 0);
  const bool root = geteuid() == 0;  // may read everything, so give that up while reading
  if (root && seteuid(nobody) != 0) GTEST_SKIP() << "root may read everything";
  const auto read = read_file(path("secret"));
  if (root) {
    ASSERT_EQ(seteuid(0), 0);
  }
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, path("secret") + ": cannot read the file: Permission denied");
}

TEST_F(FileIo, NamesAFileThatFailsWhileReading) {
  const auto read = read_file("/proc/self/mem");  // opens, but its first byte cannot be read
  ASSERT_FALSE(read);
  EXPECT_TRUE(contains(read.error().message, "/proc/self/mem: cannot read the file: "))
      << read.error().message;
}

TEST_F(FileIo, NamesAFileUsedAsAFolder) {
  write("file", "x");
  const auto read = read_file(path("file/inside"));
  ASSERT_FALSE(read);
  EXPECT_TRUE(contains(read.error().message, "Not a directory")) << read.error().message;
}

TEST_F(FileIo, RefusesNamesThatCannotBeFiles) {
  EXPECT_FALSE(read_file(""));
  write("a", "x");
  EXPECT_FALSE(read_file(path("a") + std::string("\0b", 2)));
}

TEST_F(FileIo, RefusesAFileThatNeverEnds) {
  const auto read = read_file("/dev/zero", 1'000'000);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "/dev/zero: the file is larger than the 1000000 bytes allowed");
}

TEST_F(FileIo, TakesTheLimitExactly) {
  write("ten", "0123456789");
  EXPECT_TRUE(read_file(path("ten"), 10));
  EXPECT_FALSE(read_file(path("ten"), 9));
}

TEST_F(FileIo, RefusesAHugeFileWithoutReadingIt) {
  write("huge", "");
  std::error_code failed;
  std::filesystem::resize_file(path("huge"), std::uintmax_t{1} << 40, failed);  // sparse: takes no room
  if (failed) GTEST_SKIP() << "no sparse files here: " << failed.message();
  EXPECT_FALSE(read_file(path("huge")));
}

}  // namespace
}  // namespace scree
