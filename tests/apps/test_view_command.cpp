// scree view as a browser and as an attacker see it: what it serves, to whom, and how it ends.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/run_command.hpp"
#include "output/viewer_page.hpp"
#include "support/scene_texts.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Answer {
  int status = 0;
  std::string head, body;
};

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

int connect_to(int port) {
  const int handle = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  timeval patience{10, 0};
  setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (connect(handle, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) return handle;
  close(handle);
  return -1;
}

// A request with this first line as it is: no library that tidies the path up. Reads until the server closes
// the connection, or `enough` is there.
Answer ask(int port, const std::string& path, const std::string& more_headers = "",
           const std::string& host = "127.0.0.1", const std::string& enough = "") {
  Answer answer;
  const int handle = connect_to(port);
  if (handle < 0) return answer;
  const std::string request =
      "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n" + more_headers + "\r\n";
  (void)send(handle, request.data(), request.size(), MSG_NOSIGNAL);
  std::string text;
  char block[1 << 16];
  for (ssize_t got = 0; (got = recv(handle, block, sizeof block, 0)) > 0;) {
    text.append(block, static_cast<std::size_t>(got));
    if (!enough.empty() && text.find(enough) != std::string::npos) break;
  }
  close(handle);
  const std::size_t split = text.find("\r\n\r\n");
  answer.head = text.substr(0, split);
  if (split != std::string::npos) answer.body = text.substr(split + 4);
  if (answer.head.size() > 12) answer.status = std::atoi(answer.head.c_str() + 9);
  return answer;
}

class ViewCommand : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    run_path = (folder / "r").string();
    const CommandRun run = run_command({"run", put("s.toml", testing::box_of_stones), "--out", run_path,
                                        "--end-time", "0.02", "--threads", "1", "--quiet"});
    ASSERT_EQ(run.exit_status, 0) << run.errors;
  }
  void TearDown() override {
    if (view.process > 0) (void)stop_view();
    CommandTest::TearDown();
  }

  void start_view() {
    view = start_command({"view", run_path, "--port", "0", "--no-browser"});
    for (int i = 0; i < 1000 && port == 0; ++i) {
      const std::string said = contents(view.folder / "output");
      const std::size_t at = said.find("http://127.0.0.1:");
      if (at != std::string::npos && said.find('\n') != std::string::npos) {
        port = std::atoi(said.c_str() + at + 17);
      }
      usleep(10'000);
    }
    ASSERT_GT(port, 0) << contents(view.folder / "errors");
  }
  CommandRun stop_view() {
    kill(view.process, SIGINT);
    CommandRun end = wait_for(view);
    view.process = -1;
    return end;
  }

  std::string run_path;
  StartedCommand view;
  int port = 0;
};

TEST_F(ViewCommand, ServesThePageAndTheRun) {
  start_view();
  const Answer page = ask(port, "/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, viewer_page());
  const std::string frames_file = contents(run_path + "/frames.scree");
  EXPECT_EQ(ask(port, "/frames.scree").body, frames_file);
  EXPECT_EQ(ask(port, "/table.csv").body, contents(run_path + "/table.csv"));
  EXPECT_EQ(ask(port, "/summary.json").body, contents(run_path + "/summary.json"));
  EXPECT_EQ(ask(port, "/events.csv").body, contents(run_path + "/events.csv"));

  const json list = json::parse(ask(port, "/api/frames.json").body);
  EXPECT_EQ(list["running"], false);
  const json& frames = list["frames"];
  ASSERT_GE(frames.size(), 2U);
  EXPECT_EQ(frames[0][0], 0.0);
  EXPECT_EQ(frames[0][2], list["head_bytes"]);
  const auto offset = frames[1][2].get<std::size_t>();
  const auto bytes = frames[1][3].get<std::size_t>();
  const Answer part =
      ask(port, "/frames.scree",
          "Range: bytes=" + std::to_string(offset) + "-" + std::to_string(offset + bytes - 1) + "\r\n");
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.body, frames_file.substr(offset, bytes));
  EXPECT_EQ(part.body.substr(0, 4), "FRAM");

  const json later = json::parse(ask(port, "/api/frames.json?from=1").body);
  EXPECT_EQ(later["frames"].size(), frames.size() - 1);
  EXPECT_EQ(later["frames"][0], frames[1]);
  for (const char* odd : {"-1", "x", "", "99999999999999999999"}) {
    EXPECT_EQ(ask(port, std::string("/api/frames.json?from=") + odd).status, 200) << odd;
  }
  const CommandRun end = stop_view();
  EXPECT_EQ(end.exit_status, 0);
  EXPECT_EQ(end.errors, "");
}

TEST_F(ViewCommand, ServesNothingElse) {
  std::ofstream(folder / "secret.txt") << "secret";
  fs::remove(run_path + "/events.csv");
  fs::create_symlink(folder / "secret.txt", run_path + "/events.csv");
  start_view();
  for (const char* path :
       {"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/frames.scree/../../secret.txt",
        "//etc/passwd", "/./../secret.txt", "/%2e%2e%2f%2e%2e%2fetc/passwd", "/scene.toml", "/run.json",
        "/.lock", "/checkpoints/", "/checkpoints", "/table.csv/", "/table.csv%00.txt", "/viewer.html",
        "/..\\secret.txt"}) {
    const Answer answer = ask(port, path);
    EXPECT_TRUE(answer.status == 404 || answer.status == 400) << path << ": " << answer.status;
    EXPECT_EQ(answer.body.find("secret"), std::string::npos) << path;
    EXPECT_EQ(answer.body.find("root:"), std::string::npos) << path;
  }
  const Answer link = ask(port, "/events.csv");  // leads out of the folder
  EXPECT_EQ(link.status, 204);
  EXPECT_EQ(link.body, "");
  EXPECT_EQ(ask(port, "/").status, 200);  // still there
}

TEST_F(ViewCommand, AnswersThisMachineOnly) {
  start_view();
  // A page of another site, whose name was made to point here, asks by that name.
  EXPECT_EQ(ask(port, "/table.csv", "", "evil.example").status, 403);
  EXPECT_EQ(ask(port, "/table.csv", "", "127.0.0.1.evil.example:" + std::to_string(port)).status, 403);
  EXPECT_EQ(ask(port, "/table.csv", "", "localhost:" + std::to_string(port)).status, 200);
  // Every socket that listens on the port is bound to 127.0.0.1 (0100007F in /proc).
  std::ostringstream at_port;
  at_port << ":" << std::uppercase << std::hex << port << " ";
  int listening = 0;
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream file(table);
    for (std::string line; std::getline(file, line);) {
      const std::size_t at = line.find(at_port.str());
      const bool listens = line.find(" 0A ") != std::string::npos;
      if (at > 45 || !listens) continue;  // not found is beyond any column
      ++listening;
      EXPECT_NE(line.find(" 0100007F:"), std::string::npos) << line;
    }
  }
  EXPECT_EQ(listening, 1);
}

TEST_F(ViewCommand, TellsThePageOfFrames) {
  start_view();
  const Answer live = ask(port, "/api/live", "", "127.0.0.1", "\"running\"");
  EXPECT_EQ(live.status, 200);
  EXPECT_NE(live.head.find("text/event-stream"), std::string::npos);
  const json list = json::parse(ask(port, "/api/frames.json").body);
  EXPECT_NE(live.body.find("event: frames\ndata: {\"count\":" + std::to_string(list["frames"].size()) +
                           ",\"running\":false}"),
            std::string::npos)
      << live.body;
}

TEST_F(ViewCommand, FollowsARunThatGoesOn) {
  const std::string scene =
      put("endless.toml", testing::replaced(testing::box_of_stones, "end_time = 0.25", "end_time = 1e3"));
  run_path = (folder / "endless").string();
  const StartedCommand run = start_command({"run", scene, "--out", run_path, "--frame-every", "0.001"});
  for (int i = 0; i < 1000 && !fs::exists(run_path + "/frames.scree"); ++i) usleep(10'000);
  start_view();
  const auto frames = [&] { return json::parse(ask(port, "/api/frames.json").body); };
  const json before = frames();
  EXPECT_EQ(before["running"], true);
  json after = before;
  for (int i = 0; i < 1000 && after["frames"].size() <= before["frames"].size(); ++i) {
    usleep(10'000);
    after = frames();
  }
  EXPECT_GT(after["frames"].size(), before["frames"].size());
  kill(run.process, SIGINT);
  EXPECT_EQ(wait_for(run).exit_status, 130);
  EXPECT_EQ(frames()["running"], false);
}

TEST_F(ViewCommand, SaysWhatIsWrong) {
  const CommandRun none = run_command({"view", (folder / "nowhere").string()});
  EXPECT_EQ(none.exit_status, 2);
  EXPECT_EQ(none.errors, "scree: " + (folder / "nowhere").string() + ": no such folder\n");
  const CommandRun other = run_command({"view", folder.string()});
  EXPECT_EQ(other.exit_status, 2);
  EXPECT_NE(other.errors.find("is not the folder of a run"), std::string::npos) << other.errors;

  start_view();
  const CommandRun taken = run_command({"view", run_path, "--port", std::to_string(port)});
  EXPECT_EQ(taken.exit_status, 2);
  EXPECT_EQ(taken.errors, "scree: --port " + std::to_string(port) +
                              ": the port is taken or not allowed; choose another one, or 0 for any that is "
                              "free\n");
  EXPECT_EQ(run_command({"view", run_path, "--port", "70000"}).exit_status, 2);
  (void)stop_view();

  std::ofstream(run_path + "/frames.scree", std::ios::binary) << "nonsense";
  const CommandRun broken = run_command({"view", run_path});
  EXPECT_EQ(broken.exit_status, 2);
  EXPECT_NE(broken.errors.find("frames.scree"), std::string::npos) << broken.errors;
  fs::remove(run_path + "/frames.scree");
  const CommandRun missing = run_command({"view", run_path});
  EXPECT_EQ(missing.exit_status, 2);
  EXPECT_NE(missing.errors.find("frames.scree"), std::string::npos) << missing.errors;
}

}  // namespace
}  // namespace scree
