// Which frame of a file somebody means.
#pragma once

#include <scree/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "output/frame_file.hpp"

namespace scree {

// The frame by its number, from 0, negative: from the end, -1 the last; or the one nearest to the time (s);
// or the last one. An error where there is none.
Result<std::size_t> choose_frame(const FrameReader& reader, std::optional<std::int64_t> number,
                                 std::optional<Real> time);

}  // namespace scree
