#pragma once
// Values as CuTe C++ literals.

#include <string>

#include "algebra/value.hpp"

namespace algebra::code {

/// A value written out in C++: `make_layout(make_shape(Int<4>{}, 2), make_stride(Int<1>{}, 4))`.
/// Requires a tuple, a layout (composed or not), a tiler, a swizzle, an atom, a tiled copy or a tiled MMA.
std::string cpp_of(const Value&);
/// "half_t" for f16.
std::string cpp_type(const ElementType&);

}  // namespace algebra::code
