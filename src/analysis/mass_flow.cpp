#include "analysis/mass_flow.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "model/model.hpp"

namespace scree {
namespace {

std::optional<Real> to_number(std::string_view text) {
  Real value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

Real net(const MassFlow::Row& row) { return row.forward - row.backward; }

// When the net mass first got to `mass`, of the sign of the whole; and the row before that.
std::pair<Real, std::size_t> time_of(const MassFlow& flow, Real mass) {
  const Real sign = mass < 0 ? -1 : 1;
  for (std::size_t i = 1; i < flow.rows.size(); ++i) {
    const Real before = net(flow.rows[i - 1]), after = net(flow.rows[i]);
    if (sign * after < sign * mass) continue;
    const Real share = (mass - before) / (after - before);
    return {flow.rows[i - 1].time + share * (flow.rows[i].time - flow.rows[i - 1].time), i - 1};
  }
  return {flow.rows.back().time, flow.rows.size() - 1};
}

}  // namespace

Result<FlowPlane> parse_plane(const std::string& text) {
  const Error bad{
      fmt::format("\"{}\" is no plane: x=, y= or z= and a number (m), such as z=0.1, or six numbers "
                  "px,py,pz,nx,ny,nz: a point and a normal",
                  text)};
  if (text.size() > 2 && text[1] == '=' && text[0] >= 'x' && text[0] <= 'z') {
    const auto value = to_number(std::string_view(text).substr(2));
    if (!value) return bad;
    FlowPlane plane{text, {}, {}};
    plane.point[text[0] - 'x'] = *value;
    plane.normal[text[0] - 'x'] = 1;
    return plane;
  }
  Real numbers[6];
  std::string_view rest = text;
  for (int i = 0; i < 6; ++i) {
    const std::size_t comma = rest.find(',');
    const auto value = to_number(rest.substr(0, comma));
    if (!value || (comma == std::string_view::npos) != (i == 5)) return bad;
    numbers[i] = *value;
    if (i < 5) rest.remove_prefix(comma + 1);
  }
  const Vec3 normal{numbers[3], numbers[4], numbers[5]};
  if (!(norm(normal) > 0) || !std::isfinite(norm(normal))) return bad;
  return FlowPlane{text, {numbers[0], numbers[1], numbers[2]}, normalized(normal)};
}

Real flow_rate(const MassFlow::Row& before, const MassFlow::Row& after) {
  const Real time = after.time - before.time;
  return time > 0 ? (net(after) - net(before)) / time : 0;
}

std::optional<Real> steady_rate(const MassFlow& flow) {
  constexpr Real left_out = 0.1;  // at each end
  const Real mass = flow.rows.empty() ? 0 : net(flow.rows.back());
  if (mass == 0) return std::nullopt;
  const auto [from, first] = time_of(flow, left_out * mass);
  const auto [to, last] = time_of(flow, (1 - left_out) * mass);
  if (first == last || !(to > from)) return std::nullopt;
  return (1 - 2 * left_out) * mass / (to - from);
}

Result<PlaneFlow> PlaneFlow::make(const FrameScene& scene, const FlowPlane& plane) {
  for (int i = 0; i < 3; ++i) {
    const Real along = std::fabs(plane.normal[i]);
    if (scene.periodic.axis[i] && along != 0 && std::fabs(along - 1) > 1e-12) {
      return Error{fmt::format("plane \"{}\": {} is periodic; a plane must be square to it or contain it",
                               plane.text, "xyz"[i])};
    }
  }
  return PlaneFlow(scene, plane);
}

PlaneFlow::PlaneFlow(const FrameScene& scene, const FlowPlane& plane)
    : mass_(scene.mass),
      periodic_(scene.periodic),
      point_(plane.point),
      normal_(plane.normal),
      last_(body_count(scene)),
      was_present_(body_count(scene), false) {
  for (int i = 0; i < 3; ++i) {
    if (periodic_.axis[i] && std::fabs(normal_[i]) > 0.5) period_ = periodic_.length[i];
  }
}

void PlaneFlow::add(const Frame& frame) {
  MassFlow::Row row = flow_.rows.empty() ? MassFlow::Row{} : flow_.rows.back();
  row.time = frame.time;
  std::vector<bool> is_present(was_present_.size(), false);
  for (std::size_t i = 0; i < frame.body.size(); ++i) {
    const std::uint32_t body = frame.body[i];
    is_present[body] = true;
    if (mass_[body] > 0 && was_present_[body]) {
      const Vec3 way = nearest_image(periodic_, frame.position[i] - last_[body]);
      const Real from = dot(normal_, last_[body] - point_), to = from + dot(normal_, way);
      // Numbers of the side, or of the room between two images of the plane.
      const Real side_from = period_ > 0 ? std::floor(from / period_) : (from >= 0 ? 1 : 0);
      const Real side_to = period_ > 0 ? std::floor(to / period_) : (to >= 0 ? 1 : 0);
      if (side_to > side_from) row.forward += mass_[body];
      if (side_to < side_from) row.backward += mass_[body];
      if (side_to != side_from) ++flow_.crossings;
    }
    last_[body] = frame.position[i];
  }
  was_present_ = std::move(is_present);
  flow_.rows.push_back(row);
}

}  // namespace scree
