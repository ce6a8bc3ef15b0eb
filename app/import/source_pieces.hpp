#pragma once
// Cuts a program's source into pieces that can be parsed, and reports lines that cannot.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"

namespace app {

/// Lines that were not parsed, and the reason.
struct UnreadLines {
  std::size_t first = 0, last = 0;
  enum class Why : std::uint8_t { too_long, too_deep, too_slow } why = Why::too_long;
  algebra::Message sentence() const;  ///< "lines 4 to 9 are not read: they are nested too deeply"
};

/// A piece of the source that is parsed by itself.
struct SourcePiece {
  std::size_t begin = 0, end = 0;
  std::vector<std::size_t> ends;  ///< of its definitions except the last: where it may be cut further
};

/// Cuts a source into pieces with as many words as can be parsed at once, and blanks definitions that are too long.
class SourceCutter {
 public:
  SourceCutter(std::string& source, std::vector<UnreadLines>& unread) : s_(source), unread_(unread) {}

  /// Marks the end of a top-level definition, with the number of words before it. Calls must be in ascending order.
  void end(std::size_t place, std::size_t words) { ends_.push_back({place, words}); }
  void leave_out(std::size_t begin, std::size_t end, UnreadLines::Why);
  /// Replaces a range by blanks, except line ends.
  void blank(std::size_t begin, std::size_t end);
  /// Returns the pieces of a source with this number of words. A definition with too many words is left out.
  std::vector<SourcePiece> pieces(std::size_t all_words);

 private:
  struct End {
    std::size_t place = 0, words = 0;
  };
  std::size_t line(std::size_t place);

  std::string& s_;
  std::vector<UnreadLines>& unread_;
  std::vector<End> ends_;
  std::size_t counted_ = 0, lines_ = 0;  ///< `lines_`: the number of lines before `counted_`
};

/// Cuts a Python source before lines that start in the first column with a word, outside of long strings.
std::vector<SourcePiece> python_pieces(std::string& source, std::vector<UnreadLines>& unread);

}  // namespace app
