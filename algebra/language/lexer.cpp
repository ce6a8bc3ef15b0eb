#include "algebra/language/lexer.hpp"

#include <algorithm>
#include <array>

#include "algebra/language/functions.hpp"
#include "algebra/language/words.hpp"
#include "algebra/layout/element_type.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/utf8.hpp"

namespace algebra::expression {
namespace {

constexpr std::string_view ring = "\xE2\x88\x98";  // the sign for composition
constexpr std::string_view degree = "\xC2\xB0";
constexpr std::string_view single_marks = "()<>[]{},:=@+-*/%;.|^";

/// Returns the ASCII character for a full-width one at the front of `s`, as Chinese and Japanese keyboards type it: （ ， ：, and 《 》 for < >;
/// 0 if there is none. Each has 3 bytes.
constexpr std::size_t full_width = 3;
char narrow(std::string_view s) {
  if (s.size() < full_width) return '\0';
  if (s.starts_with("\xE3\x80\x80")) return ' ';
  if (s.starts_with("\xE3\x80\x8A")) return '<';
  if (s.starts_with("\xE3\x80\x8B")) return '>';
  const auto middle = static_cast<unsigned char>(s[1]), last = static_cast<unsigned char>(s[2]);
  if (s[0] != '\xEF' || (middle != 0xBC && middle != 0xBD) || last < 0x80 || last > 0xBF) return '\0';
  // U+FF01 to U+FF5E are ! to ~.
  const int code = (middle - 0xBC) * 0x40 + (last - 0x80) + 0x20;
  return code > ' ' && code <= '~' ? static_cast<char>(code) : '\0';
}

/// Python modules; in contrast to them, the A of `A.shape` is a value.
constexpr std::array<std::string_view, 4> modules{"cute", "cutlass", "pycute", "np"};

class Scanner {
 public:
  explicit Scanner(std::string_view s) : source_(s) {}

  std::vector<Piece> run() {
    std::vector<Piece> pieces;
    pieces.reserve(source_.size() / 2 + 2);
    do pieces.push_back(take());
    while (pieces.back().kind != Lexeme::end);
    return pieces;
  }

  Piece take() {
    skip();
    return at_ < source_.size() ? next() : Piece{Lexeme::end, {source_.size(), source_.size()}, {}};
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0'; }
  bool word_begins(std::size_t ahead) const { return is_letter(peek(ahead)) || peek(ahead) == '_'; }

  void skip() {
    for (;;) {
      for (;;)
        if (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n') ++at_;
        else if (peek() == '\xE3' && narrow(source_.substr(at_)) == ' ') at_ += full_width;
        else break;
      if (peek() != '/' && peek() != '#') return;
      const auto rest = source_.substr(at_);
      if (rest.starts_with("//") || rest.starts_with("#")) {
        at_ = std::min(source_.find('\n', at_), source_.size());
      } else if (rest.starts_with("/*")) {
        const auto close = source_.find("*/", at_ + 2);
        at_ = close == std::string_view::npos ? source_.size() : close + 2;
      } else {
        return;
      }
    }
  }

  /// Makes a piece of `length` bytes; its text leaves out the first `front` and the last `back` of them.
  Piece piece(Lexeme kind, std::size_t length, std::size_t front = 0, std::size_t back = 0) {
    const Piece p{kind, {at_, at_ + length}, source_.substr(at_ + front, length - front - back)};
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
    for (const auto sign : {ring, degree})
      if (c == sign[0] && source_.substr(at_).starts_with(sign)) return operator_o(sign.size());
    if (is_digit(c) || (c == '-' && is_digit(peek(1)))) return number();
    if (c == '_' && (is_digit(peek(1)) || (peek(1) == '-' && is_digit(peek(2))))) {
      const auto n = digits(peek(1) == '-' ? 2 : 1);
      if (!algebra::is_word(peek(n))) return piece(Lexeme::static_number, n, 1);
    }
    if (c == '_' && !algebra::is_word(peek(1))) return piece(Lexeme::underscore, 1);
    if (word_begins(0)) return word();
    if (c == '=' && peek(1) == '=') return piece(Lexeme::punctuation, 2);
    if (c != '\0' && single_marks.find(c) != std::string_view::npos) return piece(Lexeme::punctuation, 1);
    if (const auto wide = single_marks.find(narrow(source_.substr(at_))); wide != std::string_view::npos) {
      auto p = piece(Lexeme::punctuation, full_width);
      p.text = single_marks.substr(wide, 1);
      return p;
    }
    // Takes a whole UTF-8 character, so that the place covers it.
    return piece(Lexeme::error, next_boundary(source_.substr(at_), 1));
  }

  /// Returns the length of a C++ integer suffix: u, l, ul, ull and the like, in either case.
  std::size_t suffix(std::size_t at) const {
    std::size_t n = at;
    while (peek(n) == 'u' || peek(n) == 'U' || peek(n) == 'l' || peek(n) == 'L') ++n;
    return n - at <= 3 && !algebra::is_word(peek(n)) ? n - at : 0;
  }

  /// Reads 4, -4, 0x1f, 4u, and CuTe's literal 4_c.
  Piece number() {
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
      std::size_t n = 2;
      while (algebra::is_word(peek(n)) && suffix(n) == 0) ++n;
      return piece(Lexeme::number, n + suffix(n), 0, suffix(n));
    }
    const auto n = digits(1);
    if (peek(n) == '_' && peek(n + 1) == 'c' && !algebra::is_word(peek(n + 2))) return piece(Lexeme::static_number, n + 2, 0, 2);
    return piece(Lexeme::number, n + suffix(n), 0, suffix(n));
  }

  /// Reads a name with its qualifiers (cute::, cutlass.cute.), which are ignored.
  Piece word() {
    std::size_t n = 0, last = 0, before = 0;
    for (;;) {
      before = last;
      last = n;
      while (algebra::is_word(peek(n))) ++n;
      const auto qualifier = source_.substr(at_ + last, n - last);
      if (peek(n) == ':' && peek(n + 1) == ':' && word_begins(n + 2)) n += 2;
      else if (peek(n) == '.' && word_begins(n + 1) && std::find(modules.begin(), modules.end(), qualifier) != modules.end()) n += 1;
      else break;
    }
    // cute::_4 is a static number, too.
    const auto tail = source_.substr(at_ + last, n - last);
    if (tail.size() > 1 && tail[0] == '_' && std::all_of(tail.begin() + 1, tail.end(), is_digit))
      return piece(Lexeme::static_number, n, last + 1);
    if (tail == "_") return piece(Lexeme::underscore, n, last);
    // GMMA::Major::K is a word, while K is an ordinary name; SM90_TMA_LOAD::PREFETCH is another instruction than SM90_TMA_LOAD; a
    // configuration's member keeps its scope.
    if (source_.substr(at_ + before, last - before) == "Major::" || tail == "PREFETCH") return piece(Lexeme::name, n, before);
    if (last > 0 && find_function(source_.substr(at_ + before, n - before), true) != nullptr) return piece(Lexeme::name, n, before);
    return piece(Lexeme::name, tail == "smem_sparse" ? after_sparsity(n) : n, last);
  }

  /// Returns the end of smem_sparse<2>_ptr, whose first word ends at n.
  std::size_t after_sparsity(std::size_t n) const {
    const auto close = digits(n + 1);
    return peek(n) == '<' && close > n + 1 && source_.substr(at_ + close).starts_with(">_ptr") ? close + 5 : n;
  }

  Piece operator_o(std::size_t length) {
    auto p = piece(Lexeme::name, length);
    p.text = "o";
    return p;
  }

  std::string_view source_;
  std::size_t at_ = 0;
};

/// Returns the index after the bracket that closes pieces[i]; i if none does.
std::size_t after_bracket(const std::vector<Piece>& pieces, std::size_t i, std::string_view open, std::string_view close) {
  std::size_t depth = 0;
  for (std::size_t k = i; k < pieces.size(); ++k) {
    if (pieces[k].is(open)) ++depth;
    else if (pieces[k].is(close) && --depth == 0) return k + 1;
  }
  return i;
}

}  // namespace

std::vector<Piece> lex(std::string_view source) { return Scanner(source).run(); }

bool any_piece(std::string_view source, bool (*found)(const Piece&, const Piece& next)) {
  Scanner scanner(source);
  for (auto piece = scanner.take(); piece.kind != Lexeme::end;) {
    const auto next = scanner.take();
    if (found(piece, next)) return true;
    piece = next;
  }
  return false;
}

bool is_pointer(const Piece& p) { return p.kind == Lexeme::name && p.text.ends_with("ptr"); }

std::size_t after_pointer(const std::vector<Piece>& pieces, std::size_t i) {
  // Only functions that make a pointer, and printed pointers, have brackets: an entry may be named Aptr, and called.
  const bool made = pieces[i].text.starts_with("make_") || pieces[i].text.starts_with("recast_");
  ++i;
  const auto first = i;
  const auto skip = [&](std::string_view open, std::string_view close) {
    if (pieces[i].is(open)) i = after_bracket(pieces, i, open, close);
  };
  if (made) skip("<", ">");
  else skip("[", "]");
  if (made || i != first) skip("(", ")");
  return i;
}

std::string_view space_of_pointer(const std::vector<Piece>& pieces, std::size_t begin, std::size_t end) {
  for (auto i = begin; i < end; ++i)
    if (memory_of_pointer(pieces[i].text) != MemorySpace::unknown) return pieces[i].text;
  return {};
}

std::string_view type_of_pointer(const std::vector<Piece>& pieces, std::size_t begin, std::size_t end) {
  for (auto i = begin; i + 1 < end; ++i) {
    const bool first_argument = i == begin + 1 && pieces[begin].text == "make_ptr" && pieces[i].is("(");
    if (!pieces[i].is("<") && !first_argument) continue;
    const auto name = i + (pieces[i + 1].text == "const" ? 2 : 1);
    if (pieces[name].kind != Lexeme::name) continue;
    // complex<float>: a name and its arguments form one type.
    int open = 0;
    for (auto last = name + 1; last < end && (open > 0 || last == name + 1); ++last) {
      open += pieces[last].is("<") ? 1 : pieces[last].is(">") ? -1 : 0;
      const auto* begins = pieces[name].text.data();
      const std::string_view whole{begins, static_cast<std::size_t>(pieces[last].text.data() + pieces[last].text.size() - begins)};
      if (open == 0 && find_element_type(whole) != nullptr) return whole;
    }
    return pieces[name].text;
  }
  return {};
}

}  // namespace algebra::expression
