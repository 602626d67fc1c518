// The file of a checkpoint: numbers in the machine's own form, with a header and a check of every byte.
//
//   header    magic "scree\ncp", version (4 bytes), byte order mark (4), length of the contents (8), hash of
//             the setup (8)
//   contents  what was put, one after the other; a list is its length (8) and its elements
//   check     CRC-64 of the contents followed by the header (8)
//
// What is plain (numbers, vectors, lists of them) goes as its bytes. For any other struct there must be a
// function transfer(archive, object) that names its fields once, for both directions.
#pragma once

#include <scree/result.hpp>
#include <scree/vec.hpp>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/file_io.hpp"

namespace scree {

static_assert(sizeof(Vec3) == 3 * sizeof(Real) && sizeof(Quat) == 4 * sizeof(Real));
template <class T>
inline constexpr bool is_plain =
    !std::is_same_v<T, bool> && (std::is_arithmetic_v<T> || std::is_same_v<T, Vec3> ||
                                 std::is_same_v<T, Quat> || std::has_unique_object_representations_v<T>);

class CheckpointWriter {
 public:
  CheckpointWriter(const std::string& path, std::uint64_t setup_hash);

  template <class... T>
  void operator()(const T&... objects) {
    (put(objects), ...);
  }
  // The file is there, whole and on the disk, or it is not there and here is why.
  std::optional<Error> commit();

 private:
  void put_bytes(const void* data, std::size_t size);
  void flush();
  template <class T>
  void put(const T& object) {
    if constexpr (is_plain<T>) {
      put_bytes(&object, sizeof object);
    } else if constexpr (std::is_same_v<T, bool>) {
      put(static_cast<std::uint8_t>(object));
    } else {
      transfer(*this, object);
    }
  }
  template <class T>
  void put(const std::vector<T>& list) {
    put(static_cast<std::uint64_t>(list.size()));
    if constexpr (is_plain<T>) {
      put_bytes(list.data(), list.size() * sizeof(T));
    } else {
      for (const T& element : list) put(element);
    }
  }

  WholeFile file_;
  std::uint64_t setup_hash_;
  std::uint64_t length_ = 0;  // bytes of the contents so far
  std::uint64_t crc_ = 0;     // of the contents flushed so far
  std::string buffer_;
};

class CheckpointReader {
 public:
  // Checks every byte before anything is read. The error says what is wrong with the file.
  static Result<CheckpointReader> open(const std::string& path);
  // Whether a sound file can be understood.
  [[nodiscard]] std::optional<Error> check_version(const std::string& path) const;

  [[nodiscard]] std::uint64_t setup_hash() const { return setup_hash_; }
  template <class... T>
  void operator()(T&... objects) {
    (get(objects), ...);
  }
  // Everything was read that was put, and nothing but that.
  [[nodiscard]] bool complete() const { return good_ && left_ == 0; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
  };

  void get_bytes(void* data, std::size_t size);
  template <class T>
  void get(T& object) {
    if constexpr (is_plain<T>) {
      get_bytes(&object, sizeof object);
    } else if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = 0;
      get(byte);
      object = byte != 0;
    } else {
      transfer(*this, object);
    }
  }
  template <class T>
  void get(std::vector<T>& list) {
    std::uint64_t size = 0;
    get(size);
    // A length is believed only when so many elements can follow: each takes a byte at least.
    if (size > left_ / (is_plain<T> ? sizeof(T) : 1)) good_ = false;
    if (!good_) return;
    if constexpr (is_plain<T>) {
      list.resize(size);
      get_bytes(list.data(), size * sizeof(T));
    } else {
      list.clear();
      list.reserve(size);
      for (std::uint64_t i = 0; i < size && good_; ++i) get(list.emplace_back());
    }
  }

  std::unique_ptr<std::FILE, Close> file_;
  std::uint32_t version_ = 0, byte_order_ = 0;
  std::uint64_t setup_hash_ = 0;
  std::uint64_t left_ = 0;  // bytes of the contents not read yet
  bool good_ = true;
};

}  // namespace scree
