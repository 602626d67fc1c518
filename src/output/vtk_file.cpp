#include "output/vtk_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <iterator>

#include "core/base64.hpp"

namespace scree {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 16;

using Out = std::back_insert_iterator<std::string>;

void append_number(std::string& out, std::uint64_t value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}

class Xml {
 public:
  explicit Xml(std::string& out) : out_(out) {}

  // In place, as text: not all programs read data that follow the XML.
  void array(const VtkArray& array) {
    fmt::format_to(Out(out_),
                   "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"binary\">\n",
                   array.type, array.name, array.components);
    out_ += array.packed;
    out_ += "\n</DataArray>\n";
  }
  void arrays(std::string_view tag, const std::vector<VtkArray>& list) {
    fmt::format_to(Out(out_), "<{}>\n", tag);
    for (const VtkArray& one : list) array(one);
    fmt::format_to(Out(out_), "</{}>\n", tag);
  }
  void fields(const std::vector<VtkField>& list) {
    if (list.empty()) return;
    out_ += "<FieldData>\n";
    for (const VtkField& field : list) {
      const char* const tag = field.type == "String" ? "Array" : "DataArray";
      fmt::format_to(Out(out_),
                     "<{0} type=\"{1}\" Name=\"{2}\" NumberOfTuples=\"{3}\" format=\"ascii\">{4}</{0}>\n",
                     tag, field.type, field.name, field.count, field.text);
    }
    out_ += "</FieldData>\n";
  }

 private:
  std::string& out_;
};

}  // namespace

void VtkPacker::compress(std::size_t bytes, Exec& exec, VtkArray& array) {
  // A table, then the blocks: how many there are, their length, that of the last one (0: it is a whole one),
  // and the length of each once compressed. Both as texts of their own.
  std::string table, data;
  array.packed.clear();
  if (bytes > 0) {
    const std::string_view raw(reinterpret_cast<const char*>(scratch_.data()), bytes);
    const auto& blocks = compressor_.streams(raw, block_bytes, array.redundancy, exec);
    for (const std::uint64_t number : {blocks.size(), block_bytes, bytes % block_bytes})
      append_number(table, number);
    for (const std::string& block : blocks) append_number(table, block.size());
    for (const std::string& block : blocks) data += block;
  } else {
    for (int i = 0; i < 3; ++i) append_number(table, 0);
  }
  append_base64(table, array.packed);
  append_base64(data, array.packed);
}

VtkField vtk_texts(std::string name, const std::vector<std::string>& texts) {
  VtkField field{std::move(name), "String", texts.size(), {}};
  for (const std::string& text : texts) {
    for (const char c : text) fmt::format_to(Out(field.text), "{} ", static_cast<unsigned char>(c));
    field.text += "0 ";
  }
  return field;
}

void write_vtp(const VtkPolyData& data, std::string& out) {
  constexpr std::array<std::string_view, 4> kinds{"Verts", "Lines", "Strips", "Polys"};
  out =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n<PolyData>\n";
  Xml xml(out);
  xml.fields(data.fields);
  fmt::format_to(Out(out), "<Piece NumberOfPoints=\"{}\"", data.points);
  for (const std::string_view kind : kinds) {
    fmt::format_to(Out(out), " NumberOf{}=\"{}\"", kind, kind == data.cells.kind ? data.cells.count : 0);
  }
  out += ">\n";
  xml.arrays("PointData", data.point_data);
  xml.arrays("CellData", data.cell_data);
  out += "<Points>\n";
  xml.array(data.coordinates);
  fmt::format_to(Out(out), "</Points>\n<{}>\n", data.cells.kind);
  xml.array(data.cells.connectivity);
  xml.array(data.cells.offsets);
  fmt::format_to(Out(out), "</{}>\n</Piece>\n</PolyData>\n", data.cells.kind);
  out += "</VTKFile>\n";
}

}  // namespace scree
