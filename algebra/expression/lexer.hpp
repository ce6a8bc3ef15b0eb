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
  std::string_view text;  ///< of a static_number: without its mark; of a name: without cute:: and the like

  bool is(std::string_view punctuation) const { return kind == Lexeme::punctuation && text == punctuation; }
};

/// Comments (`// ...`, `/* ... */`, `# ...`) are left out; the last piece is `end`.
/// Bytes that mean nothing are `error` pieces.
std::vector<Piece> lex(std::string_view source);

/// Whether a name is a pointer's: ptr, gmem_ptr, make_gmem_ptr.
bool is_pointer(const Piece&);

/// The piece after what belongs to the pointer at pieces[i]: gmem_ptr[32b](0x7f00), make_gmem_ptr<float>(p).
/// Where a bracket stays open, the piece that opened it.
std::size_t after_pointer(const std::vector<Piece>& pieces, std::size_t i);

}  // namespace algebra::expression
