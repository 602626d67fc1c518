// Rows of a run's tables.
#include "output/run_tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace scree {
namespace {

TEST(RunTables, ARowHasAsManyCellsAsTheHeader) {
  const std::string header(table_header());
  const std::string row = to_csv({0.1, 7, {1, 2, 3, 4, 5, 6, 7, 8, 9}, 1e-5, {10, 11, 0.25, 0.5, 4, 1.5}, 3});
  EXPECT_EQ(std::count(row.begin(), row.end(), ','), std::count(header.begin(), header.end(), ','));
  EXPECT_EQ(row, "0.1,7,1,2,3,4,5,6,7,8,9,1e-05,10,11,0.25,0.5,4,1.5,3\n");
}

TEST(RunTables, NumbersCanBeReadBack) {
  const Real third = 1.0 / 3;
  EXPECT_EQ(std::stod(to_csv({third, 0, {}, 0, {}, 0})), third);
}

// Two walls of one name, a particle of the same name, a body without a name.
Model some_bodies() {
  Model model;
  model.names = {"wall", "", "plate"};
  model.name_index = {0, 0, 0, 1, 2};
  model.mobility = {Mobility::fixed, Mobility::dynamic, Mobility::kinematic, Mobility::fixed,
                    Mobility::fixed};
  return model;
}

TEST(RunTables, WallsOfOneNameStandTogether) {
  const auto walls = named_walls(some_bodies());
  ASSERT_EQ(walls.size(), 2U);
  EXPECT_EQ(walls[0].name, "wall");
  EXPECT_EQ(walls[0].bodies, (std::vector<BodyId>{0, 2}));
  EXPECT_EQ(walls[1].bodies, (std::vector<BodyId>{4}));
}

TEST(RunTables, ForcesAddUpAboutTheOrigin) {
  State state;
  state.time = 0.5;
  state.step = 3;
  state.present = {1, 1, 1, 1, 0};
  state.position = {{1, 0, 0}, {}, {0, 2, 0}, {}, {}};
  BodyForces forces;
  forces.force = {{0, 0, -4}, {9, 9, 9}, {0, 0, -1}, {}, {5, 5, 5}};
  forces.moment = {{0.5, 0, 0}, {9, 9, 9}, {}, {}, {}};
  // (1,0,0) x (0,0,-4) = (0,4,0); (0,2,0) x (0,0,-1) = (-2,0,0). The plate is not there.
  EXPECT_EQ(forces_rows(named_walls(some_bodies()), state, forces), "0.5,3,wall,0,0,-5,-1.5,4,0\n");
}

TEST(RunTables, EventsComeInOrderOfTime) {
  Schedule schedule;
  schedule.events.resize(4);
  schedule.events[0].name = "late";
  schedule.events[1].name = "never";
  schedule.events[2].name = "early, first";
  schedule.events[3].name = "early, second";
  State state;
  state.event_time = {0.3, -1, 0.1, 0.1};
  EXPECT_EQ(events_table(schedule, state, 0.01),
            "time_s,step,event\n0.1,10,\"early, first\"\n0.1,10,\"early, second\"\n0.3,30,late\n");
}

}  // namespace
}  // namespace scree
