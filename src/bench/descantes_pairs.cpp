#include "bench/descantes_pairs.hpp"

#include <array>
#include <cmath>

#include "bench/must.hpp"

namespace scree::bench {
namespace {

struct Point2 {
  Real x, y;
};

// A prism along z over a triangle in the xy plane.
Shape triangular_prism(const std::array<Point2, 3>& corners, Real height) {
  std::vector<Vec3> points;
  for (const Point2& p : corners) {
    points.push_back({p.x, p.y, -0.5 * height});
    points.push_back({p.x, p.y, 0.5 * height});
  }
  return must(make_polyhedron(points));
}

// A parallelepiped about the origin: its corners are +-edge +-side_1 and +-edge +-side_2.
Shape bar_on_edge(Vec3 edge, Vec3 side_1, Vec3 side_2) {
  std::vector<Vec3> points;
  for (const Vec3& side : {side_1, -side_1, side_2, -side_2}) {
    points.push_back(side + edge);
    points.push_back(side - edge);
  }
  return must(make_polyhedron(points));
}

// A box whose layers of constant z are shifted in x by a quarter of z.
Shape sheared_box(Vec3 half) {
  std::vector<Vec3> points;
  for (const Real x : {-half.x, half.x}) {
    for (const Real y : {-half.y, half.y}) {
      for (const Real z : {-half.z, half.z}) points.push_back({x + z / 4, y, z});
    }
  }
  return must(make_polyhedron(points));
}

Shape octahedron(Real radius) {
  std::vector<Vec3> points;
  for (const Real r : {-radius, radius}) {
    points.insert(points.end(), {{r, 0, 0}, {0, r, 0}, {0, 0, r}});
  }
  return must(make_polyhedron(points));
}

// A plate whose end lies in a block. Along x, where the centres nearly point, they overlap by 0.75, along
// y by 0.25 only; but to tilt the common plane from x towards y makes it worse at first.
DescantesPair figure_2() {
  return {"2",
          "face-face",
          must(make_box({5, 0.5, 2.75})),
          must(make_box({3.5, 1.5, 3.5})),
          {3.5, 0.75, -0.125},
          {0, 1, 0},
          0.25,
          10.896,
          83.920,
          540.656};
}

// A block's edge deep in the steep side of a prism: 8 x - y = -18 in its own frame. The prism's top edge is
// 5.46 deep in the block's bottom, and that is the way the centres point.
DescantesPair figure_4() {
  return {"4",
          "edge-face",
          must(make_box({6, 7, 9})),
          triangular_prism({{{-3.5, -10}, {-1.125, 9}, {4.625, 1}}}, 11),
          // 45.5 - 8 x + y = 4.02601271993386 sqrt(65)
          {0.75, -7.0412477539647185, 0.5},
          Vec3{8, -1, 0} / std::sqrt(65.0),
          4.02601271993386,
          94.688,
          121.456,
          1225.261};
}

// A block's edge in the slanted side of a prism: 2 x - y = 9.5 in its own frame. Fig. 8a has the prism 1 m
// farther in -x than Fig. 5f, Fig. 7 also 1 m farther in -z.
DescantesPair figure_5f() {
  const Shape prism = triangular_prism({{{2.75, -4}, {5.75, 2}, {10.75, 4}}}, 8);
  return {"5f",
          "edge-face",
          must(make_box({5, 4, 4})),
          prism,
          {-2.5, -2, 3},
          Vec3{2, -1, 0} / std::sqrt(5.0),
          std::sqrt(5.0) / 10,
          6.425,
          77.768,
          870.992};
}
DescantesPair figure_7() {
  DescantesPair pair = figure_5f();
  pair.figure = "7";
  pair.b_position = {-3.5, -2, 2};
  pair.overlap = std::sqrt(5.0) / 2;
  pair.paper_gjk_td = 19.095;
  pair.paper_fcp_revised = 91.640;
  pair.paper_cp_revised = 938.476;
  return pair;
}
DescantesPair figure_8a() {
  DescantesPair pair = figure_7();
  pair.figure = "8a";
  pair.b_position = {-3.5, -2, 3};
  pair.paper_gjk_td = 18.975;
  pair.paper_fcp_revised = 77.156;
  pair.paper_cp_revised = 671.476;
  return pair;
}

// A corner just inside the border of a plate's top face. (A corner right above the border would come out
// by a shorter way, past the edge: overlapping solids have no exact vertex-edge contact.)
DescantesPair figure_10a() {
  return {"10a",
          "vertex-face",
          octahedron(0.5),
          must(make_box({1, 1, 0.5})),
          {-0.375, 0.125, -0.649999976},
          {0, 0, -1},
          0.100000024,
          10.697,
          67.356,
          1288.066};
}

// Two bars on edge, crossing. The edges (1, s, 0) and (0, t, 1) have the common normal (-s, 1, -t), whose
// s and t come from the table, rounded to 52 bits behind the point so that every corner is exact.
DescantesPair figure_10b() {
  const Real s = 0.1770535042234873;
  const Real t = 0.27431549859217164;
  return {"10b",
          "edge-edge-crossing",
          bar_on_edge({1, s, 0}, {0, 0.75, 0}, {0, 0, 0.75}),
          bar_on_edge({0, t, 1}, {0, 0.75, 0}, {0.75, 0, 0}),
          // 1.5 + s / 4 - t / 8 - y = 0.572082006256242 sqrt(1 + s^2 + t^2)
          {0.25, 0.9081727797460151, -0.125},
          {-0.168309951548722, 0.950616325200044, -0.260768791217108},
          0.572082006256242,
          27.189,
          85.672,
          2582.582};
}

// A cube's edge in the slanted side of a prism: 3 x - 2 y = 5, the edge at 3.
DescantesPair figure_10c() {
  return {"10c",
          "edge-face",
          triangular_prism({{{-1, -4}, {3, 2}, {-2, 2}}}, 3),
          must(make_box({2, 2, 2})),
          {2, -1, 0.25},
          Vec3{3, -2, 0} / std::sqrt(13.0),
          2 / std::sqrt(13.0),
          22.239,
          161.700,
          1056.096};
}

// Two parallelepipeds with parallel slanted sides: 4 x - z = 4 and, seen from A, 2.
DescantesPair figure_10d() {
  return {"10d",
          "face-face",
          sheared_box({1, 1, 1}),
          sheared_box({0.75, 1.5, 2}),
          {1.5, 0.25, 1},
          Vec3{4, 0, -1} / std::sqrt(17.0),
          2 / std::sqrt(17.0),
          19.208,
          85.068,
          719.848};
}

}  // namespace

std::vector<DescantesPair> descantes_pairs() {
  return {figure_2(),   figure_4(),   figure_5f(),  figure_7(),  figure_8a(),
          figure_10a(), figure_10b(), figure_10c(), figure_10d()};
}

}  // namespace scree::bench
