#include "detect/planar/brute_force.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "detect/planar/describe.hpp"
#include "detect/tolerances.hpp"

namespace scree {
namespace {

using Long = long double;

struct LongVec {
  Long x = 0, y = 0;
};
LongVec operator+(LongVec a, LongVec b) { return {a.x + b.x, a.y + b.y}; }
LongVec operator-(LongVec a, LongVec b) { return {a.x - b.x, a.y - b.y}; }
LongVec operator*(Long s, LongVec a) { return {s * a.x, s * a.y}; }
Long dot(LongVec a, LongVec b) { return a.x * b.x + a.y * b.y; }
Long norm(LongVec a) { return std::sqrt(dot(a, a)); }
LongVec to_long(Vec2 v) { return {v.x, v.y}; }
Vec2 to_double(LongVec v) { return {static_cast<Real>(v.x), static_cast<Real>(v.y)}; }

struct LongPolygon {
  std::vector<LongVec> corners;
  std::vector<LongVec> normals;  // outward unit, edge i from corner i to the next
};

// Turned, then moved. Directions are turned, not taken from the moved corners: short edges would lose digits.
LongPolygon make_polygon(const PolygonView& view, Turn turn, LongVec shift) {
  const Long length =
      std::sqrt(static_cast<Long>(turn.cosine) * turn.cosine + static_cast<Long>(turn.sine) * turn.sine);
  const Long c = turn.cosine / length, s = turn.sine / length;
  const auto turned = [&](LongVec v) { return LongVec{c * v.x - s * v.y, s * v.x + c * v.y}; };
  LongPolygon polygon;
  for (int i = 0; i < view.vertex_count; ++i) {
    const LongVec from = to_long(view.vertices[i]);
    polygon.corners.push_back(turned(from) + shift);
    if (view.vertex_count == 1) continue;
    const LongVec along = to_long(view.vertices[(i + 1) % view.vertex_count]) - from;
    polygon.normals.push_back((1 / norm(along)) * turned({along.y, -along.x}));
  }
  return polygon;
}

struct Direction {
  LongVec normal;  // from A to B
  Long depth = 0;
};

// Over all edges of both, the least deep first.
std::vector<Direction> all_depths(const LongPolygon& a, const LongPolygon& b) {
  std::vector<Direction> all;
  const auto consider = [&](LongVec normal) {
    Long top = -std::numeric_limits<Long>::infinity(), bottom = -top;
    for (const LongVec& v : a.corners) top = std::max(top, dot(normal, v));
    for (const LongVec& v : b.corners) bottom = std::min(bottom, dot(normal, v));
    all.push_back({normal, top - bottom});
  };
  for (const LongVec& n : a.normals) consider(n);
  for (const LongVec& n : b.normals) consider(-1 * n);
  std::stable_sort(all.begin(), all.end(), [](const auto& d, const auto& e) { return d.depth < e.depth; });
  return all;
}

struct Nearest {
  Long distance = std::numeric_limits<Long>::infinity();
  LongVec point_a, point_b;
};

LongVec nearest_on_edge(const LongPolygon& polygon, std::size_t i, LongVec point) {
  const LongVec from = polygon.corners[i];
  const LongVec along = polygon.corners[(i + 1) % polygon.corners.size()] - from;
  const Long square = dot(along, along);
  return square > 0 ? from + std::clamp(dot(point - from, along) / square, 0.0L, 1.0L) * along : from;
}

Nearest nearest_points(const LongPolygon& a, const LongPolygon& b) {
  Nearest best;
  const auto keep = [&](LongVec point_a, LongVec point_b) {
    const Long distance = norm(point_b - point_a);
    if (distance < best.distance) best = {distance, point_a, point_b};
  };
  for (std::size_t i = 0; i < a.corners.size(); ++i) {
    for (std::size_t j = 0; j < b.corners.size(); ++j) {
      keep(a.corners[i], nearest_on_edge(b, j, a.corners[i]));
      keep(nearest_on_edge(a, i, b.corners[j]), b.corners[j]);
    }
  }
  return best;
}

}  // namespace

Status brute_force(const PlanarPair& pair, Real parallel_angle, Contact2& contact, ContactPatch2* patch,
                   BruteForceDetail* detail) {
  contact = Contact2{};
  if (patch != nullptr) patch->count = 0;
  if (!has_polygonal_core(pair.a) || !has_polygonal_core(pair.b)) {
    return contact.status = Status::unsupported_pair;
  }
  const LongPolygon a = make_polygon(pair.a.outline, Turn{}, {});
  const LongPolygon b = make_polygon(pair.b.outline, pair.a_from_b, to_long(pair.translation));
  const Long touch = static_cast<Long>(tolerance::touch) * pair.size;
  const std::vector<Direction> directions = all_depths(a, b);
  Long distance = directions.empty() ? 1 : -directions.front().depth;
  LongVec normal = directions.empty() ? LongVec{1, 0} : directions.front().normal;
  LongVec witness;
  Long margin = std::numeric_limits<Long>::infinity();
  if (distance > 0) {
    const Nearest nearest = nearest_points(a, b);
    distance = nearest.distance;
    witness = nearest.point_a;
    if (distance > touch) normal = (1 / distance) * (nearest.point_b - nearest.point_a);
  } else {
    for (const Direction& d : directions) {
      if (norm(d.normal - normal) > distinct_angle) {
        margin = d.depth - directions.front().depth;
        break;
      }
    }
  }
  const Long signed_distance = distance - pair.a.sweep_radius - pair.b.sweep_radius;
  contact.iterations = 1;
  contact.normal = normalized(to_double(normal));
  contact.distance = static_cast<Real>(signed_distance);
  contact.state = signed_distance > touch    ? ContactState::separate
                  : signed_distance < -touch ? ContactState::overlap
                                             : ContactState::touch;
  if (detail != nullptr) {
    detail->distance = signed_distance;
    detail->normal_margin = margin;
  }
  describe_contact(pair, static_cast<Real>(distance), to_double(witness), parallel_angle, contact, patch);
  if (pair.a.type == ShapeType::disc || pair.b.type == ShapeType::disc) contact.type = ContactType::smooth;
  return contact.status;
}

}  // namespace scree
