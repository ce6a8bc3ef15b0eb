#pragma once
// The picture of an expression's value.

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "algebra/language/evaluate.hpp"
#include "render/diagram.hpp"

/// The test fails if the expression has no value, or its value no picture.
inline render::Diagram picture_of(const std::string& expression, std::string_view name, const render::View& view = {},
                                  const algebra::Environment& names = {}) {
  const auto e = algebra::evaluate(expression, names, algebra::resolve(algebra::IntegerRule::automatic, expression));
  REQUIRE_MESSAGE(e, expression << ": " << e.error().problem.message.text());
  auto d = render::describe(e->value, name, view);
  REQUIRE(d);
  return *d;
}
