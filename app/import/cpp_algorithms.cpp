// Functions of C++ and CuTe that change variables or call a function argument: swap, for_each, transform, fold.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/row_named.hpp"
#include "app/document/entry_source.hpp"

namespace app {

using algebra::message;

namespace {

/// Functions that assign another value to a variable; `both`: the second one gets the old value of the first.
struct Exchange {
  std::string_view name;
  bool both;
};
constexpr std::array<Exchange, 2> exchanges{{{"swap", true}, {"exchange", false}}};
/// Functions of C that write memory.
constexpr std::array<std::string_view, 2> memory_functions{"memset", "memcpy"};

}  // namespace

/// The ways in which for_each, transform, fold and apply call their function.
enum class CppInterpreter::Applying : std::uint8_t { each, elements, sum, arguments, other };

/// Returns the elements of a CuTe tuple or of an array, or nullopt for any other value.
std::optional<CppInterpreter::Arguments> CppInterpreter::elements_of(const CppValue& v) {
  Arguments all;
  if (v.is(Kind::array)) {
    for (const auto& [key, element] : v.members->all) all.push_back(element->value);
    return all;
  }
  if (!v.is(Kind::expression) || v.is_number() || cute_type_of(v) != CuteType::tuple) return std::nullopt;
  for (auto& element : arguments_of_type(v, CuteType::tuple)) {
    element.assumed = assumed_of(v);
    all.push_back(std::move(element));
  }
  return all;
}

/// Runs std::swap(a, b), for_each(tuple, f) and the like. Returns nullopt for any other function, after discarding the values of variables
/// that it may change.
std::optional<CppValue> CppInterpreter::algorithm(std::string_view base, SyntaxNode callee, SyntaxNode arguments) {
  const auto& written = arguments.children();
  const auto nothing = CppValue::pointer_to("");
  if (const auto* row = algebra::row_named(exchanges, base); row != nullptr && written.size() == 2) {
    const auto a = known_place(written[0]), b = row->both ? known_place(written[1]) : nullptr;
    const auto before = argument(written[0]).copied(), after = argument(written[1]).copied();
    if (a == nullptr || (b == nullptr && row->both)) {
      for (const auto& node : written) forget(node, "it is changed in a way that is not supported");
      return row->both ? nothing : before;
    }
    store(a, written[0], after);
    if (b != nullptr) store(b, written[1], before);
    return row->both ? nothing : before;
  }
  Arguments lambdas;
  for (const auto& node : written) {
    if (node.is("lambda_expression")) lambdas.push_back(evaluate(node));
    else if (const auto p = node.is("identifier") ? find(node.text()) : nullptr; p != nullptr && p->value.is(Kind::lambda))
      lambdas.push_back(p->value);
  }
  constexpr std::array<std::pair<std::string_view, Applying>, 5> applying{{{"for_each", Applying::each},
                                                                           {"transform", Applying::elements},
                                                                           {"fold", Applying::sum},
                                                                           {"apply", Applying::arguments},
                                                                           {"transform_apply", Applying::other}}};
  const auto known = std::ranges::find(applying, base, &std::pair<std::string_view, Applying>::first);
  if (known != applying.end() && lambdas.size() == 1 && callee.text().find("lazy::") == std::string_view::npos && !written.empty())
    if (auto result = applied(known->second, lambdas[0], written)) return result;
  // A function from another file may change anything that a lambda argument changes, and anything in an array whose range it gets.
  const auto why = message("it may be changed by {}", in_one_line(callee.text(), 60));
  for (const auto& lambda_value : lambdas)
    for (const auto& p : changed_in(lambda_value.node["body"]))
      if (p->value.is_number() || !p->type.empty() || p->value.is(Kind::object)) write(p, CppValue::unknown(why));
  if (callee.text().starts_with("std::") || callee.text().starts_with("cuda::std::") ||
      std::ranges::find(memory_functions, base) != memory_functions.end()) {
    constexpr std::array<std::string_view, 10> readers{"min",    "max",       "get",   "size", "accumulate",
                                                       "reduce", "make_pair", "begin", "end",  "data"};
    const bool makes = base.starts_with("make_") && algebra::function_named(base) != nullptr;
    if (std::ranges::find(readers, base) != readers.end() || makes || !lambdas.empty() || base.ends_with("_of") ||
        base.starts_with("find") || base.starts_with("count") || base.ends_with("_element"))
      return std::nullopt;
    for (const auto& node : written)
      if (const auto p = root_of(node); p != nullptr && p->value.members != nullptr && !p->value.is(Kind::object))
        for (const auto& [key, element] : p->value.members->all) write(element, CppValue::unknown(why));
  }
  return std::nullopt;
}

/// for_each(t, f), transform(t, u, f), fold(t, v, f), apply(t, f)
std::optional<CppValue> CppInterpreter::applied(Applying does, const CppValue& f, const std::vector<SyntaxNode>& written) {
  std::vector<Arguments> tuples;
  std::optional<CppValue> start;
  for (std::size_t i = 0; i + 1 < written.size(); ++i) {
    const auto v = evaluate(written[i]);
    if (does == Applying::sum && i == 1) {
      start = v;
      continue;
    }
    auto all = elements_of(v);
    if (!all) return std::nullopt;
    tuples.push_back(std::move(*all));
  }
  if (tuples.empty() || (does == Applying::sum && !start)) return std::nullopt;
  if (does == Applying::arguments) return invoke_lambda(f, tuples[0], {});
  std::string made;
  Assumed assumed;
  for (std::size_t i = 0; i < tuples[0].size(); ++i) {
    Arguments values;
    if (start) values.push_back(*start);
    for (const auto& t : tuples) {
      if (i >= t.size()) return std::nullopt;
      values.push_back(t[i]);
    }
    auto result = invoke_lambda(f, values, {});
    if (does == Applying::each) continue;
    if (result.is(Kind::unknown)) unknown(result.why);
    if (start) {
      start = std::move(result);
      continue;
    }
    made += (made.empty() ? "" : ", ") + text_of(result);
    assumed.merge(assumed_of(result));
  }
  if (does == Applying::each) return CppValue::pointer_to("");
  if (start) return start;
  if (does != Applying::elements) return std::nullopt;
  auto v = CppValue::of(fmt::format("make_shape({})", made));
  v.assumed = std::move(assumed);
  return v;
}

}  // namespace app
