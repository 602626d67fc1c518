// One time of a run, read from its folder without disturbing it: the run may go on meanwhile.
#pragma once

#include <scree/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "output/frame.hpp"
#include "output/frame_scene.hpp"

namespace scree {

struct RunSample {
  FrameScene scene;  // its gravity is that of the sample's time, as far as it is known
  Frame frame;
  std::string source;              // "checkpoint" or "frame"
  std::string file;                // where it was read
  std::vector<std::string> notes;  // about what was passed over
};

// Exact, with all contact forces: the newest sound checkpoint, or the one that the event kept. Nothing is
// locked, renamed or removed: a run that removes an old checkpoint at this moment has a newer one.
Result<RunSample> sample_checkpoint(const std::string& folder, const std::optional<std::string>& event);

// From the file of frames: places and normal forces in its resolution. The frame nearest to `time`, or the
// one by its number, from 0; negative: from the end, -1 the last.
Result<RunSample> sample_frame(const std::string& folder, std::optional<Real> time,
                               std::optional<std::int64_t> number);

}  // namespace scree
