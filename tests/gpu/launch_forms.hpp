#pragma once
// Plans of launches for tests.

#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "algebra/language/evaluate.hpp"
#include "gpu/run/launch_plan.hpp"

namespace gpu_test {

/// The plan of a form, over the names that the lines define.
inline tl::expected<gpu::LaunchPlan, algebra::Message> planned(const gpu::LaunchForm& form, const std::string& lines = "") {
  algebra::Environment names;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    const auto split = algebra::split_line(line);
    REQUIRE(split);
    const auto e = algebra::evaluate(split->expression, names, algebra::IntegerRule::math);
    REQUIRE(e);
    names.insert_or_assign(std::string(split->name), e->value);
  }
  const auto look_up = [&](const std::string& expression) -> tl::expected<algebra::Value, algebra::Message> {
    auto e = algebra::evaluate(expression, names, algebra::IntegerRule::math);
    if (!e) return tl::unexpected(e.error().problem.message);
    return std::move(e->value);
  };
  return gpu::plan_of(form, std::nullopt, look_up);
}

/// Why a form has no plan: "a plan" if it has one.
inline std::string refusal(const gpu::LaunchForm& form, const std::string& lines = "") {
  const auto plan = planned(form, lines);
  return plan ? "a plan" : plan.error().text();
}

}  // namespace gpu_test
