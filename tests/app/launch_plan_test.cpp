// A launch's form over the names of a sheet.

#include "app/launch/launch_plan.hpp"

#include <doctest/doctest.h>

using namespace app;

TEST_CASE("a launch is planned over the sheet's names, with elements of its type") {
  const auto sheet = parse_sheet("A = (8,8):(8,1)\nB =\nthr = (2,4):(4,1)\n");
  REQUIRE(sheet);
  SheetEvaluator evaluator;
  evaluator.update(*sheet);
  LaunchSettings s{{.tensor = "A", .tile = "(4,4)", .threads = "thr", .element = "f16"}};
  const auto planned = plan(evaluator, s);
  REQUIRE(planned);
  CHECK(planned->launch.element_bytes == 2);
  CHECK(planned->threads() == 8);
  s.tensor = "B";
  CHECK(plan(evaluator, s).error() == "tensor B: this entry has no value.");
  s.tensor = "nobody";
  CHECK(plan(evaluator, s).error().text().starts_with("tensor nobody: "));
}
