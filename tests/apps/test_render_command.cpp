// scree render as a user calls it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "apps/run_command.hpp"
#include "support/scene_texts.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

std::string text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

struct Size {
  int width = 0, height = 0;
  bool operator==(const Size&) const = default;
};
// From the file's first 24 bytes.
Size picture_size(const fs::path& path) {
  const std::string bytes = text(path);
  if (bytes.size() < 24 || bytes.substr(1, 3) != "PNG") return {};
  const auto number = [&](std::size_t at) {
    int value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
  };
  return {number(16), number(20)};
}

// A program called ffmpeg that does what the test wants, found before others.
class PathWith {
 public:
  explicit PathWith(const std::string& folders) : before_(std::getenv("PATH")) {
    setenv("PATH", folders.c_str(), 1);
  }
  ~PathWith() { setenv("PATH", before_.c_str(), 1); }
  PathWith(const PathWith&) = delete;
  PathWith& operator=(const PathWith&) = delete;

 private:
  std::string before_;
};

class RenderCommand : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    const std::string scene = put("s.toml", testing::replaced(testing::box_of_stones, "[output]\n",
                                                              "[output]\nframe_interval = 0.01\n"));
    const CommandRun run = run_command(
        {"run", scene, "--out", dir().string(), "--end-time", "0.05", "--threads", "1", "--quiet"});
    ASSERT_EQ(run.exit_status, 0) << run.errors;
  }
  [[nodiscard]] fs::path dir() const { return folder / "run"; }
  [[nodiscard]] CommandRun render(const std::vector<std::string>& flags) const {
    std::vector<std::string> words = {"render", dir().string(), "--width", "120", "--height", "90"};
    words.insert(words.end(), flags.begin(), flags.end());
    return run_command(words);
  }
  void put_ffmpeg(const std::string& script) const {
    const std::string path = put("ffmpeg", "#!/bin/sh\n" + script);
    fs::permissions(path, fs::perms::owner_all);
  }
};

TEST_F(RenderCommand, RendersTheLastFrameUnlessToldOtherwise) {
  const CommandRun run = render({});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  const fs::path picture = dir() / "pictures" / "frame-0005.png";
  EXPECT_EQ(run.output.rfind(picture.string() + ": frame 5 of 0 to 5, at 0.0", 0), 0U) << run.output;
  EXPECT_EQ(picture_size(picture), (Size{120, 90}));
  EXPECT_EQ(render({"--last", "--out", (folder / "a.png").string()}).exit_status, 0);
  EXPECT_EQ(render({"--frame", "-1", "--out", (folder / "b.png").string()}).exit_status, 0);
  EXPECT_EQ(text(folder / "a.png"), text(picture));
  EXPECT_EQ(text(folder / "b.png"), text(picture));
}

TEST_F(RenderCommand, TakesTheFrameAskedFor) {
  const CommandRun by_time = render({"--time", "0.021", "--out", (folder / "t.png").string()});
  EXPECT_EQ(by_time.exit_status, 0) << by_time.errors;
  EXPECT_NE(by_time.output.find("frame 2 of 0 to 5"), std::string::npos) << by_time.output;
  EXPECT_EQ(render({"--frame", "2", "--out", (folder / "n.png").string()}).exit_status, 0);
  EXPECT_EQ(render({"--frame", "0", "--out", (folder / "0.png").string()}).exit_status, 0);
  EXPECT_EQ(text(folder / "t.png"), text(folder / "n.png"));
  EXPECT_NE(text(folder / "0.png"), text(folder / "n.png"));
}

TEST_F(RenderCommand, FlagsChangeThePicture) {
  std::vector<std::string> pictures;
  for (const std::vector<std::string>& flags : {std::vector<std::string>{},
                                                {"--colour", "speed"},
                                                {"--colour", "angular-speed"},
                                                {"--color", "energy"},
                                                {"--colour", "contacts"},
                                                {"--colour", "shape"},
                                                {"--colour", "speed", "--range", "0,100"},
                                                {"--view", "top"},
                                                {"--view", "-1,-2,0.5"},
                                                {"--eye", "-2,-2,1"},
                                                {"--target", "0,0,0"},
                                                {"--field", "2"},
                                                {"--no-legend"}}) {
    const std::string out = (folder / "p.png").string();
    std::vector<std::string> words = flags;
    words.insert(words.end(), {"--out", out});
    const CommandRun run = render(words);
    ASSERT_EQ(run.exit_status, 0) << run.errors;
    for (const std::string& other : pictures) EXPECT_NE(text(out), other) << flags[0];
    pictures.push_back(text(out));
  }
}

TEST_F(RenderCommand, AllFramesDoNotDependOnThreads) {
  const PathWith nothing("/nowhere");
  const CommandRun one = render({"--all", "--threads", "1"});
  EXPECT_EQ(one.exit_status, 0) << one.errors;
  EXPECT_EQ(one.output, (dir() / "pictures").string() + ": 6 pictures\n");
  EXPECT_EQ(one.errors, "note: no movie: ffmpeg is not on the PATH\n");
  EXPECT_FALSE(fs::exists(dir() / "movie.mp4"));
  // A picture of a frame that is no more goes; what else is there stays.
  fs::copy(dir() / "pictures" / "frame-0000.png", dir() / "pictures" / "frame-0006.png");
  std::ofstream(dir() / "pictures" / "notes.txt") << "mine";
  const CommandRun three = render({"--all", "--threads", "3", "--out", (folder / "other").string()});
  EXPECT_EQ(three.exit_status, 0) << three.errors;
  for (int k = 0; k < 6; ++k) {
    const std::string name = "frame-000" + std::to_string(k) + ".png";
    const std::string picture = text(dir() / "pictures" / name);
    EXPECT_FALSE(picture.empty());
    EXPECT_EQ(picture, text(folder / "other" / "pictures" / name)) << k;
  }
  EXPECT_EQ(render({"--all"}).exit_status, 0);
  EXPECT_FALSE(fs::exists(dir() / "pictures" / "frame-0006.png"));
  EXPECT_TRUE(fs::exists(dir() / "pictures" / "notes.txt"));
}

TEST_F(RenderCommand, CallsFfmpegForTheMovie) {
  // Writes down how it is called, and takes the number of pictures for a film.
  put_ffmpeg("for last; do :; done\nls frame-*.png | wc -l > \"${last#file:}\"\necho \"$@\" > ../called\n");
  const PathWith path(folder.string() + ":" + std::getenv("PATH"));
  const CommandRun run = render({"--movie", "--fps", "10"});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_NE(run.output.find((dir() / "movie.mp4").string() + ": 0.6 s"), std::string::npos) << run.output;
  EXPECT_EQ(std::stoi(text(dir() / "movie.mp4")), 6);
  const std::string called = text(dir() / "called");
  for (const char* part : {"-framerate 10 ", "-frames:v 6 ", "-i frame-%04d.png ", "yuv420p", "libx264"}) {
    EXPECT_NE(called.find(part), std::string::npos) << called;
  }
  // One that fails leaves the film that was there.
  put_ffmpeg("exit 7\n");
  const CommandRun failed = render({"--all"});
  EXPECT_EQ(failed.exit_status, 1);
  EXPECT_NE(failed.errors.find("ffmpeg failed with status 7"), std::string::npos) << failed.errors;
  EXPECT_EQ(std::stoi(text(dir() / "movie.mp4")), 6);
}

TEST_F(RenderCommand, MovieNeedsFfmpeg) {
  const PathWith nothing("/nowhere");
  const CommandRun run = render({"--movie"});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.errors, "scree: --movie: ffmpeg is not on the PATH; --all makes the pictures without it\n");
  EXPECT_FALSE(fs::exists(dir() / "pictures"));
}

// The real one, where it is installed: sizes are odd, the film's must not be.
TEST_F(RenderCommand, MakesAMovieOfOddSizes) {
  if (access("/usr/bin/ffmpeg", X_OK) != 0) GTEST_SKIP() << "no ffmpeg";
  const CommandRun run = run_command(
      {"render", dir().string(), "--movie", "--width", "121", "--height", "91", "--threads", "1"});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  const std::string movie = text(dir() / "movie.mp4");
  EXPECT_EQ(movie.substr(4, 4), "ftyp");
  EXPECT_NE(movie.find("avc1"), std::string::npos);
}

TEST_F(RenderCommand, SaysWhatIsWrong) {
  const auto message = [&](const std::vector<std::string>& flags) {
    const CommandRun run = render(flags);
    EXPECT_EQ(run.exit_status, 2) << flags[0];
    EXPECT_EQ(run.output, "");
    return run.errors;
  };
  EXPECT_EQ(message({"--frame", "6"}), "scree: " + (dir() / "frames.scree").string() +
                                           ": there is no frame 6; frames are 0 to 5, or -1 for the last\n");
  EXPECT_NE(message({"--colour", "sped"}).find("did you mean \"speed\"?"), std::string::npos);
  EXPECT_NE(message({"--walls", "class"}).find("did you mean \"glass\"?"), std::string::npos);
  EXPECT_NE(message({"--view", "topp"}).find("did you mean \"top\"?"), std::string::npos);
  EXPECT_EQ(message({"--eye", "1,2"}), "scree: --eye: \"1,2\" is not three numbers X,Y,Z\n");
  EXPECT_EQ(message({"--target", "1,2,inf"}), "scree: --target: \"1,2,inf\" is not three numbers X,Y,Z\n");
  EXPECT_EQ(message({"--range", "2,1"}), "scree: --range: 2 is not below 1\n");
  EXPECT_EQ(message({"--view", "0,0,0"}).rfind("scree: --view: \"0,0,0\" is unknown", 0), 0U);
  EXPECT_NE(message({"--width", "5000"}).find("Try \"scree render --help\""), std::string::npos);
  EXPECT_NE(message({"--all", "--frame", "1"}).find("excludes"), std::string::npos);
  EXPECT_FALSE(fs::exists(dir() / "pictures"));

  EXPECT_EQ(run_command({"render", (folder / "none").string()}).errors,
            "scree: " + (folder / "none").string() + ": no such folder\n");
  const CommandRun no_run = run_command({"render", folder.string()});
  EXPECT_EQ(no_run.exit_status, 2);
  EXPECT_NE(no_run.errors.find("is not the folder of a run"), std::string::npos) << no_run.errors;
}

TEST_F(RenderCommand, ASecondSceneOrADamagedFileIsNoticed) {
  const std::string frames = (dir() / "frames.scree").string();
  const std::string whole = text(frames);
  std::ofstream(frames, std::ios::binary) << whole.substr(0, whole.size() - 10);
  const CommandRun cut = render({"--out", (folder / "a.png").string()});
  EXPECT_EQ(cut.exit_status, 0) << cut.errors;  // what is whole is shown, with a note
  EXPECT_EQ(cut.errors.rfind("note: ", 0), 0U) << cut.errors;
  EXPECT_NE(cut.output.find("frame 4 of 0 to 4"), std::string::npos) << cut.output;

  std::ofstream(frames, std::ios::binary) << "nonsense";
  EXPECT_EQ(render({}).exit_status, 2);
  std::ofstream(frames, std::ios::binary) << whole;
  const std::string scene = testing::replaced(text(dir() / "scene.toml"), "count = 30", "count = 20");
  std::ofstream(dir() / "scene.toml", std::ios::binary) << scene;
  const CommandRun other = render({});
  EXPECT_EQ(other.exit_status, 2);
  EXPECT_NE(other.errors.find("is of another scene"), std::string::npos) << other.errors;
}

TEST_F(RenderCommand, SaysWhenPicturesCannotBeWritten) {
  std::ofstream(dir() / "pictures") << "in the way";
  EXPECT_EQ(render({}).exit_status, 1);
  const CommandRun all = render({"--all"});
  EXPECT_EQ(all.exit_status, 1);
  EXPECT_NE(all.errors.find((dir() / "pictures").string()), std::string::npos) << all.errors;
  EXPECT_EQ(render({"--out", (folder / "none" / "a.png").string()}).exit_status, 1);
}

}  // namespace
}  // namespace scree
