// Traces the memory accesses of expressions in a kernel: the elements that they read and write, and the accesses that are not supported.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"

namespace app {

using algebra::message;
namespace {

/// Returns whether a method only returns a property of its object. The language's own functions count, too.
bool is_attribute(std::string_view method) {
  constexpr std::array<std::string_view, 14> all{"with",  "data", "begin", "end",   "cbegin", "cend",  "get",
                                                 "empty", "raw",  "index", "phase", "count",  "value", "is_valid"};
  return std::ranges::find(all, method) != all.end() || algebra::function_named(method) != nullptr;
}

/// Returns whether a node is not evaluated at run time, or is traced on its own.
bool is_passed_over(SyntaxNode node) {
  constexpr std::array<std::string_view, 9> kinds{"lambda_expression", "sizeof_expression",         "alignof_expression",
                                                  "decltype",          "type_descriptor",           "template_argument_list",
                                                  "string_literal",    "static_assert_declaration", "comment"};
  return std::ranges::find(kinds, node.kind()) != kinds.end();
}

std::string_view called_name(SyntaxNode callee) {
  if (callee.is("field_expression")) callee = callee["field"];
  return without_arguments(unqualified(callee.text()));
}

}  // namespace

bool only_gives_number(std::string_view f) {
  constexpr std::array<std::string_view, 34> beginnings{
      "__shfl", "__ballot",    "__any",       "__all",   "__activemask", "__match",   "__reduce",  "__popc", "__ffs",
      "__clz",  "__brev",      "__byte_perm", "__f",     "__exp",        "__log",     "__sin",     "__cos",  "__tan",
      "__pow",  "__saturatef", "__half",      "__float", "__int",        "__uint",    "__double",  "__ll",   "__h",
      "__low",  "__high",      "__bfloat",    "__mul",   "__umul",       "__builtin", "canonical_"};
  constexpr std::array<std::string_view, 69> whole{"abs",
                                                   "fabs",
                                                   "exp",
                                                   "exp2",
                                                   "exp10",
                                                   "expm1",
                                                   "log",
                                                   "log2",
                                                   "log10",
                                                   "log1p",
                                                   "sqrt",
                                                   "rsqrt",
                                                   "cbrt",
                                                   "rcbrt",
                                                   "pow",
                                                   "fma",
                                                   "fmax",
                                                   "fmin",
                                                   "fmod",
                                                   "floor",
                                                   "ceil",
                                                   "round",
                                                   "rint",
                                                   "trunc",
                                                   "tanh",
                                                   "sinh",
                                                   "cosh",
                                                   "sin",
                                                   "cos",
                                                   "tan",
                                                   "atan",
                                                   "atan2",
                                                   "asin",
                                                   "acos",
                                                   "erf",
                                                   "erfc",
                                                   "isnan",
                                                   "isinf",
                                                   "isfinite",
                                                   "signbit",
                                                   "clamp",
                                                   "min",
                                                   "max",
                                                   "move",
                                                   "forward",
                                                   "tie",
                                                   "make_pair",
                                                   "get",
                                                   "declval",
                                                   "bit_cast",
                                                   "elem_less",
                                                   "elem_leq",
                                                   "numeric_limits",
                                                   "infinity",
                                                   "quiet_NaN",
                                                   "lowest",
                                                   "epsilon",
                                                   "ceil_div",
                                                   "fast_max",
                                                   "static_cast",
                                                   "const_cast",
                                                   "reinterpret_cast",
                                                   "dynamic_cast",
                                                   "block_rank_in_cluster",
                                                   "elect_one_sync",
                                                   "thread0",
                                                   "block0",
                                                   "__nanosleep",
                                                   "warp_uniform"};
  for (const auto b : beginnings)
    if (f.starts_with(b)) return true;
  const auto has = [&](std::string_view name) { return std::ranges::find(whole, name) != whole.end(); };
  // expf and expl count as exp.
  return has(f) || (f.size() > 2 && (f.ends_with('f') || f.ends_with('l')) && has(f.substr(0, f.size() - 1)));
}

/// Returns whether a call is of a function, lambda or method of the program, which is executed.
bool CppInterpreter::is_of_program(SyntaxNode call) {
  auto callee = call["function"];
  while (callee.is("parenthesized_expression")) callee = only(callee);
  if (callee.is("lambda_expression")) return true;
  if (callee.is("field_expression")) {
    const auto object = callee["argument"];
    if (object.is("this")) return true;
    try {
      const auto p = has_effects(object) ? nullptr : place(object);
      if (p == nullptr) return false;
      const auto& v = p->value;
      return v.is(Kind::object) || v.is(Kind::array) || (v.is(Kind::pointer) && v.target != nullptr && v.target->value.is(Kind::object));
    } catch (Unknown&) {
      return false;
    }
  }
  if (callee.is("identifier"))
    if (const auto p = find(callee.text())) return p->value.is(Kind::lambda) || p->value.is(Kind::object) || p->value.is(Kind::functions);
  if (const auto* f = function_named(callee.text()); f != nullptr && !is_operation_of_cute(f->name, call["arguments"].children().size()))
    return true;
  return (callee.is("qualified_identifier") && [&] {
    try {
      return scope_of(callee).is(Kind::structure);
    } catch (Unknown&) {
      return false;
    }
  }());
}

/// Returns whether a call is known to affect neither memory nor the order of threads.
bool CppInterpreter::only_computes(SyntaxNode callee) {
  while (callee.is("parenthesized_expression")) callee = only(callee);
  const auto base = called_name(callee);
  if (base.empty() || only_gives_number(base)) return true;
  if (callee.is("field_expression")) return is_attribute(base);
  if (cpp_arithmetic(base) || algebra::function_named(base) != nullptr || base.starts_with("make_") || base.ends_with("_ptr") ||
      base.ends_with("_cast"))
    return true;
  if (callee.is("identifier") || callee.is("template_function") || callee.is("type_identifier"))
    if (const auto p = find(base)) return p->value.is(Kind::type) || p->value.is(Kind::structure) || p->value.is(Kind::expression);
  if (!arithmetic_type(callee).empty()) return true;
  // Int<4>{} and Shape<_1,_2>: a capitalised name with template arguments is a type. half_t is a type of numbers.
  auto last = callee;
  while (last.is("qualified_identifier")) last = last["name"];
  return base.ends_with("_t") || (last.is("template_function") && base[0] >= 'A' && base[0] <= 'Z');
}

/// Returns whether a piece of the program, or a function or lambda that it names, contains a word for synchronization.
bool CppInterpreter::may_order(SyntaxNode node) const {
  bool orders = false;
  std::set<std::size_t> seen;
  std::vector<SyntaxNode> parts{node};
  const auto names = [&](SyntaxNode body) {
    if (seen.insert(body.begin()).second) parts.push_back(body);
  };
  while (!orders && !parts.empty()) {
    const auto part = parts.back();
    parts.pop_back();
    each_below(part, [&](SyntaxNode n) {
      if (!n.kind().ends_with("identifier")) return orders;
      orders = orders || names_an_order(n.text());
      if (const auto* f = function_named(n.text())) names(f->definition["body"]);
      if (const auto p = find(n.text()); p != nullptr && p->value.is(Kind::lambda)) names(p->value.node);
      return orders;
    });
  }
  return orders;
}

/// Records an unsupported access and the reason.
void CppInterpreter::trace_skipped(SyntaxNode node, const algebra::Message& why) {
  if (!noting() || trace_is_full()) return;
  TracedCall c{.line = node.line(), .loops = rounds_, .perhaps = perhaps_ > 0, .why = why, .source = in_one_line(node.text(), 200)};
  if (may_order(node)) c.function = TracedCall::orders_otherwise;
  trace_->calls.push_back(std::move(c));
}

/// Records calls of the program's functions in a statement that were not executed, with the reason why they have no value.
void CppInterpreter::trace_missed(SyntaxNode node, const algebra::Message& why) {
  if (!noting()) return;
  each_below(node, [&](SyntaxNode n) {
    if (is_passed_over(n)) return true;
    if (n.is("call_expression") && !is_followed(n) && is_of_program(n)) trace_skipped(n, why);
    return false;
  });
}

/// Returns a scalar variable that was read from memory, or nullopt.
std::optional<TracedArgument> CppInterpreter::variable_named(SyntaxNode node) const {
  if (!node.is("identifier")) return std::nullopt;
  auto name = fmt::format("{}@{}", node.text(), frame().section);
  if (!traced_variables_.contains(name)) return std::nullopt;
  return TracedArgument{.source = std::string(node.text()), .variable = std::move(name)};
}

/// Returns whether an expression uses a variable that an earlier part of the same statement changes.
bool CppInterpreter::names_changed(SyntaxNode node) const {
  bool found = false;
  if (!changed_.empty())
    each_below(node, [&](SyntaxNode n) {
      found = found || (n.is("identifier") && std::ranges::find(changed_, find(n.text())) != changed_.end());
      return found;
    });
  return found;
}

/// Records the variables that a call of a function or lambda of the program may change.
void CppInterpreter::note_changed_by(SyntaxNode call) {
  const auto callee = call["function"];
  const auto named = callee.is("identifier") ? find(callee.text()) : nullptr;
  const auto lambda = callee.is("lambda_expression") ? callee : named != nullptr ? named->value.node : SyntaxNode{};
  if (lambda.is("lambda_expression")) std::ranges::copy(changed_in(lambda["body"]), std::back_inserter(changed_));
  const auto* f = function_named(callee.text());
  const auto functions = f == nullptr ? std::vector<const CppFunction*>() : definitions_.functions_named(f->name, frame().scope);
  const auto arguments = call["arguments"].children();
  for (std::size_t i = 0; i < arguments.size(); ++i)
    // A tensor's layout does not change.
    if (auto p = changed_by(arguments[i]); p != nullptr && !p->of_cute && may_change(functions, i, *p)) changed_.push_back(std::move(p));
}

/// Returns the element of a tensor, or of memory behind a pointer, that an expression denotes. nullopt if it denotes none; an empty term if
/// the element is unknown. Side effects of the evaluation are undone, because the statement itself has them when it runs.
std::optional<TracedArgument> CppInterpreter::accessed(SyntaxNode node) {
  const bool once = changes_something(node) || calls_program(node);
  auto element = once ? tried([&] { return accessed_now(node); }) : accessed_now(node);
  if (element && names_changed(node)) element->term = {};
  return element;
}

std::optional<TracedArgument> CppInterpreter::accessed_now(SyntaxNode node) {
  const bool call = node.is("call_expression"), pointed = node.is("pointer_expression");
  if (auto element = accessed_in_array(node)) return element;
  if (!call && !node.is("subscript_expression") && !(pointed && node.text().starts_with('*'))) return std::nullopt;
  const Counted muted(muted_);
  const auto of = call ? node["function"] : node["argument"];
  if (call && of.is("identifier") && find(of.text()) == nullptr) return std::nullopt;
  if (call && (of.is("field_expression") || of.is("qualified_identifier") || of.is("template_function"))) {
    const auto p = of.is("field_expression") && !has_effects(of) ? [&]() -> CppPlace {
      try {
        return place(of);
      } catch (Unknown&) {
        return nullptr;
      }
    }()
        : nullptr;
    if (p == nullptr) return std::nullopt;
  }
  const auto unknown_element = TracedArgument{.source = in_one_line(node.text(), 200)};
  try {
    if (!call) {
      // An element of an object of the program is a variable.
      if (const auto p = place(node)) return std::nullopt;
    }
    const auto whole = evaluate(of);
    if (whole.is(Kind::pointer) && !call) return element_of_parameter(of, node).value_or(unknown_element);
    if (!whole.is(Kind::expression) || whole.is_number()) return std::nullopt;
    const auto value = entries_.value_of(whole.text);
    const auto* tensor = value ? std::get_if<algebra::Tensor>(&*value) : nullptr;
    if (tensor == nullptr || tensor->coordinate || tensor->descriptors) return std::nullopt;
    if (changes_something(node)) return unknown_element;
    auto element = traced(node, false);
    if (!call) {
      const auto indices = node["indices"];
      const auto index = pointed ? SyntaxNode{} : indices.is("subscript_argument_list") ? only(indices) : indices ? indices : node["index"];
      element.term = Term(fmt::format("{}({})", operand(whole), pointed ? std::string("0") : text_of(argument(index))));
    }
    const auto part = element.term.empty() ? std::nullopt : entries_.value_of(element.term);
    const auto* at = part ? std::get_if<algebra::Tensor>(&*part) : nullptr;
    if (at == nullptr) return element.term = {}, element;
    // A slice with several elements is a tensor, and accesses nothing.
    if (at->layout.shape().is_tuple() || algebra::size(at->layout) != 1) return std::nullopt;
    return element;
  } catch (Unknown&) {
    // A pointer leads to memory even if its target is unknown.
    return call ? std::nullopt : std::optional(unknown_element);
  }
}

/// Traces a choice: the reads of the branch that is taken, or of both if that is unknown.
void CppInterpreter::trace_choice(SyntaxNode node, std::vector<TracedArgument>& from) {
  const bool logical = node.is("binary_expression");
  const auto first = logical ? node["left"] : node["condition"];
  trace_reads(first, from);
  Condition c;
  {
    const Counted muted(muted_);
    c = condition(first);
  }
  if (logical) {
    const bool all = operator_of(node["operator"].text()) == Operator::both;
    if (!c.holds || *c.holds == all) trace_reads(node["right"], from);
    return;
  }
  if (!c.holds || *c.holds) trace_reads(node["consequence"], from);
  if (!c.holds || !*c.holds) trace_reads(node["alternative"], from);
}

/// Returns whether an expression calls a function of the program.
bool CppInterpreter::calls_program(SyntaxNode node) {
  bool calls = false;
  each_below(node, [&](SyntaxNode n) {
    calls = calls || (n.is("call_expression") && is_of_program(n));
    return calls;
  });
  return calls;
}

/// x = v, x += v, ++x
void CppInterpreter::trace_assignment(SyntaxNode node, std::vector<TracedArgument>& from) {
  const bool update = node.is("update_expression"), adds = update || node["operator"].text() != "=";
  auto left = update ? node["argument"] : node["left"];
  while (left.is("parenthesized_expression")) left = only(left);
  // C++ evaluates the right side of an assignment before the left one.
  std::vector<TracedArgument> own, right;
  if (!update) trace_reads(node["right"], right);
  const auto to = accessed(left);
  if (to) {
    trace_indices(left);
    if (adds) own.push_back(*to);
  } else if (auto variable = variable_named(left); variable && adds) {
    own.push_back(*variable);
  }
  const bool begins_with_it = !own.empty();
  own.insert(own.end(), std::make_move_iterator(right.begin()), std::make_move_iterator(right.end()));
  multiplied_ = multiplied_ || (begins_with_it && own.size() > 1 && node["operator"].text() == "*=");
  from.insert(from.end(), own.begin(), own.end());
  if (to) {
    // A function of the program must be executed only once, because of its side effects.
    if (own.empty() && !update && !calls_program(node["right"]))
      if (auto number = traced(node["right"]); number.number || number.real || !number.term.empty()) {
        number.name = "number";
        own.push_back(std::move(number));
      }
    return trace_store(node, *to, std::move(own));
  }
  if (auto p = changed_by(left)) changed_.push_back(std::move(p));
  // The variable now holds a value read from memory, or no longer does.
  if (!left.is("identifier") || (own.empty() && !variable_named(left))) return;
  auto name = fmt::format("{}@{}", left.text(), frame().section);
  traced_variables_.insert(name);
  trace_store(node, {.source = std::string(left.text()), .variable = std::move(name)}, std::move(own));
}

/// float v = s(i);
void CppInterpreter::trace_variable(SyntaxNode declarator) {
  std::vector<TracedArgument> from;
  // Binding a reference does not read its target.
  Declarator how;
  declared_name(declarator["declarator"], &how);
  if (how.reference && accessed(declarator["value"])) return trace_indices(declarator["value"]);
  trace_reads(declarator["value"], from);
  const auto name = declared_name(declarator["declarator"]);
  if (!name.is("identifier") || (from.empty() && !variable_named(name))) return;
  auto variable = fmt::format("{}@{}", name.text(), frame().section);
  traced_variables_.insert(variable);
  trace_store(declarator, {.source = std::string(name.text()), .variable = std::move(variable)}, std::move(from));
}

/// Records a store in the form of a tensor's own `store` call: the elements that the value is computed from, or the number that is stored.
void CppInterpreter::trace_store(SyntaxNode whole, TracedArgument to, std::vector<TracedArgument> from) {
  if (!noting() || trace_is_full()) return;
  TracedCall c{.line = whole.line(),
               .function = "store",
               .loops = rounds_,
               .perhaps = perhaps_ > 0,
               .multiplies = multiplied_,
               .source = in_one_line(whole.text(), 200)};
  c.arguments.push_back(std::move(to));
  for (auto& f : from) c.arguments.push_back(std::move(f));
  trace_->calls.push_back(std::move(c));
}

/// Records what a call reads of an argument. A function of the program may take an array's element by reference, so its access is unknown.
void CppInterpreter::trace_handed(SyntaxNode argument, bool to_program, std::vector<TracedArgument>& from) {
  auto element = to_program ? accessed_in_array(argument) : std::nullopt;
  if (!element) return trace_reads(argument, from);
  trace_indices(argument);
  element->term = {};
  from.push_back(std::move(*element));
}

/// Records the reads of an argument of a call that is traced on its own. An element behind a pointer, such as a barrier, is left to that
/// trace.
void CppInterpreter::trace_passed(SyntaxNode argument, std::vector<TracedArgument>& from) {
  const auto element = accessed(argument);
  if (element && (element->term.empty() || is_in_array(argument))) return trace_indices(argument);
  trace_reads(argument, from);
}

/// Traces a call within an expression.
void CppInterpreter::trace_call_within(SyntaxNode node, std::vector<TracedArgument>& from) {
  const auto callee = node["function"];
  int that_read = 0;
  const bool itself_told = called_name(callee) == "with" || (!is_of_program(node) && !only_computes(callee));
  for (const auto& a : node["arguments"].children()) {
    const auto before = from.size();
    if (itself_told) trace_passed(a, from);
    else trace_handed(a, is_of_program(node), from);
    that_read += from.size() > before ? 1 : 0;
  }
  const auto base = called_name(callee);
  if (is_of_program(node)) note_changed_by(node);
  multiplied_ = multiplied_ || (that_read > 1 && (base.find("fma") != base.npos || base.find("mul") != base.npos));
  if (callee.is("field_expression") || callee.is("call_expression") || callee.is("parenthesized_expression")) trace_reads(callee, from);
  if (!is_of_program(node) && !only_computes(callee)) trace_call(node);
}

/// Appends the elements that an expression reads, in source order, and traces every call in it that may affect memory.
void CppInterpreter::trace_reads(SyntaxNode node, std::vector<TracedArgument>& from) {
  if (!node || is_passed_over(node)) return;
  const Deeper deeper(*this);
  const auto by = node.is("binary_expression") ? operator_of(node["operator"].text()) : Operator::none;
  const bool logical = is_logical(by);
  if (node.is("conditional_expression") || logical) return trace_choice(node, from);
  if (node.is("assignment_expression") || node.is("update_expression")) return trace_assignment(node, from);
  if (by == Operator::multiply) {
    std::vector<TracedArgument> right;
    const auto before = from.size();
    trace_reads(node["left"], from);
    trace_reads(node["right"], right);
    multiplied_ = multiplied_ || (from.size() > before && !right.empty());
    from.insert(from.end(), right.begin(), right.end());
    return;
  }
  if (node.is("identifier")) {
    if (auto v = variable_named(node)) from.push_back(std::move(*v));
    else if (auto number = accessed_in_array(node)) from.push_back(std::move(*number));
    return;
  }
  // Taking an address reads nothing.
  const bool address = node.is("pointer_expression") && node.text().starts_with('&');
  if (auto element = address ? std::nullopt : accessed(node)) {
    trace_indices(node);
    from.push_back(std::move(*element));
    return;
  }
  if (node.is("call_expression")) return trace_call_within(node, from);
  if (address && accessed(node["argument"])) return trace_indices(node["argument"]);
  for (const auto& child : node.children()) trace_reads(child, from);
}

/// Records the reads of the indices of an array's row.
void CppInterpreter::trace_row(SyntaxNode row, std::vector<TracedArgument>& from) {
  for (const auto& child : row.children())
    if (child.is("subscript_expression")) trace_row(child, from);
    else trace_reads(child, from);
}

/// Records the reads of an element's indices, which are not operands of the computation.
void CppInterpreter::trace_indices(SyntaxNode element) {
  std::vector<TracedArgument> from;
  const bool of_array = is_in_array(element);
  for (const auto& child : element.children())
    // In x[i][j], x[i] is not an element.
    if (of_array && child.is("subscript_expression")) trace_row(child, from);
    else if (!(child == element["function"])) trace_reads(child, from);
  trace_gone(element, std::move(from));
}

/// Records reads whose result is kept in no variable.
void CppInterpreter::trace_gone(SyntaxNode node, std::vector<TracedArgument> from) {
  if (from.empty()) return;
  trace_store(node, {.source = in_one_line(node.text(), 60), .variable = fmt::format("@{}", node.line())}, std::move(from));
}

/// Traces the arguments of a call statement.
void CppInterpreter::trace_statement(SyntaxNode call) {
  if (!noting()) return;
  multiplied_ = false;
  changed_.clear();
  const auto callee = call["function"];
  std::vector<TracedArgument> from;
  try {
    const bool itself_told = !is_of_program(call) && !only_computes(callee);
    for (const auto& a : call["arguments"].children())
      if (itself_told) trace_passed(a, from);
      else trace_handed(a, is_of_program(call), from);
    if (callee.is("field_expression") || callee.is("call_expression")) trace_passed(callee["argument"], from);
    trace_gone(call, std::move(from));
  } catch (Unknown& u) {
    trace_skipped(call, u.why);
  }
}

/// Traces the memory accesses of a statement's expression or of a condition.
void CppInterpreter::trace_accesses(SyntaxNode node) {
  if (!noting() || !node) return;
  multiplied_ = false;
  changed_.clear();
  std::vector<TracedArgument> from;
  try {
    if (node.is("declaration")) {
      for (const auto& d : node.children())
        if (d.is("init_declarator")) trace_variable(d);
      return;
    }
    const bool keeps = node.is("assignment_expression") || node.is("update_expression");
    trace_reads(node, from);
    if (!keeps) trace_gone(node, std::move(from));
  } catch (Unknown& u) {
    trace_skipped(node, u.why);
  }
}

}  // namespace app
