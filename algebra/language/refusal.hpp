#pragma once
// Why a composition is refused, shown: the conditions side by side, the function that was asked for, the layout that it is or three
// elements that prove that it is none, and what would work.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/as_layout.hpp"

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

struct Refusal {
  struct Condition {
    std::string name;  ///< CuTe's, or that of the paper
    bool holds = false;
    Message why;  ///< where it does not
  };
  std::vector<Condition> conditions;
  IntTuple shape;                     ///< of the function that was asked for
  std::vector<std::int64_t> indices;  ///< its values, at most 4,096
  std::optional<Layout> layout;       ///< what it is
  std::optional<NoLayout> proof;      ///< that it is none
  struct Repair {
    std::string operand;  ///< in place of B
    Layout result;        ///< compared with A at every element
  };
  std::vector<Repair> repairs;
};

/// Why A o B, or a call of composition, is refused for its divisibility: `why` is the error of evaluating that text. Nothing for any other
/// expression.
std::optional<Refusal> refusal_of(std::string_view expression, const Environment&, IntegerRule rule, const Diagnostic& why);

}  // namespace algebra
