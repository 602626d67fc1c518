// Surfaces, lines and points as VTK's XML PolyData files (.vtp): binary, compressed, for ParaView and VTK.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "exec/exec.hpp"
#include "output/block_compress.hpp"

namespace scree {

// A named list of tuples, compressed: whoever keeps one may write it again and again.
struct VtkArray {
  std::string name;
  std::string_view type = {};  // VTK's word: Float32, Int32, UInt8
  int components = 1;
  std::string packed = {};  // as text, ready for the file
  Redundancy redundancy = Redundancy::repeats;
};

template <class T>
constexpr std::string_view vtk_type() {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, std::int32_t> ||
                std::is_same_v<T, std::uint8_t>);
  if constexpr (std::is_same_v<T, float>) return "Float32";
  if constexpr (std::is_same_v<T, std::int32_t>) return "Int32";
  return "UInt8";
}

class VtkPacker {
 public:
  // f(i, tuple) writes the components of tuple i, for each i in [0, count); at the same time for several.
  template <class T, class F>
  void pack(std::size_t count, Exec& exec, VtkArray& array, F&& f) {
    array.type = vtk_type<T>();
    const auto components = static_cast<std::size_t>(array.components);
    T* const values = room<T>(count * components);
    parallel_for(exec, count, [&](std::size_t i) { f(i, values + i * components); });
    compress(count * components * sizeof(T), exec, array);
  }
  // f(g, values) writes the tuples of group g from `values` on, which begin at tuple begin[g]: for each group
  // but the last of `begin`, which ends the others.
  template <class T, class F>
  void pack_groups(const std::vector<std::uint32_t>& begin, Exec& exec, VtkArray& array, F&& f) {
    array.type = vtk_type<T>();
    const auto components = static_cast<std::size_t>(array.components);
    T* const values = room<T>(begin.back() * components);
    parallel_for(exec, begin.size() - 1, [&](std::size_t g) { f(g, values + begin[g] * components); });
    compress(begin.back() * components * sizeof(T), exec, array);
  }

 private:
  template <class T>
  T* room(std::size_t count) {
    const std::size_t words = (count * sizeof(T) + sizeof(double) - 1) / sizeof(double);
    if (scratch_.size() < words) scratch_.resize(words);
    return reinterpret_cast<T*>(scratch_.data());
  }
  void compress(std::size_t bytes, Exec& exec, VtkArray& array);

  BlockCompressor compressor_;
  std::vector<double> scratch_;
};

// Cells of one kind: vertices, lines or polygons.
struct VtkCells {
  std::string_view kind;  // VTK's word: Verts, Lines, Polys
  std::size_t count = 0;
  VtkArray connectivity{"connectivity", "Int32"};
  VtkArray offsets{"offsets", "Int32"};
};

// Texts and numbers of the whole.
struct VtkField {
  std::string name;
  std::string_view type;  // Float64, Int64, String
  std::size_t count = 1;
  std::string text;  // as VTK's format "ascii" wants it
};
VtkField vtk_texts(std::string name, const std::vector<std::string>& texts);

struct VtkPolyData {
  std::size_t points = 0;
  VtkArray coordinates{"Points", "Float32", 3, {}, Redundancy::frequencies};
  VtkCells cells;
  std::vector<VtkArray> point_data, cell_data;
  std::vector<VtkField> fields;
};

// The bytes of the file.
void write_vtp(const VtkPolyData& data, std::string& out);

}  // namespace scree
