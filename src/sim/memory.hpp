// How much memory a simulation takes.
#pragma once

#include <cstddef>

#include "model/setup.hpp"

namespace scree {

// Bytes of all shapes, each counted once however many bodies share it.
std::size_t shape_memory(const Model& model);

// About how many bytes a run will need besides its shapes: bodies, neighbours, contacts and their caches, for
// a dense packing.
std::size_t estimated_memory(const Setup& setup);

}  // namespace scree
