#pragma once
// Rules for the CuTe DSL's spelling of calls, for the records' `code`.

#include <string>

#include "algebra/language/code_calls.hpp"

namespace algebra::code::dsl {

std::string same_name(const Dsl&, const Written&);      ///< the same function with the same arguments
std::string layout_first(const Dsl&, const Written&);   ///< the first argument is a layout
std::string two_layouts(const Dsl&, const Written&);    ///< the first two arguments are layouts
std::string value(const Dsl&, const Written&);          ///< a call with all arguments in <>: its value
std::string of_mode(const Dsl&, const Written&);        ///< f(A, mode=[i])
std::string profile(const Dsl&, const Written&);        ///< f(layout, target_profile=profile)
std::string ones_or_modes(const Dsl&, const Written&);  ///< f_ones(A) or f(A, B), with up_to_rank
std::string identity(const Dsl&, const Written&);       ///< f(shape)
std::string inverse(const Dsl&, const Written&);        ///< f(layout): refuses swizzles and composed layouts
std::string by_layout(const Dsl&, const Written&);      ///< f(layout, layout): refuses tilers by mode
std::string is_congruent(const Dsl&, const Written&);   ///< is_f(a, b)
std::string infix(const Dsl&, const Written&);          ///< a + b, of integers

// Rules for one function each.
std::string make_layout(const Dsl&, const Written&);
std::string make_shape(const Dsl&, const Written&);
std::string make_tile(const Dsl&, const Written&);
std::string make_tensor(const Dsl&, const Written&);
std::string composition(const Dsl&, const Written&);
std::string filter(const Dsl&, const Written&);
std::string complement(const Dsl&, const Written&);
std::string crd2idx(const Dsl&, const Written&);
std::string idx2crd(const Dsl&, const Written&);
std::string unflatten(const Dsl&, const Written&);
std::string cosize(const Dsl&, const Written&);
std::string depth(const Dsl&, const Written&);
std::string layout(const Dsl&, const Written&);
std::string shape(const Dsl&, const Written&);
std::string stride(const Dsl&, const Written&);
std::string take(const Dsl&, const Written&);
std::string group(const Dsl&, const Written&);
std::string slice(const Dsl&, const Written&);
std::string dice(const Dsl&, const Written&);
std::string domain_offset(const Dsl&, const Written&);
std::string make_ordered_layout(const Dsl&, const Written&);
std::string tile_to_shape(const Dsl&, const Written&);
std::string upcast(const Dsl&, const Written&);
std::string downcast(const Dsl&, const Written&);
std::string recast_layout(const Dsl&, const Written&);
std::string local_tile(const Dsl&, const Written&);
std::string local_partition(const Dsl&, const Written&);
std::string repeat_like(const Dsl&, const Written&);
std::string with_shape(const Dsl&, const Written&);
std::string tile_to_mma_shape(const Dsl&, const Written&);
std::string multicast_mask(const Dsl&, const Written&);
std::string equal(const Dsl&, const Written&);
std::string make_tiled_copy(const Dsl&, const Written&);
std::string make_tiled_mma(const Dsl&, const Written&);
std::string get_slice(const Dsl&, const Written&);
std::string partition(const Dsl&, const Written&);        ///< A.get_slice(thread).f(tensor)
std::string retile(const Dsl&, const Written&);           ///< A.retile(tensor)
std::string tv_layout(const Dsl&, const Written&);        ///< A.tv_layout_A_tiled, A.layout_src_tv_tiled
std::string method_of_shape(const Dsl&, const Written&);  ///< A.f(shape)
std::string attribute(const Dsl&, const Written&);        ///< A.f
std::string inner(const Dsl&, const Written&);            ///< A.inner, of a composed layout
std::string outer(const Dsl&, const Written&);            ///< A.outer

}  // namespace algebra::code::dsl
