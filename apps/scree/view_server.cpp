#include "view_server.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <httplib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "output/frame_file.hpp"
#include "output/run_folder.hpp"
#include "output/viewer_page.hpp"

namespace scree::command {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* loopback = "127.0.0.1";
// A browser keeps several connections open, one of them for news as long as the page is there.
constexpr std::size_t most_connections = 64;
constexpr auto look_every = std::chrono::milliseconds(300);
constexpr int quiet_looks = 30;  // after so many a sign of life shows whether the page is still there

struct ServedFile {
  const char* name;
  const char* type;
};
constexpr ServedFile served_files[] = {{"frames.scree", "application/octet-stream"},
                                       {"table.csv", "text/csv"},
                                       {"forces.csv", "text/csv"},
                                       {"events.csv", "text/csv"},
                                       {"summary.json", "application/json"}};

// Looks now and then whether it should stop; connections are served by threads of its own.
class Tasks : public httplib::ThreadPool {
 public:
  explicit Tasks(std::function<void()> idle)
      : httplib::ThreadPool(most_connections), idle_(std::move(idle)) {}
  void on_idle() override { idle_(); }

 private:
  std::function<void()> idle_;
};

// A file of the run, open. Links are not followed: they could lead out of the folder.
class OpenFile {
 public:
  explicit OpenFile(const fs::path& path)
      : handle_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) {
    struct stat status = {};
    if (handle_ >= 0 && fstat(handle_, &status) == 0 && S_ISREG(status.st_mode)) size_ = status.st_size;
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (handle_ >= 0) close(handle_);
  }
  [[nodiscard]] std::optional<std::size_t> size() const { return size_; }
  [[nodiscard]] bool send(std::size_t offset, std::size_t length, httplib::DataSink& sink) const {
    char block[1 << 16];
    const ssize_t got = pread(handle_, block, std::min(length, sizeof block), static_cast<off_t>(offset));
    return got > 0 && sink.write(block, static_cast<std::size_t>(got));
  }

 private:
  int handle_;
  std::optional<std::size_t> size_;
};

void send_file(const fs::path& path, const char* type, httplib::Response& response) {
  const auto file = std::make_shared<const OpenFile>(path);
  if (!file->size()) {
    response.status = 204;  // the run has no such file (yet): nothing that a browser should complain about
    return;
  }
  if (*file->size() == 0) {
    response.set_content("", type);
    return;
  }
  response.set_content_provider(*file->size(), type,
                                [file](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                                  return file->send(offset, length, sink);
                                });
}

// Whether the address bar says this machine.
bool is_local_name(std::string host) {
  if (const std::size_t colon = host.rfind(':'); colon != std::string::npos) host.resize(colon);
  return host == loopback || host == "localhost";
}

}  // namespace

struct ViewServer::Site {
  fs::path folder;
  std::mutex mutex;  // of the reader
  std::optional<FrameReader> reader;
  httplib::Server server;
  std::atomic<bool> ends = false;

  explicit Site(fs::path path) : folder(std::move(path)) {}

  // The number of frames now; a run that is about to write its first one has none.
  std::size_t count_frames() {
    const std::scoped_lock hold(mutex);
    if (!reader) {
      Result<FrameReader> opened = FrameReader::open((folder / frame_file_name).string());
      if (!opened) return 0;
      reader = *std::move(opened);
    } else if (!reader->refresh()) {
      reader.reset();
      return 0;
    }
    return reader->frames().size();
  }

  std::string list_frames(std::size_t from) {
    (void)count_frames();
    Json list{{"name", ""}, {"running", in_use(folder.string())}, {"head_bytes", 0}};
    Json frames = Json::array();
    const std::scoped_lock hold(mutex);
    if (reader) {
      list["name"] = reader->scene().name;
      list["head_bytes"] = reader->head_bytes();
      for (std::size_t k = from; k < reader->frames().size(); ++k) {
        const FrameEntry& frame = reader->frames()[k];
        frames.push_back({frame.time, frame.step, frame.offset, frame.bytes});
      }
      if (!reader->trouble().empty()) list["trouble"] = reader->trouble();
    }
    list["frames"] = std::move(frames);
    return list.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  // One page's news: called again and again until it returns false.
  bool send_news(std::string& last, httplib::DataSink& sink) {
    for (int look = 0; look < quiet_looks; ++look) {
      if (ends) return false;
      const std::string now = Json{{"count", count_frames()}, {"running", in_use(folder.string())}}.dump();
      if (now != last) {
        last = now;
        const std::string text = fmt::format("event: frames\ndata: {}\n\n", now);
        return sink.write(text.data(), text.size());
      }
      usleep(std::chrono::microseconds(look_every).count());
    }
    constexpr std::string_view sign_of_life = ": still here\n\n";
    return sink.write(sign_of_life.data(), sign_of_life.size());
  }

  void add_routes();
};

void ViewServer::Site::add_routes() {
  server.set_pre_routing_handler([](const httplib::Request& request, httplib::Response& response) {
    if (is_local_name(request.get_header_value("Host"))) {
      return httplib::Server::HandlerResponse::Unhandled;
    }
    response.status = 403;
    response.set_content("scree view answers to 127.0.0.1 and localhost only\n", "text/plain");
    return httplib::Server::HandlerResponse::Handled;
  });
  server.Get("/", [](const httplib::Request&, httplib::Response& response) {
    const std::string_view page = viewer_page();
    response.set_content(page.data(), page.size(), "text/html; charset=utf-8");
  });
  for (const ServedFile& served : served_files) {
    server.Get(fmt::format("/{}", served.name),
               [this, served](const httplib::Request&, httplib::Response& response) {
                 send_file(folder / served.name, served.type, response);
               });
  }
  server.Get("/api/frames.json", [this](const httplib::Request& request, httplib::Response& response) {
    const std::string from = request.has_param("from") ? request.get_param_value("from") : "0";
    const bool number = !from.empty() && from.size() < 10 &&
                        std::all_of(from.begin(), from.end(), [](char c) { return c >= '0' && c <= '9'; });
    response.set_content(list_frames(number ? std::stoul(from) : 0), "application/json");
  });
  server.Get("/api/live", [this](const httplib::Request&, httplib::Response& response) {
    response.set_chunked_content_provider(
        "text/event-stream", [this, last = std::string()](std::size_t, httplib::DataSink& sink) mutable {
          return send_news(last, sink);
        });
  });
}

ViewServer::ViewServer(std::unique_ptr<Site> site) : site_(std::move(site)) {}
ViewServer::ViewServer(ViewServer&&) noexcept = default;
ViewServer::~ViewServer() = default;

Result<ViewServer> ViewServer::open(const std::string& folder) {
  if (auto bad = check_run_folder(folder)) return *bad;
  auto site = std::make_unique<Site>(folder);
  // A run that has only begun may have no frames yet; one that has ended never will.
  const std::string frames = (site->folder / frame_file_name).string();
  const Result<FrameReader> reader = FrameReader::open(frames);
  if (!reader && !in_use(folder)) return reader.error();
  site->add_routes();
  site->server.set_default_headers({{"X-Content-Type-Options", "nosniff"}, {"Cache-Control", "no-store"}});
  site->server.set_keep_alive_timeout(1);
  site->server.set_idle_interval(std::chrono::milliseconds(100));
  return ViewServer(std::move(site));
}

std::optional<int> ViewServer::bind(int port) {
  // httplib lets several processes share a port by default; the second would never be asked.
  site_->server.set_socket_options([](int socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  if (port != 0) return site_->server.bind_to_port(loopback, port) ? std::optional(port) : std::nullopt;
  const int free_port = site_->server.bind_to_any_port(loopback);
  return free_port > 0 ? std::optional(free_port) : std::nullopt;
}

void ViewServer::serve(const std::atomic<int>& stop) {
  site_->server.new_task_queue = [&, site = site_.get()] {
    return new Tasks([&stop, site] {  // the server deletes it
      if (stop != 0) {
        site->ends = true;
        site->server.stop();
      }
    });
  };
  site_->server.listen_after_bind();
}

}  // namespace scree::command
