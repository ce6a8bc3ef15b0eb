// A source that is read several times is parsed once.

#include <doctest/doctest.h>

#include <string>

#include "app/import/syntax.hpp"

using namespace app;

TEST_CASE("syntax: a source that was parsed lately has one tree, and each language its own") {
  const std::string source = "f(1)\n";
  const auto first = parsed_syntax(source), again = parsed_syntax(source), python = parsed_syntax(source, ProgramLanguage::python);
  CHECK(first == again);
  CHECK(first != python);
  CHECK(python->roots().front().children().front().children().front().is("call"));
  CHECK(parsed_syntax(source + "g(2)\n") != first);
}

TEST_CASE("syntax: trees that are kept make room for those that are parsed after them") {
  const std::string source = "int kept = 1;\n";
  const auto first = parsed_syntax(source);
  for (int i = 0; i < 3; ++i) parsed_syntax("int n = " + std::to_string(i) + ";" + std::string(4 << 20, '\n'));
  CHECK(parsed_syntax(source) != first);
  CHECK(first->roots().front().children().front().text() == "int kept = 1;");
}
