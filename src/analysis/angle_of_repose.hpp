// The slope of a free surface: of a heap, or of a bed that is inclined along an axis.
#pragma once

#include <scree/result.hpp>

#include <vector>

#include "analysis/packing.hpp"

namespace scree {

enum class SurfaceKind : std::uint8_t {
  heap,  // falls all around a vertical axis; in the plane to both sides
  x,     // inclined along x, level across
  y,
};

struct Repose {
  SurfaceKind kind = SurfaceKind::heap;
  Real angle = 0;     // rad, to the horizontal, 0 or more
  Real slope = 0;     // height over distance; negative for a heap
  Real at_zero = 0;   // m, height of the fitted line at distance 0
  Real residual = 0;  // m, root mean square of the fitted heights about the line
  Vec3 centre;        // m, of a heap's axis; its height is the base's
  struct Place {
    Real distance = 0;  // m, from the axis of the heap, or along x or y
    Real height = 0;    // m
    bool fitted = false;
  };
  std::vector<Place> surface;
};

// Each particle counts as a ball (disc) of its volume about its centre of mass. The height of the surface
// above a point is the top of the highest ball there. Heights are medians: of all points of a ring (heap) or
// a strip (x, y), one mean diameter wide. The line is Theil and Sen's: the median of the slopes of all pairs.
//
// Fitted from 80 % down to 20 % of the height: of a heap above its base, of a surface along x or y between
// its lowest and its highest place. One that falls by less than three mean diameters is fitted over the
// middle 60 % of its length, if it is along x or y. An error says why there is no angle.
Result<Repose> angle_of_repose(const Packing& packing, SurfaceKind kind);

struct FittedLine {
  Real slope = 0, at_zero = 0;
  Real residual = 0;   // root mean square
  Real explained = 0;  // share of the variance, 1: all lie on it
};
// Theil and Sen's; at least two points with different x.
FittedLine robust_line(const std::vector<Real>& x, const std::vector<Real>& y);

}  // namespace scree
