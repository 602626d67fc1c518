// Whole analyses of runs: what is read, that nothing is disturbed, and sums that must hold.
#include "analysis/analyse.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "output/frame_file.hpp"
#include "output/run_folder.hpp"
#include "sim/run_scene.hpp"
#include "sim/small_scenes.hpp"
#include "support/temp_folder.hpp"

namespace scree::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Five balls one upon the other come to rest: stiff ones, that hardly sink into each other.
std::string column_scene() {
  std::string scene =
      replaced(ball_and_floor, "time_step = 1e-3\n",
               "time_step = 1e-4\n[output]\ntable_interval = 0.1\ncheckpoint_interval = 0.5\n");
  scene = replaced(scene, "normal_stiffness = 1e4", "normal_stiffness = 1e6");
  scene = replaced(scene, "\nrestitution = 0.5", "\nrestitution = 0.1");
  for (int i = 0; i < 5; ++i) {
    scene += "[[body]]\nname = \"p\"\nshape = \"ball\"\nposition = [0, 0, " + std::to_string(0.1 + 0.2 * i) +
             "]\n";
  }
  return scene + "[[event]]\nname = \"soon\"\ntime = 0.5\ngravity = [0, 0, -9.81]\ncheckpoint = true\n";
}
constexpr Real ball_weight = 4 * 3.14159265358979 / 3 * 1e-3 * 2000 * 9.81;  // N

class Analyse : public FolderTest {
 protected:
  // Runs it in the folder `run`.
  void run(const std::string& scene) const {
    put(path("scene.toml"), scene);
    const Result<RunOutcome> outcome = run_scene(path("scene.toml"), path("run"), false, {});
    ASSERT_TRUE(outcome) << outcome.error().message;
  }
  // Every file below the run with its size and time of change.
  [[nodiscard]] std::map<std::string, std::pair<std::uintmax_t, fs::file_time_type>> files() const {
    std::map<std::string, std::pair<std::uintmax_t, fs::file_time_type>> all;
    for (const auto& entry : fs::recursive_directory_iterator(path("run"))) {
      if (entry.is_regular_file()) all[entry.path().string()] = {entry.file_size(), entry.last_write_time()};
    }
    return all;
  }
};

TEST_F(Analyse, ForcesOnTheFloorAreTheWeight) {
  run(column_scene());
  const Result<RunSample> sample = sample_checkpoint(path("run"), std::nullopt);
  ASSERT_TRUE(sample) << sample.error().message;
  EXPECT_EQ(sample->source, "checkpoint");
  EXPECT_NEAR(sample->frame.time, 1, 1e-3);
  const Packing packing = make_packing(sample->scene, sample->frame);
  ASSERT_EQ(packing.particles.size(), 5U);
  EXPECT_TRUE(packing.has_forces);
  Real on_floor = 0;
  for (const PackedContact& contact : packing.contacts) {
    if (contact.a == wall) on_floor -= contact.force.z;
    if (contact.b == wall) on_floor += contact.force.z;
  }
  EXPECT_NEAR(on_floor, -5 * ball_weight, 1e-3 * ball_weight);

  AnalyseOptions options;
  options.box = Bounds{{-0.1, -0.1, 0.1}, {0.1, 0.1, 0.5}};
  const Analysis a = analyse(*sample, options);
  ASSERT_TRUE(a.coordination && a.solid_fraction && a.stress && a.forces);
  EXPECT_DOUBLE_EQ(a.coordination->mean, 9. / 5);
  EXPECT_DOUBLE_EQ(a.coordination->mechanical, (9. - 1) / 4);
  // The balls sink in by a little, which moves their centres: four weights up to the second's, then three.
  EXPECT_NEAR(a.stress->tensor.row[2].z, 3.5 * ball_weight / 0.04, 0.03 * 3.5 * ball_weight / 0.04);
  EXPECT_NEAR(a.solid_fraction->whole, 3.14159265 / 6, 0.02);
  EXPECT_NEAR(a.forces->mean, 3 * ball_weight, 0.01 * ball_weight);
  EXPECT_FALSE(a.orientation);  // balls
  EXPECT_FALSE(a.repose);
}

TEST_F(Analyse, NothingInTheFolderIsTouched) {
  run(column_scene());
  // The newest is damaged: it is passed over, with a note, and stays where it is.
  const std::vector<std::string> all = checkpoints_newest_first(fs::path(path("run")));
  ASSERT_EQ(all.size(), 2U);
  fs::resize_file(all[0], fs::file_size(all[0]) - 1);
  const auto before = files();
  // Another process is at work in it.
  const Result<RunFolder> held = RunFolder::open(path("run"));
  ASSERT_TRUE(held);
  const Result<RunSample> sample = sample_checkpoint(path("run"), std::nullopt);
  ASSERT_TRUE(sample) << sample.error().message;
  EXPECT_EQ(sample->file, all[1]);
  ASSERT_EQ(sample->notes.size(), 1U);
  EXPECT_NE(sample->notes[0].find("damaged"), std::string::npos);
  EXPECT_EQ(files(), before);
}

TEST_F(Analyse, AKeptStateCanBeLookedAt) {
  run(column_scene());
  const Result<RunSample> kept = sample_checkpoint(path("run"), "soon");
  ASSERT_TRUE(kept) << kept.error().message;
  EXPECT_NEAR(kept->frame.time, 0.5, 1e-3);
  EXPECT_NE(
      sample_checkpoint(path("run"), "late").error().message.find("no state was kept of an event \"late\""),
      std::string::npos);
}

TEST_F(Analyse, FoldersWithoutAStateAreRefused) {
  EXPECT_NE(sample_checkpoint(path("none"), {}).error().message.find("none: no such folder"),
            std::string::npos);
  fs::create_directory(path("empty"));
  EXPECT_NE(sample_checkpoint(path("empty"), {}).error().message.find("is not the folder of a run"),
            std::string::npos);
  run(column_scene());
  fs::remove_all(fs::path(path("run")) / "checkpoints");
  EXPECT_NE(sample_checkpoint(path("run"), {}).error().message.find("there is no sound checkpoint yet"),
            std::string::npos);
}

// Frames 0.1 s apart: the uppermost ball falls from z = 1 at 1 m/s, the others lie still.
class AnalyseFrames : public Analyse {
 protected:
  void SetUp() override {
    Analyse::SetUp();
    run(column_scene());
    const Result<RunSample> sample = sample_checkpoint(path("run"), std::nullopt);
    ASSERT_TRUE(sample);
    fs::remove(fs::path(path("run")) / frame_file_name);
    FrameWriter writer((fs::path(path("run")) / frame_file_name).string(), sample->scene, 0);
    Exec exec;
    Frame frame = sample->frame;
    std::size_t faller = 0;  // the last particle
    for (std::size_t i = 0; i < frame.body.size(); ++i) {
      if (sample->scene.mobility[frame.body[i]] == Mobility::dynamic) faller = i;
    }
    for (int k = 0; k <= 10; ++k) {
      frame.time = 0.1 * k;
      frame.step = 100 * static_cast<std::uint64_t>(k);
      frame.position[faller].z = 1 - frame.time;
      ASSERT_FALSE(writer.append(frame, exec));
    }
  }
};

TEST_F(AnalyseFrames, AreChosenByTimeOrNumber) {
  const auto time_of = [&](std::optional<Real> time, std::optional<std::int64_t> number) {
    const Result<RunSample> sample = sample_frame(path("run"), time, number);
    EXPECT_TRUE(sample) << sample.error().message;
    return sample ? sample->frame.time : -1;
  };
  EXPECT_DOUBLE_EQ(time_of(0.33, {}), 0.1 * 3);
  EXPECT_DOUBLE_EQ(time_of(99, {}), 1);
  EXPECT_DOUBLE_EQ(time_of({}, 0), 0);
  EXPECT_DOUBLE_EQ(time_of({}, -1), 1);
  for (const std::int64_t number : {11, -12}) {
    EXPECT_NE(sample_frame(path("run"), {}, number).error().message.find("frames are 0 to 10"),
              std::string::npos);
  }
  fs::remove(fs::path(path("run")) / frame_file_name);
  EXPECT_FALSE(sample_frame(path("run"), {}, 0));
}

TEST_F(AnalyseFrames, SayWhatTheyCannotTell) {
  const Result<RunSample> sample = sample_frame(path("run"), {}, 0);
  ASSERT_TRUE(sample);
  const Analysis a = analyse(*sample, {});
  EXPECT_FALSE(a.has_forces);
  ASSERT_FALSE(a.stress);
  EXPECT_NE(a.stress.error().message.find("checkpoints do"), std::string::npos);
  ASSERT_TRUE(a.coordination && a.forces && a.solid_fraction);
  EXPECT_NEAR(a.forces->mean, 3 * ball_weight, 0.01 * ball_weight);
  EXPECT_EQ(a.types.all, 5U);
  const json written = json::parse(to_json(a));
  EXPECT_TRUE(written["stress"].contains("unavailable"));
  EXPECT_FALSE(written["contact_forces"].contains("mean_tangential_N"));
  EXPECT_NE(summary_text(a).find("frames hold neither normals nor tangential forces"), std::string::npos);
}

TEST_F(AnalyseFrames, GiveTheMassFlow) {
  const Result<std::vector<PlaneResult>> flows =
      mass_flows(path("run"), {*parse_plane("z=0.55"), *parse_plane("0,0,0.95,0,0,-1")});
  ASSERT_TRUE(flows) << flows.error().message;
  ASSERT_EQ(flows->size(), 2U);
  const Real mass = ball_weight / 9.81;
  EXPECT_NEAR((*flows)[0].flow.rows.back().backward, mass, 1e-6 * mass);
  EXPECT_EQ((*flows)[0].flow.rows.back().forward, 0);
  EXPECT_EQ((*flows)[0].flow.rows[4].backward, 0);
  EXPECT_NEAR((*flows)[0].flow.rows[5].backward, mass, 1e-6 * mass);
  EXPECT_NEAR((*flows)[1].flow.rows.back().forward, mass, 1e-6 * mass);
}

TEST_F(Analyse, FilesAgreeWithEachOtherAndAreTheSameEachTime) {
  run(box_of_stones);
  const Result<RunSample> sample = sample_checkpoint(path("run"), std::nullopt);
  ASSERT_TRUE(sample) << sample.error().message;
  const Analysis a = analyse(*sample, {});
  const std::vector<NamedFile> all = analysis_files(a);
  std::map<std::string, std::string> by_name;
  for (const NamedFile& file : all) by_name[file.name] = file.bytes;
  EXPECT_EQ(by_name.size(), all.size());
  for (const char* name :
       {"analysis.json", "coordination.csv", "coordination.svg", "solid-fraction.csv", "solid-fraction.svg",
        "contact-forces.csv", "contact-forces.svg", "contact-types.csv"}) {
    EXPECT_TRUE(by_name.contains(name)) << name;
  }
  for (const auto& [name, bytes] : by_name) {
    EXPECT_EQ(bytes.find("nan"), std::string::npos) << name;
    EXPECT_EQ(bytes.find("inf,"), std::string::npos) << name;
  }
  // What an analysis can leave behind is known, so that a later one can remove it.
  const std::vector<std::string> known = analysis_file_names();
  for (const auto& [name, bytes] : by_name) {
    EXPECT_TRUE(name == "analysis.json" || std::count(known.begin(), known.end(), name) == 1) << name;
  }
  const json written = json::parse(by_name["analysis.json"]);
  EXPECT_EQ(written["particles"], 30);
  EXPECT_EQ(written["walls"], 5);
  EXPECT_EQ(written["coordination"]["mean"].get<Real>(), a.coordination->mean);
  EXPECT_EQ(std::count(by_name["coordination.csv"].begin(), by_name["coordination.csv"].end(), '\n'),
            static_cast<std::ptrdiff_t>(a.coordination->particles.size() + 1));
  // The run's own summary counts the same contacts.
  std::ifstream file(fs::path(path("run")) / "summary.json");
  const json summary = json::parse(file);
  EXPECT_EQ(summary["contacts"], written["contact_types"]["all"]);
  EXPECT_EQ(summary["coordination_number"], written["coordination"]["mean"]);  // one piece per body

  const std::vector<NamedFile> again = analysis_files(analyse(*sample, {}));
  ASSERT_EQ(again.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(again[i].bytes, all[i].bytes) << all[i].name;
}

TEST_F(Analyse, ARunInThePlane) {
  run(R"(
[simulation]
dimension = 2
end_time = 0.5
time_step = 1e-4
gravity = [0, -9.81]
[output]
table_interval = 0.1
checkpoint_interval = 0.5
[[material]]
name = "stone"
density = 2000
normal_stiffness = 1e7
shear_stiffness = 5e6
friction = 0.4
restitution = 0.1
tangential_restitution = 0.3
[[shape]]
name = "brick"
type = "rectangle"
extents = [0.2, 0.1]
[[wall]]
name = "floor"
type = "half-plane"
point = [0, 0]
normal = [0, 1]
[[body]]
name = "a"
shape = "brick"
position = [0, 0.051]
[[body]]
name = "b"
shape = "brick"
position = [0, 0.152]
)");
  const Result<RunSample> sample = sample_checkpoint(path("run"), std::nullopt);
  ASSERT_TRUE(sample) << sample.error().message;
  AnalyseOptions options;
  options.box = Bounds{{-0.1, 0.05, 0}, {0.1, 0.15, 0}};
  const Analysis a = analyse(*sample, options);
  ASSERT_TRUE(a.stress && a.solid_fraction && a.orientation && a.fabric);
  const Real weight = 0.2 * 0.1 * 2000 * 9.81;  // N, of one metre
  EXPECT_NEAR(a.stress->tensor.row[1].y, weight / 0.2, 0.03 * weight / 0.2);
  EXPECT_NEAR(a.solid_fraction->whole, 1, 0.01);
  EXPECT_NEAR(a.orientation->vertical_order, -1, 1e-6);
  EXPECT_NEAR(a.fabric->tensor.row[1].y, 1, 1e-6);
  const json written = json::parse(to_json(a));
  EXPECT_EQ(written["stress"]["tensor_Pa"].size(), 2U);
  EXPECT_NEAR(written["box"]["area_m2"].get<Real>(), 0.02, 1e-12);
}

}  // namespace
}  // namespace scree::testing
