// What a kernel does from its call to its return, call by call, as one thread comes past it.

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "app/import/cpp_interpreter.hpp"

namespace app {

using algebra::Message;
namespace {

constexpr std::size_t most_traced_steps = 2'000'000, most_traced_calls = 100'000;

/// How the program says which thread it is.
bool is_thread(std::string_view name) { return name.starts_with("threadIdx"); }

/// Whether to evaluate it a second time would change a variable a second time.
bool changes_something(SyntaxNode node) {
  bool found = false;
  each_below(node, [&](SyntaxNode n) {
    found = found || n.is("assignment_expression") || n.is("update_expression") || n.is("lambda_expression");
    return found;
  });
  return found;
}

}  // namespace

TracedProgram CppInterpreter::run_traced(std::optional<std::size_t> kernel) {
  TracedProgram traced;
  traced_kernel_ = kernel;
  traces_ = &traced.kernels;
  entries_.keep_parameters();
  traced.program = run();
  traces_ = nullptr;
  return traced;
}

void CppInterpreter::trace(const CppFunction& f, const Arguments& values, const std::vector<std::string>& names, SyntaxNode templates,
                           std::string section, std::size_t called_at) {
  if (std::ranges::any_of(*traces_, [&](const KernelTrace& t) { return t.kernel == section && t.calls_at == called_at; })) return;
  auto& t = traces_->emplace_back();
  t.kernel = section;
  t.line = f.definition.line();
  t.calls_at = called_at;
  const auto sizes = [](const std::optional<algebra::Value>& v) {
    std::vector<std::int64_t> all;
    if (const auto* n = v ? std::get_if<algebra::IntTuple>(&*v) : nullptr)
      n->for_each_integer([&](algebra::Int i) { all.push_back(i.value); });
    return all;
  };
  t.grid = sizes(grid_size_);
  if (const auto block = sizes(block_size_); !block.empty())
    t.threads = std::accumulate(block.begin(), block.end(), std::int64_t{1}, std::multiplies<>());
  if (traced_kernel_ && traces_->size() != *traced_kernel_ + 1) return;
  entries_.allow(most_traced_steps);
  trace_ = &t;
  rounds_.clear();
  run_for_entries(f, values, names, templates, std::move(section), true);
  trace_ = nullptr;
  if (entries_.exhausted() && t.incomplete.empty()) t.incomplete = entries_.why_exhausted();
}

void CppInterpreter::trace_stops(const Message& why) {
  if (trace_->incomplete.empty()) trace_->incomplete = why;
}

/// Says in which loop the trace has taken too long.
void CppInterpreter::trace_exhausted() {
  if (!tracing() || !entries_.exhausted()) return;
  if (rounds_.empty()) trace_stops(entries_.why_exhausted());
  else trace_stops(algebra::message("the loop of line {}: {}", rounds_.back().line, entries_.why_exhausted()));
}

/// The lines from which the variables follow that are named in it.
std::set<std::size_t> CppInterpreter::lines_below(SyntaxNode node) const {
  std::set<std::size_t> lines;
  each_below(node, [&](SyntaxNode n) {
    if (const auto p = n.is("identifier") ? find(n.text()) : nullptr) lines.insert(p->lines.begin(), p->lines.end());
    return false;
  });
  return lines;
}

/// What a statement has declared as a number or changed follows from its line, and from those from which what it names follows.
void CppInterpreter::trace_lines(SyntaxNode node) {
  const bool declares = node.is("declaration");
  if (!declares && !node.is("expression_statement")) return;
  auto lines = lines_below(node);
  lines.insert(node.line());
  for (const auto& p : changed_in(node)) p->lines = lines;
  if (!declares) return;
  for (const auto& child : node.children())
    if (const auto name = declared_name(child.is("init_declarator") ? child["declarator"] : child))
      // What is of CuTe is an entry with its own line.
      if (const auto p = find(name.text()); p != nullptr && p->value.number) p->lines = lines;
}

/// The variable that an argument is, or whose address it is, with the number of its element: "bars[2]", "storage.bars[2]".
std::string CppInterpreter::traced_place(SyntaxNode node) {
  if (node.is("pointer_expression") || node.is("parenthesized_expression"))
    return traced_place(node["argument"] ? node["argument"] : only(node));
  if (node.is("identifier")) return std::string(node.text());
  if (node.is("field_expression")) {
    const auto of = traced_place(node["argument"]);
    return of.empty() ? of : fmt::format("{}.{}", of, node["field"].text());
  }
  if (!node.is("subscript_expression")) return {};
  const auto of = traced_place(node["argument"]);
  auto index = node["indices"] ? node["indices"] : node["index"];
  if (index.is("subscript_argument_list")) index = only(index);
  if (of.empty()) return of;
  try {
    const auto n = integer_of(numeric(index));
    return n ? fmt::format("{}[{}]", of, *n) : std::string{};
  } catch (Unknown&) {
    return {};
  }
}

TracedArgument CppInterpreter::traced(SyntaxNode node) {
  TracedArgument a{.source = in_one_line(node.text(), 200)};
  if (changes_something(node)) return a;
  a.place = traced_place(node);
  a.lines = lines_below(node);
  // tma.with(bars[stage], mask) copies as tma does, and completes the barrier.
  if (const auto callee = node["function"]; callee.is("field_expression") && callee["field"].text() == "with") {
    const auto with = node["arguments"].children();
    a.text = traced(callee["argument"]).text;
    if (!with.empty()) a.barrier = traced_place(with.front());
    return a;
  }
  try {
    const auto v = argument(node);
    a.number = v.number;
    if (v.is(Kind::expression) || v.is(Kind::type)) a.text = text_of(v);
    if (!a.number && v.is(Kind::expression)) a.number = integer_of(v);
  } catch (Unknown&) {
  }
  return a;
}

void CppInterpreter::trace_call(SyntaxNode node) {
  if (trace_->calls.size() >= most_traced_calls) return trace_stops("it calls more functions than are followed");
  TracedCall c{.line = node.line(), .loops = rounds_, .perhaps = perhaps_ > 0, .source = in_one_line(node.text(), 200)};
  auto callee = node["function"];
  if (callee.is("field_expression")) {
    c.object = traced(callee["argument"]);
    callee = callee["field"];
  }
  while (callee.is("qualified_identifier")) {
    c.scope += (c.scope.empty() ? "" : "::") + std::string(callee["scope"].text());
    callee = callee["name"];
  }
  const auto templated = callee.is("template_function") || callee.is("template_method") ? callee["arguments"] : SyntaxNode{};
  c.function = without_arguments(callee.text());
  if (templated)
    for (const auto& a : templated.children()) c.templates.push_back(traced(a.is("type_descriptor") ? a["type"] : a));
  for (const auto& a : node["arguments"].children()) c.arguments.push_back(traced(a));
  trace_->calls.push_back(std::move(c));
}

/// Instructions that make threads or the memory wait order the steps, in a way that is not followed.
void CppInterpreter::trace_assembly(SyntaxNode node) {
  const auto text = node.text();
  constexpr std::array<std::string_view, 8> instructions{"bar.",       "barrier.",     "mbarrier.",     "fence.",
                                                         "wait_group", "commit_group", "cp.async.wait", "wgmma.wait"};
  if (std::ranges::none_of(instructions, [&](std::string_view i) { return text.find(i) != std::string_view::npos; })) return;
  if (trace_->calls.size() >= most_traced_calls) return trace_stops("it calls more functions than are followed");
  trace_->calls.push_back({.line = node.line(),
                           .function = std::string(TracedCall::orders_otherwise),
                           .loops = rounds_,
                           .perhaps = perhaps_ > 0,
                           .source = in_one_line(text, 200)});
}

/// A condition that follows from which thread it is.
void CppInterpreter::trace_condition(SyntaxNode node, const Condition& c) {
  if (std::ranges::none_of(c.assumed, is_thread)) return;
  ThreadCondition t{.line = node.line(), .holds = c.holds.value_or(false)};
  const auto side = [&](SyntaxNode of) -> std::string {
    if (!of || changes_something(of)) return {};
    try {
      const Replaced formulas(numeric_, 0);
      return text_of(evaluate(of));
    } catch (Unknown&) {
      return {};
    }
  };
  constexpr std::array<std::string_view, 6> comparisons{"==", "!=", "<", "<=", ">", ">="};
  const auto sign = node["operator"].text();
  if (node.is("binary_expression") && std::ranges::find(comparisons, sign) != comparisons.end()) {
    t.left = side(node["left"]);
    t.right = side(node["right"]);
    if (!t.left.empty() && !t.right.empty()) t.sign = sign;
    else t.left = t.right = {};
  } else {
    t.left = side(node);
  }
  const auto of_thread = [&](const std::string& text) { return std::ranges::any_of(entries_.assumed_in(text), is_thread); };
  if (!of_thread(t.left) && !of_thread(t.right)) t.left = t.sign = t.right = {};
  trace_->conditions.insert(std::move(t));
}

}  // namespace app
