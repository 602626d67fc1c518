// Pictures: the PNG file itself, and that known bodies are where they must be.
#include <gtest/gtest.h>
#include <zlib.h>
#include <scree/shape.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/build_model.hpp"
#include "output/palette.hpp"
#include "output/png.hpp"
#include "output/snapshot.hpp"

namespace scree {
namespace {

using Pixel = std::array<int, 3>;

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// An own decoder for what encode_png may write: chunks with their check sums, zlib, the filters sub and up.
std::optional<Image> decode(const std::string& png) {
  if (png.substr(0, 8) != "\x89PNG\r\n\x1a\n") return std::nullopt;
  Image image;
  std::string packed;
  std::vector<std::string> names;
  for (std::size_t at = 8; at < png.size();) {
    if (at + 12 > png.size()) return std::nullopt;
    const std::uint32_t length = big_endian(png, at);
    if (at + 12 + length > png.size()) return std::nullopt;
    const std::string checked = png.substr(at + 4, 4 + length);
    const uLong sum =
        crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
    if (sum != big_endian(png, at + 8 + length)) return std::nullopt;
    names.push_back(checked.substr(0, 4));
    const std::string data = checked.substr(4);
    if (names.back() == "IHDR") {
      if (data.size() != 13 || data.substr(8) != std::string("\x08\x02\0\0\0", 5)) return std::nullopt;
      image.width = static_cast<int>(big_endian(data, 0));
      image.height = static_cast<int>(big_endian(data, 4));
    }
    if (names.back() == "IDAT") packed += data;
    at += 12 + length;
  }
  if (names != std::vector<std::string>{"IHDR", "IDAT", "IEND"}) return std::nullopt;

  const std::size_t row = std::size_t{3} * image.width;
  std::string raw((row + 1) * image.height, '\0');
  uLongf size = raw.size();
  const int status = uncompress(reinterpret_cast<Bytef*>(raw.data()), &size,
                                reinterpret_cast<const Bytef*>(packed.data()), packed.size());
  if (status != Z_OK || size != raw.size()) return std::nullopt;
  for (int y = 0; y < image.height; ++y) {
    const auto filter = static_cast<unsigned char>(raw[(row + 1) * y]);
    if (filter != 1 && filter != 2) return std::nullopt;
    for (std::size_t i = 0; i < row; ++i) {
      const std::size_t here = image.rgb.size();
      const std::size_t back = filter == 1 ? 3 : row;
      const bool known = filter == 1 ? i >= 3 : y > 0;
      const int before = known ? image.rgb[here - back] : 0;
      image.rgb.push_back(static_cast<std::uint8_t>(before + raw[(row + 1) * y + 1 + i]));
    }
  }
  return image;
}

Pixel pixel(const Image& image, int x, int y) {
  const std::size_t i = 3 * (std::size_t(y) * image.width + x);
  return {image.rgb[i], image.rgb[i + 1], image.rgb[i + 2]};
}

const Pixel white{255, 255, 255};

struct World {
  Model model;
  State state;

  World() { (void)add_material(model, {"rock", 2600}); }

  void add(const Shape& shape, Vec3 position, const std::string& name,
           Mobility mobility = Mobility::dynamic) {
    BodyDescription d;
    d.name = name;
    d.pieces = {{shape, {}}};
    d.mobility = mobility;
    d.world_from_body.translation = position;
    ASSERT_TRUE(add_body(model, state, d));
  }
  [[nodiscard]] Image picture(const SnapshotView& view) const {
    const auto png = render_png(model, state, view);
    EXPECT_TRUE(png) << (png ? "" : png.error().message);
    const auto image = png ? decode(*png) : std::nullopt;
    EXPECT_TRUE(image);
    return image ? *image
                 : Image{view.width, view.height,
                         std::vector<std::uint8_t>(std::size_t{3} * view.width * view.height)};
  }
};

// Along +y, 10 m high and wide, one pixel for 0.1 m, x to the right and z up.
SnapshotView front_view(bool perspective = false) {
  SnapshotView view;
  view.eye = {0, -100, 0};
  view.target = {0, 0, 0};
  view.perspective = perspective;
  view.field = 10;
  view.width = 100;
  view.height = 100;
  return view;
}

bool same_hue(Pixel a, Pixel b) {  // colours of one body, lighter or darker
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (std::abs(a[i] * b[j] - a[j] * b[i]) > 255 * 12) return false;
  }
  return true;
}

TEST(Png, GivesBackEveryPixel) {
  Image image{7, 5, {}};
  for (int i = 0; i < 3 * 7 * 5; ++i) image.rgb.push_back(static_cast<std::uint8_t>(i * i * 37));
  const auto png = encode_png(image);
  ASSERT_TRUE(png);
  const auto back = decode(*png);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->width, 7);
  EXPECT_EQ(back->height, 5);
  EXPECT_EQ(back->rgb, image.rgb);
  std::string damaged = *png;
  damaged[40] = static_cast<char>(damaged[40] ^ 1);
  EXPECT_FALSE(decode(damaged));
}

TEST(Png, RefusesSizesThatDoNotFit) {
  EXPECT_FALSE(encode_png({0, 0, {}}));
  const auto png = encode_png({2, 2, std::vector<std::uint8_t>(11)});
  ASSERT_FALSE(png);
  EXPECT_EQ(png.error().message,
            "picture: 11 bytes for 2 x 2 pixels; allowed: three for each, at least one pixel");
}

TEST(Snapshot, ShowsACubeWhereItIs) {
  for (const bool perspective : {false, true}) {
    World world;
    world.add(*make_box({4, 4, 4}), {1, 0, -1}, "cube");
    const Image image = world.picture(front_view(perspective));
    // Its front covers x from -1 to 3 and z from -3 to 1: columns 40 to 80, rows 40 to 80 from the top. Two
    // metres before the target the perspective makes it 2 % larger.
    for (const auto& [x, y] : {std::pair{42, 42}, {77, 42}, {42, 77}, {77, 77}, {60, 60}}) {
      EXPECT_NE(pixel(image, x, y), white) << x << ' ' << y;
    }
    for (const auto& [x, y] : {std::pair{37, 60}, {83, 60}, {60, 37}, {60, 83}, {0, 0}, {99, 99}}) {
      EXPECT_EQ(pixel(image, x, y), white) << x << ' ' << y;
    }
    // Evenly lit inside, darker at its outline.
    EXPECT_EQ(pixel(image, 50, 50), pixel(image, 70, 65));
    EXPECT_LT(pixel(image, 40, 60)[0], pixel(image, 50, 60)[0]);
  }
}

TEST(Snapshot, HidesWhatIsBehind) {
  for (const bool swapped : {false, true}) {  // whatever is drawn first
    World world;
    const auto add = [&](bool near) {
      world.add(*make_box({near ? 2.0 : 6.0, 1, near ? 2.0 : 6.0}), {0, near ? -3.0 : 3.0, 0},
                near ? "b" : "a");
    };
    add(swapped);
    add(!swapped);
    const Image image = world.picture(front_view());
    const Pixel near = pixel(image, 50, 50);
    const Pixel far = pixel(image, 25, 50);
    EXPECT_FALSE(same_hue(near, far));
    EXPECT_TRUE(same_hue(near, pixel(image, 57, 57)));
    EXPECT_TRUE(same_hue(far, pixel(image, 70, 70)));
  }
}

TEST(Snapshot, ShowsCurvedShapesAtTheirSize) {
  const std::vector<Shape> shapes{
      *make_sphere(2),
      *make_ellipsoid({2, 1, 2}),
      *make_superellipsoid({2, 1, 2}, 0.5, 1.5),
      *make_cylinder(2, 4),
      *make_capsule(1, 2),
      *make_rounded_polyhedron({{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {0, 0, 1}}, 1)};
  for (const Shape& shape : shapes) {
    World world;
    world.add(shape, {0, 0, 0}, "stone");
    const Image image = world.picture(front_view());
    int covered = 0;
    for (int y = 0; y < 100; ++y) {
      for (int x = 0; x < 100; ++x) covered += pixel(image, x, y) != white;
    }
    // As many rays hit the shape itself: rays along y, looked at in fine steps.
    int hit = 0;
    const Vec3 shift = shape.centre - world.state.position[0];
    for (int y = 0; y < 100; ++y) {
      for (int x = 0; x < 100; ++x) {
        bool inside = false;
        for (int k = -40; k <= 40 && !inside; ++k) {
          const Vec3 point{0.1 * (x - 49.5), 0.05 * k, -0.1 * (y - 49.5)};
          inside = inside_outside(shape, point + shift) <= 1;
        }
        hit += inside;
      }
    }
    // A mesh of 200 points lies inside the surface; partly covered pixels count here.
    EXPECT_NEAR(covered, hit, 0.08 * hit) << name(shape.type);
    // The light comes from the left above, towards the eye.
    EXPECT_GT(pixel(image, 46, 46)[0], pixel(image, 56, 58)[0]) << name(shape.type);
  }
}

TEST(Snapshot, LeavesOutBodiesThatAreNotThere) {
  World world;
  world.add(*make_box({4, 4, 4}), {0, 0, 0}, "cube");
  world.state.present[0] = 0;
  for (const Image& image : {world.picture(front_view()), World().picture(front_view())}) {
    for (const std::uint8_t byte : image.rgb) ASSERT_EQ(byte, 255);
  }
  const World empty;
  const SnapshotView view = usual_view(empty.model, empty.state, 40, 30);
  EXPECT_TRUE(render_png(empty.model, empty.state, view));
}

TEST(Snapshot, LeavesOutBodiesAtNoPlace) {
  World world;
  world.add(*make_box({2, 2, 2}), {-2, 0, 0}, "cube");
  world.add(*make_sphere(1), {2, 0, 0}, "ball");
  world.state.position[1].x = std::numeric_limits<Real>::quiet_NaN();
  const Image image = world.picture(front_view());
  EXPECT_NE(pixel(image, 30, 50), white);
  EXPECT_EQ(pixel(image, 70, 50), white);
  const SnapshotView view = usual_view(world.model, world.state);
  EXPECT_TRUE(is_finite(view.eye) && is_finite(view.target) && std::isfinite(view.field));
}

TEST(Snapshot, WrapsBodiesIntoThePeriod) {
  World world;
  world.model.periodic.axis[0] = true;
  world.model.periodic.lower = {-4, 0, 0};
  world.model.periodic.length = {8, 0, 0};
  world.add(*make_box({1, 1, 1}), {2 + 3 * 8, 0, 0}, "cube");
  EXPECT_NE(pixel(world.picture(front_view()), 70, 50), white);
  world.state.position[0].x = 2 - 8;
  EXPECT_NE(pixel(world.picture(front_view()), 70, 50), white);
}

TEST(Snapshot, ShowsBodiesBehindWalls) {
  World world;
  world.add(*make_box({2, 2, 2}), {0, 0, 0}, "cube");
  world.add(*make_box({8, 0.5, 8}), {0, -3, 0}, "front", Mobility::fixed);
  SnapshotView view = front_view();
  const Pixel through_glass = pixel(world.picture(view), 50, 50);
  const Pixel glass = pixel(world.picture(view), 20, 20);
  EXPECT_NE(glass, white);
  EXPECT_GT(glass[0], through_glass[0]);
  view.walls = WallStyle::edges;
  const Image edges = world.picture(view);
  EXPECT_EQ(pixel(edges, 20, 20), white);
  EXPECT_NE(pixel(edges, 10, 50), white);  // the plate's left edge
  view.walls = WallStyle::solid;
  EXPECT_EQ(pixel(world.picture(view), 50, 50), pixel(world.picture(view), 20, 20));
}

TEST(Snapshot, ShowsAFloorFromAbove) {
  World world;
  world.add(*make_box({1, 1, 1}), {0, 0, 0.5}, "cube");
  world.add(*make_half_space({0, 0, 1}, 0), {0, 0, 0}, "floor", Mobility::fixed);
  SnapshotView view = front_view();
  view.eye = {0, -10, 10};
  EXPECT_NE(pixel(world.picture(view), 50, 58), white);
  view.eye = {0, -10, -10};  // from below it must not hide what stands on it
  EXPECT_NE(pixel(world.picture(view), 50, 50), white);
  EXPECT_EQ(pixel(world.picture(view), 5, 50), white);
}

TEST(Snapshot, CutsWhatReachesBehindTheEye) {
  World world;
  world.add(*make_box({2, 2000, 2}), {0, 0, -5}, "beam");
  SnapshotView view = front_view(true);
  const Image image = world.picture(view);
  EXPECT_NE(pixel(image, 50, 90), white);  // below, far along it
  EXPECT_EQ(pixel(image, 50, 20), white);
}

TEST(Snapshot, UsualViewFramesAllDynamicBodies) {
  World world;
  world.state.gravity = {0, 0, -9.81};
  for (int i = 0; i < 20; ++i) {
    world.add(*make_sphere(0.3), {1.0 * i, 0.3 * (i % 3), 0.2 * i}, "ball");
  }
  world.add(*make_box({500, 500, 1}), {0, 0, -3}, "plate", Mobility::fixed);
  SnapshotView view = usual_view(world.model, world.state, 160, 120);
  view.walls = WallStyle::edges;
  const Image image = world.picture(view);
  for (int x = 0; x < 160; ++x) {
    EXPECT_EQ(pixel(image, x, 0), white);
    EXPECT_EQ(pixel(image, x, 119), white);
  }
  int left = 160, right = 0;
  for (int y = 0; y < 120; ++y) {
    for (int x = 0; x < 160; ++x) {
      if (pixel(image, x, y) == white) continue;
      left = std::min(left, x);
      right = std::max(right, x);
    }
  }
  EXPECT_GT(left, 0);
  EXPECT_LT(right, 159);
  EXPECT_GT(right - left, 120);  // and not from too far away
}

TEST(Snapshot, AFewStraysDoNotMakeThePictureSmall) {
  World world;
  world.state.gravity = {0, 0, -9.81};
  for (int i = 0; i < 300; ++i) {
    const int row = i / 10;
    const int layer = i / 100;
    world.add(*make_sphere(0.4), {1.0 * (i % 10), 1.0 * (row % 10), 1.0 * layer}, "b");
  }
  const SnapshotView before = usual_view(world.model, world.state, 160, 120);
  world.add(*make_sphere(0.4), {500, 0, 0}, "stray");
  const SnapshotView after = usual_view(world.model, world.state, 160, 120);
  EXPECT_LT(after.field, 1.2 * before.field);
  // Thirty are not a few.
  for (int i = 0; i < 30; ++i) world.add(*make_sphere(0.4), {500.0 + i, 0, 0}, "more");
  EXPECT_GT(usual_view(world.model, world.state, 160, 120).field, 5 * before.field);
}

TEST(Snapshot, UsualViewHasMovedBodiesInIt) {
  World world;
  world.state.gravity = {0, 0, -9.81};
  world.add(*make_sphere(1), {0, 0, 0}, "ball");
  const Real alone = usual_view(world.model, world.state, 160, 120).field;
  world.add(*make_box({1, 1, 1}), {20, 0, 0}, "wall", Mobility::fixed);
  EXPECT_EQ(usual_view(world.model, world.state, 160, 120).field, alone);
  world.add(*make_box({1, 1, 1}), {20, 0, 0}, "bucket", Mobility::kinematic);
  EXPECT_GT(usual_view(world.model, world.state, 160, 120).field, 5 * alone);
}

TEST(Snapshot, LooksFromTheDirectionAskedFor) {
  World world;
  world.state.gravity = {0, 0, -9.81};
  world.add(*make_box({1, 1, 4}), {3, 0, 0}, "pillar");
  for (const Vec3 direction : {Vec3{1, 0, 0}, Vec3{0, -2, 0}, Vec3{0, 0, 1}, Vec3{0, 0, -1}, Vec3{1, 1, 1}}) {
    const SnapshotView view = fitted_view(world.model, {&world.state, 1}, {direction, {}}, 90, 90);
    EXPECT_LT(norm(normalized(view.eye - view.target) - normalized(direction)), 1e-9);
    EXPECT_NE(pixel(world.picture(view), 45, 45), white);
  }
}

TEST(Snapshot, HiddenWallsAreNotThere) {
  World world;
  world.add(*make_box({2, 2, 2}), {-3, 0, 0}, "particle");
  world.add(*make_box({2, 2, 2}), {3, 0, 0}, "wall", Mobility::fixed);
  SnapshotView view = front_view();
  for (const WallStyle style : all_wall_styles()) {
    view.walls = style;
    const Image image = world.picture(view);
    EXPECT_NE(pixel(image, 20, 50), white);
    const bool shown = pixel(image, 70, 50) != white;  // its left edge
    EXPECT_EQ(shown, style != WallStyle::hidden) << name(style);
  }
}

TEST(Snapshot, ValuesOfColoursAreThoseOfMechanics) {
  World world;
  world.add(*make_box({1, 2, 3}), {0, 0, 0}, "a");
  world.state.velocity[0] = {3, 0, 4};
  const Vec3 w{0.5, -1, 2};
  const Vec3 i = world.model.moments[0];
  world.state.angular_momentum[0] = {w.x * i.x, w.y * i.y, w.z * i.z};
  SnapshotView view;
  view.contacts = {7};
  const auto value = [&](ColourBy colour) {
    view.colour = colour;
    return colour_value(world.model, world.state, view, 0);
  };
  const Real mass = 2600 * 6;
  EXPECT_DOUBLE_EQ(value(ColourBy::speed), 5);
  EXPECT_DOUBLE_EQ(value(ColourBy::angular_speed), std::sqrt(5.25));
  EXPECT_NEAR(value(ColourBy::size), std::sqrt(14.0), 1e-12);
  EXPECT_EQ(value(ColourBy::contacts), 7);
  // Moments of a box: m (b^2 + c^2) / 12, in the order of the principal axes.
  EXPECT_NEAR(i.x + i.y + i.z, mass * 2 * 14 / 12, 1e-6);
  const Real turning = 0.5 * (i.x * 0.25 + i.y * 1 + i.z * 4);
  EXPECT_NEAR(value(ColourBy::energy), 0.5 * mass * 25 + turning, 1e-6);
}

TEST(Snapshot, ALegendIsDrawnOnRequest) {
  World world;
  world.add(*make_box({2, 2, 2}), {0, 0, 0}, "a");
  SnapshotView view = front_view();
  view.colour = ColourBy::speed;
  const Image plain = world.picture(view);
  view.legend = true;
  EXPECT_NE(world.picture(view).rgb, plain.rgb);
}

TEST(Snapshot, ColoursFollowTheField) {
  World world;
  world.add(*make_box({2, 2, 2}), {-3, 0, 0}, "a");
  world.add(*make_box({2, 2, 2}), {3, 0, 0}, "a");
  world.state.velocity[0] = {1, 0, 0};
  world.state.velocity[1] = {5, 0, 0};
  SnapshotView view = front_view();
  const auto left_and_right = [&] {
    const Image image = world.picture(view);
    return std::pair{pixel(image, 20, 50), pixel(image, 80, 50)};
  };
  const auto same = left_and_right();
  EXPECT_TRUE(same_hue(same.first, same.second));
  view.colour = ColourBy::speed;
  const auto speeds = left_and_right();
  EXPECT_FALSE(same_hue(speeds.first, speeds.second));
  const auto lightness = [](Pixel p) { return p[0] + p[1] + p[2]; };
  EXPECT_LT(lightness(speeds.first), lightness(speeds.second));  // slow is dark
  view.colour_low = 5;
  view.colour_high = 50;
  const auto scaled = left_and_right();
  EXPECT_TRUE(same_hue(scaled.first, scaled.second));  // both at or below the lower end
}

TEST(Snapshot, SaysWhatIsWrongWithAView) {
  const World world;
  const auto message = [&](const SnapshotView& view) {
    const auto png = render_png(world.model, world.state, view);
    return png ? std::string() : png.error().message;
  };
  SnapshotView view = front_view();
  view.width = 0;
  EXPECT_EQ(message(view), "picture: size: 0 x 100 pixels; allowed: 1 to 4096 each");
  view = front_view();
  view.field = -1;
  EXPECT_EQ(message(view), "picture: field: -1 is out of range; allowed: > 0 m");
  view = front_view();
  view.eye = view.target;
  EXPECT_NE(message(view).find("the eye must not be the target"), std::string::npos);
  view = front_view();
  view.up = {0, 2, 0};
  EXPECT_NE(message(view).find("line of sight"), std::string::npos);
  view.eye.x = std::numeric_limits<Real>::infinity();
  EXPECT_EQ(message(view), "picture: eye, target or up is not finite");
}

}  // namespace
}  // namespace scree
