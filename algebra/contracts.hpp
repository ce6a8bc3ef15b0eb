#pragma once
// Does a result keep its operation's contract? Decided by enumeration. CuTe itself checks some of this at compile time,
// and some not at all.

#include <atomic>

#include "algebra/operations.hpp"

namespace algebra {

inline constexpr std::int64_t checked_at_once = 1 << 12;        ///< elements that are looked at while somebody types
inline constexpr std::int64_t checked_whole = 1 << 16;          ///< elements that are looked at in no time, or of a sample
inline constexpr std::int64_t checked_in_background = 1 << 24;  ///< elements that are looked at where there is time

/// How far to look. A contract of more than `most` elements is decided on an even sample of checked_whole of them, or
/// where `sample` is false left pending.
struct Checking {
  std::int64_t most = checked_whole;
  bool sample = true;
  const std::atomic<bool>* cancelled = nullptr;  ///< once it is true the verdict is pending
};

Verdict check_coalesce(const Layout& l, const Layout& result, const Checking& = {});                      ///< R(i) = L(i), same size
Verdict check_composition(const Layout& a, const Layout& b, const Layout& result, const Checking& = {});  ///< R(c) = A(B(c))
Verdict check_composition(const Layout& a, const Tiler& b, const Layout& result, const Checking& = {});   ///< by mode
/// Increasing, disjoint from L but for 0, and large and small enough: the bounds of CuTe's documentation on size and
/// cosize for that cotarget (CUTLASS media/docs/cpp/cute/02_layout_algebra.md, "Complement").
Verdict check_complement(const Layout& l, const IntTuple& cotarget, const Layout& result, const Checking& = {});
/// The cotarget is L's cosize.
Verdict check_complement(const Layout& l, const Layout& result, const Checking& = {});
Verdict check_right_inverse(const Layout& l, const Layout& result, const Checking& = {});  ///< L(R(i)) = i
/// R(L(i)) = i for an injective L; else what CuTe promises: L(R(L(i))) = L(i).
Verdict check_left_inverse(const Layout& l, const Layout& result, const Checking& = {});
/// The result of `divide`, one of the four: D(c) = A(T(c)) where T is what the tiler takes, tile by tile, each element
/// in one tile and each tile of the tiler's size.
using Divide = Layout (*)(const Layout&, const Tiler&, Steps*);
Verdict check_divide(const Layout& a, const Tiler& tiler, Divide divide, const Layout& result, const Checking& = {});
/// Copies of A are disjoint.
Verdict check_product(const Layout& block, const Layout& tiler, const Layout& result, const Checking& = {});
/// For logical_, zipped_, tiled_ and flat_product also: the first size(A) elements are A, and where tiler's index is
/// smaller, so is the copy's.
Verdict check_logical_product(const Layout& block, const Layout& tiler, const Layout& result, const Checking& = {});
/// By mode: `result` is logical_product(block, tiler).
Verdict check_logical_product(const Layout& block, const Tiler& tiler, const Layout& result, const Checking& = {});
Verdict check_partition(const Tensor& tensor, const Layout& threads, const Checking& = {});  ///< each element has one owner

/// A == B as functions: same size, and the same index for every coordinate.
Verdict check_equal(const Value& a, const Value& b, const Checking& = {});

}  // namespace algebra
