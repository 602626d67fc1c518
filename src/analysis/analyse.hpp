// Everything that can be said about one time of a run, and about the mass that flows in it.
#pragma once

#include <scree/result.hpp>

#include <optional>
#include <string>
#include <vector>

#include "analysis/angle_of_repose.hpp"
#include "analysis/contact_statistics.hpp"
#include "analysis/mass_flow.hpp"
#include "analysis/orientation.hpp"
#include "analysis/packing.hpp"
#include "analysis/run_sample.hpp"
#include "analysis/solid_fraction.hpp"
#include "analysis/tensors.hpp"
#include "analysis/write_files.hpp"

namespace scree {

struct AnalyseOptions {
  std::optional<Real> margin;  // m
  std::optional<Bounds> box;   // m; instead of the box of particles less the margin
  int layers = 0;              // 0: one per mean diameter
  SurfaceKind surface = SurfaceKind::heap;
};

struct PlaneResult {
  FlowPlane plane;
  MassFlow flow;
};

// What is an error cannot be had for this state; the message says why.
struct Analysis {
  std::string run, source, file;
  Real time = 0;  // s
  std::uint64_t step = 0;
  int dimension = 3;
  std::size_t particles = 0, walls = 0;
  Real mass = 0;           // kg, of the particles
  Real mean_diameter = 0;  // m
  Upwards up;
  Result<Bounds> outer = Error{}, inner = Error{};  // m, the box of particles and the one that is looked at
  Result<Coordination> coordination = Error{};
  Result<SolidFraction> solid_fraction = Error{};
  Result<ForceDistribution> forces = Error{};
  bool has_forces = true;  // tangential forces, normals
  ContactTypes types;
  Result<Fabric> fabric = Error{};
  Result<Orientation> normals = Error{};  // of contacts, as if they were long axes
  Result<Stress> stress = Error{};
  Result<Orientation> orientation = Error{};
  Result<Repose> repose = Error{};
  std::vector<PlaneResult> planes;
};

Analysis analyse(const RunSample& sample, const AnalyseOptions& options);

// Through each plane, over all frames of the run.
Result<std::vector<PlaneResult>> mass_flows(const std::string& folder, const std::vector<FlowPlane>& planes);

std::string to_json(const Analysis& analysis);       // one object, indented
std::string summary_text(const Analysis& analysis);  // a table to read
// analysis.json, a CSV file for each distribution, and a plot of it.
std::vector<NamedFile> analysis_files(const Analysis& analysis);
// The names that an analysis can have given to files, besides those of planes.
std::vector<std::string> analysis_file_names();
std::vector<NamedFile> analysis_tables(const Analysis& analysis);
std::vector<NamedFile> analysis_plots(const Analysis& analysis);

}  // namespace scree
