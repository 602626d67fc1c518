// The tables of a run: their columns, and a row of each as text.
#pragma once

#include <scree/energy.hpp>
#include <scree/simulation_data.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "force/contact_forces.hpp"
#include "model/model.hpp"
#include "model/schedule.hpp"
#include "model/state.hpp"

namespace scree {

// table.csv: one row per time.
struct TableRow {
  Real time = 0;  // s
  std::uint64_t step = 0;
  Energies energies;
  Real balance_error = 0;  // relative
  Statistics statistics;
  std::uint64_t detection_failures = 0;  // since the start
};
std::string_view table_header();
std::string to_csv(const TableRow& row);

// forces.csv: one row per time and name: what contacts do to the fixed and moved bodies of that name
// together.
struct NamedWall {
  std::string name;
  std::vector<BodyId> bodies;
};
// In the order of their first bodies. Bodies without a name have no row.
std::vector<NamedWall> named_walls(const Model& model);
std::string_view forces_header();
// Moments are about the world's origin, so that those of several bodies add up. Names of which nothing is
// present are left out.
std::string forces_rows(const std::vector<NamedWall>& walls, const State& state, const BodyForces& forces);

// events.csv, whole: what has happened so far, in order of time.
std::string events_table(const Schedule& schedule, const State& state, Real time_step);

}  // namespace scree
