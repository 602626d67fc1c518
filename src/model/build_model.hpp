// Puts materials and bodies into a model and its state, with everything that follows from them.
#pragma once

#include <scree/result.hpp>
#include <scree/simulation_data.hpp>

#include <optional>

#include "model/model.hpp"
#include "model/state.hpp"

namespace scree {

// Its contacts with all materials so far, itself included, get default ContactParameters.
Result<int> add_material(Model& model, const Material& material);
// Why the parameters cannot be used: names the key, the value and what is allowed. Nothing: they can.
std::optional<Error> check(const ContactParameters& parameters);
// In either order of the two.
std::optional<Error> set_contact(Model& model, int material_a, int material_b,
                                 const ContactParameters& parameters);

// A shape that several bodies share.
std::uint32_t add_shape(Model& model, Shape shape);

// A body of pieces with shapes of the model, of the description's pieces only the poses are used.
Result<BodyId> add_body(Model& model, State& state, const BodyDescription& description,
                        const std::vector<std::uint32_t>& shapes);
// The same, with the description's own shapes.
Result<BodyId> add_body(Model& model, State& state, const BodyDescription& description);

// From where it is now, `motion` of the model's moves the kinematic body. Once for each body.
void set_motion(Model& model, const State& state, BodyId body, std::int32_t motion);

// Lists that grew body by body have room to spare: gives it back.
void release_spare_memory(Model& model, State& state);

// Whether the shape can be part of a body in space (3) or in the plane (2), which a half-space cuts across.
bool fits_dimension(const Shape& shape, int dimension);
// Whether a body with this pose and these velocities stays in the plane z = 0.
bool stays_in_plane(const Pose& pose, Vec3 velocity, Vec3 angular_velocity);

// The pose of the body's own frame, from and to the state's principal frame.
Pose own_pose(const Model& model, const State& state, BodyId body);
void set_own_pose(const Model& model, State& state, BodyId body, const Pose& world_from_own);
// rad/s, in world axes.
Vec3 angular_velocity(const Model& model, const State& state, BodyId body);
void set_angular_velocity(const Model& model, State& state, BodyId body, Vec3 angular_velocity);

}  // namespace scree
