// Copies of programs that print their values, and the lines that these print.

#include <doctest/doctest.h>

#include <string>

#include "algebra/reading/printed_places.hpp"
#include "app/import/instrument.hpp"

using namespace app;

namespace {

/// The copy without the lines before the source's own.
std::string body_of(const InstrumentedSource& made) {
  auto at = made.text.find('\n');
  at = made.text.find('\n', at + 1);
  return made.text.substr(at + 1);
}

}  // namespace

TEST_CASE("each declaration of a body is followed by its value, in its line") {
  const auto made = instrumented(
      "__global__ void k(float* p) {\n"
      "  Tensor mA = make_tensor(p, make_shape(4, 8));  // of A\n"
      "  auto [a, b] = parts(mA); int n = 3; float* q = p;\n"
      "  TiledMMA mma;\n"
      "  for (auto i = 0; i < n; ++i) { auto part = mA(_, i); }\n"
      "  static int count = 0;\n"
      "}\n",
      "dir/k.cu");
  CHECK(made.text.starts_with("#include <cutescope.hpp>\n#line 1 \"dir/k.cu\"\n"));
  CHECK(body_of(made) ==
        "__global__ void k(float* p) {\n"
        "  Tensor mA = make_tensor(p, make_shape(4, 8)); CUTESCOPE_ANY(mA);  // of A\n"
        "  auto [a, b] = parts(mA); CUTESCOPE_ANY(a, b); int n = 3; float* q = p;\n"
        "  TiledMMA mma; CUTESCOPE_ANY(mma);\n"
        "  for (auto i = 0; i < n; ++i) { auto part = mA(_, i); CUTESCOPE_ANY(part); }\n"
        "  static int count = 0;\n"
        "}\n");
  CHECK(made.values == 5);
}

TEST_CASE("of branches the one is printed that the macros leave, and macros may stand in a declaration") {
  const auto source =
      "#define TILE Shape<_4, _8>\n"
      "#define TWO auto x = 1; auto y = 2;\n"
      "void f() {\n"
      "#if WIDE\n"
      "  auto a = wide();\n"
      "#else\n"
      "  auto a = narrow();\n"
      "#endif\n"
      "  auto t = TILE{}; /* ; */ auto s = print(\";\");  // ;\n"
      "  TWO auto v = t;\n"
      "}\n";
  const auto narrow = instrumented(source, "a.cu");
  CHECK(narrow.text.find("narrow(); CUTESCOPE_ANY(a);") != std::string::npos);
  CHECK(narrow.text.find("wide(); CUTESCOPE") == std::string::npos);
  CHECK(narrow.text.find("TILE{}; CUTESCOPE_ANY(t); /* ; */ auto s = print(\";\"); CUTESCOPE_ANY(s);  // ;") != std::string::npos);
  // A macro that ends a statement itself leaves no place that is sure.
  CHECK(narrow.text.find("TWO auto v = t;\n") != std::string::npos);
  CHECK(narrow.values == 3);
  const MacroSettings wide{{"WIDE", "1"}};
  CHECK(instrumented(source, "a.cu", wide).text.find("wide(); CUTESCOPE_ANY(a);") != std::string::npos);
}

TEST_CASE("functions that may run in the compiler are left alone, and so is what cannot be parsed") {
  const auto made =
      instrumented("template <class T> constexpr auto f(T t) { auto u = t; return u; }\nvoid g() { auto a = ((; }\n", "a.hpp");
  CHECK(body_of(made) == "template <class T> constexpr auto f(T t) { auto u = t; return u; }\nvoid g() { auto a = ((; }\n");
  CHECK(made.constexprs == 1);
  CHECK(made.values == 0);
  CHECK(body_of(instrumented("", "empty.cu")).empty());
}

TEST_CASE("what cutescope.hpp prints has its place, and other words have none") {
  const auto values = algebra::printed_values(
      "step 1: sA = (4,2):(1,4)\n"
      "cutescope a dir/k.cu:12 k block 0,1,0 thread 37,0,0: tA = smem_ptr[16b](0x7f0400) o (_4,2):(_1,8) at shared byte 1024\n"
      "cutescope b.hpp:7 operator() host: L = (_4,_8):(_1,_4)\n"
      "cutescope b.hpp:x f host: L = (_4,_8):(_1,_4)\n"
      "cutescope b.hpp:7 host: L = (_4,_8):(_1,_4)\n"
      "cutescope of b.hpp:7\n");
  REQUIRE(values.size() == 2);
  CHECK(values[0].place.file == "a dir/k.cu");
  CHECK(values[0].place.line == 12);
  CHECK(values[0].place.function == "k");
  CHECK(values[0].place.thread == "block 0,1,0 thread 37,0,0");
  CHECK(values[0].place.text() == "k.cu:12, block 0,1,0 thread 37,0,0");
  CHECK(values[0].name == "tA");
  CHECK(values[0].value == "ptr+0 o (_4,2):(_1,8)");
  CHECK(values[1].place.text() == "b.hpp:7, host");
  CHECK(values[1].value == "(_4,_8):(_1,_4)");
}
