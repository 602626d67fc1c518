#include "output/setup_hash.hpp"

#include <string_view>
#include <type_traits>
#include <variant>

#include "core/crc64.hpp"

namespace scree {
namespace {

// Each field by its own bytes, so that the gaps between fields do not count.
struct Hash {
  std::uint64_t value = 0;

  template <class... T>
  void operator()(const T&... objects) {
    (add(objects), ...);
  }

 private:
  void add_bytes(const void* data, std::size_t size) {
    value = crc64({static_cast<const char*>(data), size}, value);
  }
  template <class T>
  void add(const T& object) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      add_bytes(&object, sizeof object);
    } else {
      hash_fields(*this, object);
    }
  }
  void add(Vec3 v) { (*this)(v.x, v.y, v.z); }
  void add(Quat q) { (*this)(q.w, q.x, q.y, q.z); }
  void add(const Pose& pose) { (*this)(pose.rotation, pose.translation); }
  void add(const std::string& text) {
    add(text.size());
    add_bytes(text.data(), text.size());
  }
  template <class T>
  void add(const std::vector<T>& list) {
    add(list.size());
    for (const T& element : list) add(element);
  }
  template <class... T>
  void add(const std::variant<T...>& choice) {
    add(choice.index());
    std::visit([&](const auto& chosen) { hash_fields(*this, chosen); }, choice);
  }
};

void hash_fields(Hash& hash, const Plane& plane) { hash(plane.normal, plane.offset); }
void hash_fields(Hash& hash, const Shape& shape) {
  hash(shape.type, shape.centre, shape.size, shape.sweep_radius, shape.radii, shape.exponents[0],
       shape.exponents[1], shape.normal);
  if (shape.core) hash(shape.core->vertices, shape.core->face_planes, shape.core->face_vertices);
  if (shape.outline) {
    for (const Vec2& v : shape.outline->vertices) hash(v.x, v.y);
  }
}
void hash_fields(Hash& hash, const ContactParameters& c) {
  hash(c.normal_stiffness, c.shear_stiffness, c.exponent, c.friction, c.restitution,
       c.tangential_restitution);
}
void hash_fields(Hash& hash, const MotionPhase& p) {
  hash(p.start, p.end, p.velocity, p.axis, p.point, p.rate);
}
void hash_fields(Hash& hash, const Model::MovedBody& moved) { hash(moved.motion, moved.rest_pose); }
void hash_fields(Hash& hash, const Motion& motion) { hash(motion.start, motion.phases); }
void hash_fields(Hash& hash, const BodyRange& range) { hash(range.first, range.count); }
void hash_fields(Hash& hash, const RemoveBodies& action) { hash(action.bodies); }
void hash_fields(Hash& hash, const AddBodies& action) { hash(action.bodies); }
void hash_fields(Hash& hash, const SetGravity& action) { hash(action.gravity); }
void hash_fields(Hash& hash, const StartMotion& action) { hash(action.motion); }
void hash_fields(Hash&, const StopRun&) {}
void hash_fields(Hash& hash, const Event& e) {
  hash(e.after, e.delay, e.when_settled, e.settled_energy, e.settled_time, e.actions);
}
void hash_fields(Hash& hash, const Injection& i) {
  hash(i.bodies, i.start, i.end, i.region.lower, i.region.upper, i.velocity, i.velocity_spread);
}

void add_model(Hash& hash, const Model& m) {
  hash(m.shapes, m.contact_parameters, m.mobility, m.mass, m.moments, m.own_from_body, m.described_poses,
       m.piece_begin, m.moved_index, m.moved, m.piece_shape, m.piece_material, m.body_from_piece, m.motions);
  for (int i = 0; i < 3; ++i) hash(m.periodic.axis[i], m.periodic.lower[i], m.periodic.length[i]);
}

}  // namespace

std::uint64_t setup_hash(const Setup& setup, Real time_step) {
  Hash hash;
  add_model(hash, setup.model);
  hash(setup.schedule.events, setup.schedule.injections);
  const Settings& s = setup.settings;
  hash(time_step, s.algorithm, s.contact_points, s.parallel_angle, s.elastic_correction, s.skin, s.seed);
  return hash.value;
}

}  // namespace scree
