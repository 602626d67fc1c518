// Events of a schedule at run time.
//
// An event happens once, at the first step whose time has come to within half a step: the time of the event
// it comes after (or the start) plus its delay. One that waits for rest happens when the kinetic energy per
// particle has stayed below its bound for long enough; that is looked at every few steps.
#pragma once

#include "sim/core.hpp"

namespace scree {

// Lets all events happen that are due at the state's time. What they bring in or take out is accounted as
// `supplied`. Cheap when nothing is due.
void apply_events(SimulationCore& core);

}  // namespace scree
