#pragma once
// The places in shared memory that TMA reads and writes.

#include <memory>

#include "algebra/hardware/tma.hpp"
#include "gpu/flow/flow.hpp"

namespace app {

/// Returns a part of a tensor in shared memory with the places that the hardware uses. TMA does not know the tensor's layout: an
/// instruction fills its box element by element from the part's first place, with the swizzle of its tensor map. Returns the part itself if
/// both agree, or if TMA's places are unknown: for boxes that are multicast in slices, and for elements of other sizes. `bits`: the width
/// of an element of the tensor.
std::shared_ptr<const gpu::FlowPart> as_tma_places(const std::shared_ptr<const gpu::FlowPart>&, const algebra::Tma&, int bits);

}  // namespace app
