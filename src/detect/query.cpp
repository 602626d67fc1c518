// Names, dispatch and frames of contact queries.
#include <scree/contact.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "detect/brute_force.hpp"
#include "detect/kernels/common_normal.hpp"
#include "detect/kernels/common_normal_published.hpp"
#include "detect/kernels/cp.hpp"
#include "detect/kernels/cp_revised.hpp"
#include "detect/kernels/curved.hpp"
#include "detect/kernels/ds.hpp"
#include "detect/kernels/fcp.hpp"
#include "detect/kernels/fcp_revised.hpp"
#include "detect/kernels/fds.hpp"
#include "detect/kernels/gjk_epa.hpp"
#include "detect/kernels/gjk_johnson.hpp"
#include "detect/kernels/gjk_signed_volumes.hpp"
#include "detect/kernels/gjk_td.hpp"
#include "detect/kernels/gjk_td_published.hpp"
#include "detect/kernels/slm.hpp"
#include "detect/make_pair.hpp"
#include "detect/pair_table.hpp"
#include "detect/query_parts.hpp"
#include "detect/run_kernel.hpp"
#include "math/double_double.hpp"
#include "shape/make_view.hpp"

namespace scree {

std::string_view name(Status status) {
  constexpr std::array<std::string_view, 4> names{"ok", "not-finite", "unsupported-pair", "not-converged"};
  return names[static_cast<std::size_t>(status)];
}

std::string_view name(ContactState state) {
  constexpr std::array<std::string_view, 3> names{"separate", "touch", "overlap"};
  return names[static_cast<std::size_t>(state)];
}

std::string_view name(ContactType type) {
  constexpr std::array<std::string_view, 8> names{
      "vertex-vertex",      "vertex-edge", "vertex-face", "edge-edge-crossing",
      "edge-edge-parallel", "edge-face",   "face-face",   "smooth"};
  return names[static_cast<std::size_t>(type)];
}

namespace {

struct AlgorithmEntry {
  std::string_view name;  // as the command line and the JSON formats spell it
  Guarantee guarantee;
};
constexpr std::array<AlgorithmEntry, algorithm_count> algorithm_table{{
    {"default", Guarantee::exact},
    {"gjk-epa", Guarantee::exact},
    {"brute-force", Guarantee::exact},
    {"cp", Guarantee::never_shallow},
    {"cp-revised", Guarantee::never_shallow},
    {"fcp", Guarantee::never_shallow},
    {"fcp-revised", Guarantee::never_shallow},
    {"slm", Guarantee::exact_apart},
    {"ds", Guarantee::never_shallow},
    {"fds", Guarantee::never_shallow},
    {"gjk-johnson", Guarantee::none},
    {"gjk-signed-volumes", Guarantee::none},
    {"gjk-td", Guarantee::exact},
    {"gjk-td-published", Guarantee::none},
    {"common-normal", Guarantee::exact},
    {"common-normal-published", Guarantee::none},
    {"curved", Guarantee::exact},
}};
const AlgorithmEntry& entry(Algorithm algorithm) {
  return algorithm_table[static_cast<std::size_t>(algorithm)];
}

}  // namespace

std::string_view name(Algorithm algorithm) { return entry(algorithm).name; }
Guarantee guarantee(Algorithm algorithm) { return entry(algorithm).guarantee; }

std::string_view name(Guarantee guarantee) {
  constexpr std::array<std::string_view, 4> names{"exact", "exact apart", "never too shallow", "none"};
  return names[static_cast<std::size_t>(guarantee)];
}

// In the order of the documents: by family, the reference last.
std::vector<Algorithm> all_algorithms() {
  return {Algorithm::gjk_epa,
          Algorithm::gjk_td,
          Algorithm::gjk_td_published,
          Algorithm::gjk_johnson,
          Algorithm::gjk_signed_volumes,
          Algorithm::common_plane,
          Algorithm::common_plane_revised,
          Algorithm::fast_common_plane,
          Algorithm::fast_common_plane_revised,
          Algorithm::shortest_link,
          Algorithm::direct_search,
          Algorithm::fast_direct_search,
          Algorithm::common_normal,
          Algorithm::common_normal_published,
          Algorithm::curved,
          Algorithm::brute_force};
}

namespace {

// For a pair of which one at least lies in the plane.
bool answers_in_plane(Algorithm algorithm, ShapeType a, ShapeType b) {
  const auto both = [&](auto is_one) { return is_one(a) && is_one(b); };
  if (!both([](ShapeType t) { return is_planar(t) || t == ShapeType::half_space; })) return false;
  switch (algorithm) {
    case Algorithm::automatic:
    case Algorithm::gjk_epa:
      return true;
    case Algorithm::brute_force:
      return both([](ShapeType t) { return t == ShapeType::polygon || t == ShapeType::disc; });
    case Algorithm::common_plane:
    case Algorithm::fast_common_plane:
    case Algorithm::shortest_link:
    case Algorithm::direct_search:
    case Algorithm::fast_direct_search:
      return both([](ShapeType t) { return t == ShapeType::polygon; });
    default:
      return false;
  }
}

}  // namespace

bool answers(Algorithm algorithm, ShapeType a, ShapeType b) {
  if (is_planar(a) || is_planar(b)) return answers_in_plane(algorithm, a, b);
  const auto both = [&](auto is_one) { return is_one(a) && is_one(b); };
  switch (algorithm) {
    case Algorithm::automatic:
    case Algorithm::gjk_epa:
      return !both([](ShapeType t) { return t == ShapeType::half_space; });
    case Algorithm::curved:
      return !both([](ShapeType t) { return t == ShapeType::half_space; }) &&
             !both([](ShapeType t) { return t == ShapeType::polyhedron; });
    case Algorithm::common_normal:
    case Algorithm::common_normal_published:
      return both([](ShapeType t) {
        return t == ShapeType::superellipsoid || t == ShapeType::ellipsoid || t == ShapeType::sphere;
      });
    case Algorithm::brute_force:
      return both(
          [](ShapeType t) { return t == ShapeType::polyhedron || t == ShapeType::rounded_polyhedron; });
    default:
      return both([](ShapeType t) { return t == ShapeType::polyhedron; });
  }
}

std::vector<Algorithm> algorithms_for(ShapeType a, ShapeType b) {
  std::vector<Algorithm> all = all_algorithms();
  std::erase_if(all, [&](Algorithm algorithm) { return !answers(algorithm, a, b); });
  return all;
}

Algorithm default_algorithm(ShapeType a, ShapeType b) { return by_pair_of_types(a, b); }

std::optional<Algorithm> algorithm_from_name(std::string_view wanted) {
  if (wanted == name(Algorithm::automatic)) return Algorithm::automatic;
  for (const Algorithm algorithm : all_algorithms()) {
    if (wanted == name(algorithm)) return algorithm;
  }
  return std::nullopt;
}

namespace {

// sum + m v, each component summed in double-double: centres may lie far from their shapes' origins.
DoubleDouble3 add_rotated(const DoubleDouble3& sum, const Mat3& m, Vec3 v) {
  const auto product = [&](Vec3 row) {
    return two_product(row.x, v.x) + two_product(row.y, v.y) + two_product(row.z, v.z);
  };
  return {sum.x + product(m.row[0]), sum.y + product(m.row[1]), sum.z + product(m.row[2])};
}

}  // namespace

namespace {

using Kernel = Status (*)(const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                          Contact& contact, ContactPatch* patch);

// For algorithms that have their own ways, and for numbers that are none.
Status no_kernel(const ShapePair&, const QueryRequest&, PairCache&, Contact& contact, ContactPatch* patch) {
  clear_answer(contact, patch);
  return contact.status = Status::unsupported_pair;
}

// By Algorithm. Called by their addresses, none has to save what only another one needs: a warm answer takes
// no longer than that.
constexpr std::array<Kernel, algorithm_count> kernels{
    no_kernel,  // automatic
    gjk_epa,
    no_kernel,  // brute_force
    common_plane,
    common_plane_revised,
    fast_common_plane,
    fast_common_plane_revised,
    shortest_link,
    direct_search,
    fast_direct_search,
    gjk_johnson,
    gjk_signed_volumes,
    gjk_td,
    gjk_td_published,
    common_normal,
    common_normal_published,
    curved,
};
static_assert(static_cast<int>(Algorithm::curved) == algorithm_count - 1);

}  // namespace

Status run_kernel(Algorithm algorithm, const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                  Contact& contact, ContactPatch* patch) {
  const auto number = static_cast<std::size_t>(algorithm);
  const Kernel kernel = number < kernels.size() ? kernels[number] : no_kernel;
  return kernel(pair, request, cache, contact, patch);
}

OwnShapePair make_pair_view(const Shape& a, const Shape& b, const Pose& a_from_b, Quat& rotation) {
  rotation = normalized(a_from_b.rotation);
  OwnShapePair pair;
  pair.a = make_view(a);
  pair.b = make_view(b);
  pair.a_from_b = rotation_matrix(rotation);
  // A centre within its own shape adds roundings of the shape's size only; one far away would drown it.
  if (norm_squared(b.centre) <= b.size * b.size) {
    pair.translation = (a_from_b.translation - a.centre) + pair.a_from_b * b.centre;
  } else {
    const DoubleDouble3 offset = exact_difference(a_from_b.translation, a.centre);
    pair.translation = rounded(add_rotated(offset, pair.a_from_b, b.centre));
  }
  pair.size = std::max(finite_size(a), finite_size(b));
  return pair;
}

Status query(Algorithm algorithm, const Shape& a, const Shape& b, const Pose& a_from_b,
             const QueryRequest& request, PairCache& cache, Contact& contact, ContactPatch* patch) {
  if (is_planar(a.type) || is_planar(b.type)) {
    clear_answer(contact, patch);
    return contact.status = Status::unsupported_pair;
  }
  Quat rotation;
  const OwnShapePair pair = make_pair_view(a, b, a_from_b, rotation);
  if (!is_finite_pair(pair, rotation)) {
    clear_answer(contact, patch);
    return contact.status = Status::not_finite;
  }
  const Algorithm chosen = algorithm == Algorithm::automatic ? by_pair_of_types(a.type, b.type) : algorithm;
  if (chosen == Algorithm::brute_force) {
    brute_force(pair, rotation, request.parallel_angle, contact, patch);
  } else {
    run_kernel(chosen, pair, request, cache, contact, patch);
  }
  move_points([&](Vec3 p) { return p + a.centre; }, contact, patch);
  return contact.status;
}

Status query(Algorithm algorithm, const Shape& a, const Pose& world_from_a, const Shape& b,
             const Pose& world_from_b, const QueryRequest& request, PairCache& cache, Contact& contact,
             ContactPatch* patch) {
  return query_in_world(algorithm, a, world_from_a, b, world_from_b, request, cache, contact, patch);
}

}  // namespace scree
