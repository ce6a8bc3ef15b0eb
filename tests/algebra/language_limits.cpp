// No input crashes, hangs, overflows or recurses without bound.

#include <doctest/doctest.h>

#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/vocabulary.hpp"
#include "tests/test_data.hpp"

using namespace algebra;

namespace {

/// Everything that the sheet does with a line. Returns the value's text or the condition.
std::string everything(const std::string& line, const Environment& names = {}) {
  const auto parts = split_line(line);
  for (const auto& t : tokens(line)) REQUIRE((t.span.begin < t.span.end && t.span.end <= line.size()));
  if (!parts) return parts.error().problem.condition;
  free_names(parts->expression);
  std::string said;
  for (const auto rule : {IntegerRule::math, IntegerRule::cute}) {
    const auto e = evaluate(parts->expression, names, rule);
    if (!e) {
      REQUIRE(e.error().span.begin <= e.error().span.end);
      REQUIRE(e.error().span.end <= parts->expression.size());
      REQUIRE_FALSE(e.error().problem.message.empty());
    }
    said = e ? to_string(e->value, Marks::plain) : e.error().problem.condition;
  }
  return said;
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

std::vector<std::string> golden_expressions() {
  std::vector<std::string> all;
  for (const auto* file : {"worked_examples.tsv", "static.tsv", "dynamic.tsv", "more.tsv", "kinds.tsv"}) {
    std::ifstream in(test_data() + "/golden/" + file);
    for (std::string line; std::getline(in, line);) {
      const auto a = line.find('\t'), b = line.find('\t', a + 1);
      all.push_back(line.substr(a + 1, b - a - 1));
    }
  }
  return all;
}

}  // namespace

TEST_CASE("depth") {
  CHECK(everything(repeated("8:1 o 1 o ", 60) + "4:1").find("8:1 o 1 o 8:1 o 1 o ") == 0);
  CHECK(everything(repeated("8:1 o 1 o ", 6000) + "4:1") == "limit");
  CHECK(everything(repeated("(", 30) + "4" + repeated(")", 30)) == repeated("(", 30) + "4" + repeated(")", 30));
  for (const std::string open : {"(", "[", "<", "coalesce(", "Shape<", "A(", "4:(", "ptr o ("}) {
    INFO(open);
    CHECK(everything(repeated(open, 100)) == "limit");
    CHECK(everything(repeated(open, 20000).substr(0, 60000)) == "limit");
  }
  CHECK(everything("4" + repeated("(1)", 10000)) == "limit");
  CHECK(everything("A" + repeated("()", 10000)) == "limit");
  CHECK(everything("A" + repeated(".shape", 5000)) == "limit");
  CHECK(everything("A" + repeated("[0]", 5000)) == "limit");
  CHECK(everything("4" + repeated("@0", 10000)) == "limit");
  // Brackets and calls in a row at every level.
  std::string nested = "4";
  for (int i = 0; i < 60; ++i) nested = "(" + nested + ")" + repeated("()", 60);
  CHECK(everything(nested) == "limit");
}

TEST_CASE("a flat chain that is too long is not called nested, and goes in parts") {
  const auto chain = [](int operators) { return "1" + repeated("+1", operators); };
  CHECK(everything(chain(127)) == "128");
  const auto refused = evaluate(chain(128), {}, IntegerRule::math);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().problem.message.text() == "More than 127 operators or calls in a row: put brackets around some.");
  CHECK(everything("(" + chain(120) + ")+(" + chain(120) + ")") == "242");
  const auto nested = evaluate(repeated("(", 80) + "4" + repeated(")", 80), {}, IntegerRule::math);
  REQUIRE_FALSE(nested);
  CHECK(nested.error().problem.message.text() == "An expression is nested at most 64 deep.");
}

TEST_CASE("entries that wrap one another stay within the depth") {
  Environment names;
  names.insert_or_assign("A", evaluate("4", {}, IntegerRule::math)->value);
  names.insert_or_assign("T", evaluate("<4>", {}, IntegerRule::math)->value);
  for (const std::string name : {"A", "T"}) {
    std::string said;
    for (int i = 0; i < 40; ++i) {
      const auto e = evaluate((name == "A" ? "((((((((((" : "<<<<<<<<<<") + name + (name == "A" ? "))))))))))" : ">>>>>>>>>>"), names,
                              IntegerRule::math);
      if (!e) {
        said = e.error().problem.condition;
        break;
      }
      names.insert_or_assign(name, e->value);
    }
    CHECK(said == "limit");
  }
}

TEST_CASE("leaves and length") {
  CHECK(everything("(" + repeated("1,", 2000) + "1)") == "limit");
  CHECK(everything("(" + repeated("1,", 999) + "1)").size() > 1999);
  CHECK(everything(repeated("A o ", 2000) + "A") == "limit");
  CHECK(everything(std::string(70000, ' ') + "4") == "limit");
  CHECK(everything(std::string(70000, 'a')) == "limit");
  CHECK(everything(std::string(60000, 'a')) == "unknown name");
  CHECK(everything(std::string(60000, '9')) == "overflow");
  CHECK(everything("_" + std::string(60000, '9')) == "overflow");
  CHECK(everything("4:1 /*" + std::string(60000, '*')) == "4:1");
  CHECK(free_names(std::string(70000, 'a')).empty());
  tokens(std::string(70000, 'a'));
  // A value that doubles with each entry reaches the limit, not the memory's end.
  Environment names;
  names.insert_or_assign("A", evaluate("(2,2):(1,1)", {}, IntegerRule::math)->value);
  std::string said;
  for (int i = 0; i < 40 && said.empty(); ++i) {
    const auto e = evaluate("make_layout(A,A)", names, IntegerRule::math);
    if (e) names.insert_or_assign("A", e->value);
    else said = e.error().problem.condition;
  }
  CHECK((said == "limit" || said == "overflow"));
}

TEST_CASE("products beyond 63 bits are said, not computed") {
  for (const std::string text :
       {"99999999999999999999", "-99999999999999999999", "0xfffffffffffffffff", "(4294967296,4294967296):(4294967296,1)",
        "(4294967296,2147483648):(2147483648,1)", "4611686018427387904:4611686018427387904", "size((4294967296,4294967296))",
        "composition(1048576:1125899906842624, 1048576:1125899906842624)", "idx2crd(5,(4294967296,4294967296,4294967296))",
        "ptr+9223372036854775807 o 9223372036854775807:9223372036854775807"}) {
    INFO(text);
    const auto said = everything(text);
    CHECK((said == "overflow" || said == "(5,0,0)"));
  }
  CHECK(everything("9223372036854775807:1") == "9223372036854775807:1");
  CHECK(everything("(65536,65536):(65536,1)") == "(65536,65536):(65536,1)");
  CHECK(everything("size((1099511627776,1024):(1,0))") == "1125899906842624");
}

TEST_CASE("random bytes and random pieces of the language") {
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  for (int k = 0; k < 3000; ++k) {
    std::string text(below(60), ' ');
    for (auto& c : text) c = static_cast<char>(below(256));
    everything(text);
  }
  std::vector<std::string> pieces{"(",
                                  ")",
                                  "<",
                                  ">",
                                  "[",
                                  "]",
                                  "{",
                                  "}",
                                  ",",
                                  ":",
                                  "=",
                                  "@",
                                  "+",
                                  ".",
                                  ";",
                                  " o ",
                                  "_",
                                  "X",
                                  "ptr",
                                  "_4",
                                  "4",
                                  "-1",
                                  "0",
                                  "A",
                                  "B",
                                  "_smem_ptr[16b](0x1)",
                                  "9223372036854775807",
                                  "#",
                                  "/*"};
  for (const auto& f : functions()) pieces.push_back(std::string(f.name) + "(");
  Environment names;
  names.emplace("A", evaluate("(8,8):(8,1)", {}, IntegerRule::math)->value);
  for (int k = 0; k < 10000; ++k) {
    std::string text;
    for (auto n = below(14); n > 0; --n) text += pieces[below(pieces.size())];
    everything(text, names);
  }
}

TEST_CASE("golden expressions with bytes and numbers changed") {
  std::mt19937 random(11);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  const auto all = golden_expressions();
  REQUIRE(all.size() == 8492);
  const std::vector<std::string> numbers{"0", "1", "-1",    "_0",    "_-2", "7", "65536", "4294967296", "9223372036854775807",
                                         "_", "X", "(2,2)", "<2,2>", "2:2"};
  for (int k = 0; k < 6000; ++k) {
    auto text = all[below(all.size())];
    for (auto edits = 1 + below(3); edits > 0 && !text.empty(); --edits) {
      const auto at = below(text.size());
      if (below(3) == 0) text.erase(at, 1 + below(3));
      else if (below(2) == 0) text.insert(at, 1, "()<>,:_4"[below(8)]);
      else if (text[at] >= '0' && text[at] <= '9') text.replace(at, 1, numbers[below(numbers.size())]);
      else text[at] = all[below(all.size())][0];
    }
    everything(text);
  }
}
