// The cursor that reads printed text.

#include "algebra/text/cursor.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace algebra;
using Parts = std::vector<std::string_view>;

TEST_CASE("a cursor reads words and numbers, and stays where there are none") {
  Cursor cursor("  sA_1 = -42x(8)99999999999999999999");
  CHECK_FALSE(cursor.word());
  cursor.skip();
  CHECK(cursor.word() == "sA_1");
  CHECK_FALSE(cursor.number());
  CHECK(cursor.place() == 6);
  CHECK(cursor.take(" = "));
  CHECK(cursor.number() == -42);
  CHECK_FALSE(cursor.take('y'));
  CHECK(cursor.take('x'));
  CHECK(cursor.balanced() == "8");
  CHECK_FALSE(cursor.number());
  CHECK(cursor.rest() == "99999999999999999999");
  cursor.to(std::string::npos);
  CHECK(cursor.done());
  CHECK(cursor.here() == '\0');
  CHECK_FALSE(cursor.word());
  CHECK_FALSE(cursor.take('\0'));
}

TEST_CASE("a cursor finds the bracket that closes") {
  const auto inside = [](std::string_view text, Brackets brackets = {}) { return Cursor(text, 0, brackets).balanced(); };
  CHECK(inside("(a, [b{c}]) d") == "a, [b{c}]");
  CHECK(inside("()") == "");
  CHECK(inside("(a > b)") == "a > b");
  CHECK(inside("<(a), 1> x", angle_brackets) == "(a), 1");
  CHECK(inside("<(a), 1> x", brackets_and_angles) == "(a), 1");
  for (const std::string_view open : {"", "a(b)", "(", "(a", "(a(b)"}) CHECK_FALSE(inside(open));
  // Quotes and arrows hide brackets only where there are such.
  CHECK(inside(R"(<"(8,4)>", f(a) -> b> c)", mlir_brackets) == R"("(8,4)>", f(a) -> b)");
  CHECK(inside(R"(<">"> c)", angle_brackets) == "\"");
  Cursor unterminated(R"(<a, "b>)", 0, mlir_brackets);
  CHECK_FALSE(unterminated.balanced());
  CHECK(unterminated.rest() == "\"b>");
  CHECK_FALSE(unterminated.quoted());
  Cursor open(R"(<a, "b")", 0, mlir_brackets);
  CHECK_FALSE(open.balanced());
  CHECK(open.place() == 0);
}

TEST_CASE("a cursor splits text outside of brackets") {
  const auto parts = [](std::string_view text, Brackets brackets = brackets_and_angles) { return Cursor(text, 0, brackets).split(','); };
  CHECK(parts("a,(b,c),d<e,f>") == Parts{"a", "(b,c)", "d<e,f>"});
  CHECK(parts("a,(b,c),d<e,f>", {}) == Parts{"a", "(b,c)", "d<e", "f>"});
  CHECK(parts("") == Parts{""});
  CHECK(parts(",a,") == Parts{"", "a", ""});
  // A sign that closes nothing is no bracket, for example that of a comparison.
  CHECK(parts("a > b,(c,d)") == Parts{"a > b", "(c,d)"});
  CHECK(parts("a > b (c,d),e") == Parts{"a > b (c,d)", "e"});
  CHECK(parts("a(b,c", {}) == Parts{"a(b,c"});

  Cursor cursor("f(a; b); // g;\nh /* ; */ i;", 0, {.comments = true});
  CHECK(cursor.until(";") == "f(a; b)");
  CHECK(cursor.take(';'));
  CHECK(cursor.until(";") == " // g;\nh /* ; */ i");
  Cursor comments("/**//");
  CHECK(comments.comment());
  CHECK_FALSE(comments.comment());
  CHECK(comments.rest() == "/");
  CHECK(Cursor("/* a", 0).comment());
}

TEST_CASE("a cursor counts the brackets that it passes") {
  CHECK(open_brackets("f(a[1], {") == 2);
  CHECK(open_brackets("a) + b]") == -2);
  CHECK(open_brackets("a < b") == 0);
}
