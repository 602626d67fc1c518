// The file of frames, DIR/frames.scree: appended to while a run goes on, read by whoever looks at it.
// docs/reference/frames.md defines it.
#pragma once

#include <scree/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exec/exec.hpp"
#include "output/block_compress.hpp"
#include "output/frame.hpp"
#include "output/frame_scene.hpp"

namespace scree {

inline constexpr const char* frame_file_name = "frames.scree";  // in the folder of a run

// Where a frame lies in the file.
struct FrameEntry {
  Real time = 0;  // s
  std::uint64_t step = 0;
  std::uint64_t offset = 0;  // bytes, of the record with its header
  std::uint64_t bytes = 0;   // of the record: header, contents, filling
};

class FrameWriter {
 public:
  // Makes the file, or goes on with the one that is there: frames before `step` stay, later ones and what a
  // crash left behind are cut off. A file of another scene, or one that cannot be read, is made anew.
  FrameWriter(std::string path, const FrameScene& scene, std::uint64_t step);
  ~FrameWriter();
  FrameWriter(const FrameWriter&) = delete;
  FrameWriter& operator=(const FrameWriter&) = delete;

  // Those the file has.
  [[nodiscard]] const std::vector<FrameEntry>& frames() const { return frames_; }
  // Hands the frame over to the system at once: it outlives this process. Of the frame's contacts `pairs` are
  // kept, `points` are not looked at.
  std::optional<Error> append(const Frame& frame, Exec& exec);
  // Waits until all frames are on the disk: they outlive the machine.
  std::optional<Error> to_disk();

 private:
  std::optional<Error> make_or_cut(const FrameScene& scene, std::uint64_t step);
  [[nodiscard]] Error failed(int reason) const;

  std::string path_;
  std::vector<Real> radius_;  // m, of bodies
  int handle_ = -1;
  std::optional<Error> open_error_;
  std::vector<FrameEntry> frames_;
  std::uint64_t end_ = 0;  // bytes, of the last whole record
  BlockCompressor compressor_;
  std::string contents_, record_;  // scratch
};

class FrameReader {
 public:
  // Reads what does not change and finds the frames. A file that is cut or damaged somewhere behind its first
  // two records is no error: the frames before that place are there, and `trouble` says what is wrong.
  static Result<FrameReader> open(const std::string& path);
  FrameReader(FrameReader&& other) noexcept;
  FrameReader& operator=(FrameReader&& other) noexcept;
  FrameReader(const FrameReader&) = delete;
  FrameReader& operator=(const FrameReader&) = delete;
  ~FrameReader();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const FrameScene& scene() const { return scene_; }
  [[nodiscard]] const std::vector<FrameEntry>& frames() const { return frames_; }
  // Of the file's header and first two records, which a viewer needs first.
  [[nodiscard]] std::uint64_t head_bytes() const { return head_bytes_; }
  // What is wrong behind the last frame: one line with file and byte. Empty: nothing. While a run writes, the
  // last record may be cut for a moment.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

  // Frame number k, decoded; every byte is checked. `points` stay empty.
  [[nodiscard]] Result<Frame> read_frame(std::size_t k) const;
  // The bytes as they are in the file: of a frame's record with its header, or of the head.
  [[nodiscard]] Result<std::string> read_record(std::size_t k) const;
  [[nodiscard]] Result<std::string> read_head() const;

  // Finds the frames that have been added since, or the new ones where a resumed run has cut the file. true:
  // there is something new.
  Result<bool> refresh();

 private:
  FrameReader() = default;
  std::optional<Error> open_file();
  std::optional<Error> read_scene_records();
  void find_frames();
  [[nodiscard]] bool is_as_before() const;
  [[nodiscard]] Result<std::string> read_bytes(std::uint64_t offset, std::uint64_t bytes) const;

  std::string path_;
  int handle_ = -1;
  FrameScene scene_;
  std::vector<FrameEntry> frames_;
  std::uint64_t head_bytes_ = 0;
  std::uint64_t end_ = 0;    // bytes, of the last whole record
  std::uint64_t size_ = 0;   // bytes, of the file when it was last looked at
  std::string last_header_;  // of the last record found: tells whether the file was cut meanwhile
  std::string trouble_;
};

}  // namespace scree
