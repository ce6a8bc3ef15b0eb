#pragma once
// Explains why an operation is refused: the conditions side by side, the required function, either the layout that equals it or three
// elements that prove that none does, what it is instead, and changes that would work.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/bits/bit_matrix.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/layout/asked.hpp"

namespace algebra {

/// A proof that a function is not a layout: two elements, and the one at the sum of their coordinates. If `divides` is false, a layout's
/// index there would be the sum of their indices. If it is true, the first `run` elements of a mode are in equal steps and the next one is
/// not: these would have to be a mode, but their number does not divide the size.
struct NoLayout {
  std::int64_t first = 0, second = 0, sum = 0;  ///< 1-D coordinates
  std::int64_t at_first = 0, at_second = 0, at_sum = 0;
  std::int64_t run = 0, size = 0;  ///< for `divides`
  bool divides = false;
};
/// Returns a proof that no layout with the coordinates of `shape` has these indices; nullopt if one has, or for more than most_tabulated
/// elements. Returns the first proof of its kind.
std::optional<NoLayout> why_no_layout(const IntTuple& shape, const IndexFunction&);
Message described(const NoLayout&);

/// Two layouts side by side: elements below `at` along one integer of the shape, and the others, which begin at an index of their own.
struct SideBySide {
  Layout first, second;
  int integer = 0;
  std::int64_t at = 0;
  std::int64_t begin = 0;  ///< the index of the first element of the second one
};

struct Refusal {
  std::string operation;                 ///< CuTe's name of the refused call
  SourceSpan span;                       ///< its place in the expression
  Message part;                          ///< the refused part, "mode 1"; empty: the whole
  std::vector<Asked::Operand> operands;  ///< the part's operands
  std::vector<Condition> conditions;     ///< CuTe's, those of the papers, tractability
  IntTuple shape;                        ///< the shape of the required function
  std::vector<std::int64_t> indices;     ///< the required function's values, at most most_asked; empty: they cannot be computed
  bool partial = false;                  ///< -1 in `indices` stands for any index
  bool whole = false;                    ///< `indices` has all values
  std::optional<Layout> layout;          ///< the layout that equals the function
  std::optional<NoLayout> proof;         ///< the proof that there is none
  std::int64_t ways = 0;                 ///< for a partial function without a layout: number of ways to cut the indices that were tried
  // Other objects that equal the function if no layout does.
  std::optional<BitMatrix> bits;           ///< a layout over F2
  std::optional<ComposedLayout> swizzled;  ///< a swizzled layout
  std::optional<SideBySide> side_by_side;  ///< two layouts
  struct Repair {
    std::string operand;     ///< the text that replaces an argument
    SourceSpan span;         ///< the place of that argument in the expression
    std::string expression;  ///< the expression with the replacement
    Layout result;           ///< the call's result; its contract was checked at every element
  };
  std::vector<Repair> repairs;  ///< nearest first
};
inline constexpr std::int64_t most_asked = 4096;

/// Explains the innermost refused call of an expression. nullopt unless its function has Function::asked and its operands have integer
/// strides. `why` is the error of evaluating the text.
std::optional<Refusal> refusal_of(std::string_view expression, const Environment&, IntegerRule rule, const Diagnostic& why);

/// Describes a refusal, one sentence each: the required function, whether it is a layout and why not, and what it is instead.
std::vector<Message> described(const Refusal&);

}  // namespace algebra
