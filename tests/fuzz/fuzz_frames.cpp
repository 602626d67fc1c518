// libFuzzer target for the reader of frames: the contents of the three kinds of records, one after the other,
// each with its length in front (4 bytes, the least first). Check sums would keep the fuzzer out of them.
//
// Build with clang++ -std=c++20 -fsanitize=fuzzer,address,undefined; start from corpus/frames.
#include "output/frame_codec.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

std::string_view take(std::string_view& bytes) {
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data(), std::min(sizeof length, bytes.size()));
  bytes.remove_prefix(std::min(sizeof length, bytes.size()));
  const std::string_view taken = bytes.substr(0, length);
  bytes.remove_prefix(taken.size());
  return taken;
}

// What decode_scene promises.
bool is_sound(const scree::FrameScene& scene) {
  for (const std::uint32_t mesh : scene.piece_mesh) {
    if (mesh >= scene.meshes.size()) return false;
  }
  for (const scree::FrameMesh& mesh : scene.meshes) {
    for (const std::uint32_t v : mesh.face_vertices) {
      if (v >= mesh.vertices.size()) return false;
    }
  }
  return scene.piece_begin.size() == scree::body_count(scene) + 1 &&
         scene.piece_begin.back() == scree::piece_count(scene) &&
         scene.radius.size() == scree::body_count(scene);
}

// What decode_frame promises.
bool is_sound(const scree::Frame& frame, const scree::FrameScene& scene) {
  for (std::size_t i = 0; i < frame.body.size(); ++i) {
    if (frame.body[i] >= scree::body_count(scene) || !scree::is_finite(frame.position[i])) return false;
  }
  for (const scree::FramePair& pair : frame.pairs) {
    if (!std::binary_search(frame.body.begin(), frame.body.end(), pair.a)) return false;
    if (!std::binary_search(frame.body.begin(), frame.body.end(), pair.b)) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string_view json = take(bytes), bodies = take(bytes), contents = take(bytes);
  const auto scene = scree::decode_scene(json, bodies);
  if (!scene) {
    if (scene.error().message.empty()) std::abort();
    return 0;
  }
  if (!is_sound(*scene)) std::abort();
  const auto frame = scree::decode_frame(contents, *scene);
  if (!frame) {
    if (frame.error().message.empty()) std::abort();
    return 0;
  }
  if (!is_sound(*frame, *scene)) std::abort();
  return 0;
}
