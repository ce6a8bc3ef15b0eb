// Copies of programs that print their values, and the lines that these print.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <string>

#include "algebra/reading/printed_places.hpp"
#include "app/import/instrument.hpp"

using namespace app;

namespace {

/// Returns the copy without the lines before the source's own.
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

TEST_CASE("a tensor in global memory is at an offset of the largest that was printed before and has its address") {
  const auto values = algebra::printed_values(
      "cutescope k.cu:3 main host: whole = ptr[16b](0x7f0000) o (256,64):(64,_1)\n"
      "cutescope k.cu:9 k block 0,0,0 thread 0,0,0: mA = gmem_ptr[16b](0x7f0000) o (128,64):(64,_1)\n"
      "cutescope k.cu:10 k block 0,0,0 thread 0,0,0: gA = gmem_ptr[16b](0x7f2000) o (_64,_32):(64,_1)\n"
      "cutescope k.cu:11 k block 0,0,0 thread 0,0,0: vA = gmem_ptr[128b](0x7f2010) o (_4,_2):(8,_1)\n"
      "cutescope k.cu:12 k block 0,0,0 thread 0,0,0: odd = gmem_ptr[32b](0x7f2002) o _4:_1\n"
      "cutescope k.cu:13 k block 0,0,0 thread 0,0,0: mB = gmem_ptr[16b](0x910000) o (128,64):(64,_1)\n"
      "cutescope k.cu:14 k block 0,0,0 thread 0,0,0: gB = gmem_ptr[16b](0x910080) o (_64,_32):(64,_1)\n"
      "cutescope k.cu:15 k block 0,0,0 thread 0,0,0: past = gmem_ptr[16b](0x914000) o _4:_1\n"
      "cutescope k.cu:16 k block 0,0,0 thread 0,0,0: rA = ptr[16b](0x7f2000) o _4:_1\n"
      "cutescope k.cu:17 k block 0,0,0 thread 0,0,0: sA = smem_ptr[16b](0x7f2000) o _4:_1 at shared byte 0\n"
      "cutescope k.cu:18 k block 0,0,0 thread 0,0,0: L = _4:_1\n");
  std::vector<std::string> memory;
  for (const auto& v : values) memory.push_back(v.name + ": " + v.memory);
  CHECK(memory == std::vector<std::string>{"whole: ", "mA: whole + 0", "gA: whole + 4096", "vA: whole + 513", "odd: whole + 8194 bytes",
                                           "mB: in nothing that was printed before", "gB: mB + 64",
                                           "past: in nothing that was printed before", "rA: ", "sA: ", "L: "});
}
