#include <doctest/doctest.h>

#include <algorithm>

#include "algebra/language/equality.hpp"
#include "algebra/language/evaluate.hpp"

using namespace algebra;

namespace {

Value math_value(std::string_view text) {
  auto e = evaluate(text, {}, resolve(IntegerRule::automatic, text), {.verdicts = false, .steps = nullptr});
  REQUIRE(e);
  return e->value;
}

Difference between(std::string_view a, std::string_view b, std::int64_t most = 1 << 22) {
  return difference(math_value(a), math_value(b), most);
}

}  // namespace

TEST_CASE("two layouts are the same, the same function, or differ somewhere first") {
  using Kind = Difference::Kind;
  CHECK(between("(4,2):(1,4)", "(4,2):(1,4)").kind == Kind::same);
  CHECK(between("(4,2):(1,4)", "8:1").kind == Kind::same_function);
  CHECK(between("(4,2):(1,4)", "(4,3):(1,4)").kind == Kind::sizes);
  CHECK(between("(4,2):(1,4)", "(4,2):(1@0,1@1)").kind == Kind::not_comparable);
  CHECK(between("(8,8):(8,1)", "Swizzle<3,0,3> o 0 o (8,8):(8,1)").kind == Kind::values);
  CHECK(between("f16", "(4,2)").kind == Kind::not_comparable);
  const auto d = between("(4,(2,2)):(1,(4,8))", "(4,4):(1,8)");
  CHECK(d.kind == Kind::values);
  CHECK(d.first == 4);
  CHECK(d.coordinate_a == "(0,(1,0))");
  CHECK(d.coordinate_b == "(0,1)");
  CHECK(d.value_a == "4");
  CHECK(d.value_b == "8");
  CHECK(d.differing == 12);
  CHECK(d.looked_at == 16);
  CHECK(described(d).text() ==
        "A and B differ at 12 of 16 coordinates. The first is 4, (0,(1,0)) of A and (0,1) of B: A(4) = 4, B(4) = 8.");
}

TEST_CASE("layouts too large to look at all of them are sampled, and their first difference is exact") {
  const auto d = between("(1048576,1048576):(1,1048576)", "(1048576,1048576):(1,1048577)", 1 << 16);
  CHECK(d.first == 1048576);
  CHECK(d.sampled());
  CHECK(d.looked_at == 1 << 16);
  CHECK(d.differing > 65000);
  CHECK(described(d).text().find("checked coordinates, of 1099511627776 in all") != std::string::npos);
}

TEST_CASE("the elements that differ, one by one") {
  const auto cells = differing(math_value("(4,2):(1,4)"), math_value("(4,2):(2,1)"));
  CHECK(cells == std::vector<bool>{false, true, true, true, true, true, true, false});
  const auto longer = differing(math_value("4:1"), math_value("6:1"));
  CHECK(std::count(longer.begin(), longer.end(), true) == 2);
  CHECK(differing(math_value("(4096,4096)"), math_value("(4096,4096)")).empty());
}
