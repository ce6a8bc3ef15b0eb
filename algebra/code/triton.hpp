#pragma once
// A layout of threads and values as Triton's encoding.

#include <cstdint>
#include <string>
#include <vector>

#include "algebra/language/value.hpp"

namespace algebra::code {

/// A (thread, value) layout as the attribute #ttg.linear<{...}>: 32 threads are a warp, and no further block. With `tile`, indices are
/// 1-D coordinates in it; without, coordinates are as the strides have them, and integers those of a tensor of one mode. Throws a Problem:
/// those of thread_value_bits, "shape" for sizes that are no powers of two, and "surjective" where an element has no thread.
std::string as_triton_linear(const Value&, const std::vector<std::int64_t>& tile = {});

}  // namespace algebra::code
