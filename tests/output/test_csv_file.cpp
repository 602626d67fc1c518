// CSV tables: rows are appended at once, and cut back to a step without losing others.
#include "output/csv_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/file_io.hpp"
#include "support/temp_folder.hpp"

namespace scree {
namespace {

class CsvFile : public testing::FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    path = FolderTest::path("t.csv");
  }
  std::string path;
};

TEST(CsvText, QuotesWhatNeedsIt) {
  EXPECT_EQ(csv_text("floor"), "floor");
  EXPECT_EQ(csv_text("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_text("the \"big\" one"), "\"the \"\"big\"\" one\"");
  EXPECT_EQ(csv_text("two\nlines"), "two lines");
}

TEST_F(CsvFile, BeginsWithTheHeader) {
  EXPECT_FALSE(cut_csv(path, "time_s,step,x", [](std::uint64_t) { return true; }));
  EXPECT_EQ(*read_file(path), "time_s,step,x\n");
}

TEST_F(CsvFile, AppendedRowsAreThereAtOnce) {
  ASSERT_FALSE(cut_csv(path, "time_s,step,x", [](std::uint64_t) { return true; }));
  CsvAppender file(path);
  EXPECT_FALSE(file.append("0,0,1\n"));
  EXPECT_FALSE(file.append("0.1,5,2\n0.2,10,3\n"));
  EXPECT_EQ(*read_file(path), "time_s,step,x\n0,0,1\n0.1,5,2\n0.2,10,3\n");
  EXPECT_FALSE(file.to_disk());
}

TEST_F(CsvFile, KeepsWantedRowsAndDropsTheCutOne) {
  put(path, "old header\n0,0,a\n0.1,5,\"b,c\"\n0.1,5,d\n0.2,10,e\n0.3,1");
  EXPECT_FALSE(cut_csv(path, "time_s,step,x", [](std::uint64_t step) { return step < 10; }));
  EXPECT_EQ(*read_file(path), "time_s,step,x\n0,0,a\n0.1,5,\"b,c\"\n0.1,5,d\n");
}

TEST_F(CsvFile, DropsRowsWithoutAStep) {
  put(path, "h\n0,x,a\n0\n\n1,2.5,b\n2,3\n");
  EXPECT_FALSE(cut_csv(path, "time_s,step", [](std::uint64_t) { return true; }));
  EXPECT_EQ(*read_file(path), "time_s,step\n2,3\n");
}

TEST_F(CsvFile, SaysWhyARowCannotBeWritten) {
  CsvAppender missing(path);
  const auto failed = missing.append("1\n");
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->message, path + ": cannot write the file: No such file or directory");
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full here";
  CsvAppender full("/dev/full");
  const auto error = full.append("1\n");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "/dev/full: cannot write the file: No space left on device");
}

}  // namespace
}  // namespace scree
