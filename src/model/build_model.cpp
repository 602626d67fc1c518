// Materials and bodies: checks, mass properties, frames.
#include "model/build_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/crc64.hpp"
#include "model/contact_law.hpp"
#include "model/share_topology.hpp"
#include "shape/make_view.hpp"

namespace scree {
namespace {

constexpr Real infinite = std::numeric_limits<Real>::infinity();

bool is_half_space(const Shape& shape) { return shape.type == ShapeType::half_space; }

// A shape's box about its centre, in its own axes.
Bounds centred_box(const Shape& shape) {
  if (is_half_space(shape)) return {{-infinite, -infinite, -infinite}, {infinite, infinite, infinite}};
  return bounds(shape, {Quat{}, -shape.centre});
}

// Mass, centre and inertia of several pieces of unit density (parallel axis theorem).
MassProperties combined_mass(const std::vector<BodyPiece>& pieces, const std::vector<const Shape*>& shapes) {
  MassProperties sum;
  std::vector<Vec3> centres;
  centres.reserve(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    centres.push_back(transform(pieces[i].body_from_shape, shapes[i]->mass.centroid));
    sum.volume += shapes[i]->mass.volume;
    sum.centroid += shapes[i]->mass.volume * centres[i];
  }
  sum.centroid = sum.centroid / sum.volume;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Mat3 turn = rotation_matrix(pieces[i].body_from_shape.rotation);
    const Mat3 inertia = turn * shapes[i]->mass.inertia * transpose(turn);
    const Vec3 arm = centres[i] - sum.centroid;
    const Real square = norm_squared(arm);
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) {
        const Real offset = (r == c ? square : 0) - arm[r] * arm[c];
        sum.inertia.row[r][c] += inertia.row[r][c] + shapes[i]->mass.volume * offset;
      }
    }
  }
  return sum;
}

// In the plane bodies turn about z only, and any frame is principal: they keep their own axes, and no other
// moment than that about z can ever matter.
PrincipalFrame frame_of(const Model& model, const MassProperties& mass) {
  if (model.dimension == 3) return principal_frame(mass);
  const Real moment = mass.inertia.row[2].z;
  return {{moment, moment, moment}, Quat{}};
}

// Why a body cannot live in the model's space or plane.
std::optional<std::string> check_dimension(const Model& model, const BodyDescription& d,
                                           const std::vector<const Shape*>& shapes) {
  for (const Shape* shape : shapes) {
    if (!fits_dimension(*shape, model.dimension)) {
      return fmt::format("a {} does not go with dimension {}", name(shape->type), model.dimension);
    }
  }
  if (model.dimension == 3) return std::nullopt;
  bool flat = stays_in_plane(d.world_from_body, d.velocity, d.angular_velocity);
  for (const BodyPiece& piece : d.pieces) flat = flat && stays_in_plane(piece.body_from_shape, {}, {});
  if (!flat) return "a position, orientation or velocity leads out of the plane";
  return std::nullopt;
}

std::optional<Error> check_description(const Model& model, const BodyDescription& d,
                                       const std::vector<const Shape*>& shapes) {
  const auto say = [&](const std::string& text) {
    return Error{fmt::format("body \"{}\": {}", d.name, text)};
  };
  if (shapes.empty()) return say("has no pieces; at least one is needed");
  if (d.material < 0 || d.material >= static_cast<int>(model.materials.size())) {
    return say(fmt::format("material {} does not exist; there are {}", d.material, model.materials.size()));
  }
  for (const Shape* shape : shapes) {
    if (is_half_space(*shape) && d.mobility == Mobility::dynamic) {
      return say("a half-space cannot be dynamic; it must be fixed or kinematic");
    }
  }
  const auto finite_pose = [](const Pose& p) {
    return is_finite(p.translation) && std::isfinite(norm(p.rotation)) && norm(p.rotation) > 0;
  };
  bool finite = finite_pose(d.world_from_body) && is_finite(d.velocity) && is_finite(d.angular_velocity);
  for (const BodyPiece& piece : d.pieces) finite = finite && finite_pose(piece.body_from_shape);
  if (!finite) return say("a position, orientation or velocity is not finite, or an orientation is zero");
  if (const auto bad = check_dimension(model, d, shapes)) return say(*bad);
  return std::nullopt;
}

void append_masses(Model& model, const BodyDescription& d, const MassProperties& mass) {
  const bool dynamic = d.mobility == Mobility::dynamic;
  const Real density = model.materials[d.material].density;
  const Real kilograms = dynamic ? density * mass.volume : 0;
  const Vec3 moments = dynamic ? density * frame_of(model, mass).moments : Vec3{};
  model.mass.push_back(kilograms);
  model.inverse_mass.push_back(dynamic ? 1 / kilograms : 0);
  model.moments.push_back(moments);
  model.inverse_moments.push_back(dynamic ? Vec3{1 / moments.x, 1 / moments.y, 1 / moments.z} : Vec3{});
}

void append_pieces(Model& model, const BodyDescription& d, const std::vector<std::uint32_t>& shapes,
                   const Pose& body_from_own) {
  const auto body = static_cast<std::uint32_t>(model.mobility.size());
  Real radius = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Shape& shape = model.shapes[shapes[i]];
    const Pose own_from_shape{normalized(d.pieces[i].body_from_shape.rotation),
                              d.pieces[i].body_from_shape.translation};
    Pose body_from_piece = body_from_own * own_from_shape;
    body_from_piece.translation = transform(body_from_piece, shape.centre);
    // What is left of a single piece's offset from its own centroid is rounding.
    if (shapes.size() == 1 && !is_half_space(shape)) body_from_piece.translation = {};
    model.piece_body.push_back(body);
    model.piece_shape.push_back(shapes[i]);
    model.piece_material.push_back(static_cast<std::uint32_t>(d.material));
    model.body_from_piece.push_back(body_from_piece);
    radius = std::max(radius, norm(body_from_piece.translation) + 0.5 * shape.size);
  }
  model.radius.push_back(radius);
  if (model.piece_begin.empty()) model.piece_begin.push_back(0);
  model.piece_begin.push_back(static_cast<std::uint32_t>(model.piece_body.size()));
}

}  // namespace

std::optional<Error> check(const ContactParameters& p) {
  const auto bad = [](const char* key, Real value, const char* allowed) {
    return Error{fmt::format("{}: {} is out of range; allowed: {}", key, value, allowed)};
  };
  const auto positive = [](Real x) { return x > 0 && std::isfinite(x); };
  const auto share = [](Real x) { return x > 0 && x <= 1; };
  if (!positive(p.normal_stiffness)) return bad("normal_stiffness", p.normal_stiffness, "> 0 N/m");
  if (!(p.shear_stiffness >= 0 && std::isfinite(p.shear_stiffness))) {
    return bad("shear_stiffness", p.shear_stiffness, ">= 0 N/m");
  }
  if (!(p.exponent >= 1 && p.exponent <= 10)) return bad("exponent", p.exponent, "1 to 10");
  if (!(p.friction >= 0 && std::isfinite(p.friction))) return bad("friction", p.friction, ">= 0");
  if (!share(p.restitution)) return bad("restitution", p.restitution, "above 0, at most 1");
  if (!share(p.tangential_restitution)) {
    return bad("tangential_restitution", p.tangential_restitution, "above 0, at most 1");
  }
  return std::nullopt;
}

Result<int> add_material(Model& model, const Material& material) {
  if (!(material.density > 0 && std::isfinite(material.density))) {
    return Error{fmt::format("material \"{}\": density: {} is out of range; allowed: > 0 kg/m3",
                             material.name, material.density)};
  }
  const std::size_t old_count = model.materials.size();
  const std::size_t count = old_count + 1;
  std::vector<ContactParameters> parameters(count * count);
  std::vector<ContactLaw> laws(count * count, make_contact_law(ContactParameters{}));
  for (std::size_t i = 0; i < old_count; ++i) {
    for (std::size_t j = 0; j < old_count; ++j) {
      parameters[i * count + j] = model.contact_parameters[i * old_count + j];
      laws[i * count + j] = model.contact_laws[i * old_count + j];
    }
  }
  model.materials.push_back(material);
  model.contact_parameters = std::move(parameters);
  model.contact_laws = std::move(laws);
  return static_cast<int>(old_count);
}

std::optional<Error> set_contact(Model& model, int a, int b, const ContactParameters& parameters) {
  const auto count = static_cast<int>(model.materials.size());
  for (const int m : {a, b}) {
    if (m < 0 || m >= count) return Error{fmt::format("material {} does not exist; there are {}", m, count)};
  }
  if (auto bad = check(parameters)) return bad;
  const ContactLaw law = make_contact_law(parameters);
  for (const int place : {a * count + b, b * count + a}) {
    model.contact_parameters[place] = parameters;
    model.contact_laws[place] = law;
  }
  return std::nullopt;
}

std::uint32_t add_shape(Model& model, Shape shape) {
  model.shape_boxes.push_back(centred_box(shape));
  model.shapes.push_back(std::move(shape));
  // Views point into the polyhedron behind the shape's shared pointer, which does not move with the shape.
  model.views.push_back(make_view(model.shapes.back()));
  const auto index = static_cast<std::uint32_t>(model.shapes.size() - 1);
  share_topology(model, index);
  return index;
}

Result<BodyId> add_body(Model& model, State& state, const BodyDescription& d,
                        const std::vector<std::uint32_t>& shapes) {
  std::vector<const Shape*> parts;
  parts.reserve(shapes.size());
  for (const std::uint32_t shape : shapes) parts.push_back(&model.shapes[shape]);
  if (auto bad = check_description(model, d, parts)) return *bad;
  const bool unbounded = std::any_of(parts.begin(), parts.end(), [](auto* s) { return is_half_space(*s); });
  const MassProperties mass = unbounded ? MassProperties{} : combined_mass(d.pieces, parts);
  // A single piece keeps the exact centroid of its shape.
  const Pose own_from_body =
      unbounded ? Pose{} : Pose{frame_of(model, mass).shape_from_principal, mass.centroid};
  append_masses(model, d, mass);
  append_pieces(model, d, shapes, inverse(own_from_body));
  model.own_from_body.push_back(own_from_body);
  const auto [name, is_new] =
      model.known_names.try_emplace(d.name, static_cast<std::uint32_t>(model.names.size()));
  if (is_new) model.names.push_back(d.name);
  model.name_index.push_back(name->second);
  model.moved_index.push_back(-1);
  model.mobility.push_back(d.mobility);

  const auto body = static_cast<BodyId>(model.mobility.size() - 1);
  state.position.emplace_back();
  state.orientation.emplace_back();
  const bool moves = d.mobility != Mobility::fixed;
  state.velocity.push_back(moves ? d.velocity : Vec3{});
  state.angular_momentum.emplace_back();
  state.present.push_back(d.present ? 1 : 0);
  set_own_pose(model, state, body, d.world_from_body);
  if (moves) set_angular_velocity(model, state, body, d.angular_velocity);
  const Pose placed{state.orientation[body], state.position[body]};
  static_assert(sizeof placed == 7 * sizeof(Real), "no gaps, whose bytes would count");
  model.described_poses =
      crc64({reinterpret_cast<const char*>(&placed), sizeof placed}, model.described_poses);
  return body;
}

Result<BodyId> add_body(Model& model, State& state, const BodyDescription& description) {
  std::vector<const Shape*> parts;
  parts.reserve(description.pieces.size());
  for (const BodyPiece& piece : description.pieces) parts.push_back(&piece.shape);
  if (auto bad = check_description(model, description, parts)) return *bad;
  std::vector<std::uint32_t> shapes;
  shapes.reserve(description.pieces.size());
  for (const BodyPiece& piece : description.pieces) shapes.push_back(add_shape(model, piece.shape));
  return add_body(model, state, description, shapes);
}

void set_motion(Model& model, const State& state, BodyId body, std::int32_t motion) {
  model.moved_index[body] = static_cast<std::int32_t>(model.moved.size());
  model.moved.push_back({motion, {state.orientation[body], state.position[body]}});
}

bool fits_dimension(const Shape& shape, int dimension) {
  if (is_half_space(shape)) return dimension == 3 || shape.normal.z == 0;
  return is_planar(shape.type) == (dimension == 2);
}

bool stays_in_plane(const Pose& pose, Vec3 velocity, Vec3 angular_velocity) {
  return pose.translation.z == 0 && pose.rotation.x == 0 && pose.rotation.y == 0 && velocity.z == 0 &&
         angular_velocity.x == 0 && angular_velocity.y == 0;
}

void release_spare_memory(Model& model, State& state) {
  const auto shrink = [](auto&... lists) { (lists.shrink_to_fit(), ...); };
  shrink(model.shapes, model.views, model.shape_boxes, model.name_index, model.mobility, model.mass,
         model.inverse_mass, model.moments, model.inverse_moments, model.radius, model.own_from_body,
         model.piece_begin, model.moved_index, model.piece_body, model.piece_shape, model.piece_material,
         model.body_from_piece);
  shrink(state.position, state.orientation, state.velocity, state.angular_momentum, state.present);
}

Pose own_pose(const Model& model, const State& state, BodyId body) {
  const Pose world_from_body{state.orientation[body], state.position[body]};
  return world_from_body * inverse(model.own_from_body[body]);
}

void set_own_pose(const Model& model, State& state, BodyId body, const Pose& world_from_own) {
  const Pose pose =
      Pose{normalized(world_from_own.rotation), world_from_own.translation} * model.own_from_body[body];
  state.orientation[body] = normalized(pose.rotation);
  state.position[body] = pose.translation;
}

Vec3 angular_velocity(const Model& model, const State& state, BodyId body) {
  const Vec3 l = state.angular_momentum[body];
  const Vec3 w = model.inverse_moments[body];
  const Vec3 in_body = model.mobility[body] == Mobility::dynamic ? Vec3{l.x * w.x, l.y * w.y, l.z * w.z} : l;
  return rotate(state.orientation[body], in_body);
}

void set_angular_velocity(const Model& model, State& state, BodyId body, Vec3 angular_velocity) {
  const Vec3 in_body = rotate(conjugate(state.orientation[body]), angular_velocity);
  const Vec3 i = model.moments[body];
  state.angular_momentum[body] = model.mobility[body] == Mobility::dynamic
                                     ? Vec3{i.x * in_body.x, i.y * in_body.y, i.z * in_body.z}
                                     : in_body;
}

}  // namespace scree
