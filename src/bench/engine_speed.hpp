// How fast the engine is in settled boxes, and the report of it.
#pragma once

#include <scree/real.hpp>

#include <vector>

#include "bench/engine.hpp"
#include "bench/report.hpp"
#include "sim/profile.hpp"

namespace scree::bench {

// One box on so many threads.
struct BoxSpeed {
  BoxShapes shapes = BoxShapes::polyhedra;
  Numbering numbering = Numbering::by_columns;
  int particles = 0, threads = 1;
  // us per particle and step, the best round. By the clock on the wall, and for one thread also in processor
  // time, which other programs do not lengthen.
  Real wall_time = 0, time = 0;
  Real bytes = 0;         // per particle, beyond shapes
  Real pairs = 0;         // in the list of neighbours, per particle
  Real coordination = 0;  // contacting pairs per particle, each counted on both sides
  Profile profile;        // of all rounds
};

struct EngineSpeeds {
  std::vector<BoxSpeed> boxes;
  Profile fall;  // of the column of polyhedra, before it was settled
};

struct Box {
  Setup setup;
  BoxShapes shapes = BoxShapes::polyhedra;
  Numbering numbering = Numbering::by_columns;
};

// The same box on each of these numbers of threads, round by round in turn.
std::vector<BoxSpeed> measure_box(const Box& box, const std::vector<int>& threads, int rounds);

// Tables and bars of what was measured.
Report engine_report(const EngineSpeeds& speeds);

}  // namespace scree::bench
