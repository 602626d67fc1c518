#include "output/snapshot_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t first = none;
  for (std::size_t body = 0; body < body_count(model); ++body) {
    if (model.mobility[body] != Mobility::dynamic) continue;
    if (first != none && model.name_index[body] != first) return ColourBy::name;
    first = model.name_index[body];
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

bool can_be_shown(const Model& model, const State& state, std::size_t body) {
  return state.present[body] != 0 && is_finite(state.position[body]) &&
         std::isfinite(norm(state.orientation[body])) &&
         model.piece_begin[body] < model.piece_begin[body + 1];
}

bool is_unbounded(const Model& model, std::uint32_t piece) {
  return model.shapes[model.piece_shape[piece]].type == ShapeType::half_space;
}

namespace {

// Of dynamic bodies at most this share at each end of an axis may have strayed, and only of many.
constexpr std::size_t stray_share = 100, many_bodies = 200;
// What the others take up of the whole then, at most; and how far from them a body is still one of them.
constexpr Real crowd_share = 0.7, crowd_margin = 0.25;

void leave_out_strays(std::vector<ShownBall>& balls) {
  if (balls.size() < many_bodies) return;
  const std::size_t strays = balls.size() / stray_share;
  std::vector<Real> along(balls.size());
  Bounds kept;
  for (int i = 0; i < 3; ++i) {
    std::transform(balls.begin(), balls.end(), along.begin(),
                   [&](const ShownBall& b) { return b.centre[i]; });
    std::sort(along.begin(), along.end());
    const Real low = along[strays], high = along[along.size() - 1 - strays];
    const bool strayed = high - low < crowd_share * (along.back() - along.front());
    const Real margin = crowd_margin * (high - low);
    kept.lower[i] = strayed ? low - margin : along.front();
    kept.upper[i] = strayed ? high + margin : along.back();
  }
  std::erase_if(balls, [&](const ShownBall& ball) {
    for (int i = 0; i < 3; ++i) {
      if (ball.centre[i] < kept.lower[i] || ball.centre[i] > kept.upper[i]) return true;
    }
    return false;
  });
}

std::vector<ShownBall> balls_of(const Model& model, const State& state, Mobility mobility) {
  std::vector<ShownBall> balls;
  for (std::size_t body = 0; body < body_count(model); ++body) {
    if (model.mobility[body] != mobility || !can_be_shown(model, state, body)) continue;
    if (!std::isfinite(model.radius[body]) || is_unbounded(model, model.piece_begin[body])) continue;
    const Vec3 centre = state.position[body] + wrap_shift(model.periodic, state.position[body]);
    balls.push_back({centre, model.radius[body]});
  }
  return balls;
}

}  // namespace

std::vector<ShownBall> shown_balls(const Model& model, const State& state) {
  std::vector<ShownBall> balls = balls_of(model, state, Mobility::dynamic);
  leave_out_strays(balls);
  const std::vector<ShownBall> moved = balls_of(model, state, Mobility::kinematic);
  balls.insert(balls.end(), moved.begin(), moved.end());
  return balls.empty() ? balls_of(model, state, Mobility::fixed) : balls;
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

constexpr Real picture_margin = 1.08;

struct PlaneBox {
  Vec2 lower{std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::infinity()};
  Vec2 upper = -lower;
};

void add_pieces(const Model& model, const State& state, PlaneBox& box) {
  Exec exec(1);
  Geometry geometry;
  place_pieces(model, state, exec, geometry);
  for (std::uint32_t piece = 0; piece < piece_count(model); ++piece) {
    const std::uint32_t body = model.piece_body[piece];
    if (!can_be_shown(model, state, body) || is_unbounded(model, piece)) continue;
    const Vec3 shift = wrap_shift(model.periodic, state.position[body]);
    const Bounds own = bounding_box(model, geometry, piece);
    box.lower = {std::min(box.lower.x, own.lower.x + shift.x), std::min(box.lower.y, own.lower.y + shift.y)};
    box.upper = {std::max(box.upper.x, own.upper.x + shift.x), std::max(box.upper.y, own.upper.y + shift.y)};
  }
}

// Straight down on the plane, with all that has bounds in the picture.
void look_at_plane(const Model& model, std::span<const State> states, SnapshotView& view) {
  PlaneBox box;
  for (const State& state : states) add_pieces(model, state, box);
  if (!(box.lower.x < box.upper.x)) box = {{-1, -1}, {1, 1}};  // nothing to show
  const Vec2 extent = box.upper - box.lower;
  const Real aspect = static_cast<Real>(std::max(view.width, 1)) / std::max(view.height, 1);
  view.perspective = false;
  view.field = picture_margin * std::max(extent.y, extent.x / aspect);
  view.target = in_space(0.5 * (box.lower + box.upper));
  view.eye = view.target + Vec3{0, 0, view.field};
  view.up = {0, 1, 0};
  view.walls = WallStyle::solid;
}

// Unit vectors, in place of zeros too.
ViewDirection complete(const ViewDirection& wanted, Vec3 gravity) {
  const Real g = norm(gravity);
  ViewDirection direction = wanted;
  if (norm(direction.up) == 0) direction.up = g > 0 && std::isfinite(g) ? -gravity / g : Vec3{0, 0, 1};
  const Vec3 up = direction.up;
  const Vec3 side = normalized(cross(up, std::fabs(up.x) < 0.9 * norm(up) ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
  const Vec3 front = normalized(cross(up, side));
  if (norm(direction.towards_eye) == 0) {
    direction.towards_eye = -0.5 * front - 0.86 * side + 0.45 * normalized(up);
  }
  direction.towards_eye = normalized(direction.towards_eye);
  // Who looks straight down or up has the world's front above.
  if (norm(cross(direction.towards_eye, normalized(up))) < 1e-6) direction.up = side;
  return direction;
}

void look_from(const ViewDirection& direction, const std::vector<ShownBall>& balls, SnapshotView& view) {
  const ShownBall all = around(balls);
  constexpr Real radii_away = 4.5;
  view.up = direction.up;
  view.target = all.centre;
  view.eye = all.centre + radii_away * all.radius * direction.towards_eye;
  view.centre = all.centre;
  view.radius = all.radius;

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
  const Real aspect = static_cast<Real>(std::max(view.width, 1)) / std::max(view.height, 1);
  view.field = balls.empty() ? 2 * all.radius
                             : picture_margin * distance * std::max(high - low, (right - left) / aspect);
}

}  // namespace

SnapshotView fitted_view(const Model& model, std::span<const State> states, const ViewDirection& direction,
                         int width, int height) {
  SnapshotView view;
  view.width = width;
  view.height = height;
  view.colour = usual_colour(model);
  if (model.dimension == 2) {
    look_at_plane(model, states, view);
    return view;
  }
  std::vector<ShownBall> balls;
  for (const State& state : states) {
    const std::vector<ShownBall> own = shown_balls(model, state);
    balls.insert(balls.end(), own.begin(), own.end());
  }
  look_from(complete(direction, states.empty() ? Vec3{} : states.front().gravity), balls, view);
  return view;
}

SnapshotView usual_view(const Model& model, const State& state, int width, int height) {
  return fitted_view(model, {&state, 1}, {}, width, height);
}

std::string_view name(ColourBy colour) {
  constexpr std::array<std::string_view, 7> names{"name",          "shape",  "size",    "speed",
                                                  "angular-speed", "energy", "contacts"};
  return names[static_cast<std::size_t>(colour)];
}
std::vector<ColourBy> all_colourings() {
  using enum ColourBy;
  return {ColourBy::name, shape, size, speed, angular_speed, energy, contacts};
}
bool has_scale(ColourBy colour) { return colour != ColourBy::name && colour != ColourBy::shape; }

std::string_view name(WallStyle style) {
  constexpr std::array<std::string_view, 4> names{"edges", "glass", "solid", "hidden"};
  return names[static_cast<std::size_t>(style)];
}
std::vector<WallStyle> all_wall_styles() {
  using enum WallStyle;
  return {edges, glass, solid, hidden};
}

}  // namespace scree
