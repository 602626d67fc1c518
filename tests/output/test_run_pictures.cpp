// Pictures from the files of a run are those of its states.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "model/contacts.hpp"
#include "output/choose_frame.hpp"
#include "output/palette.hpp"
#include "output/run_folder.hpp"
#include "output/run_pictures.hpp"
#include "scene/scene.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

// Two cubes, and a third one that comes later. Places and speeds are such that the file of frames keeps them
// exactly.
const std::string scene = R"(
[simulation]
end_time = 1
[[material]]
name = "rock"
density = 2000
[[shape]]
name = "cube"
type = "box"
extents = [1, 1, 1]
[[body]]
name = "a"
shape = "cube"
position = [0, 0, 0]
[[body]]
name = "b"
shape = "cube"
position = [4, 8, 2]
[[body]]
name = "late"
shape = "cube"
position = [0, 8, 0]
present = false
)";

class RunPicturesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "scree_pictures_XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
    std::ofstream(folder / scene_copy_name) << scene;
    auto read = read_scene((folder / scene_copy_name).string());
    ASSERT_TRUE(read) << read.error().message;
    setup = *std::move(read);
    auto held = RunFolder::create((folder / "run").string(), "s", false);
    ASSERT_TRUE(held) << held.error().message;
    RunChanges changes;
    changes.name = "s";
    ASSERT_FALSE(write_changes(*held, changes));
    fs::copy_file(folder / scene_copy_name, run() / scene_copy_name);
  }
  void TearDown() override { fs::remove_all(folder); }

  [[nodiscard]] fs::path run() const { return folder / "run"; }
  // States of times 0, 0.25 and 0.5 s: faster and faster; in the last one the third cube is there.
  void write_frames() {
    Exec exec(1);
    FrameWriter writer((run() / frame_file_name).string(), make_frame_scene(setup.model, {"s", 0.25, 1, {}}),
                       0);
    for (int k = 0; k < 3; ++k) {
      State& state = setup.state;
      state.time = 0.25 * k;
      state.step = k;
      state.velocity[0] = {1.0 * k, 0, 0};
      state.velocity[1] = {0, 0, 3.0 * k};
      state.angular_momentum[0] = {0, 0, 2.0 * k * setup.model.moments[0].z};
      state.position[1].z = 2 - k;
      if (k == 2) state.present[2] = 1;
      Frame frame;
      make_frame(setup.model, state, ContactList{}, frame);
      if (k == 1) frame.pairs.push_back({0, 1, ContactType::smooth, false, 1, {2, 4, 1}});
      const auto failed = writer.append(frame, exec);
      ASSERT_FALSE(failed) << failed->message;
      states.push_back(state);
    }
  }
  [[nodiscard]] RunPictures open() const {
    auto pictures = RunPictures::open(run().string());
    EXPECT_TRUE(pictures) << pictures.error().message;
    return *std::move(pictures);
  }

  fs::path folder;
  scree::Setup setup;
  std::vector<State> states;
};

TEST_F(RunPicturesTest, AreThoseOfTheStates) {
  write_frames();
  const RunPictures pictures = open();
  ASSERT_EQ(pictures.frames().size(), 3U);
  const Result<SnapshotView> fitted = pictures.fit({}, 160, 120);
  ASSERT_TRUE(fitted);
  DrawingMeshes meshes;
  for (const ColourBy colour :
       {ColourBy::name, ColourBy::size, ColourBy::speed, ColourBy::angular_speed, ColourBy::energy}) {
    SnapshotView view = *fitted;
    view.colour = colour;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto rendered = pictures.render(k, view, meshes);
      const auto expected = render_png(setup.model, states[k], view);
      ASSERT_TRUE(rendered) << rendered.error().message;
      EXPECT_TRUE(*rendered == *expected) << "frame " << k << " by " << name(colour);
    }
  }
}

TEST_F(RunPicturesTest, ViewFitsAllThreeFrames) {
  write_frames();
  const RunPictures pictures = open();
  const Result<SnapshotView> view = pictures.fit({{0, -1, 0}, {}}, 100, 100);
  ASSERT_TRUE(view);
  EXPECT_NEAR(view->target.x, 2, 0.5);  // between the cubes at 0 and 4 m
  EXPECT_GT(view->field, 5);
  EXPECT_LT(view->field, 12);
  EXPECT_NEAR(view->eye.x, view->target.x, 1e-9);  // from the front
  EXPECT_LT(view->eye.y, -10);
  const SnapshotView same = fitted_view(setup.model, states, {{0, -1, 0}, {}}, 100, 100);
  EXPECT_NEAR(same.field, view->field, 1e-6);
}

TEST_F(RunPicturesTest, ColourScalesCoverTheWholeRun) {
  write_frames();
  const RunPictures pictures = open();
  const auto range = [&](ColourBy colour) { return *pictures.colour_range(colour); };
  // Speeds are 0 to 6 m/s, but most stay below: seven values, of which all but the largest are 3 m/s or less.
  EXPECT_EQ(range(ColourBy::speed), (std::pair<Real, Real>{0, 5}));
  EXPECT_EQ(range(ColourBy::angular_speed), (std::pair<Real, Real>{0, 2}));  // 0 to 4 rad/s
  EXPECT_EQ(range(ColourBy::contacts), (std::pair<Real, Real>{0, 1}));
  const auto size = range(ColourBy::size);
  EXPECT_NEAR(size.first, std::sqrt(3.0), 1e-12);
  EXPECT_EQ(size.first, size.second);
}

TEST_F(RunPicturesTest, ContactsAreCounted) {
  write_frames();
  const RunPictures pictures = open();
  SnapshotView view = *pictures.fit({}, 80, 60);
  view.colour = ColourBy::contacts;
  view.colour_high = 1;
  DrawingMeshes meshes;
  const auto rendered = pictures.render(1, view, meshes);
  view.contacts = {1, 1, 0};
  EXPECT_TRUE(*rendered == *render_png(setup.model, states[1], view));
  view.contacts = {0, 0, 0};
  EXPECT_FALSE(*rendered == *render_png(setup.model, states[1], view));
}

TEST_F(RunPicturesTest, FramesAreFoundByNumberAndTime) {
  write_frames();
  const RunPictures pictures = open();
  const auto chosen = [&](std::optional<std::int64_t> number, std::optional<Real> time) {
    const auto frame = choose_frame(pictures.reader(), number, time);
    return frame ? static_cast<int>(*frame) : -1;
  };
  EXPECT_EQ(chosen(0, {}), 0);
  EXPECT_EQ(chosen(-3, {}), 0);
  EXPECT_EQ(chosen(-1, {}), 2);
  EXPECT_EQ(chosen({}, {}), 2);
  EXPECT_EQ(chosen({}, 0.3), 1);
  EXPECT_EQ(chosen({}, 100), 2);
  EXPECT_EQ(chosen({}, -100), 0);
  EXPECT_EQ(chosen(3, {}), -1);
  EXPECT_EQ(chosen(-4, {}), -1);
  EXPECT_EQ(chosen(INT64_MIN, {}), -1);
}

TEST_F(RunPicturesTest, SaysWhatIsMissing) {
  const auto message = [&] {
    const auto pictures = RunPictures::open(run().string());
    return pictures ? std::string() : pictures.error().message;
  };
  EXPECT_NE(message().find(frame_file_name), std::string::npos) << message();
  {
    FrameWriter writer((run() / frame_file_name).string(), make_frame_scene(setup.model, {"s", 0.25, 1, {}}),
                       0);
  }
  EXPECT_EQ(message(), (run() / frame_file_name).string() + ": holds no frames yet");
}

}  // namespace
}  // namespace scree
