#include "app/import/preprocessor_tokens.hpp"

#include <algorithm>
#include <array>

#include "algebra/text/characters.hpp"
#include "algebra/text/row_named.hpp"

namespace app::preprocessing {
namespace {

bool begins_name(char c) { return algebra::is_letter(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80; }
bool in_name(char c) { return begins_name(c) || algebra::is_digit(c); }

/// Longest first. <<< and >>> are CUDA's.
constexpr std::array<std::string_view, 45> marks{"%:%:", "<<<", ">>>", "<=>", "<<=", ">>=", "...", "->*", "::", "->", "++", "--",
                                                 "<<",   ">>",  "<=",  ">=",  "==",  "!=",  "&&",  "||",  "+=", "-=", "*=", "/=",
                                                 "%=",   "^=",  "&=",  "|=",  "##",  ".*",  "<:",  ":>",  "<%", "%>", "%:", "~",
                                                 "!",    "(",   ")",   "[",   "]",   "{",   "}",   ";",   ","};

}  // namespace

Lexer::Lexer(std::string_view source) : source_(source), text_(source) {
  // A backslash at the end of a line, possibly followed by blanks.
  std::size_t copied = 0, removed = 0;
  for (auto i = source.find('\\'); i != std::string_view::npos; i = source.find('\\', i + 1)) {
    auto end = i + 1;
    while (end < source.size() && (source[end] == ' ' || source[end] == '\t' || source[end] == '\r')) ++end;
    if (end >= source.size() || source[end] != '\n') continue;
    joined_.append(source.substr(copied, i - copied));
    copied = ++end;
    removed += end - i;
    splices_.push_back({joined_.size(), removed});
    i = end - 1;
  }
  if (splices_.empty()) return;
  joined_.append(source.substr(copied));
  text_ = joined_;
}

std::size_t Lexer::source_place(std::size_t i) {
  while (splice_ > 0 && splices_[splice_ - 1].at > i) --splice_;
  while (splice_ < splices_.size() && splices_[splice_].at <= i) ++splice_;
  return splice_ == 0 ? i : i + splices_[splice_ - 1].removed;
}

void Lexer::skip_comment() {
  const auto begin = at_;
  const auto end = text_.find("*/", at_ + 2);
  if (end != std::string_view::npos) {
    at_ = end + 2;
    return;
  }
  const auto place = source_place(begin);
  const auto line = 1 + static_cast<std::size_t>(std::count(source_.begin(), source_.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
  problems_.push_back({line, "the comment that begins here lacks its */"});
  at_ = text_.size();
}

bool Lexer::skip_blanks() {
  const auto begin = at_;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c != '\n' && algebra::is_blank(c)) ++at_;
    else if (c == '/' && at(at_ + 1) == '/') at_ = std::min(text_.find('\n', at_), text_.size());
    else if (c == '/' && at(at_ + 1) == '*') skip_comment();
    else break;
  }
  return at_ > begin;
}

Token Lexer::next() {
  Token token;
  const bool first = at_ == 0 || text_[at_ - 1] == '\n';
  token.spaced = skip_blanks() || first;
  const auto place = source_place(at_);
  // Counts lines only up to the token, as a line may be as long as the source.
  for (; counted_ < place; ++counted_)
    if (source_[counted_] == '\n') {
      ++line_;
      line_begin_ = counted_ + 1;
    }
  token.line = static_cast<std::uint32_t>(line_);
  token.column = static_cast<std::uint32_t>(place - line_begin_);
  token.place = static_cast<std::uint32_t>(place);
  if (at_ >= text_.size()) return token;
  const auto begin = at_;
  token.kind = read();
  token.spelling = text_.substr(begin, at_ - begin);
  // A raw string keeps backslashes at line ends.
  if (token.kind == Token::Kind::text && !splices_.empty()) {
    const auto from = source_place(begin), to = source_place(at_ - 1) + 1;
    const auto quote = token.spelling.find('"');
    if (quote > 0 && quote != std::string_view::npos && token.spelling[quote - 1] == 'R') token.spelling = source_.substr(from, to - from);
  }
  return token;
}

Token::Kind Lexer::read() {
  const char c = text_[at_];
  if (c == '\n') return ++at_, Kind::line_end;
  if (begins_name(c)) {
    const auto begin = at_;
    while (at_ < text_.size() && in_name(text_[at_])) ++at_;
    const auto word = text_.substr(begin, at_ - begin);
    const char quote = at(at_);
    if (quote != '"' && quote != '\'') return Kind::name;
    if (algebra::row_named(encodings, word) != nullptr)
      return read_quoted(at_) ? (quote == '"' ? Kind::text : Kind::character) : Kind::other;
    if (quote == '"' && word.ends_with('R') && algebra::row_named(encodings, word.substr(0, word.size() - 1)) != nullptr)
      return read_raw(at_);
    return Kind::name;
  }
  if (algebra::is_digit(c) || (c == '.' && algebra::is_digit(at(at_ + 1)))) return read_number(), Kind::number;
  if (c == '"' || c == '\'') return read_quoted(at_) ? (c == '"' ? Kind::text : Kind::character) : Kind::other;
  const auto length = mark_length();
  at_ += length == 0 ? 1 : length;
  return length == 0 ? Kind::other : Kind::mark;
}

/// Reads up to the closing quote and its suffix. Returns false if the line has none.
bool Lexer::read_quoted(std::size_t quote) {
  const char q = text_[quote];
  for (at_ = quote + 1; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
    if (text_[at_] == '\\' && at(at_ + 1) != '\n') {
      ++at_;
    } else if (text_[at_] == q) {
      ++at_;
      read_suffix();
      return true;
    }
  }
  at_ = std::min(at_, text_.size());
  return false;
}

Token::Kind Lexer::read_raw(std::size_t quote) {
  // Removed line continuations belong to a raw string, so its end is searched in the source.
  const auto from = source_place(quote);
  const auto open = source_.find('(', from);
  if (open != std::string_view::npos && open - from <= 17) {
    const auto delimiter = source_.substr(from + 1, open - from - 1);
    if (delimiter.find_first_of(" \\)\t\n\v\f\r\"") == std::string_view::npos) {
      const auto end = std::string(")").append(delimiter).append("\"");
      const auto close = source_.find(end, open + 1);
      if (close != std::string_view::npos) {
        const auto behind = close + end.size();
        // Maps this place of the source to text_: subtracts the characters that splices before it removed.
        auto lost = std::upper_bound(splices_.begin(), splices_.end(), behind,
                                     [](std::size_t place, const Splice& s) { return place < s.at + s.removed; });
        at_ = lost == splices_.begin() ? behind : behind - (lost - 1)->removed;
        read_suffix();
        return Token::Kind::text;
      }
    }
  }
  read_quoted(quote);
  return Token::Kind::other;
}

void Lexer::read_suffix() {
  if (begins_name(at(at_)))
    while (in_name(at(at_))) ++at_;
}

void Lexer::read_number() {
  for (++at_; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if ((c == '+' || c == '-') && std::string_view("eEpP").find(text_[at_ - 1]) != std::string_view::npos) continue;
    if (c == '\'' && in_name(at(at_ + 1))) continue;
    if (c != '.' && !in_name(c)) return;
  }
}

/// Returns the length of the operator or punctuation mark at the current position, or 0.
std::size_t Lexer::mark_length() const {
  const auto rest = text_.substr(at_, 4);
  for (const auto m : marks) {
    if (!rest.starts_with(m)) continue;
    // a<::b> means a < ::b >.
    if (m == "<:" && rest.starts_with("<::") && !rest.starts_with("<::>") && !rest.starts_with("<:::")) return 1;
    return m.size();
  }
  return std::string_view("<>=&|+-*/%^#.:?").find(rest[0]) != std::string_view::npos ? 1 : 0;
}

std::vector<Token> tokens_of(std::string_view text) {
  Lexer lexer(text);
  std::vector<Token> all;
  for (auto t = lexer.next(); t.kind != Token::Kind::end; t = lexer.next()) all.push_back(t);
  return all;
}

bool is_one_token(std::string_view text, Token::Kind* kind) {
  if (text.starts_with("//") || text.starts_with("/*")) return false;
  Lexer lexer(text);
  const auto token = lexer.next();
  *kind = token.kind;
  return token.spelling.size() == text.size() && token.kind != Token::Kind::other;
}

bool would_join(const Token& left, const Token& right) {
  if (left.spelling.empty() || right.spelling.empty()) return false;
  const char a = left.spelling.back(), b = right.spelling.front();
  const auto wordy = [](Kind k) { return k == Kind::name || k == Kind::number; };
  if (left.kind == Kind::other || right.kind == Kind::other) return true;
  if (wordy(left.kind) && (wordy(right.kind) || b == '"' || b == '\'')) return true;
  if (left.kind == Kind::number && (b == '.' || b == '+' || b == '-')) return true;
  if ((left.kind == Kind::text || left.kind == Kind::character) && right.kind == Kind::name) return true;
  if (a == '.' && right.kind == Kind::number) return true;
  if (left.kind != Kind::mark || right.kind != Kind::mark) return right.kind == Kind::text && begins_name(b) && wordy(left.kind);
  constexpr std::string_view joining = "<>=&|+-*/%^#.:!";
  return joining.find(a) != std::string_view::npos && joining.find(b) != std::string_view::npos;
}

}  // namespace app::preprocessing
