// Numbers that differ between the threads of a block while a kernel is traced as one of them. Each such number holds a value for every
// thread, and so does every number computed from it. At a branch the trace continues with the threads that take the same way as the traced
// one. A number that depends on the thread in an unknown way is lost, and nothing is derived from it.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace app {

using algebra::Message;
using algebra::message;
namespace {

constexpr std::int64_t lanes_of_warp = 32;

/// Returns whether the language gives the same result as C++: it does not wrap around, and divides only by positive numbers.
bool is_exact(Operator by, std::int64_t a, std::int64_t b, std::int64_t result) {
  std::int64_t exact = 0;
  switch (by) {
    case Operator::add: return !__builtin_add_overflow(a, b, &exact) && exact == result;
    case Operator::subtract: return !__builtin_sub_overflow(a, b, &exact) && exact == result;
    case Operator::multiply: return !__builtin_mul_overflow(a, b, &exact) && exact == result;
    default: return a >= 0 && b > 0;
  }
}

}  // namespace

/// Returns a number's value for each thread, or null if it is the same for all.
CppLanes CppInterpreter::lanes_of(const CppValue& v) {
  if (!tracing()) return nullptr;
  if (v.lanes != nullptr || !v.is(Kind::expression) || !entries_.follows_from_thread(v.text)) return v.lanes;
  return entries_.lanes_of(v.text);
}

/// Returns whether a number depends on the thread in an unknown way.
bool CppInterpreter::is_lost(const CppValue& v) const {
  return tracing() && v.lanes == nullptr && std::ranges::any_of(v.assumed, is_thread_parameter) && !entries_.follows_from_thread(v.text);
}

/// Returns whether a thread has gone the same way as the traced one.
bool CppInterpreter::is_alike(std::size_t thread) const { return thread >= trace_->alike.size() || trace_->alike[thread]; }

/// Returns an expression's number if all threads that have come here have the same one; nullopt if they differ or it is unknown.
std::optional<std::int64_t> CppInterpreter::same_for_all(const CppValue& v) {
  const auto own = integer_of(v);
  if (!tracing() || !own) return own;
  const auto lanes = lanes_of(v);
  if (lanes == nullptr) return is_lost(v) || (v.is(Kind::expression) && entries_.follows_from_thread(v.text)) ? std::nullopt : own;
  for (std::size_t t = 0; t < lanes->size(); ++t)
    if (is_alike(t) && (*lanes)[t] != *own) return std::nullopt;
  return own;
}

/// Returns the number with its values for all threads, or a plain number if all agree. Threads that went another way count, too, as
/// __shfl_sync may read their values.
CppValue CppInterpreter::with_lanes(CppValue v, CppLanes lanes) const {
  if (lanes == nullptr) return v;
  const bool same = std::ranges::all_of(*lanes, [&](std::int64_t n) { return n == v.number; });
  if (same) {
    std::erase_if(v.assumed, is_thread_parameter);
    v.lanes = nullptr;
    return v;
  }
  v.assumed.emplace(thread_parameter);
  v.lanes = std::move(lanes);
  return v;
}

/// Returns an expression for a number that differs between threads.
std::string CppInterpreter::text_by_thread(const CppValue& v) {
  auto all = *v.lanes;
  for (std::size_t t = 0; t < all.size(); ++t) {
    if (all[t] != no_lane) continue;
    if (is_alike(t)) unknown(message("its value for thread {} is not defined", t));
    all[t] = *v.number;
  }
  auto text = entries_.by_thread(all, *v.number, frame().function != nullptr ? frame().function->definition.line() : 1);
  if (text.empty()) unknown("threads have too many different numbers");
  return text;
}

/// The number n that an expression is, without its formula.
CppValue CppInterpreter::plain_number(const CppValue& of, std::int64_t n) {
  const bool fits = n == static_cast<int>(n);
  auto number = CppValue::integer(n, !of.type.empty() ? of.type : fits ? "int" : "long");
  number.assumed = assumed_of(of);
  return with_lanes(std::move(number), lanes_of(of));
}

/// `result`: the result of the traced thread, to which those of the others are added. `exact`: set to whether the language gives the same
/// results.
CppValue CppInterpreter::by_lanes(Operator by, const CppValue& a, const CppValue& b, CppValue result, bool* exact) {
  const auto of_a = lanes_of(a), of_b = lanes_of(b);
  if ((of_a == nullptr && of_b == nullptr) || !result.number) return result;
  if (a.is(Kind::real) || b.is(Kind::real)) {
    const std::vector<std::int64_t> unknown((of_a != nullptr ? of_a : of_b)->size(), no_lane);
    return with_lanes(std::move(result), std::make_shared<const std::vector<std::int64_t>>(unknown));
  }
  const auto same = [](const CppValue& v, const CppValue& w) {
    return v.lanes == w.lanes && v.type == w.type && (v.lanes != nullptr || v.number == w.number);
  };
  CppValue x{.kind = Kind::expression, .type = a.type, .number = a.number.value_or(0)}, y{.kind = Kind::expression, .type = b.type};
  y.number = b.number.value_or(0);
  x.lanes = of_a, y.lanes = of_b;
  const auto before = std::ranges::find_if(recent_lanes_, [&](const LanesOf& l) { return l.is == by && same(l.a, x) && same(l.b, y); });
  if (before != recent_lanes_.end()) {
    if (exact != nullptr) *exact = before->exact;
    return with_lanes(std::move(result), before->lanes);
  }
  const auto threads = (of_a != nullptr ? of_a : of_b)->size();
  std::vector<std::int64_t> all(threads, no_lane);
  bool all_exact = true;
  const CppIntegers operation(by, a.type, b.type);
  for (std::size_t t = 0; t < threads; ++t) {
    const auto p = of_a != nullptr ? (*of_a)[t] : *x.number, q = of_b != nullptr ? (*of_b)[t] : *y.number;
    // One operand of && or || may decide alone.
    const bool decides =
        (by == Operator::both && (p == 0 || q == 0)) || (by == Operator::either && ((p != no_lane && p != 0) || (q != no_lane && q != 0)));
    if (decides) all[t] = by == Operator::either ? 1 : 0;
    if (decides || p == no_lane || q == no_lane) continue;
    all[t] = operation(p, q).value_or(no_lane);
    all_exact = all_exact && (!is_alike(t) || (all[t] != no_lane && is_exact(by, p, q, all[t])));
  }
  constexpr std::size_t most_recent = 64;
  auto lanes = std::make_shared<const std::vector<std::int64_t>>(std::move(all));
  recent_lanes_.push_front({by, std::move(x), std::move(y), lanes, all_exact});
  if (recent_lanes_.size() > most_recent) recent_lanes_.pop_back();
  constexpr std::size_t threads_a_step = 32;
  entries_.count(threads / threads_a_step);
  if (exact != nullptr) *exact = all_exact;
  return with_lanes(std::move(result), std::move(lanes));
}

/// Returns a function of two numbers for each thread, or null if both are the same for all.
CppLanes CppInterpreter::combined_lanes(const CppValue& a, const CppValue& b, std::int64_t (*function)(std::int64_t, std::int64_t)) {
  const auto of_a = lanes_of(a), of_b = lanes_of(b);
  if ((of_a == nullptr && of_b == nullptr) || !a.number || !b.number) return nullptr;
  std::vector<std::int64_t> all;
  for (std::size_t t = 0; t < (of_a ? of_a : of_b)->size(); ++t) {
    const auto m = of_a ? (*of_a)[t] : *a.number, n = of_b ? (*of_b)[t] : *b.number;
    all.push_back(m == no_lane || n == no_lane ? no_lane : function(m, n));
  }
  return std::make_shared<const std::vector<std::int64_t>>(std::move(all));
}

/// Returns the truth value of a condition without effects as a number, or nullopt if it is unknown.
std::optional<CppValue> CppInterpreter::truth_of(SyntaxNode node) {
  node = as_comparison(node);
  if (node.is("condition_clause")) return truth_of(node["value"]);
  if (node.is("parenthesized_expression")) return truth_of(only(node));
  const auto combined = [&](Operator is, const CppValue& a, const CppValue& b) {
    auto result = cpp_operation(is, a, b);
    result.assumed = assumed_of(a);
    result.assumed.merge(assumed_of(b));
    return by_lanes(is, a, b, std::move(result));
  };
  const auto by = operator_of(node["operator"].text());
  if (node.is("unary_expression") && by == Operator::negation) {
    const auto v = truth_of(node["argument"]);
    return v ? std::optional(combined(Operator::equal, *v, CppValue::integer(0))) : std::nullopt;
  }
  if (node.is("binary_expression") && is_logical(by)) {
    const auto a = truth_of(node["left"]);
    if (a && !a->lanes && !is_lost(*a) && (*a->number != 0) == (by == Operator::either)) return a;
    const auto b = truth_of(node["right"]);
    return a && b ? std::optional(combined(by, *a, *b)) : std::nullopt;
  }
  try {
    auto v = numeric(node);
    if (!v.number || !v.is(Kind::expression)) return std::nullopt;
    return combined(Operator::different, v, CppValue::integer(0));
  } catch (Unknown&) {
    return std::nullopt;
  }
}

/// Evaluates c ? a : b for numbers if c differs between threads; nullopt otherwise.
std::optional<CppValue> CppInterpreter::selected(SyntaxNode node) {
  if (!tracing() || has_effects(node)) return std::nullopt;
  const auto c = truth_of(node["condition"]);
  if (!c || c->lanes == nullptr) return std::nullopt;
  auto a = argument(node["consequence"]), b = argument(node["alternative"]);
  complete(a), complete(b);
  if (!a.is(Kind::expression) || !b.is(Kind::expression) || !a.number || !b.number || is_lost(a) || is_lost(b)) return std::nullopt;
  const auto of_a = lanes_of(a), of_b = lanes_of(b);
  const auto type = cpp_operation(Operator::bit_or, a, b).type;
  std::vector<std::int64_t> all;
  for (std::size_t t = 0; t < c->lanes->size(); ++t) {
    const auto holds = (*c->lanes)[t];
    const auto n = holds != 0 ? (of_a ? (*of_a)[t] : *a.number) : of_b ? (*of_b)[t] : *b.number;
    all.push_back(holds == no_lane || n == no_lane ? no_lane : in_range_of(n, type));
  }
  auto v = CppValue::integer(*c->number != 0 ? *a.number : *b.number, type);
  for (const auto& of : {*c, a, b}) v.assumed.merge(assumed_of(of));
  return with_lanes(std::move(v), std::make_shared<const std::vector<std::int64_t>>(std::move(all)));
}

/// Evaluates array[i] for numbers if i differs between threads; nullopt otherwise.
std::optional<CppValue> CppInterpreter::gathered(SyntaxNode node) {
  if (!tracing() || has_effects(node)) return std::nullopt;
  const auto array = place(node["argument"]);
  if (array == nullptr || array->value.members == nullptr) return std::nullopt;
  const auto index = numeric(node["indices"].is("subscript_argument_list") ? only(node["indices"]) : node["indices"]);
  const auto at = lanes_of(index);
  if (at == nullptr || !index.number) return std::nullopt;
  std::vector<std::int64_t> all(at->size(), no_lane);
  std::optional<CppValue> own;
  Assumed assumed = assumed_of(index);
  for (std::size_t t = 0; t < at->size(); ++t) {
    const auto element = (*at)[t] == no_lane ? nullptr : element_at(array->value, (*at)[t]);
    if (element == nullptr || !element->value.number) {
      if (is_alike(t)) return std::nullopt;
      continue;
    }
    const auto lanes = lanes_of(element->value);
    if (is_lost(element->value)) return std::nullopt;
    all[t] = lanes ? (*lanes)[t] : *element->value.number;
    if ((*at)[t] == *index.number) own = element->value, assumed.merge(assumed_of(element->value));
  }
  if (!own) return std::nullopt;
  auto v = CppValue::integer(*own->number, own->type);
  v.assumed = std::move(assumed);
  return with_lanes(std::move(v), std::make_shared<const std::vector<std::int64_t>>(std::move(all)));
}

/// Evaluates __shfl_sync(mask, v, lane), and its variants with a lane relative to the thread's own.
CppValue CppInterpreter::shuffled(std::string_view function, const Arguments& given_values) {
  auto v = given_values[1];
  complete(v);
  const auto lanes = lanes_of(v);
  if (lanes == nullptr || !v.number) return v;
  auto by = given_values.size() > 2 ? given_values[2] : CppValue::integer(0);
  complete(by);
  if (!by.number || is_lost(by) || given_values.size() > 3) unknown(message("{} is not followed", function));
  const auto of_by = lanes_of(by);
  auto all = *lanes;
  for (std::size_t t = 0; t < all.size(); ++t) {
    const auto own = static_cast<std::int64_t>(t) % lanes_of_warp, n = of_by ? (*of_by)[t] : *by.number;
    auto from = function.find("xor") != function.npos    ? own ^ n
                : function.find("down") != function.npos ? own + n
                : function.find("up") != function.npos   ? own - n
                                                         : n & (lanes_of_warp - 1);
    // Past the end of the warp a lane receives its own value.
    if (from < 0 || from >= lanes_of_warp) from = own;
    const auto at = static_cast<std::int64_t>(t) - own + from;
    all[t] = at < static_cast<std::int64_t>(all.size()) ? (*lanes)[static_cast<std::size_t>(at)] : no_lane;
  }
  if (all == *lanes) return v;
  const auto x = entries_.integer_of(thread_number(0)).value_or(0);
  const auto own = x < static_cast<std::int64_t>(all.size()) ? all[static_cast<std::size_t>(x)] : no_lane;
  if (own == no_lane) unknown(message("{} is not followed", function));
  auto number = CppValue::integer(own, v.type);
  number.assumed = assumed_of(v);
  return with_lanes(std::move(number), std::make_shared<const std::vector<std::int64_t>>(std::move(all)));
}

/// The number of the thread in its block, as an expression.
std::string CppInterpreter::thread_number(std::size_t line) {
  const auto x = given("threadIdx.x", "0", line, false);
  const auto* block = tracing() && trace_->block.size() == 3 ? &trace_->block : nullptr;
  if (block == nullptr || ((*block)[1] == 1 && (*block)[2] == 1)) return x;
  return fmt::format("({} + {} * {} + {} * {})", x, given("threadIdx.y", "0", line, false), (*block)[0],
                     given("threadIdx.z", "0", line, false), (*block)[0] * (*block)[1]);
}

/// Records that it is unknown which threads run the code that follows.
void CppInterpreter::lose_way(std::size_t line) {
  trace_stops(message("line {}: the threads for which the condition holds are not known", placed(line)));
  way_is_lost_ = true;
}

/// Continues the trace with the threads for which a number equals that of the traced one (`exact`), or is zero or non-zero like it.
/// `assumed`: the number's assumptions, of which those on the thread are removed.
void CppInterpreter::part_ways(const CppValue& v, std::size_t line, bool exact, Assumed& assumed) {
  if (!tracing()) return;
  const auto lanes = lanes_of(v);
  if (lanes == nullptr) {
    if (is_lost(v) || (v.is(Kind::expression) && entries_.follows_from_thread(v.text))) lose_way(line);
    std::erase_if(assumed, is_thread_parameter);
    return;
  }
  const auto own = integer_of(v).value_or(0);
  for (std::size_t t = 0; t < lanes->size(); ++t) {
    if (!is_alike(t)) continue;
    const auto n = (*lanes)[t];
    if (n == no_lane) lose_way(line);
    else if (exact ? n != own : (n != 0) != (own != 0)) trace_->alike[t] = false;
  }
  std::erase_if(assumed, is_thread_parameter);
}

}  // namespace app
