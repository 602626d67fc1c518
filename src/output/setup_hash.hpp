// One number for everything a run depends on besides its state: a checkpoint fits only the setup it is of.
#pragma once

#include <cstdint>

#include "model/setup.hpp"

namespace scree {

// Of bodies, shapes, materials, motions, schedule and those settings that change the course of a run. Not of
// its end, threads, output intervals and names of no consequence.
std::uint64_t setup_hash(const Setup& setup, Real time_step);

}  // namespace scree
