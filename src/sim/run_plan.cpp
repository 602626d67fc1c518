#include "sim/run_plan.hpp"

namespace scree {
namespace {

// Of the end time, where the scene gives no interval.
constexpr Real usual_table_share = 1e-3;
constexpr Real usual_checkpoint_share = 0.05;
constexpr Real usual_frame_share = 0.01;

std::optional<OutputTimes> frame_times(const Settings& s, const RunChanges& changes, Real time_step) {
  const Real usual = usual_frame_share * s.end_time;
  const Real of_scene = s.frame_interval > 0 ? s.frame_interval : usual;
  const Real interval = changes.frame_interval.value_or(s.frames ? of_scene : 0);
  if (!(interval > 0)) return std::nullopt;
  return OutputTimes{interval, time_step};
}

}  // namespace

RunPlan make_plan(const SimulationCore& core, const RunChanges& changes, Vec3 gravity,
                  std::int64_t memory_before) {
  const Settings& s = core.setup.settings;
  const Real dt = core.step_settings.time_step;
  const Real checkpoint = changes.checkpoint_interval.value_or(s.checkpoint_interval);
  RunPlan plan;
  plan.end_time = changes.end_time.value_or(s.end_time);
  plan.end_step = step_at(plan.end_time, dt);
  plan.table = {s.table_interval > 0 ? s.table_interval : usual_table_share * s.end_time, dt};
  plan.checkpoints = {checkpoint > 0 ? checkpoint : usual_checkpoint_share * s.end_time, dt};
  plan.frames = frame_times(s, changes, dt);
  plan.paraview = changes.paraview.value_or(s.paraview);
  plan.gravity = gravity;
  plan.walls = named_walls(core.setup.model);
  plan.memory_before = memory_before;
  return plan;
}

}  // namespace scree
