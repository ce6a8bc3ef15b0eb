#pragma once
// The preprocessing tokens of a C++ or CUDA source, without line continuations and comments (C++23, 5.2 and 5.4).

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/text/message.hpp"

namespace app::preprocessing {

struct Token {
  enum class Kind : std::uint8_t {
    end,         ///< of the source or of a list
    line_end,    ///< within the source only
    name,        ///< an identifier or keyword
    number,      ///< a preprocessing number
    text,        ///< a string, raw or not, with its prefix and suffix
    character,   ///< a character literal with its prefix and suffix
    mark,        ///< an operator or punctuation
    other,       ///< not a token of C++: a single quote, a backslash
    placemarker  ///< an empty operand of ##
  };
  Kind kind = Kind::end;
  bool spaced = false;          ///< white space, a comment or the beginning of a line is before it
  bool painted = false;         ///< a macro's name within its own expansion, which is never expanded again
  bool expanded = false;        ///< from a macro: has no position of its own in the source
  std::uint32_t line = 0;       ///< from 1; in an expansion, of the macro's use
  std::uint32_t column = 0;     ///< bytes before it on its line
  std::uint32_t place = 0;      ///< byte offset in the source
  std::string_view spelling{};  ///< without line continuations

  bool is(std::string_view mark) const { return kind == Kind::mark && spelling == mark; }
  bool is_name(std::string_view name) const { return kind == Kind::name && spelling == name; }
};

using Kind = Token::Kind;

/// An invalid token in the source.
struct LexicalProblem {
  std::size_t line = 0;
  algebra::Message message;
};

class Lexer {
 public:
  /// Keeps a view of `source`, as do the tokens.
  explicit Lexer(std::string_view source);
  Lexer(const Lexer&) = delete;
  Lexer& operator=(const Lexer&) = delete;

  /// Returns the next token, including line ends. After the end of the source it returns the end again.
  Token next();
  const std::vector<LexicalProblem>& problems() const { return problems_; }

 private:
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  bool skip_blanks();
  void skip_comment();
  Token::Kind read();
  bool read_quoted(std::size_t quote);
  Token::Kind read_raw(std::size_t quote);
  void read_suffix();
  void read_number();
  std::size_t mark_length() const;
  /// Returns the position in the source of a character of text_. Calls must be in ascending order.
  std::size_t source_place(std::size_t i);

  std::string_view source_;
  std::string joined_;     ///< the source without line continuations, where it has any
  std::string_view text_;  ///< source_ or joined_
  struct Splice {
    std::size_t at = 0, removed = 0;  ///< `removed`: bytes removed before text_[at] in total
  };
  std::vector<Splice> splices_;
  std::size_t splice_ = 0;  ///< index of the splice at the last position
  std::size_t at_ = 0;
  std::size_t line_ = 1, line_begin_ = 0, counted_ = 0;  ///< in the source, up to a position
  std::vector<LexicalProblem> problems_;
};

/// The prefix of a character or string literal: u8'a'.
struct Encoding {
  std::string_view name;
  bool wide = false, is_unsigned = false;
  std::uint32_t mask = 0xFFFF'FFFF;
};
inline constexpr auto encodings =
    std::to_array<Encoding>({{""}, {"L", true}, {"u", true, true, 0xFFFF}, {"U", true, true}, {"u8", false, true}});

/// Returns the tokens of a text without line continuations. They keep views of the text.
std::vector<Token> tokens_of(std::string_view text);
/// Returns whether a text is a single token, and its kind.
bool is_one_token(std::string_view text, Token::Kind* kind);
/// Returns whether two tokens would be read differently without a blank between them.
bool would_join(const Token& left, const Token& right);

}  // namespace app::preprocessing
