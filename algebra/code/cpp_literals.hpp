#pragma once
// Values as CuTe C++ literals.

#include <string>

#include "algebra/language/value.hpp"

namespace algebra::code {

/// Returns a value as a C++ expression: `make_layout(make_shape(Int<4>{}, 2), make_stride(Int<1>{}, 4))`. Requires a tuple, a layout
/// (composed or not), a tiler, a swizzle, an atom, a tiled copy or a tiled MMA.
std::string cpp_of(const Value&);
/// Returns the start of a tensor: `ptr + 4`, or with an element type `make_smem_ptr<half_t>(nullptr) + 4`.
std::string cpp_pointer(const Tensor&);

}  // namespace algebra::code
