#include "output/run_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "output/palette.hpp"
#include "output/run_folder.hpp"
#include "scene/scene.hpp"

namespace scree {
namespace {

// Frames that are looked at for a colour scale, at most, and the share of values that it covers at least.
constexpr std::size_t sampled_frames = 20;
constexpr Real covered_share = 0.995;

// The next of 1, 2, 5, 10 and so on.
Real rounded_up(Real value) {
  if (!(value > 0)) return 1;
  const Real power = std::pow(10, std::floor(std::log10(value)));
  for (const Real digit : {1, 2, 5}) {
    if (value <= digit * power * (1 + 1e-12)) return digit * power;
  }
  return 10 * power;
}

std::vector<std::uint32_t> count_contacts(const Frame& frame, std::size_t bodies) {
  std::vector<std::uint32_t> counts(bodies, 0);
  for (const FramePair& pair : frame.pairs) {
    ++counts[pair.a];
    ++counts[pair.b];
  }
  return counts;
}

}  // namespace

Result<RunPictures> RunPictures::open(const std::string& folder) {
  if (auto bad = check_run_folder(folder)) return *bad;
  const std::filesystem::path path = folder;
  Result<FrameReader> reader = FrameReader::open((path / frame_file_name).string());
  if (!reader) return reader.error();
  if (reader->frames().empty()) return Error{reader->path() + ": holds no frames yet"};
  Result<Setup> setup = read_scene((path / scene_copy_name).string());
  if (!setup) return setup.error();
  const FrameScene& scene = reader->scene();
  if (body_count(scene) != body_count(setup->model) || piece_count(scene) != piece_count(setup->model)) {
    return Error{fmt::format("{}: is of another scene: it has {} bodies and {} pieces, {} has {} and {}",
                             reader->path(), body_count(scene), piece_count(scene), scene_copy_name,
                             body_count(setup->model), piece_count(setup->model))};
  }
  return RunPictures(*std::move(setup), *std::move(reader));
}

State RunPictures::state_of(const Frame& frame) const {
  State state = setup_.state;
  state.time = frame.time;
  state.step = frame.step;
  std::fill(state.present.begin(), state.present.end(), 0);
  for (std::size_t k = 0; k < frame.body.size(); ++k) {
    const std::uint32_t body = frame.body[k];
    const Vec3 w = frame.angular_velocity[k];
    const Vec3 i = setup_.model.moments[body];
    const bool dynamic = setup_.model.mobility[body] == Mobility::dynamic;
    state.present[body] = 1;
    state.position[body] = frame.position[k];
    state.orientation[body] = frame.orientation[k];
    state.velocity[body] = frame.velocity[k];
    state.angular_momentum[body] = dynamic ? Vec3{w.x * i.x, w.y * i.y, w.z * i.z} : w;
  }
  return state;
}

Result<State> RunPictures::read_state(std::size_t frame) const {
  const Result<Frame> read = reader_.read_frame(frame);
  if (!read) return read.error();
  return state_of(*read);
}

Result<SnapshotView> RunPictures::fit(const ViewDirection& direction, int width, int height) const {
  std::vector<State> states;
  const std::size_t last = frames().size() - 1;
  for (const std::size_t frame : {std::size_t{0}, last / 2, last}) {
    Result<State> state = read_state(frame);
    if (!state) return state.error();
    states.push_back(*std::move(state));
  }
  return fitted_view(model(), states, direction, width, height);
}

Result<std::pair<Real, Real>> RunPictures::colour_range(ColourBy colour) const {
  SnapshotView view;
  view.colour = colour;
  std::vector<Real> values;
  const std::size_t step = (frames().size() + sampled_frames - 1) / sampled_frames;
  for (std::size_t k = 0; k < frames().size(); k += step) {
    const Result<Frame> frame = reader_.read_frame(k);
    if (!frame) return frame.error();
    const State state = state_of(*frame);
    if (colour == ColourBy::contacts) view.contacts = count_contacts(*frame, body_count(model()));
    for (const std::uint32_t body : frame->body) {
      const Real value = colour_value(model(), state, view, body);
      if (model().mobility[body] == Mobility::dynamic && std::isfinite(value)) values.push_back(value);
    }
  }
  if (values.empty()) return std::pair{Real{0}, Real{1}};
  std::sort(values.begin(), values.end());
  if (colour == ColourBy::size) return std::pair{values.front(), values.back()};
  const auto covered = static_cast<std::size_t>(covered_share * static_cast<Real>(values.size() - 1));
  return std::pair{Real{0}, rounded_up(values[covered])};
}

Result<std::string> RunPictures::render(std::size_t frame, const SnapshotView& view,
                                        DrawingMeshes& meshes) const {
  const Result<Frame> read = reader_.read_frame(frame);
  if (!read) return read.error();
  SnapshotView own = view;
  if (view.colour == ColourBy::contacts) own.contacts = count_contacts(*read, body_count(model()));
  const Result<Image> image = render_image(model(), state_of(*read), own, meshes);
  if (!image) return image.error();
  return encode_png(*image);
}

}  // namespace scree
