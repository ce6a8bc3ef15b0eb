#pragma once
// Describes the operation that was refused: the function that its result would have to be, and the conditions under which a layout is that
// function, both CuTe's and those of the papers.
//
// The papers: J. Shah, "A Note on the Algebra of CuTe Layouts" (Colfax, 2024), for divisibility and complements; J. Carlisle and others,
// arXiv 2601.05972, for tractable layouts.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "algebra/layout/as_layout.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {

/// One condition of an operation, and whether it holds.
struct Condition {
  enum class Source : std::uint8_t { cute, paper, tractable };
  Source source = Source::cute;
  std::string name;  ///< the condition's name in CuTe or in the paper
  bool holds = true;
  Message why{};     ///< why it fails; empty if it holds
  int operand = -1;  ///< index into Asked::operands of the operand whose mode breaks it; -1: no single operand
  int mode = -1;     ///< the mode of that operand that breaks it, as an index into the flattened modes; -1: no single mode
};

struct Asked {
  struct Operand {
    std::string name;
    Layout layout;
  };
  std::vector<Operand> operands;  ///< the operands of the refused part
  Message part{};                 ///< the refused part, "mode 1"; empty: the whole operation
  std::vector<Condition> conditions;
  IntTuple shape{};       ///< the shape of the function's domain
  IndexFunction index{};  ///< the function; null: the operation asks for none, or it is too large to tabulate
  bool partial = false;   ///< the function is -1 at coordinates whose index does not matter
};

/// Return the function and conditions of each operation on layouts with integer strides; an operation by mode uses its first refused mode.
/// Throw a Problem if the kinds of operands do not fit the operation.
Asked asked_of_composition(const Layout& a, const Tiler& b);
/// Returns the function R: R(j) is the index at which the j-th copy of A begins. Each copy begins at the lowest index, below the cotarget,
/// where it overlaps no earlier copy.
Asked asked_of_complement(const Layout& a, const IntTuple& cotarget);
Asked asked_of_left_inverse(const Layout&);
Asked asked_of_right_inverse(const Layout&);
Asked asked_of_divide(const Layout& a, const Tiler& tiler);
Asked asked_of_product(const Layout& a, const Tiler& tiler);
/// Returns the function that repeats the block over the shape; blocks at the end may be cut.
Asked asked_of_tile_to_shape(const Layout& block, const IntTuple& shape, const IntTuple& order);
Asked asked_of_coalesce(const Layout&, const IntTuple& profile);

/// Returns the indices at which copies of a layout begin, each the first at which all elements of the copy are free: at most `most` of
/// them, all below `end`. Empty for negative indices, and if the search would take too long.
std::vector<std::int64_t> places_of_copies(const Layout&, std::int64_t most, std::int64_t end);

/// A layout over one integer of size `extent`, cut into factors, that passes through the given (coordinate, index) points; its other
/// indices are arbitrary.
struct LayoutThrough {
  std::optional<Layout> layout;
  std::int64_t ways = 0;  ///< number of factorisations of `extent` that were tried
  bool decided = true;    ///< false: gave up because there are too many
};
LayoutThrough layout_through(const std::vector<std::pair<std::int64_t, std::int64_t>>& points, std::int64_t extent);

}  // namespace algebra
