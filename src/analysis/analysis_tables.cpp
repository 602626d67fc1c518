// The distributions of an analysis as CSV files, and its summary as a table to read.
#include <fmt/format.h>
#include <scree/contact.hpp>

#include <numbers>

#include "analysis/analyse.hpp"
#include "core/table.hpp"

namespace scree {
namespace {

constexpr Real degree = std::numbers::pi / 180;

Real share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<Real>(part) / static_cast<Real>(all);
}

std::string angles_csv(const Orientation& o, int dimension, const char* counted) {
  std::string text = fmt::format("low_deg,high_deg,{},over_isotropic\n", counted);
  for (std::size_t i = 0; i < o.angle.count.size(); ++i) {
    const Real low = bin_low(o.angle, i), high = low + o.angle.width;
    text += fmt::format("{},{},{},{}\n", low, high, o.angle.count[i],
                        share(o.angle.count[i], o.particles) / share_of_directions(low, high, dimension));
  }
  return text;
}

std::string coordination_csv(const Analysis& a) {
  std::string text = "contacts,particles,share\n";
  const auto& particles = a.coordination->particles;
  for (std::size_t n = 0; n < particles.size(); ++n) {
    text += fmt::format("{},{},{}\n", n, particles[n], share(particles[n], a.particles));
  }
  return text;
}

std::string forces_csv(const ForceDistribution& f, bool tangential) {
  std::string text = "low_over_mean,high_over_mean,normal_pairs,normal_density";
  text += tangential ? ",tangential_pairs,tangential_density\n" : "\n";
  for (std::size_t i = 0; i < f.normal.count.size(); ++i) {
    const Real low = bin_low(f.normal, i);
    text += fmt::format("{},{},{},{}", low, low + f.normal.width, f.normal.count[i], density(f.normal, i));
    text += tangential ? fmt::format(",{},{}\n", f.tangential.count[i], density(f.tangential, i)) : "\n";
  }
  return text;
}

std::string flow_csv(const MassFlow& flow) {
  std::string text = "time_s,forward_kg,backward_kg,rate_kg_s\n";
  for (std::size_t i = 0; i < flow.rows.size(); ++i) {
    const MassFlow::Row& row = flow.rows[i];
    text += fmt::format("{},{},{},{}\n", row.time, row.forward, row.backward,
                        i == 0 ? 0 : flow_rate(flow.rows[i - 1], row));
  }
  return text;
}

std::string number(Real value) { return fmt::format("{:.4g}", value); }

// Rows of the table to read.
class Summary {
 public:
  void add(std::string what, std::string value, std::string unit_or_note = "") {
    table_.rows.push_back({std::move(what), std::move(value), std::move(unit_or_note)});
  }
  void missing(std::string what, const Error& why) { add(std::move(what), "-", why.message); }
  [[nodiscard]] std::string text() const { return to_text(table_); }

 private:
  Table table_{{{"measure", Align::left}, {"value"}, {"unit, or note", Align::left}}, {}};
};

void add_contacts(const Analysis& a, Summary& rows) {
  if (a.coordination) {
    rows.add("coordination number", number(a.coordination->mean), "walls included");
    rows.add("  without walls", number(a.coordination->mean_of_particles));
    rows.add("  mechanical", number(a.coordination->mechanical),
             fmt::format("without {} particles of fewer than 2 contacts",
                         a.coordination->without + a.coordination->with_one));
  } else {
    rows.missing("coordination number", a.coordination.error());
  }
  if (a.forces) {
    rows.add("mean normal force", number(a.forces->mean),
             fmt::format("N, {} pairs; largest {} N", a.forces->pairs, number(a.forces->largest)));
  } else {
    rows.missing("mean normal force", a.forces.error());
  }
  for (std::size_t i = 0; i < contact_type_count; ++i) {
    if (a.types.points[i] == 0) continue;
    rows.add(fmt::format("{} contacts", name(static_cast<ContactType>(i))),
             fmt::format("{}", a.types.points[i]),
             fmt::format("{:.1f} %", 100 * share(a.types.points[i], a.types.all)));
  }
  if (a.types.all > 0) {
    rows.add("sliding contacts", fmt::format("{}", a.types.sliding),
             fmt::format("{:.1f} %", 100 * share(a.types.sliding, a.types.all)));
  }
}

void add_tensors(const Analysis& a, Summary& rows) {
  if (a.solid_fraction) {
    rows.add("solid fraction", number(a.solid_fraction->whole), "in the box");
  } else {
    rows.missing("solid fraction", a.solid_fraction.error());
  }
  if (a.fabric) {
    rows.add("fabric anisotropy", number(a.fabric->anisotropy),
             fmt::format("{} contacts in the box", a.fabric->contacts));
  } else {
    rows.missing("fabric anisotropy", a.fabric.error());
  }
  if (a.stress) {
    rows.add("mean stress", number(a.stress->mean), "Pa, in the box; pressure is positive");
    rows.add("deviator stress", number(a.stress->deviator), "Pa");
  } else {
    rows.missing("mean stress", a.stress.error());
  }
}

void add_shape_of_packing(const Analysis& a, Summary& rows) {
  if (a.orientation) {
    rows.add("order parameter", number(a.orientation->principal.value[0]),
             fmt::format("long axes of {} particles; along the vertical {}", a.orientation->particles,
                         number(a.orientation->vertical_order)));
  } else {
    rows.missing("order parameter", a.orientation.error());
  }
  if (a.repose) {
    rows.add("angle of repose", fmt::format("{:.1f}", a.repose->angle / degree),
             fmt::format("deg; heights within {} m of the line", number(a.repose->residual)));
  } else {
    rows.missing("angle of repose", a.repose.error());
  }
  for (const PlaneResult& plane : a.planes) {
    if (plane.flow.rows.empty()) continue;
    const MassFlow::Row& last = plane.flow.rows.back();
    const std::optional<Real> steady = steady_rate(plane.flow);
    rows.add(fmt::format("mass through {}", plane.plane.text), number(last.forward - last.backward),
             steady ? fmt::format("kg; {} kg/s while it flows", number(*steady)) : "kg");
  }
}

}  // namespace

std::vector<NamedFile> analysis_tables(const Analysis& a) {
  std::vector<NamedFile> files;
  if (a.coordination) files.push_back({"coordination.csv", coordination_csv(a)});
  if (a.solid_fraction) {
    std::string text = "low_m,high_m,solid_fraction\n";
    for (const auto& layer : a.solid_fraction->layers) {
      text += fmt::format("{},{},{}\n", layer.low, layer.high, layer.fraction);
    }
    files.push_back({"solid-fraction.csv", std::move(text)});
  }
  if (a.forces) files.push_back({"contact-forces.csv", forces_csv(*a.forces, a.has_forces)});
  std::string types = "type,count,share\n";
  for (std::size_t i = 0; i < contact_type_count; ++i) {
    types += fmt::format("{},{},{}\n", name(static_cast<ContactType>(i)), a.types.points[i],
                         share(a.types.points[i], a.types.all));
  }
  files.push_back({"contact-types.csv", std::move(types)});
  if (a.normals) files.push_back({"contact-normals.csv", angles_csv(*a.normals, a.dimension, "contacts")});
  if (a.orientation)
    files.push_back({"orientation.csv", angles_csv(*a.orientation, a.dimension, "particles")});
  if (a.repose) {
    std::string text = "distance_m,height_m,fitted\n";
    for (const auto& place : a.repose->surface) {
      text += fmt::format("{},{},{}\n", place.distance, place.height, place.fitted ? 1 : 0);
    }
    files.push_back({"surface.csv", std::move(text)});
  }
  for (std::size_t i = 0; i < a.planes.size(); ++i) {
    files.push_back({fmt::format("mass-flow-{}.csv", i + 1), flow_csv(a.planes[i].flow)});
  }
  return files;
}

std::string summary_text(const Analysis& a) {
  Summary rows;
  rows.add(
      "time", number(a.time),
      fmt::format("s, step {}, from the {}", a.step, a.source == "frame" ? "file of frames" : "checkpoint"));
  rows.add("particles", fmt::format("{}", a.particles), fmt::format("and {} walls", a.walls));
  rows.add("mean diameter", number(a.mean_diameter), "m");
  add_contacts(a, rows);
  add_tensors(a, rows);
  add_shape_of_packing(a, rows);
  return rows.text();
}

}  // namespace scree
