#pragma once
// Finds layouts and tensors in a program's output, as CuTe's `print` writes them, in the middle of any other text.
//
// These count as one, so that times, file positions, addresses and JSON do not:
//   (4,(2,2)):(1,(4,8))   congruent shape and stride in parentheses; blanks after commas and line breaks are allowed
//   _4:_1   4:_1   _4:1   integers, at least one static; not next to a word, a number or another `:`
//   4:1                   only after a pointer, an ArithTuple or a swizzle, or after `...layout:` or `...layout =`
// They may be preceded by what print joins with ` o `: ptr[32b](0x7f00), Sw<3,4,3>, an offset, ArithTuple(0,4), another
// layout, in the spelling of any version (see spelling.hpp). A shape alone does not count.
//
// In messages of C++ compilers the types of layouts count, each name once with each type (see cpp_type.hpp).
//
// In dumps of compilers these count: the types of CuTe's IR that have a picture (see cute_ir.hpp), MLIR's memrefs with strides (see
// memref.hpp), and, once each, the types of tensors and buffers with an encoding of Triton (see triton.hpp).

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "algebra/language/printed.hpp"
#include "algebra/language/value.hpp"

namespace algebra {

struct Scanned {
  std::string words;            ///< the text before it in its line: `stage 0 sA`; at most max_words bytes
  std::string name;             ///< the last word as a valid entry name; "" if there is none. Not unique.
  std::string text;             ///< on one line, in the syntax of the language
  Value value;                  ///< a Layout, a Tensor or a ComposedLayout; for a compiler's type also a Tiler or a BitMatrix
  Marks marks = Marks::plain;   ///< how to print the value
  std::size_t line = 1;         ///< from 1
  std::size_t column = 1;       ///< from 1, in bytes, without the terminal's escape sequences
  dialects::Printed printed{};  ///< for compilers' types: the numbers known only at run time, and a note
};

/// A value that cannot be read.
struct NotRead {
  std::string name;      ///< the kind of encoding, such as amd_mfma
  std::size_t line = 1;  ///< line of the encoding, from 1
  std::string why;       ///< the reason, one sentence
};

/// Takes bytes in chunks of any size; the chunk sizes do not affect the results. A value is reported when the byte
/// after it arrives, at the latest at the end of its line. Takes time linear in the number of bytes.
class LogScanner {
 public:
  static constexpr std::size_t max_value = 64u << 10;  ///< bytes of a shape or a stride
  static constexpr int max_depth = 64;                 ///< nesting of the parentheses of a shape or a stride
  static constexpr int max_breaks = 16;                ///< line breaks in a shape or a stride
  static constexpr std::size_t max_prefix = 1024;      ///< bytes of the pointer, swizzle and offset before a layout
  static constexpr std::size_t max_words = 256;

  std::vector<Scanned> feed(std::string_view bytes);
  /// Ends the output; returns a value at its very end that waited for a next byte.
  std::vector<Scanned> finish();
  /// Returns the encodings so far of tensors that could not be read, each once, in order.
  const std::vector<NotRead>& not_read() const { return not_read_; }

 private:
  struct Range {
    std::size_t begin = 0, end = 0;  ///< offsets in buffer_
  };
  struct Prefix {
    std::size_t begin = 0;
    bool located = false;  ///< contains a pointer, a swizzle or the like
    bool outer = false;    ///< begins with outer_
  };
  enum class Outcome : char { nothing, incomplete, done };

  void append(std::string_view bytes);
  void scan(bool final, std::vector<Scanned>&);
  std::size_t next_type(std::size_t colon);
  Outcome at_type(std::size_t begin, bool final, std::vector<Scanned>&);
  bool take_mlir(std::size_t begin, std::string_view line, std::vector<Scanned>&);
  bool take_cpp_type(std::size_t begin, std::string_view line, std::vector<Scanned>&);
  void note_not_read(std::string_view encoding, std::size_t line, const std::string& why);
  void note_unused_aliases();
  bool take_triton(std::size_t begin, std::string_view line, std::vector<Scanned>&);
  Outcome at_colon(std::size_t colon, bool final, std::vector<Scanned>&);
  std::optional<std::size_t> shape_begin(std::size_t colon) const;
  Outcome stride_end(std::size_t begin, bool tuple, std::size_t& end) const;
  Outcome look_behind(std::size_t end, bool tuple, bool final, bool& composed) const;
  Prefix prefix_of(std::size_t begin) const;
  std::optional<std::size_t> factor_begin(std::size_t end, Prefix&) const;
  std::optional<std::size_t> opening(std::size_t close, char open) const;
  bool stands_alone(std::size_t begin) const;
  void report(Range, std::vector<Scanned>&);
  void settle_outer(std::vector<Scanned>&);
  std::string_view words_before(std::size_t begin) const;
  std::optional<std::pair<Value, Marks>> value_of(const std::string& text, bool compilers = false);
  void count_lines(std::size_t to);
  void forget();

  char at(std::size_t i) const { return i < buffer_.size() ? buffer_[i] : '\0'; }

  std::string buffer_;          ///< the bytes still needed, without the terminal's escape sequences
  std::size_t next_ = 0;        ///< where the search for the next `:` begins
  std::size_t no_type_ = 0;     ///< no unread compiler's type begins before this offset
  std::size_t tried_ = 0;       ///< the buffer's size when a value was last found incomplete
  std::size_t told_ = 0;        ///< end of the last value found; the words of the next begin after it
  std::optional<Range> outer_;  ///< a layout followed by ` o `, possibly the outer function of a composed layout
  std::map<std::string, std::string, std::less<>> aliases_;      ///< of Triton's encodings: name -> text
  std::map<std::string, std::size_t, std::less<>> alias_lines_;  ///< their lines
  std::set<std::string, std::less<>> told_types_;                ///< types of Triton and of C++ that were reported
  std::vector<NotRead> not_read_;
  std::size_t counted_ = 0, line_ = 1;
  std::ptrdiff_t line_begin_ = 0;  ///< offset in buffer_; negative: already discarded
  enum class Escape : char { none, begun, sequence } escape_ = Escape::none;
  std::unordered_map<std::string, std::optional<std::pair<Value, Marks>>> known_;  ///< cache: programs print the same values repeatedly
};

}  // namespace algebra
