// Views of polyhedra that hang together alike share the arrays that say how (host).
#pragma once

#include "model/model.hpp"

namespace scree {

// Lets the view of the model's shape number `shape` borrow from an earlier shape whatever is equal in both.
// Of thousands of scaled copies only corners and planes are then different places in memory: the rest stays
// in the processor's caches.
void share_topology(Model& model, std::uint32_t shape);

}  // namespace scree
