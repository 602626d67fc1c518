#include "output/run_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "output/csv_file.hpp"

namespace scree {

std::string_view table_header() {
  return "time_s,step,translation_J,rotation_J,gravity_J,elastic_J,shear_J,friction_J,damping_J,work_J,"
         "supplied_J,balance_error,particles,contacts,mean_overlap_ratio,max_overlap_ratio,"
         "coordination_number,max_speed_m_s,detection_failures";
}

// Numbers have as many digits as it takes to read the same number back.
std::string to_csv(const TableRow& row) {
  const Energies& e = row.energies;
  const Statistics& s = row.statistics;
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", row.time, row.step,
                     e.translation, e.rotation, e.gravity, e.elastic, e.shear, e.friction, e.damping, e.work,
                     e.supplied, row.balance_error, s.particles, s.contacts, s.mean_overlap_ratio,
                     s.max_overlap_ratio, s.coordination_number, s.max_speed, row.detection_failures);
}

std::vector<NamedWall> named_walls(const Model& model) {
  std::vector<NamedWall> walls;
  std::unordered_map<std::string_view, std::size_t> known;
  for (std::size_t i = 0; i < body_count(model); ++i) {
    const std::string& name = body_name(model, i);
    if (model.mobility[i] == Mobility::dynamic || name.empty()) continue;
    const auto [place, is_new] = known.emplace(name, walls.size());
    if (is_new) walls.push_back({name, {}});
    walls[place->second].bodies.push_back(static_cast<BodyId>(i));
  }
  return walls;
}

std::string_view forces_header() { return "time_s,step,body,fx_N,fy_N,fz_N,mx_Nm,my_Nm,mz_Nm"; }

std::string forces_rows(const std::vector<NamedWall>& walls, const State& state, const BodyForces& forces) {
  std::string rows;
  for (const NamedWall& wall : walls) {
    Vec3 force, moment;
    bool present = false;
    for (const BodyId body : wall.bodies) {
      if (state.present[body] == 0) continue;
      present = true;
      force += forces.force[body];
      moment += forces.moment[body] + cross(state.position[body], forces.force[body]);
    }
    if (!present) continue;
    rows += fmt::format("{},{},{},{},{},{},{},{},{}\n", state.time, state.step, csv_text(wall.name), force.x,
                        force.y, force.z, moment.x, moment.y, moment.z);
  }
  return rows;
}

std::string events_table(const Schedule& schedule, const State& state, Real time_step) {
  std::vector<std::size_t> happened;
  for (std::size_t i = 0; i < schedule.events.size(); ++i) {
    if (state.event_time[i] >= 0) happened.push_back(i);
  }
  std::stable_sort(happened.begin(), happened.end(),
                   [&](std::size_t a, std::size_t b) { return state.event_time[a] < state.event_time[b]; });
  std::string table = "time_s,step,event\n";
  for (const std::size_t i : happened) {
    const Real time = state.event_time[i];
    table +=
        fmt::format("{},{},{}\n", time, std::llround(time / time_step), csv_text(schedule.events[i].name));
  }
  return table;
}

}  // namespace scree
