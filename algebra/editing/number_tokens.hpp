#pragma once
// The integers of an entry's source text: what each is for, within which bounds it may change, and the text with another one.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/editing/number_role.hpp"
#include "algebra/problem.hpp"

namespace algebra::editing {

struct NumberToken {
  SourceSpan span;    ///< bytes of the whole literal: 4, _4, -2, 0x1f, 4_c
  SourceSpan digits;  ///< of them what says the value: flags and the like stay as they are
  std::int64_t value = 0;
  NumberRole role = NumberRole::value;
  std::string label;                 ///< "shape 0", "stride (1,0)", "tiler 1", "coord 0", "B"
  std::int64_t least = 0, most = 0;  ///< with these and all between the text is read as before
  bool hexadecimal = false;
};

/// In the order of the text. Literals that are too large to be a value, and the numbers in what print shows of a
/// pointer, are left out. A note has none. Broken text has those that can be told.
std::vector<NumberToken> numbers_in(std::string_view line);

/// The line with another value for one of its numbers; within the number's bounds.
std::string with_number(std::string_view line, const NumberToken&, std::int64_t value);

}  // namespace algebra::editing
