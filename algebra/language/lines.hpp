#pragma once
// The lines of a sheet: their names, the names they depend on, and tokens for syntax colouring.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/language/diagnostic.hpp"

namespace algebra {

/// Returns the names that an expression mentions and that are neither functions nor words of the language: its dependencies.
std::vector<std::string> free_names(std::string_view expression);
/// Returns the places where the expression mentions that free name, in text order.
std::vector<SourceSpan> uses_of(std::string_view expression, std::string_view name);

/// `name = expression`, split; the name is empty for a bare expression. A line that starts with # is a note.
struct Line {
  std::string name;
  std::string_view expression;
  std::size_t expression_begin = 0;  ///< byte offset of `expression` in the line
  bool is_note = false;
};
tl::expected<Line, Diagnostic> split_line(std::string_view line);

/// A piece of the source and its kind, for colouring, completion and the palette.
struct Token {
  enum class Kind : std::uint8_t { number, name, function, punctuation, comment, error };
  SourceSpan span;
  Kind kind = Kind::name;
};
std::vector<Token> tokens(std::string_view line);

}  // namespace algebra
