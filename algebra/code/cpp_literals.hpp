#pragma once
// Values as CuTe C++ has them.

#include <string>

#include "algebra/value.hpp"

namespace algebra::code {

/// A value written out in C++: `make_layout(make_shape(Int<4>{}, 2), make_stride(Int<1>{}, 4))`.
/// Requires a tuple, a layout, a tiler or a swizzle, composed or not; atoms and what is made of them as well.
std::string cpp_of(const Value&);
/// "half_t" for f16.
std::string cpp_type(const ElementType&);

}  // namespace algebra::code
