#include "output/png.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace scree {
namespace {

constexpr int bytes_per_pixel = 3;
constexpr int compression_level = 6;
constexpr char filter_sub = 1, filter_up = 2;

void append_big_endian(std::uint32_t value, std::string& out) {
  for (const int shift : {24, 16, 8, 0}) out.push_back(static_cast<char>(value >> shift & 0xFF));
}

// Length, name, data and the check sum of the last two.
void append_chunk(std::string_view name, std::string_view data, std::string& out) {
  append_big_endian(static_cast<std::uint32_t>(data.size()), out);
  const std::size_t begin = out.size();
  out += name;
  out += data;
  const auto* const checked = reinterpret_cast<const Bytef*>(out.data() + begin);
  const uLong sum = crc32(crc32(0, nullptr, 0), checked, static_cast<uInt>(out.size() - begin));
  append_big_endian(static_cast<std::uint32_t>(sum), out);
}

// The difference to the byte `offset` before, or to nothing where there is none.
std::uint8_t difference(const std::uint8_t* row, std::size_t i, const std::uint8_t* before) {
  return static_cast<std::uint8_t>(row[i] - (before == nullptr ? 0 : *before));
}

// Of the two filters the one with the smaller differences: they compress better.
void append_row(const std::uint8_t* row, const std::uint8_t* above, std::size_t bytes, std::string& out) {
  std::array<std::int64_t, 2> sums{0, 0};
  const auto left = [&](std::size_t i) { return i < bytes_per_pixel ? nullptr : row + i - bytes_per_pixel; };
  const auto over = [&](std::size_t i) { return above == nullptr ? nullptr : above + i; };
  for (std::size_t i = 0; i < bytes; ++i) {
    sums[0] += std::abs(static_cast<std::int8_t>(difference(row, i, left(i))));
    sums[1] += std::abs(static_cast<std::int8_t>(difference(row, i, over(i))));
  }
  const bool sub = sums[0] < sums[1];
  out.push_back(sub ? filter_sub : filter_up);
  for (std::size_t i = 0; i < bytes; ++i) {
    out.push_back(static_cast<char>(difference(row, i, sub ? left(i) : over(i))));
  }
}

std::string filtered_rows(const Image& image) {
  const std::size_t bytes = std::size_t{bytes_per_pixel} * image.width;
  std::string out;
  out.reserve((bytes + 1) * image.height);
  const std::uint8_t* above = nullptr;
  for (int y = 0; y < image.height; ++y) {
    const std::uint8_t* const row = image.rgb.data() + bytes * y;
    append_row(row, above, bytes, out);
    above = row;
  }
  return out;
}

std::string header(const Image& image) {
  constexpr char depth = 8, colour_type = 2, compression = 0, filters = 0, interlace = 0;
  std::string data;
  append_big_endian(static_cast<std::uint32_t>(image.width), data);
  append_big_endian(static_cast<std::uint32_t>(image.height), data);
  for (const char byte : {depth, colour_type, compression, filters, interlace}) data.push_back(byte);
  return data;
}

}  // namespace

Result<std::string> encode_png(const Image& image) {
  const bool sized = image.width > 0 && image.height > 0;
  if (!sized || image.rgb.size() != std::size_t{bytes_per_pixel} * image.width * image.height) {
    return Error{
        fmt::format("picture: {} bytes for {} x {} pixels; allowed: three for each, at least one pixel",
                    image.rgb.size(), image.width, image.height)};
  }
  const std::string rows = filtered_rows(image);
  uLongf size = compressBound(rows.size());
  std::string data(size, '\0');
  const int status = compress2(reinterpret_cast<Bytef*>(data.data()), &size,
                               reinterpret_cast<const Bytef*>(rows.data()), rows.size(), compression_level);
  if (status != Z_OK) return Error{fmt::format("picture: zlib could not compress it ({})", zError(status))};
  data.resize(size);

  std::string out = "\x89PNG\r\n\x1a\n";
  append_chunk("IHDR", header(image), out);
  append_chunk("IDAT", data, out);
  append_chunk("IEND", "", out);
  return out;
}

}  // namespace scree
