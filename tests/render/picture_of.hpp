#pragma once
// The picture of an expression's value.

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "algebra/language/evaluate.hpp"
#include "render/diagram.hpp"

/// Returns the expression's value; the test fails if it has none.
inline algebra::Value value_of(const std::string& expression, algebra::IntegerRule rule = algebra::IntegerRule::automatic,
                               const algebra::Environment& names = {}) {
  const auto e = algebra::evaluate(expression, names, algebra::resolve(rule, expression));
  REQUIRE_MESSAGE(e, expression << ": " << e.error().problem.message.text());
  return e->value;
}

/// Returns the picture of the expression's value; the test fails if it has no value or the value no picture.
inline render::Diagram picture_of(const std::string& expression, std::string_view name, const render::View& view = {},
                                  const algebra::Environment& names = {}) {
  auto d = render::describe(value_of(expression, algebra::IntegerRule::automatic, names), name, view);
  REQUIRE(d);
  return *d;
}
