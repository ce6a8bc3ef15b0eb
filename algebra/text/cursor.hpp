#pragma once
// A place in printed text that moves over words, numbers, and what stands in brackets.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "algebra/text/characters.hpp"

namespace algebra {

/// The letters that open and close brackets. A closing letter closes the innermost open bracket, of whatever kind.
struct Brackets {
  std::string_view open = "([{", close = ")]}";
  bool quotes = false;    ///< what is in "..." has none; there are no escapes
  bool arrows = false;    ///< the > of -> is none
  bool comments = false;  ///< what is in a comment of C++ has none
};
inline constexpr Brackets no_brackets{.open = "", .close = ""};
inline constexpr Brackets round_brackets{.open = "(", .close = ")"};
inline constexpr Brackets angle_brackets{.open = "<", .close = ">"};
inline constexpr Brackets brackets_and_angles{.open = "([{<", .close = ")]}>"};
inline constexpr Brackets mlir_brackets{.open = "([{<", .close = ")]}>", .quotes = true, .arrows = true};

/// Reads text from a place on. What does not stand there is none, and the cursor stays.
class Cursor {
 public:
  explicit constexpr Cursor(std::string_view text, std::size_t place = 0, Brackets brackets = {})
      : text_(text), at_(std::min(place, text.size())), brackets_(brackets) {}

  bool done() const { return at_ == text_.size(); }
  std::size_t place() const { return at_; }
  void to(std::size_t place) { at_ = std::min(place, text_.size()); }
  /// The letter at the place; 0 behind the text.
  char here() const { return done() ? '\0' : text_[at_]; }
  std::string_view rest() const { return text_.substr(at_); }
  bool comes(std::string_view words) const { return rest().starts_with(words); }

  void skip(std::string_view letters = " \t\n\v\f\r") { to(text_.find_first_not_of(letters, at_)); }
  /// Whether the letter, or the words, stand here; moves behind them.
  bool take(char letter) { return take(std::string_view(&letter, 1)); }
  bool take(std::string_view words) { return comes(words) ? at_ += words.size(), true : false; }
  /// A name or digits: letters, digits and underscores.
  std::optional<std::string_view> word();
  /// An integer that fits, with its sign.
  std::optional<std::int64_t> number();
  /// Returns the text between the quotes here, and moves behind them.
  std::optional<std::string_view> quoted();
  /// Whether a comment of C++ begins here; moves behind it, and to the end where it has none.
  bool comment();

  /// How many brackets have been opened since the cursor began, less those that have been closed.
  int depth() const { return depth_; }
  /// Moves behind one letter, or what has no brackets: a comment, an arrow, a text in quotes, which the text's end closes too.
  void step();
  /// Returns the text between the bracket here and the one that closes it, and moves behind that. Quotes without an end: it moves to them.
  std::optional<std::string_view> balanced();
  /// Returns the text before the next of the letters outside of brackets, and moves to that letter; without one, the rest. A closing
  /// bracket without an open one is ignored.
  std::string_view until(std::string_view letters);
  /// The parts of the rest between such letters outside of brackets: one more than there are letters.
  std::vector<std::string_view> split(char letter);

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Brackets brackets_;
};

/// How many more brackets a text opens than it closes.
int open_brackets(std::string_view);

}  // namespace algebra
