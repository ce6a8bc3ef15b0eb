// Python programs as sheets: how a source is split into definitions and scopes, and that no source is too much.

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/import/python_program.hpp"

using namespace app;
using Lines = std::vector<std::string>;

namespace {

Lines definitions_in(std::string_view source) {
  Lines all;
  for (const auto& e : read_python_program(source).entries) all.push_back(e.text);
  return all;
}

/// "3: M has no value here" for each definition that is left out.
Lines left_out(std::string_view source) {
  Lines all;
  for (const auto& t : read_python_program(source).told) all.push_back(fmt::format("{}: {}", t.line, t.why));
  return all;
}

std::string many(std::string_view piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

}  // namespace

TEST_CASE("python: literals of strings and comments are no code") {
  CHECK(definitions_in("s = \"(\"\na = make_layout(4)\n") == Lines{"a = make_layout(4)"});
  CHECK(definitions_in("s = '[' # {\na = make_layout(4) # )\n") == Lines{"a = make_layout(4)"});
  CHECK(definitions_in("s = '\\'('\na = make_layout(4)\n") == Lines{"a = make_layout(4)"});
  CHECK(definitions_in("def f():\n  '''\n  a = make_layout(4)\n'''\n  b = make_layout(8)\n") == Lines{"b = make_layout(8)"});
  CHECK(definitions_in("s = r\"\"\"\\\"\"\"\na = make_layout(4)\n") == Lines{"a = make_layout(4)"});
  // In a string whose pieces are code, that code has strings of its own.
  CHECK(definitions_in("s = f\"{x['a']} = {{ {y:>{w}} (\"\na = make_layout(4)\n") == Lines{"a = make_layout(4)"});
  CHECK(definitions_in("s = f'''{make_layout(3)}\nb = make_layout(2)\n'''\na = make_layout(4)\n") == Lines{"a = make_layout(4)"});
  CHECK(definitions_in("assert x, \"unfinished (\"\na = make_layout((4,  # rows\n  2))  # columns\n") == Lines{"a = make_layout((4, 2))"});
  // An argument that is a string is one that the operation does not know.
  CHECK(left_out("\na = make_layout('b')\n").size() == 1);
}

TEST_CASE("python: lines that go on, and lines that end in another way") {
  CHECK(definitions_in("a = make_layout((4, 2), \\\n  stride=(2, 1))\n") == Lines{"a = make_layout((4, 2), stride=(2, 1))"});
  CHECK(definitions_in("a = \\\n  make_layout(4)\nb = \\\r\n  make_layout(8)\r\n") == Lines{"a = make_layout(4)", "b = make_layout(8)"});
  CHECK(definitions_in("a = make_layout(4); b = coalesce(a); c = make_layout(2)") ==
        Lines{"a = make_layout(4)", "b = coalesce(a)", "c = make_layout(2)"});
  CHECK(definitions_in("a = (\n  make_layout(\n\n    (4,\n     2)))\n") == Lines{"a = (make_layout((4, 2)))"});
  CHECK(definitions_in("class A:\r\n\tdef f(self):\r\n\t\tself.a = make_layout(4)\r\n\tdef g(self):\r\n\t\tb = coalesce(self.a)\r\n") ==
        Lines{"a = make_layout(4)", "b = coalesce(a)"});
  CHECK(definitions_in("if x:\n    a = make_layout(4)\nelse:\n\tb = make_layout(8)\n") ==
        Lines{"a = make_layout(4)", "b = make_layout(8)"});
  CHECK(definitions_in("\xEF\xBB\xBF"
                       "a = make_layout(4)\n") == Lines{"a = make_layout(4)"});
  CHECK(read_python_program("x = 1\n\n'''\n\n'''\n\\\n\na = make_layout(4)\n").entries.at(0).line == 8);
  CHECK(read_python_program("x = 1\r\n\r\na = make_layout(\r\n4)\r\nb = make_layout(8)").entries.at(1).line == 5);
}

TEST_CASE("python: what a definition is") {
  CHECK(definitions_in("a: cute.Layout = make_layout(4)\nb: int\nc = a == 3\nif a == 4: d = make_layout(2)\nf(e=make_layout(3))\n") ==
        Lines{"a = make_layout(4)", "d = make_layout(2)"});
  CHECK(definitions_in("a = b = make_layout(4)\nc = coalesce(b)\n") ==
        Lines{"a = make_layout(4)", "b = make_layout(4)", "c = coalesce(b)"});
  CHECK(definitions_in("class A:\n  def f(self):\n    self.a = self.b = make_layout(4)\n    c = coalesce(self.b)\n") ==
        Lines{"a = make_layout(4)", "b = make_layout(4)", "c = coalesce(b)"});
  // A member of another object, an element, a tuple, and _ have no entries of their own.
  CHECK(definitions_in("x.a = make_layout(4)\nx[0] = make_layout(4)\na, b = make_layout(4), 1\n_ = make_layout(4)\na += make_layout(4)\n")
            .empty());
  CHECK(definitions_in("@cute.jit\n@other(x=make_layout(3))\nasync def f(a=make_layout(5)) -> int:\n  b = make_layout(4)\n") ==
        Lines{"b = make_layout(4)"});
  CHECK(
      definitions_in("a = f(g(make_layout(4), h[i](make_layout((2, 2)))))\nb = composition(make_layout((4, 2)), make_layout((2, 2)))\n") ==
      Lines{"b = composition(make_layout((4, 2)), make_layout((2, 2)))"});
  CHECK(
      definitions_in("n = 64\nfor i in range(2):\n  with x as y:\n    try:\n      a = make_layout(n // 4)\n    except E:\n      pass\n") ==
      Lines{"a = make_layout(16)"});
  CHECK(read_python_program("a = make_layout(_8)\n").integers == algebra::IntegerRule::cute);
  CHECK(read_python_program("if x == _8:\n  a = make_layout(8)\n").integers == algebra::IntegerRule::cute);
  CHECK(read_python_program("a = make_layout(8) # _8\nb = '_8'\n").integers == algebra::IntegerRule::math);
}

TEST_CASE("python: names are those of the class or function that they are defined in") {
  CHECK(definitions_in("def f():\n  a = make_layout(4)\n  def g():\n    a = make_layout(8)\n    b = coalesce(a)\n  c = coalesce(a)\nd = "
                       "coalesce(a)\n") == Lines{"a = make_layout(4)", "a_2 = make_layout(8)", "b = coalesce(a_2)", "c = coalesce(a)"});
  CHECK(definitions_in("class A:\n  class B:\n    def f(self): self.a = make_layout(4)\n  def g(self): b = coalesce(self.a)\n").size() ==
        1);
}

TEST_CASE("python: programs that are not finished") {
  CHECK(definitions_in("def f(x):\n  a = make_layout(4)\n  b = \n  c = coalesce(a)\n") == Lines{"a = make_layout(4)", "c = coalesce(a)"});
  CHECK(definitions_in("def f(x):\n  a = make_layout(4)\n  b = \n  make_layout(8)\n") == Lines{"a = make_layout(4)"});
  CHECK(definitions_in("a = make_layout(4)\nb = make_layout(").front() == "a = make_layout(4)");
  CHECK(definitions_in("def f(\na = make_layout(4)\n").size() <= 1);
  CHECK(definitions_in("a = make_layout(4))\nb = make_layout(8)\n").back() == "b = make_layout(8)");
  CHECK(definitions_in("if:\n  a = make_layout(3)\nb = make_layout(1)") == Lines{"a = make_layout(3)", "b = make_layout(1)"});
  CHECK(definitions_in("  a = make_layout(3)\nb = make_layout(1)\n") == Lines{"a = make_layout(3)", "b = make_layout(1)"});
  // A string that does not end goes to the end of the line.
  CHECK(definitions_in("s = 'it\na = make_layout(4)\n") == Lines{"a = make_layout(4)"});
  CHECK(definitions_in("print \"old\"\nexec code\na = make_layout(4)\n") == Lines{"a = make_layout(4)"});
  CHECK(definitions_in(std::string_view("a = make_layout(4)\n\0b = make_layout(8)\n", 39)).front() == "a = make_layout(4)");
  CHECK(definitions_in("\xFF\xFE = \xC0(\na = make_layout(4)\n").size() <= 1);
}

TEST_CASE("python: nothing is nested too deeply, and nothing is too much") {
  for (const std::string_view piece : {"(",
                                       "[",
                                       "{",
                                       "(\xC3\xA9",
                                       "f\"{",
                                       "not ",
                                       "x = ",
                                       "lambda:",
                                       "-",
                                       "a.b(",
                                       "if x:",
                                       "class a:",
                                       "\"",
                                       "\"\"\"",
                                       "\\\n",
                                       "\x01(",
                                       "@",
                                       "def f(self):\n ",
                                       "a = make_layout(4)\n",
                                       "\xFF",
                                       "\n\t "}) {
    INFO(piece);
    CHECK(read_python_program(many(piece, 1'000'000)).layouts <= 1);
  }
  std::string nested, code;
  for (int depth = 0; depth < 700; ++depth) nested += std::string(static_cast<std::size_t>(depth), ' ') + "if x:\n";
  CHECK(definitions_in(nested + std::string(700, ' ') + "a = make_layout(4)\nb = make_layout(8)\n") ==
        Lines{"a = make_layout(4)", "b = make_layout(8)"});
  // A megabyte of nonsense, without the same piece twice.
  std::uint32_t random = 1;
  constexpr std::string_view words[] = {"(",    ")",           "[",       "]",     "=", ":",        "\n",   "\n  ", "def ", "class ",
                                        "a",    "make_layout", "4",       ",",     "'", "\"\"\"",   "#",    "\\\n", "{",    "}",
                                        " if ", " else ",      "lambda ", "self.", "@", "\xC3\xA9", "\xFF", "f\"{"};
  while (code.size() < 1'000'000) code += words[((random = random * 1664525 + 1013904223) >> 8) % std::size(words)];
  CHECK(read_python_program(code).layouts <= PythonProgram::most_layouts);
}

TEST_CASE("python: a file of many words is read to its end") {
  std::string functions;
  for (int n = 1; n <= 200; ++n) {
    functions += fmt::format("def f{0}():\n  a{0} = make_layout({0})\n  '''\ndef no():\n  x = make_layout(99)\n'''\n", n);
    for (int i = 0; i < 100; ++i) functions += "  print(1, 2, 'x', y[3])\n";
  }
  const auto program = read_python_program(functions);
  CHECK(program.left_out == 0);
  REQUIRE(program.entries.size() == 200);
  CHECK(program.entries.back().text == "a200 = make_layout(200)");
  CHECK(program.entries.back().line == 199 * 106 + 2);
  // What has more words by itself says so.
  std::string table = "a = make_layout(4)\nt = [\n";
  for (int i = 0; i < 40'000; ++i) table += "  1,\n";
  table += "]\nb = make_layout(8)\n";
  CHECK(definitions_in(table) == Lines{"a = make_layout(4)", "b = make_layout(8)"});
  CHECK(left_out(table) == Lines{"2: lines 2 to 40003 are not read: a definition of more than 60,000 words"});
}
