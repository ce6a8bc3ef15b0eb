#include "app/import/preprocessor_condition.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

#include "algebra/text/characters.hpp"
#include "algebra/text/row_named.hpp"
#include "app/program/operators.hpp"

namespace app::preprocessing {

using algebra::Message;
using algebra::message;
namespace {

/// A 64-bit integer in #if, signed or unsigned.
struct Number {
  std::uint64_t bits = 0;
  bool is_unsigned = false;

  bool negative() const { return !is_unsigned && static_cast<std::int64_t>(bits) < 0; }
};
Number truth(bool holds) { return {holds ? 1u : 0u, false}; }

/// Thrown with the reason if an expression has no value.
struct NoValue {
  Message why;
};

/// Binary operators by precedence, the tightest last.
constexpr std::array<std::array<Operator, 4>, 10> operators_by_level{
    {{Operator::either},
     {Operator::both},
     {Operator::bit_or},
     {Operator::bit_xor},
     {Operator::bit_and},
     {Operator::equal, Operator::different},
     {Operator::less, Operator::greater, Operator::at_most, Operator::at_least},
     {Operator::shift_left, Operator::shift_right},
     {Operator::add, Operator::subtract},
     {Operator::multiply, Operator::divide, Operator::remainder}}};
/// Returns the precedence of a binary operator, from 1; 0 for anything else.
int precedence(Operator by) {
  for (int level = 1; const auto& all : operators_by_level) {
    if (by != Operator::none && std::find(all.begin(), all.end(), by) != all.end()) return level;
    ++level;
  }
  return 0;
}

/// Names with a numeric value.
struct NamedTruth {
  std::string_view name;
  bool holds;
};
constexpr std::array<NamedTruth, 2> named_truths{{{"true", true}, {"false", false}}};

int digit(char c) {
  if (algebra::is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

Number read_number(std::string_view text) {
  const auto bad = [&]() -> NoValue { return {message("{} is not an integer", text)}; };
  auto rest = text;
  int base = 10;
  if (rest.starts_with("0x") || rest.starts_with("0X")) base = 16, rest.remove_prefix(2);
  else if (rest.starts_with("0b") || rest.starts_with("0B")) base = 2, rest.remove_prefix(2);
  else if (rest.starts_with("0")) base = 8;
  if (rest.empty() || digit(rest.front()) >= base) throw bad();
  Number n;
  bool too_large = false;
  for (; !rest.empty() && (rest.front() == '\'' || digit(rest.front()) < base); rest.remove_prefix(1)) {
    if (rest.front() == '\'') continue;
    const auto d = static_cast<std::uint64_t>(digit(rest.front()));
    const auto b = static_cast<std::uint64_t>(base);
    too_large = too_large || n.bits > (std::numeric_limits<std::uint64_t>::max() - d) / b;
    n.bits = n.bits * b + d;
  }
  if (too_large) throw NoValue{message("{} does not fit into 64 bits", text)};
  std::string suffix;
  for (const char c : rest) suffix += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  constexpr std::array<std::string_view, 11> suffixes{"", "u", "l", "ul", "lu", "ll", "ull", "llu", "z", "uz", "zu"};
  if (std::find(suffixes.begin(), suffixes.end(), suffix) == suffixes.end()) throw bad();
  n.is_unsigned = suffix.find('u') != std::string::npos || (n.bits >> 63) != 0;
  return n;
}

/// Removes the first character or escape sequence from `rest` and returns it.
std::uint32_t read_character(std::string_view& rest, bool wide) {
  const auto take = [&] {
    const auto c = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    return static_cast<std::uint32_t>(c);
  };
  if (rest.front() != '\\') {
    if (!wide || static_cast<unsigned char>(rest.front()) < 0x80) return take();
    std::uint32_t point = take();
    int more = point >= 0xF0 ? 3 : point >= 0xE0 ? 2 : 1;
    point &= more == 3 ? 0x07u : more == 2 ? 0x0Fu : 0x1Fu;
    for (; more > 0 && !rest.empty(); --more) point = point << 6 | (take() & 0x3Fu);
    return point;
  }
  take();
  if (rest.empty()) return '\\';
  const char c = static_cast<char>(take());
  constexpr std::string_view names = "abfnrtve", values = "\a\b\f\n\r\t\v\x1b";
  if (const auto i = names.find(c); i != std::string_view::npos) return static_cast<unsigned char>(values[i]);
  std::uint32_t value = 0;
  const auto digits = [&](std::uint32_t base, std::size_t most) {
    for (std::size_t i = 0; i < most && !rest.empty() && static_cast<std::uint32_t>(digit(rest.front())) < base; ++i)
      value = value * base + static_cast<std::uint32_t>(digit(static_cast<char>(take())));
    return value;
  };
  if (c == 'x') return digits(16, 16);
  if (c == 'u') return digits(16, 4);
  if (c == 'U') return digits(16, 8);
  if (c >= '0' && c <= '7') {
    value = static_cast<std::uint32_t>(c - '0');
    return digits(8, 2);
  }
  return static_cast<unsigned char>(c);
}

/// Returns a character literal's value as g++ on Linux does: char is signed, wchar_t has 32 bits and a sign.
Number read_character_literal(std::string_view text) {
  const auto quote = text.find('\'');
  const auto* encoding = algebra::row_named(encodings, text.substr(0, quote));
  if (encoding == nullptr || text.back() != '\'' || text.size() < quote + 3) throw NoValue{message("{} is not a character", text)};
  auto rest = text.substr(quote + 1, text.size() - quote - 2);
  std::uint32_t value = 0;
  int count = 0;
  for (; !rest.empty(); ++count) {
    const auto c = read_character(rest, encoding->wide);
    value = encoding->wide ? c : value << 8 | (c & 0xFF);
  }
  if (encoding->is_unsigned) return {value & encoding->mask, true};
  const auto sign = encoding->name.empty() && count == 1 ? static_cast<std::int64_t>(static_cast<signed char>(value))
                                                         : static_cast<std::int64_t>(static_cast<std::int32_t>(value));
  return {static_cast<std::uint64_t>(sign), false};
}

class Reader {
 public:
  explicit Reader(const std::vector<Token>& tokens) : tokens_(tokens) {}

  Condition read() {
    Condition made;
    try {
      if (tokens_.empty()) throw NoValue{"the condition is missing"};
      made.holds = comma().bits != 0;
      if (at_ < tokens_.size()) throw NoValue{unexpected(now())};
    } catch (NoValue& none) {
      made.holds = false;
      made.problem = std::move(none.why);
    }
    made.undefined = std::move(undefined_);
    return made;
  }

 private:
  static constexpr int most_nested = 400;

  const Token& now() const {
    static const Token end;
    return at_ < tokens_.size() ? tokens_[at_] : end;
  }
  bool take(std::string_view mark) {
    if (!now().is(mark)) return false;
    ++at_;
    return true;
  }
  Message unexpected(const Token& t) const {
    if (t.kind == Kind::end) return "the condition ends too early";
    if (t.is("(") && at_ > 0 && tokens_[at_ - 1].kind == Kind::name)
      return message("{} is called as a macro, but is not defined", tokens_[at_ - 1].spelling);
    return message("{} is not allowed in a condition", t.spelling);
  }

  Number comma() {
    auto value = conditional();
    while (take(",")) value = conditional();
    return value;
  }
  Number conditional() {
    if (++nested_ > most_nested) throw NoValue{"the condition is nested too deeply"};
    auto value = binary(1);
    if (take("?")) {
      const bool holds = value.bits != 0;
      const auto yes = apart(!holds, [&] { return comma(); });
      if (!take(":")) throw NoValue{now().kind == Kind::end ? Message("a : is missing after ?") : unexpected(now())};
      const auto no = apart(holds, [&] { return conditional(); });
      value = {holds ? yes.bits : no.bits, yes.is_unsigned || no.is_unsigned};
    }
    --nested_;
    return value;
  }
  /// An operand that is not evaluated must not fail.
  template <class F>
  Number apart(bool skipped, F read) {
    skipped_ += skipped ? 1 : 0;
    const auto value = read();
    skipped_ -= skipped ? 1 : 0;
    return value;
  }
  Number binary(int least) {
    auto left = unary();
    for (;;) {
      const auto& t = now();
      const auto by = operator_at(t);
      const int level = precedence(by);
      if (level == 0 || level < least) return left;
      ++at_;
      const bool decided = (by == Operator::both && left.bits == 0) || (by == Operator::either && left.bits != 0);
      const auto right = apart(decided, [&] { return binary(level + 1); });
      left = result(by, left, right);
    }
  }
  static Operator operator_at(const Token& t) {
    return t.kind == Kind::mark || t.kind == Kind::name ? operator_of(t.spelling) : Operator::none;
  }
  Number result(Operator by, Number a, Number b) const {
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    if (const auto holds =
            is_unsigned ? compared(by, a.bits, b.bits) : compared(by, static_cast<std::int64_t>(a.bits), static_cast<std::int64_t>(b.bits)))
      return truth(*holds);
    switch (by) {
      case Operator::both: return truth(a.bits != 0 && b.bits != 0);
      case Operator::either: return truth(a.bits != 0 || b.bits != 0);
      case Operator::shift_left:
      case Operator::shift_right: return shifted(a, b, by == Operator::shift_left);
      case Operator::add: return {a.bits + b.bits, is_unsigned};
      case Operator::subtract: return {a.bits - b.bits, is_unsigned};
      case Operator::multiply: return {a.bits * b.bits, is_unsigned};
      case Operator::bit_and: return {a.bits & b.bits, is_unsigned};
      case Operator::bit_or: return {a.bits | b.bits, is_unsigned};
      case Operator::bit_xor: return {a.bits ^ b.bits, is_unsigned};
      default: return divided(a, b, is_unsigned, by == Operator::divide);
    }
  }
  Number divided(Number a, Number b, bool is_unsigned, bool quotient) const {
    if (b.bits == 0) {
      if (skipped_ > 0) return {0, is_unsigned};
      throw NoValue{"the condition divides by 0"};
    }
    if (is_unsigned) return {quotient ? a.bits / b.bits : a.bits % b.bits, true};
    // INT64_MIN / -1 overflows, so division by -1 negates the unsigned bits.
    const auto x = static_cast<std::int64_t>(a.bits), y = static_cast<std::int64_t>(b.bits);
    if (y == -1) return {quotient ? 0 - a.bits : 0, false};
    return {static_cast<std::uint64_t>(quotient ? x / y : x % y), false};
  }
  /// A negative count shifts in the other direction.
  static Number shifted(Number a, Number b, bool left) {
    if (b.negative()) {
      left = !left;
      b.bits = 0 - b.bits;
    }
    if (left) return {b.bits >= 64 ? 0 : a.bits << b.bits, a.is_unsigned};
    if (a.negative()) return {~(b.bits >= 64 ? 0 : ~a.bits >> b.bits), false};
    return {b.bits >= 64 ? 0 : a.bits >> b.bits, a.is_unsigned};
  }
  Number unary() {
    if (++nested_ > most_nested) throw NoValue{"the condition is nested too deeply"};
    const auto value = operand();
    --nested_;
    return value;
  }
  Number operand() {
    const auto t = now();
    if (t.kind == Kind::end) throw NoValue{unexpected(t)};
    ++at_;
    if (t.is("(")) {
      const auto value = comma();
      if (!take(")")) throw NoValue{now().kind == Kind::end ? Message("a ) is missing") : unexpected(now())};
      return value;
    }
    switch (operator_at(t)) {
      case Operator::negation: return truth(unary().bits == 0);
      case Operator::complement: {
        const auto value = unary();
        return {~value.bits, value.is_unsigned};
      }
      case Operator::subtract: {
        const auto value = unary();
        return {0 - value.bits, value.is_unsigned};
      }
      case Operator::add: return unary();
      default: break;
    }
    if (t.kind == Kind::character) return read_character_literal(t.spelling);
    if (t.kind == Kind::number) return read_number(t.spelling);
    if (t.kind == Kind::name && operator_of(t.spelling) == Operator::none) {
      if (const auto* named = algebra::row_named(named_truths, t.spelling)) return truth(named->holds);
      if (skipped_ == 0) undefined_.push_back(t);
      return truth(false);
    }
    --at_;
    throw NoValue{unexpected(t)};
  }

  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
  int skipped_ = 0, nested_ = 0;
  std::vector<Token> undefined_;
};

}  // namespace

Condition evaluate_condition(const std::vector<Token>& tokens) { return Reader(tokens).read(); }

}  // namespace app::preprocessing
