// Conditions are decided and macros expanded as a compiler does.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/import/cpp_program.hpp"
#include "app/import/preprocessor.hpp"
#include "app/import/preprocessor_tokens.hpp"

using namespace app;
using Lines = std::vector<std::string>;

namespace {

std::string joined(const Lines& all) { return fmt::format("{}", fmt::join(all, "\n")); }

/// Returns the tokens of a text, with one blank between any two.
std::string tokens(std::string_view text) {
  std::string all;
  for (const auto& t : preprocessing::tokens_of(text)) {
    if (t.kind == preprocessing::Token::Kind::line_end) continue;
    all += all.empty() ? "" : " ";
    all += t.spelling;
  }
  return all;
}
std::string after(std::string_view source, const MacroSettings& settings = {}) { return tokens(preprocess(source, settings).text); }
Lines problems(std::string_view source, const MacroSettings& settings = {}) {
  Lines all;
  for (const auto& p : preprocess(source, settings).problems) all.push_back(fmt::format("{}: {}", p.line, p.message));
  return all;
}
/// Returns "NAME@line by value".
Lines asked(std::string_view source, const MacroSettings& settings = {}) {
  constexpr std::string_view by[] = {"file", "setting", "compiler", "nothing"};
  Lines all;
  for (const auto& a : preprocess(source, settings).asked)
    all.push_back(fmt::format("{}@{} {} {}", a.name, a.line, by[static_cast<std::size_t>(a.by)], a.value.value_or("-")));
  return all;
}
std::string taken(std::string_view condition, const MacroSettings& settings = {}) {
  return after(fmt::format("#if {}\nyes\n#else\nno\n#endif\n", condition), settings);
}
long lines_in(std::string_view text) { return std::count(text.begin(), text.end(), '\n'); }

}  // namespace

TEST_CASE("preprocessor: a condition takes the branch that a compiler takes") {
  CHECK(after("#define FOO\n#ifndef FOO\na\n#else\nb\n#endif") == "b");
  CHECK(after("#define FOO 2\n#if FOO == 1\na\n#elif FOO == 2\nb\n#elif FOO == 2\nc\n#else\nd\n#endif") == "b");
  CHECK(after("#ifdef A\na\n#elifndef B\nb\n#elifdef C\nc\n#else\nd\n#endif") == "b");
  CHECK(after("#if 0\n#if 1\na\n#else\nb\n#endif\n#elif 0\n#else\nc\n# if defined X || !defined(Y)\nd\n#endif\n#endif\ne") == "c d e");
  // A branch that is not taken defines nothing and may contain any text.
  CHECK(after("#if 0\n#define X 1\ndon't ' /* #endif */ \"/*\" #else\n#unknown\n#elif X\na\n#else\nb X\n#endif") == "b X");
  CHECK(after("#if 1\na\n#elif 1 / 0 (\nb\n#endif") == "a");
  CHECK(after("#if 0 \\\n || 1\na\n#endif /* c */ d") == "a");
  CHECK(after("#define E defined(X)\n#define X\n#if E && defined E\na\n#endif") == "a");
}

TEST_CASE("preprocessor: expressions of conditions") {
  for (const auto* yes : {"1",
                          "-1",
                          "017 == 15",
                          "0b101 == 5",
                          "0x1F == 31",
                          "1'000 == 1000",
                          "2u > 1",
                          "'a' == 97",
                          "'\\n' == 10",
                          "'\\x41' == 'A'",
                          "'ab' == 24930",
                          "L'\\xff' == 255",
                          "'\\377' < 0",
                          "u8'a' == 97",
                          "true",
                          "!false",
                          "not 0",
                          "-1 > 0u",
                          "(-1 >> 1) == -1",
                          "1 << 3 == 8",
                          "~0 == -1",
                          "5 % 3 == 2",
                          "-7 / 2 == -3",
                          "1 ? 2 : 0",
                          "0 ? 0 : 1",
                          "(0 ? 1 : 2) == 2",
                          "0 && 1 / 0 || 1",
                          "1 || 1 / 0",
                          "(2, 1)",
                          "1 ? 1 : 1 / 0",
                          "(1 ? -1 : 0u) > 0",
                          "0x8000000000000000 > 0",
                          "18446744073709551615u == -1",
                          "7 bitand 2 and 1 xor 0 or 0",
                          "1 + 2 * 3 - 4 == 3",
                          "!(3 & 4)",
                          "zero == 0",
                          "9223372036854775807 + 1 < 0",
                          "(0 ? 1 : 0 ? 2 : 3) == 3",
                          "__cplusplus >= 201703L",
                          "__CUDA_ARCH__ == 800",
                          "defined __CUDACC__ && defined(__NVCC__)",
                          "__CUDACC_VER_MAJOR__ >= 12",
                          "!defined NDEBUG",
                          "defined(CUTE_ARCH_MMA_SM90_ENABLED)",
                          "CUTLASS_ARCH_MMA_SM100_SUPPORTED",
                          "!defined CUTLASS_ARCH_FOO",
                          "!__has_include(<cute/tensor.hpp>)",
                          "defined __has_include"}) {
    CAPTURE(yes);
    CHECK(taken(yes) == "yes");
    CHECK(problems(fmt::format("#if {}\n#endif", yes)) == Lines{});
  }
  for (const auto* no : {"0", "FOO", "1 / 0", "1 +", "", "(1", "1)", "FOO(2)", "1.5", "\"a\"", "1 ? 2", "0xg", "08", "1 2", "= 1"}) {
    CAPTURE(no);
    CHECK(taken(no) == "no");
  }
  CHECK(problems("\n#if FOO(2)\n#endif") == Lines{"2: in #if: FOO is called as a macro, but is not defined"});
  CHECK(problems("#if 0\n#elif 1 % 0\n#endif") == Lines{"2: in #elif: the condition divides by 0"});
  CHECK(taken(std::string(100'000, '(')) == "no");
  CHECK(taken(std::string(100'000, '-') + "1") == "no");
}

TEST_CASE("preprocessor: macros are expanded as the standard's examples are") {
  // C++23, 15.6.5, examples 1 to 6.
  CHECK(after("#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n#define m(a) a(w)\n"
              "#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n"
              "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\ng(x+(3,4)-w) | h 5) & m\n    (f)^m(m);\n"
              "p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\nchar c[2][6] = { str(hello), str() };") ==
        tokens("f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);"
               "int i[] = { 1, 23, 4, 5, };char c[2][6] = { \"hello\", \"\" };"));
  CHECK(
      after(
          "#define str(s) # s\n#define xstr(s) str(s)\n#define debug(s, t) printf(\"x\" # s \"= %d, x\" # t \"= %s\", \\\n x ## s, x ## t)"
          "\n#define INCFILE(n) vers ## n\n#define glue(a, b) a ## b\n#define xglue(a, b) glue(a, b)\n#define HIGHLOW \"hello\"\n"
          "#define LOW LOW \", world\"\ndebug(1, 2);\nstr(strncmp(\"abc\\0d\", \"abc\", '\\4') /* t */ == 0) str(: @\\n);\n"
          "xstr(INCFILE(2).h) glue(HIGH, LOW); xglue(HIGH, LOW)") ==
      tokens(R"~(printf("x" "1" "= %d, x" "2" "= %s", x1, x2);"strncmp(\"abc\\0d\", \"abc\", '\\4') == 0" ": @\n";)~"
             R"~("vers2.h" "hello"; "hello" ", world")~"));
  CHECK(after("#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };") ==
        tokens("int j[] = { 123, 45, 67, 89, 10, 11, 12, };"));
  CHECK(after("#define debug(...) fprintf(stderr, __VA_ARGS__)\n#define showlist(...) puts(#__VA_ARGS__)\n"
              "#define report(test, ...) ((test) ? puts(#test) : printf(__VA_ARGS__))\ndebug(\"Flag\");debug(\"X = %d\\n\", x);\n"
              "showlist(The first, second, and third items.);report(x>y, \"x is %d but y is %d\", x, y);") ==
        tokens(R"~(fprintf(stderr, "Flag");fprintf(stderr, "X = %d\n", x);puts("The first, second, and third items.");)~"
               R"~(((x>y) ? puts("x>y") : printf("x is %d but y is %d", x, y));)~"));
  CHECK(after("#define F(...) f(0 __VA_OPT__(,) __VA_ARGS__)\n#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)\n"
              "#define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })\n#define EMP\nF(a, b, c) F() F(EMP) G(a, b, c) G(a, ) G(a)\n"
              "SDEF(foo); SDEF(bar, 1, 2);\n#define H2(X, Y, ...) __VA_OPT__(X ## Y,) __VA_ARGS__\nH2(a, b, c, d)\n"
              "#define H3(X, ...) #__VA_OPT__(X##X X##X)\nH3(, 0)\n#define H4(X, ...) __VA_OPT__(a X ## X) ## b\nH4(, 1)") ==
        tokens("f(0, a, b, c) f(0) f(0) f(0, a, b, c) f(0, a) f(0, a) S foo; S bar = { 1, 2 }; ab, c, d \"\" a b"));
  // GNU's comma, and CUDA's marks.
  CHECK(after("#define P(f, ...) p(f, ## __VA_ARGS__)\nP(1) P(1,) P(1, 2)\n#define Q(a...) a\nQ(1, 2)") ==
        tokens("p(1) p(1,) p(1, 2) 1, 2"));
  CHECK(preprocess("#define RUN(k, n) k<<<n, 128>>>(a)\nRUN(gemm, 4);").text == "\ngemm<<<4, 128>>>(a);");
  CHECK(after("#define A B\n#define B A x\nA B #define") == "A x B x # define");
  CHECK(after("#define EMPTY\n#define NIL(x) x\n#define EXPAND(x) x\nEXPAND(NIL EMPTY (1)) NIL EMPTY (1)\nNIL\n# define Z\n(2)") ==
        "1 NIL ( 1 ) NIL ( 2 )");
  CHECK(after("#define LP (\n#define F(x, y) x + y\n#define ALL(...) __VA_ARGS__\nALL(F, LP, 'a', 'b')") == "F , ( , 'a' , 'b'");
}

TEST_CASE("preprocessor: lines and columns stay, and literals are not looked into") {
  const std::string source =
      "int a; // N\n#define N 4 /* two\nlines */ + 1\n  auto s = \"N // N\", c = 'N'; /* N */ int n = N;\nauto r = R\"x(N\n\\\nN\" "
      "//)x\";\n"
      "#define ADD(a, b) a + b\nint k = ADD(1,  // one\n#ifdef N\n  N\n#endif\n  ) tail\nid\\\nent \"s\\\nt\"\nlast";
  const auto text = preprocess(source).text;
  CHECK(lines_in(text) == lines_in(source));
  CHECK(text ==
        "int a;\n\n\n  auto s = \"N // N\", c = 'N';         int n = 4 + 1;\nauto r = R\"x(N\n\\\nN\" //)x\";\n\n"
        "int k = 1 + 4 + 1\n\n\n\n    tail\nident\n    \"st\"\n\nlast");
  // A string of several lines in a macro is one of one line.
  CHECK(preprocess("#define TWICE(x) x x\nTWICE(R\"(a\n\\b)\")\nc").text == "\n\"a\\n\\\\b\" \"a\\n\\\\b\"\n\nc");
  CHECK(after("#define LINE __LINE__\n__LINE__ LINE\n__COUNTER__ __COUNTER__") == "2 2 0 1");
  CHECK(after("#include \"x.h\"\n#include <y>\n#pragma unroll\n#\n# 3 \"x\"\n#warning w\nint _Pragma(\"unroll\") a;") == "int a ;");
  for (const auto* piece :
       {"\\\n", "\r\n", "R\"(\n)\"", "/*\n*/", "#define F(x) x\n", "F(\n1)\n", "#if 1\n", "#endif\n", "x\n", "'\n", "\""})
    for (const auto* other : {"\\\n", "F(\n", "\n", "#else\n", "\"", "//\\\n", "R\"("}) {
      const auto mixed = fmt::format("{0}{1}{0}{1}\n{1}{0}", piece, other);
      CAPTURE(mixed);
      CHECK(lines_in(preprocess(mixed).text) == lines_in(mixed));
    }
}

TEST_CASE("preprocessor: what is not C++ is said, and the rest is read") {
  CHECK(problems("\n#if 1\na") == Lines{"2: the #if that begins here has no #endif"});
  CHECK(problems("#endif\n#else\n#if 1\n#else\n#elif 1\n#endif") ==
        Lines{"1: there is no #if before this #endif", "2: there is no #if before this #else", "5: this #elif follows an #else"});
  CHECK(
      problems("#define\n#define 3\n#define F(a\n#define F(a, a)\n#define F(a) #b\n#define X ## a\n#undef\n#ifdef\n#endif\n#pragm once") ==
      Lines{"1: a name is missing after #define", "2: a name is missing after #define", "3: the parameters lack a closing )",
            "4: two parameters are called a", "5: a parameter is missing after #", "6: an operand of ## is missing",
            "7: a name is missing after #undef", "8: a name is missing after #ifdef", "10: there is no directive #pragm"});
  CHECK(problems("#define A_B x\n#if A_B\n#error needs   \"A\" B\n#else\n#error not here\n#endif") ==
        Lines{"5: the file says #error not here"});
  CHECK(problems("#define F(a, b) a\nF(1) F(1, 2, 3)\n#define J(a, b) a ## b\nJ(+, /)") ==
        Lines{"2: the macro F takes 2, and gets 1 here", "2: the macro F takes 2, and gets 3 here",
              "4: + and / do not form one token, which ## needs"});
  CHECK(after("#define F(a, b) a\nF(1) x F(1, 2)") == "F ( 1 ) x 1");
  CHECK(problems("a /* b\n") == Lines{"1: the comment that begins here lacks its */"});
  // Half-typed calls are left as they are; what follows is expanded.
  const auto half = "#define MIN(a, b) a\n#define N 4\nauto a = MIN(MIN(1, 2), N\nauto b = N;\n#undef N\n#define N 5\nauto c = MIN(N, 1);";
  CHECK(after(half) == "auto a = MIN ( 1 , 4 auto b = 4 ; auto c = 5 ;");
  CHECK(joined(problems(half)) == "3: the call of MIN lacks a closing )");
}

TEST_CASE("preprocessor: -D and -U say what a macro is, and what is asked for is listed") {
  const auto source = "#ifndef TILE\n#define TILE 64\n#endif\n#if defined(FAST) && FAST > 1\nfast\n#endif\nTILE __CUDA_ARCH__";
  CHECK(after(source) == "64 800");
  CHECK(after(source, {{"TILE", "128"}, {"FAST", "2"}, {"__CUDA_ARCH__", "900"}}) == "fast 128 900");
  CHECK(after(source, {{"FAST", "2"}, {"FAST", std::nullopt}, {"__CUDA_ARCH__", std::nullopt}}) == "64 __CUDA_ARCH__");
  CHECK(after("TWICE(3)", {{"TWICE(x)", "x x"}}) == "3 3");
  CHECK(asked(source) == Lines{"TILE@1 file 64", "FAST@4 nothing -"});
  CHECK(asked(source, {{"TILE", "128"}, {"FAST", std::nullopt}}) == Lines{"TILE@1 setting 128", "FAST@4 setting -"});
  // A guard is no question, nor what cannot matter.
  CHECK(asked("#ifndef X_HPP\n#define X_HPP\n#if !defined(Y)\n#define Y\n#endif\n#if 1 || A\n#elif B\n#endif\n#endif") == Lines{});
  CHECK(
      asked("#if __CUDA_ARCH__ >= 900 && SM\n#endif\n#ifdef _MSC_VER\n#endif\n#if CUTE_ARCH_MMA_SM90_ENABLED\n#endif\n#if M + N\n#endif") ==
      Lines{"__CUDA_ARCH__@1 compiler 800", "_MSC_VER@3 compiler -", "M@7 nothing -", "N@7 nothing -"});
  CHECK(asked("#define V 2\n#if V > 1\n#endif") == Lines{"V@2 file 2"});
  CHECK(preprocess("A /* B */\n#if 0\nC\n#endif", MacroSettings{{"A", "1"}, {"B", "1"}, {"C", "1"}, {"D", std::nullopt}}).unused ==
        Lines{"B", "D"});
  CHECK(is_macro_name("A"));
  CHECK(is_macro_name("F(x,y)"));
  for (const auto* bad : {"", "1", "A B", "A(", "A-B", "defined", "F(x) y", " A"}) CHECK_MESSAGE(!is_macro_name(bad), bad);
}

TEST_CASE("preprocessor: what would grow without end is bounded, and said") {
  std::string bomb = "#define A0 x x\n";
  for (int i = 1; i < 60; ++i) bomb += fmt::format("#define A{} A{} A{}\n", i, i - 1, i - 1);
  const auto made = preprocess(bomb + "A59\n#define N 4\nN A2");
  CHECK(made.text.size() < 4'000'000);
  CHECK(tokens(std::string_view(made.text).substr(made.text.rfind('\n'))) == "4 x x x x x x x x");
  REQUIRE(made.problems.size() == 1);
  CHECK(made.problems[0].message.text().ends_with("is not expanded: it would be more than 200,000 tokens"));
  CHECK(made.problems[0].line == 61);
  // Strings, pasted names and arguments that double; many uses; deep and empty calls.
  for (const auto& [head, step] :
       {std::pair("#define S_(x) #x\n#define S(x) S_(x)\n#define B0 \"\\\\\"\n", "#define B{0} S(B{1} B{1})\n"),
        std::pair("#define J_(a, b) a ## b\n#define J(a, b) J_(a, b)\n#define B0 x\n", "#define B{0} J(B{1}, B{1})\n"),
        std::pair("#define I(x) x x\n#define B0 x\n", "#define B{0} I(I(B{1}))\n"),
        std::pair("#define B0\n", "#define B{0} B{1} B{1} B{1}\n")}) {
    std::string text = head;
    for (int i = 1; i < 50; ++i) text += fmt::format(fmt::runtime(step), i, i - 1);
    for (int i = 0; i < 200; ++i) text += "B49\n";
    const auto all = preprocess(text);
    CHECK(all.text.size() < 40'000'000);
    CHECK(!all.problems.empty());
    CHECK(lines_in(all.text) == lines_in(text));
  }
  std::string deep, open;
  for (int i = 0; i < 100'000; ++i) deep += "F(", open += "F( ";
  CHECK(!problems("#define F(x) x\n" + deep + std::string(100'000, ')')).empty());
  CHECK(!problems("#define F(x) x\n" + open).empty());
}

TEST_CASE("preprocessor: programs are read as the preprocessor leaves them") {
  const auto definitions = [](std::string_view source, const MacroSettings& macros = {}) {
    Lines all;
    for (const auto& d : read_cpp_program(source, {}, macros).definitions)
      all.push_back(fmt::format("{}:{} = {}{}", d.line, d.entry, d.text, d.problem.empty() ? "" : " | " + d.problem.text()));
    return joined(all);
  };
  const auto source =
      "#define FOO\n#ifndef FOO\nauto a = Layout<_8>{};\n#else\nauto a = Layout<_4>{};\n#endif\n#ifndef N\n#define N 16\n#endif\n"
      "#define ROW(m, n) make_layout(make_shape(m, n), \\\n  m)\nauto b = ROW(Int<N>{},\n  Int<2>{});\n#if WIDE\n"
      "auto c = Layout<_32>{};\n#endif\n";
  CHECK(definitions(source) == joined({"5:a = Layout<_4>{}", "12:b = make_layout(make_shape(Int<16>{}, Int<2>{}), Int<16>{})"}));
  CHECK(definitions(source, {{"N", "8"}, {"WIDE", "1"}}) ==
        joined({"5:a = Layout<_4>{}", "12:b = make_layout(make_shape(Int<8>{}, Int<2>{}), Int<8>{})", "15:c = Layout<_32>{}"}));
  CHECK(definitions("auto a = Layout<_4>{};\n#if F(1)\n#endif\n#error no") ==
        joined({"1:a = Layout<_4>{}", "2:macro = #if F(1) | in #if: F is called as a macro, but is not defined",
                "4:macro_2 = #error no | the file says #error no"}));
  const auto program = read_cpp_program(source, {}, MacroSettings{{"M", "1"}});
  CHECK(program.unused_macros == Lines{"M"});
  REQUIRE(program.macros.size() == 3);
  CHECK(program.macros[2].name == "WIDE");
  CHECK(program.macros[2].by == AskedMacro::By::nothing);
}
