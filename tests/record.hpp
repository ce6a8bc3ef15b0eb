#pragma once
// Checks that a function's record is complete and its example right.

#include <string>

#include <doctest/doctest.h>

#include "algebra/language/vocabulary.hpp"

inline void check_record(const algebra::Function& f) {
  INFO(f.name);
  CHECK_FALSE(f.name.empty());
  CHECK_FALSE(f.signature.empty());
  CHECK_FALSE(f.meaning.empty());
  CHECK((f.run != nullptr));
  CHECK(f.arguments.least <= f.arguments.most);
  // Operands that a record points to must be arguments of the function.
  for (const int operand : {f.blamed, f.keeps_memory_of, f.threads, f.part})
    CHECK((operand == algebra::expression::no_argument || (operand >= 0 && operand < f.arguments.most)));

  // The example's answer must be its value.
  REQUIRE_FALSE(f.example.expression.empty());
  algebra::Environment names;
  if (!f.example.entry.empty()) {
    const auto line = algebra::split_line(f.example.entry);
    REQUIRE(line);
    const auto value = algebra::evaluate(line->expression, {}, algebra::IntegerRule::math);
    REQUIRE(value);
    names.emplace(line->name, value->value);
  }
  const auto rule = algebra::resolve(algebra::IntegerRule::automatic, f.example.expression);
  const auto e = algebra::evaluate(f.example.expression, names, rule);
  REQUIRE(e);
  CHECK(algebra::to_string(e->value, rule == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain) ==
        f.example.answer);
}
