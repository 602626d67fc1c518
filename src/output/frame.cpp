#include "output/frame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "output/snapshot_view.hpp"

namespace scree {
namespace {

Vec3 body_angular_velocity(const Model& model, const State& state, std::size_t body) {
  const Vec3 l = state.angular_momentum[body], w = model.inverse_moments[body];
  return model.mobility[body] == Mobility::dynamic ? Vec3{l.x * w.x, l.y * w.y, l.z * w.z} : l;
}

// Files keep places in single precision; what has flown beyond this is as good as gone.
constexpr Real farthest = 1e30;  // m
bool is_in_frame(const Model& model, const State& state, std::size_t body) {
  const Vec3 p = state.position[body];
  return can_be_shown(model, state, body) &&
         std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) < farthest;
}

void add_bodies(const Model& model, const State& state, Frame& frame) {
  for (std::size_t body = 0; body < body_count(model); ++body) {
    if (!is_in_frame(model, state, body)) continue;
    frame.body.push_back(static_cast<std::uint32_t>(body));
    frame.position.push_back(wrapped(model.periodic, state.position[body]));
    frame.orientation.push_back(state.orientation[body]);
    frame.velocity.push_back(state.velocity[body]);
    frame.angular_velocity.push_back(body_angular_velocity(model, state, body));
  }
}

// Beside the smaller body: never beside a half-space, which is beside everything.
Vec3 contact_position(const Model& model, const State& state, const FramePoint& point) {
  const std::uint32_t smaller =
      second_is_smaller(model.radius[point.a], model.radius[point.b]) ? point.b : point.a;
  const Vec3 centre = state.position[smaller];
  return wrapped(model.periodic, centre) + nearest_image(model.periodic, point.position - centre);
}

void add_points(const Model& model, const State& state, const ContactList& contacts, Frame& frame) {
  for_each_point(contacts, [&](const ContactPoint& contact) {
    FramePoint point;
    point.a = model.piece_body[contact.a];
    point.b = model.piece_body[contact.b];
    if (!is_in_frame(model, state, point.a) || !is_in_frame(model, state, point.b)) return;
    point.type = contact.type;
    point.slides = contact.slides;
    point.position = contact.position;
    point.position = contact_position(model, state, point);
    point.normal = contact.normal;
    point.force = contact.force;
    point.depth = contact.depth;
    frame.points.push_back(point);
  });
  // They come in the order of pieces, that of bodies too, unless these have several or the list another
  // order.
  const auto order = [](const FramePoint& p, const FramePoint& q) {
    return std::tuple(p.a, p.b) < std::tuple(q.a, q.b);
  };
  if (std::is_sorted(frame.points.begin(), frame.points.end(), order)) return;
  std::stable_sort(frame.points.begin(), frame.points.end(), order);
}

void add_pairs(Frame& frame) {
  Real deepest = 0;
  for (const FramePoint& point : frame.points) {
    const bool fresh =
        frame.pairs.empty() || frame.pairs.back().a != point.a || frame.pairs.back().b != point.b;
    if (fresh) {
      frame.pairs.push_back({point.a, point.b, point.type, true, 0, point.position});
      deepest = -std::numeric_limits<Real>::infinity();
    }
    FramePair& pair = frame.pairs.back();
    pair.slides = pair.slides && point.slides;
    pair.normal_force += dot(point.force, point.normal);
    if (point.depth > deepest) {
      deepest = point.depth;
      pair.type = point.type;
      pair.position = point.position;
    }
  }
}

}  // namespace

void make_frame(const Model& model, const State& state, const ContactList& contacts, Frame& frame) {
  frame.body.clear();
  frame.position.clear();
  frame.orientation.clear();
  frame.velocity.clear();
  frame.angular_velocity.clear();
  frame.points.clear();
  frame.pairs.clear();
  frame.time = state.time;
  frame.step = state.step;
  add_bodies(model, state, frame);
  add_points(model, state, contacts, frame);
  add_pairs(frame);
}

}  // namespace scree
