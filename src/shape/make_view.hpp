// From a Shape to what kernels see of it (host).
#pragma once

#include <scree/shape.hpp>

#include "shape/view.hpp"

namespace scree {

PolyhedronView make_view(const Polyhedron& polyhedron);
PolygonView make_view(const Polygon& polygon);
ShapeView make_view(const Shape& shape);

}  // namespace scree
