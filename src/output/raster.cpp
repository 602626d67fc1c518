#include "output/raster.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace scree {
namespace {

struct ScreenPoint {
  Real x = 0, y = 0;  // samples, from the upper left corner
  Real nearness = 0;
  Real light = 0;
};

ScreenPoint project(const Camera& camera, Vec3 view, Real light) {
  const Real scale = camera.perspective ? camera.scale / view.z : camera.scale;
  return {camera.middle_x + scale * view.x, camera.middle_y - scale * view.y,
          camera.perspective ? 1 / view.z : -view.z, light};
}

// The part of a polygon that is far enough from the eye (Sutherland & Hodgman 1974, one plane).
void clip(const Camera& camera, const DrawnPolygon& polygon, Canvas& canvas) {
  canvas.clipped.clear();
  canvas.clipped_light.clear();
  const std::size_t count = polygon.corners.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t next = i + 1 < count ? i + 1 : 0;
    const Vec3 a = polygon.corners[i];
    const Vec3 b = polygon.corners[next];
    const bool a_seen = a.z >= camera.nearest;
    if (a_seen) {
      canvas.clipped.push_back(a);
      canvas.clipped_light.push_back(polygon.light[i]);
    }
    if (a_seen == (b.z >= camera.nearest)) continue;
    const Real t = (camera.nearest - a.z) / (b.z - a.z);
    canvas.clipped.push_back(a + t * (b - a));
    canvas.clipped_light.push_back(polygon.light[i] + t * (polygon.light[next] - polygon.light[i]));
  }
}

// A value that is linear across the screen: at(x, y) = here + across * x + down * y.
struct Gradient {
  Real here = 0, across = 0, down = 0;
};
Gradient gradient(const ScreenPoint* p, Real value_0, Real value_1, Real value_2, Real twice_area) {
  const Real u = value_1 - value_0;
  const Real v = value_2 - value_0;
  Gradient g;
  g.across = (u * (p[2].y - p[0].y) - v * (p[1].y - p[0].y)) / twice_area;
  g.down = (v * (p[1].x - p[0].x) - u * (p[2].x - p[0].x)) / twice_area;
  g.here = value_0 - g.across * p[0].x - g.down * p[0].y;
  return g;
}

// The first and last sample of the row through y whose middle is inside the triangle (sense: sign of its
// area).
struct Span {
  int first, last;
};
Span row_span(const ScreenPoint* p, Real sense, Real y, int width) {
  Real low = 0;
  Real high = width;
  for (int i = 0; i < 3; ++i) {
    const ScreenPoint& a = p[i];
    const ScreenPoint& b = p[(i + 1) % 3];
    // Inside: slope * x + rest >= 0.
    const Real slope = -sense * (b.y - a.y);
    const Real rest = sense * ((b.x - a.x) * (y - a.y) + (b.y - a.y) * a.x);
    if (slope > 0) {
      low = std::max(low, -rest / slope);
    } else if (slope < 0) {
      high = std::min(high, -rest / slope);
    } else if (rest < 0) {
      return {1, 0};
    }
  }
  if (!(low <= high)) return {1, 0};
  return {static_cast<int>(std::ceil(low - 0.5)),
          std::min(width - 1, static_cast<int>(std::floor(high - 0.5)))};
}

// f(index of the sample, nearness, light) for each sample inside the triangle.
template <class F>
void for_samples(const ScreenPoint* p, const Canvas& canvas, F&& f) {
  const Real twice_area = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y);
  if (!(std::fabs(twice_area) > 1e-12)) return;
  const Gradient nearness = gradient(p, p[0].nearness, p[1].nearness, p[2].nearness, twice_area);
  const Gradient light = gradient(p, p[0].light, p[1].light, p[2].light, twice_area);
  const Real top = std::max(Real{0}, std::min({p[0].y, p[1].y, p[2].y}));
  const Real bottom = std::min(Real(canvas.height), std::max({p[0].y, p[1].y, p[2].y}));
  if (!(top <= bottom)) return;
  const int last_row = std::min(canvas.height - 1, static_cast<int>(std::floor(bottom - 0.5)));
  for (int row = std::max(0, static_cast<int>(std::ceil(top - 0.5))); row <= last_row; ++row) {
    const Real y = row + 0.5;
    const Span span = row_span(p, twice_area > 0 ? 1 : -1, y, canvas.width);
    const std::size_t begin = std::size_t(row) * canvas.width;
    for (int x = span.first; x <= span.last; ++x) {
      f(begin + x, nearness.here + nearness.across * (x + 0.5) + nearness.down * y,
        light.here + light.across * (x + 0.5) + light.down * y);
    }
  }
}

template <class F>
void for_samples(const Camera& camera, const DrawnPolygon& polygon, Canvas& canvas, F&& f) {
  clip(camera, polygon, canvas);
  const auto corner = [&](std::size_t i) {
    return project(camera, canvas.clipped[i], canvas.clipped_light[i]);
  };
  for (std::size_t i = 1; i + 1 < canvas.clipped.size(); ++i) {
    const ScreenPoint triangle[3] = {corner(0), corner(i), corner(i + 1)};
    for_samples(triangle, canvas, f);
  }
}

// What lies on a solid is not hidden by it: so much (x nearness) counts as nothing.
constexpr Real hiding_margin = 1e-4;
Real with_margin(Real nearness) { return nearness + hiding_margin * std::fabs(nearness); }

// The part of the line on the canvas and before the eye (Liang & Barsky 1984). Nothing: none.
std::optional<std::pair<ScreenPoint, ScreenPoint>> visible_part(const Camera& camera, Vec3 a, Vec3 b,
                                                                const Canvas& canvas) {
  if (a.z < camera.nearest && b.z < camera.nearest) return std::nullopt;
  if (a.z < camera.nearest) a = b + (camera.nearest - b.z) / (a.z - b.z) * (a - b);
  if (b.z < camera.nearest) b = a + (camera.nearest - a.z) / (b.z - a.z) * (b - a);
  const ScreenPoint p = project(camera, a, 0);
  const ScreenPoint q = project(camera, b, 0);
  Real from = 0;
  Real to = 1;
  const auto keep = [&](Real start, Real end) {  // the part where the value is >= 0
    if (start < 0) from = std::max(from, end > start ? start / (start - end) : 2);
    if (end < 0) to = std::min(to, start > end ? start / (start - end) : -1);
  };
  keep(p.x, q.x);
  keep(p.y, q.y);
  keep(canvas.width - p.x, canvas.width - q.x);
  keep(canvas.height - p.y, canvas.height - q.y);
  if (!(from <= to)) return std::nullopt;
  const auto at = [&](Real t) {
    return ScreenPoint{p.x + t * (q.x - p.x), p.y + t * (q.y - p.y),
                       p.nearness + t * (q.nearness - p.nearness), 0};
  };
  return std::pair{at(from), at(to)};
}

}  // namespace

Canvas::Canvas(int width, int height)
    : width(width),
      height(height),
      solid(std::size_t(width) * height),
      glass(solid.size(), 0),
      line(solid.size(), 0) {}

void draw_solid(const Camera& camera, const DrawnPolygon& polygon, Canvas& canvas) {
  for_samples(camera, polygon, canvas, [&](std::size_t i, Real nearness, Real light) {
    Sample& sample = canvas.solid[i];
    const auto near = static_cast<float>(nearness);
    if (!(near > sample.nearness)) return;
    sample = {near, polygon.thing, polygon.face,
              static_cast<std::uint8_t>(std::lround(255 * std::clamp(light, Real{0}, Real{1})))};
  });
}

void draw_glass(const Camera& camera, const DrawnPolygon& polygon, Canvas& canvas) {
  for_samples(camera, polygon, canvas, [&](std::size_t i, Real nearness, Real) {
    if (nearness >= canvas.solid[i].nearness && canvas.glass[i] < 255) ++canvas.glass[i];
  });
}

void draw_line(const Camera& camera, Vec3 view_a, Vec3 view_b, const LineStyle& style, Canvas& canvas) {
  const auto part = visible_part(camera, view_a, view_b, canvas);
  if (!part) return;
  const auto [p, q] = *part;
  const auto darkness =
      static_cast<std::uint8_t>(std::lround(255 * std::clamp(style.darkness, Real{0}, Real{1})));
  const bool flat = std::fabs(q.x - p.x) >= std::fabs(q.y - p.y);
  const int steps = 1 + static_cast<int>(std::max(std::fabs(q.x - p.x), std::fabs(q.y - p.y)));
  for (int k = 0; k <= steps; ++k) {
    const Real t = Real(k) / steps;
    const Real nearness = p.nearness + t * (q.nearness - p.nearness);
    const Real x = p.x + t * (q.x - p.x) - (flat ? 0 : 0.5 * (style.width - 1));
    const Real y = p.y + t * (q.y - p.y) - (flat ? 0.5 * (style.width - 1) : 0);
    for (int w = 0; w < style.width; ++w) {
      const int column = static_cast<int>(std::floor(x)) + (flat ? 0 : w);
      const int row = static_cast<int>(std::floor(y)) + (flat ? w : 0);
      if (column < 0 || column >= canvas.width || row < 0 || row >= canvas.height) continue;
      const std::size_t i = std::size_t(row) * canvas.width + column;
      const Sample& sample = canvas.solid[i];
      const bool seen = with_margin(nearness) >= sample.nearness || sample.thing == style.lies_on;
      if (seen) canvas.line[i] = std::max(canvas.line[i], darkness);
    }
  }
}

}  // namespace scree
