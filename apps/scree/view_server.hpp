// What `scree view` serves: the viewer's page and the files of one run, to this machine only.
//
//   /                  the page
//   /api/frames.json   where the frames lie in frames.scree; ?from=K: from frame K on
//   /api/live          Server-Sent Events: `frames` whenever there are new ones, or the run has ended
//   /frames.scree, /table.csv, /forces.csv, /events.csv, /summary.json
//
// Nothing else: no path leads to another file. A page of another site that has its own name point to this
// machine is refused by the name it asks for (DNS rebinding).
#pragma once

#include <scree/result.hpp>

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace scree::command {

class ViewServer {
 public:
  // Of the run in `folder`.
  static Result<ViewServer> open(const std::string& folder);
  ViewServer(ViewServer&&) noexcept;
  ViewServer(const ViewServer&) = delete;
  ViewServer& operator=(const ViewServer&) = delete;
  ViewServer& operator=(ViewServer&&) = delete;
  ~ViewServer();

  // Takes a port of 127.0.0.1; 0: any that is free. Returns it; nothing: it is taken.
  std::optional<int> bind(int port);
  // Serves until `stop` is not 0.
  void serve(const std::atomic<int>& stop);

 private:
  struct Site;
  explicit ViewServer(std::unique_ptr<Site> site);
  std::unique_ptr<Site> site_;
};

}  // namespace scree::command
