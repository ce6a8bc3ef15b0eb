#pragma once
// Source text to lexemes with their places.

#include <cstdint>
#include <string_view>
#include <vector>

#include "algebra/problem.hpp"

namespace algebra::expression {

enum class Lexeme : std::uint8_t { number, static_number, underscore, name, punctuation, end, error };

struct Piece {
  Lexeme kind = Lexeme::end;
  SourceSpan span;
  std::string_view text;     ///< of a static_number: without its underscore
};

/// Comments (`// ...`, `/* ... */`) are left out; the last piece is `end`. Bytes that mean nothing are `error` pieces.
std::vector<Piece> lex(std::string_view source);

}  // namespace algebra::expression
