#include "app/import/preprocessor_writer.hpp"

#include <algorithm>

namespace app::preprocessing {
namespace {

/// Returns a raw string of several lines as an ordinary string on one line.
std::string in_one_line(std::string_view raw) {
  const auto quote = raw.find('"'), open = raw.find('(', quote);
  const auto end = std::string(")").append(raw.substr(quote + 1, open - quote - 1)).append("\"");
  const auto close = raw.rfind(end);
  std::string text(raw.substr(0, quote - 1));  // without R
  text += '"';
  for (const char c : raw.substr(open + 1, close - open - 1)) {
    if (c == '"' || c == '\\') text += '\\';
    if (c == '\n') text += "\\n";
    else text += c;
  }
  return (text += '"').append(raw.substr(close + end.size()));
}

}  // namespace

PreprocessorWriter::PreprocessorWriter(std::string_view source)
    : lines_(1 + static_cast<std::size_t>(std::count(source.begin(), source.end(), '\n'))) {
  text_.reserve(source.size());
}

void PreprocessorWriter::put(const Token& t) {
  if (line_ < t.line) {
    text_.append(t.line - line_, '\n');
    line_ = t.line;
    begin_ = text_.size();
    last_ = {};
  }
  const auto column = text_.size() - begin_;
  if (column < t.column) text_.append(t.column - column, ' ');
  // Adjacent tokens of the source stay adjacent.
  else if (column > 0 && (t.spaced || ((t.expanded || last_.expanded) && would_join(last_, t)))) text_ += ' ';
  last_ = t;
  const auto lines = static_cast<std::size_t>(std::count(t.spelling.begin(), t.spelling.end(), '\n'));
  if (lines > 0 && t.expanded) {
    text_ += in_one_line(t.spelling);
    return;
  }
  text_ += t.spelling;
  if (lines == 0) return;
  line_ += lines;
  begin_ = text_.rfind('\n') + 1;
}

std::string PreprocessorWriter::finish() {
  if (line_ < lines_) text_.append(lines_ - line_, '\n');
  return std::move(text_);
}

}  // namespace app::preprocessing
