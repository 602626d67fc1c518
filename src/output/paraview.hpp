// The frames of a run for ParaView: DIR/paraview/ with a file per part and frame, and series files with
// times.
//
//   run.pvd                              everything
//   particles.pvd, points.pvd, ...       one part each
//   particles-000012.vtp, ...            frame 12
//   walls-000007.vtp                     of frame 7 and later ones, up to the next such file
#pragma once

#include <scree/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exec/exec.hpp"
#include "output/frame.hpp"
#include "output/frame_file.hpp"
#include "output/frame_scene.hpp"
#include "output/paraview_parts.hpp"

namespace scree {

class ParaviewWriter {
 public:
  // Makes the folder, or goes on in it: files of frames that are not among those `before` are removed.
  ParaviewWriter(std::string folder, FrameScene scene, const std::vector<FrameEntry>& before);

  // Frame `number` of the run, later than all before. Series files are whole at any time and name whole files
  // only, even if this process is killed. Nothing waits for the disk: with so many files that would take
  // longer than the simulation. What a failure of the machine leaves cut is left out when the run goes on.
  std::optional<Error> append(std::size_t number, const Frame& frame, Exec& exec);

 private:
  // One line of a series file.
  struct Entry {
    Real time = 0;  // s
    std::string file;
  };
  struct Series {
    std::string part;
    std::vector<Entry> entries;
  };

  void find_files(const std::vector<FrameEntry>& before);
  std::optional<Error> write_part(std::size_t series, std::size_t number, Real time, const VtkPolyData& data);
  std::optional<Error> write_series();
  std::optional<Error> write_now(const std::string& name, const std::string& bytes);

  std::string folder_;
  FrameScene scene_;
  std::optional<Error> open_error_;
  std::vector<Series> series_;
  SurfacePart particles_{false}, walls_{true};
  PointPart points_;
  ContactPart contacts_;
  ChainPart chains_;
  BodyValues values_;
  VtkPacker packer_;
  std::string bytes_;       // scratch
  std::string last_walls_;  // the bytes of their last file
};

}  // namespace scree
