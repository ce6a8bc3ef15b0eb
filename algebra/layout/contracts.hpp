#pragma once
// Checks by enumeration whether a result keeps its operation's contract. CuTe checks some of these conditions at compile time and others
// not at all.

#include <atomic>

#include "algebra/layout/operations.hpp"

namespace algebra {

inline constexpr std::int64_t checked_at_once = 1 << 12;        ///< elements checked while the user types
inline constexpr std::int64_t checked_whole = 1 << 16;          ///< elements checked quickly; also the size of a sample
inline constexpr std::int64_t checked_in_background = 1 << 24;  ///< elements checked in the background

/// Limits of a check. A contract with more than `most` elements is decided on an even sample of checked_whole elements, or left pending if
/// `sample` is false.
struct Checking {
  std::int64_t most = checked_whole;
  bool sample = true;
  const std::atomic<bool>* cancelled = nullptr;  ///< once true, the check stops and the verdict is pending
};

Verdict check_coalesce(const Layout& l, const Layout& result, const Checking& = {});                      ///< R(i) = L(i), same size
Verdict check_composition(const Layout& a, const Layout& b, const Layout& result, const Checking& = {});  ///< R(c) = A(B(c))
Verdict check_composition(const Layout& a, const Tiler& b, const Layout& result, const Checking& = {});   ///< by mode
/// Checks that R increases, is disjoint from L except at 0, and satisfies the bounds on size and cosize that CuTe documents for the
/// cotarget (CUTLASS media/docs/cpp/cute/02_layout_algebra.md, "Complement").
Verdict check_complement(const Layout& l, const IntTuple& cotarget, const Layout& result, const Checking& = {});
/// Checks the same with L's cosize as the cotarget.
Verdict check_complement(const Layout& l, const Layout& result, const Checking& = {});
Verdict check_right_inverse(const Layout& l, const Layout& result, const Checking& = {});  ///< L(R(i)) = i
/// Checks R(L(i)) = i if L is injective; otherwise CuTe's guarantee, L(R(L(i))) = L(i).
Verdict check_left_inverse(const Layout& l, const Layout& result, const Checking& = {});
/// Checks D(c) = A(T(c)), where T enumerates the tiler's elements tile by tile: each element is in one tile, and each tile has the tiler's
/// size. `divide` is one of the four divides.
using Divide = Layout (*)(const Layout&, const Tiler&, Steps*);
Verdict check_divide(const Layout& a, const Tiler& tiler, Divide divide, const Layout& result, const Checking& = {});
/// Checks that the copies of the block are disjoint.
Verdict check_product(const Layout& block, const Layout& tiler, const Layout& result, const Checking& = {});
/// Checks logical_, zipped_, tiled_ and flat_product: the copies are disjoint, the first size(A) elements are A (the block), and the copies
/// are ordered by the tiler's indices.
Verdict check_logical_product(const Layout& block, const Layout& tiler, const Layout& result, const Checking& = {});
/// Checks the same mode by mode; `result` is logical_product(block, tiler).
Verdict check_logical_product(const Layout& block, const Tiler& tiler, const Layout& result, const Checking& = {});
Verdict check_partition(const Tensor& tensor, const Layout& threads, const Checking& = {});  ///< each element has exactly one owner

}  // namespace algebra
