#pragma once
// Does a result keep its operation's contract? Decided by enumeration, whole up to 2^16 elements, by an even sample of
// 2^16 beyond. CuTe itself checks some of this at compile time, and some not at all.

#include "algebra/operations.hpp"

namespace algebra {

inline constexpr std::int64_t checked_whole = 1 << 16;

Verdict check_coalesce(const Layout& l, const Layout& result);                             ///< R(i) = L(i), same size
Verdict check_composition(const Layout& a, const Layout& b, const Layout& result);         ///< R(c) = A(B(c))
Verdict check_composition(const Layout& a, const Tiler& b, const Layout& result);          ///< by mode
/// Increasing, disjoint from L but for 0, and large and small enough: the bounds of CuTe's documentation on size and
/// cosize for that cotarget (CUTLASS media/docs/cpp/cute/02_layout_algebra.md, "Complement").
Verdict check_complement(const Layout& l, const IntTuple& cotarget, const Layout& result);
Verdict check_complement(const Layout& l, const Layout& result);                           ///< the cotarget is L's cosize
Verdict check_right_inverse(const Layout& l, const Layout& result);                        ///< L(R(i)) = i
Verdict check_left_inverse(const Layout& l, const Layout& result);                         ///< R(L(i)) = i
/// `identity` is the same divide of make_layout(shape(a)): where each element of the result comes from.
Verdict check_divide(const Layout& a, const Layout& identity, const Layout& result);       ///< D(c) = A(T(c)), each element once
Verdict check_product(const Layout& block, const Layout& tiler, const Layout& result);     ///< copies of A are disjoint
/// For logical_, zipped_, tiled_ and flat_product also: the first size(A) elements are A, and where tiler's index is
/// smaller, so is the copy's.
Verdict check_logical_product(const Layout& block, const Layout& tiler, const Layout& result);
Verdict check_partition(const Tensor& tensor, const Layout& threads);                      ///< each element has one owner

/// Why CuTe's divisibility conditions fail for A o s:d, in words: "3 does not divide mode 0 of A (size 8)"; "" if they hold.
std::string composition_obstacle(const Layout& a, const Layout& b, std::string_view name_of_a);

/// Up to two layouts near b = s:d that do compose with a, each tried: the nearest stride for the same size, then the
/// nearest other stride with a size of at least s.
std::vector<std::string> nearest_compositions(const Layout& a, const Layout& b, Marks);

}  // namespace algebra
