#pragma once
// A place in printed text, which moves over words, numbers and bracketed parts.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "algebra/text/characters.hpp"

namespace algebra {

/// Pairs of opening and closing brackets. A closing letter closes the innermost open bracket, of whatever kind.
struct Brackets {
  std::string_view open = "([{", close = ")]}";
  bool quotes = false;    ///< ignore brackets within "..."; there are no escapes
  bool arrows = false;    ///< the > of -> is not a bracket
  bool comments = false;  ///< ignore brackets within C++ comments
};
inline constexpr Brackets no_brackets{.open = "", .close = ""};
inline constexpr Brackets round_brackets{.open = "(", .close = ")"};
inline constexpr Brackets angle_brackets{.open = "<", .close = ">"};
inline constexpr Brackets brackets_and_angles{.open = "([{<", .close = ")]}>"};
inline constexpr Brackets mlir_brackets{.open = "([{<", .close = ")]}>", .quotes = true, .arrows = true};

/// Reads text from a place on. If the wanted item is not there, returns none and does not move.
class Cursor {
 public:
  explicit constexpr Cursor(std::string_view text, std::size_t place = 0, Brackets brackets = {})
      : text_(text), at_(std::min(place, text.size())), brackets_(brackets) {}

  bool done() const { return at_ == text_.size(); }
  std::size_t place() const { return at_; }
  void to(std::size_t place) { at_ = std::min(place, text_.size()); }
  /// Returns the letter at the place; 0 at the end.
  char here() const { return done() ? '\0' : text_[at_]; }
  std::string_view rest() const { return text_.substr(at_); }
  bool comes(std::string_view words) const { return rest().starts_with(words); }

  void skip(std::string_view letters = " \t\n\v\f\r") { to(text_.find_first_not_of(letters, at_)); }
  /// Returns whether the letter, or the words, stand here; if so, moves behind them.
  bool take(char letter) { return take(std::string_view(&letter, 1)); }
  bool take(std::string_view words) { return comes(words) ? at_ += words.size(), true : false; }
  /// Reads a name or digits: letters, digits and underscores.
  std::optional<std::string_view> word();
  /// Reads an integer of 64 bits, with its sign.
  std::optional<std::int64_t> number();
  /// Returns the text between the quotes here, and moves behind them.
  std::optional<std::string_view> quoted();
  /// Returns whether a C++ comment begins here; if so, moves behind it, or to the end if it is not closed.
  bool comment();

  /// Returns how many brackets have been opened since the cursor began, less those closed.
  int depth() const { return depth_; }
  /// Moves behind one letter, or behind a comment, an arrow or a quoted text, which ends with the text at the latest.
  void step();
  /// Returns the text between the bracket here and the one that closes it, and moves behind that. Moves to the opening quote of a text in
  /// quotes without an end.
  std::optional<std::string_view> balanced();
  /// Returns the text before the next of the letters outside of brackets, and moves to that letter; without one, the rest. A closing
  /// bracket without an open one is ignored.
  std::string_view until(std::string_view letters);
  /// Returns the parts of the rest between such letters outside brackets: one more than there are letters.
  std::vector<std::string_view> split(char letter);

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Brackets brackets_;
};

/// Returns how many more brackets a text opens than it closes.
int open_brackets(std::string_view);

}  // namespace algebra
