// Recursive descent over the lexemes. Depth, leaves and length are limited, so that no input can hurt.

#include <charconv>

#include <fmt/format.h>

#include "algebra/expression/lexer.hpp"
#include "algebra/expression/tree.hpp"
#include "algebra/int_tuple.hpp"

namespace algebra::expression {
namespace {

using Kind = Node::Kind;

class Parser {
 public:
  explicit Parser(std::string_view source) : source_(source), pieces_(lex(source)) {}

  Node run() {
    auto node = expression();
    if (is(";")) take();
    if (here().kind != Lexeme::end) fail(here().span, "syntax", fmt::format("\"{}\" is not expected here.", shown(here())));
    return node;
  }

 private:
  [[noreturn]] static void fail(SourceSpan span, std::string condition, std::string message) {
    throw Diagnostic{span, {std::move(condition), std::move(message), {}}};
  }

  const Piece& here() const { return pieces_[at_]; }
  const Piece& ahead(std::size_t n = 1) const { return pieces_[std::min(at_ + n, pieces_.size() - 1)]; }
  const Piece& take() { return here().kind == Lexeme::end ? here() : pieces_[at_++]; }
  bool is(std::string_view punctuation) const { return here().kind == Lexeme::punctuation && here().text == punctuation; }
  bool is_name(std::string_view name) const { return here().kind == Lexeme::name && here().text == name; }
  std::string shown(const Piece& p) const {
    return p.kind == Lexeme::end ? "the end" : std::string(source_.substr(p.span.begin, std::min<std::size_t>(p.span.end - p.span.begin, 40)));
  }
  SourceSpan from(std::size_t begin) const { return {begin, at_ == 0 ? begin : pieces_[at_ - 1].span.end}; }

  void expect(std::string_view punctuation, std::size_t opened) {
    if (is(punctuation)) {
      take();
      return;
    }
    if (here().kind == Lexeme::end) fail({opened, opened + 1}, "syntax", fmt::format("This bracket is not closed: \"{}\" is missing.", punctuation));
    fail(here().span, "syntax", fmt::format("\"{}\" or \",\" is expected here, not \"{}\".", punctuation, shown(here())));
  }

  struct Deeper {
    explicit Deeper(Parser& p) : parser(p) {
      if (++parser.depth_ > max_depth) fail(parser.here().span, "limit", fmt::format("An expression is nested at most {} deep.", max_depth));
    }
    ~Deeper() { --parser.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    Parser& parser;
  };

  void count_leaf(SourceSpan span) {
    if (++leaves_ > max_leaves) fail(span, "limit", fmt::format("An expression has at most {} numbers and names.", max_leaves));
  }

  Int integer(const Piece& p) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(p.text.data(), p.text.data() + p.text.size(), value);
    if (error != std::errc{} || end != p.text.data() + p.text.size())
      fail(p.span, "overflow", fmt::format("{} does not fit into 63 bits.", shown(p)));
    return {value, p.kind == Lexeme::static_number};
  }

  /// expression := layout ('o' layout)*
  Node expression() {
    const Deeper deeper(*this);
    const auto begin = here().span.begin;
    auto first = layout();
    if (!is_name("o")) return first;
    Node node{.kind = Kind::compose};
    node.children.push_back(std::move(first));
    while (is_name("o")) {
      take();
      node.children.push_back(layout());
    }
    node.span = from(begin);
    return node;
  }

  /// layout := postfix (':' postfix)?
  Node layout() {
    const auto begin = here().span.begin;
    auto shape = postfix();
    if (!is(":")) return shape;
    take();
    Node node{.kind = Kind::layout};
    node.children.push_back(std::move(shape));
    node.children.push_back(postfix());
    node.span = from(begin);
    return node;
  }

  /// postfix := primary ('@' number | '(' arguments ')' | '{' '}')*
  Node postfix() {
    const auto begin = here().span.begin;
    auto node = primary();
    for (int repeats = 0;; ++repeats) {
      if (repeats > max_depth) fail(here().span, "limit", fmt::format("At most {} calls follow one another.", max_depth));
      if (is("@")) {
        take();
        if (here().kind != Lexeme::number && here().kind != Lexeme::static_number) fail(here().span, "syntax", "A basis such as 1@0 names a mode after the @.");
        take();
        Node basis{.kind = Kind::basis};
        basis.span = from(begin);
        return basis;
      }
      if (is("{") && ahead().text == "}") {
        take();
        take();
        node.span = from(begin);
        continue;
      }
      if (!is("(")) return node;
      Node apply{.kind = Kind::apply};
      apply.children.push_back(std::move(node));
      arguments(apply);
      apply.span = from(begin);
      node = std::move(apply);
    }
  }

  Node primary() {
    const auto& p = here();
    switch (p.kind) {
      case Lexeme::number:
      case Lexeme::static_number: {
        count_leaf(p.span);
        Node node{.kind = Kind::integer, .span = p.span};
        node.value = integer(p);
        take();
        return node;
      }
      case Lexeme::underscore: return leaf(Kind::underscore);
      case Lexeme::name: return named();
      case Lexeme::punctuation:
        if (is("(")) return bracketed(Kind::tuple, ")");
        if (is("<")) return bracketed(Kind::tiler, ">");
        if (is("[")) return bracketed(Kind::tiler, "]");
        break;
      case Lexeme::end: fail({source_.size(), source_.size()}, "syntax", source_.empty() ? "There is nothing here yet." : "The expression ends too early.");
      case Lexeme::error: fail(p.span, "syntax", fmt::format("\"{}\" has no meaning here.", shown(p)));
    }
    fail(p.span, "syntax", fmt::format("A layout, a number or a call is expected here, not \"{}\".", shown(p)));
  }

  Node leaf(Kind kind) {
    count_leaf(here().span);
    Node node{.kind = kind, .span = here().span};
    node.text = take().text;
    return node;
  }

  Node bracketed(Kind kind, std::string_view close) {
    const auto begin = here().span.begin;
    take();
    Node node{.kind = kind};
    list(node.children, close, begin);
    node.span = from(begin);
    return node;
  }

  void list(std::vector<Node>& out, std::string_view close, std::size_t opened) {
    while (!is(close)) {
      out.push_back(expression());
      if (!is(",")) break;
      take();
    }
    expect(close, opened);
  }

  void arguments(Node& call) {
    const auto opened = here().span.begin;
    take();
    while (!is(")")) {
      // Python's keyword: stride=(2,1).
      if (here().kind == Lexeme::name && ahead().text == "=" && ahead().kind == Lexeme::punctuation) {
        if (here().text != "stride" && here().text != "shape" && here().text != "order")
          fail(here().span, "syntax", fmt::format("\"{}\" is not an argument's name here; stride= is.", here().text));
        if (here().text == "stride") call.stride_argument = static_cast<int>(call.children.size());
        take();
        take();
      }
      call.children.push_back(expression());
      if (!is(",")) break;
      take();
    }
    expect(")", opened);
  }

  /// A `<` after a name opens template arguments when its `>` comes before anything that could not be one.
  Node named() {
    const auto& p = here();
    if (p.text == "X") return leaf(Kind::skip);
    if (p.text.ends_with("ptr") || p.text.ends_with("ptr_")) return pointer();
    count_leaf(p.span);
    Node node{.kind = Kind::name, .span = p.span, .head = p.span};
    node.text = take().text;
    const auto begin = p.span.begin;
    if (is("<")) {
      const auto opened = here().span.begin;
      take();
      list(node.indices, ">", opened);
      node.kind = Kind::call;
      node.span = from(begin);
    }
    if (is("{") && ahead().text == "}") {
      take();
      take();
      node.kind = Kind::call;
      node.span = from(begin);
    }
    if (is("(")) {
      node.kind = Kind::call;
      arguments(node);
      node.span = from(begin);
    }
    return node;
  }

  /// ptr, ptr+4, and what print shows: gmem_ptr[32b](0xaaab).
  Node pointer() {
    Node node{.kind = Kind::pointer, .span = here().span};
    const auto begin = here().span.begin;
    count_leaf(here().span);
    node.text = take().text;
    if (is("[")) {
      const auto opened = here().span.begin;
      while (here().kind != Lexeme::end && !is("]")) take();
      expect("]", opened);
    }
    if (is("(")) {
      const auto opened = here().span.begin;
      while (here().kind != Lexeme::end && !is(")")) take();
      expect(")", opened);
    }
    if (is("+")) {
      take();
      if (here().kind != Lexeme::number && here().kind != Lexeme::static_number) fail(here().span, "syntax", "An offset in elements follows ptr+.");
      node.value = integer(here());
      take();
    }
    node.span = from(begin);
    return node;
  }

  std::string_view source_;
  std::vector<Piece> pieces_;
  std::size_t at_ = 0;
  int depth_ = 0, leaves_ = 0;
};

}  // namespace

tl::expected<Node, Diagnostic> parse(std::string_view source) {
  if (source.size() > max_source)
    return tl::unexpected(Diagnostic{{0, source.size()}, {"limit", fmt::format("An expression has at most {} bytes; this has {}.", max_source, source.size()), {}}});
  try {
    return Parser(source).run();
  } catch (Diagnostic& d) {
    return tl::unexpected(std::move(d));
  }
}

}  // namespace algebra::expression
