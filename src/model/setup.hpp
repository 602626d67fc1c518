// A simulation before its first step: what a scene is compiled to.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"
#include "model/schedule.hpp"
#include "model/settings.hpp"
#include "model/state.hpp"

namespace scree {

// Where in a scene bodies were described: for messages about them.
struct BodySource {
  BodyRange bodies;
  std::string where;  // such as "drop.toml:41: bodies \"stone\""
};

struct Setup {
  Model model;
  State state;
  Schedule schedule;
  Settings settings;
  std::vector<BodySource> sources;
};

}  // namespace scree
