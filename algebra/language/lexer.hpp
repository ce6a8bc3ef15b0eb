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
  std::string_view text;  ///< a static_number without its mark, a name without cute:: and the like

  bool is(std::string_view punctuation) const {
    // The length of what is asked for is a constant, and then this is no call.
    return kind == Lexeme::punctuation && text.size() == punctuation.size() &&
           std::memcmp(text.data(), punctuation.data(), punctuation.size()) == 0;
  }
};

/// Skips comments (`// ...`, `/* ... */`, `# ...`); the last piece is `end`. Unrecognised bytes become `error` pieces.
std::vector<Piece> lex(std::string_view source);
/// Whether found(piece, the next one) holds for one of the pieces. Reads no further than that.
bool any_piece(std::string_view source, bool (*found)(const Piece&, const Piece& next));

/// Whether a name denotes a pointer: ptr, gmem_ptr, make_gmem_ptr.
bool is_pointer(const Piece&);

/// The index of the piece after the pointer at pieces[i], such as gmem_ptr[32b](0x7f00) or make_gmem_ptr<float>(p).
/// If a bracket is unclosed, the index of that bracket.
std::size_t after_pointer(const std::vector<Piece>& pieces, std::size_t i);
/// The word that says the memory of the pointer in pieces [begin, end): its own name, gmem_ptr, or smem of the CuTe DSL's
/// make_ptr(Float16, 0, AddressSpace.smem). "": none does.
std::string_view space_of_pointer(const std::vector<Piece>& pieces, std::size_t begin, std::size_t end);
/// The name that says what the pointer in pieces [begin, end) points to: half_t of make_smem_ptr<half_t>(p) and of
/// make_gmem_ptr(static_cast<half_t const*>(p)), Float16 of the DSL's make_ptr(Float16, 0). "": none does.
std::string_view type_of_pointer(const std::vector<Piece>& pieces, std::size_t begin, std::size_t end);

}  // namespace algebra::expression
