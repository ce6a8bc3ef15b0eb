#pragma once
// Helpers that return the message about an expression that has no value or breaks its contract.

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "algebra/language/evaluate.hpp"

/// A diagnostic's marked text, condition, message and nearest name.
struct Said {
  std::string at, condition, message, nearest;
};

inline Said said_of(std::string_view text, const algebra::Diagnostic& d) {
  REQUIRE(d.span.begin <= d.span.end);
  REQUIRE(d.span.end <= text.size());
  return {std::string(text.substr(d.span.begin, d.span.end - d.span.begin)), d.problem.condition, d.problem.message.text(),
          d.problem.suggestions.empty() ? "" : d.problem.suggestions[0]};
}

inline Said refused(std::string_view text, const algebra::Environment& names = {}) {
  const auto e = evaluate(text, names, resolve(algebra::IntegerRule::automatic, text));
  INFO(text);
  REQUIRE_FALSE(e.has_value());
  return said_of(text, e.error());
}

inline Said warned(std::string_view text, const algebra::Environment& names = {},
                   algebra::Verdict::Kind verdict = algebra::Verdict::Kind::broken) {
  const auto e = evaluate(text, names, resolve(algebra::IntegerRule::automatic, text));
  INFO(text);
  REQUIRE(e.has_value());
  CHECK(e->verdict.kind == verdict);
  REQUIRE(e->warning.has_value());
  return said_of(text, *e->warning);
}

inline bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }
