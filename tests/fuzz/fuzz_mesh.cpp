// libFuzzer target for the mesh readers. The first byte chooses the format, the rest is the file.
//
// Build with clang++ -std=c++20 -fsanitize=fuzzer,address,undefined; start from corpus/mesh.
#include "shape/mesh_check.hpp"
#include "shape/mesh_file.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

constexpr std::array<std::string_view, 3> file_names = {"fuzz.stl", "fuzz.obj", "fuzz.ply"};

// What parse_mesh promises of every mesh it gives.
bool is_sound(const scree::PolygonMesh& mesh) {
  if (mesh.face_begin.empty() || mesh.face_begin.front() != 0) return false;
  if (static_cast<std::size_t>(mesh.face_begin.back()) != mesh.face_vertices.size()) return false;
  for (std::size_t f = 0; f + 1 < mesh.face_begin.size(); ++f) {
    if (mesh.face_begin[f + 1] - mesh.face_begin[f] < 3) return false;
  }
  for (const std::int32_t v : mesh.face_vertices) {
    if (v < 0 || static_cast<std::size_t>(v) >= mesh.vertices.size()) return false;
  }
  for (const scree::Vec3& p : mesh.vertices) {
    if (!scree::is_finite(p)) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view name = file_names.at(data[0] % file_names.size());
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto mesh = scree::parse_mesh(bytes, name);
  if (!mesh) {
    if (mesh.error().message.find(name) == std::string::npos) std::abort();
    return 0;
  }
  if (!is_sound(*mesh)) std::abort();
  if (const auto fault = scree::check_closed_and_convex(*mesh, name)) {
    if (fault->message.find(name) == std::string::npos) std::abort();
  }
  return 0;
}
