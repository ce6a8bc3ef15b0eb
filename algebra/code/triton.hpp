#pragma once
// Writes a layout of threads and values as Triton's encoding.

#include <cstdint>
#include <string>
#include <vector>

#include "algebra/language/value.hpp"

namespace algebra::code {

/// Returns a (thread, value) layout as the attribute #ttg.linear<{...}>: 32 threads are a warp, and there are no blocks. With `tile`,
/// indices are 1-D coordinates in it; without, basis strides give coordinates, and integers are coordinates of a tensor of one mode. Throws
/// a Problem: those of thread_value_bits, "shape" if a size is not a power of two, and "surjective" if an element has no thread.
std::string as_triton_linear(const Value&, const std::vector<std::int64_t>& tile = {});

}  // namespace algebra::code
