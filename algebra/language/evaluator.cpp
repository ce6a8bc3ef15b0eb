#include "algebra/language/evaluator.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/language/arguments.hpp"
#include "algebra/language/atoms.hpp"
#include "algebra/language/diagnoser.hpp"
#include "algebra/language/elements.hpp"
#include "algebra/language/pointers.hpp"
#include "algebra/language/spelling.hpp"
#include "algebra/language/unsupported.hpp"
#include "algebra/language/width_warning.hpp"
#include "algebra/language/words.hpp"
#include "algebra/language/zips.hpp"
#include "algebra/layout/advice.hpp"

namespace algebra::expression {
namespace {

using Kind = Node::Kind;

/// Runs f and gives a Problem its source place.
template <class F>
auto located(SourceSpan span, F&& f) -> decltype(f()) {
  try {
    return f();
  } catch (Problem& p) {
    throw Diagnostic{span, std::move(p)};
  }
}

std::string name_of(const Node& node) { return node.kind == Kind::name || node.has_braces ? std::string(node.text) : std::string{}; }

[[noreturn]] void fail_unknown(SourceSpan span, std::string condition, Message message, std::string_view name, const Environment& names) {
  if (like_atom(name)) throw unknown_atom(span, name);
  const auto nearest = nearest_name(name, names);
  throw Diagnostic{span, {std::move(condition), std::move(message), nearest.empty() ? std::vector<std::string>{} : std::vector{nearest}}};
}

[[noreturn]] void fail_as_function(SourceSpan span, std::string_view name, const Function& function) {
  throw Diagnostic{span, {"call", message("{} is a function: {}.", name, function.signature), {}}};
}

/// Returns whether a name exists only in a running kernel, in CUDA or the CuTe DSL.
bool of_a_kernel(std::string_view name) {
  constexpr std::array<std::string_view, 8> names{"threadIdx",  "blockIdx",  "blockDim",  "gridDim",
                                                  "thread_idx", "block_idx", "block_dim", "grid_dim"};
  return std::find(names.begin(), names.end(), name) != names.end();
}
[[noreturn]] void fail_of_a_kernel(SourceSpan span, const std::string& what) {
  throw Diagnostic{
      span, {"kernel", message("{} has a value only in a running kernel: write a number such as 0, or a name, in its place.", what), {}}};
}

int depth_of(const Tiler& t) {
  if (const auto* l = std::get_if<Layout>(&t.is)) return depth(*l);
  if (!t.by_mode()) return 0;
  int deepest = 0;
  for (const auto& m : t.modes()) deepest = std::max(deepest, depth_of(m));
  return deepest + 1;
}

class Evaluator {
 public:
  Evaluator(const Environment& names, IntegerRule rule, const EvaluateOptions& options)
      : names_(names), rule_(rule), options_(options), diagnoser_(rule) {}

  Evaluation run(const Node& node) {
    outermost_ = &node;
    result_.value = value(node);
    // An alias of the same value.
    const bool is_name = node.kind == Kind::name || (node.has_braces && names_.contains(node.text));
    if (is_name) result_.made_by = {"", {result_.value}, {name_of(node)}, {}, {nullptr}};
    located(node.span, [&] { require_usable(result_.value); });
    // The entry that defines the name already has the hint.
    if (!is_name) hint_width(node, result_.value);
    return std::move(result_);
  }

 private:
  /// Returns whether integers have C++'s types.
  bool in_cpp() const { return rule_ == IntegerRule::cute && !options_.pycute; }

  /// Warns of a number that overflowed its type. `spans`: places of the operands.
  void warn_of_width(const Node& node, const BeyondType& beyond, const Value& result, const std::vector<Value>& operands,
                     const std::vector<SourceSpan>& spans, const OperationOn& run) {
    if (!options_.verdicts || result_.warning) return;
    auto w = width_warning(beyond, result, operands, run);
    if (!w) return;
    const bool known = w->blamed >= 0 && static_cast<std::size_t>(w->blamed) < spans.size();
    if (!known) w->problem.suggestions.clear();
    result_.warning = Diagnostic{known ? spans[static_cast<std::size_t>(w->blamed)] : node.span, std::move(w->problem)};
  }

  void hint_width(const Node& node, const Value& v) {
    if (!options_.verdicts || !in_cpp() || (result_.warning && result_.warning->problem.condition == "overflow")) return;
    if (auto hint = width_hint(v)) result_.hints.push_back({node.span, *std::move(hint)});
  }

  Value value(const Node& node) {
    switch (node.kind) {
      case Kind::integer: return IntTuple(integer(node));
      case Kind::underscore: return IntTuple::underscore();
      case Kind::skip: return IntTuple::skip();
      case Kind::tuple: return tuple(node);
      case Kind::tiler: return Tiler{tilers(node, values(node.children))};
      case Kind::layout: return layout(node);
      case Kind::name: return name(node);
      case Kind::call: return call(node);
      case Kind::apply: return applied(node, value(node.children[0]), name_of(node.children[0]), 1);
      case Kind::compose: return compose(node);
      case Kind::pointer:
        if (const auto it = names_.find(node.text); it != names_.end()) return it->second;
        throw Diagnostic{node.span, {"tensor", "A pointer needs its layout: ptr o (4,4):(8,1).", {}}};
      case Kind::equal: return equal(node);
    }
    throw Diagnostic{node.span, {"syntax", "This has no value.", {}}};
  }

  std::vector<Value> values(const std::vector<Node>& nodes) {
    std::vector<Value> all;
    all.reserve(nodes.size());
    for (const auto& node : nodes) all.push_back(value(node));
    return all;
  }

  Int integer(const Node& node) const {
    if (node.value.basis != 0) require_mathematics(node);
    return {node.value.value, rule_ == IntegerRule::cute ? node.value.is_static : IntKind(true), node.value.basis};
  }
  /// Throws unless integers are mathematical: CuTe C++ has no vectors over F2 as strides.
  void require_mathematics(const Node& node) const {
    if (rule_ == IntegerRule::cute && is_bits(node.value.basis))
      throw Diagnostic{node.span, {"basis", "Strides over F2 need mathematical integers: CuTe C++ has none.", {}}};
  }

  /// Reads a tuple of literals, the most common case; returns false if it holds anything else.
  bool literal(const Node& node, IntTuple& out) const {
    switch (node.kind) {
      case Kind::integer: out = IntTuple(integer(node)); return true;
      case Kind::underscore: out = IntTuple::underscore(); return true;
      case Kind::skip: out = IntTuple::skip(); return true;
      case Kind::tuple: break;
      default: return false;
    }
    out = IntTuple();
    IntTuple mode;
    for (const auto& child : node.children) {
      if (!literal(child, mode)) return false;
      located(child.span, [&] { out.append(mode); });
    }
    return true;
  }

  Value tuple(const Node& node) {
    IntTuple t;
    if (node.kind == Kind::tuple && literal(node, t)) return t;
    const auto modes = values(node.children);
    // Brackets around one layout only group; a tuple that holds layouts is one of make_tile.
    if (modes.size() == 1 && !std::holds_alternative<IntTuple>(modes[0])) {
      remember(node.span, made_in(node.children[0].span));
      return modes[0];
    }
    if (!std::all_of(modes.begin(), modes.end(), [](const Value& v) { return std::holds_alternative<IntTuple>(v); }))
      return Tiler{tilers(node, modes)};
    t = IntTuple();
    for (std::size_t i = 0; i < modes.size(); ++i) located(node.children[i].span, [&] { t.append(std::get<IntTuple>(modes[i])); });
    return t;
  }

  static std::vector<Tiler> tilers(const Node& node, const std::vector<Value>& modes) {
    std::vector<Tiler> all;
    for (std::size_t i = 0; i < modes.size(); ++i)
      all.push_back(located(node.children[i].span, [&] { return tiler_of(modes[i], "A tiler's mode"); }));
    return all;
  }

  IntTuple integers(const Node& node, const char* what) {
    IntTuple t;
    if (literal(node, t)) return t;
    const auto v = value(node);
    if (const auto* found = std::get_if<IntTuple>(&v)) return *found;
    if (const auto* tiler = std::get_if<Tiler>(&v))
      if (auto found = tuple_of(*tiler)) return *found;
    throw Diagnostic{node.span, {"layout", message("The {} is an integer or a tuple, not {}.", what, to_string(v, Marks::plain)), {}}};
  }

  Value layout(const Node& node) {
    const auto shape = integers(node.children[0], "shape of a layout");
    if (const auto* major = node.children[1].kind == Kind::name ? find_major(node.children[1].text) : nullptr)
      return located(node.children[0].span, [&] { return made_by_major(node, layout_of(shape, "A layout").shape(), *major); });
    const auto made = [&]() -> Value {
      const auto stride = integers(node.children[1], "stride of a layout");
      return located(node.span, [&]() -> Value {
        try {
          auto l = layout_of(shape, stride);
          require_usable(l);
          return l;
        } catch (Problem& p) {
          if (p.condition == "congruent") p.suggestions = {to_string(nearest_layout(shape, stride), marks())};
          throw;
        }
      });
    };
    if (node.children[1].kind != Kind::apply) return made();
    try {
      return made();
    } catch (Diagnostic& d) {
      if (auto called = called_layout(node.children[1], shape); !called.empty())
        d = {node.span, {d.problem.condition, d.problem.message, {called}}};
      throw;
    }
  }
  /// Returns the call that shape:stride(coordinate) may stand for, ((4,8):(8,1))(2,3); "" if there is none.
  std::string called_layout(const Node& apply, const IntTuple& shape) {
    IntTuple stride, coordinate;
    if (!literal(apply.children[0], stride) || !congruent(shape, stride)) return {};
    for (std::size_t i = 1; i < apply.children.size(); ++i) coordinate.append(integers(apply.children[i], "coordinate of a call"));
    return fmt::format("({}:{}){}", to_string(shape, marks()), to_string(stride, marks()), to_string(coordinate, marks()));
  }
  Marks marks() const { return rule_ == IntegerRule::cute ? Marks::underscores : Marks::plain; }

  Value made_by_major(const Node& node, const IntTuple& shape, Major major) {
    const CppWidths widths(in_cpp());
    auto result = Value(make_layout(shape, major));
    if (widths.first())
      warn_of_width(node, *widths.first(), result, {shape}, {node.children[0].span},
                    [&](const std::vector<Value>& operands) -> Value { return make_layout(std::get<IntTuple>(operands[0]), major); });
    return result;
  }

  Value name(const Node& node) {
    if (const auto it = names_.find(node.text); it != names_.end()) return it->second;
    if (const auto* major = find_major(node.text)) return *major;
    if (const auto* type = find_element_type(node.text)) return *type;
    if (node.text == "true" || node.text == "false") return Truth{.holds = node.text == "true"};
    if (is_atom_name(node.text)) return atom(node);
    if (const auto mode = find_alloc_mode(node.text)) return IntTuple(*mode);
    if (const auto bits = bits_named(node.text)) {
      Node literal{.kind = Kind::integer, .span = node.span};
      literal.value = *bits;
      return IntTuple(integer(literal));
    }
    if (const auto* function = find_function(node.text, true)) fail_as_function(node.span, node.text, *function);
    if (of_a_kernel(node.text)) fail_of_a_kernel(node.span, std::string(node.text));
    fail_unknown(node.span, "unknown name", message("There is no {} here.", node.text), node.text, names_);
  }

  Value call(const Node& node) {
    // A type with braces, such as LayoutRight{} or half_t{}.
    if (node.children.empty() && node.indices.empty() && is_word(node.text)) return name(node);
    if (node.children.empty() && is_atom_name(node.text)) return atom(node);
    if (node.children.empty() && !node.indices.empty())
      if (auto type = element_type_of(node, names_)) return std::move(*type);
    const auto* function = find_function(node.text, !node.indices.empty());
    if (function == nullptr && !node.children.empty() && !names_.contains(node.text) && is_called(node.text)) {
      // PyCuTe's F2(9), and E(0,1), which is E<0,1>{}.
      function = find_function(node.text, true);
      if (function->arguments.most == 0) {
        auto as_type = node;
        as_type.indices = std::move(as_type.children);
        as_type.children.clear();
        return call(as_type);
      }
    }
    if (function == nullptr) {
      // SmemLayoutAtom{}: CuTe's type of a static value is the value here.
      if (node.has_braces && names_.contains(node.text) && node.indices.empty()) return name(node);
      // A(2,_): the called name is an entry.
      if (names_.contains(node.text) && node.indices.empty()) return applied(node, name(node), std::string(node.text), 0);
      if (of_a_kernel(node.text)) fail_of_a_kernel(node.span, fmt::format("{}()", node.text));
      if (!node.children.empty() && node.children[0].kind == Kind::name && of_a_kernel(node.children[0].text))
        fail_of_a_kernel(node.span, fmt::format("{}.{}", node.children[0].text, node.text));
      // TiledMMA{}: CuTe's type without its arguments.
      if (const auto* type = find_function(node.text, true)) fail_as_function(node.head, node.text, *type);
      if (const auto* known = find_unsupported(node.text)) throw Diagnostic{node.head, problem_of(*known)};
      fail_unknown(node.head, "unknown function", message("There is no function {} here.", node.text), node.text, names_);
    }
    return operate(node, *function, arranged(node, *function, evaluated(node, *function)), &node == outermost_);
  }

  Value atom(const Node& node) {
    auto made = atom_of(node, names_);
    if (options_.verdicts)
      if (auto hint = hint_of_atom(node, names_)) result_.hints.push_back(std::move(*hint));
    return made;
  }

  /// Evaluates the template arguments. Reports an unknown name as an unknown element type if it resembles one.
  std::vector<Value> template_arguments(const Node& node) {
    std::vector<Value> all;
    for (const auto& child : node.indices) {
      try {
        all.push_back(value(child));
      } catch (Diagnostic& d) {
        const auto nearest = child.kind == Kind::name && d.problem.condition == "unknown name" ? nearest_element_type(child.text) : "";
        const auto& offered = d.problem.suggestions;
        if (!nearest.empty() && (offered.empty() || offered[0] == nearest)) d.problem = no_element_type(child.text);
        throw;
      }
    }
    return all;
  }

  Call evaluated(const Node& node, const Function& function) {
    Call c{.name = function.name, .indices = template_arguments(node), .arguments = {}, .names = {}, .spans = {}};
    // The list of modes in select(A, [0,2]) is not a tiler.
    const bool modes = function.indices == any_number && function.arguments.most == 1;
    const bool names_function = named_function(function, node, names_) != nullptr;
    for (const auto& child : node.children) {
      // A pointer is a value only as the first argument of make_tensor.
      if (child.kind == Kind::pointer && function.notation == Notation::tensor && is_address(child))
        c.arguments.emplace_back(pointer(child));
      else if (names_function && &child == &node.children.back()) c.arguments.emplace_back(IntTuple());
      else c.arguments.push_back(modes && child.kind == Kind::tiler ? tuple(child) : value(child));
      c.names.push_back(name_of(child));
      c.spans.push_back(child.span);
    }
    return c;
  }

  /// Runs an operation and checks its contract.
  Value operate(const Node& node, const Function& function, Call c, bool outermost) {
    if (outermost) c.steps = options_.steps;
    c.written = node.text;
    c.as_in_cpp = in_cpp();
    std::optional<BeyondType> beyond;
    const auto without_limit = [&](const std::vector<Value>& operands) {
      auto other = c;
      other.steps = nullptr;
      other.arguments = operands;
      return function.run(other);
    };
    Value result;
    try {
      result = run(function, c, beyond);
      require_usable(result);
    } catch (ArgumentProblem& p) {
      throw Diagnostic{blamed_span(node, c, static_cast<int>(p.argument)), std::move(p)};
    } catch (Problem& p) {
      const auto why = beyond ? width_refusal(*beyond, c.arguments, without_limit) : Message();
      auto refused = diagnoser_.refused(node, function, c, std::move(p), outermost);
      refused.problem.message = Message::sequence(std::move(refused.problem.message), why);
      throw refused;
    }
    c.steps = nullptr;
    if (beyond) warn_of_width(node, *beyond, result, c.arguments, c.spans, without_limit);
    if (options_.verdicts) diagnoser_.look(node, function, c, result, outermost, result_);
    // Hints on operands written in place. The result of an inner call gets its hint when the call is the whole expression.
    for (std::size_t i = 0; i < std::min(node.children.size(), c.arguments.size()); ++i)
      if (node.children[i].kind == Kind::layout || node.children[i].kind == Kind::compose) hint_width(node.children[i], c.arguments[i]);
    Provenance made{std::string(function.name), std::move(c.arguments), std::move(c.names), std::move(c.indices), {}};
    for (const auto& span : c.spans) made.inner.push_back(made_in(span));
    made.inner.resize(made.operands.size());
    if (outermost) result_.made_by = std::move(made);
    else remember(node.span, std::make_shared<const Provenance>(std::move(made)));
    return result;
  }

  /// Runs the function. `beyond`: the first number that its type could not hold.
  Value run(const Function& function, const Call& c, std::optional<BeyondType>& beyond) const {
    const CppWidths widths(c.as_in_cpp);
    try {
      auto result = (options_.pycute && function.code.pycute_answer != nullptr ? function.code.pycute_answer : function.run)(c);
      beyond = widths.first();
      return result;
    } catch (Problem&) {
      beyond = widths.first();
      throw;
    }
  }

  /// Returns the provenance of the part of the source at a place; null if it is not an operation.
  std::shared_ptr<const Provenance> made_in(SourceSpan span) const {
    const auto it = made_.find({span.begin, span.end});
    return it == made_.end() ? nullptr : it->second;
  }
  void remember(SourceSpan span, std::shared_ptr<const Provenance> made) {
    if (made) made_[{span.begin, span.end}] = std::move(made);
  }

  /// Evaluates A == B: whether they are the same function.
  Value equal(const Node& node) {
    const auto& function = function_of(Notation::equal);
    Call c{.name = function.name, .indices = {}, .arguments = values(node.children), .names = {}, .spans = {}};
    for (const auto& child : node.children) {
      c.names.push_back(name_of(child));
      c.spans.push_back(child.span);
    }
    return operate(node, function, std::move(c), &node == outermost_);
  }

  /// Evaluates A o B o C from the left; ptr o L; and f o offset o L as print shows it, also with a pointer in place of the offset.
  Value compose(const Node& node) {
    const auto& children = node.children;
    if (is_address(children[0])) {
      const auto v = children.size() == 2 ? value(children[1]) : composed_behind(node);
      if (children.size() == 2) {
        Provenance made{std::string(function_of(Notation::tensor).name), {v}, {name_of(children[1])}, {}, {made_in(children[1].span)}};
        if (&node == outermost_) result_.made_by = std::move(made);
        else remember(node.span, std::make_shared<const Provenance>(std::move(made)));
      }
      auto at = pointer(children[0]);
      return located(children[1].span, [&]() -> Value { return tensor_at(std::move(at), v); });
    }
    if (children[0].kind == Kind::call && begins_coordinates(children[0].text)) return coordinate_tensor(node);
    const auto& composition = function_of(Notation::compose);
    const auto argument = [&](Call& c, const Node& child, Value v) {
      c.arguments.push_back(std::move(v));
      c.names.push_back(name_of(child));
      c.spans.push_back(child.span);
    };
    auto left = value(children[0]);
    if (children.size() >= 3 && is_address(children[1]) && children[1].text.starts_with("_"))
      return at_swizzled_pointer(node, std::move(left));
    if (children.size() >= 3 && children.size() % 2 == 1 && is_offset(children[1])) {
      if (children.size() > 2 * static_cast<std::size_t>(max_depth))
        throw Diagnostic{node.span, {"limit", message("A value is nested at most {} deep.", max_depth), {}}};
      Call c{.name = composition.name, .indices = {}, .arguments = {}, .names = {}, .spans = {}};
      const bool address = is_address(children[1]);
      const int bits = address ? children[1].bits : 0;
      const int sparsity = address ? sparsity_of_pointer(children[1].text) : 1;
      OuterFunction function;
      if (address) {
        const Offset offset{.value = {0, true}, .pointer_bits = bits, .pointer_sparsity = sparsity};
        function = pointer_function(children[1], left, offset, offset.logical_bits());
        left = std::get<Swizzle>(function.function);
      }
      argument(c, children[0], std::move(left));
      argument(c, children[1], address ? Value(IntTuple(Int{children[1].value.value, bits != 0})) : value(children[1]));
      // The rest is one operand: f o 5 o g o 0 o A means f after the composed layout g o 0 o A.
      const auto rest = composed_from(node, 2);
      auto inside = value(rest);
      const auto* layout = std::get_if<Layout>(&inside);
      // Sw<0,4,3> changes nothing, but still makes the layout wait for its pointer.
      std::optional<Value> waiting;
      if (bits != 0 && children[1].value.value == 0 && layout != nullptr) waiting = ComposedLayout{std::move(function), *layout};
      argument(c, rest, std::move(inside));
      auto result = operate(node, composition, std::move(c), &node == outermost_);
      return waiting ? std::move(*waiting) : std::move(result);
    }
    for (std::size_t i = 1; i < children.size(); ++i) {
      Call c{.name = composition.name, .indices = {}, .arguments = {}, .names = {}, .spans = {}};
      argument(c, i == 1 ? children[0] : Node{.kind = Kind::compose, .span = {node.span.begin, children[i - 1].span.end}}, std::move(left));
      argument(c, children[i], value(children[i]));
      left = operate(node, composition, std::move(c), &node == outermost_ && i + 1 == children.size());
      remember({node.span.begin, children[i].span.end}, made_in(node.span));
    }
    return left;
  }

  /// Evaluates the pointer of a tensor, with the swizzle that it was made with.
  Tensor pointer(const Node& node) {
    auto at = pointer_of(node, names_);
    return node.children.empty() ? at : swizzled(node, std::move(at), value(node.children[0]));
  }

  /// Evaluates Sw<3,4,3>_smem_ptr[16b](0x80) o L; `swizzle` is already evaluated.
  Value at_swizzled_pointer(const Node& node, Value swizzle) {
    const auto& at = node.children[1];
    const auto rest = composed_from(node, 2);
    auto tensor = swizzled(at, pointer(at), swizzle);
    if (tensor.memory == MemorySpace::unknown) tensor.memory = MemorySpace::shared;
    const auto behind = value(rest);
    Provenance made{std::string(function_of(Notation::tensor).name), {behind}, {name_of(rest)}, {}, {made_in(rest.span)}};
    if (&node == outermost_) result_.made_by = std::move(made);
    else remember(node.span, std::make_shared<const Provenance>(std::move(made)));
    return located(rest.span, [&]() -> Value { return tensor_at(std::move(tensor), behind); });
  }

  /// Evaluates the composed layout after a pointer, as print shows a swizzle of indices: ptr o Sw<3,3,3> o _0 o (8,64):(64,1).
  Value composed_behind(const Node& node) {
    const auto rest = composed_from(node, 1);
    if (!is_address(rest.children[0]))
      if (auto v = compose(rest); std::holds_alternative<ComposedLayout>(v)) return v;
    throw Diagnostic{node.span, {"tensor", "A tensor is a pointer and one layout: ptr o (4,4):(8,1).", {}}};
  }

  /// Evaluates ArithTuple(0,4) o (4,4):(1@0,1@1), as print shows it.
  Value coordinate_tensor(const Node& node) {
    IntTuple start;
    for (const auto& child : node.children[0].children) start.append(integers(child, "coordinate of a tensor"));
    if (node.children.size() != 2) throw Diagnostic{node.span, {"tensor", "A coordinate tensor is ArithTuple(...) and one layout.", {}}};
    const auto v = value(node.children[1]);
    return located(node.children[1].span, [&]() -> Value {
      return Tensor{.offset = 0, .layout = layout_of(v, "A tensor"), .outer = std::nullopt, .coordinate = start};
    });
  }

  /// is_offset: returns whether the node is the offset between two functions of a composed layout: an integer, or a pointer in its place.
  bool is_offset(const Node& node) const { return node.kind == Kind::integer || is_address(node); }
  bool is_address(const Node& node) const { return node.kind == Kind::pointer && !names_.contains(node.text); }

  /// Evaluates L(c): an index, or with `_` a slice. The coordinate is children[first], children[first + 1], ...
  Value applied(const Node& node, const Value& callee, std::string callee_name, std::size_t first) {
    IntTuple coordinate;
    Provenance made_by{std::string(function_of(Notation::apply).name), {callee}, {std::move(callee_name)}, {}, {}};
    made_by.inner.push_back(first == 0 ? nullptr : made_in(node.children[0].span));
    for (std::size_t i = first; i < node.children.size(); ++i) {
      const auto part = integers(node.children[i], "coordinate of a call");
      located(node.children[i].span, [&] { coordinate.append(part); });
      made_by.operands.emplace_back(part);
      made_by.names.emplace_back();
      made_by.inner.emplace_back();
    }
    if (coordinate.rank() == 0)
      throw Diagnostic{node.span, {"argument", "A layout is called with a coordinate, such as A(5) or A(2,_).", {}}};
    if (coordinate.rank() == 1) coordinate = coordinate.mode(0);
    const SourceSpan place =
        first < node.children.size() ? SourceSpan{node.children[first].span.begin, node.children.back().span.end} : node.span;
    const auto callee_span = first > 0 ? node.children[0].span : node.head;
    auto result = located(place, [&] {
      const auto pycute_answer = function_of(Notation::apply).code.pycute_answer;
      if (options_.pycute && has_underscore(coordinate) && pycute_answer != nullptr)
        return pycute_answer({.name = {}, .indices = {}, .arguments = {coordinate, callee}, .names = {}, .spans = {}});
      const CppWidths widths(in_cpp());
      auto element = element_at(callee, coordinate);
      if (widths.first())
        warn_of_width(node, *widths.first(), element, {coordinate, callee}, {place, callee_span},
                      [](const std::vector<Value>& operands) { return element_at(operands[1], std::get<IntTuple>(operands[0])); });
      // Puts suggestions for the callee in parentheses.
      if (first > 0 && result_.warning && result_.warning->span == callee_span)
        for (auto& s : result_.warning->problem.suggestions) s = fmt::format("({})", s);
      return element;
    });
    if (&node == outermost_) result_.made_by = std::move(made_by);
    else remember(node.span, std::make_shared<const Provenance>(std::move(made_by)));
    return result;
  }

  const Environment& names_;
  IntegerRule rule_;
  EvaluateOptions options_;
  Diagnoser diagnoser_;
  const Node* outermost_ = nullptr;
  std::map<std::pair<std::size_t, std::size_t>, std::shared_ptr<const Provenance>> made_;  ///< by source place
  Evaluation result_;
};

}  // namespace

void require_usable(const Value& v) {
  const Layout* l = std::get_if<Layout>(&v);
  if (const auto* t = std::get_if<Tensor>(&v)) l = &t->layout;
  if (const auto* d = std::get_if<MatrixDescriptor>(&v)) l = &d->tile.layout;
  if (const auto* c = std::get_if<ComposedLayout>(&v)) l = &c->layout;
  int deepest = l != nullptr ? l->shape().depth() : 0;
  if (const auto* t = std::get_if<IntTuple>(&v)) deepest = t->depth();
  if (const auto* t = std::get_if<Tiler>(&v)) deepest = depth_of(*t);
  if (const auto* t = std::get_if<TiledCopy>(&v)) l = &t->layout_tv, deepest = std::max(l->shape().depth(), depth_of(t->tiler));
  if (const auto* t = std::get_if<TvTiler>(&v)) l = &t->layout_tv, deepest = std::max(l->shape().depth(), depth_of(t->tiler));
  if (const auto* t = std::get_if<TiledMma>(&v)) l = &t->thr_layout_mnk, deepest = std::max(l->shape().depth(), depth_of(t->permutations));
  const OuterFunction* outer = nullptr;
  if (const auto* t = std::get_if<Tensor>(&v); t != nullptr && t->outer) outer = &*t->outer;
  if (const auto* c = std::get_if<ComposedLayout>(&v)) outer = &c->outer;
  if (const auto* c = std::get_if<ComposedFunction>(&v)) outer = &c->outer;
  if (const auto* z = std::get_if<Zip>(&v))
    for (std::size_t i = 0; i < z->parts.size(); ++i) require_usable(part_of(*z, i));
  for (int functions = 0; outer != nullptr; outer = outer->inside.empty() ? nullptr : &outer->inside[0])
    deepest = std::max(deepest, ++functions);
  if (deepest > max_depth) throw Problem{"limit", message("A value is nested at most {} deep.", max_depth), {}};
  if (l == nullptr) return;
  size_of(*l);
  if (!has_basis(*l)) cosize_of(*l);
  else if (has_indices(*l)) product(room_of(*l));
}

Evaluation evaluate_tree(const Node& node, const Environment& names, IntegerRule rule, const EvaluateOptions& options) {
  return Evaluator(names, rule, options).run(node);
}

}  // namespace algebra::expression
