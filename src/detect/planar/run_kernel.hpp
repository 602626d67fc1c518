// One kernel of the plane by its name (host).
#pragma once

#include <scree/contact_data.hpp>

#include "detect/kernels/minkowski.hpp"

namespace scree {

// `unsupported_pair` for algorithms that have no form in the plane.
Status run_kernel(Algorithm algorithm, const PlanarPair& pair, const QueryRequest& request, PairCache2& cache,
                  Contact2& contact, ContactPatch2* patch);

}  // namespace scree
