// Traces a kernel from its call to its return, call by call, as one of its threads executes it.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"

namespace app {

using algebra::Message;
namespace {

constexpr std::size_t most_traced_steps = 2'000'000;

}  // namespace

bool CppInterpreter::changes_something(SyntaxNode node) const {
  bool found = false;
  each_below(node, [&](SyntaxNode n) {
    const bool changes = n.is("assignment_expression") || n.is("update_expression");
    found = found || (changes && taken_back_ == 0) || n.is("lambda_expression");
    return found;
  });
  return found;
}

TracedProgram CppInterpreter::run_traced(std::optional<std::size_t> kernel) {
  TracedProgram traced;
  traced_kernel_ = kernel;
  traces_ = &traced.kernels;
  entries_.keep_parameters();
  traced.program = run();
  traced.program.array_bytes = std::move(array_bytes_);
  traces_ = nullptr;
  for (const auto& f : definitions_.functions())
    if (f.kernel && is_listed(f.definition) &&
        std::ranges::find(traced.kernels, f.definition.line(), &KernelTrace::line) == traced.kernels.end())
      traced.uncalled.push_back({.kernel = shown_name(f), .line = f.definition.line()});
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
  if (const auto block = sizes(block_size_); !block.empty()) {
    t.threads = std::accumulate(block.begin(), block.end(), std::int64_t{1}, std::multiplies<>());
    if (*t.threads >= 1 && *t.threads <= algebra::most_threads) t.block = block, t.block.resize(3, 1);
  }
  if (traced_kernel_ && traces_->size() != *traced_kernel_ + 1) return;
  entries_.allow(most_traced_steps);
  entries_.run_as_block(t.block);
  t.alike.assign(t.block.empty() ? 1 : static_cast<std::size_t>(*t.threads), true);
  trace_ = &t;
  rounds_.clear();
  recent_lanes_.clear();
  way_is_lost_ = false;
  memories_.clear();
  stand_ins_.clear();
  traced_variables_.clear();
  run_for_entries(f, values, names, templates, std::move(section), true);
  trace_ = nullptr;
  if (entries_.exhausted() && t.incomplete.empty()) t.incomplete = entries_.why_exhausted();
}

void CppInterpreter::trace_stops(const Message& why) {
  if (trace_->incomplete.empty()) trace_->incomplete = why;
}

/// Returns whether the trace has reached its limit of calls, and records that.
bool CppInterpreter::trace_is_full() {
  if (trace_->calls.size() < most_traced_calls) return false;
  trace_stops("it makes more calls than are supported");
  return true;
}

/// Records the loop in which the trace ran out of steps.
void CppInterpreter::trace_exhausted() {
  if (!tracing() || !entries_.exhausted()) return;
  if (rounds_.empty()) trace_stops(entries_.why_exhausted());
  else trace_stops(algebra::message("the loop of line {}: {}", placed(rounds_.back().line), entries_.why_exhausted()));
}

/// Returns the lines that the variables in a node depend on.
std::set<std::size_t> CppInterpreter::lines_below(SyntaxNode node) const {
  std::set<std::size_t> lines;
  each_below(node, [&](SyntaxNode n) {
    if (const auto p = n.is("identifier") ? find(n.text()) : nullptr) lines.insert(p->lines.begin(), p->lines.end());
    return false;
  });
  return lines;
}

/// Records the lines that a statement's variables depend on: its own, and those of the variables that it uses.
void CppInterpreter::trace_lines(SyntaxNode node) {
  const bool declares = node.is("declaration");
  if (!declares && !node.is("expression_statement")) return;
  auto lines = lines_below(node);
  lines.insert(node.line());
  for (const auto& p : changed_in(node)) p->lines = lines;
  if (!declares) return;
  for (const auto& child : node.children())
    if (const auto name = declared_name(child.is("init_declarator") ? child["declarator"] : child))
      // A value of CuTe is an entry, which has its own line.
      if (const auto p = find(name.text()); p != nullptr && p->value.number) p->lines = lines;
}

/// Returns whether an element of an array may be a barrier: not a number of other than 64 bits, and not an element of a tensor.
bool CppInterpreter::may_be_barrier(SyntaxNode array) {
  try {
    const auto p = place(array);
    if (p != nullptr && p->value.is(Kind::expression) && !p->value.is_number()) return false;
    const auto number = cpp_arithmetic(element_of(array));
    return !number || (number->bits == 64 && !number->is_real);
  } catch (Unknown&) {
    return true;
  }
}

/// Returns the name of the variable that an argument denotes, or whose address it is, with the element's number: "bars[2]",
/// "storage.bars[2]".
std::string CppInterpreter::traced_place(SyntaxNode node) {
  if (node.is("pointer_expression") || node.is("parenthesized_expression"))
    return traced_place(node["argument"] ? node["argument"] : only(node));
  if (node.is("identifier")) {
    const auto p = find(node.text());
    if (p == nullptr) return std::string(node.text());
    const auto& v = p->value;
    if (v.memory_of.starts_with('@') && v.bytes == 0) {
      // "@storage:7.full" without the number: storage.full.
      const auto colon = std::min(v.memory_of.find(':'), v.memory_of.size());
      const auto rest = std::min(v.memory_of.find_first_not_of("0123456789", colon + 1), v.memory_of.size());
      return v.memory_of.substr(1, colon - 1) + v.memory_of.substr(rest);
    }
    if (v.is(Kind::pointer) && v.target != nullptr && v.members == nullptr) return v.target->name;
    return p->name.empty() ? std::string(node.text()) : p->name;
  }
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
    const auto v = numeric(index);
    const auto n = may_be_barrier(node["argument"]) ? integer_of(v) : same_for_all(v);
    Assumed assumed = assumed_of(v);
    // Threads that use different barriers go separate ways.
    if (n) part_ways(v, node.line(), true, assumed);
    return n ? fmt::format("{}[{}]", of, *n) : std::string{};
  } catch (Unknown&) {
    return {};
  }
}

/// `has_place`: false for an element of a tensor, which may differ between threads.
TracedArgument CppInterpreter::traced(SyntaxNode node, bool has_place) {
  TracedArgument a{.source = in_one_line(node.text(), 200)};
  if (changes_something(node)) return a;
  if (has_place) a.place = traced_place(node);
  a.lines = lines_below(node);
  // tma.with(bars[stage], mask) copies as tma does, and completes the barrier.
  if (const auto callee = node["function"]; callee.is("field_expression") && callee["field"].text() == "with") {
    const auto with = node["arguments"].children();
    a.term = traced(callee["argument"]).term;
    if (!with.empty()) a.barrier = traced_place(with.front());
    return a;
  }
  try {
    set_value(a, argument(node));
  } catch (Unknown&) {
  }
  return a;
}

/// Sets an argument's number, real number and term from its value.
void CppInterpreter::set_value(TracedArgument& a, const CppValue& v) {
  if (v.is(Kind::expression)) a.number = same_for_all(v);
  if (v.is(Kind::real) && !is_lost(v)) a.real = v.real;
  if (v.is(Kind::expression) || v.is(Kind::type)) a.term = Term(text_of(v));
}

/// Continues with the threads that have the same number as the traced one.
void CppInterpreter::part_ways_by(SyntaxNode node) {
  if (changes_something(node)) return;
  const auto v = argument(node);
  auto assumed = v.assumed;
  if (v.is_number() && lanes_of(v) != nullptr) part_ways(v, node.line(), true, assumed);
}

/// Records a call within a statement.
void CppInterpreter::trace_call(SyntaxNode node) {
  if (noting() && !trace_is_full()) trace_->calls.push_back(call_as_traced(node));
}

/// Returns the record of a call with its arguments. Side effects of the arguments are undone, because the call has them when it runs.
TracedCall CppInterpreter::call_as_traced(SyntaxNode node) {
  if (taken_back_ == 0 && calls_program(node["arguments"])) return tried([&] { return call_as_traced(node); });
  TracedCall c{.line = node.line(), .loops = rounds_, .perhaps = perhaps_ > 0 || way_is_lost_, .source = in_one_line(node.text(), 200)};
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
  // state.advance(4).advance(3): the temporary object that the second call changes is not tracked.
  if (const auto object = node["function"]["argument"]; object.is("call_expression") && is_of_program(object))
    c.function = TracedCall::orders_otherwise;
  if (templated)
    for (const auto& a : templated.children()) c.templates.push_back(traced(a.is("type_descriptor") ? a["type"] : a));
  for (const auto& a : node["arguments"].children()) {
    // An unknown function may call its arguments.
    const auto f = a.is("identifier") ? find(a.text()) : nullptr;
    if ((a.is("lambda_expression") || (f != nullptr && f->value.is(Kind::lambda))) && may_order(a))
      c.function = TracedCall::orders_otherwise;
    // Threads that wait at other barriers, or for other phases, go separate ways.
    const auto is_of_barrier = [](std::string_view name) {
      return name.find("arrier") != name.npos || name.find("wait") != name.npos || name.find("arrive") != name.npos;
    };
    if (is_of_barrier(c.function) || is_of_barrier(c.scope)) part_ways_by(a);
    if (!a.is("parameter_pack_expansion")) c.arguments.push_back(traced(a));
    else
      for (const auto& v : expanded(only(a))) set_value(c.arguments.emplace_back(TracedArgument{.source = in_one_line(a.text(), 200)}), v);
  }
  if (const auto all = node["arguments"].children(); c.function == "gemm" && !all.empty() && all.front().is("identifier"))
    if (const auto mma = find(all.front().text()); mma != nullptr && mma->value.adds >= 0) {
      auto& adds = c.arguments.emplace_back(TracedArgument{.name = "accumulate"});
      if (mma->value.adds < 2) adds.number = mma->value.adds;
    }
  return c;
}

/// Traces inline assembly. Waiting instructions and fences order steps in an unsupported way; other instructions matter only if they access
/// memory.
void CppInterpreter::trace_assembly(SyntaxNode node) {
  if (!noting()) return;
  const auto text = node.text();
  constexpr std::array<std::string_view, 8> instructions{"bar.",       "barrier.",     "mbarrier.",     "fence.",
                                                         "wait_group", "commit_group", "cp.async.wait", "wgmma.wait"};
  constexpr std::array<std::string_view, 16> that_touch{"ld.",     "st.",      "cp.",   "red.",  "atom", "mma",     "ldmatrix", "stmatrix",
                                                        "tcgen05", "multimem", "sust.", "suld.", "tex.", "cvta.to", "call",     "bra"};
  const auto any = [&](const auto& all) { return std::ranges::any_of(all, [&](std::string_view i) { return text.find(i) != text.npos; }); };
  if (!any(instructions)) return any(that_touch) ? trace_skipped(node, "assembly is not followed") : void();
  if (trace_is_full()) return;
  trace_->calls.push_back({.line = node.line(),
                           .function = std::string(TracedCall::orders_otherwise),
                           .loops = rounds_,
                           .perhaps = perhaps_ > 0 || way_is_lost_,
                           .source = in_one_line(text, 200)});
}

}  // namespace app
