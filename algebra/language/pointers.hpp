#pragma once
// Pointers as tensors of one element, and the tensors that begin at them.

#include <string_view>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/tree.hpp"

namespace algebra::expression {

/// Finds the name of the element type whose name is the most similar; "" if none is.
std::string_view nearest_element_type(std::string_view name);
/// Refuses a name that is no element type's, with the nearest that is one.
Problem no_element_type(std::string_view name);
/// The pointer that a node writes: its offset, the type of its elements and their memory as far as it says them, without the
/// swizzle that it may be made with.
Tensor pointer_of(const Node&, const Environment&);
/// The function on elements of `bits` bits, 0 for unknown ones, that a pointer's swizzle on bytes is, at an offset. Throws a
/// Diagnostic for anything but a swizzle.
OuterFunction pointer_function(const Node& pointer, const Value& bytes, const Offset&, int bits);
/// The pointer with a swizzle on bytes. CuTe drops one that changes nothing. Throws a Diagnostic as pointer_function does.
Tensor swizzled(const Node&, Tensor pointer, const Value& bytes);
/// The tensor of a layout at a pointer, which is given as a tensor of one element. A layout that waits for a pointer,
/// Sw<3,4,3> o smem_ptr[16b](unset) o L, gives it its swizzle. Throws a Problem.
Tensor tensor_at(Tensor pointer, const Value& layout);

}  // namespace algebra::expression
