#include "algebra/expression/lexer.hpp"

#include <algorithm>

namespace algebra::expression {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

constexpr std::string_view ring = "\xE2\x88\x98";      // the sign for composition
constexpr std::string_view degree = "\xC2\xB0";

class Scanner {
 public:
  explicit Scanner(std::string_view s) : source_(s) {}

  std::vector<Piece> run() {
    std::vector<Piece> pieces;
    for (skip(); at_ < source_.size(); skip()) pieces.push_back(next());
    pieces.push_back({Lexeme::end, {source_.size(), source_.size()}, {}});
    return pieces;
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0'; }

  void skip() {
    for (;;) {
      while (at_ < source_.size() && (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n')) ++at_;
      const auto rest = source_.substr(at_);
      if (rest.starts_with("//")) {
        at_ = std::min(source_.find('\n', at_), source_.size());
      } else if (rest.starts_with("/*")) {
        const auto close = source_.find("*/", at_ + 2);
        at_ = close == std::string_view::npos ? source_.size() : close + 2;
      } else {
        return;
      }
    }
  }

  Piece piece(Lexeme kind, std::size_t length, std::size_t hidden = 0) {
    const Piece p{kind, {at_, at_ + length}, source_.substr(at_ + hidden, length - hidden)};
    at_ += length;
    return p;
  }

  std::size_t digits(std::size_t from) const {
    std::size_t n = from;
    while (is_digit(peek(n))) ++n;
    return n;
  }

  Piece next() {
    const char c = peek();
    if (source_.substr(at_).starts_with(ring)) return operator_o(ring.size());
    if (source_.substr(at_).starts_with(degree)) return operator_o(degree.size());
    if (c == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
      std::size_t n = 2;
      while (is_word(peek(n))) ++n;
      return piece(Lexeme::name, n);
    }
    if (is_digit(c)) return piece(Lexeme::number, digits(0));
    if (c == '-' && is_digit(peek(1))) return piece(Lexeme::number, digits(1));
    if (c == '_' && (is_digit(peek(1)) || (peek(1) == '-' && is_digit(peek(2))))) {
      const auto n = digits(peek(1) == '-' ? 2 : 1);
      if (!is_word(peek(n))) return piece(Lexeme::static_number, n, 1);
    }
    if (c == '_' && !is_word(peek(1))) return piece(Lexeme::underscore, 1);
    if (is_letter(c) || c == '_') return word();
    if (std::string_view("()<>[]{},:=@+;*.").find(c) != std::string_view::npos && c != '\0') return piece(Lexeme::punctuation, 1);
    // A whole UTF-8 character, so that the place covers it.
    std::size_t n = 1;
    while ((static_cast<unsigned char>(peek(n)) & 0xC0) == 0x80) ++n;
    return piece(Lexeme::error, n);
  }

  /// A name with the qualifiers in front of it (cute::, cutlass.cute.), which mean nothing here.
  Piece word() {
    std::size_t n = 0, last = 0;
    for (;;) {
      last = n;
      while (is_word(peek(n))) ++n;
      if (peek(n) == ':' && peek(n + 1) == ':' && (is_letter(peek(n + 2)) || peek(n + 2) == '_')) n += 2;
      else if (peek(n) == '.' && (is_letter(peek(n + 1)) || peek(n + 1) == '_')) n += 1;
      else break;
    }
    // cute::_4 is a static number still.
    const auto tail = source_.substr(at_ + last, n - last);
    if (tail.size() > 1 && tail[0] == '_' && std::all_of(tail.begin() + 1, tail.end(), is_digit)) return piece(Lexeme::static_number, n, last + 1);
    return piece(Lexeme::name, n, last);
  }

  Piece operator_o(std::size_t length) {
    auto p = piece(Lexeme::name, length);
    p.text = "o";
    return p;
  }

  std::string_view source_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Piece> lex(std::string_view source) { return Scanner(source).run(); }

}  // namespace algebra::expression
