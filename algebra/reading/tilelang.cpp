#include "algebra/reading/tilelang.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/language/value.hpp"
#include "algebra/reading/call_text.hpp"
#include "algebra/reading/infer.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra::dialects {
namespace {

using Numbers = std::vector<std::int64_t>;

constexpr std::int64_t most_places = std::int64_t{1} << 22;

[[noreturn]] void no_tilelang(Message message) { throw CallProblem{std::move(message)}; }

/// An expression of TIR over variables, as a tree.
struct Term {
  enum class Kind : std::uint8_t { number, variable, add, subtract, multiply, divide, modulo, exclusive, both, left, right };
  Kind kind = Kind::number;
  std::int64_t number = 0;  ///< or the variable's place
  std::vector<Term> operands{};

  std::int64_t at(const Numbers& values) const {
    if (kind == Kind::number) return number;
    if (kind == Kind::variable) return values[static_cast<std::size_t>(number)];
    const auto a = operands[0].at(values), b = operands[1].at(values);
    switch (kind) {
      case Kind::add: return a + b;
      case Kind::subtract: return a - b;
      case Kind::multiply: return checked(a, b);
      case Kind::exclusive: return a ^ b;
      case Kind::both: return a & b;
      case Kind::left: return b < 0 || b > 40 ? 0 : checked(a, std::int64_t{1} << b);
      case Kind::right: return b < 0 || b > 62 ? 0 : a >> b;
      default: break;
    }
    if (b == 0) no_tilelang("An expression divides by 0.");
    const auto quotient = a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
    return kind == Kind::divide ? quotient : a - quotient * b;
  }

 private:
  static std::int64_t checked(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product) || product > std::int64_t{1} << 48 || product < -(std::int64_t{1} << 48))
      no_tilelang("A number of this layout is too large.");
    return product;
  }
};

class TermReader {
 public:
  TermReader(std::string_view text, const std::vector<std::string>& variables) : in_(text), variables_(variables) {}

  Term whole() {
    auto term = level(0);
    in_.skip();
    if (!in_.done()) unknown();
    return term;
  }

 private:
  struct Operator {
    std::string_view sign;
    Term::Kind kind;
    int level;
  };
  static constexpr std::array<Operator, 9> operators{{{"^", Term::Kind::exclusive, 0},
                                                      {"&", Term::Kind::both, 1},
                                                      {"<<", Term::Kind::left, 2},
                                                      {">>", Term::Kind::right, 2},
                                                      {"+", Term::Kind::add, 3},
                                                      {"-", Term::Kind::subtract, 3},
                                                      {"*", Term::Kind::multiply, 4},
                                                      {"//", Term::Kind::divide, 4},
                                                      {"%", Term::Kind::modulo, 4}}};
  static constexpr int levels = 5;

  [[noreturn]] void unknown() const {
    no_tilelang(message("In this expression a number, _i, _j or _rep is expected at \"{}\".", in_.rest().substr(0, 20)));
  }

  Term level(int l) {
    if (++depth_ > 200) no_tilelang("An expression of this layout is nested too deep.");
    if (l == levels) return factor();
    auto left = level(l + 1);
    for (;;) {
      in_.skip();
      const auto* found = std::ranges::find_if(operators, [&](const Operator& o) { return o.level == l && in_.comes(o.sign); });
      if (found == operators.end()) break;
      in_.take(found->sign);
      Term both{.kind = found->kind};
      both.operands.push_back(std::move(left));
      both.operands.push_back(level(l + 1));
      left = std::move(both);
    }
    depth_ -= 1;
    return left;
  }

  Term factor() {
    in_.skip();
    depth_ -= 1;
    if (in_.take('(')) {
      auto term = level(0);
      in_.skip();
      if (!in_.take(')')) unknown();
      return term;
    }
    if (is_digit(in_.here()) || in_.here() == '-') {
      const auto n = in_.number();
      if (!n) unknown();
      return {.kind = Term::Kind::number, .number = *n};
    }
    const auto begin = in_.place();
    static_cast<void>(in_.take("T."));
    const auto word = in_.word();
    if (!word) unknown();
    if (const auto v = std::ranges::find(variables_, *word); v != variables_.end())
      return {.kind = Term::Kind::variable, .number = v - variables_.begin()};
    // T.bitwise_xor(a, b) and its like.
    const std::array<std::pair<std::string_view, Term::Kind>, 6> functions{{{"bitwise_xor", Term::Kind::exclusive},
                                                                            {"bitwise_and", Term::Kind::both},
                                                                            {"floordiv", Term::Kind::divide},
                                                                            {"floormod", Term::Kind::modulo},
                                                                            {"shift_left", Term::Kind::left},
                                                                            {"shift_right", Term::Kind::right}}};
    const auto* f = std::ranges::find(functions, *word, &std::pair<std::string_view, Term::Kind>::first);
    if (f == functions.end() || !in_.take('(')) {
      in_.to(begin);
      unknown();
    }
    Term term{.kind = f->second};
    term.operands.push_back(level(0));
    in_.skip();
    if (!in_.take(',')) unknown();
    term.operands.push_back(level(0));
    in_.skip();
    if (!in_.take(')')) unknown();
    return term;
  }

  Cursor in_;
  const std::vector<std::string>& variables_;
  int depth_ = 0;
};

/// Returns the parts of [a, b].
std::vector<std::string_view> list_in(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('[') || !text.ends_with(']')) no_tilelang(message("A list in [] is expected, not {}.", text.substr(0, 40)));
  text = trimmed(text.substr(1, text.size() - 2));
  if (text.empty()) return {};
  auto parts = Cursor(text).split(',');
  for (auto& p : parts) p = trimmed(p);
  return parts;
}
Numbers sizes_in(std::string_view text) {
  Numbers sizes;
  double all = 1;
  for (const auto part : list_in(text)) {
    const auto n = Cursor(part).number();
    if (!n || *n < 1) no_tilelang(message("A shape has positive numbers, not {}.", part));
    sizes.push_back(*n), all *= static_cast<double>(*n);
  }
  if (all > static_cast<double>(most_places)) no_tilelang(message("A layout of more than {} places is not read.", most_places));
  return sizes;
}
std::int64_t product_of(const Numbers& sizes) { return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>()); }

/// Returns the sizes and strides of a sequence that begins at 0; empty if it is no layout.
StridedMode mode_of(const Numbers& sequence) {
  StridedMode mode;
  std::int64_t size = 1;
  const auto length = static_cast<std::int64_t>(sequence.size());
  const auto at = [&](std::int64_t i) { return sequence[static_cast<std::size_t>(i)]; };
  while (size < length) {
    std::int64_t n = 1;
    const auto stride = at(size);
    while (n * size < length && at(n * size) == n * stride) ++n;
    while (n > 1 && (length / size) % n != 0) --n;
    if (n == 1 || length % (n * size) != 0) return {};
    mode.emplace_back(n, stride);
    size *= n;
  }
  for (std::int64_t i = 0; i < length; ++i) {
    auto rest = i;
    std::int64_t index = 0;
    for (const auto& [n, stride] : mode) index += rest % n * stride, rest /= n;
    if (index != at(i)) return {};
  }
  if (mode.empty()) mode.emplace_back(1, 0);
  return mode;
}

/// Returns the text of the layout with modes of these sizes that has these places, the first mode fastest; "" if there is none.
std::string layout_of_places(const Numbers& sizes, const Numbers& places) {
  std::vector<StridedMode> modes;
  std::int64_t before = 1;
  std::vector<Numbers> along;
  for (const auto n : sizes) {
    auto& sequence = along.emplace_back();
    for (std::int64_t i = 0; i < n; ++i) sequence.push_back(places[static_cast<std::size_t>(i * before)]);
    before *= n;
    auto mode = sequence[0] == 0 ? mode_of(sequence) : StridedMode{};
    if (mode.empty()) return {};
    modes.push_back(std::move(mode));
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    auto rest = static_cast<std::int64_t>(i);
    std::int64_t place = 0;
    for (std::size_t m = 0; m < sizes.size(); ++m) place += along[m][static_cast<std::size_t>(rest % sizes[m])], rest /= sizes[m];
    if (place != places[i]) return {};
  }
  return text_of_modes(modes);
}

/// Calls f with each coordinate, the first mode fastest.
void for_each(const Numbers& sizes, const std::function<void(const Numbers&)>& f) {
  Numbers at(sizes.size(), 0);
  for (std::int64_t i = product_of(sizes); i-- > 0;) {
    f(at);
    for (std::size_t m = 0; m < at.size() && ++at[m] == sizes[m]; ++m) at[m] = 0;
  }
}

/// Returns the 1-D index in a row-major shape.
std::int64_t flat_index(const std::vector<Term>& terms, const Numbers& values, const Numbers& shape) {
  std::int64_t index = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto n = terms[i].at(values);
    if (n < 0 || n >= shape[i]) no_tilelang(message("An index of this layout is {}, outside the shape's {}.", n, shape[i]));
    index = index * shape[i] + n;
  }
  return index;
}

std::vector<Term> terms_in(std::string_view list, const std::vector<std::string>& variables) {
  std::vector<Term> terms;
  for (const auto part : list_in(list)) {
    const bool quoted = part.size() > 1 && part.front() == '\'';
    terms.push_back(TermReader(quoted ? part.substr(1, part.size() - 2) : part, variables).whole());
  }
  return terms;
}

struct Arrow {
  Numbers from, to;
};
Arrow arrow_in(std::string_view text) {
  const auto arrow = text.find("->");
  if (arrow == text.npos) no_tilelang("A layout of TileLang has two shapes: [64, 64] -> [32].");
  return {sizes_in(text.substr(0, arrow)), sizes_in(text.substr(arrow + 2))};
}

Printed fragment(std::string_view inside) {
  const auto parts = Cursor(inside).split(',');
  const auto sizes = arrow_in(parts[0]);
  const auto &shape = sizes.from, &held = sizes.to;
  std::map<std::string_view, std::string_view> keys;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto colon = parts[i].find(':');
    if (colon != parts[i].npos) keys[trimmed(parts[i].substr(0, colon))] = trimmed(parts[i].substr(colon + 1));
  }
  const auto number = [&](std::string_view key) {
    const auto n = Cursor(keys[key]).number();
    if (!n || *n < 1 || *n > most_places) no_tilelang(message("A Fragment needs {}.", key));
    return *n;
  };
  std::vector<std::string> variables;
  for (std::size_t i = 0; i < shape.size(); ++i) variables.push_back(fmt::format("_{}", static_cast<char>('i' + i)));
  variables.emplace_back("_rep");
  const auto copies = number("replicate"), threads = number("thread");
  const auto thread_of = TermReader(keys["forward_thread"], variables).whole();
  const auto index_of = terms_in(keys["forward_index"], variables);
  if (index_of.size() != held.size()) no_tilelang("forward_index has as many expressions as the shape of the registers has modes.");
  const auto values = product_of(held);
  if (threads > most_places / values || product_of(shape) > most_places / copies)
    no_tilelang(message("A layout of more than {} places is not read.", most_places));
  Numbers places(static_cast<std::size_t>(threads * values), -1);
  auto domain = shape;
  domain.push_back(copies);
  for_each(domain, [&](const Numbers& at) {
    const auto thread = thread_of.at(at);
    if (thread < 0 || thread >= threads) no_tilelang(message("An element of this fragment is in thread {}, of {}.", thread, threads));
    std::int64_t coordinate = 0;
    for (std::size_t m = shape.size(); m-- > 0;) coordinate = coordinate * shape[m] + at[m];
    auto& place = places[static_cast<std::size_t>(thread + threads * flat_index(index_of, at, held))];
    if (place >= 0 && place != coordinate)
      no_tilelang(message("Two elements of this fragment are in the same register of thread {}.", thread));
    place = coordinate;
  });
  if (std::ranges::find(places, -1) != places.end())
    no_tilelang("Some registers of this fragment hold no element, so that it is no layout.");
  auto text = layout_of_places({threads, values}, places);
  if (text.empty()) no_tilelang("No layout has the elements of this fragment.");
  return {.part = {},
          .text = std::move(text),
          .numbers = {},
          .note = fmt::format("(thread,value) -> 1-D coordinate in ({}), first mode fastest", fmt::join(shape, ","))};
}

Printed shared_layout(std::string_view inside) {
  const auto parts = Cursor(inside).split(',');
  const auto sizes = arrow_in(parts[0]);
  const auto &shape = sizes.from, &to = sizes.to;
  const auto transform = inside.find("transform:");
  if (transform == inside.npos) no_tilelang("A layout of TileLang needs transform: [_i, _j] -> [...].");
  const auto rest = inside.substr(transform + 10);
  const auto arrow = rest.find("->");
  if (arrow == rest.npos) no_tilelang("A layout of TileLang needs transform: [_i, _j] -> [...].");
  std::vector<std::string> variables;
  for (const auto v : list_in(rest.substr(0, arrow))) variables.emplace_back(v);
  const auto index_of = terms_in(rest.substr(arrow + 2), variables);
  if (variables.size() != shape.size() || index_of.size() != to.size())
    no_tilelang("transform has a variable for each mode, and an expression for each mode of the result.");
  Numbers places;
  Table table;
  table.of = Table::Of::pairs;
  table.extents = shape;
  for_each(shape, [&](const Numbers& at) {
    places.push_back(flat_index(index_of, at, to));
    table.cells.push_back({.coordinate = at, .index = places.back()});
  });
  auto text = layout_of_places(shape, places);
  constexpr std::size_t most_inferred = 1 << 14;
  if (text.empty() && table.cells.size() <= most_inferred) {
    const auto inferred = infer(table);
    if (!inferred) throw CallProblem{inferred.error().message};
    text = plain(inferred->value);
  }
  if (text.empty()) no_tilelang("No layout without a swizzle has these offsets, and swizzles are sought for at most 16384 elements.");
  return {.part = {}, .text = std::move(text), .numbers = {}, .note = "coordinate -> offset"};
}

}  // namespace

std::optional<tl::expected<Printed, Message>> read_tilelang(std::string_view text) {
  text = trimmed(text);
  const bool of_threads = text.starts_with("Fragment(");
  if ((!of_threads && !text.starts_with("Layout(")) || !text.ends_with(')') || text.find("->") == text.npos) return std::nullopt;
  const auto inside = text.substr(text.find('(') + 1, text.size() - text.find('(') - 2);
  try {
    return of_threads ? fragment(inside) : shared_layout(inside);
  } catch (CallProblem& p) {
    return tl::unexpected(std::move(p.message));
  }
}

}  // namespace algebra::dialects
