#pragma once
// The pieces of a program's source that a parser takes at once, and the lines that none takes.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"

namespace app {

/// Lines that were not parsed, and why.
struct UnreadLines {
  std::size_t first = 0, last = 0;
  enum class Why : std::uint8_t { too_long, too_deep, too_slow } why = Why::too_long;
  algebra::Message sentence() const;  ///< "lines 4 to 9 are not read: they are nested too deeply"
};

/// Of the source that is parsed by itself.
struct SourcePiece {
  std::size_t begin = 0, end = 0;
  std::vector<std::size_t> ends;  ///< of the definitions in it, but for the last: where it may be cut further
};

/// Cuts a source into pieces of as many words as can be parsed at once, and blanks what cannot.
class SourceCutter {
 public:
  SourceCutter(std::string& source, std::vector<UnreadLines>& unread) : s_(source), unread_(unread) {}

  /// Here a definition ends that is in no other one, after so many words of the source. Ascending.
  void end(std::size_t place, std::size_t words) { ends_.push_back({place, words}); }
  void leave_out(std::size_t begin, std::size_t end, UnreadLines::Why);
  /// But for its ends of lines.
  void blank(std::size_t begin, std::size_t end);
  /// Of a source of so many words. A definition that has too many by itself is left out.
  std::vector<SourcePiece> pieces(std::size_t all_words);

 private:
  struct End {
    std::size_t place = 0, words = 0;
  };
  std::size_t line(std::size_t place);

  std::string& s_;
  std::vector<UnreadLines>& unread_;
  std::vector<End> ends_;
  std::size_t counted_ = 0, lines_ = 0;  ///< lines before a place
};

/// Of a Python source: it may be cut before a line that begins in the first column with a word, outside of long strings.
std::vector<SourcePiece> python_pieces(std::string& source, std::vector<UnreadLines>& unread);

}  // namespace app
