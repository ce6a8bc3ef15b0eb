#include "algebra/language/parser.hpp"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "algebra/language/functions.hpp"
#include "algebra/language/lexer.hpp"
#include "algebra/language/shorthand.hpp"
#include "algebra/language/words.hpp"
#include "algebra/layout/int_tuple.hpp"
#include "algebra/layout/wrapping.hpp"
#include "algebra/text/statements.hpp"

namespace algebra::expression {
namespace {

using Kind = Node::Kind;

/// Recursive descent over the lexemes. Depth, leaves and length are limited, so that no input exhausts the stack or the memory.
class Parser {
 public:
  explicit Parser(std::string_view source) : source_(source), pieces_(lex(source)) {}

  Node run() {
    auto node = expression();
    if (is("|")) where(node);
    if (is(";")) take();
    if (here().kind != Lexeme::end) fail(here().span, "syntax", message("\"{}\" is not expected here.", shown(here())));
    return node;
  }

 private:
  [[noreturn]] static void fail(SourceSpan span, std::string condition, Message message) {
    throw Diagnostic{span, {std::move(condition), std::move(message), {}}};
  }

  const Piece& here() const { return pieces_[at_]; }
  const Piece& ahead() const { return pieces_[std::min(at_ + 1, pieces_.size() - 1)]; }
  const Piece& take() { return here().kind == Lexeme::end ? here() : pieces_[at_++]; }
  bool is(std::string_view punctuation) const { return here().is(punctuation); }
  bool is_name(std::string_view name) const { return here().kind == Lexeme::name && here().text == name; }
  bool is_number() const { return here().kind == Lexeme::number || here().kind == Lexeme::static_number; }
  std::string shown(const Piece& p) const {
    return p.kind == Lexeme::end ? "the end"
                                 : std::string(source_.substr(p.span.begin, std::min<std::size_t>(p.span.end - p.span.begin, 40)));
  }

  void expect(std::string_view punctuation, std::size_t opened) {
    if (is(punctuation)) {
      take();
      return;
    }
    if (here().kind == Lexeme::end)
      fail({opened, opened + 1}, "syntax", message("This bracket is not closed: \"{}\" is missing.", punctuation));
    fail(here().span, "syntax", message("\"{}\" or \",\" is expected here, not \"{}\".", punctuation, shown(here())));
  }

  struct Deeper {
    explicit Deeper(Parser& p) : parser(p) {
      if (++parser.depth_ > max_depth) fail(parser.here().span, "limit", message("An expression is nested at most {} deep.", max_depth));
    }
    ~Deeper() { --parser.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    Parser& parser;
  };

  void count_leaf(SourceSpan span) {
    if (++leaves_ > max_leaves) fail(span, "limit", message("An expression has at most {} numbers and names.", max_leaves));
  }

  /// Completes a node: its span is from `begin` to the last piece taken. Chains such as 1+1+1 and A(1)(2)(3) make trees as deep as brackets
  /// do, so the height is limited, too, with room for the layouts between the brackets.
  Node finished(Node node, std::size_t begin) const {
    node.span = {begin, at_ == 0 ? begin : pieces_[at_ - 1].span.end};
    for (const auto* nodes : {&node.children, &node.indices})
      for (const auto& child : *nodes) node.height = std::max(node.height, child.height + 1);
    if (node.height > 2 * max_depth)
      fail(node.span, "limit", message("More than {} operators or calls in a row: put brackets around some.", 2 * max_depth - 1));
    return node;
  }

  Int integer(const Piece& p) {
    const bool hexadecimal = p.text.starts_with("0x") || p.text.starts_with("0X");
    const auto digits = hexadecimal ? p.text.substr(2) : p.text;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
    if (error == std::errc::result_out_of_range) fail(p.span, "overflow", message("{} does not fit into 63 bits.", shown(p)));
    if (error != std::errc{} || end != digits.data() + digits.size()) fail(p.span, "syntax", message("\"{}\" is not a number.", shown(p)));
    // The C++ type of a literal: by its suffix, else the first type that can hold it; unsigned only if it is hexadecimal.
    const auto suffix = p.kind == Lexeme::number
                            ? std::string_view(digits.data() + digits.size(), p.span.end - p.span.begin - p.text.size())
                            : std::string_view();
    const bool is_unsigned = suffix.find_first_of("uU") != std::string_view::npos;
    const bool fits = value <= (is_unsigned ? std::numeric_limits<std::uint32_t>::max() : std::int64_t{std::numeric_limits<int>::max()}) &&
                      value >= std::numeric_limits<int>::min();
    const bool hexadecimal_unsigned = hexadecimal && suffix.empty() && !fits && value <= std::numeric_limits<std::uint32_t>::max();
    const bool is_long = !hexadecimal_unsigned && (!fits || suffix.find_first_of("lL") != std::string_view::npos);
    return {value, IntKind::of(p.kind == Lexeme::static_number, is_long, is_unsigned || hexadecimal_unsigned)};
  }

  /// Parses `expression | A = expression, B = expression`: A stands for its value in the first expression and in the later ones.
  void where(Node& node) {
    std::vector<std::pair<std::string_view, Node>> bound;
    do {
      take();
      if (here().kind != Lexeme::name || !ahead().is("="))
        fail(here().span, "syntax", "After | comes a name with its value: size(A) | A = (4,8):(8,1).");
      const auto name = take().text;
      take();
      auto value = expression();
      for (const auto& [earlier, meaning] : bound) replace(value, earlier, meaning);
      bound.emplace_back(name, std::move(value));
    } while (is(","));
    for (const auto& [name, meaning] : bound) replace(node, name, meaning);
  }
  void replace(Node& node, std::string_view name, const Node& meaning) {
    if (node.kind == Kind::name && node.text == name) {
      count_leaves(meaning);
      const auto span = node.span;
      node = meaning;
      node.span = span;
      return;
    }
    for (auto* nodes : {&node.children, &node.indices})
      for (auto& child : *nodes) {
        replace(child, name, meaning);
        node.height = std::max(node.height, child.height + 1);
      }
    if (node.height > 2 * max_depth)
      fail(node.span, "limit", message("More than {} operators or calls in a row: put brackets around some.", 2 * max_depth - 1));
  }
  void count_leaves(const Node& node) {
    if (node.children.empty() && node.indices.empty()) count_leaf(node.span);
    for (const auto* nodes : {&node.children, &node.indices})
      for (const auto& child : *nodes) count_leaves(child);
  }

  /// Makes `node` the first child of a node with two. In place, because everything that returns a node here returns one variable, so that
  /// none is moved on the way up.
  void pair(Node& node, Kind kind, Node second, std::size_t begin) const {
    Node both{.kind = kind};
    both.children.reserve(2);
    both.children.push_back(std::move(node));
    both.children.push_back(std::move(second));
    node = finished(std::move(both), begin);
  }

  /// expression := composition ('==' composition)?
  Node expression() {
    const Deeper deeper(*this);
    // Most operands are numbers in a tuple; this shortcut skips the tests for each operator.
    if (is_number() && (ahead().is(",") || ahead().is(")"))) return primary();
    const auto begin = here().span.begin;
    auto node = composition();
    if (!is("==")) return node;
    take();
    pair(node, Kind::equal, composition(), begin);
    return node;
  }

  /// composition := layout ('o' layout)*. A swizzled pointer as a debugger shows it, Sw<3,4,3>_smem_ptr[16b](0x80), is a composition, too.
  Node composition() {
    const auto begin = here().span.begin;
    auto node = layout();
    if (here().kind != Lexeme::name) return node;
    const auto swizzled = [&] { return is_pointer(here()) && here().text.starts_with("_"); };
    if (!is_name("o") && !swizzled()) return node;
    Node composed{.kind = Kind::compose};
    composed.children.push_back(std::move(node));
    while (is_name("o") || swizzled()) {
      if (is_name("o")) take();
      composed.children.push_back(layout());
    }
    node = finished(std::move(composed), begin);
    return node;
  }

  /// layout := sum (':' sum)?
  Node layout() {
    const auto begin = here().span.begin;
    auto node = sum();
    if (!is(":")) return node;
    take();
    pair(node, Kind::layout, sum(), begin);
    return node;
  }

  /// Returns the operator at the current place if it is one of these; nullopt otherwise.
  std::optional<Notation> operator_here(std::initializer_list<Notation> operators) const {
    if (here().kind != Lexeme::punctuation) return std::nullopt;
    for (const auto notation : operators)
      if (is(sign_of(notation))) return notation;
    return std::nullopt;
  }
  /// Removes brackets around an operand, where they only group; elsewhere (4) is a tuple.
  static void ungroup(Node& operand) {
    if (operand.kind != Kind::tuple || operand.children.size() != 1) return;
    auto inner = std::move(operand.children[0]);
    operand = std::move(inner);
  }
  /// Makes `node` the first operand of an operator's function.
  void operate(Node& node, Notation notation, SourceSpan sign, Node second, std::size_t begin) const {
    ungroup(node);
    ungroup(second);
    pair(node, Kind::call, std::move(second), begin);
    node.head = sign;
    node.text = function_of(notation).name;
  }

  /// sum := product (('+' | '-') product)*. The lexer reads the -1 of N-1 as one number; its sign is the operator here.
  Node sum() {
    const auto begin = here().span.begin;
    auto node = product();
    for (;;) {
      auto& next = pieces_[at_];
      if (next.kind == Lexeme::number && next.text.starts_with('-')) {
        const SourceSpan sign{next.span.begin, next.span.begin + 1};
        next.text.remove_prefix(1);
        ++next.span.begin;
        operate(node, Notation::minus, sign, product(), begin);
        continue;
      }
      const auto notation = operator_here({Notation::plus, Notation::minus});
      if (!notation) return node;
      const auto sign = take().span;
      operate(node, *notation, sign, product(), begin);
    }
  }

  /// product := factor (('*' | '/' | '%') factor)*
  Node product() {
    const auto begin = here().span.begin;
    auto node = factor();
    while (const auto notation = operator_here({Notation::times, Notation::over, Notation::modulo})) {
      const auto sign = take().span;
      operate(node, *notation, sign, factor(), begin);
    }
    return node;
  }

  /// factor := '-' factor | postfix
  Node factor() {
    if (!is("-")) return postfix();
    const Deeper deeper(*this);
    const auto begin = here().span.begin;
    Node node{.kind = Kind::call};
    node.head = take().span;
    node.text = function_of(Notation::negative).name;
    node.children.push_back(factor());
    ungroup(node.children[0]);
    return finished(std::move(node), begin);
  }

  /// postfix := primary ('@' number | '(' arguments ')' | '.' name arguments? | '[' modes ']' | '{' '}')*
  Node postfix() {
    const auto begin = here().span.begin;
    auto node = primary();
    for (;;) {
      if (here().kind != Lexeme::punctuation || is(",") || is(":") || is(")")) return node;
      Node next;
      if (is("@")) {
        basis(node);
        node = finished(std::move(node), begin);
        continue;
      } else if (is("{") && ahead().is("}")) {
        take();
        take();
        node = finished(std::move(node), begin);
        continue;
      } else if (is("(")) {
        next.kind = Kind::apply;
        next.children.push_back(std::move(node));
        arguments(next);
      } else if (is(".") && ahead().kind == Lexeme::name) {
        // A.shape() in C++, A.shape in Python.
        take();
        if (expand_method(node, here().text)) {
          take();
          if (is("(")) arguments(node);
          node = finished(std::move(node), begin);
          continue;
        }
        next.kind = Kind::call;
        next.head = here().span;
        next.text = take().text;
        next.children.push_back(std::move(node));
        if (is("(")) arguments(next);
      } else if (is("[")) {
        // Python's A.shape[0].
        next.kind = Kind::call;
        next.head = here().span;
        next.text = function_of(Notation::mode).name;
        next.children.push_back(std::move(node));
        bracket(next.indices, "]");
      } else {
        return node;
      }
      node = finished(std::move(next), begin);
    }
  }

  /// Parses 1@0, and 1@1@0 with the innermost mode first.
  void basis(Node& node) {
    if (node.kind == Kind::name)
      if (const auto bits = bits_named(node.text)) {
        node.kind = Kind::integer;
        node.value = *bits;
      }
    const bool over_bits = node.value.basis != 0;
    node.value.basis = 0;
    if (node.kind != Kind::integer) fail(here().span, "syntax", "A basis stride such as 1@0 needs a number before the @.");
    std::vector<std::pair<std::int64_t, SourceSpan>> modes;
    while (is("@")) {
      take();
      if (!is_number()) fail(here().span, "syntax", "A basis such as 1@0 needs a mode after the @.");
      const auto& p = take();
      modes.emplace_back(integer(p).value, p.span);
    }
    for (std::size_t i = modes.size(); i-- > 0;) {
      try {
        node.value.basis = basis_within(node.value.basis, modes[i].first);
      } catch (Problem& problem) {
        throw Diagnostic{modes[i].second, std::move(problem)};
      }
    }
    if (!over_bits) return;
    try {
      node.value.basis = bits_within(node.value.basis);
    } catch (Problem& problem) {
      throw Diagnostic{modes[0].second, std::move(problem)};
    }
  }

  /// Parses ^9: a vector over F2, given as the number with its bits.
  Node bits() {
    const auto begin = take().span.begin;
    if (!is_number() || here().text.starts_with('-'))
      fail(here().span, "syntax", "A vector over F2 needs a number after the ^, such as ^9.");
    auto node = leaf(Kind::integer, integer(here()));
    if (node.value.value != 0) node.value.basis = Int::bits_mark;
    return finished(std::move(node), begin);
  }

  Node primary() {
    const auto& p = here();
    switch (p.kind) {
      case Lexeme::number:
      case Lexeme::static_number: return leaf(Kind::integer, integer(p));
      case Lexeme::underscore: return leaf(Kind::underscore);
      case Lexeme::name: return named();
      case Lexeme::punctuation:
        if (is("(")) return bracketed(Kind::tuple, ")");
        if (is("<")) return bracketed(Kind::tiler, ">");
        if (is("[")) return bracketed(Kind::tiler, "]");
        if (is("^")) return bits();
        break;
      case Lexeme::end:
        fail({source_.size(), source_.size()}, "syntax",
             pieces_.size() == 1 ? Message("There is nothing here yet.") : Message("The expression ends too early."));
      case Lexeme::error: fail(p.span, "syntax", message("\"{}\" has no meaning here.", shown(p)));
    }
    fail(p.span, "syntax", message("A layout, a number or a call is expected here, not \"{}\".", shown(p)));
  }

  Node leaf(Kind kind, Int value = {}) {
    count_leaf(here().span);
    Node node{.kind = kind, .span = here().span};
    node.value = value;
    node.text = take().text;
    return node;
  }

  Node bracketed(Kind kind, std::string_view close) {
    const auto begin = here().span.begin;
    Node node{.kind = kind};
    bracket(node.children, close);
    return finished(std::move(node), begin);
  }

  /// Parses the list in the bracket that opens here.
  void bracket(std::vector<Node>& out, std::string_view close) {
    const auto opened = take().span.begin;
    out.reserve(2);  // few lists are longer
    while (!is(close)) {
      out.push_back(expression());
      if (!is(",")) break;
      take();
    }
    expect(close, opened);
  }

  void arguments(Node& call) {
    const auto opened = take().span.begin;
    while (!is(")")) {
      // A Python keyword: stride=(2,1).
      std::string_view keyword;
      if (here().kind == Lexeme::name && ahead().is("=")) {
        keyword = take().text;
        take();
      }
      call.children.push_back(expression());
      if (!keyword.empty() || !call.keywords.empty()) {
        call.keywords.resize(call.children.size());
        call.keywords.back() = keyword;
      }
      if (!is(",")) break;
      take();
    }
    expect(")", opened);
  }

  /// Parses a name, or a call: name<indices>{}, name<indices>(arguments), name(arguments).
  Node named() {
    if (is_name("X")) return leaf(Kind::skip);
    if (is_name("None")) return leaf(Kind::underscore);
    if (is_name("decltype") && ahead().is("(")) return type_of_expression();
    if (is_pointer(here())) return pointer();
    const auto begin = here().span.begin;
    auto node = leaf(Kind::name);
    node.head = node.span;
    if (is_pointer(here()) && !here().text.starts_with("_")) {
      // half_t ptr o L: half_t is the element type.
      const auto type = node.text;
      node = pointer();
      if (node.type.empty()) node.type = type;
      return finished(std::move(node), begin);
    }
    if (is("<")) {
      node.kind = Kind::call;
      bracket(node.indices, ">");
      if (is(":") && ahead().is(":")) return member(std::move(node), begin);
    }
    if (is("{") && ahead().is("}")) {
      node.kind = Kind::call;
      node.has_braces = node.indices.empty();
      take();
      take();
    }
    if (is("[") && find_function(node.text, false) != nullptr) return on_mode(std::move(node), begin);
    if (is("(")) {
      node.kind = Kind::call;
      arguments(node);
    }
    expand_shorthand(node);
    return finished(std::move(node), begin);
  }

  /// Parses PyCuTe's size[0](A), which is size<0>(A), and composition[0,1](A, B), which applies the operation to that mode of A and keeps
  /// the others: replace<0>(A, replace<1>(get<0>(A), composition(get<0,1>(A), B))). A name that is not called, as in values[0], stays a
  /// name.
  Node on_mode(Node node, std::size_t begin) {
    std::vector<Node> path;
    const auto before = at_;
    while (is("[")) bracket(path, "]");
    if (!is("(") || path.empty()) {
      at_ = before;
      return finished(std::move(node), begin);
    }
    const auto& function = *find_function(node.text, false);
    node.kind = Kind::call;
    arguments(node);
    if ((function.indices == any_number && function.arguments.most == 1) || node.children.empty()) {
      node.indices = std::move(path);
      return finished(std::move(node), begin);
    }
    const auto whole = node.children[0];
    const auto part = [&](std::size_t depth) {
      if (depth == 0) return whole;
      Node taken{.kind = Kind::call, .span = node.span, .head = node.head, .text = function_of(Notation::mode).name};
      taken.children.push_back(whole);
      taken.indices.assign(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth));
      return finished(std::move(taken), begin);
    };
    node.children[0] = part(path.size());
    auto result = finished(std::move(node), begin);
    for (auto depth = path.size(); depth-- > 0;) {
      Node outer{.kind = Kind::call, .span = result.span, .head = result.head, .text = function_of(Notation::replace).name};
      outer.indices.push_back(path[depth]);
      outer.children.push_back(part(depth));
      outer.children.push_back(std::move(result));
      result = finished(std::move(outer), begin);
      count_leaves(result);
    }
    return result;
  }

  /// Parses T<...>::member, T<...>::member{}, T<...>::member<...>(arguments).
  Node member(Node type, std::size_t begin) {
    take();
    take();
    if (is_name("template")) take();
    if (here().kind != Lexeme::name) fail(here().span, "syntax", "The name of a member must follow ::.");
    const auto& name = take();
    if (!expand_member(type, name.text))
      fail({begin, name.span.end}, "unknown function",
           message("There is no function {} here.", std::string(type.text) + "::" + std::string(name.text)));
    type.head = {begin, name.span.end};
    if (is("<")) bracket(type.indices, ">");
    if (is("{") && ahead().is("}")) {
      take();
      take();
    } else if (is("(")) {
      arguments(type);
      fill_in_collective(type);
    }
    return finished(std::move(type), begin);
  }

  /// Parses decltype(expression); the functions that take a type use the expression's value.
  Node type_of_expression() {
    const Deeper deeper(*this);
    take();
    const auto opened = take().span.begin;
    auto node = expression();
    expect(")", opened);
    return node;
  }

  /// Parses ptr, ptr+4, a printed pointer gmem_ptr[32b](0xaaab), and one that is made: make_smem_ptr<half_t>(ptr, Swizzle<3,4,3>{}).
  Node pointer() {
    const Deeper deeper(*this);
    const auto begin = here().span.begin;
    const auto first = at_;
    auto node = leaf(Kind::pointer);
    const auto after = after_pointer(pieces_, first);
    node.type = type_of_pointer(pieces_, first, after);
    node.space = space_of_pointer(pieces_, first, after);
    if (after > at_ + 1 && pieces_[after - 1].is(")")) made_of(node, after - 1);
    at_ = after;
    // [32b]: a number and the letter b.
    for (auto i = first + 1; i + 1 < at_; ++i)
      if (pieces_[i].is("[") && pieces_[i + 1].kind == Lexeme::number) {
        const auto bits = integer(pieces_[i + 1]).value;
        if (node.bits == 0) node.bits = bits > 0 && bits <= 1024 ? static_cast<int>(bits) : 0;
        break;
      }
    // uint_byte_t<16>
    for (auto i = first; i + 2 < at_; ++i)
      if (const bool bytes = pieces_[i].text == "uint_byte_t"; (bytes || pieces_[i].text == "uint_bit_t") && pieces_[i + 1].is("<"))
        if (const auto n = pieces_[i + 2].kind == Lexeme::number ? integer(pieces_[i + 2]).value : 0; n > 0 && n <= 1024)
          node.bits = static_cast<int>(bytes ? 8 * n : n);
    for (const std::string_view open : {"<", "["})
      if (is(open)) fail(here().span, "syntax", message("This bracket is not closed: \"{}\" is missing.", open == "<" ? ">" : "]"));
    if (is("+")) {
      take();
      if (!is_number()) fail(here().span, "syntax", "ptr+ needs an offset in elements.");
      node.value.value = wrapped_sum(node.value.value, integer(take()).value);
      if (is_name("B") && here().span.begin == pieces_[at_ - 1].span.end) {
        take();
        node.in_bytes = true;
      }
    }
    return finished(std::move(node), begin);
  }

  /// Reads the arguments of a function that makes a pointer, up to the closing bracket at `end`: the pointer ptr+4 with its own type and
  /// offset, and a swizzle. Any other C++ is ignored.
  void made_of(Node& node, std::size_t end) {
    while (at_ < end && !is("(")) ++at_;
    ++at_;
    if (at_ >= end || !is_pointer(here())) return;
    auto after = after_pointer(pieces_, at_);
    if (pieces_[after].is("+")) after += 2;
    if (pieces_[after].kind == Lexeme::name && pieces_[after].text == "B") ++after;
    if (after > end || (after < end && !pieces_[after].is(","))) return;
    const auto inner = pointer();
    node.value = inner.value, node.in_bytes = inner.in_bytes, node.bits = inner.bits;
    if (node.type.empty()) node.type = inner.type;
    if (at_ == end) return;
    take();
    node.children.push_back(expression());
  }

  std::string_view source_;
  std::vector<Piece> pieces_;
  std::size_t at_ = 0;
  int depth_ = 0, leaves_ = 0;
};

}  // namespace

tl::expected<Node, Diagnostic> parse(std::string_view source) {
  if (source.size() > max_source)
    return tl::unexpected(
        Diagnostic{{0, source.size()}, {"limit", message("An expression has at most {} bytes; this has more.", max_source), {}}});
  try {
    return Parser(without_table(source)).run();
  } catch (Diagnostic& d) {
    return tl::unexpected(std::move(d));
  }
}

}  // namespace algebra::expression
