#include "output/snapshot_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "exec/exec.hpp"
#include "model/geometry.hpp"
#include "output/develop.hpp"

namespace scree {
namespace {

constexpr int largest_side = 4096;  // pixels

// Names tell bodies apart where there are several; sizes where not.
ColourBy usual_colour(const Model& model) {
  const std::string* first = nullptr;
  for (std::size_t body = 0; body < body_count(model); ++body) {
    if (model.mobility[body] != Mobility::dynamic) continue;
    if (first != nullptr && model.names[body] != *first) return ColourBy::name;
    first = &model.names[body];
  }
  return ColourBy::size;
}

}  // namespace

std::optional<Error> check_view(const SnapshotView& view) {
  const auto bad = [](const std::string& text) { return Error{"picture: " + text}; };
  for (const int side : {view.width, view.height}) {
    if (side < 1 || side > largest_side) {
      return bad(
          fmt::format("size: {} x {} pixels; allowed: 1 to {} each", view.width, view.height, largest_side));
    }
  }
  if (!(view.field > 0) || !std::isfinite(view.field)) {
    return bad(fmt::format("field: {} is out of range; allowed: > 0 m", view.field));
  }
  if (!is_finite(view.eye) || !is_finite(view.target) || !is_finite(view.up)) {
    return bad("eye, target or up is not finite");
  }
  const Vec3 forward = view.target - view.eye;
  const Vec3 right = cross(forward, view.up);
  if (!(norm(right) > 1e-9 * norm(forward) * norm(view.up))) {
    return bad("up must not be zero nor point along the line of sight, and the eye must not be the target");
  }
  return std::nullopt;
}

Camera make_camera(const SnapshotView& view) {
  Camera camera;
  const Real distance = norm(view.target - view.eye);
  camera.eye = view.eye;
  camera.forward = normalized(view.target - view.eye);
  camera.right = normalized(cross(camera.forward, view.up));
  camera.up = cross(camera.right, camera.forward);
  camera.perspective = view.perspective;
  const Real samples_per_metre = samples_per_side * view.height / view.field;
  camera.scale = view.perspective ? samples_per_metre * distance : samples_per_metre;
  camera.middle_x = 0.5 * samples_per_side * view.width;
  camera.middle_y = 0.5 * samples_per_side * view.height;
  camera.nearest = view.perspective ? 1e-3 * distance : -std::numeric_limits<Real>::infinity();
  return camera;
}

Vec3 wrap_shift(const Periodic& periodic, Vec3 position) {
  Vec3 shift;
  for (int i = 0; i < 3; ++i) {
    if (!periodic.axis[i]) continue;
    shift[i] = -periodic.length[i] * std::floor((position[i] - periodic.lower[i]) / periodic.length[i]);
  }
  return shift;
}

bool can_be_shown(const Model& model, const State& state, std::size_t body) {
  return state.present[body] != 0 && is_finite(state.position[body]) &&
         std::isfinite(norm(state.orientation[body])) &&
         model.piece_begin[body] < model.piece_begin[body + 1];
}

bool is_unbounded(const Model& model, std::uint32_t piece) {
  return model.shapes[model.piece_shape[piece]].type == ShapeType::half_space;
}

std::vector<ShownBall> shown_balls(const Model& model, const State& state) {
  std::vector<ShownBall> balls;
  for (const bool dynamic : {true, false}) {
    for (std::size_t body = 0; body < body_count(model); ++body) {
      if ((model.mobility[body] == Mobility::dynamic) != dynamic || !can_be_shown(model, state, body))
        continue;
      if (!std::isfinite(model.radius[body]) || is_unbounded(model, model.piece_begin[body])) continue;
      const Vec3 centre = state.position[body] + wrap_shift(model.periodic, state.position[body]);
      balls.push_back({centre, model.radius[body]});
    }
    if (!balls.empty()) break;
  }
  return balls;
}

ShownBall around(const std::vector<ShownBall>& balls) {
  if (balls.empty()) return {{0, 0, 0}, 1};
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  Bounds box{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
  for (const ShownBall& ball : balls) {
    for (int i = 0; i < 3; ++i) {
      box.lower[i] = std::min(box.lower[i], ball.centre[i] - ball.radius);
      box.upper[i] = std::max(box.upper[i], ball.centre[i] + ball.radius);
    }
  }
  const Real radius = 0.5 * norm(box.upper - box.lower);
  return {0.5 * (box.lower + box.upper), radius > 0 ? radius : 1};
}

namespace {

// Straight down on the plane, with all that has bounds in the picture.
SnapshotView view_of_plane(const Model& model, const State& state, SnapshotView view) {
  Exec exec(1);
  Geometry geometry;
  place_pieces(model, state, exec, geometry);
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  Vec2 lower{infinity, infinity}, upper{-infinity, -infinity};
  for (std::uint32_t piece = 0; piece < piece_count(model); ++piece) {
    const std::uint32_t body = model.piece_body[piece];
    if (!can_be_shown(model, state, body) || is_unbounded(model, piece)) continue;
    const Vec3 shift = wrap_shift(model.periodic, state.position[body]);
    const Bounds box = bounding_box(model, geometry, piece);
    lower = {std::min(lower.x, box.lower.x + shift.x), std::min(lower.y, box.lower.y + shift.y)};
    upper = {std::max(upper.x, box.upper.x + shift.x), std::max(upper.y, box.upper.y + shift.y)};
  }
  if (!(lower.x < upper.x)) {  // nothing to show
    lower = {-1, -1};
    upper = {1, 1};
  }
  const Vec2 extent = upper - lower;
  constexpr Real margin = 1.08;
  const Real aspect = static_cast<Real>(std::max(view.width, 1)) / std::max(view.height, 1);
  view.perspective = false;
  view.field = margin * std::max(extent.y, extent.x / aspect);
  view.target = in_space(0.5 * (lower + upper));
  view.eye = view.target + Vec3{0, 0, view.field};
  view.up = {0, 1, 0};
  view.walls = WallStyle::solid;
  return view;
}

}  // namespace

SnapshotView usual_view(const Model& model, const State& state, int width, int height) {
  const std::vector<ShownBall> balls = shown_balls(model, state);
  const ShownBall all = around(balls);
  SnapshotView view;
  view.width = width;
  view.height = height;
  view.colour = usual_colour(model);
  if (model.dimension == 2) return view_of_plane(model, state, view);
  const Real gravity = norm(state.gravity);
  view.up = gravity > 0 && std::isfinite(gravity) ? -state.gravity / gravity : Vec3{0, 0, 1};
  const Vec3 side = normalized(cross(view.up, std::fabs(view.up.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
  const Vec3 front = cross(view.up, side);
  const Vec3 towards_eye = normalized(-0.5 * front - 0.86 * side + 0.45 * view.up);
  constexpr Real radii_away = 4.5;
  view.target = all.centre;
  view.eye = all.centre + radii_away * all.radius * towards_eye;

  // The steepest lines of sight to the balls' outlines, to the four sides.
  const Camera camera = make_camera(view);
  Real left = 0, right = 0, low = 0, high = 0;
  for (const ShownBall& ball : balls) {
    const Vec3 p = to_view(camera, ball.centre);
    const Real closest = p.z - ball.radius;
    left = std::min(left, (p.x - ball.radius) / closest);
    right = std::max(right, (p.x + ball.radius) / closest);
    low = std::min(low, (p.y - ball.radius) / closest);
    high = std::max(high, (p.y + ball.radius) / closest);
  }
  const Real distance = radii_away * all.radius;
  const Vec3 aside = 0.5 * distance * ((left + right) * camera.right + (low + high) * camera.up);
  view.target += aside;
  view.eye += aside;
  constexpr Real margin = 1.08;
  const Real aspect = static_cast<Real>(std::max(width, 1)) / std::max(height, 1);
  view.field =
      balls.empty() ? 2 * all.radius : margin * distance * std::max(high - low, (right - left) / aspect);
  return view;
}

}  // namespace scree
