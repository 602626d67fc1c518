// A long series thinned to what a plot can show, one value at a time.
//
// The axis is cut into columns; of each column the first, least, largest and last values stay. A line through
// them covers the same pixels as one through all values (the M4 aggregation of Jugel, Jerzak, Hackenbroich
// and Markl, VLDB 2014), so that no peak is lost however many rows there are.
#pragma once

#include <scree/real.hpp>

#include <cstddef>
#include <vector>

namespace scree {

inline constexpr int plot_columns = 1040;  // two per pixel of a plot

class ThinSeries {
 public:
  // x values will come in ascending order and lie within [low, high]; those outside go to the ends.
  ThinSeries(Real low, Real high, int columns = plot_columns);

  // Values that are not finite are left out.
  void add(Real x, Real y);

  // In ascending order of x.
  [[nodiscard]] std::vector<Real> x() const;
  [[nodiscard]] std::vector<Real> y() const;
  // Of all values added; 0 when there are none.
  [[nodiscard]] Real least() const { return least_; }
  [[nodiscard]] Real largest() const { return largest_; }

 private:
  struct Point {
    std::size_t number = 0;  // of the value among all
    Real x = 0, y = 0;
  };
  struct Column {
    bool used = false;
    Point first, least, largest, last;
  };
  [[nodiscard]] std::vector<Point> points() const;

  Real low_, high_;
  std::vector<Column> columns_;
  std::size_t count_ = 0;
  Real least_ = 0, largest_ = 0;
};

}  // namespace scree
