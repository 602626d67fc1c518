// analysis.json: everything that was found, with units in the names.
#include <scree/contact.hpp>

#include <nlohmann/json.hpp>
#include <numbers>

#include "analysis/analyse.hpp"

namespace scree {
namespace {

using Json = nlohmann::ordered_json;

constexpr Real degree = std::numbers::pi / 180;

Json unavailable(const Error& why) { return {{"unavailable", why.message}}; }

template <class T, class F>
Json section(const Result<T>& result, F&& f) {
  return result ? f(*result) : unavailable(result.error());
}

Json json_of(Vec3 v, int dimension) {
  Json list = Json::array({v.x, v.y});
  if (dimension == 3) list.push_back(v.z);
  return list;
}

Json json_of(const Mat3& tensor, int dimension) {
  Json rows = Json::array();
  for (int i = 0; i < dimension; ++i) rows.push_back(json_of(tensor.row[i], dimension));
  return rows;
}

Json values_of(const PrincipalValues& principal, int dimension) {
  Json list = Json::array();
  for (int k = 0; k < dimension; ++k) list.push_back(principal.value[static_cast<std::size_t>(k)]);
  return list;
}

Json directions_of(const PrincipalValues& principal, int dimension) {
  Json list = Json::array();
  for (int k = 0; k < dimension; ++k)
    list.push_back(json_of(principal.direction[static_cast<std::size_t>(k)], dimension));
  return list;
}

Json json_of(const Bounds& box, int dimension) {
  return {{"lower_m", json_of(box.lower, dimension)},
          {"upper_m", json_of(box.upper, dimension)},
          {dimension == 2 ? "area_m2" : "volume_m3", box_volume(box, dimension)}};
}

Json coordination_json(const Coordination& c) {
  return {{"mean", c.mean},
          {"mean_without_walls", c.mean_of_particles},
          {"mechanical", c.mechanical},
          {"particles_without_contact", c.without},
          {"particles_with_one_contact", c.with_one},
          {"particles_by_contacts", c.particles}};
}

Json solid_json(const SolidFraction& s) {
  Json layers = Json::array();
  for (const auto& layer : s.layers) {
    layers.push_back({{"low_m", layer.low}, {"high_m", layer.high}, {"solid_fraction", layer.fraction}});
  }
  return {{"whole", s.whole}, {"layers", std::move(layers)}};
}

Json forces_json(const ForceDistribution& f, bool tangential) {
  Json json{{"pairs", f.pairs},
            {"mean_normal_N", f.mean},
            {"deviation_normal_N", f.deviation},
            {"largest_normal_N", f.largest},
            {"bin_width_over_mean", f.normal.width},
            {"pairs_by_normal_force", f.normal.count}};
  if (tangential) {
    json["mean_tangential_N"] = f.mean_tangential;
    json["pairs_by_tangential_force"] = f.tangential.count;
  }
  return json;
}

Json types_json(const Analysis& a) {
  Json points;
  for (std::size_t i = 0; i < contact_type_count; ++i) {
    points[std::string(name(static_cast<ContactType>(i)))] = a.types.points[i];
  }
  return {{"counted", a.has_forces ? "contact points" : "pairs of bodies, by their deepest point"},
          {"all", a.types.all},
          {"sliding", a.types.sliding},
          {"by_type", std::move(points)}};
}

Json fabric_json(const Fabric& f, int dimension) {
  return {{"contacts", f.contacts},
          {"tensor", json_of(f.tensor, dimension)},
          {"principal", values_of(f.principal, dimension)},
          {"directions", directions_of(f.principal, dimension)},
          {"anisotropy", f.anisotropy}};
}

Json stress_json(const Stress& s, int dimension) {
  return {{"tensor_Pa", json_of(s.tensor, dimension)},
          {"principal_Pa", values_of(s.principal, dimension)},
          {"directions", directions_of(s.principal, dimension)},
          {"mean_Pa", s.mean},
          {"deviator_Pa", s.deviator},
          {"kinetic_tensor_Pa", json_of(s.kinetic, dimension)}};
}

Json orientation_json(const Orientation& o, int dimension, const char* counted) {
  return {{counted, o.particles},
          {"order_tensor", json_of(o.order, dimension)},
          {"order_parameter", o.principal.value[0]},
          {"director", json_of(o.principal.direction[0], dimension)},
          {"order_along_vertical", o.vertical_order},
          {"mean_angle_to_vertical_deg", o.mean_angle / degree},
          {"bin_width_deg", o.angle.width},
          {"by_angle_to_vertical", o.angle.count}};
}

Json repose_json(const Repose& r, int dimension) {
  constexpr const char* kinds[] = {"heap", "x", "y"};
  Json json{{"surface", kinds[static_cast<int>(r.kind)]},
            {"angle_deg", r.angle / degree},
            {"slope", r.slope},
            {"height_at_zero_m", r.at_zero},
            {"residual_m", r.residual}};
  if (r.kind == SurfaceKind::heap) json["centre_m"] = json_of(r.centre, dimension);
  return json;
}

Json flow_json(const PlaneResult& result, int dimension) {
  Json json{{"plane", result.plane.text},
            {"point_m", json_of(result.plane.point, dimension)},
            {"normal", json_of(result.plane.normal, dimension)},
            {"frames", result.flow.rows.size()},
            {"crossings", result.flow.crossings}};
  if (result.flow.rows.empty()) return json;
  const MassFlow::Row& first = result.flow.rows.front();
  const MassFlow::Row& last = result.flow.rows.back();
  json["from_s"] = first.time;
  json["to_s"] = last.time;
  json["forward_kg"] = last.forward;
  json["backward_kg"] = last.backward;
  json["mean_rate_kg_s"] = flow_rate(first, last);
  const std::optional<Real> steady = steady_rate(result.flow);
  json["steady_rate_kg_s"] = steady ? Json(*steady) : Json(nullptr);
  return json;
}

}  // namespace

std::string to_json(const Analysis& a) {
  const int d = a.dimension;
  Json json{{"run", a.run},
            {"source", a.source},
            {"time_s", a.time},
            {"step", a.step},
            {"dimension", d},
            {"particles", a.particles},
            {"walls", a.walls},
            {"mass_kg", a.mass},
            {"mean_diameter_m", a.mean_diameter},
            {"up", json_of(unit(a.up), d)}};
  const auto box = [&](const Bounds& b) { return json_of(b, d); };
  json["box_of_particles"] = section(a.outer, box);
  json["box"] = section(a.inner, box);
  json["coordination"] = section(a.coordination, coordination_json);
  json["solid_fraction"] = section(a.solid_fraction, solid_json);
  json["contact_forces"] = section(a.forces, [&](const auto& f) { return forces_json(f, a.has_forces); });
  json["contact_types"] = types_json(a);
  json["fabric"] = section(a.fabric, [&](const auto& f) { return fabric_json(f, d); });
  json["contact_normals"] =
      section(a.normals, [&](const auto& o) { return orientation_json(o, d, "contacts"); });
  json["stress"] = section(a.stress, [&](const auto& s) { return stress_json(s, d); });
  json["orientation"] =
      section(a.orientation, [&](const auto& o) { return orientation_json(o, d, "particles"); });
  json["angle_of_repose"] = section(a.repose, [&](const auto& r) { return repose_json(r, d); });
  json["mass_flow"] = Json::array();
  for (const PlaneResult& plane : a.planes) json["mass_flow"].push_back(flow_json(plane, d));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scree
