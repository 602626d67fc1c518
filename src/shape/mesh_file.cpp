// Chooses the reader for a mesh file and holds what the readers share.
#include "shape/mesh_file.hpp"

#include "core/file_io.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <system_error>

namespace scree {

namespace mesh_file {

namespace {

constexpr std::string_view blanks = " \t\v\f";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The finaliser of splitmix64: spreads every bit of the key over the whole word.
std::uint64_t mix(std::uint64_t key) {
  key = (key ^ (key >> 30U)) * 0xbf58476d1ce4e5b9U;
  key = (key ^ (key >> 27U)) * 0x94d049bb133111ebU;
  return key ^ (key >> 31U);
}

}  // namespace

std::size_t MeshBuilder::Hash::operator()(Vec3 position) const {
  std::uint64_t hash = 0;
  for (const Real x : {position.x, position.y, position.z}) {
    hash = mix(hash + 0x9e3779b97f4a7c15U + std::bit_cast<std::uint64_t>(x));
  }
  return hash;
}

std::int32_t MeshBuilder::add_vertex(Vec3 position) {
  position += Vec3{0, 0, 0};  // -0 becomes 0
  const auto [found, is_new] =
      index_of_.try_emplace(position, static_cast<std::int32_t>(mesh_.vertices.size()));
  if (is_new) mesh_.vertices.push_back(position);
  return found->second;
}

void MeshBuilder::add_face(std::span<const std::int32_t> vertices) {
  mesh_.face_vertices.insert(mesh_.face_vertices.end(), vertices.begin(), vertices.end());
  mesh_.face_begin.push_back(static_cast<std::int32_t>(mesh_.face_vertices.size()));
}

bool LineReader::next_line() {
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  line_ = rest_.substr(0, end);
  rest_.remove_prefix(end);
  if (rest_.starts_with("\r\n")) {
    rest_.remove_prefix(2);
  } else if (!rest_.empty()) {
    rest_.remove_prefix(1);
  }
  ++number_;
  return true;
}

bool LineReader::next_line_with_words() {
  while (next_line()) {
    if (line_.find_first_not_of(blanks) != std::string_view::npos) return true;
  }
  return false;
}

std::string_view LineReader::next_word() {
  line_.remove_prefix(std::min(line_.find_first_not_of(blanks), line_.size()));
  const std::string_view word = line_.substr(0, line_.find_first_of(blanks));
  line_.remove_prefix(word.size());
  return word;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::string quoted(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::string text = "'";
  for (const char c : word.substr(0, longest)) text += c >= ' ' && c <= '~' ? c : '?';
  return text + (word.size() > longest ? "...'" : "'");
}

Result<Real> number_from(std::string_view word) {
  if (word.empty()) return Error{"a number is missing"};
  std::string_view digits = word;
  // std::from_chars knows no leading plus; "+-1" stays wrong.
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  Real value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure == std::errc::result_out_of_range) {
    return Error{fmt::format("{} is outside the range of a double", quoted(word))};
  }
  if (failure != std::errc() || end != digits.data() + digits.size()) {
    return Error{fmt::format("{} is not a number", quoted(word))};
  }
  if (!std::isfinite(value)) return Error{fmt::format("{} is not a finite number", quoted(word))};
  return value;
}

Error error_at_line(std::string_view file_name, std::int64_t line, std::string_view what) {
  return {fmt::format("{}:{}: {}", file_name, line, what)};
}

Error error_at_byte(std::string_view file_name, std::size_t offset, std::string_view what) {
  return {fmt::format("{}: at byte {}: {}", file_name, offset, what)};
}

}  // namespace mesh_file

namespace {

using mesh_file::equal_ignoring_case;

std::string_view extension(std::string_view file_name) {
  const std::size_t dot = file_name.find_last_of("./");
  if (dot == std::string_view::npos || file_name[dot] == '/') return {};
  return file_name.substr(dot);
}

}  // namespace

Result<PolygonMesh> parse_mesh(std::string_view bytes, std::string_view file_name) {
  // Every index takes a byte or more of the file, so below this size 32 bits hold them all.
  if (bytes.size() > max_file_bytes) {
    return Error{fmt::format("{}: {} bytes are too many for a mesh file, at most {} are allowed", file_name,
                             bytes.size(), max_file_bytes)};
  }
  const std::string_view kind = extension(file_name);
  if (equal_ignoring_case(kind, ".stl")) return mesh_file::parse_stl(bytes, file_name);
  if (equal_ignoring_case(kind, ".obj")) return mesh_file::parse_obj(bytes, file_name);
  if (equal_ignoring_case(kind, ".ply")) return mesh_file::parse_ply(bytes, file_name);
  return Error{fmt::format("{}: unknown kind of mesh file {}, allowed are .stl, .obj and .ply", file_name,
                           mesh_file::quoted(kind))};
}

Result<PolygonMesh> read_mesh(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  return parse_mesh(*bytes, path);
}

}  // namespace scree
