#pragma once
// Converts positions in a text to those of pages' scripts, which count units of UTF-16.

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace app {

class Units {
 public:
  explicit Units(std::string_view text) : text_(text) {}
  /// Returns the number of units before a byte.
  std::size_t operator()(std::size_t byte) const {
    std::size_t units = 0;
    for (const char c : text_.substr(0, byte)) {
      const auto u = static_cast<unsigned char>(c);
      if ((u & 0xC0) != 0x80) units += u >= 0xF0 ? 2 : 1;
    }
    return units;
  }
  /// Returns the byte after this many units, at the end of a whole character.
  std::size_t byte(std::size_t units) const {
    std::size_t at = 0, passed = 0;
    while (at < text_.size() && passed < units) {
      passed += static_cast<unsigned char>(text_[at]) >= 0xF0 ? 2 : 1;
      do ++at;
      while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80);
    }
    return at;
  }

 private:
  std::string_view text_;
};

}  // namespace app
