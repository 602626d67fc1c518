// Where the time of a run goes, stage by stage.
//
// Always on: some ten clock readings per step, and three per chunk of pairs where detection and law take
// turns. By a clock on the wall. Nothing of it touches a result, and it is not part of checkpoints: a profile
// is that of one process.
#pragma once

#include <scree/real.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace scree {

enum class Stage : std::uint8_t {
  place,      // where the pieces are
  search,     // whether a new search for neighbours is due, the search, and what follows the pairs
  detection,  // contact queries
  law,        // forces at the contact points, friction history, elastic correction
  gather,     // sums of forces per body
  motion,     // kicks and drift
  account,    // overlaps, energies
  output,     // tables, frames, checkpoints
  rest,       // all else: events, injections, progress shown
};
inline constexpr std::size_t stage_count = 9;
// As the keys in summary.json.
std::string_view name(Stage stage);

struct Profile {
  std::array<Real, stage_count> seconds = {};  // by stage
  std::uint64_t steps = 0, particle_steps = 0, searches = 0;
};

Real total_seconds(const Profile& profile);
// What was added since an earlier one.
Profile since(const Profile& now, const Profile& before);

// A table: stage, seconds, share, nanoseconds per particle and step.
std::string profile_text(const Profile& profile);

using ProfileClock = std::chrono::steady_clock;

// Adds the time since it was made, or since the last call, to a stage.
class StageClock {
 public:
  explicit StageClock(Profile& profile) : profile_(profile) {}
  void add_to(Stage stage) { add_to(stage, lap()); }
  // Divides it among two stages that took turns, as their shares of the threads' time.
  void add_to(Stage one, Real time_of_one, Stage other, Real time_of_other);

 private:
  void add_to(Stage stage, Real seconds) { profile_.seconds[static_cast<std::size_t>(stage)] += seconds; }
  Real lap() {
    const ProfileClock::time_point now = ProfileClock::now();
    const Real seconds = std::chrono::duration<Real>(now - last_).count();
    last_ = now;
    return seconds;
  }

  Profile& profile_;
  ProfileClock::time_point last_ = ProfileClock::now();
};

// While it lives: what no stage has counted goes to `rest`. May be nested.
class RestClock {
 public:
  explicit RestClock(Profile& profile) : profile_(profile), counted_(total_seconds(profile)) {}
  ~RestClock();
  RestClock(const RestClock&) = delete;
  RestClock& operator=(const RestClock&) = delete;

 private:
  Profile& profile_;
  Real counted_;  // s, before
  ProfileClock::time_point begin_ = ProfileClock::now();
};

}  // namespace scree
