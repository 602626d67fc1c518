#include "output/snapshot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "exec/exec.hpp"
#include "model/geometry.hpp"
#include "output/develop.hpp"
#include "output/drawing_mesh.hpp"
#include "output/legend.hpp"
#include "output/palette.hpp"
#include "output/png.hpp"
#include "output/raster.hpp"
#include "output/snapshot_view.hpp"

namespace scree {
namespace {

constexpr Colour wall_colour{0.78F, 0.80F, 0.83F}, floor_colour{0.955F, 0.955F, 0.95F};
constexpr float floor_shadow = 0.4F;
constexpr Real ambient = 0.36;
// Bodies smaller than this get fainter edges, which would cover them otherwise (pixels).
constexpr Real full_edges_from = 24;
constexpr Real wall_line_darkness = 0.7, grid_line_darkness = 0.16;

// Towards the light: over the left shoulder of who looks (right, up, forward).
const Vec3 light_direction = normalized(Vec3{-0.45, 0.7, -0.75});

Real light_on(Vec3 view_normal) {
  return ambient + (1 - ambient) * std::max(Real{0}, dot(view_normal, light_direction));
}

// All that the drawing functions need.
struct Picture {
  const Model& model;
  const State& state;
  const SnapshotView& view;
  Camera camera;
  Canvas canvas;
  Geometry geometry;
  DrawingMeshes& meshes;
  std::vector<Appearance> things;  // pieces, then the floor
  std::vector<Vec3> corners;       // scratch, view coordinates
  std::vector<Vec3> loop;
  std::vector<Real> light;

  Picture(const Model& model, const State& state, const SnapshotView& view, DrawingMeshes& meshes)
      : model(model),
        state(state),
        view(view),
        camera(make_camera(view)),
        canvas(samples_per_side * view.width, samples_per_side * view.height),
        meshes(meshes) {}
};

std::uint32_t floor_thing(const Picture& picture) {
  return static_cast<std::uint32_t>(piece_count(picture.model));
}

int line_width(const Picture& picture) { return std::max(1, samples_per_side * picture.view.height / 900); }

// A piece's centre and axes as the camera sees them.
struct Placement {
  Vec3 centre;
  Mat3 rotation;  // view from piece
};
Placement place(const Picture& picture, std::uint32_t piece) {
  const std::uint32_t body = picture.model.piece_body[piece];
  const PiecePlacement& placed = picture.geometry.pieces[piece];
  const Vec3 shift = wrap_shift(picture.model.periodic, picture.state.position[body]);
  const Mat3 view_from_world{{picture.camera.right, picture.camera.up, picture.camera.forward}};
  return {to_view(picture.camera, placed.centre + shift), view_from_world * placed.rotation};
}

bool faces_eye(const Picture& picture, Vec3 view_normal, Vec3 view_point) {
  return (picture.camera.perspective ? dot(view_normal, view_point) : view_normal.z) < 0;
}

void draw_polygon(Picture& picture, const DrawnPolygon& polygon, bool glass) {
  if (glass) {
    draw_glass(picture.camera, polygon, picture.canvas);
  } else {
    draw_solid(picture.camera, polygon, picture.canvas);
  }
}

void draw_polyhedron_faces(Picture& picture, std::uint32_t piece, const Placement& placed, bool glass) {
  const Polyhedron& solid = *picture.model.shapes[picture.model.piece_shape[piece]].core;
  picture.corners.clear();
  for (const Vec3& v : solid.vertices) picture.corners.push_back(placed.centre + placed.rotation * v);
  for (std::size_t f = 0; f < solid.face_planes.size(); ++f) {
    const Vec3 normal = placed.rotation * solid.face_planes[f].normal;
    const std::int32_t begin = solid.face_begin[f];
    const std::int32_t end = solid.face_begin[f + 1];
    if (!faces_eye(picture, normal, picture.corners[solid.face_vertices[begin]])) continue;
    picture.loop.clear();
    for (std::int32_t k = begin; k < end; ++k)
      picture.loop.push_back(picture.corners[solid.face_vertices[k]]);
    picture.light.assign(picture.loop.size(), light_on(normal));
    draw_polygon(picture, {picture.loop, picture.light, piece, static_cast<std::uint16_t>(f)}, glass);
  }
}

Vec3 times(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
Vec3 over(Vec3 a, Vec3 b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }

void draw_curved_faces(Picture& picture, std::uint32_t piece, const Placement& placed, bool glass) {
  const Shape& shape = picture.model.shapes[picture.model.piece_shape[piece]];
  const DrawingMesh& mesh = picture.meshes.mesh(shape);
  const Vec3 scale = stretch(shape);
  picture.corners.clear();
  for (const Vec3& v : mesh.vertices) {
    picture.corners.push_back(placed.centre + placed.rotation * times(v, scale));
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    std::array<Vec3, 3> corners;
    std::array<Real, 3> light{};
    for (int i = 0; i < 3; ++i) corners[i] = picture.corners[mesh.triangles[t][i]];
    // Right, up and forward are left-handed: the product points inwards there.
    const Vec3 normal = cross(corners[2] - corners[0], corners[1] - corners[0]);
    if (!faces_eye(picture, normal, corners[0])) continue;
    for (int i = 0; i < 3; ++i) {
      light[i] = light_on(placed.rotation * normalized(over(mesh.normals[t][i], scale)));
    }
    draw_polygon(picture, {corners, light, piece, mesh.part[t]}, glass);
  }
}

bool is_polyhedron(const Picture& picture, std::uint32_t piece) {
  return picture.model.shapes[picture.model.piece_shape[piece]].type == ShapeType::polyhedron;
}

void draw_faces(Picture& picture, std::uint32_t piece, bool glass) {
  const Placement placed = place(picture, piece);
  if (is_polyhedron(picture, piece)) {
    draw_polyhedron_faces(picture, piece, placed, glass);
  } else {
    draw_curved_faces(picture, piece, placed, glass);
  }
}

void draw_edges(Picture& picture, std::uint32_t piece) {
  const Placement placed = place(picture, piece);
  const Shape& shape = picture.model.shapes[picture.model.piece_shape[piece]];
  const LineStyle style{line_width(picture), wall_line_darkness};
  const auto line = [&](Vec3 a, Vec3 b) {
    draw_line(picture.camera, placed.centre + placed.rotation * a, placed.centre + placed.rotation * b, style,
              picture.canvas);
  };
  if (is_polyhedron(picture, piece)) {
    for (const PolyhedronEdge& e : shape.core->edges) {
      line(shape.core->vertices[e.vertex[0]], shape.core->vertices[e.vertex[1]]);
    }
    return;
  }
  const DrawingMesh& mesh = picture.meshes.mesh(shape);
  const Vec3 scale = stretch(shape);
  for (const auto& [a, b] : mesh.creases)
    line(times(mesh.vertices[a], scale), times(mesh.vertices[b], scale));
}

// A round number about as large.
Real round_length(Real length) {
  const Real power = std::pow(10, std::floor(std::log10(length)));
  const Real digits = length / power;
  if (digits < 2) return power;
  return digits < 5 ? 2 * power : 5 * power;
}

// A plane that carries a floor: its frame, with a corner of the grid as origin, and how far the floor goes.
struct Floor {
  Vec3 origin, u, v;
  Real cell = 1;  // m
  int cells = 1;  // in each direction
};

std::optional<Floor> floor_of(const Picture& picture, std::uint32_t piece) {
  const Vec3 normal =
      picture.geometry.pieces[piece].rotation * picture.model.shapes[picture.model.piece_shape[piece]].normal;
  const Vec3 point = picture.geometry.pieces[piece].centre;
  const bool level = dot(normal, normalized(picture.view.up)) > 0.7;
  if (!level || dot(picture.view.eye - point, normal) <= 0) return std::nullopt;
  const ShownBall all = picture.view.radius > 0 ? ShownBall{picture.view.centre, picture.view.radius}
                                                : around(shown_balls(picture.model, picture.state));
  Floor floor;
  floor.u = normalized(cross(std::fabs(normal.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}, normal));
  floor.u = normalized(cross(floor.u, normal));
  floor.v = cross(normal, floor.u);
  floor.cell = round_length(0.3 * all.radius);
  const int half = static_cast<int>(std::ceil(1.5 * all.radius / floor.cell));
  floor.cells = 2 * half;
  // Lines at multiples of the cell: they stay where they are while bodies move.
  const Vec3 foot = all.centre - dot(all.centre - point, normal) * normal;
  const auto first = [&](Vec3 axis) {
    return (std::round(dot(foot, axis) / floor.cell) - half) * floor.cell - dot(foot, axis);
  };
  floor.origin = foot + first(floor.u) * floor.u + first(floor.v) * floor.v;
  return floor;
}

void draw_floor_surface(Picture& picture, const Floor& floor) {
  const Real side = floor.cell * floor.cells;
  picture.loop.clear();
  for (const auto& [s, t] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
    picture.loop.push_back(to_view(picture.camera, floor.origin + s * side * floor.u + t * side * floor.v));
  }
  picture.light.assign(picture.loop.size(), 1);
  draw_solid(picture.camera, {picture.loop, picture.light, floor_thing(picture), 0}, picture.canvas);
}

void draw_floor_grid(Picture& picture, const Floor& floor) {
  const LineStyle style{line_width(picture), grid_line_darkness, floor_thing(picture)};
  const Real side = floor.cell * floor.cells;
  const auto line = [&](Vec3 from, Vec3 along) {
    draw_line(picture.camera, to_view(picture.camera, from), to_view(picture.camera, from + side * along),
              style, picture.canvas);
  };
  for (int i = 0; i <= floor.cells; ++i) {
    line(floor.origin + i * floor.cell * floor.u, floor.v);
    line(floor.origin + i * floor.cell * floor.v, floor.u);
  }
}

// Pieces to be drawn, in two kinds.
struct Pieces {
  std::vector<std::uint32_t> solid, see_through;
  std::vector<Floor> floors;
};

Pieces sort_pieces(const Picture& picture) {
  Pieces sorted;
  const Model& model = picture.model;
  for (std::uint32_t piece = 0; piece < piece_count(model); ++piece) {
    const std::uint32_t body = model.piece_body[piece];
    if (!can_be_shown(model, picture.state, body)) continue;
    const bool dynamic = model.mobility[body] == Mobility::dynamic;
    const bool solid = dynamic || picture.view.walls == WallStyle::solid;
    if (!dynamic && picture.view.walls == WallStyle::hidden && !is_unbounded(model, piece)) continue;
    if (is_unbounded(model, piece)) {
      if (const auto floor = floor_of(picture, piece)) sorted.floors.push_back(*floor);
    } else {
      (solid ? sorted.solid : sorted.see_through).push_back(piece);
    }
  }
  return sorted;
}

std::vector<Appearance> appearances(const Picture& picture) {
  const Model& model = picture.model;
  const std::vector<Colour> colours = body_colours(model, picture.state, picture.view);
  const Real pixels_per_metre = picture.view.height / picture.view.field;
  std::vector<Appearance> things;
  for (std::uint32_t piece = 0; piece < piece_count(model); ++piece) {
    const std::uint32_t body = model.piece_body[piece];
    const Real size = pixels_per_metre * model.shapes[model.piece_shape[piece]].size;
    const bool dynamic = model.mobility[body] == Mobility::dynamic;
    const Real edges = std::clamp(size / full_edges_from, Real{0}, Real{1});
    things.push_back({dynamic ? colours[body] : wall_colour, static_cast<float>(edges), 1});
  }
  things.push_back({floor_colour, 0, floor_shadow});
  return things;
}

// In the plane: each piece is one flat polygon, and a half-plane a strip along its line.
void draw_flat(Picture& picture, std::uint32_t piece, const std::vector<Vec3>& corners) {
  const Placement placed = place(picture, piece);
  picture.loop.clear();
  for (const Vec3& v : corners) picture.loop.push_back(placed.centre + placed.rotation * v);
  picture.light.assign(picture.loop.size(), 1);
  draw_solid(picture.camera, {picture.loop, picture.light, piece, 0}, picture.canvas);
  const LineStyle style{line_width(picture), wall_line_darkness, piece};
  for (std::size_t i = 0; i < picture.loop.size(); ++i) {
    draw_line(picture.camera, picture.loop[i], picture.loop[(i + 1) % picture.loop.size()], style,
              picture.canvas);
  }
}

std::vector<Vec3> strip_of(const Picture& picture, std::uint32_t piece) {
  const PiecePlacement& placed = picture.geometry.pieces[piece];
  const Vec2 out = in_plane(picture.model.shapes[picture.model.piece_shape[piece]].normal);
  const Vec2 along = turned_left(out);
  const Vec2 target = in_plane(transpose_times(placed.rotation, picture.view.target - placed.centre));
  const Real reach = picture.view.field * std::max(picture.view.width, picture.view.height) /
                     std::min(picture.view.width, picture.view.height);
  const Vec2 foot = target - dot(target, out) * out;
  const Vec2 depth = 0.02 * picture.view.field * out;
  return {in_space(foot - reach * along), in_space(foot + reach * along),
          in_space(foot + reach * along - depth), in_space(foot - reach * along - depth)};
}

void draw_plane(Picture& picture) {
  constexpr int outline_points = 96;
  const Model& model = picture.model;
  for (const bool dynamic : {false, true}) {
    if (!dynamic && picture.view.walls == WallStyle::hidden) continue;
    for (std::uint32_t piece = 0; piece < piece_count(model); ++piece) {
      const std::uint32_t body = model.piece_body[piece];
      if ((model.mobility[body] == Mobility::dynamic) != dynamic) continue;
      if (!can_be_shown(model, picture.state, body)) continue;
      if (is_unbounded(model, piece)) {
        draw_flat(picture, piece, strip_of(picture, piece));
        continue;
      }
      const Shape& shape = model.shapes[model.piece_shape[piece]];
      std::vector<Vec3> corners = triangulate(shape, outline_points).vertices;
      for (Vec3& v : corners) v -= shape.centre;
      draw_flat(picture, piece, corners);
    }
  }
}

void draw(Picture& picture) {
  if (picture.model.dimension == 2) return draw_plane(picture);
  const Pieces pieces = sort_pieces(picture);
  for (const std::uint32_t piece : pieces.solid) draw_faces(picture, piece, false);
  for (const Floor& floor : pieces.floors) draw_floor_surface(picture, floor);
  for (const Floor& floor : pieces.floors) draw_floor_grid(picture, floor);
  for (const std::uint32_t piece : pieces.see_through) {
    // Without edges of its own a curved wall would not be seen at all.
    if (picture.view.walls == WallStyle::glass || !is_polyhedron(picture, piece))
      draw_faces(picture, piece, true);
    draw_edges(picture, piece);
  }
}

// So deep behind their surroundings bodies are darkest: a few bodies' sizes.
Real shadow_depth(const Picture& picture) {
  const std::vector<ShownBall> balls = shown_balls(picture.model, picture.state);
  Real sum = 0;
  for (const ShownBall& ball : balls) sum += ball.radius;
  return sum > 0 ? 3 * sum / static_cast<Real>(balls.size()) : picture.view.field;
}

}  // namespace

Result<Image> render_image(const Model& model, const State& state, const SnapshotView& view,
                           DrawingMeshes& meshes) {
  if (auto bad = check_view(view)) return *bad;
  Picture picture(model, state, view, meshes);
  Exec exec(1);
  place_pieces(model, state, exec, picture.geometry);
  picture.things = appearances(picture);
  draw(picture);
  Image image = develop(picture.camera, picture.canvas, picture.things, shadow_depth(picture));
  if (view.legend) draw_legend(colour_key(model, state, view), has_scale(view.colour), image);
  return image;
}

Result<std::string> render_png(const Model& model, const State& state, const SnapshotView& view) {
  DrawingMeshes meshes;
  const Result<Image> image = render_image(model, state, view, meshes);
  if (!image) return image.error();
  return encode_png(*image);
}

}  // namespace scree
