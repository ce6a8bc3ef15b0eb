#pragma once
// Rules for pycute's spelling of calls, for the records' `code`.

#include <string>

#include "algebra/language/code_calls.hpp"

namespace algebra::code::pycute {

std::string same_name(const Pycute&, const Written&);  ///< the same function with the same arguments
std::string by_tiler(const Pycute&, const Written&);   ///< f(layout, tiler)
std::string profile(const Pycute&, const Written&);    ///< f(layout, profile)
std::string value(const Pycute&, const Written&);      ///< a call with all arguments in <>: its value
std::string infix(const Pycute&, const Written&);      ///< a + b, of integers

// Rules for one function each.
std::string make_layout(const Pycute&, const Written&);
std::string make_shape(const Pycute&, const Written&);
std::string make_tile(const Pycute&, const Written&);
std::string composition(const Pycute&, const Written&);
std::string complement(const Pycute&, const Written&);
std::string largest_or_smallest(const Pycute&, const Written&);
std::string size(const Pycute&, const Written&);
std::string cosize(const Pycute&, const Written&);
std::string shape(const Pycute&, const Written&);
std::string stride(const Pycute&, const Written&);
std::string rank(const Pycute&, const Written&);
std::string get(const Pycute&, const Written&);
std::string layout(const Pycute&, const Written&);
std::string select(const Pycute&, const Written&);
std::string take(const Pycute&, const Written&);
std::string flatten(const Pycute&, const Written&);
std::string crd2idx(const Pycute&, const Written&);
std::string idx2crd(const Pycute&, const Written&);
std::string slice(const Pycute&, const Written&);
std::string slice_and_offset(const Pycute&, const Written&);
std::string equal(const Pycute&, const Written&);

}  // namespace algebra::code::pycute
