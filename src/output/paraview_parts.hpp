// What ParaView is given of a frame: surfaces, points with orientation, contacts, chains of forces.
// docs/guide/paraview.md describes the arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exec/exec.hpp"
#include "output/frame.hpp"
#include "output/frame_scene.hpp"
#include "output/vtk_file.hpp"

namespace scree {

// Which bodies of a frame a part shows, and where their points or cells begin.
struct ShownBodies {
  std::vector<std::uint32_t> present;      // the frame's bodies when it was made
  std::vector<std::uint32_t> place;        // in the frame
  std::vector<std::uint32_t> point_begin;  // one more than `place`, as those below
  std::vector<std::uint32_t> corner_begin;
  std::vector<std::uint32_t> cell_begin;
};

// What follows from a frame for each of its bodies.
struct BodyValues {
  std::vector<std::int32_t> contacts;  // bodies it touches
  std::vector<float> speed;            // m/s
  std::vector<float> angular_speed;    // rad/s
  std::vector<float> kinetic_energy;   // J
};
void find_values(const FrameScene& scene, const Frame& frame, BodyValues& values);

// All that the parts of one frame are made from.
struct ParaviewSource {
  const FrameScene& scene;
  const Frame& frame;
  const BodyValues& values;
  Exec& exec;
  VtkPacker& packer;
};

// Dynamic bodies, or walls: all others. What does not change from frame to frame is kept packed.
class SurfacePart {
 public:
  explicit SurfacePart(bool walls);
  const VtkPolyData& make(const ParaviewSource& source);

 private:
  bool walls_;
  ShownBodies shown_;
  VtkPolyData data_;
};

// One point per dynamic body, with its orientation.
class PointPart {
 public:
  PointPart();
  const VtkPolyData& make(const ParaviewSource& source);

 private:
  ShownBodies shown_;
  VtkPolyData data_;
};

// One point per contact point.
class ContactPart {
 public:
  ContactPart();
  const VtkPolyData& make(const ParaviewSource& source);

 private:
  VtkPolyData data_;
};

// One line per contact point, between the centres of the bodies; to the contact itself from a body that is
// not dynamic.
class ChainPart {
 public:
  ChainPart();
  // With what was made of the contacts of the same frame.
  const VtkPolyData& make(const ParaviewSource& source, const VtkPolyData& contacts);

 private:
  VtkPolyData data_;
};

// Corners of the polygons of all dynamic bodies, were they all present.
std::uint64_t corner_count(const FrameScene& scene);

}  // namespace scree
