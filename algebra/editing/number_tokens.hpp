#pragma once
// The integers in an entry's source text: their roles and bounds, and the text with one of them replaced.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/diagnostic.hpp"
#include "algebra/language/number_role.hpp"

namespace algebra::editing {

struct NumberToken {
  SourceSpan span;    ///< bytes of the whole literal: 4, _4, -2, 0x1f, 4_c
  SourceSpan digits;  ///< the digits within it, which a new value replaces; marks are kept
  std::int64_t value = 0;
  NumberRole role = NumberRole::value;
  std::string label;                 ///< "shape 0", "stride (1,0)", "tiler 1", "coord 0", "B"
  std::int64_t least = 0, most = 0;  ///< bounds: the text parses the same way for every value in [least, most]
  bool hexadecimal = false;
};

/// Returns the integers in text order, without literals that are too large and the numbers of a printed pointer. A note has none. For
/// malformed text, returns those that can be recognised.
std::vector<NumberToken> numbers_in(std::string_view line);

/// Returns the line with one number set to another value, clamped to its bounds.
std::string with_number(std::string_view line, const NumberToken&, std::int64_t value);

}  // namespace algebra::editing
