#pragma once
// Why an operation is refused, shown: the conditions side by side, the function that was asked for, the layout that it is or three
// elements that prove that it is none, what it is then, and what would work.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/bits/bit_matrix.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/layout/asked.hpp"

namespace algebra {

/// Two elements and the one at the sum of their coordinates. In a layout with these coordinates the index there is the sum of their
/// indices, if `divides` is not set. If it is, the first `run` elements of a mode are in steps, and the next one is not: these would be a
/// mode, but their number does not divide the size.
struct NoLayout {
  std::int64_t first = 0, second = 0, sum = 0;  ///< 1-D coordinates
  std::int64_t at_first = 0, at_second = 0, at_sum = 0;
  std::int64_t run = 0, size = 0;  ///< of `divides`
  bool divides = false;
};
/// The proof that no layout with the coordinates of `shape` has these indices; nothing where one has, and for more than most_tabulated
/// elements. Of each kind it is the first.
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
  std::string operation;                 ///< CuTe's name of the call that is refused
  SourceSpan span;                       ///< of that call, in the expression
  Message part;                          ///< of it, "mode 1"; empty: all of it
  std::vector<Asked::Operand> operands;  ///< of that part
  std::vector<Condition> conditions;     ///< CuTe's, that of the papers, tractability
  IntTuple shape;                        ///< of the function that was asked for
  std::vector<std::int64_t> indices;     ///< its values, at most most_asked; empty: none can be looked at
  bool partial = false;                  ///< -1 in `indices` is any index
  bool whole = false;                    ///< `indices` has all of them
  std::optional<Layout> layout;          ///< what it is
  std::optional<NoLayout> proof;         ///< that it is none
  std::int64_t ways = 0;                 ///< of a partial function that is none: so many ways to cut the indices were tried
  // What it is then.
  std::optional<BitMatrix> bits;           ///< a layout over F2
  std::optional<ComposedLayout> swizzled;  ///< a swizzled layout
  std::optional<SideBySide> side_by_side;  ///< two layouts
  struct Repair {
    std::string operand;     ///< in place of an argument
    SourceSpan span;         ///< of that argument, in the expression
    std::string expression;  ///< the expression with it
    Layout result;           ///< of the call; its contract was checked at every element
  };
  std::vector<Repair> repairs;  ///< nearest first
};
inline constexpr std::int64_t most_asked = 4096;

/// Why an expression is refused: the innermost call in it that has no value, where its function says what it asks for
/// (Function::asked) and its operands have integer strides. `why` is the error of evaluating the text.
std::optional<Refusal> refusal_of(std::string_view expression, const Environment&, IntegerRule rule, const Diagnostic& why);

/// What is the case, a sentence each: what was asked for, whether it is a layout and why not, and what it is then.
std::vector<Message> described(const Refusal&);

}  // namespace algebra
