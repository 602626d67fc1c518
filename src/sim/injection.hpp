// Injections of a schedule at run time.
//
// Bodies come in one after the other, evenly over the injection's time. Each gets a random orientation and a
// random place in the region where the ball around it meets no ball of another particle and no wall. One
// that finds none after some tries waits, and those behind it too. Numbers are drawn from (seed, injection
// and body, step and try), so that they do not depend on what happened before.
#pragma once

#include "sim/core.hpp"

namespace scree {

// Lets in the bodies that are due at the state's time and find a place. The energy they bring is accounted
// as `supplied`. Cheap when nothing is due.
void inject_bodies(SimulationCore& core);

}  // namespace scree
