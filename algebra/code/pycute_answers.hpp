#pragma once
// What pycute's functions compute where its rules are not those of CuTe C++: for the records' `code`, so that exported
// programs say where the two differ. Source: CUTLASS python/pycute/layout.py.

#include "algebra/language/call.hpp"

namespace algebra::code::pycute {

using expression::Call;

/// Each throws a Problem where pycute raises an error.
namespace answers {

Value coalesce(const Call&);
Value filter(const Call&);
Value composition(const Call&);  ///< of two layouts; those with a swizzle are only written side by side
Value complement(const Call&);
Value right_inverse(const Call&);
Value left_inverse(const Call&);
Value logical_divide(const Call&);
Value zipped_divide(const Call&);
Value tiled_divide(const Call&);
Value logical_product(const Call&);
Value zipped_product(const Call&);
Value tiled_product(const Call&);
Value cosize(const Call&);

/// L(c) with `_` in c: the swizzle or outer layout stays, also where CuTe C++ can do without it.
ComposedLayout slice(const ComposedLayout&, const IntTuple& coordinate);

}  // namespace answers
}  // namespace algebra::code::pycute
