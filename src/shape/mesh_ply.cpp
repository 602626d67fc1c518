// PLY files: text and binary of either byte order, with any scalar types; elements and properties
// other than vertex x, y, z and face vertex_indices are skipped.
#include "shape/mesh_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <system_error>

namespace scree::mesh_file {

namespace {

enum class Scalar : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

struct ScalarName {
  std::string_view name;
  Scalar type;
};
constexpr std::array<ScalarName, 16> scalar_names = {{{"char", Scalar::int8},
                                                      {"uchar", Scalar::uint8},
                                                      {"short", Scalar::int16},
                                                      {"ushort", Scalar::uint16},
                                                      {"int", Scalar::int32},
                                                      {"uint", Scalar::uint32},
                                                      {"float", Scalar::float32},
                                                      {"double", Scalar::float64},
                                                      {"int8", Scalar::int8},
                                                      {"uint8", Scalar::uint8},
                                                      {"int16", Scalar::int16},
                                                      {"uint16", Scalar::uint16},
                                                      {"int32", Scalar::int32},
                                                      {"uint32", Scalar::uint32},
                                                      {"float32", Scalar::float32},
                                                      {"float64", Scalar::float64}}};

std::optional<Scalar> scalar_from(std::string_view name) {
  for (const ScalarName& entry : scalar_names) {
    if (entry.name == name) return entry.type;
  }
  return std::nullopt;
}

constexpr std::size_t size_of(Scalar type) {
  constexpr std::array<std::size_t, 8> sizes = {1, 1, 2, 2, 4, 4, 4, 8};
  return sizes.at(static_cast<std::size_t>(type));
}

constexpr bool is_integer(Scalar type) { return type != Scalar::float32 && type != Scalar::float64; }

// Every value of every type is exact in a double.
Real value_of(Scalar type, std::uint64_t bits) {
  switch (type) {
    case Scalar::int8:
      return static_cast<std::int8_t>(bits);
    case Scalar::int16:
      return static_cast<std::int16_t>(bits);
    case Scalar::int32:
      return static_cast<std::int32_t>(bits);
    case Scalar::float32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case Scalar::float64:
      return std::bit_cast<Real>(bits);
    case Scalar::uint8:
    case Scalar::uint16:
    case Scalar::uint32:
      break;
  }
  return static_cast<Real>(bits);
}

// What a property is to us; x, y and z are 0, 1 and 2 so that they index a vector.
enum class Use : std::uint8_t { x, y, z, vertex_indices, none };

struct Property {
  std::string_view name;
  Scalar type = Scalar::float32;
  std::optional<Scalar> count_type;  // a list: the type of its length
  Use use = Use::none;
};

struct Element {
  std::string_view name;
  std::uint64_t count = 0;
  std::vector<Property> properties;
};

enum class Encoding : std::uint8_t { text, little_endian, big_endian };

struct Header {
  std::optional<Encoding> encoding;
  std::vector<Element> elements;
  std::size_t bytes = 0;   // its length
  std::int64_t lines = 0;  // and the number of its lines
};

class HeaderReader {
 public:
  HeaderReader(std::string_view bytes, std::string_view file_name)
      : all_bytes_(bytes.size()), lines_(bytes), file_name_(file_name) {}

  Result<Header> read() {
    if (!lines_.next_line() || lines_.next_word() != "ply") {
      return Error{fmt::format("{}:1: not a PLY file, it must begin with a line 'ply'", file_name_)};
    }
    while (lines_.next_line_with_words()) {
      const std::string_view keyword = lines_.next_word();
      if (keyword == "end_header") return finish();
      if (auto error = read_statement(keyword)) return *error;
    }
    return fail("the file ends within the header, expected 'end_header'");
  }

 private:
  [[nodiscard]] Error fail(std::string_view what) const {
    return error_at_line(file_name_, lines_.line_number(), what);
  }

  std::optional<Error> read_statement(std::string_view keyword) {
    if (keyword == "comment" || keyword == "obj_info") return std::nullopt;
    if (keyword == "format") return read_format();
    if (keyword == "element") return read_element();
    if (keyword == "property") return read_property();
    return fail(
        fmt::format("unknown header line {}, allowed are format, comment, obj_info, element, property "
                    "and end_header",
                    quoted(keyword)));
  }

  std::optional<Error> read_format() {
    const std::string_view name = lines_.next_word();
    if (header_.encoding) return fail("a second format line");
    if (name == "ascii") {
      header_.encoding = Encoding::text;
    } else if (name == "binary_little_endian") {
      header_.encoding = Encoding::little_endian;
    } else if (name == "binary_big_endian") {
      header_.encoding = Encoding::big_endian;
    } else {
      return fail(
          fmt::format("unknown format {}, allowed are ascii, binary_little_endian and "
                      "binary_big_endian",
                      quoted(name)));
    }
    if (const auto version = lines_.next_word(); version != "1.0") {
      return fail(fmt::format("format version {}, only '1.0' is allowed", quoted(version)));
    }
    return std::nullopt;
  }

  std::optional<Error> read_element() {
    Element element;
    element.name = lines_.next_word();
    const std::string_view digits = lines_.next_word();
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), element.count);
    if (element.name.empty() || failure != std::errc() || end != digits.data() + digits.size()) {
      return fail(fmt::format("element {} with count {}, expected a name and a whole number of 0 or more",
                              quoted(element.name), quoted(digits)));
    }
    // An element takes a byte or more, so this bounds the indices and the work.
    if (element.count > all_bytes_) {
      return fail(fmt::format("element {} with count {}, but the file has only {} bytes",
                              quoted(element.name), element.count, all_bytes_));
    }
    for (const Element& other : header_.elements) {
      if (other.name == element.name) return fail(fmt::format("a second element {}", quoted(element.name)));
    }
    header_.elements.push_back(std::move(element));
    return std::nullopt;
  }

  std::optional<Error> read_property() {
    if (header_.elements.empty()) return fail("a property before the first element");
    Element& element = header_.elements.back();
    Property property;
    std::string_view type = lines_.next_word();
    if (type == "list") {
      const std::string_view count_type = lines_.next_word();
      property.count_type = scalar_from(count_type);
      if (!property.count_type || !is_integer(*property.count_type)) {
        return fail(
            fmt::format("list length of type {}, allowed are char, uchar, short, ushort, int and uint",
                        quoted(count_type)));
      }
      type = lines_.next_word();
    }
    const auto known = scalar_from(type);
    if (!known) {
      return fail(
          fmt::format("unknown type {}, allowed are char, uchar, short, ushort, int, uint, float, "
                      "double, and list",
                      quoted(type)));
    }
    property.type = *known;
    property.name = lines_.next_word();
    if (property.name.empty()) return fail("a property without a name");
    property.use = use_of(element, property);
    const auto same_use = [&](const Property& other) {
      return property.use != Use::none && other.use == property.use;
    };
    if (std::any_of(element.properties.begin(), element.properties.end(), same_use)) {
      return fail(
          fmt::format("a second property {} of element {}", quoted(property.name), quoted(element.name)));
    }
    element.properties.push_back(property);
    return std::nullopt;
  }

  static Use use_of(const Element& element, const Property& property) {
    if (element.name == "vertex" && !property.count_type) {
      if (property.name == "x") return Use::x;
      if (property.name == "y") return Use::y;
      if (property.name == "z") return Use::z;
    }
    const bool indices = property.name == "vertex_indices" || property.name == "vertex_index";
    return element.name == "face" && property.count_type && indices ? Use::vertex_indices : Use::none;
  }

  Result<Header> finish() {
    if (!header_.encoding) return fail("the header has no format line");
    if (auto error = check_elements()) return *error;
    header_.bytes = all_bytes_ - lines_.rest().size();
    header_.lines = lines_.line_number();
    return std::move(header_);
  }

  [[nodiscard]] std::optional<Error> check_elements() const {
    const auto has = [](const Element& element, Use use) {
      return std::any_of(element.properties.begin(), element.properties.end(),
                         [&](const Property& property) { return property.use == use; });
    };
    bool vertices = false;
    for (const Element& element : header_.elements) {
      // Such an element would let a short file ask for endless work.
      if (element.properties.empty()) {
        return fail(fmt::format("element {} has no property", quoted(element.name)));
      }
      if (element.name == "vertex") {
        vertices = element.count > 0;
        if (!has(element, Use::x) || !has(element, Use::y) || !has(element, Use::z)) {
          return fail("element 'vertex' must have the scalar properties x, y and z");
        }
      }
      if (element.name == "face" && !has(element, Use::vertex_indices)) {
        return fail("element 'face' must have a list property vertex_indices or vertex_index");
      }
    }
    if (!vertices) return fail("the file holds no vertex");
    return std::nullopt;
  }

  std::size_t all_bytes_;
  LineReader lines_;
  std::string_view file_name_;
  Header header_;
};

// Numbers as words of lines, one element a line.
class TextSource {
 public:
  TextSource(std::string_view bytes, const Header& header, std::string_view file_name)
      : lines_(bytes.substr(header.bytes)), header_lines_(header.lines), file_name_(file_name) {}

  [[nodiscard]] Error fail(std::string_view what) const {
    return error_at_line(file_name_, header_lines_ + lines_.line_number(), what);
  }
  std::optional<Error> begin_element() {
    if (lines_.next_line_with_words()) return std::nullopt;
    return fail("the file ends too early");
  }
  Result<Real> next(Scalar /*type*/) { return number_from(lines_.next_word()); }
  std::optional<Error> end_element() {
    const std::string_view extra = lines_.next_word();
    if (extra.empty()) return std::nullopt;
    return fail(fmt::format("{} after the last property", quoted(extra)));
  }
  std::optional<Error> end_file() {
    if (!lines_.next_line_with_words()) return std::nullopt;
    return fail("more lines than the header promises");
  }

 private:
  LineReader lines_;
  std::int64_t header_lines_;
  std::string_view file_name_;
};

// Numbers as bytes.
class BinarySource {
 public:
  BinarySource(std::string_view bytes, const Header& header, std::string_view file_name)
      : bytes_(bytes), at_(header.bytes), encoding_(*header.encoding), file_name_(file_name) {}

  [[nodiscard]] Error fail(std::string_view what) const { return error_at_byte(file_name_, value_at_, what); }
  std::optional<Error> begin_element() {
    value_at_ = at_;
    return std::nullopt;
  }
  Result<Real> next(Scalar type) {
    value_at_ = at_;
    const std::size_t size = size_of(type);
    if (bytes_.size() - at_ < size) return Error{"the file ends too early"};
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t significance = encoding_ == Encoding::big_endian ? i : size - 1 - i;
      bits = (bits << 8U) | static_cast<unsigned char>(bytes_[at_ + significance]);
    }
    at_ += size;
    return value_of(type, bits);
  }
  std::optional<Error> end_element() { return std::nullopt; }
  std::optional<Error> end_file() {
    value_at_ = at_;
    if (at_ == bytes_.size()) return std::nullopt;
    return fail("more bytes than the header promises");
  }

 private:
  std::string_view bytes_;
  std::size_t at_;
  std::size_t value_at_ = 0;  // where the last value began
  Encoding encoding_;
  std::string_view file_name_;
};

template <class Source>
class BodyReader {
 public:
  BodyReader(const Header& header, Source source) : header_(header), source_(std::move(source)) {
    for (const Element& element : header.elements) {
      if (element.name == "vertex") vertex_count_ = element.count;
    }
  }

  Result<PolygonMesh> read() {
    for (const Element& element : header_.elements) {
      for (std::uint64_t i = 0; i < element.count; ++i) {
        if (auto error = read_one(element, i)) return *error;
      }
    }
    if (auto error = source_.end_file()) return *error;
    // Faces may come before the vertices they name, so they wait until here.
    for (std::int32_t& vertex : face_vertices_) vertex = vertices_[static_cast<std::size_t>(vertex)];
    std::size_t begin = 0;
    for (const std::size_t end : face_end_) {
      builder_.add_face(std::span(face_vertices_).subspan(begin, end - begin));
      begin = end;
    }
    return std::move(builder_).finish();
  }

 private:
  // Where and in what; the values of the file count from 0, as its indices do.
  [[nodiscard]] Error fail(const Element& element, std::uint64_t number, std::string_view what) const {
    return source_.fail(fmt::format("{} {} of {}: {}", element.name, number, element.count, what));
  }

  std::optional<Error> read_one(const Element& element, std::uint64_t number) {
    if (auto error = source_.begin_element()) return error;
    Vec3 position;
    for (const Property& property : element.properties) {
      auto error = property.count_type ? read_list(element, number, property)
                                       : read_scalar(element, number, property, position);
      if (error) return error;
    }
    if (element.name == "vertex") vertices_.push_back(builder_.add_vertex(position));
    return source_.end_element();
  }

  std::optional<Error> read_scalar(const Element& element, std::uint64_t number, const Property& property,
                                   Vec3& position) {
    const auto value = source_.next(property.type);
    if (!value) return fail(element, number, value.error().message);
    if (property.use == Use::none) return std::nullopt;
    if (!std::isfinite(*value)) {
      return fail(element, number, fmt::format("{} is {}, not a finite number", property.name, *value));
    }
    position[static_cast<int>(property.use)] = *value;
    return std::nullopt;
  }

  std::optional<Error> read_list(const Element& element, std::uint64_t number, const Property& property) {
    const auto length = source_.next(*property.count_type);
    if (!length) return fail(element, number, length.error().message);
    constexpr Real longest = 4294967295;  // of a uint
    if (*length < 0 || *length > longest || *length != std::floor(*length)) {
      return fail(element, number,
                  fmt::format("list length {}, expected a whole number of 0 or more", *length));
    }
    const auto count = static_cast<std::uint64_t>(*length);
    const bool is_face = property.use == Use::vertex_indices;
    if (is_face && count < 3) {
      return fail(element, number, fmt::format("{} vertices, a face must have at least 3", count));
    }
    // Nothing is set aside for `count` values before they are there.
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto value = source_.next(property.type);
      if (!value) return fail(element, number, value.error().message);
      if (!is_face) continue;
      if (!is_vertex(*value)) {
        return fail(element, number,
                    fmt::format("vertex index {}, allowed are 0 to {}", *value, vertex_count_ - 1));
      }
      face_vertices_.push_back(static_cast<std::int32_t>(*value));
    }
    if (is_face) face_end_.push_back(face_vertices_.size());
    return std::nullopt;
  }

  [[nodiscard]] bool is_vertex(Real value) const {
    return value >= 0 && value < static_cast<Real>(vertex_count_) && value == std::floor(value);
  }

  const Header& header_;
  Source source_;
  std::uint64_t vertex_count_ = 0;
  MeshBuilder builder_;
  std::vector<std::int32_t> vertices_;       // the file's vertex -> the mesh's
  std::vector<std::int32_t> face_vertices_;  // of the file, face after face
  std::vector<std::size_t> face_end_;
};

}  // namespace

Result<PolygonMesh> parse_ply(std::string_view bytes, std::string_view file_name) {
  const auto header = HeaderReader(bytes, file_name).read();
  if (!header) return header.error();
  if (*header->encoding == Encoding::text) {
    return BodyReader(*header, TextSource(bytes, *header, file_name)).read();
  }
  return BodyReader(*header, BinarySource(bytes, *header, file_name)).read();
}

}  // namespace scree::mesh_file
