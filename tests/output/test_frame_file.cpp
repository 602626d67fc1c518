// The file of frames: what is read is what was written, wherever the file is cut or damaged.
#include "output/frame_file.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <set>

#include "core/file_io.hpp"
#include "output/frame_codec.hpp"
#include "output/frame_record.hpp"
#include "sim/small_scenes.hpp"
#include "support/scale.hpp"
#include "support/temp_folder.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

// A run's frames: some with all bodies, some without a few.
struct Frames {
  FrameScene scene;
  std::vector<Frame> frames;
};

Frames make_frames(int count, const std::string& text = testing::box_of_stones) {
  const auto core = testing::started(text);
  Frames made;
  made.scene = make_frame_scene(core->setup.model, {"stones", 1e-3, 0.25, core->setup.state.gravity});
  for (int k = 0; k < count; ++k) {
    testing::advance_to(*core, 0.25 * (k + 1) / count);
    auto state = core->setup.state;
    if (k % 2 == 1) state.present[2] = state.present[4] = 0;
    make_frame(core->setup.model, state, core->work.contacts, made.frames.emplace_back());
  }
  return made;
}

class FrameFileTest : public testing::FolderTest {
 protected:
  [[nodiscard]] std::string file() const { return path("frames.scree"); }
  [[nodiscard]] std::string bytes() const {
    const auto read = read_file(file());
    return read ? *read : std::string();
  }
  // Frames [from, to) into the file, on so many threads.
  void write(const Frames& made, std::size_t from, std::size_t to, int threads = 1) const {
    Exec exec(threads);
    FrameWriter writer(file(), made.scene, made.frames[from].step);
    for (std::size_t k = from; k < to; ++k) {
      const auto failed = writer.append(made.frames[k], exec);
      EXPECT_FALSE(failed) << failed->message;
    }
    EXPECT_FALSE(writer.to_disk());
    EXPECT_EQ(writer.frames().size(), to);
  }
  [[nodiscard]] FrameReader opened() const {
    auto reader = FrameReader::open(file());
    EXPECT_TRUE(reader) << reader.error().message;
    return *std::move(reader);
  }
};

void expect_same(const Frame& read, const Frame& written, const FrameScene& scene) {
  EXPECT_EQ(read.time, written.time);
  EXPECT_EQ(read.step, written.step);
  ASSERT_EQ(read.body, written.body);
  Vec3 lower = written.position[0], upper = lower;
  for (const Vec3& p : written.position) {
    for (int c = 0; c < 3; ++c) {
      lower[c] = std::min(lower[c], p[c]);
      upper[c] = std::max(upper[c], p[c]);
    }
  }
  const Real step = 1.01 * norm(upper - lower) / (1 << 24) + 1e-7 * norm(upper);
  const auto close = [](Vec3 a, Vec3 b) { return norm(a - b) <= 0x1p-10 * norm(b) + 1e-6; };
  for (std::size_t i = 0; i < read.body.size(); ++i) {
    EXPECT_LT(norm(read.position[i] - written.position[i]), step);
    const Quat turn = read.orientation[i] * conjugate(written.orientation[i]);
    EXPECT_LT(norm(Vec3{turn.x, turn.y, turn.z}), 1e-4);
    EXPECT_TRUE(close(read.velocity[i], written.velocity[i]));
    EXPECT_TRUE(close(read.angular_velocity[i], written.angular_velocity[i]));
  }
  ASSERT_EQ(read.pairs.size(), written.pairs.size());
  Real largest = 0;
  for (const FramePair& pair : written.pairs) largest = std::max(largest, std::fabs(pair.normal_force));
  for (std::size_t i = 0; i < read.pairs.size(); ++i) {
    const FramePair& r = read.pairs[i];
    const FramePair& w = written.pairs[i];
    EXPECT_EQ(std::tuple(r.a, r.b, r.type, r.slides), std::tuple(w.a, w.b, w.type, w.slides));
    EXPECT_NEAR(r.normal_force, w.normal_force, 0x1p-11 * std::fabs(w.normal_force) + 1e-7 * largest);
    EXPECT_LT(norm(r.position - w.position), std::min(scene.radius[w.a], scene.radius[w.b]) / 127 + step);
  }
}

TEST_F(FrameFileTest, GivesBackWhatWasWritten) {
  const Frames made = make_frames(6);
  ASSERT_GT(made.frames.back().pairs.size(), 20U);
  write(made, 0, 6);
  const FrameReader reader = opened();
  EXPECT_EQ(reader.trouble(), "");
  EXPECT_EQ(reader.scene().names, made.scene.names);
  ASSERT_EQ(reader.frames().size(), 6U);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(reader.frames()[k].time, made.frames[k].time);
    EXPECT_EQ(reader.frames()[k].step, made.frames[k].step);
    const auto frame = reader.read_frame(k);
    ASSERT_TRUE(frame) << frame.error().message;
    expect_same(*frame, made.frames[k], made.scene);
  }
  const auto none = reader.read_frame(6);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("there is no frame 6; it has 6"), std::string::npos);
  // The head and the records are the file, byte by byte.
  std::string all = *reader.read_head();
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(reader.frames()[k].offset, all.size());
    all += *reader.read_record(k);
  }
  EXPECT_EQ(all, bytes());
}

// The layout of docs/reference/frames.md, read without any of our functions.
TEST_F(FrameFileTest, IsLaidOutAsDocumented) {
  const Frames made = make_frames(2);
  write(made, 0, 2);
  const std::string all = bytes();
  const auto u32 = [](const std::string& s, std::size_t at) {
    std::uint32_t v = 0;
    for (int i = 3; i >= 0; --i) v = v << 8 | static_cast<unsigned char>(s[at + i]);
    return v;
  };
  const auto u64 = [&](const std::string& s, std::size_t at) {
    return std::uint64_t{u32(s, at + 4)} << 32 | u32(s, at);
  };
  EXPECT_EQ(all.substr(0, 8), "scree\nfr");
  EXPECT_EQ(u32(all, 8), 1U);
  EXPECT_EQ(u32(all, 12), 0x01020304U);
  std::vector<std::string> kinds, contents;
  for (std::size_t at = 16; at < all.size();) {
    EXPECT_EQ(at % 8, 0U);
    kinds.push_back(all.substr(at, 4));
    const std::uint64_t stored = u64(all, at + 8), decoded = u64(all, at + 16);
    const auto* data = reinterpret_cast<const Bytef*>(all.data() + at);
    EXPECT_EQ(crc32(0, data, 28), u32(all, at + 28));
    EXPECT_EQ(crc32(0, data + 32, static_cast<uInt>(stored)), u32(all, at + 24));
    std::string out(decoded, '\0');
    if (u32(all, at + 4) == 1) {
      uLongf size = decoded;
      EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(out.data()), &size, data + 32, stored), Z_OK);
      EXPECT_EQ(size, decoded);
    } else {
      out = all.substr(at + 32, stored);
    }
    contents.push_back(out);
    at += 32 + (stored + 7) / 8 * 8;
  }
  EXPECT_EQ(kinds, (std::vector<std::string>{"SCEN", "BODY", "FRAM", "FRAM"}));

  // The second frame, in which two bodies are missing: its third body's x, by hand.
  const std::string& f = contents[3];
  const Frame& frame = made.frames[1];
  const std::uint32_t n = u32(f, 16), k = u32(f, 20);
  EXPECT_EQ(std::bit_cast<double>(u64(f, 0)), frame.time);
  EXPECT_EQ(u64(f, 8), frame.step);
  EXPECT_EQ(n, frame.body.size());
  EXPECT_EQ(k, frame.pairs.size());
  EXPECT_EQ(u32(f, 52), 0U);
  EXPECT_EQ(u32(f, 64 + 4 * 2), frame.body[2]);
  const auto filled = [](std::size_t size) { return (size + 3) / 4 * 4; };
  std::size_t at = 64 + std::size_t{4} * n;
  const std::size_t low = at + filled(std::size_t{6} * n);
  const std::uint32_t q = 256 * (u32(f, at + 4) & 0xFFFF) + static_cast<unsigned char>(f[low + 2]);
  const auto lower = std::bit_cast<float>(u32(f, 24)), size = std::bit_cast<float>(u32(f, 36));
  EXPECT_NEAR(lower + size * (q / 16777215.0), frame.position[2].x, 1e-6);
  // The last pair's bodies: differences of A summed up.
  at = low + filled(std::size_t{3} * n) + filled(std::size_t{8} * n) + 2 * filled(std::size_t{6} * n);
  std::uint32_t a = 0;
  for (std::uint32_t i = 0; i < k; ++i) a += u32(f, at + std::size_t{4} * i);
  EXPECT_EQ(a, frame.pairs.back().a);
  EXPECT_EQ(u32(f, at + std::size_t{4} * k + std::size_t{4} * (k - 1)), frame.pairs.back().b);
  EXPECT_EQ(f.size(),
            at + std::size_t{8} * k + filled(std::size_t{2} * k) + filled(std::size_t{3} * k) + filled(k));
}

TEST_F(FrameFileTest, IsTheSameForAnyNumberOfThreads) {
  const std::string many = testing::replaced(
      testing::replaced(testing::box_of_stones, "count = 30", "count = 2000"), "size = 0.07", "size = 0.02");
  const Frames made = [&] {
    const auto core = testing::started(many);
    Frames some;
    some.scene = make_frame_scene(core->setup.model, {"many", 1e-3, 1, {}});
    make_frame(core->setup.model, core->setup.state, core->work.contacts, some.frames.emplace_back());
    // Contacts enough for several blocks.
    for (std::uint32_t i = 0; i < 20000; ++i) {
      some.frames[0].pairs.push_back(
          {i / 10, i / 10 + 1 + i % 10, ContactType::face_face, i % 3 == 0, 1.0 * i, {}});
    }
    std::erase_if(some.frames[0].pairs, [](const FramePair& p) { return p.b >= 2000; });
    return some;
  }();
  write(made, 0, 1, 1);
  const std::string one = bytes();
  fs::remove(file());
  write(made, 0, 1, 3);
  EXPECT_EQ(bytes(), one);
  EXPECT_TRUE(opened().read_frame(0));
}

TEST_F(FrameFileTest, GoesOnWhereItWasAndIsTheSameFile) {
  const Frames made = make_frames(8);
  write(made, 0, 8);
  const std::string whole = bytes();
  // Back to the fifth frame, with half a record behind it.
  write(made, 5, 8);
  EXPECT_EQ(bytes(), whole);
  put(file(), whole.substr(0, whole.size() - 11));
  write(made, 7, 8);
  EXPECT_EQ(bytes(), whole);
  put(file(), whole + "something that is no record at all, and long enough to hold a header");
  write(made, 3, 8);
  EXPECT_EQ(bytes(), whole);
  // From the start.
  write(made, 0, 8);
  EXPECT_EQ(bytes(), whole);
  // What is not a file of frames is made anew.
  put(file(), "rubbish");
  write(made, 0, 8);
  EXPECT_EQ(bytes(), whole);
}

TEST_F(FrameFileTest, GetsANewHeadWhenTheEndTimeChanges) {
  Frames made = make_frames(6);
  write(made, 0, 4);
  made.scene.end_time = 123456.789;
  write(made, 3, 6);
  const std::string longer = bytes();
  EXPECT_EQ(opened().scene().end_time, 123456.789);
  fs::remove(file());
  write(made, 0, 6);
  EXPECT_EQ(bytes(), longer);
  // Of other bodies nothing is kept.
  const Frames other = make_frames(2, testing::replaced(testing::box_of_stones, "count = 30", "count = 20"));
  Exec exec(1);
  FrameWriter writer(file(), other.scene, 1000000);
  EXPECT_TRUE(writer.frames().empty());
}

TEST_F(FrameFileTest, ReadsAllWholeFramesOfAFileCutAnywhere) {
  const Frames made = make_frames(3, testing::replaced(testing::box_of_stones, "count = 30", "count = 6"));
  write(made, 0, 3);
  const std::string whole = bytes();
  const FrameReader sound = opened();
  const std::size_t stride = testing::scaled_count(10) < 10 ? 29 : 1;
  for (std::size_t size = 0; size < whole.size(); size += stride) {
    fs::resize_file(file(), whole.size());
    put(file(), whole.substr(0, size));
    const auto reader = FrameReader::open(file());
    if (size < sound.head_bytes()) {
      ASSERT_FALSE(reader) << size;
      EXPECT_EQ(reader.error().message.rfind(file() + ": ", 0), 0U) << reader.error().message;
      continue;
    }
    ASSERT_TRUE(reader) << reader.error().message;
    std::size_t expected = 0;
    while (expected < 3 && sound.frames()[expected].offset + sound.frames()[expected].bytes <= size)
      ++expected;
    ASSERT_EQ(reader->frames().size(), expected) << size;
    for (std::size_t k = 0; k < expected; ++k) ASSERT_TRUE(reader->read_frame(k)) << size;
    const std::uint64_t end = expected == 0
                                  ? sound.head_bytes()
                                  : sound.frames()[expected - 1].offset + sound.frames()[expected - 1].bytes;
    EXPECT_EQ(reader->trouble().empty(), size == end) << reader->trouble();
  }
}

TEST_F(FrameFileTest, NoticesAnyByteThatIsWrong) {
  const Frames made = make_frames(2, testing::replaced(testing::box_of_stones, "count = 30", "count = 6"));
  write(made, 0, 2);
  const std::string whole = bytes();
  const FrameReader sound = opened();
  const std::size_t stride = testing::scaled_count(10) < 10 ? 31 : 1;
  for (std::size_t at = 0; at < whole.size(); at += stride) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    put(file(), damaged);
    const auto reader = FrameReader::open(file());
    if (at < sound.head_bytes()) {
      ASSERT_FALSE(reader) << at;
      continue;
    }
    ASSERT_TRUE(reader) << at << ": " << reader.error().message;
    const std::size_t hit = at < sound.frames()[1].offset ? 0 : 1;
    for (std::size_t k = 0; k < hit; ++k) ASSERT_TRUE(reader->read_frame(k)) << at;
    // Not found at all, or found and refused.
    if (reader->frames().size() <= hit) {
      EXPECT_NE(reader->trouble().find("byte " + std::to_string(sound.frames()[hit].offset)),
                std::string::npos)
          << reader->trouble();
    } else {
      const auto frame = reader->read_frame(hit);
      ASSERT_FALSE(frame) << at;
      EXPECT_NE(frame.error().message.find("frame " + std::to_string(hit) + " at byte"), std::string::npos);
    }
  }
}

TEST_F(FrameFileTest, IsReadWhileItGrowsAndAfterItWasCut) {
  const Frames made = make_frames(6);
  write(made, 0, 2);
  FrameReader reader = opened();
  EXPECT_EQ(reader.frames().size(), 2U);
  EXPECT_FALSE(*reader.refresh());
  Exec exec(1);
  {
    FrameWriter writer(file(), made.scene, made.frames[2].step);
    for (std::size_t k = 2; k < 5; ++k) {
      EXPECT_FALSE(writer.append(made.frames[k], exec));
      EXPECT_TRUE(*reader.refresh());
      ASSERT_EQ(reader.frames().size(), k + 1);
      expect_same(*reader.read_frame(k), made.frames[k], made.scene);
    }
  }
  // Half a record is not there yet.
  const std::string five = bytes();
  write(made, 5, 6);
  const std::string six = bytes();
  put(file(), six.substr(0, six.size() - 40));
  EXPECT_FALSE(*reader.refresh());
  EXPECT_EQ(reader.frames().size(), 5U);
  put(file(), six);
  EXPECT_TRUE(*reader.refresh());
  EXPECT_EQ(reader.frames().size(), 6U);
  // Cut by a run that was resumed, and grown again by other frames.
  Frames other = made;
  for (Frame& frame : other.frames) frame.time += 1;
  write(other, 1, 6);
  EXPECT_TRUE(*reader.refresh());
  ASSERT_EQ(reader.frames().size(), 6U);
  EXPECT_EQ(reader.frames()[5].time, made.frames[5].time + 1);
  fs::resize_file(file(), five.size());
  EXPECT_TRUE(*reader.refresh());
  EXPECT_LT(reader.frames().size(), 6U);
  fs::remove(file());
  EXPECT_FALSE(reader.refresh());
}

TEST_F(FrameFileTest, SaysWhatCannotBeOpenedOrWritten) {
  const auto missing = FrameReader::open(path("no such file"));
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("No such file"), std::string::npos) << missing.error().message;
  const auto directory = FrameReader::open(folder().string());
  ASSERT_FALSE(directory);
  EXPECT_NE(directory.error().message.find("is not a file of frames"), std::string::npos);
  put(file(), "PNG and so on, not of ours");
  const auto other = FrameReader::open(file());
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("it does not begin with"), std::string::npos) << other.error().message;
  std::string next = frame_file_header();
  next[8] = 2;
  put(file(), next);
  const auto version = FrameReader::open(file());
  ASSERT_FALSE(version);
  EXPECT_NE(version.error().message.find("has version 2; this scree reads version 1"), std::string::npos);

  const Frames made = make_frames(1);
  Exec exec(1);
  FrameWriter writer(path("no/such/folder"), made.scene, 0);
  const auto failed = writer.append(made.frames[0], exec);
  ASSERT_TRUE(failed);
  EXPECT_NE(failed->message.find("there is no folder"), std::string::npos) << failed->message;
  EXPECT_TRUE(writer.to_disk());
}

// Whatever a frame's contents are: a message or a frame, never anything worse.
TEST_F(FrameFileTest, RefusesContentsThatDoNotFit) {
  const Frames made = make_frames(2);
  for (const Frame& frame : made.frames) {
    std::string contents;
    encode_frame(frame, made.scene.radius, contents);
    ASSERT_TRUE(decode_frame(contents, made.scene));
    std::set<std::string> messages;
    for (std::size_t at = 0; at < contents.size(); ++at) {
      std::string changed = contents;
      changed[at] = static_cast<char>(changed[at] ^ 0xFF);
      const auto read = decode_frame(changed, made.scene);
      if (!read) messages.insert(read.error().message);
    }
    EXPECT_GE(messages.size(), 2U);
    for (std::size_t size = 0; size < contents.size(); size += 7) {
      EXPECT_FALSE(decode_frame(std::string_view(contents).substr(0, size), made.scene));
    }
    EXPECT_FALSE(decode_frame(contents + "1234", made.scene));
  }
}

}  // namespace
}  // namespace scree
