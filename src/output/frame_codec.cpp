#include "output/frame_codec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "output/half.hpp"

namespace scree {
namespace {

constexpr std::uint32_t all_present_flag = 1;
constexpr Real place_steps = (1 << 24) - 1;  // of a position, across the box of all
constexpr Real orientation_unit = 32767;
constexpr Real contact_unit = 127;  // of a contact's place, in the smaller body's radius
constexpr std::uint8_t slides_bit = 0x80;

// As it is in the file.
struct FrameHeader {
  double time = 0;
  std::uint64_t step = 0;
  std::uint32_t bodies = 0, pairs = 0;
  float lower[3] = {0, 0, 0}, size[3] = {0, 0, 0};
  float largest_force = 0;
  std::uint32_t flags = 0;
  std::uint64_t zero = 0;
};
static_assert(sizeof(FrameHeader) == frame_header_bytes);

float float_below(Real value) {
  const auto rounded = static_cast<float>(value);
  return rounded > value ? std::nextafter(rounded, -std::numeric_limits<float>::infinity()) : rounded;
}
float float_above(Real value) { return -float_below(-value); }

void find_box(const Frame& frame, FrameHeader& header) {
  if (frame.position.empty()) return;
  for (int c = 0; c < 3; ++c) {
    Real lower = std::numeric_limits<Real>::infinity(), upper = -lower;
    for (const Vec3& p : frame.position) {
      lower = std::min(lower, p[c]);
      upper = std::max(upper, p[c]);
    }
    header.lower[c] = float_below(lower);
    header.size[c] = float_above(upper - header.lower[c]);
  }
}

std::uint32_t place_in_box(const FrameHeader& header, Real position, int c) {
  if (!(header.size[c] > 0)) return 0;
  const Real share = (position - header.lower[c]) / header.size[c];
  return static_cast<std::uint32_t>(std::lround(place_steps * std::clamp(share, Real{0}, Real{1})));
}
Real from_place(const FrameHeader& header, std::uint32_t place, int c) {
  return header.lower[c] + header.size[c] * (place / place_steps);
}

Real component(Quat q, int c) { return c == 0 ? q.w : (c == 1 ? q.x : (c == 2 ? q.y : q.z)); }

std::uint32_t smaller_body(std::span<const Real> radius, const FramePair& pair) {
  return second_is_smaller(radius[pair.a], radius[pair.b]) ? pair.b : pair.a;
}

// From a body's number to its place in the frame.
class Places {
 public:
  Places(const std::vector<std::uint32_t>& body, std::size_t bodies)
      : body_(body), all_(body.size() == bodies) {}
  [[nodiscard]] std::optional<std::size_t> find(std::uint32_t body) const {
    if (all_) return body < body_.size() ? std::optional<std::size_t>(body) : std::nullopt;
    const auto found = std::lower_bound(body_.begin(), body_.end(), body);
    if (found == body_.end() || *found != body) return std::nullopt;
    return found - body_.begin();
  }

 private:
  const std::vector<std::uint32_t>& body_;
  bool all_;
};

void put_bodies(const Frame& frame, const FrameHeader& header, ArrayWriter& out) {
  const std::size_t n = frame.body.size();
  if ((header.flags & all_present_flag) == 0) {
    out.put<std::uint32_t>(n, [&](std::size_t i) { return frame.body[i]; });
  }
  const auto place = [&](std::size_t i, int c) { return place_in_box(header, frame.position[i][c], c); };
  out.put_components<std::uint16_t>(n, 3, [&](std::size_t i, int c) { return place(i, c) >> 8; });
  out.put_components<std::uint8_t>(n, 3, [&](std::size_t i, int c) { return place(i, c) & 0xFF; });
  out.put_components<std::int16_t>(n, 4, [&](std::size_t i, int c) {
    return std::lround(orientation_unit * std::clamp(component(frame.orientation[i], c), Real{-1}, Real{1}));
  });
  out.put_components<std::uint16_t>(n, 3,
                                    [&](std::size_t i, int c) { return to_half(frame.velocity[i][c]); });
  out.put_components<std::uint16_t>(
      n, 3, [&](std::size_t i, int c) { return to_half(frame.angular_velocity[i][c]); });
}

void put_pairs(const Frame& frame, const FrameHeader& header, std::span<const Real> radius,
               ArrayWriter& out) {
  const std::vector<FramePair>& pairs = frame.pairs;
  const std::size_t k = pairs.size();
  const Places places(frame.body, radius.size());
  out.put<std::uint32_t>(k, [&](std::size_t i) { return pairs[i].a - (i > 0 ? pairs[i - 1].a : 0); });
  out.put<std::uint32_t>(k, [&](std::size_t i) { return pairs[i].b; });
  const Real scale = header.largest_force > 0 ? header.largest_force : 1;
  out.put<std::uint16_t>(k, [&](std::size_t i) { return to_half(pairs[i].normal_force / scale); });
  out.put_components<std::int8_t>(k, 3, [&](std::size_t i, int c) {
    const std::uint32_t body = smaller_body(radius, pairs[i]);
    const Real arm = pairs[i].position[c] - frame.position[places.find(body).value_or(0)][c];
    return std::lround(contact_unit * std::clamp(arm / radius[body], Real{-1}, Real{1}));
  });
  out.put<std::uint8_t>(k, [&](std::size_t i) {
    return static_cast<std::uint8_t>(pairs[i].type) | (pairs[i].slides ? slides_bit : 0);
  });
}

// What follows the header, as it is in the file.
struct FrameArrays {
  std::vector<std::uint32_t> body;
  std::vector<std::uint16_t> position_high;
  std::vector<std::uint8_t> position_low;
  std::vector<std::int16_t> orientation;
  std::vector<std::uint16_t> velocity, angular_velocity;
  std::vector<std::uint32_t> contact_a, contact_b;
  std::vector<std::uint16_t> contact_force;
  std::vector<std::int8_t> contact_place;
  std::vector<std::uint8_t> contact_kind;
};

std::optional<FrameArrays> read_arrays(const FrameHeader& header, std::string_view bytes) {
  const std::size_t n = header.bodies, k = header.pairs;
  ArrayReader in(bytes);
  FrameArrays a;
  if ((header.flags & all_present_flag) == 0) {
    a.body = in.get<std::uint32_t>(n);
  } else if (n <= bytes.size()) {
    a.body.resize(n);
    std::iota(a.body.begin(), a.body.end(), 0);
  }
  a.position_high = in.get<std::uint16_t>(3 * n);
  a.position_low = in.get<std::uint8_t>(3 * n);
  a.orientation = in.get<std::int16_t>(4 * n);
  a.velocity = in.get<std::uint16_t>(3 * n);
  a.angular_velocity = in.get<std::uint16_t>(3 * n);
  a.contact_a = in.get<std::uint32_t>(k);
  a.contact_b = in.get<std::uint32_t>(k);
  a.contact_force = in.get<std::uint16_t>(k);
  a.contact_place = in.get<std::int8_t>(3 * k);
  a.contact_kind = in.get<std::uint8_t>(k);
  return in.complete() ? std::optional(std::move(a)) : std::nullopt;
}

Vec3 half_vector(const std::vector<std::uint16_t>& components, std::size_t i, std::size_t n) {
  return {from_half(components[i]), from_half(components[n + i]), from_half(components[2 * n + i])};
}

Quat unit_or_identity(Quat q) { return norm(q) > 0 ? normalized(q) : Quat{}; }

void get_bodies(const FrameHeader& header, FrameArrays& a, Frame& frame) {
  const std::size_t n = header.bodies;
  frame.body = std::move(a.body);
  for (std::size_t i = 0; i < n; ++i) {
    Vec3 position;
    for (int c = 0; c < 3; ++c) {
      const std::size_t k = c * n + i;
      position[c] = from_place(header, a.position_high[k] << 8 | a.position_low[k], c);
    }
    frame.position.push_back(position);
    const auto q = [&](std::size_t c) { return a.orientation[c * n + i] / orientation_unit; };
    frame.orientation.push_back(unit_or_identity({q(0), q(1), q(2), q(3)}));
    frame.velocity.push_back(half_vector(a.velocity, i, n));
    frame.angular_velocity.push_back(half_vector(a.angular_velocity, i, n));
  }
}

// false: bodies that are not present, or types that do not exist.
bool get_pairs(const FrameHeader& header, const FrameArrays& a, const FrameScene& scene, Frame& frame) {
  const std::size_t count = header.pairs;
  const Places places(frame.body, body_count(scene));
  std::uint32_t body_a = 0;
  for (std::size_t i = 0; i < count; ++i) {
    FramePair pair;
    pair.a = body_a += a.contact_a[i];
    pair.b = a.contact_b[i];
    const std::uint8_t type = a.contact_kind[i] & ~slides_bit;
    if (!places.find(pair.a) || !places.find(pair.b) || type > static_cast<int>(ContactType::smooth))
      return false;
    pair.type = static_cast<ContactType>(type);
    pair.slides = (a.contact_kind[i] & slides_bit) != 0;
    pair.normal_force = static_cast<Real>(from_half(a.contact_force[i])) * header.largest_force;
    const std::uint32_t smaller = smaller_body(scene.radius, pair);
    pair.position = frame.position[*places.find(smaller)];
    const Real unit = std::isfinite(scene.radius[smaller]) ? scene.radius[smaller] / contact_unit : 0;
    for (int c = 0; c < 3; ++c) pair.position[c] += unit * a.contact_place[c * count + i];
    frame.pairs.push_back(pair);
  }
  return true;
}

bool is_finite(const FrameHeader& header) {
  bool finite = std::isfinite(header.time) && std::isfinite(header.largest_force);
  for (int c = 0; c < 3; ++c)
    finite = finite && std::isfinite(header.lower[c]) && std::isfinite(header.size[c]);
  return finite;
}

}  // namespace

void encode_frame(const Frame& frame, std::span<const Real> radius, std::string& out) {
  FrameHeader header;
  header.time = frame.time;
  header.step = frame.step;
  header.bodies = static_cast<std::uint32_t>(frame.body.size());
  header.pairs = static_cast<std::uint32_t>(frame.pairs.size());
  header.flags = frame.body.size() == radius.size() ? all_present_flag : 0;
  find_box(frame, header);
  for (const FramePair& pair : frame.pairs) {
    header.largest_force = std::max(header.largest_force, static_cast<float>(std::fabs(pair.normal_force)));
  }
  out.clear();
  out.resize(frame_header_bytes);
  std::memcpy(out.data(), &header, sizeof header);
  ArrayWriter arrays(out);
  put_bodies(frame, header, arrays);
  put_pairs(frame, header, radius, arrays);
}

Result<Frame> decode_frame(std::string_view bytes, const FrameScene& scene) {
  if (bytes.size() < frame_header_bytes) return Error{"the frame is shorter than its header"};
  FrameHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (!is_finite(header)) return Error{"the frame's header holds a number that is not finite"};
  auto arrays = read_arrays(header, bytes.substr(frame_header_bytes));
  if (!arrays) return Error{"the frame's length does not fit the numbers of its bodies and contacts"};
  const std::size_t bodies = body_count(scene);
  const bool ascending = std::adjacent_find(arrays->body.begin(), arrays->body.end(),
                                            std::greater_equal<>()) == arrays->body.end();
  if (!ascending || (!arrays->body.empty() && arrays->body.back() >= bodies)) {
    return Error{fmt::format("the frame's bodies are not ascending numbers below {}", bodies)};
  }
  Frame frame;
  frame.time = header.time;
  frame.step = header.step;
  get_bodies(header, *arrays, frame);
  if (!get_pairs(header, *arrays, scene, frame)) {
    return Error{"a contact of the frame is of a body that is not there, or of an unknown type"};
  }
  return frame;
}

}  // namespace scree
