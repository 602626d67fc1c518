// From tables to plots: rows of any number, thinned without losing a peak; broken tables are refused.
#include "analysis/run_plots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "analysis/csv_reader.hpp"
#include "analysis/thin_series.hpp"
#include "output/run_tables.hpp"
#include "support/scale.hpp"
#include "support/temp_folder.hpp"

namespace scree::testing {
namespace {

TEST(ThinSeries, KeepsPeaksAndStaysShort) {
  ThinSeries thin(0, 1, 100);
  const int count = scaled_count(300'000);
  for (int i = 0; i < count; ++i) {
    thin.add(static_cast<Real>(i) / count, i == count / 3 ? 1e6 : (i == count / 2 ? -1e6 : std::sin(i)));
  }
  const std::vector<Real> x = thin.x(), y = thin.y();
  EXPECT_LE(x.size(), 400U);
  EXPECT_EQ(*std::max_element(y.begin(), y.end()), 1e6);
  EXPECT_EQ(*std::min_element(y.begin(), y.end()), -1e6);
  EXPECT_EQ(thin.largest(), 1e6);
  EXPECT_EQ(thin.least(), -1e6);
  EXPECT_TRUE(std::is_sorted(x.begin(), x.end()));
  EXPECT_EQ(x.front(), 0);
  EXPECT_EQ(x.back(), (count - 1.) / count);
}

TEST(ThinSeries, FewValuesStayAsTheyAre) {
  ThinSeries thin(0, 10);
  for (int i = 0; i <= 10; ++i) thin.add(i, i * i);
  thin.add(10, std::numeric_limits<Real>::quiet_NaN());
  EXPECT_EQ(thin.x(), (std::vector<Real>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  EXPECT_EQ(thin.y()[3], 9);
  ThinSeries point(5, 5);
  point.add(5, 1);
  EXPECT_EQ(point.y(), (std::vector<Real>{1}));
  EXPECT_TRUE(ThinSeries(0, 1).x().empty());
}

class RunPlots : public FolderTest {
 protected:
  static TableRow row_at(Real time) {
    TableRow row;
    row.time = time;
    row.step = static_cast<std::uint64_t>(1000 * time);
    row.energies.translation = std::exp(-10 * time);
    row.energies.gravity = 100 - 50 * time;
    row.energies.damping = 50 * time;
    row.balance_error = 1e-6;
    row.statistics = {10, 20, 1e-4, 2e-3, 3.5, 1};
    return row;
  }
  void put_table(int rows, Real end) const {
    std::string text = std::string(table_header()) + "\n";
    for (int i = 0; i <= rows; ++i) text += to_csv(row_at(end * i / rows));
    put(path("table.csv"), text);
  }
  void put_forces(const std::string& rows) const {
    put(path("forces.csv"), std::string(forces_header()) + "\n" + rows);
  }
  [[nodiscard]] std::string error(const std::vector<std::string>& quantities = {}) const {
    const Result<std::vector<NamedPlot>> plots = plot_run(folder().string(), quantities);
    return plots ? "" : plots.error().message;
  }
};

const Plot* find(const std::vector<NamedPlot>& plots, const std::string& name) {
  const auto found =
      std::find_if(plots.begin(), plots.end(), [&](const NamedPlot& p) { return p.name == name; });
  return found == plots.end() ? nullptr : &found->plot;
}
const PlotSeries* line(const Plot& plot, const std::string& name) {
  const auto found = std::find_if(plot.series.begin(), plot.series.end(),
                                  [&](const PlotSeries& s) { return s.name == name; });
  return found == plot.series.end() ? nullptr : &*found;
}

TEST_F(RunPlots, ShowWhatTheTablesSay) {
  put_table(100, 1);
  put_forces("0,0,floor,1,0,-2,0,0,0\n0,0,\"a, \"\"b\"\"\",0,0,0,0,0,0\n1,1000,floor,3,0,-4,0,0,0\n");
  const Result<std::vector<NamedPlot>> plots = plot_run(folder().string(), {});
  ASSERT_TRUE(plots) << plots.error().message;
  ASSERT_EQ(plots->size(), 7U + 3);
  const Plot* energies = find(*plots, "energies");
  ASSERT_NE(energies, nullptr);
  EXPECT_EQ(line(*energies, "supplied by events"), nullptr);  // zero throughout
  EXPECT_NEAR(line(*energies, "gravity, since the start")->y.back(), -50, 1e-9);
  EXPECT_NEAR(line(*energies, "total")->y.back(), std::exp(-10), 1e-9);
  EXPECT_EQ(line(*energies, "kinetic")->x.size(), 101U);
  EXPECT_EQ(energies->x.high, 1);
  // What falls over decades has a logarithmic axis, what does not has none.
  EXPECT_TRUE(find(*plots, "kinetic")->y.logarithmic);
  EXPECT_FALSE(find(*plots, "speed")->y.logarithmic);
  EXPECT_FALSE(energies->y.logarithmic);
  EXPECT_EQ(line(*find(*plots, "overlap"), "largest")->y[5], 2e-3);
  EXPECT_EQ(find(*plots, "coordination")->series[0].y[5], 3.5);
  const Plot* forces = find(*plots, "forces");
  ASSERT_NE(forces, nullptr);
  EXPECT_DOUBLE_EQ(line(*forces, "floor")->y[1], 5);
  EXPECT_NE(line(*forces, "a, \"b\""), nullptr);
  const Plot* floor = find(*plots, "force-floor");
  ASSERT_NE(floor, nullptr);
  EXPECT_EQ(line(*floor, "y"), nullptr);  // zero on all walls
  EXPECT_EQ(line(*floor, "z")->y[1], -4);
  EXPECT_NE(find(*plots, "force-a---b-"), nullptr);

  const Result<std::vector<NamedPlot>> two = plot_run(folder().string(), {"speed", "forces"});
  ASSERT_TRUE(two);
  EXPECT_EQ(two->size(), 1U + 3);
}

TEST_F(RunPlots, LongTablesGiveShortPlots) {
  const int rows = scaled_count(40'000);
  put_table(rows, 2);
  put_forces("");
  const Result<std::vector<NamedPlot>> plots = plot_run(folder().string(), {});
  ASSERT_TRUE(plots) << plots.error().message;
  EXPECT_EQ(find(*plots, "forces"), nullptr);  // no walls
  for (const NamedPlot& plot : *plots) {
    for (const PlotSeries& series : plot.plot.series) {
      EXPECT_LE(series.x.size(), 4U * plot_columns);
      EXPECT_EQ(series.x.back(), 2);
    }
    EXPECT_LT(to_svg(plot.plot).size(), 400'000U);
  }
}

TEST_F(RunPlots, ManyWallsShowTheLargest) {
  put_table(2, 1);
  std::string rows;
  for (int i = 0; i < 12; ++i)
    rows += "0,0,wall" + std::to_string(i) + ",0,0," + std::to_string(i) + ",0,0,0\n";
  put_forces(rows);
  const Result<std::vector<NamedPlot>> plots = plot_run(folder().string(), {"forces"});
  ASSERT_TRUE(plots) << plots.error().message;
  EXPECT_EQ(plots->size(), 1U + 8);
  EXPECT_EQ((*plots)[0].plot.title, "Forces on walls: the largest 8 of 12");
  EXPECT_EQ((*plots)[0].plot.series.front().name, "wall4");
}

TEST_F(RunPlots, ARowThatIsBeingWrittenIsLeftOut) {
  put_table(10, 1);
  std::ofstream(path("table.csv"), std::ios::app) << "1.1,11";
  put_forces("0,0,floor,1,0,-2,0,0,0\n1,10,flo");
  const Result<std::vector<NamedPlot>> plots = plot_run(folder().string(), {});
  ASSERT_TRUE(plots) << plots.error().message;
  EXPECT_EQ(find(*plots, "speed")->series[0].x.back(), 1);
  EXPECT_EQ(find(*plots, "forces")->series[0].x.size(), 1U);
}

TEST_F(RunPlots, BrokenTablesAreRefused) {
  EXPECT_NE(plot_run(path("none"), {}).error().message.find("none: no such folder"), std::string::npos);
  EXPECT_NE(error().find("table.csv: cannot read the file"), std::string::npos);
  put(path("table.csv"), "");
  EXPECT_NE(error().find("table.csv:1: has no header"), std::string::npos) << error();
  put(path("table.csv"), std::string(table_header()) + "\n");
  EXPECT_NE(error().find("table.csv: has no rows yet"), std::string::npos) << error();
  put(path("table.csv"), "time_s,step\n0,0\n");
  EXPECT_NE(error().find("table.csv:1: there is no column \"translation_J\"; columns: time_s, step"),
            std::string::npos)
      << error();
  put(path("table.csv"), std::string(table_header()) + "\n1,2\n");
  EXPECT_NE(error().find("table.csv:2: has 2 fields"), std::string::npos) << error();
  std::string row = to_csv(row_at(0));
  row.replace(row.find(",0,") + 1, 1, "x");
  put(path("table.csv"), std::string(table_header()) + "\n" + to_csv(row_at(0)) + row);
  EXPECT_EQ(error({"speed"}), "");  // the step is not looked at
  row = to_csv(row_at(0));
  row.replace(row.rfind(",1,") + 1, 1, "fast");
  put(path("table.csv"), std::string(table_header()) + "\n" + to_csv(row_at(0)) + row);
  EXPECT_NE(error({"speed"}).find("table.csv:3: max_speed_m_s is \"fast\", not a number"), std::string::npos)
      << error({"speed"});
  put_table(3, 1);
  EXPECT_NE(error().find("forces.csv: cannot read the file"), std::string::npos);
  EXPECT_EQ(error({"energies"}), "");
}

}  // namespace
}  // namespace scree::testing
