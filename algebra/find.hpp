#pragma once
// Layouts and tensors in a program's output: what CuTe's `print` wrote, with anything before, between and behind.
//
// What counts as one, so that clocks, places in files, addresses and JSON do not:
//   (4,(2,2)):(1,(4,8))   shape and stride both in parentheses, congruent; blanks after commas, line breaks within
//   _4:_1   4:_1   _4:1   integers of which one is static; nothing of a word, a number or another `:` beside them
//   4:1                   only behind a pointer, an ArithTuple or a swizzle, or after `...layout:` or `...layout =`
// with, in front, what print joins by ` o `: ptr[32b](0x7f00), Sw<3,4,3>, an offset, ArithTuple(0,4), another layout.
// A shape alone is none.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "algebra/value.hpp"

namespace algebra {

struct Found {
  std::string words;           ///< before it in its line: `stage 0 sA`; at most max_words bytes
  std::string name;            ///< the last of them as a name that an entry can have; "" where there are none. Not unique.
  std::string text;            ///< as the language reads it, in one line
  Value value;                 ///< a Layout, a Tensor or a ComposedLayout
  Marks marks = Marks::plain;  ///< how to print the value
  std::size_t line = 1;        ///< from 1
  std::size_t column = 1;      ///< from 1, in bytes, the terminal's colours not counted
};

/// Feed it the bytes as they come, in pieces of any size: what it finds does not depend on them. A value is found once
/// the byte behind it has come, so at the latest with its line's end. Time grows with the bytes and nothing else.
class Finder {
 public:
  static constexpr std::size_t max_value = 64u << 10;  ///< bytes of a shape or a stride
  static constexpr int max_depth = 64;                 ///< of their parentheses
  static constexpr int max_breaks = 16;                ///< line breaks in either of them
  static constexpr std::size_t max_prefix = 1024;      ///< bytes of pointer, swizzle and offset
  static constexpr std::size_t max_words = 256;

  std::vector<Found> feed(std::string_view bytes);
  /// The end of the output: what waited for the byte behind it.
  std::vector<Found> finish();

 private:
  struct Range {
    std::size_t begin = 0, end = 0;  ///< in buffer_
  };
  struct Prefix {
    std::size_t begin = 0;
    bool located = false;  ///< a pointer, a swizzle or the like is among it
    bool outer = false;    ///< begins with outer_
  };
  enum class Outcome : char { nothing, incomplete, done };

  void append(std::string_view bytes);
  void scan(bool final, std::vector<Found>&);
  Outcome at_colon(std::size_t colon, bool final, std::vector<Found>&);
  std::optional<std::size_t> shape_begin(std::size_t colon) const;
  Outcome stride_end(std::size_t begin, bool tuple, std::size_t& end) const;
  Outcome look_behind(std::size_t end, bool tuple, bool final, bool& composed) const;
  Prefix prefix_of(std::size_t begin) const;
  std::optional<std::size_t> factor_begin(std::size_t end, Prefix&) const;
  std::optional<std::size_t> opening(std::size_t close, char open) const;
  bool stands_alone(std::size_t begin) const;
  void report(Range, std::vector<Found>&);
  void settle_outer(std::vector<Found>&);
  std::string_view words_before(std::size_t begin) const;
  std::optional<std::pair<Value, Marks>> value_of(const std::string& text);
  void count_lines(std::size_t to);
  void forget();

  char at(std::size_t i) const { return i < buffer_.size() ? buffer_[i] : '\0'; }

  std::string buffer_;          ///< what may still matter, the terminal's colours left out
  std::size_t next_ = 0;        ///< where to look for the next `:`
  std::size_t tried_ = 0;       ///< the buffer's size when a value was last found incomplete
  std::size_t told_ = 0;        ///< end of the last value found: words before the next do not reach into it
  std::optional<Range> outer_;  ///< a layout with ` o ` behind it: perhaps the outer one of a composed layout
  std::size_t counted_ = 0, line_ = 1;
  std::ptrdiff_t line_begin_ = 0;  ///< in buffer_; below 0: forgotten
  enum class Escape : char { none, begun, sequence } escape_ = Escape::none;
  std::unordered_map<std::string, std::optional<std::pair<Value, Marks>>> known_;  ///< a program prints the same again and again
};

}  // namespace algebra
