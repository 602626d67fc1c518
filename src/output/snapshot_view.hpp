// Where a picture is taken from, and what it is about.
#pragma once

#include <scree/result.hpp>

#include <cstdint>
#include <optional>
#include <vector>

#include "model/model.hpp"
#include "model/state.hpp"
#include "output/raster.hpp"
#include "output/snapshot.hpp"

namespace scree {

// Why no picture can be taken like this. Nothing: it can.
std::optional<Error> check_view(const SnapshotView& view);
// Of a view that has passed the check.
Camera make_camera(const SnapshotView& view);

bool can_be_shown(const Model& model, const State& state, std::size_t body);
bool is_unbounded(const Model& model, std::uint32_t piece);

struct ShownBall {
  Vec3 centre;  // m
  Real radius;  // m
};

// The balls around the bodies that a picture is about: dynamic and moved ones, or all where there are none.
// Without the few that have strayed far from hundreds of others.
std::vector<ShownBall> shown_balls(const Model& model, const State& state);
// A ball around them all, not the smallest one.
ShownBall around(const std::vector<ShownBall>& balls);

}  // namespace scree
