// A function's formula holds for its example: where it is an equation of layouts that the language itself can evaluate, at every
// index.

#include <doctest/doctest.h>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"

using namespace algebra;

namespace {

/// Returns the sides of an equation: "A(R(i))", "B(R(i))", "i".
std::vector<std::string> sides(std::string_view formula) {
  std::vector<std::string> all;
  for (std::size_t at = 0;;) {
    const auto end = std::min(formula.find(" = ", at), formula.size());
    all.emplace_back(formula.substr(at, end - at));
    if (end == formula.size()) return all;
    at = end + 3;
  }
}

/// Returns whether the formula has nothing but layouts called at i or at one another.
bool is_of_layouts(std::string_view formula) { return formula.find_first_not_of("RAB(ic) =0") == std::string_view::npos; }

std::string value_of(const std::string& side, const Environment& names) {
  const auto value = evaluate(side, names, IntegerRule::math);
  return value ? plain(value->value) : "error: " + value.error().problem.message.text();
}

}  // namespace

TEST_CASE("formulas hold for the examples, at every index") {
  int checked = 0;
  for (const auto& f : functions()) {
    if (f.formula.empty() || !f.example.entry.empty() || !is_of_layouts(f.formula)) continue;
    const auto made = evaluate(f.example.expression, {}, IntegerRule::math);
    REQUIRE_MESSAGE(made, f.name);
    const auto result = layout_of(made->value);
    if (!result || f.notation == Notation::equal) continue;
    Environment names{{"R", made->value}};
    const auto& operands = made->made_by.operands;
    if (!operands.empty()) names.emplace("A", operands[0]);
    if (operands.size() > 1) names.emplace("B", operands[1]);
    // A tuple stands for its layout.
    for (auto& [name, value] : names)
      if (const auto* tuple = std::get_if<IntTuple>(&value)) value = make_layout(*tuple);
    const auto equation = sides(f.formula);
    REQUIRE(equation.size() >= 2);
    // R(A(i)) = i holds for i in A's domain.
    const auto domain = equation[0].starts_with("R(A") ? size(*layout_of(names.at("A"))) : size(*result);
    CAPTURE(f.name);
    CAPTURE(f.formula);
    for (std::int64_t i = 0; i < domain; ++i) {
      names.insert_or_assign("i", Value(IntTuple(i)));
      names.insert_or_assign("c", Value(IntTuple(i)));
      // An equation "c = ..." stands for itself when c is the natural coordinate of i.
      if (equation[1] == "c") names.insert_or_assign("c", evaluate(natural_coordinate(result->shape(), i), {}, IntegerRule::math)->value);
      const auto first = value_of(equation[0], names);
      for (std::size_t side = 1; side < equation.size(); ++side) CHECK(first == value_of(equation[side], names));
    }
    ++checked;
  }
  CHECK(checked >= 12);
}

TEST_CASE("a formula is symbols, for readers of any language") {
  for (const auto& f : functions()) {
    CAPTURE(f.name);
    // Two words after one another are a sentence.
    for (std::size_t at = f.formula.find(' '); at != std::string_view::npos; at = f.formula.find(' ', at + 1)) {
      const auto letter = [&](std::size_t k) { return k < f.formula.size() && is_letter(f.formula[k]); };
      CHECK_FALSE((at >= 2 && letter(at - 1) && letter(at - 2) && letter(at + 1) && letter(at + 2)));
    }
  }
}
