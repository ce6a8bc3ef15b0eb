#pragma once
// Converts positions in a UTF-8 text to units of UTF-16, which pages' scripts and the Language Server Protocol count, and back.

#include <cstddef>
#include <string_view>

#include "algebra/text/utf8.hpp"

namespace algebra {

class Utf16Units {
 public:
  explicit Utf16Units(std::string_view text) : text_(text) {}
  /// Returns the number of units of the text: two for a character beyond the first 2^16.
  std::size_t count() const { return (*this)(text_.size()); }
  /// Returns the number of units before a byte.
  std::size_t operator()(std::size_t byte) const {
    std::size_t units = 0;
    for (const char c : text_.substr(0, byte))
      if (!continues_character(c)) units += units_of(c);
    return units;
  }
  /// Returns the byte after this many units, at the end of a whole character.
  std::size_t byte(std::size_t units) const {
    std::size_t at = 0, passed = 0;
    while (at < text_.size() && passed < units) {
      passed += units_of(text_[at]);
      at = next_boundary(text_, at + 1);
    }
    return at;
  }

 private:
  static std::size_t units_of(char first) { return static_cast<unsigned char>(first) >= 0xF0 ? 2 : 1; }

  std::string_view text_;
};

}  // namespace algebra
