// Pictures of a run, from its folder: the scene gives the bodies, the file of frames where they are.
//
// All pictures of a run are taken from the same place and with the same colour scale, so that they can be
// compared and make a film.
#pragma once

#include <scree/result.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "model/setup.hpp"
#include "output/frame_file.hpp"
#include "output/snapshot.hpp"

namespace scree {

class RunPictures {
 public:
  // `folder` is that of a run, which may still go on.
  static Result<RunPictures> open(const std::string& folder);

  [[nodiscard]] const Model& model() const { return setup_.model; }
  [[nodiscard]] const FrameReader& reader() const { return reader_; }
  [[nodiscard]] const std::vector<FrameEntry>& frames() const { return reader_.frames(); }

  // Fitted to the first, the middle and the last frame.
  [[nodiscard]] Result<SnapshotView> fit(const ViewDirection& direction, int width, int height) const;
  // From 0 to a round number that most values of the whole run stay below; for sizes between their ends.
  [[nodiscard]] Result<std::pair<Real, Real>> colour_range(ColourBy colour) const;
  // The bytes of a PNG file.
  [[nodiscard]] Result<std::string> render(std::size_t frame, const SnapshotView& view,
                                           DrawingMeshes& meshes) const;

 private:
  RunPictures(Setup setup, FrameReader reader) : setup_(std::move(setup)), reader_(std::move(reader)) {}
  [[nodiscard]] State state_of(const Frame& frame) const;
  [[nodiscard]] Result<State> read_state(std::size_t frame) const;

  Setup setup_;
  FrameReader reader_;
};

}  // namespace scree
