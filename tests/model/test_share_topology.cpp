// Scaled copies of a polyhedron share what is equal in them, and nothing else.
#include <gtest/gtest.h>

#include "bench/must.hpp"
#include "model/build_model.hpp"

namespace scree {
namespace {

using bench::must;

TEST(ShareTopology, ScaledCopiesShareWhatDoesNotChange) {
  Model model;
  const Shape cube = must(make_box({1, 1, 1}));
  const auto first = add_shape(model, cube);
  const auto other = add_shape(model, must(make_tetrahedron(1)));
  const auto copy = add_shape(model, must(scaled(cube, 3)));
  const auto ball = add_shape(model, must(make_sphere(1)));
  const PolyhedronView& a = model.views[first].core;
  const PolyhedronView& b = model.views[copy].core;
  EXPECT_EQ(a.edges, b.edges);
  EXPECT_EQ(a.half_edges, b.half_edges);
  EXPECT_EQ(a.face_vertices, b.face_vertices);
  EXPECT_EQ(a.vertex_faces, b.vertex_faces);
  EXPECT_NE(a.vertices, b.vertices);
  EXPECT_NE(a.face_planes, b.face_planes);
  EXPECT_EQ(b.vertices[0], 3 * a.vertices[0]);
  EXPECT_EQ(a.edges, cube.core->edges.data());
  EXPECT_NE(model.views[other].core.edges, a.edges);
  EXPECT_EQ(model.views[ball].core.vertex_count, 1);
}

// The first shape outlives the one it was made from.
TEST(ShareTopology, ViewsStayValid) {
  Model model;
  {
    Model begun;
    add_shape(begun, must(make_box({1, 1, 1})));
    for (int i = 2; i < 50; ++i) add_shape(begun, must(make_box({Real(i), 1, 2})));
    model = begun;
  }
  for (std::size_t i = 0; i < model.views.size(); ++i) {
    const PolyhedronView& view = model.views[i].core;
    const Polyhedron& own = *model.shapes[i].core;
    for (std::int32_t e = 0; e < view.edge_count; ++e) {
      EXPECT_EQ(view.edges[e].vertex[0], own.edges[e].vertex[0]);
      EXPECT_EQ(view.edges[e].face[1], own.edges[e].face[1]);
    }
  }
}

}  // namespace
}  // namespace scree
