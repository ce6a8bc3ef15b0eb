#pragma once
// Where TMA puts what it copies.

#include <memory>

#include "algebra/hardware/tma.hpp"
#include "gpu/flow/flow.hpp"

namespace app {

/// A part of a tensor in shared memory as the hardware has it: TMA knows nothing of the tensor's layout. An instruction fills its box one
/// element after another, from where the part begins, with the swizzle of its tensor map, whatever the tensor's own is. The same part
/// where both agree, and where it is not known what TMA does: of a box in slices, and of elements of other sizes.
/// `bits`: of an element of the tensor.
std::shared_ptr<const gpu::FlowPart> as_tma_places(const std::shared_ptr<const gpu::FlowPart>&, const algebra::Tma&, int bits);

}  // namespace app
