#pragma once
// Rules for CuTe C++'s spelling of calls, for the records' `code`.

#include <string>

#include "algebra/language/code_calls.hpp"

namespace algebra::code::cpp {

std::string plain(const Cpp&, const Written&);                  ///< f<indices>(arguments), unchanged
std::string value(const Cpp&, const Written&);                  ///< a call with all arguments in <>: its value
std::string layout_first(const Cpp&, const Written&);           ///< the first argument is a layout: a shape counts as its LayoutLeft layout
std::string two_layouts(const Cpp&, const Written&);            ///< the first two arguments are layouts
std::string layout(const Cpp&, const Written&);                 ///< layout<i>(A); Z.layout() of zipped tensors
std::string all_layouts(const Cpp&, const Written&);            ///< all arguments are layouts
std::string layout_alone(const Cpp&, const Written&);           ///< a single argument is a layout
std::string modes(const Cpp&, const Written&);                  ///< both arguments become layouts if either one is
std::string shapes(const Cpp&, const Written&);                 ///< every argument is a shape: a layout counts as its shape
std::string shape_first(const Cpp&, const Written&);            ///< the first argument is a shape
std::string shape_second(const Cpp&, const Written&);           ///< the second argument is a shape
std::string as_given(const Cpp&, const Written&);               ///< one argument, a layout or a tuple, or a type
std::string method(const Cpp&, const Written&);                 ///< A.f(b, c) for a layout A
std::string getter(const Cpp&, const Written&);                 ///< A.get_f()
std::string member(const Cpp&, const Written&);                 ///< A.f_, a field
std::string member_type(const Cpp&, const Written&);            ///< typename decltype(A)::f{}, for an atom or a tiled copy or MMA
std::string template_method(const Cpp&, const Written&);        ///< A.f<i>()
std::string qualified(const Cpp&, const Written&);              ///< cute::f(a, b): the standard library has the same name
std::string partition(const Cpp&, const Written&);              ///< A.get_slice(thread).f(tensor)
std::string partition_of_shape(const Cpp&, const Written&);     ///< the same; f(A, shape) without a thread
std::string fragments(const Cpp&, const Written&);              ///< A.f(layout)
std::string local_tile(const Cpp&, const Written&);             ///< f(tensor, tiler, coordinate, step)
std::string coordinate_and_layout(const Cpp&, const Written&);  ///< f(coordinate, layout), in this order
std::string infix(const Cpp&, const Written&);                  ///< a + b, of integers

std::string none(const Cpp&, const Written&);  ///< refused: CuTe has no such function, only Cutescope evaluates it

// Rules for one function each.
std::string make_layout(const Cpp&, const Written&);
std::string make_shape(const Cpp&, const Written&);
std::string make_tile(const Cpp&, const Written&);
std::string make_tensor(const Cpp&, const Written&);
std::string composition(const Cpp&, const Written&);
std::string complement(const Cpp&, const Written&);
std::string equal(const Cpp&, const Written&);
std::string get_slice(const Cpp&, const Written&);
std::string make_tiled_copy(const Cpp&, const Written&);
std::string make_tma_copy(const Cpp&, const Written&);  ///< f<type>(instruction, tensor, layout of shared memory, ...)
std::string make_tiled_mma(const Cpp&, const Written&);
std::string make_tiled_copy_impl(const Cpp&, const Written&);
std::string tile_shape(const Cpp&, const Written&);
std::string local_partition(const Cpp&, const Written&);
std::string tile_to_mma_shape(const Cpp&, const Written&);
std::string slice(const Cpp&, const Written&);
std::string recast_layout(const Cpp&, const Written&);
std::string compact_major(const Cpp&, const Written&);
std::string group(const Cpp&, const Written&);
std::string transform_layout(const Cpp&, const Written&);

}  // namespace algebra::code::cpp
