// Writing files: whole or not at all, nothing left behind, and a message for every way to fail.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file_io.hpp"

#include <filesystem>
#include <fstream>
#include <string>

namespace scree {
namespace {

namespace fs = std::filesystem;

class WriteFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("scree_write_file_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string folder() const { return folder_.string(); }
  void put(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  [[nodiscard]] std::string bytes(const std::string& name) const { return *read_file(path(name)); }
  [[nodiscard]] int files() const {
    return static_cast<int>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

 private:
  fs::path folder_;
};

// Both functions must complain alike, and leave the folder as it was.
void expect_refused(const std::string& path, const std::string& message) {
  for (const auto& error : {check_writable(path), write_file(path, "new")}) {
    ASSERT_TRUE(error) << message;
    EXPECT_EQ(error->message, message);
  }
}

TEST_F(WriteFile, WritesTheBytes) {
  const std::string text("two\nlines\0and a zero", 20);
  EXPECT_FALSE(write_file(path("new"), text));
  EXPECT_EQ(bytes("new"), text);
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteFile, ReplacesAFileAndKeepsItsMode) {
  put("old", "a longer text than the new one");
  chmod(path("old").c_str(), 0640);
  EXPECT_FALSE(write_file(path("old"), "short"));
  EXPECT_EQ(bytes("old"), "short");
  struct stat info {};
  ASSERT_EQ(stat(path("old").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0640U);
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteFile, AnOpenReaderSeesTheOldFileWhole) {
  put("old", "before");
  std::ifstream reader(path("old"));
  EXPECT_FALSE(write_file(path("old"), "after!"));
  std::string text;
  reader >> text;
  EXPECT_EQ(text, "before");
}

TEST_F(WriteFile, FollowsALink) {
  put("target", "before");
  fs::create_symlink(path("target"), path("link"));
  EXPECT_FALSE(write_file(path("link"), "after"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(bytes("target"), "after");
}

TEST_F(WriteFile, CheckLeavesNothingBehindAndChangesNothing) {
  EXPECT_FALSE(check_writable(path("new")));
  EXPECT_EQ(files(), 0);
  put("old", "text");
  EXPECT_FALSE(check_writable(path("old")));
  EXPECT_EQ(bytes("old"), "text");
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteFile, InPartsOnlyAtTheCommit) {
  put("old", "before");
  {
    WholeFile file(path("old"));
    file.append("____ and ");
    file.append("the rest");
    file.overwrite(0, "head");
    file.append(", to the end");
    EXPECT_EQ(bytes("old"), "before");
    EXPECT_FALSE(file.commit());
    EXPECT_EQ(bytes("old"), "head and the rest, to the end");
  }
  {
    WholeFile file(path("old"));
    file.append("never");
  }
  EXPECT_EQ(bytes("old"), "head and the rest, to the end");
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteFile, InPartsTellsOfFailureAtTheCommit) {
  WholeFile file(path("no/such/file"));
  file.append("x");
  file.overwrite(0, "y");
  const auto failed = file.commit();
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->message,
            path("no/such/file") + ": cannot write the file: there is no folder " + path("no/such"));
}

TEST_F(WriteFile, NamesAFolder) { expect_refused(folder(), folder() + ": is a folder, expected a file"); }

TEST_F(WriteFile, NamesAMissingFolder) {
  expect_refused(path("no/such/file"),
                 path("no/such/file") + ": cannot write the file: there is no folder " + path("no/such"));
}

TEST_F(WriteFile, NamesAFileUsedAsAFolder) {
  put("file", "x");
  expect_refused(path("file/inside"), path("file/inside") + ": cannot write the file: Not a directory");
}

TEST_F(WriteFile, RefusesNamesThatCannotBeFiles) {
  expect_refused("", "cannot write a file with an empty name");
  const std::string zero = path("a") + std::string("\0b", 2);
  expect_refused(zero, path("a") + ": cannot write the file: its name holds a zero byte");
}

TEST_F(WriteFile, RefusesWhatMayNotBeWritten) {
  constexpr uid_t nobody = 65534;
  put("fixed", "x");
  chmod(path("fixed").c_str(), 0444);
  chmod(folder().c_str(), 0555);
  const bool root = geteuid() == 0;  // may write everything, so give that up meanwhile
  if (root && seteuid(nobody) != 0) GTEST_SKIP() << "root may write everything";
  expect_refused(path("new"), path("new") + ": cannot write the file: Permission denied");
  expect_refused(path("fixed"), path("fixed") + ": cannot write the file: Permission denied");
  if (root) {
    ASSERT_EQ(seteuid(0), 0);
  }
  EXPECT_EQ(bytes("fixed"), "x");
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteFile, WritesToADeviceAsItIs) {
  EXPECT_FALSE(check_writable("/dev/null"));
  EXPECT_FALSE(write_file("/dev/null", "text"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full here";
  const auto full = write_file("/dev/full", "text");
  ASSERT_TRUE(full);
  EXPECT_EQ(full->message, "/dev/full: cannot write the file: No space left on device");
}

}  // namespace
}  // namespace scree
