#include "analysis/thin_series.hpp"

#include <algorithm>
#include <cmath>

namespace scree {

ThinSeries::ThinSeries(Real low, Real high, int columns)
    : low_(low), high_(high), columns_(static_cast<std::size_t>(std::max(1, columns))) {}

void ThinSeries::add(Real x, Real y) {
  if (!std::isfinite(x) || !std::isfinite(y)) return;
  const Real share = high_ > low_ ? std::clamp((x - low_) / (high_ - low_), 0.0, 1.0) : 0;
  const auto wanted = static_cast<std::size_t>(share * static_cast<Real>(columns_.size()));
  Column& column = columns_[std::min(wanted, columns_.size() - 1)];
  const Point point{count_, x, y};
  if (!column.used) column = {true, point, point, point, point};
  if (y < column.least.y) column.least = point;
  if (y > column.largest.y) column.largest = point;
  column.last = point;
  least_ = count_ == 0 ? y : std::min(least_, y);
  largest_ = count_ == 0 ? y : std::max(largest_, y);
  ++count_;
}

std::vector<ThinSeries::Point> ThinSeries::points() const {
  std::vector<Point> all;
  for (const Column& column : columns_) {
    if (!column.used) continue;
    Point inner[2] = {column.least, column.largest};
    if (inner[1].number < inner[0].number) std::swap(inner[0], inner[1]);
    for (const Point& point : {column.first, inner[0], inner[1], column.last}) {
      if (all.empty() || all.back().number != point.number) all.push_back(point);
    }
  }
  return all;
}

std::vector<Real> ThinSeries::x() const {
  const std::vector<Point> all = points();
  std::vector<Real> values(all.size());
  std::transform(all.begin(), all.end(), values.begin(), [](const Point& point) { return point.x; });
  return values;
}

std::vector<Real> ThinSeries::y() const {
  const std::vector<Point> all = points();
  std::vector<Real> values(all.size());
  std::transform(all.begin(), all.end(), values.begin(), [](const Point& point) { return point.y; });
  return values;
}

}  // namespace scree
