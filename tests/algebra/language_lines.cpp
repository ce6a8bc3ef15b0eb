// Lines of a sheet: names, notes, what an entry depends on, and the pieces to colour.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/text/statements.hpp"

using namespace algebra;

using Names = std::vector<std::string>;

TEST_CASE("a line is a note, a named expression or a bare one") {
  CHECK(split_line("# a note = 4")->is_note);
  CHECK(split_line("  # a note")->is_note);
  const auto named = split_line("cta =  local_tile(A, (4,4), (0,1))");
  REQUIRE(named.has_value());
  CHECK(named->name == "cta");
  CHECK(named->expression == "local_tile(A, (4,4), (0,1))");
  CHECK(named->expression_begin == 7);
  const auto bare = split_line("  A o 6:3");
  CHECK(bare->name.empty());
  CHECK(bare->expression == "A o 6:3");
  CHECK(bare->expression_begin == 2);
  // The = of a keyword is not an entry's.
  CHECK(split_line("make_layout((4,2), stride=(2,1))")->name.empty());
  CHECK(split_line("stride=(2,1)")->name == "stride");
}

TEST_CASE("a C++ or Python declaration names its entry") {
  for (const std::string line :
       {"auto x = 4:1;", "const auto x = 4:1;", "static constexpr auto x = 4:1;", "Layout x=4:1", "using x = 4:1;", "x = 4:1"}) {
    INFO(line);
    REQUIRE(split_line(line).has_value());
    CHECK(split_line(line)->name == "x");
  }
}

TEST_CASE("words of the language are no names, other spellings of types are") {
  for (const std::string name : {"o", "X", "LayoutLeft", "f16", "ptr"}) {
    const auto line = split_line(name + " = 4:1");
    REQUIRE_FALSE(line.has_value());
    CHECK(line.error().problem.condition == "reserved name");
    CHECK(line.error().span == SourceSpan{0, name.size()});
  }
  for (const std::string name : {"C", "Tile", "layout", "shape", "stride", "A1", "_x"}) CHECK(split_line(name + " = 4:1")->name == name);
  CHECK_FALSE(split_line("").has_value());
  CHECK_FALSE(split_line("   ").has_value());
}

TEST_CASE("an expression depends on the entries that it mentions") {
  CHECK(free_names("zipped_divide(A, T)") == Names{"A", "T"});
  CHECK(free_names("A o B o A") == Names{"A", "B"});
  CHECK(free_names("A(2,_)") == Names{"A"});
  CHECK(free_names("C(2)") == Names{"C"});
  CHECK(free_names("Int<4>{}").empty());
  CHECK(free_names("make_layout(s, stride=d)") == Names{"d", "s"});
  CHECK(free_names("shape(A)") == Names{"A"});
  CHECK(free_names("size") == Names{"size"});
  CHECK(free_names("A.shape[0]") == Names{"A"});
  CHECK(free_names("make_layout(s, LayoutRight{})") == Names{"s"});
  CHECK(free_names("ptr[32b](0xaaab) o L") == Names{"L"});
  CHECK(free_names("make_tensor(make_gmem_ptr(data), L)") == Names{"L"});
  CHECK(free_names("Aptr(2)") == Names{"Aptr"});
  CHECK(free_names("Step<_1,X,_1>{}").empty());
  CHECK(free_names("recast_layout<f16,f32>(A)") == Names{"A"});
  CHECK(free_names("A # B").size() == 1);
  CHECK(free_names("((((").empty());
}

TEST_CASE("pieces cover the line in order, and know functions, numbers and comments") {
  const std::string line = "D = zipped_divide(A, <4:1,_>)  // tiles";
  std::size_t end = 0;
  std::vector<std::string> functions_found, numbers, names, comments;
  for (const auto& t : tokens(line)) {
    CHECK(t.span.begin >= end);
    CHECK(t.span.end > t.span.begin);
    end = t.span.end;
    const auto text = line.substr(t.span.begin, t.span.end - t.span.begin);
    if (t.kind == Token::Kind::function) functions_found.push_back(text);
    if (t.kind == Token::Kind::number) numbers.push_back(text);
    if (t.kind == Token::Kind::name) names.push_back(text);
    if (t.kind == Token::Kind::comment) comments.push_back(text);
  }
  CHECK(end == line.size());
  CHECK(functions_found == Names{"zipped_divide"});
  CHECK(numbers == Names{"4", "1", "_"});
  CHECK(names == Names{"D", "A"});
  CHECK(comments == Names{"// tiles"});
  CHECK(tokens("# note").size() == 1);
  CHECK(tokens("# note")[0].kind == Token::Kind::comment);
  CHECK(tokens("4 $")[1].kind == Token::Kind::error);
  CHECK(tokens("").empty());
}

TEST_CASE("what is pasted over several lines becomes one that means the same") {
  CHECK(one_line("# a note") == "# a note");
  CHECK(one_line("A = 4:1") == "A = 4:1");
  const std::string cpp =
      "auto layout = make_layout(make_shape (Int<2>{}, 4),   // rows, columns\n"
      "                          /* strides */ make_stride(Int<12>{}, Int<1>{}));\r\n";
  CHECK(one_line(cpp) == "auto layout = make_layout(make_shape (Int<2>{}, 4), make_stride(Int<12>{}, Int<1>{}));");
  const std::string python =
      "cute.make_layout(\n"
      "    (4, 2),        # the shape\n"
      "    stride=(2, 1)  # row-major\n"
      ")\n";
  CHECK(one_line(python) == "cute.make_layout( (4, 2), stride=(2, 1) )");
  const std::string table =
      "(2,2):(2,1)\n"
      "       0   1 \n"
      "    +---+---+\n"
      " 0  | 0 | 1 |\n"
      "    +---+---+\n"
      " 1  | 2 | 3 |\n"
      "    +---+---+\n";
  CHECK(one_line(table) == "(2,2):(2,1)");
  for (const auto& text : {cpp, python, table}) {
    const auto pasted = split_line(text), line = split_line(one_line(text));
    REQUIRE(pasted);
    REQUIRE(line);
    const auto one = one_line(text);
    const auto whole = evaluate(split_line(text)->expression, {}, IntegerRule::automatic);
    const auto short_one = evaluate(split_line(one)->expression, {}, IntegerRule::automatic);
    REQUIRE(whole);
    REQUIRE(short_one);
    CHECK(whole->value == short_one->value);
  }
}
