#include "sim/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/table.hpp"

namespace scree {

std::string_view name(Stage stage) {
  switch (stage) {
    case Stage::place:
      return "place";
    case Stage::search:
      return "search";
    case Stage::detection:
      return "detection";
    case Stage::law:
      return "law";
    case Stage::gather:
      return "gather";
    case Stage::motion:
      return "motion";
    case Stage::account:
      return "account";
    case Stage::output:
      return "output";
    case Stage::rest:
      break;
  }
  return "rest";
}

Real total_seconds(const Profile& profile) {
  return std::accumulate(profile.seconds.begin(), profile.seconds.end(), Real{0});
}

Profile since(const Profile& now, const Profile& before) {
  Profile part;
  for (std::size_t i = 0; i < stage_count; ++i) part.seconds[i] = now.seconds[i] - before.seconds[i];
  part.steps = now.steps - before.steps;
  part.particle_steps = now.particle_steps - before.particle_steps;
  part.searches = now.searches - before.searches;
  return part;
}

std::string profile_text(const Profile& profile) {
  const Real total = total_seconds(profile);
  const auto particle_steps = static_cast<Real>(profile.particle_steps);
  const auto over = [](Real value, Real divisor) {
    return divisor > 0 ? fmt::format("{:.1f}", value / divisor) : std::string("-");
  };
  Table table;
  table.columns = {{"stage", Align::left},
                   {"seconds", Align::right},
                   {"share [%]", Align::right},
                   {"per particle-step [ns]", Align::right}};
  const auto add_row = [&](std::string_view stage, Real seconds) {
    table.rows.push_back({std::string(stage), fmt::format("{:.3f}", seconds), over(100 * seconds, total),
                          over(1e9 * seconds, particle_steps)});
  };
  for (std::size_t i = 0; i < stage_count; ++i) add_row(name(static_cast<Stage>(i)), profile.seconds[i]);
  add_row("total", total);
  return to_text(table) +
         fmt::format("{} steps, {} searches for neighbours\n", profile.steps, profile.searches);
}

void StageClock::add_to(Stage one, Real time_of_one, Stage other, Real time_of_other) {
  const Real seconds = lap();
  const Real both = time_of_one + time_of_other;
  const Real share = both > 0 ? time_of_one / both : 1;
  add_to(one, share * seconds);
  add_to(other, (1 - share) * seconds);
}

RestClock::~RestClock() {
  const Real seconds = std::chrono::duration<Real>(ProfileClock::now() - begin_).count();
  const Real counted = total_seconds(profile_) - counted_;
  profile_.seconds[static_cast<std::size_t>(Stage::rest)] += std::max<Real>(0, seconds - counted);
}

}  // namespace scree
