#include "output/paraview.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

#include "core/file_io.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

// In the order of ParaviewWriter::append.
constexpr const char* part_names[] = {"particles", "points", "contacts", "chains", "walls"};
constexpr std::size_t walls_series = 4;
constexpr const char* ending = ".vtp";

std::string file_of(const std::string& part, std::size_t number) {
  return fmt::format("{}-{:06}{}", part, number, ending);
}

Error cannot_write(const std::string& path, int reason) {
  return {fmt::format("{}: cannot write the file: {}", path, std::generic_category().message(reason))};
}

// Without waiting for the disk. 0, or errno.
int write_bytes(const std::string& path, std::string_view bytes) {
  const int handle = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (handle < 0) return errno;
  int reason = 0;
  while (!bytes.empty() && reason == 0) {
    const ssize_t written = write(handle, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      reason = errno;
    }
  }
  if (close(handle) != 0 && reason == 0) reason = errno;
  if (reason != 0) unlink(path.c_str());
  return reason;
}

// Not cut when the machine failed.
bool is_whole(const fs::path& path) {
  constexpr std::string_view last_line = "</VTKFile>\n";
  std::ifstream file(path, std::ios::binary);
  std::string tail(last_line.size(), '\0');
  file.seekg(-static_cast<std::streamoff>(tail.size()), std::ios::end);
  return file.read(tail.data(), static_cast<std::streamsize>(tail.size())) && tail == last_line;
}

constexpr const char* series_begin =
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
    "<Collection>\n";
constexpr const char* series_end = "</Collection>\n</VTKFile>\n";

}  // namespace

ParaviewWriter::ParaviewWriter(std::string folder, FrameScene scene, const std::vector<FrameEntry>& before)
    : folder_(std::move(folder)), scene_(std::move(scene)) {
  for (const char* part : part_names) series_.push_back({part, {}});
  std::error_code failed;
  fs::create_directories(folder_, failed);
  if (failed) open_error_ = Error{fmt::format("{}: cannot make the folder: {}", folder_, failed.message())};
  if (corner_count(scene_) > std::numeric_limits<std::int32_t>::max()) {
    open_error_ =
        Error{fmt::format("{}: the particles have {} corners, more than these files can count; set "
                          "\"paraview = false\" in [output]",
                          folder_, corner_count(scene_))};
  }
  if (open_error_) return;
  find_files(before);
  open_error_ = write_series();
}

// What is there of the frames before. Everything else goes.
void ParaviewWriter::find_files(const std::vector<FrameEntry>& before) {
  std::error_code ignored;
  std::vector<std::string> wanted;
  for (std::size_t k = 0; k < before.size(); ++k) {
    for (Series& series : series_) {
      std::string file = file_of(series.part, k);
      if (is_whole(fs::path(folder_) / file)) {
        series.entries.push_back({before[k].time, file});
        wanted.push_back(std::move(file));
      } else if (series.part == part_names[walls_series] && !series.entries.empty()) {
        series.entries.push_back({before[k].time, series.entries.back().file});
      }
    }
  }
  std::sort(wanted.begin(), wanted.end());
  std::vector<fs::path> unwanted;
  for (const auto& entry : fs::directory_iterator(folder_, ignored)) {
    const std::string name = entry.path().filename().string();
    const bool ours = entry.path().extension() == ending;
    if (ours && !std::binary_search(wanted.begin(), wanted.end(), name)) unwanted.push_back(entry.path());
  }
  for (const fs::path& path : unwanted) fs::remove(path, ignored);
  const std::vector<Entry>& walls = series_[walls_series].entries;
  if (walls.empty()) return;
  if (Result<std::string> bytes = read_file((fs::path(folder_) / walls.back().file).string())) {
    last_walls_ = *std::move(bytes);
  }
}

std::optional<Error> ParaviewWriter::append(std::size_t number, const Frame& frame, Exec& exec) {
  if (open_error_) return open_error_;
  find_values(scene_, frame, values_);
  const ParaviewSource source{scene_, frame, values_, exec, packer_};
  const auto write = [&](std::size_t series, const VtkPolyData& data) {
    return write_part(series, number, frame.time, data);
  };
  if (auto bad = write(0, particles_.make(source))) return bad;
  if (auto bad = write(1, points_.make(source))) return bad;
  const VtkPolyData& contacts = contacts_.make(source);
  if (auto bad = write(2, contacts)) return bad;
  if (auto bad = write(3, chains_.make(source, contacts))) return bad;
  if (auto bad = write(walls_series, walls_.make(source))) return bad;
  return write_series();
}

std::optional<Error> ParaviewWriter::write_part(std::size_t series, std::size_t number, Real time,
                                                const VtkPolyData& data) {
  std::vector<Entry>& entries = series_[series].entries;
  write_vtp(data, bytes_);
  if (series == walls_series) {
    if (bytes_ == last_walls_ && !entries.empty()) {
      entries.push_back({time, entries.back().file});
      return std::nullopt;
    }
    last_walls_ = bytes_;
  }
  const std::string file = file_of(series_[series].part, number);
  const std::string path = (fs::path(folder_) / file).string();
  if (const int reason = write_bytes(path, bytes_); reason != 0) return cannot_write(path, reason);
  entries.push_back({time, file});
  return std::nullopt;
}

// Under another name first, so that there is always a whole one.
std::optional<Error> ParaviewWriter::write_now(const std::string& name, const std::string& bytes) {
  const std::string path = (fs::path(folder_) / name).string();
  const std::string temporary = path + ".tmp";
  int reason = write_bytes(temporary, bytes);
  if (reason == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) reason = errno;
  if (reason != 0) return cannot_write(path, reason);
  return std::nullopt;
}

std::optional<Error> ParaviewWriter::write_series() {
  std::string all = series_begin;
  for (std::size_t s = 0; s < series_.size(); ++s) {
    std::string one = series_begin;
    for (const Entry& entry : series_[s].entries) {
      fmt::format_to(std::back_inserter(one), "<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n",
                     entry.time, entry.file);
      fmt::format_to(std::back_inserter(all),
                     "<DataSet timestep=\"{}\" part=\"{}\" name=\"{}\" file=\"{}\"/>\n", entry.time, s,
                     series_[s].part, entry.file);
    }
    one += series_end;
    if (auto bad = write_now(series_[s].part + ".pvd", one)) return bad;
  }
  all += series_end;
  return write_now("run.pvd", all);
}

}  // namespace scree
