#include "analysis/analyse.hpp"

#include <filesystem>

#include "core/progress.hpp"
#include "output/frame_file.hpp"
#include "output/run_folder.hpp"

namespace scree {
namespace {

Result<Bounds> looked_at(const Result<Bounds>& outer, const Packing& packing, const AnalyseOptions& options) {
  if (!outer) return outer.error();
  if (!options.box) return inner_box(*outer, packing, options.margin);
  Bounds box = *options.box;
  for (int i = 0; i < 3; ++i) {
    if (!packing.periodic.axis[i]) continue;
    box.lower[i] = outer->lower[i];
    box.upper[i] = outer->upper[i];
  }
  return box;
}

std::vector<Vec3> long_axes(const Packing& packing) {
  std::vector<Vec3> axes;
  for (const PackedParticle& particle : packing.particles) {
    if (particle.is_long) axes.push_back(particle.long_axis);
  }
  return axes;
}

}  // namespace

Analysis analyse(const RunSample& sample, const AnalyseOptions& options) {
  const FrameScene& scene = sample.scene;
  const Frame& frame = sample.frame;
  const Packing packing = make_packing(scene, frame);
  Analysis a;
  a.run = scene.name;
  a.source = sample.source;
  a.file = sample.file;
  a.time = frame.time;
  a.step = frame.step;
  a.dimension = packing.dimension;
  a.particles = packing.particles.size();
  a.walls = frame.body.size() - a.particles;
  for (const PackedParticle& particle : packing.particles) a.mass += particle.mass;
  a.mean_diameter = mean_diameter(packing);
  a.up = upwards(packing.dimension, packing.gravity);
  a.has_forces = packing.has_forces;
  a.coordination = coordination(packing);
  a.forces = force_distribution(packing);
  a.types = contact_types(packing);
  a.orientation = orientation(long_axes(packing), unit(a.up), packing.dimension);
  a.repose = angle_of_repose(packing, options.surface);
  a.outer = particle_box(scene, frame);
  a.inner = looked_at(a.outer, packing, options);
  if (!a.inner) {
    const Error& why = a.inner.error();
    a.solid_fraction = why;
    a.fabric = why;
    a.normals = why;
    a.stress = why;
    return a;
  }
  const Bounds& layered = options.box ? *a.inner : *a.outer;
  a.solid_fraction = solid_fraction(scene, frame, packing, layered, *a.inner, options.layers);
  if (!packing.has_forces) {
    const Error why{"frames hold neither normals nor tangential forces; checkpoints do"};
    a.fabric = why;
    a.normals = why;
    a.stress = why;
    return a;
  }
  const std::vector<Vec3> normals = normals_in_box(packing, *a.inner);
  a.fabric = fabric(normals, packing.dimension);
  if (a.fabric) {
    a.normals = orientation(normals, unit(a.up), packing.dimension);
  } else {
    a.normals = a.fabric.error();
  }
  a.stress = stress(packing, *a.inner);
  return a;
}

Result<std::vector<PlaneResult>> mass_flows(const std::string& folder, const std::vector<FlowPlane>& planes) {
  std::vector<PlaneResult> results;
  if (planes.empty()) return results;
  if (auto bad = check_run_folder(folder)) return *bad;
  const Result<FrameReader> reader =
      FrameReader::open((std::filesystem::path(folder) / frame_file_name).string());
  if (!reader) return reader.error();
  std::vector<PlaneFlow> flows;
  for (const FlowPlane& plane : planes) {
    Result<PlaneFlow> flow = PlaneFlow::make(reader->scene(), plane);
    if (!flow) return flow.error();
    flows.push_back(*std::move(flow));
  }
  Progress progress("frames", reader->frames().size());
  for (std::size_t k = 0; k < reader->frames().size(); ++k) {
    const Result<Frame> frame = reader->read_frame(k);
    if (!frame) return frame.error();
    for (PlaneFlow& flow : flows) flow.add(*frame);
    progress.update(k + 1);
  }
  for (std::size_t i = 0; i < planes.size(); ++i) results.push_back({planes[i], flows[i].flow()});
  return results;
}

std::vector<std::string> analysis_file_names() {
  std::vector<std::string> names{"contact-types.csv"};
  for (const char* name :
       {"coordination", "solid-fraction", "contact-forces", "contact-normals", "orientation", "surface"}) {
    for (const char* ending : {".csv", ".svg"}) names.push_back(std::string(name) + ending);
  }
  return names;
}

std::vector<NamedFile> analysis_files(const Analysis& analysis) {
  std::vector<NamedFile> files{{"analysis.json", to_json(analysis)}};
  for (NamedFile& file : analysis_tables(analysis)) files.push_back(std::move(file));
  for (NamedFile& file : analysis_plots(analysis)) files.push_back(std::move(file));
  return files;
}

}  // namespace scree
