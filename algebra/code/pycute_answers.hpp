#pragma once
// Computes pycute's results where they differ from those of CuTe C++, for the records' `code`, so that exported programs report the
// differences. Source: CUTLASS python/pycute/layout.py.

#include "algebra/language/call.hpp"

namespace algebra::code::pycute {

using expression::Call;

/// Each function throws a Problem where pycute raises an error.
namespace answers {

Value coalesce(const Call&);
Value filter(const Call&);
Value composition(const Call&);  ///< for two layouts; compositions with a swizzle are only written side by side
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

/// Returns L(c) with `_` in c: keeps the swizzle or outer layout, even where CuTe C++ can drop it.
ComposedLayout slice(const ComposedLayout&, const IntTuple& coordinate);

}  // namespace answers
}  // namespace algebra::code::pycute
