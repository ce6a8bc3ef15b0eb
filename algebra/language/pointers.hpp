#pragma once
// Evaluates pointers as tensors of one element, and the tensors that begin at them.

#include <string_view>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/tree.hpp"

namespace algebra::expression {

/// Returns the most similar name of an element type; "" if none is similar.
std::string_view nearest_element_type(std::string_view name);
/// Returns the Problem for a name that is not an element type's, suggesting the nearest.
Problem no_element_type(std::string_view name);
/// Returns the pointer that a node writes: its offset, element type and memory as far as it gives them, without the swizzle that it may be
/// made with.
Tensor pointer_of(const Node&, const Environment&);
/// Returns a pointer's swizzle on bytes as the function on elements of `bits` bits (0: unknown) at an offset. Throws a Diagnostic for
/// anything but a swizzle.
OuterFunction pointer_function(const Node& pointer, const Value& bytes, const Offset&, int bits);
/// Returns the pointer with a swizzle on bytes; drops one that changes nothing, as CuTe does. Throws a Diagnostic as pointer_function does.
Tensor swizzled(const Node&, Tensor pointer, const Value& bytes);
/// Returns the tensor of a layout at a pointer, which is given as a tensor of one element. A layout that waits for a pointer, Sw<3,4,3> o
/// smem_ptr[16b](unset) o L, gives its swizzle to the pointer. Throws a Problem.
Tensor tensor_at(Tensor pointer, const Value& layout);

}  // namespace algebra::expression
