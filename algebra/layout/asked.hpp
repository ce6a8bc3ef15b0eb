#pragma once
// What a refused operation was asked for: the function that its result would have to be, and the conditions under which a layout is that
// function, CuTe's beside those of the papers.
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

/// One condition of an operation.
struct Condition {
  enum class Source : std::uint8_t { cute, paper, tractable };
  Source source = Source::cute;
  std::string name;  ///< CuTe's, or that of the paper
  bool holds = true;
  Message why{};     ///< where it does not
  int operand = -1;  ///< of Asked::operands: the one with the mode at which it breaks; -1: of no one alone
  int mode = -1;     ///< that mode, counted through all brackets; -1: of no mode alone
};

struct Asked {
  struct Operand {
    std::string name;
    Layout layout;
  };
  std::vector<Operand> operands;  ///< of the part of the operation that is refused
  Message part{};                 ///< which part that is, "mode 1"; empty: all of it
  std::vector<Condition> conditions;
  IntTuple shape{};       ///< of the function
  IndexFunction index{};  ///< the function; null: none is asked for, or it is too large to look at
  bool partial = false;   ///< the function is -1 where any index will do
};

/// Each is the operation's on layouts with integer strides; an operation by mode asks for that of its first mode that is refused.
/// Throw a Problem where the operation's own kinds of operands are not met.
Asked asked_of_composition(const Layout& a, const Tiler& b);
/// R(j) is the j-th place, below the cotarget, at which a copy of A begins, each the first that is free.
Asked asked_of_complement(const Layout& a, const IntTuple& cotarget);
Asked asked_of_left_inverse(const Layout&);
Asked asked_of_right_inverse(const Layout&);
Asked asked_of_divide(const Layout& a, const Tiler& tiler);
Asked asked_of_product(const Layout& a, const Tiler& tiler);
/// The block at each place of the shape, also where the last one is cut.
Asked asked_of_tile_to_shape(const Layout& block, const IntTuple& shape, const IntTuple& order);
Asked asked_of_coalesce(const Layout&, const IntTuple& profile);

/// The places at which copies of a layout begin, each the first at which all elements of a copy are free: at most `most`, all below `end`.
/// Empty for negative indices, and where that would take too long.
std::vector<std::int64_t> places_of_copies(const Layout&, std::int64_t most, std::int64_t end);

/// The layout with one integer, cut into factors, that has these indices at these coordinates below `extent`, whatever it has at others.
struct LayoutThrough {
  std::optional<Layout> layout;
  std::int64_t ways = 0;  ///< to cut `extent` that were tried
  bool decided = true;    ///< false: too many of them
};
LayoutThrough layout_through(const std::vector<std::pair<std::int64_t, std::int64_t>>& points, std::int64_t extent);

}  // namespace algebra
