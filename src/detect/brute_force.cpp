#include "detect/brute_force.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "detect/kernels/patch.hpp"
#include "detect/tolerances.hpp"

namespace scree {
namespace {

using Long = long double;

struct LongVec {
  Long x = 0, y = 0, z = 0;
};
LongVec operator+(LongVec a, LongVec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
LongVec operator-(LongVec a, LongVec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
LongVec operator*(Long s, LongVec a) { return {s * a.x, s * a.y, s * a.z}; }
Long dot(LongVec a, LongVec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
LongVec cross(LongVec a, LongVec b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Long norm(LongVec a) { return std::sqrt(dot(a, a)); }
LongVec to_long(Vec3 v) { return {v.x, v.y, v.z}; }
Vec3 to_double(LongVec v) { return {static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z)}; }

// q v q* with q of any length.
LongVec rotate(Quat q, LongVec v) {
  const LongVec u{q.x, q.y, q.z};
  const Long w = q.w;
  const Long length_squared = w * w + dot(u, u);
  const LongVec t = 2 * cross(u, v);
  return v + (1 / length_squared) * (w * t + cross(u, t));
}

// The vector area of a face. A sliver's normal needs more digits than 80-bit arithmetic has: its area is
// a small difference of large products.
__extension__ using Quad = __float128;
LongVec face_area(const PolyhedronView& view, const std::vector<int>& loop) {
  const auto difference = [&](int k, int axis) {
    return static_cast<Quad>(view.vertices[loop[k]][axis]) - static_cast<Quad>(view.vertices[loop[0]][axis]);
  };
  Quad area[3] = {0, 0, 0};
  for (int k = 1; k + 1 < static_cast<int>(loop.size()); ++k) {
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const int l = (i + 2) % 3;
      area[i] += difference(k, j) * difference(k + 1, l) - difference(k, l) * difference(k + 1, j);
    }
  }
  return {static_cast<Long>(area[0]), static_cast<Long>(area[1]), static_cast<Long>(area[2])};
}

struct LongSolid {
  std::vector<LongVec> vertices;
  std::vector<LongVec> face_normals;  // outward unit
  std::vector<LongVec> face_points;   // the outermost vertex along the normal
  std::vector<std::vector<int>> faces;
  std::vector<std::array<int, 2>> edges;
  std::vector<LongVec> edge_vectors;
};

// The solid turned by `turn`, then moved by `shift`. Directions are turned, not taken from the moved
// vertices: short edges would lose their digits.
template <class Turn>
LongSolid make_solid(const PolyhedronView& view, Turn turn, LongVec shift) {
  LongSolid solid;
  for (int i = 0; i < view.vertex_count; ++i) {
    solid.vertices.push_back(turn(to_long(view.vertices[i])) + shift);
  }
  for (int f = 0; f < view.face_count; ++f) {
    std::vector<int> loop(view.face_vertices + view.face_begin[f],
                          view.face_vertices + view.face_begin[f + 1]);
    const LongVec area = face_area(view, loop);
    const LongVec normal = turn((1 / norm(area)) * area);
    const int top = *std::max_element(loop.begin(), loop.end(), [&](int i, int j) {
      return dot(normal, solid.vertices[i]) < dot(normal, solid.vertices[j]);
    });
    solid.face_normals.push_back(normal);
    solid.face_points.push_back(solid.vertices[top]);
    solid.faces.push_back(std::move(loop));
  }
  for (int e = 0; e < view.edge_count; ++e) {
    const auto& [from, to] = view.edges[e].vertex;
    solid.edges.push_back({from, to});
    solid.edge_vectors.push_back(turn(to_long(view.vertices[to]) - to_long(view.vertices[from])));
  }
  return solid;
}

// How deep B reaches into A against a direction, over all vertices.
class DepthFinder {
 public:
  DepthFinder(const LongSolid& a, const LongSolid& b) : a_(a), b_(b) {}

  // Gives up, with some value above `limit`, once the depth is sure to be larger. The two vertices that
  // settled the last direction are tried first: they often settle this one too.
  Long depth(LongVec normal, Long limit) {
    Long top = dot(normal, a_.vertices[top_]);
    Long bottom = dot(normal, b_.vertices[bottom_]);
    if (top - bottom > limit) return top - bottom;
    for (std::size_t i = 0; i < a_.vertices.size(); ++i) {
      const Long height = dot(normal, a_.vertices[i]);
      if (height <= top) continue;
      top = height;
      top_ = i;
      if (top - bottom > limit) return top - bottom;
    }
    for (std::size_t i = 0; i < b_.vertices.size(); ++i) {
      const Long height = dot(normal, b_.vertices[i]);
      if (height >= bottom) continue;
      bottom = height;
      bottom_ = i;
      if (top - bottom > limit) return top - bottom;
    }
    return top - bottom;
  }

 private:
  const LongSolid& a_;
  const LongSolid& b_;
  std::size_t top_ = 0, bottom_ = 0;
};

struct Direction {
  LongVec normal;  // from A to B
  Long depth = 0;
};

// The directions of least depth: the best first, then all within `window` of it.
std::vector<Direction> least_depths(const LongSolid& a, const LongSolid& b, Long window) {
  std::vector<Direction> kept;
  Long best = std::numeric_limits<Long>::infinity();
  DepthFinder finder(a, b);
  const auto consider = [&](LongVec normal) {
    const Long depth = finder.depth(normal, best + window);
    if (depth > best + window) return;
    best = std::min(best, depth);
    kept.push_back({normal, depth});
  };
  for (const LongVec& n : a.face_normals) consider(n);
  for (const LongVec& n : b.face_normals) consider(-1 * n);
  for (const LongVec& u : a.edge_vectors) {
    for (const LongVec& v : b.edge_vectors) {
      const LongVec common = cross(u, v);
      const Long length = norm(common);
      if (length <= 1e-17L * norm(u) * norm(v)) continue;  // parallel: a face normal covers it
      consider((1 / length) * common);
      consider((-1 / length) * common);
    }
  }
  std::erase_if(kept, [&](const Direction& d) { return d.depth > best + window; });
  std::stable_sort(kept.begin(), kept.end(), [](const auto& d, const auto& e) { return d.depth < e.depth; });
  return kept;
}

Long margin_to_next(const std::vector<Direction>& kept, Long window) {
  for (const Direction& d : kept) {
    if (norm(d.normal - kept.front().normal) > distinct_angle) return d.depth - kept.front().depth;
  }
  return window;
}

struct Nearest {
  Long distance = std::numeric_limits<Long>::infinity();
  LongVec point_a, point_b;
};

void keep_nearer(Nearest& best, LongVec point_a, LongVec point_b) {
  const Long distance = norm(point_b - point_a);
  if (distance < best.distance) best = {distance, point_a, point_b};
}

LongVec nearest_on_segment(LongVec start, LongVec end, LongVec point) {
  const LongVec e = end - start;
  const Long t = dot(point - start, e) / dot(e, e);
  return start + std::clamp(t, 0.0L, 1.0L) * e;
}

// Triangle by triangle about the first vertex: an edge of no length cannot cut off the rest of the face.
bool foot_inside(const LongSolid& solid, std::size_t face, LongVec point) {
  const auto& loop = solid.faces[face];
  const auto left_of = [&](int i, int k) {
    const LongVec from = solid.vertices[loop[i]];
    const LongVec to = solid.vertices[loop[k]];
    return dot(cross(solid.face_normals[face], to - from), point - from) >= 0;
  };
  for (int k = 1; k + 1 < static_cast<int>(loop.size()); ++k) {
    if (left_of(0, k) && left_of(k, k + 1) && left_of(k + 1, 0)) return true;
  }
  return false;
}

// Feet of `point` on the faces of `solid`; `record(foot)` for each that lies in its face.
template <class Record>
void feet_on_faces(const LongSolid& solid, LongVec point, Record record) {
  for (std::size_t f = 0; f < solid.faces.size(); ++f) {
    const Long height = dot(solid.face_normals[f], point - solid.face_points[f]);
    if (height >= 0 && foot_inside(solid, f, point)) record(point - height * solid.face_normals[f]);
  }
}

void nearest_of_edges(LongVec a0, LongVec a1, LongVec b0, LongVec b1, Nearest& best) {
  const LongVec middle = 0.5L * (a0 + a1) - 0.5L * (b0 + b1);
  if (norm(middle) - 0.5L * (norm(a1 - a0) + norm(b1 - b0)) > best.distance) return;
  keep_nearer(best, a0, nearest_on_segment(b0, b1, a0));
  keep_nearer(best, a1, nearest_on_segment(b0, b1, a1));
  keep_nearer(best, nearest_on_segment(a0, a1, b0), b0);
  keep_nearer(best, nearest_on_segment(a0, a1, b1), b1);
  const LongVec u = a1 - a0;
  const LongVec v = b1 - b0;
  const LongVec common = cross(u, v);
  const Long squared = dot(common, common);
  if (squared <= 1e-34L * dot(u, u) * dot(v, v)) return;
  const Long s = dot(cross(b0 - a0, v), common) / squared;
  const Long t = dot(cross(b0 - a0, u), common) / squared;
  if (s >= 0 && s <= 1 && t >= 0 && t <= 1) keep_nearer(best, a0 + s * u, b0 + t * v);
}

Nearest nearest_points(const LongSolid& a, const LongSolid& b) {
  Nearest best;
  for (const LongVec& v : a.vertices) {
    feet_on_faces(b, v, [&](LongVec foot) { keep_nearer(best, v, foot); });
  }
  for (const LongVec& v : b.vertices) {
    feet_on_faces(a, v, [&](LongVec foot) { keep_nearer(best, foot, v); });
  }
  for (const auto& ea : a.edges) {
    for (const auto& eb : b.edges) {
      nearest_of_edges(a.vertices[ea[0]], a.vertices[ea[1]], b.vertices[eb[0]], b.vertices[eb[1]], best);
    }
  }
  return best;
}

}  // namespace

Status brute_force(const ShapePair& pair, Quat rotation, Real parallel_angle, Contact& contact,
                   ContactPatch* patch, BruteForceDetail* detail) {
  contact = Contact{};
  if (patch != nullptr) patch->count = 0;
  if (pair.a.core.face_count == 0 || pair.b.core.face_count == 0) {
    return contact.status = Status::unsupported_pair;
  }
  const LongSolid a = make_solid(
      pair.a.core, [](LongVec v) { return v; }, LongVec{});
  const LongSolid b = make_solid(
      pair.b.core, [&](LongVec v) { return rotate(rotation, v); }, to_long(pair.translation));

  const Long window = 1e-7L * pair.size;
  const std::vector<Direction> directions = least_depths(a, b, window);
  const Long touch = static_cast<Long>(tolerance::touch) * pair.size;
  Long distance = -directions.front().depth;
  LongVec normal = directions.front().normal;
  LongVec witness;
  if (distance > 0) {
    const Nearest nearest = nearest_points(a, b);
    distance = nearest.distance;
    witness = nearest.point_a;
    if (distance > touch) normal = (1 / distance) * (nearest.point_b - nearest.point_a);
  }
  contact.iterations = 1;
  contact.normal = normalized(to_double(normal));
  const Long radii = static_cast<Long>(pair.a.sweep_radius) + pair.b.sweep_radius;
  contact.distance = static_cast<Real>(distance - radii);
  contact.state = distance - radii > touch    ? ContactState::separate
                  : distance - radii < -touch ? ContactState::overlap
                                              : ContactState::touch;
  if (detail != nullptr) {
    detail->distance = distance - radii;
    detail->normal_margin = distance > 0 ? window : margin_to_next(directions, window);
  }
  describe_contact(pair, static_cast<Real>(distance), to_double(witness), parallel_angle, contact, patch);
  return contact.status;
}

}  // namespace scree
