// How much mass goes through a plane, from positions at successive times.
#pragma once

#include <scree/result.hpp>
#include <scree/simulation_data.hpp>
#include <scree/vec.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "output/frame.hpp"
#include "output/frame_scene.hpp"

namespace scree {

struct FlowPlane {
  std::string text;  // as it was given
  Vec3 point;        // m
  Vec3 normal;       // unit; mass that goes along it counts as positive
};
// "z=0.1", or six numbers "px,py,pz,nx,ny,nz": a point and a normal of any length.
Result<FlowPlane> parse_plane(const std::string& text);

struct MassFlow {
  struct Row {
    Real time = 0;                   // s
    Real forward = 0, backward = 0;  // kg since the first time, along the normal and against it
  };
  std::vector<Row> rows;  // one per time
  std::uint64_t crossings = 0;
};
// kg/s between two rows: net, along the normal.
Real flow_rate(const MassFlow::Row& before, const MassFlow::Row& after);

// kg/s while it flows: the middle four fifths of the net mass over the time they took, between rows linear in
// time. Nothing where no mass went through, or all of it between two frames.
std::optional<Real> steady_rate(const MassFlow& flow);

// Takes frames in order of time. A particle counts, with its whole mass, when its centre of mass has changed
// sides between two frames in which it is present. What comes or goes between frames does not count.
class PlaneFlow {
 public:
  // An error: the plane is oblique to a periodic axis, across which it has no definite place.
  static Result<PlaneFlow> make(const FrameScene& scene, const FlowPlane& plane);

  void add(const Frame& frame);
  [[nodiscard]] const MassFlow& flow() const { return flow_; }

 private:
  PlaneFlow(const FrameScene& scene, const FlowPlane& plane);
  std::vector<Real> mass_;  // kg, of bodies; 0 unless dynamic
  Periodic periodic_;
  Vec3 point_, normal_;
  Real period_ = 0;  // m, between images of the plane; 0: there is only one
  std::vector<Vec3> last_;
  std::vector<bool> was_present_;
  MassFlow flow_;
};

}  // namespace scree
