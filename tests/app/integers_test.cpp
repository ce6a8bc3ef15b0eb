// Tests the rule of integers and its origin: chosen by the user, or automatic.

#include <doctest/doctest.h>

#include <string>

#include "app/document/evaluation.hpp"

using namespace app;

namespace {

/// Returns the message about an entry of a sheet.
std::string told_of(const SheetEvaluator& evaluator, std::size_t entry) {
  const auto& r = evaluator.results()[entry];
  return r.problem ? r.problem->problem.message.text() : std::string();
}

Sheet integers_sheet(const std::string& text) { return parse_sheet(text).value(); }

}  // namespace

TEST_CASE("a line that breaks since another has a static integer says which") {
  SheetEvaluator evaluator;
  auto sheet = integers_sheet("P = blocked_product((2,5):(5,1),(3,4):(1,3))\nA = (4,8):(8,1)\n");
  evaluator.update(sheet);
  CHECK(told_of(evaluator, 0).empty());
  CHECK_FALSE(evaluator.cute_since());
  sheet.entries[1].text = "A = (_4,8):(8,1)";
  evaluator.update(sheet);
  CHECK(evaluator.cute_since().entry == 1);
  CHECK(told_of(evaluator, 0).ends_with("The rule math has no such problem: integers follow the rule cute because A contains _4."));
  CHECK(told_of(evaluator, 0).starts_with("CuTe builds the complement"));
  // The message changes with the entries that it refers to, though its own line stays the same.
  sheet.entries[1].text = "Other = (4,Int<8>{}):(8,1)";
  evaluator.update(sheet);
  CHECK(told_of(evaluator, 0).ends_with("integers follow the rule cute because Other contains Int."));
  sheet.entries[1].text = "(4,_8):(8,1)";
  evaluator.update(sheet);
  CHECK(told_of(evaluator, 0).ends_with("integers follow the rule cute because line 2 contains _8."));
  // Not where the sheet asks for the rule, and not of what no rule helps.
  sheet.integers = algebra::IntegerRule::cute;
  evaluator.update(sheet);
  CHECK(told_of(evaluator, 0).starts_with("CuTe builds the complement"));
  CHECK(told_of(evaluator, 0).find("because") == std::string::npos);
  sheet.integers = algebra::IntegerRule::automatic;
  sheet.entries[0].text = "P = blocked_product(";
  evaluator.update(sheet);
  CHECK_FALSE(told_of(evaluator, 0).empty());
  CHECK(told_of(evaluator, 0).find("because") == std::string::npos);
}

TEST_CASE("what uses a line that broke so is told by its own rule, too") {
  SheetEvaluator evaluator;
  evaluator.update(integers_sheet("L = (4,8):(8,1)\nI = left_inverse(L)\nB = _2:_1\n"));
  CHECK(told_of(evaluator, 1).ends_with("integers follow the rule cute because B contains _2."));
}

TEST_CASE("what a program's reader did not understand stays its answer when another entry gets its name") {
  auto sheet = integers_sheet("A = 4:1\nB = f(A)\n");
  sheet.entries[1].source.problem = "f is not known";
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  CHECK(told_of(evaluator, 1) == "f is not known");
  sheet.entries[0].text = "B = 4:1";
  evaluator.update(sheet);
  CHECK(told_of(evaluator, 1) == "f is not known");
}
