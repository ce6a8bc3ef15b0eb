#include "app/import/source_pieces.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace app {
namespace {

/// tree-sitter 0.20 does not free nodes with more than 65,535 children correctly, which errors may have.
constexpr std::size_t most_words = 60'000;
/// After an error the parser may misread the rest of a piece, but no more. A longer definition is a piece by itself.
constexpr std::size_t words_of_piece = 4'000;

/// Returns whether a line of Python continues the statement before it.
bool goes_on(std::string_view line) {
  constexpr std::string_view words[] = {"else", "elif", "except", "finally"};
  const auto letters = std::find_if_not(line.begin(), line.end(), algebra::is_word) - line.begin();
  return std::ranges::find(words, line.substr(0, static_cast<std::size_t>(letters))) != std::end(words);
}

}  // namespace

algebra::Message UnreadLines::sentence() const {
  switch (why) {
    case Why::too_deep: return algebra::message("lines {} to {} are not read: they are nested too deeply", first, last);
    case Why::too_slow: return algebra::message("lines {} to {} are not read: they take too long", first, last);
    case Why::too_long: break;
  }
  return algebra::message("lines {} to {} are not read: a definition of more than 60,000 words", first, last);
}

void SourceCutter::leave_out(std::size_t begin, std::size_t end, UnreadLines::Why why) {
  unread_.push_back({line(std::min(s_.find_first_not_of(" \t\r\n", begin), end)), line(end > begin ? end - 1 : begin), why});
  blank(begin, end);
}

void SourceCutter::blank(std::size_t begin, std::size_t end) {
  for (auto i = begin; i < end; ++i)
    if (s_[i] != '\n') s_[i] = ' ';
}

std::vector<SourcePiece> SourceCutter::pieces(std::size_t all_words) {
  std::vector<SourcePiece> pieces;
  if (ends_.empty() || ends_.back().place < s_.size()) ends_.push_back({s_.size(), all_words});
  std::size_t begin = 0, words = 0;
  SourcePiece piece;
  const auto finish = [&](std::size_t end) {
    if (end == piece.begin) return;
    piece.end = end;
    if (!piece.ends.empty() && piece.ends.back() == end) piece.ends.pop_back();
    pieces.push_back(std::move(piece));
    piece = {.begin = end, .end = end, .ends = {}};
  };
  std::size_t before = 0;  // words before the piece
  for (const auto& end : ends_) {
    if (end.words - before > words_of_piece && begin > piece.begin) {
      finish(begin);
      piece.begin = begin;
      before = words;
    }
    if (end.words - words > most_words) {
      leave_out(begin, end.place, UnreadLines::Why::too_long);
      piece = {.begin = end.place, .end = end.place, .ends = {}};
      before = end.words;
    } else {
      piece.ends.push_back(end.place);
    }
    begin = end.place;
    words = end.words;
  }
  finish(s_.size());
  return pieces;
}

/// Counts on from the last position, as positions mostly ascend.
std::size_t SourceCutter::line(std::size_t place) {
  place = std::min(place, s_.size());
  if (place < counted_) counted_ = 0, lines_ = 0;
  const auto at = [&](std::size_t i) { return s_.begin() + static_cast<std::ptrdiff_t>(i); };
  lines_ += static_cast<std::size_t>(std::count(at(counted_), at(place), '\n'));
  counted_ = place;
  return 1 + lines_;
}

std::vector<SourcePiece> python_pieces(std::string& source, std::vector<UnreadLines>& unread) {
  SourceCutter cutter(source, unread);
  const std::string_view s = source;
  const auto is_letter = [&](std::size_t i) { return algebra::is_word(s[i]) || (static_cast<unsigned char>(s[i]) & 0x80) != 0; };
  std::size_t words = 0;
  std::string_view quotes;  // of the open long string
  bool decorated = false;   // the last unindented line is a decorator
  for (std::size_t at = 0; at < s.size();) {
    const bool in_word = is_letter(at);
    if ((at == 0 || s[at - 1] == '\n') && quotes.empty() && (in_word || s[at] == '@')) {
      if (at > 0 && !decorated && !goes_on(s.substr(at))) cutter.end(at, words);
      decorated = s[at] == '@';
    }
    const auto three = s.substr(at, 3);
    if (quotes.empty() ? three == "\"\"\"" || three == "'''" : three == quotes) {
      quotes = quotes.empty() ? three : std::string_view{};
      at += 3;
    } else if (s[at] == '#' && quotes.empty()) {
      at = std::min(s.find('\n', at), s.size());
    } else if (in_word) {
      while (at < s.size() && is_letter(at)) ++at;
    } else {
      // A line's end may also end a block, so it counts as two words. Blanks count as none.
      const char c = s[at++];
      words += c == '\n' ? 2 : c == ' ' || c == '\t' || c == '\r' ? 0 : 1;
      continue;
    }
    ++words;
  }
  return cutter.pieces(words);
}

}  // namespace app
