#include "bench/nezami_bucket.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "bench/must.hpp"
#include "bench/paper_scenes.hpp"
#include "model/build_model.hpp"
#include "sim/check_setup.hpp"

namespace scree::bench {
namespace {

BodyId bucket_of(const Model& model) {
  return static_cast<BodyId>(std::find(model.names.begin(), model.names.end(), "bucket") -
                             model.names.begin());
}

TEST(NezamiBucket, ScenesMoveTheBucketAsThePaperSays) {
  for (const BucketCase& about : bucket_cases()) {
    if (about.particles > 10'000) continue;  // as the other, but slow to read
    const scree::Setup setup = paper_setup(about.scene);
    const Model& model = setup.model;
    EXPECT_LT(setup.settings.time_step, stable_time_step(model));
    const BodyId bucket = bucket_of(model);
    ASSERT_LT(bucket, body_count(model));
    EXPECT_EQ(model.piece_begin[bucket + 1] - model.piece_begin[bucket], 5U);
    ASSERT_EQ(model.motions.size(), 1U);
    const Motion& motion = model.motions[0];
    EXPECT_NE(motion_at(motion, 21.9).translation, motion_at(motion, 22).translation);
    EXPECT_EQ(motion_at(motion, 30).translation, motion_at(motion, 22).translation);
    // From t = 0 of the paper, 2 s after the start: 0.25 m, 0.18 m, 65 degrees.
    const Vec3 hinge = setup.model.motions[0].phases[2].point;
    const Vec3 moved = transform(motion_at(motion, 22), hinge) - transform(motion_at(motion, 2), hinge);
    EXPECT_NEAR(norm(moved - Vec3{-0.25, 0, 0.18}), 0, 1e-12);
    const Quat turn = motion_at(motion, 22).rotation;
    EXPECT_NEAR(2 * std::acos(std::min(1.0, std::fabs(turn.w))) * 180 / 3.14159265358979323846, 65, 1e-9);
  }
}

// Nothing would stop a bucket that is moved into the ground or the sides of the bin.
TEST(NezamiBucket, TheBucketStaysClearOfTheBin) {
  const scree::Setup setup = paper_setup("nezami-bucket-2744");
  const Model& model = setup.model;
  const BodyId bucket = bucket_of(model);
  const Motion& motion = model.motions[0];
  Real lowest = 1, least_y = 1, most_y = -1;
  for (Real t = 0; t <= 22; t += 0.1) {
    const Pose now = motion_at(motion, t) * model.moved[model.moved_index[bucket]].rest_pose;
    for (std::uint32_t p = model.piece_begin[bucket]; p < model.piece_begin[bucket + 1]; ++p) {
      for (const Vec3& v : model.shapes[model.piece_shape[p]].core->vertices) {
        const Vec3 x = transform(now, transform(model.body_from_piece[p], v));
        lowest = std::min(lowest, x.z);
        least_y = std::min(least_y, x.y);
        most_y = std::max(most_y, x.y);
      }
    }
  }
  EXPECT_GT(lowest, 0.002);
  EXPECT_LT(lowest, 0.04);
  EXPECT_GT(least_y, 0.01);
  EXPECT_LT(most_y, 0.19);
}

TEST(NezamiBucket, ReadsTheDraftFromTheTableOfForces) {
  const std::string csv =
      "time_s,step,body,fx_N,fy_N,fz_N,mx_Nm,my_Nm,mz_Nm\n"
      "1,100,bin.z-,5,6,7,0,0,0\n"
      "1,100,bucket,2.5,0,-3,0,0,0\n"
      "1.5,150,bucket,4,0,-1e-3,0,0,0\n";
  const auto draft = must(read_draft(csv, "bucket", 1));
  ASSERT_EQ(draft.size(), 2U);
  EXPECT_EQ(draft[0].time, 0);
  EXPECT_EQ(draft[0].draft, 2.5);
  EXPECT_EQ(draft[0].lift, 3);
  EXPECT_EQ(draft[1].time, 0.5);
  EXPECT_EQ(draft[1].lift, 1e-3);
  EXPECT_FALSE(read_draft("header\n1,2,bucket\n", "bucket", 0));
  const auto bad = read_draft("header\n1,2,bucket,x,0,0,0,0,0\n", "bucket", 0);
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().message.find("forces.csv:2"), std::string::npos);
}

TEST(NezamiBucket, DigsInAFewParticles) {
  std::string text(paper_scene("nezami-bucket-688"));
  for (std::size_t at = 0; (at = text.find("count = 172", at)) != std::string::npos;) {
    text.replace(at, 11, "count = 1");
  }
  NezamiPlan plan;
  plan.threads = 1;
  plan.steps = 20;
  plan.pictures = false;
  const BucketResult result = run_bucket(bucket_cases()[0], text, plan);
  ASSERT_FALSE(result.error) << result.error->message;
  EXPECT_EQ(result.run.particles, 4U);
  ASSERT_GT(result.draft.size(), 2000U);
  for (const ReplayWindow& window : result.windows) EXPECT_EQ(window.steps, 20U);
  const Report report = bucket_report({result});
  ASSERT_EQ(report.tables.size(), 4U);
  for (const ReportTable& table : report.tables) {
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.title;
  }
  ASSERT_EQ(report.data.size(), 1U);
  EXPECT_EQ(report.data[0].name, "nezami-bucket-688-draft.csv");
}

}  // namespace
}  // namespace scree::bench
