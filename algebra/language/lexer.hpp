#pragma once
// Splits source text into lexemes with their source spans.

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "algebra/language/diagnostic.hpp"

namespace algebra::expression {

enum class Lexeme : std::uint8_t { number, static_number, underscore, name, punctuation, end, error };

struct Piece {
  Lexeme kind = Lexeme::end;
  SourceSpan span;
  std::string_view text;  ///< a static_number without its mark, a name without its qualifiers such as cute::

  bool is(std::string_view punctuation) const {
    // memcmp, because with a constant length it is compiled without a call.
    return kind == Lexeme::punctuation && text.size() == punctuation.size() &&
           std::memcmp(text.data(), punctuation.data(), punctuation.size()) == 0;
  }
};

/// Skips comments (`// ...`, `/* ... */`, `# ...`); the last piece is `end`. Unrecognised bytes become `error` pieces.
std::vector<Piece> lex(std::string_view source);
/// Returns whether found(piece, next piece) holds for any piece; stops reading at the first.
bool any_piece(std::string_view source, bool (*found)(const Piece&, const Piece& next));

/// Returns whether a name denotes a pointer: ptr, gmem_ptr, make_gmem_ptr.
bool is_pointer(const Piece&);

/// Returns the index of the piece after the pointer at pieces[i], such as gmem_ptr[32b](0x7f00) or make_gmem_ptr<float>(p); if a bracket is
/// unclosed, the index of that bracket.
std::size_t after_pointer(const std::vector<Piece>& pieces, std::size_t i);
/// Returns the word that names the memory of the pointer in pieces [begin, end): its own name, gmem_ptr, or smem in the CuTe DSL's
/// make_ptr(Float16, 0, AddressSpace.smem); "" if there is none.
std::string_view space_of_pointer(const std::vector<Piece>& pieces, std::size_t begin, std::size_t end);
/// Returns the name of the type that the pointer in pieces [begin, end) points to: half_t in make_smem_ptr<half_t>(p) and
/// make_gmem_ptr(static_cast<half_t const*>(p)), Float16 in the DSL's make_ptr(Float16, 0); "" if there is none.
std::string_view type_of_pointer(const std::vector<Piece>& pieces, std::size_t begin, std::size_t end);

}  // namespace algebra::expression
