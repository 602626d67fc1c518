// One query by one of the iterative algorithms, in the frame that kernels use (host).
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/minkowski.hpp"

namespace scree {

// Not for `automatic` and `brute_force`. The pair must be finite. Returns contact.status.
Status run_kernel(Algorithm algorithm, const ShapePair& pair, const QueryRequest& request, PairCache& cache,
                  Contact& contact, ContactPatch* patch);

}  // namespace scree
