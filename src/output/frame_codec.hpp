// The contents of the records of a file of frames. docs/reference/frames.md defines them.
#pragma once

#include <scree/result.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "output/frame.hpp"
#include "output/frame_scene.hpp"

namespace scree {

inline constexpr std::size_t frame_header_bytes = 64;

// SCEN and BODY.
std::string encode_scene(const FrameScene& scene);
std::string encode_bodies(const FrameScene& scene);
// FRAM. `radius` (m) of all bodies, present or not.
void encode_frame(const Frame& frame, std::span<const Real> radius, std::string& out);

// Errors say what is wrong, without the file's name. Whatever the bytes: what is decoded can be used without
// further checks.
Result<FrameScene> decode_scene(std::string_view json, std::string_view bodies);
Result<Frame> decode_frame(std::string_view bytes, const FrameScene& scene);

// Arrays one after the other, each filled up with zeros to a multiple of 4 bytes.
class ArrayWriter {
 public:
  explicit ArrayWriter(std::string& out) : out_(out) {}

  // f(i) for each i in [0, count).
  template <class T, class F>
  void put(std::size_t count, F&& f) {
    const std::size_t begin = out_.size();
    const std::size_t bytes = count * sizeof(T);
    out_.resize(begin + (bytes + 3) / 4 * 4);
    for (std::size_t i = 0; i < count; ++i) {
      const T value = static_cast<T>(f(i));
      std::memcpy(out_.data() + begin + i * sizeof(T), &value, sizeof value);
    }
  }
  // f(i, c) for each component c in [0, components), all i of one before the next.
  template <class T, class F>
  void put_components(std::size_t count, int components, F&& f) {
    put<T>(count * components, [&](std::size_t k) { return f(k % count, static_cast<int>(k / count)); });
  }

 private:
  std::string& out_;
};

// Where what is not there reads as zeros; `sound` tells so.
class ArrayReader {
 public:
  explicit ArrayReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  std::vector<T> get(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (count > bytes_.size() / sizeof(T) || (bytes + 3) / 4 * 4 > bytes_.size()) {
      sound_ = false;
      bytes_ = {};
      return {};
    }
    std::vector<T> values(count);
    if (bytes > 0) std::memcpy(values.data(), bytes_.data(), bytes);
    bytes_.remove_prefix((bytes + 3) / 4 * 4);
    return values;
  }
  // All was read that is there, and nothing but that.
  [[nodiscard]] bool complete() const { return sound_ && bytes_.empty(); }
  [[nodiscard]] bool sound() const { return sound_; }

 private:
  std::string_view bytes_;
  bool sound_ = true;
};

}  // namespace scree
