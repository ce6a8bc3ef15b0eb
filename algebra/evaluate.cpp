#include "algebra/evaluate.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "algebra/contracts.hpp"
#include "algebra/expression/functions.hpp"
#include "algebra/expression/lexer.hpp"
#include "algebra/expression/tree.hpp"

namespace algebra {
namespace {

using expression::Call;
using expression::Lexeme;
using expression::Node;
using Kind = expression::Node::Kind;

constexpr std::array<std::pair<std::string_view, int>, 20> element_types{{
    {"f64", 64}, {"f32", 32}, {"f16", 16}, {"bf16", 16}, {"tf32", 32}, {"e4m3", 8}, {"e5m2", 8}, {"i64", 64}, {"i32", 32}, {"i16", 16},
    {"i8", 8}, {"u64", 64}, {"u32", 32}, {"u16", 16}, {"u8", 8}, {"half_t", 16}, {"float", 32}, {"double", 64}, {"int8_t", 8}, {"uint8_t", 8}}};

class Evaluator {
 public:
  Evaluator(std::string_view source, const Environment& names, IntegerRule rule) : source_(source), names_(names), rule_(rule) {}

  Evaluation run(const Node& node) {
    Evaluation result;
    top_ = &node;
    result_ = &result;
    result.value = value(node);
    // Whatever shows a layout relies on its size and cosize.
    located(node.span, [&] { require_sizes(result.value); });
    return result;
  }

 private:
  template <class F>
  auto located(SourceSpan span, F&& f) -> decltype(f()) {
    try {
      return f();
    } catch (Problem& p) {
      throw Diagnostic{span, std::move(p)};
    }
  }

  static void require_sizes(const Value& v) {
    const Layout* l = std::get_if<Layout>(&v);
    if (const auto* t = std::get_if<Tensor>(&v)) l = &t->layout;
    if (const auto* c = std::get_if<ComposedLayout>(&v)) l = &c->layout;
    if (l == nullptr) return;
    l->shape().for_each_integer([&](Int i) {
      if (i.value < 0) throw Problem{"shape", fmt::format("The result {} would have the size {}; a size is not negative.", to_string(*l, Marks::plain), i.value), {}};
    });
    size_of(*l);
    cosize_of(*l);
  }

  Marks marks() const { return rule_ == IntegerRule::cute ? Marks::underscores : Marks::plain; }

  Value value(const Node& node) {
    switch (node.kind) {
      case Kind::integer: return IntTuple(Int{node.value.value, rule_ != IntegerRule::cute || node.value.is_static});
      case Kind::underscore: return IntTuple::underscore();
      case Kind::skip: return IntTuple::skip();
      case Kind::tuple: return tuple(node);
      case Kind::tiler: return tiler(node);
      case Kind::layout: return layout(node);
      case Kind::name: return name(node);
      case Kind::call: return call(node);
      case Kind::apply: return apply_to(node);
      case Kind::compose: return compose(node);
      case Kind::pointer: throw Diagnostic{node.span, {"tensor", "A pointer needs its layout: ptr o (4,4):(8,1).", {}}};
      case Kind::basis: break;
    }
    throw Diagnostic{node.span, {"basis strides", "Strides on a basis, such as 1@0, are not evaluated.", {}}};
  }

  Value tuple(const Node& node) {
    IntTuple t;
    std::vector<Value> values;
    bool integers = true;
    for (const auto& child : node.children) {
      values.push_back(value(child));
      const auto* mode = std::get_if<IntTuple>(&values.back());
      integers = integers && mode != nullptr;
      if (mode != nullptr) located(child.span, [&] { t.append(*mode); });
    }
    if (integers) return t;
    // A tuple that holds layouts is what make_tile gives.
    return Tiler{tilers(node, values)};
  }

  std::vector<Tiler> tilers(const Node& node, const std::vector<Value>& values) {
    std::vector<Tiler> modes;
    for (std::size_t i = 0; i < values.size(); ++i)
      modes.push_back(located(node.children[i].span, [&] { return expression::tiler_of_value(values[i]); }));
    return modes;
  }

  Value tiler(const Node& node) {
    std::vector<Value> values;
    for (const auto& child : node.children) values.push_back(value(child));
    return Tiler{tilers(node, values)};
  }

  const IntTuple& integers(const Value& v, SourceSpan span, const char* what) {
    const auto* t = std::get_if<IntTuple>(&v);
    if (t == nullptr) throw Diagnostic{span, {"layout", fmt::format("The {} of a layout is an integer or a tuple, not {}.", what, to_string(v, Marks::plain)), {}}};
    return *t;
  }

  Value layout(const Node& node) {
    const auto shape_value = value(node.children[0]), stride_value = value(node.children[1]);
    const auto& shape = integers(shape_value, node.children[0].span, "shape");
    const auto& stride = integers(stride_value, node.children[1].span, "stride");
    return located(node.span, [&]() -> Value {
      if (!congruent(shape, stride))
        throw Problem{"congruent", fmt::format("The stride {} does not have the profile of the shape {}.", to_string(stride, Marks::plain), to_string(shape, Marks::plain)), {}};
      const auto compact = located(node.children[0].span, [&] { return expression::layout_of(shape, "A layout"); });
      if (has_underscore(stride)) throw Problem{"layout", "A stride holds integers only.", {}};
      (void)compact;
      return Layout(shape, stride);
    });
  }

  Value name(const Node& node) {
    if (const auto it = names_.find(node.text); it != names_.end()) return it->second;
    if (node.text == "LayoutLeft" || node.text == "GenColMajor") return Major::left;
    if (node.text == "LayoutRight" || node.text == "GenRowMajor") return Major::right;
    for (const auto& [type, bits] : element_types)
      if (node.text == type) return ElementType{std::string(type), bits};
    const auto* function = expression::find_function(node.text);
    if (function != nullptr)
      throw Diagnostic{node.span, {"call", fmt::format("{} is a function: {}.", node.text, function->info.signature), {}}};
    const auto nearest = expression::nearest_name(node.text, names_);
    throw Diagnostic{node.span, {"unknown name", fmt::format("There is no {} here.", node.text), nearest.empty() ? std::vector<std::string>{} : std::vector{nearest}}};
  }

  static std::string name_of(const Node& node) { return node.kind == Kind::name ? std::string(node.text) : std::string{}; }

  Call evaluated(const Node& node, std::string_view function) {
    Call c{.name = function, .indices = {}, .arguments = {}, .names = {}};
    for (const auto& index : node.indices) c.indices.push_back(value(index));
    for (const auto& child : node.children) {
      c.arguments.push_back(value(child));
      c.names.push_back(name_of(child));
    }
    return c;
  }

  Value call(const Node& node) {
    // `LayoutRight{}`: a type with its braces.
    if (node.children.empty() && node.indices.empty() && (node.text == "LayoutLeft" || node.text == "LayoutRight" || node.text == "GenColMajor" || node.text == "GenRowMajor"))
      return name(node);
    const auto* function = expression::find_function(node.text);
    if (function == nullptr) {
      // A(2,_): a name that is called.
      if (names_.find(node.text) != names_.end() && node.indices.empty()) return applied(node, name(node), node.text, 0);
      const auto nearest = expression::nearest_name(node.text, names_);
      throw Diagnostic{node.head, {"unknown function", fmt::format("CuTe has no function {} here.", node.text), nearest.empty() ? std::vector<std::string>{} : std::vector{nearest}}};
    }
    const auto count = static_cast<int>(node.children.size());
    if (count < function->least || count > function->most)
      throw Diagnostic{node.span, {"argument", fmt::format("{} takes {} arguments, not {}: {}.", node.text,
                                                           function->least == function->most ? fmt::format("{}", function->least) : fmt::format("{} to {}", function->least, function->most),
                                                           count, function->info.signature), {}}};
    if (function->indices >= 0 && static_cast<int>(node.indices.size()) != function->indices)
      throw Diagnostic{node.head, {"template argument", fmt::format("{} takes {} numbers in <>: {}.", node.text, function->indices, function->info.signature), {}}};
    return operate(node, *function, evaluated(node, function->info.name), node.children.size() > 1 ? node.children[1].span : node.span);
  }

  /// Runs an operation and, for the outermost one, its contract.
  Value operate(const Node& node, const expression::Function& function, Call c, SourceSpan second) {
    const bool composes = function.info.name == "composition";
    Value result;
    try {
      result = function.run(c);
    } catch (Problem& p) {
      if (composes) improve(p, c);
      throw Diagnostic{composes && c.count() > 1 ? second : node.span, std::move(p)};
    }
    if (&node != top_) return result;
    located(node.span, [&] { require_sizes(result); });
    if (function.check != nullptr) {
      const auto verdict = attempt([&] { return function.check(c, result); });
      if (verdict) result_->verdict = *verdict;
      if (result_->verdict.kind == Verdict::Kind::broken) warn(c, result, composes ? second : node.span);
    }
    result_->made_by = {std::string(function.info.name), std::move(c.arguments), std::move(c.names)};
    return result;
  }

  std::string shown_name(const Call& c, std::size_t i) const { return c.names[i].empty() ? to_string(c.arguments[i], Marks::plain) : c.names[i]; }

  /// A refused composition says which mode is in the way, and what would work.
  void improve(Problem& p, const Call& c) const {
    const auto* a = std::get_if<Layout>(&c.arguments[0]);
    const auto* b = c.count() > 1 ? std::get_if<Layout>(&c.arguments[1]) : nullptr;
    if (a == nullptr || b == nullptr || (p.condition != "stride divisibility" && p.condition != "shape divisibility")) return;
    if (const auto obstacle = composition_obstacle(*a, *b, shown_name(c, 0)); !obstacle.empty()) p.message = fmt::format("Not a composition: {}.", obstacle);
    p.suggestions = nearest_compositions(*a, *b, marks());
  }

  void warn(const Call& c, const Value& result, SourceSpan span) {
    Problem p{.condition = "contract", .message = {}, .suggestions = {}};
    const auto value_text = to_string(result, marks());
    if (c.name == "composition") {
      p.condition = "stride divisibility";
      const auto* a = std::get_if<Layout>(&c.arguments[0]);
      const auto* b = std::get_if<Layout>(&c.arguments[1]);
      const auto obstacle = a != nullptr && b != nullptr ? composition_obstacle(*a, *b, shown_name(c, 0)) : std::string{};
      p.message = fmt::format("Not a composition{}. CuTe C++ accepts it and returns {}, but {}.", obstacle.empty() ? "" : ": " + obstacle, value_text, result_->verdict.counterexample);
      if (a != nullptr && b != nullptr) p.suggestions = nearest_compositions(*a, *b, marks());
    } else {
      p.message = fmt::format("CuTe C++ accepts it and returns {}, but {}.", value_text, result_->verdict.counterexample);
    }
    result_->warning = Diagnostic{span, std::move(p)};
  }

  Value compose(const Node& node) {
    if (node.children[0].kind == Kind::pointer) return pointed(node);
    std::vector<Value> values;
    for (const auto& child : node.children) values.push_back(value(child));
    const auto& function = *expression::find_function("composition");
    if (std::holds_alternative<Swizzle>(values[0])) {
      Call c{.name = "composition", .indices = {}, .arguments = std::move(values), .names = std::vector<std::string>(node.children.size())};
      if (c.count() > 3) throw Diagnostic{node.span, {"composition", "A swizzle is composed as Swizzle<B,M,S> o offset o layout.", {}}};
      return operate(node, function, std::move(c), node.children[1].span);
    }
    // Associative: from the left.
    auto left = std::move(values[0]);
    auto left_name = name_of(node.children[0]);
    for (std::size_t i = 1; i < values.size(); ++i) {
      Call c{.name = "composition", .indices = {}, .arguments = {std::move(left), std::move(values[i])}, .names = {left_name, name_of(node.children[i])}};
      left = operate(node, function, std::move(c), node.children[i].span);
      left_name.clear();
    }
    return left;
  }

  /// ptr+4 o (4,4):(8,1).
  Value pointed(const Node& node) {
    if (node.children.size() != 2) throw Diagnostic{node.span, {"tensor", "A tensor is a pointer and one layout: ptr o (4,4):(8,1).", {}}};
    const auto v = value(node.children[1]);
    return located(node.children[1].span, [&]() -> Value { return Tensor{node.children[0].value.value, expression::layout_of(v, "A tensor")}; });
  }

  Value apply_to(const Node& node) { return applied(node, value(node.children[0]), name_of(node.children[0]), 1); }

  /// L(c): an index, or with `_` a slice. Arguments from children[first].
  Value applied(const Node& node, const Value& callee, std::string_view callee_name, std::size_t first) {
    IntTuple coordinate;
    std::vector<Value> arguments{callee};
    std::vector<std::string> names{std::string(callee_name)};
    for (std::size_t i = first; i < node.children.size(); ++i) {
      const auto v = value(node.children[i]);
      coordinate.append(integers(v, node.children[i].span, "coordinate"));
      arguments.push_back(v);
      names.emplace_back();
    }
    if (coordinate.rank() == 0) throw Diagnostic{node.span, {"argument", "A layout is called with a coordinate, such as A(5) or A(2,_).", {}}};
    if (coordinate.rank() == 1) coordinate = coordinate.mode(0);
    auto result = located(node.span, [&]() -> Value {
      if (const auto* t = std::get_if<Tensor>(&callee)) {
        if (has_underscore(coordinate)) return slice(*t, coordinate);
        return Tensor{(Int{t->offset, true} + crd2idx(coordinate, t->layout.shape(), t->layout.stride())).value, Layout()};
      }
      if (const auto* c = std::get_if<ComposedLayout>(&callee)) {
        const auto inner = Int{c->offset, true} + crd2idx(coordinate, c->layout.shape(), c->layout.stride());
        return IntTuple(Int{apply(c->swizzle, inner.value), inner.is_static});
      }
      if (const auto* s = std::get_if<Swizzle>(&callee); s != nullptr && coordinate.is_integer())
        return IntTuple(Int{apply(*s, coordinate.integer().value), coordinate.integer().is_static});
      const auto l = expression::layout_of(callee, "A call");
      if (has_underscore(coordinate)) return slice(coordinate, l);
      return IntTuple(crd2idx(coordinate, l.shape(), l.stride()));
    });
    if (&node == top_) result_->made_by = {"slice", std::move(arguments), std::move(names)};
    return result;
  }

  std::string_view source_;
  const Environment& names_;
  IntegerRule rule_;
  const Node* top_ = nullptr;
  Evaluation* result_ = nullptr;
};

bool is_static_type(std::string_view name) { return name == "Int" || name == "C" || name == "constant"; }

}  // namespace

IntegerRule resolve(IntegerRule rule, std::string_view text) {
  if (rule != IntegerRule::automatic) return rule;
  // A byte scan first: most texts have neither.
  if (text.find('_') == std::string_view::npos && text.find('<') == std::string_view::npos) return IntegerRule::math;
  const auto pieces = expression::lex(text);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].kind == Lexeme::static_number) return IntegerRule::cute;
    if (pieces[i].kind == Lexeme::name && is_static_type(pieces[i].text) && i + 1 < pieces.size() && pieces[i + 1].text == "<") return IntegerRule::cute;
  }
  return IntegerRule::math;
}

tl::expected<Evaluation, Diagnostic> evaluate(std::string_view text, const Environment& names, IntegerRule rule) {
  const auto tree = expression::parse(text);
  if (!tree) return tl::unexpected(tree.error());
  try {
    return Evaluator(text, names, resolve(rule, text)).run(*tree);
  } catch (Diagnostic& d) {
    return tl::unexpected(std::move(d));
  }
}

std::vector<std::string> free_names(std::string_view text) {
  if (text.size() > expression::max_source) return {};
  const auto pieces = expression::lex(text);
  std::set<std::string, std::less<>> names;
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    if (pieces[i].kind != Lexeme::name || pieces[i].text == "o" || pieces[i].text == "X") continue;
    const bool called = pieces[i + 1].text == "(" || pieces[i + 1].text == "<" || pieces[i + 1].text == "{";
    if (called && expression::find_function(pieces[i].text) != nullptr) continue;
    names.emplace(pieces[i].text);
  }
  return {names.begin(), names.end()};
}

tl::expected<Line, Diagnostic> split_line(std::string_view line) {
  Line result;
  const auto first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return tl::unexpected(Diagnostic{{0, line.size()}, {"syntax", "There is nothing here yet.", {}}});
  if (line[first] == '#') {
    result.is_note = true;
    return result;
  }
  if (line.size() > expression::max_source)
    return tl::unexpected(Diagnostic{{0, line.size()}, {"limit", fmt::format("An entry has at most {} bytes; this has {}.", expression::max_source, line.size()), {}}});
  // name =, or as C++ declares it: auto name =, Layout const name =, Layout name =.
  const auto pieces = expression::lex(line);
  std::size_t i = 0;
  const auto is_name = [&](std::size_t k) { return k < pieces.size() && pieces[k].kind == Lexeme::name; };
  while (is_name(i) && is_name(i + 1) && i < 4) ++i;
  if (is_name(i) && pieces[i + 1].text == "=" && pieces[i + 1].kind == Lexeme::punctuation) {
    result.name = pieces[i].text;
    result.expression_begin = pieces[i + 1].span.end;
    while (result.expression_begin < line.size() && line[result.expression_begin] == ' ') ++result.expression_begin;
    if (result.name == "o" || result.name == "X" || expression::find_function(result.name) != nullptr)
      return tl::unexpected(Diagnostic{pieces[i].span, {"reserved name", fmt::format("{} is a word of the language; give the entry another name.", result.name), {}}});
  } else {
    result.expression_begin = first;
  }
  result.expression = line.substr(result.expression_begin);
  return result;
}

std::vector<Token> tokens(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  if (first != std::string_view::npos && line[first] == '#') return {{{0, line.size()}, Token::Kind::comment}};
  std::vector<Token> result;
  const auto pieces = expression::lex(line.substr(0, expression::max_source));
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    auto kind = Token::Kind::punctuation;
    switch (pieces[i].kind) {
      case Lexeme::number:
      case Lexeme::static_number:
      case Lexeme::underscore: kind = Token::Kind::number; break;
      case Lexeme::name: {
        const bool called = pieces[i + 1].text == "(" || pieces[i + 1].text == "<";
        kind = pieces[i].text == "o" || (called && expression::find_function(pieces[i].text) != nullptr) ? Token::Kind::function : Token::Kind::name;
        break;
      }
      case Lexeme::error: kind = Token::Kind::error; break;
      case Lexeme::punctuation:
      case Lexeme::end: break;
    }
    result.push_back({pieces[i].span, kind});
  }
  return result;
}

std::vector<FunctionInfo> functions() {
  std::vector<FunctionInfo> infos;
  for (const auto& f : expression::table()) infos.push_back(f.info);
  return infos;
}

}  // namespace algebra
