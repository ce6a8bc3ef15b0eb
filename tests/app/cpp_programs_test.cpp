// Tests C++ around layouts: the numbers that a program computes with are right, or reported as unknown.

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"
#include "tests/test_data.hpp"

using namespace app;

namespace {

/// By name the values of a program's definitions; "? why" of those that have none. Of several of a name the first.
std::map<std::string, std::string> values_of(std::string_view source, const ProgramSettings& settings = {}) {
  const auto program = read_cpp_program(source, settings);
  SheetEvaluator evaluator;
  evaluator.update(sheet_of_program(program, "x.cu"));
  std::map<std::string, std::string> all;
  for (std::size_t i = 0; i < program.definitions.size(); ++i) {
    const auto& d = program.definitions[i];
    const auto& r = evaluator.results()[i + 1];
    auto text = r.value() != nullptr ? algebra::to_string(*r.value(), algebra::Marks::underscores)
                : !d.problem.empty() ? "? " + d.problem.text()
                : r.problem          ? "? " + r.problem->problem.message.text()
                                     : "?";
    std::string assumed;
    for (const auto& name : d.assumed) assumed += " " + name;
    if (!assumed.empty()) text += " assumed" + assumed;
    all.emplace(d.name, std::move(text));
  }
  return all;
}
std::string value(std::string_view source, const std::string& name = "a") { return values_of(source)[name]; }
std::string in_main(std::string_view body) { return fmt::format("int main(int argc, char** argv) {{ {} }}", body); }

}  // namespace

namespace {

/// The definitions of a program of the fixtures by name, and how many of them are what CuTe printed.
std::map<std::string, std::string> compared_with_cute(const std::string& name, int* compared, std::vector<std::string>* rows = nullptr) {
  const auto values = values_of(read_file(program_fixture(name + ".cu"), max_sheet_bytes).value());
  std::istringstream golden(read_file(fmt::format("{}/golden/{}.tsv", test_data(), name), max_sheet_bytes).value());
  for (std::string row; std::getline(golden, row);) {
    if (row.starts_with('#')) continue;
    std::string_view rest = row;
    const std::string variable(algebra::take_until(rest, '\t'));
    CAPTURE(variable);
    REQUIRE(values.contains(variable));
    CHECK(values.at(variable) == rest);
    ++*compared;
    if (rows != nullptr) rows->push_back(variable);
  }
  return values;
}

}  // namespace

TEST_CASE("C++ programs: definitions have the values that CuTe prints for them") {
  int compared = 0;
  const auto values = compared_with_cute("definitions", &compared);
  CHECK(compared > 60);
  CHECK(values.at("u01") == "? h has no value here: it depends on argc > 1, which is not known");
}

TEST_CASE("C++ programs: hostile definitions have CuTe's values, or say why they have none") {
  int compared = 0;
  std::vector<std::string> rows;
  const auto values = compared_with_cute("more_definitions", &compared, &rows);
  CHECK(compared > 250);
  const std::set<std::string> known(rows.begin(), rows.end());
  int others = 0;
  for (const auto& [name, value] : values) {
    // p01, w64: those that print; u16 is a number of the program.
    if (name.size() != 3 || name[1] < '0' || name[1] > '9' || name[2] < '0' || name[2] > '9' || known.contains(name) || name == "u16")
      continue;
    CAPTURE(name);
    CHECK(value.starts_with("? "));
    ++others;
  }
  CHECK(others > 30);
}

TEST_CASE("C++ programs: what may be of CuTe is listed, with why it is not read") {
  const auto all = values_of(
      in_main("auto a01 = obj.get(_3{}); auto a02 = [&] { return undefined_fn(_3{}); }(); auto a03 = u->layout();\n"
              "auto a04(make_layout(8)); auto a05 = decltype(a04){}; auto a06 = make_thing<Layout<_3>>();\n"
              "auto a07 = static_cast<Layout<_8>>(x); auto a08 = y.template compose<3>(a04); auto a09 = lib::Layout<3>{};\n"
              "auto l = make_layout(4); if (argc > 5) l = make_layout(5); auto a10 = l;\n"
              "Layout<Shape<int, _3>, Stride<_3, _1>> a11(make_shape(5, _3{})); Layout<Shape<int, _3>> a12(make_shape(5, _3{}));\n"
              "decltype(a04) a13 = a04; auto a14 = K::layout<true>(x);"));
  const auto is = [&](const std::string& name) { return all.contains(name) ? all.at(name) : "missing"; };
  CHECK(is("a04") == "8:_1");
  CHECK(is("a11") == "(5,_3):(_3,_1)");
  for (const std::string name : {"a01", "a02", "a03", "a06", "a07", "a08", "a09", "a10", "a12", "a14"}) {
    CAPTURE(name);
    CHECK(is(name).starts_with("? "));
  }
  CHECK(is("a05") != "missing");
  CHECK(is("a13") != "missing");
}

TEST_CASE("C++ programs: code that is broken within functions that are called ends in no crash") {
  values_of("f(){}f(){return::f()}struct Stack{twice(){int i++i}}");
  values_of("struct PtrMem{sum(){int i++i}};odd(){?:even(1;}even(int){}even(int){");
  values_of("struct A { int a; A() : a {} }; int main() { A x; auto l = make_layout(x.a); }");
  values_of("struct A { int a; A() : { } }; int main() { A x; auto l = make_layout(x.a); }");
  values_of("struct A { int a, b; }; int main() { A x{.b = 1, 2, 3}; auto l = make_layout(x.a); }");
  CHECK(true);
}

TEST_CASE("C++ programs: what a condition leaves open is unknown, unless both branches agree") {
  CHECK(value(in_main("int n = 4; if (argc > 1) n = 8; auto a = make_layout(n);")).starts_with("? n has no value here"));
  CHECK(value(in_main("int n = 4; if (argc > 1) n = 8; else n = 8; auto a = make_layout(n);")) == "8:_1");
  CHECK(value(in_main("int n = 4; while (n < argc) n *= 2; auto a = make_layout(n);")).starts_with("? n"));
  CHECK(value(in_main("int n = 4; for (int i = 0; i < argc; ++i) n += 1; auto a = make_layout(n);")).starts_with("? n"));
  CHECK(value(in_main("int n = 4; switch (argc) { case 1: n = 5; break; default: n = 6; } auto a = make_layout(n);")).starts_with("? n"));
  CHECK(value(in_main("int n = 4; for (int i = 0; i < 9; ++i) { if (i == argc) break; n += 1; } auto a = make_layout(n);"))
            .starts_with("? n"));
  CHECK(value("int f(int n) { if (n > unknown_limit) return 1; return 2; } " + in_main("auto a = make_layout(f(3));")).starts_with("? "));
  CHECK(value("void f(int& n) { if (n > unknown_limit) return; n = 9; } " + in_main("int n = 3; f(n); auto a = make_layout(n);"))
            .starts_with("? "));
  CHECK(value(in_main("int arr[2] = {1, 2}; arr[argc] = 5; auto a = make_layout(arr[0]);")).starts_with("? "));
  CHECK(value(in_main("int n = 3; read_size(&n); auto a = make_layout(n);")).starts_with("? n may be changed by read_size"));
  CHECK(value(in_main("int n = 2147483647; auto a = make_layout(n + 1);")).starts_with("? 2147483647 + 1 does not fit into int"));
  // A number from the command line is unknown; the program's default is assumed.
  CHECK(value(in_main("int n = 5; if (argc > 1) sscanf(argv[1], \"%d\", &n); auto a = make_layout(n);")) == "5:_1 assumed n");
}

TEST_CASE("C++ programs: what nothing gives is assumed, and so is what follows from it; nothing else is invented") {
  const auto all = values_of(
      "template <class Traits, bool Causal, int kHeadDim> struct Loop {\n"
      "  using T = conditional_t<Causal, Layout<_4>, Layout<_8>>;\n"
      "  using D = Layout<Int<kHeadDim>>;\n"
      "  using L = typename Traits::SmemLayout;\n"
      "};\n"
      "__global__ void k(Params params, int n, int const known = 3) {\n"
      "  auto q = make_tensor(make_gmem_ptr(params.ptr), params.shape_Q, params.stride_Q);\n"
      "  auto l = params.smemLayout; auto s = make_layout(params.seqlen_q); auto t = coalesce(s);\n"
      "  auto m = make_layout(n); auto f = make_layout(known); auto _ = make_layout(7);\n"
      "}\n");
  CHECK(all.at("kHeadDim") == "128 assumed kHeadDim");
  CHECK(all.at("D") == "_128:_1 assumed kHeadDim");
  CHECK(all.at("T") == "_8:_1 assumed Causal");
  CHECK(all.at("L").starts_with("? "));
  CHECK(all.at("q") == "? params.shape_Q has no value here");
  CHECK(all.at("l") == "? params.smemLayout has no value here");
  CHECK(all.at("s") == "512:_1 assumed params_seqlen_q");
  CHECK(all.at("t") == "512:_1 assumed params_seqlen_q");
  CHECK(all.at("m") == "256:_1 assumed n");
  CHECK(all.at("f") == "3:_1");
  CHECK(all.at("_") == "7:_1");
  // A setting replaces an assumption.
  CHECK(values_of("__global__ void k(int n) { auto m = make_layout(n); }", {{"n", "8"}}).at("m") == "8:_1");
}

TEST_CASE("C++ programs: what a person has set is no longer assumed, nor what follows from it") {
  auto sheet = sheet_of_program(read_cpp_program("__global__ void k(int m, int n) { auto a = make_layout(make_shape(m, n)); }"), "k.cu");
  SheetEvaluator evaluator;
  const auto assumed = [&](int entry) { return evaluator.update(sheet)[static_cast<std::size_t>(entry)].assumed; };
  REQUIRE(sheet.entries.size() == 4);  // the note, m, n and a
  CHECK(assumed(1) == "assumed");
  CHECK(assumed(3) == "assumed: m, n");
  sheet.entries[1].text = "m = 64";
  sheet.entries[1].source.edited();
  CHECK(assumed(1).empty());
  CHECK(assumed(3) == "assumed: n");
  CHECK(facts_of(evaluator.results()[3]).back() == "assumed: n");
}

TEST_CASE("C++ programs: what is changed in a way that is not followed has no value") {
  CHECK(value(in_main("int x = 1, y = 2; int* p = argc > 3 ? &x : &y; *p = 9; auto a = make_layout(x);")).starts_with("? argc > 3"));
  CHECK(value(in_main("int x = 10; int c = (x = 4, x + 1); auto a = make_layout(c);")).starts_with("? "));
  CHECK(
      value("int f() { static int n = 3; n += 2; return n; } " + in_main("auto a = make_layout(f());")).starts_with("? n keeps its value"));
  CHECK(value("struct B { unsigned a : 3; }; " + in_main("B b; b.a = 9; auto a = make_layout(b.a);")).starts_with("? "));
  CHECK(value("union U { int a; float b; }; " + in_main("U u; u.a = 9; auto a = make_layout(u.a);")).starts_with("? "));
  CHECK(value(in_main("int n = 3; sort_with([&] { n = 4; }); auto a = make_layout(n);")).starts_with("? it may be changed by sort_with"));
  CHECK(value(in_main("int v[2] = {2, 1}; std::sort(v, v + 2); auto a = make_layout(v[0]);"))
            .starts_with("? it may be changed by std::sort"));
  CHECK(value(in_main("int n = 1; if (argc > 2) goto end; n = 2; end: auto a = make_layout(n);")).starts_with("? "));
  CHECK(value(in_main("int n = 0; for (int k : {1, 2}) { if (k == argc) break; n += k; } auto a = make_layout(n);")).starts_with("? n"));
}

TEST_CASE("C++ programs: what a function that is not in the file is passed by name may be another number after it") {
  const auto called = [](const std::string& call) { return value(in_main("int m = 128, n = 64; " + call + " auto a = make_layout(m);")); };
  for (const auto* call :
       {"parse(argc, argv, m);", "lib::parse(m);", "if (!parse(m)) return 1;", "auto r = parse(m);", "options.parse(m);",
        "sscanf(argv[1], \"%d\", &m);", "custom_parse(m);", "cute_options(m);", "std::from_chars(a, b, m);", "std::invoke(parse, m);",
        "std::cin >> m;", "std::cin >> n >> m;", "if (!(std::cin >> m)) return 1;", "std::ifstream file(argv[1]); file >> m;",
        "std::istringstream(argv[1]) >> m;", "for (int i = 0; i < 2; ++i) std::cin >> m;"})
    CHECK_MESSAGE(called(call).ends_with(" assumed m"), call, " ", called(call));
  for (const auto* call : {"parse(n);", "parse(m + 1);", "printf(\"%d\", m);", "cudaMalloc(&n, m);", "CHECK(m);",
                           "auto l = make_layout(m);", "float f = float(m);", "auto t = std::make_pair(m, n);", "cuCtxGetDevice(m);",
                           "cublasCreate(m);", "std::cout << (256 >> m);", "int k = n >> m;", "std::cin >> n;"})
    CHECK_MESSAGE(called(call) == "128:_1", call, " ", called(call));
  CHECK(called("auto before = make_layout(m); sscanf(argv[1], \"%d\", &m);") == "128:_1 assumed m_2");
  CHECK(value(in_main("const int m = 128; parse(m); auto a = make_layout(m);")) == "128:_1");
  CHECK(value("struct O { int m = 8; }; " + in_main("O o; fill(o); auto a = make_layout(o.m);")) == "8:_1 assumed m");
  CHECK(value(in_main("int v[2] = {8, 4}; fill(v); auto a = make_layout(v[1]);")) == "4:_1 assumed v_1");
  CHECK(called("if (parse(&m)) {}").starts_with("? m may be changed by parse"));
  CHECK(called("while (file >> m) {}") == "? m: it is changed by a loop whose condition file >> m is not known");
}

TEST_CASE("C++ programs: what another round of a loop has otherwise says that it is of the first") {
  const auto said = [](const std::string& loop) {
    const auto program = read_cpp_program(in_main(loop));
    SheetEvaluator evaluator;
    evaluator.update(sheet_of_program(program, "x.cu"));
    for (const auto& r : evaluator.results())
      if (r.name == "a") return algebra::Message::list(facts_of(r)).text();
    return std::string("none");
  };
  const auto first = [&](const std::string& loop) { return said(loop).ends_with("value of the loop's first round"); };
  CHECK(first("for (int n = 2; n < 8; n *= 2) { auto a = make_layout(n); }"));
  CHECK(first("int n = 1; while (n < 8) { n += 3; auto a = make_layout(n); }"));
  CHECK(first("for (int i = 0; i < argc; ++i) { auto a = make_layout(i + 2); }"));
  CHECK(first("for (int i = 1; i < 9; ++i) { auto a = make_layout(i); }"));
  CHECK(first("for (int k : {1, 2}) { auto a = make_layout(k); }"));
  CHECK_FALSE(first("for (int i = 0; i < argc; ++i) { auto a = make_layout(4); }"));
  CHECK_FALSE(first("for (int i = 1; i < 2; ++i) { auto a = make_layout(i); }"));
  CHECK_FALSE(first("for (int k : {2, 2}) { auto a = make_layout(k); }"));
  // It is in the file of the sheet, until a person writes something else.
  auto sheet = sheet_of_program(read_cpp_program(in_main("for (int i = 1; i < 9; ++i) { auto a = make_layout(i); }")), "x.cu");
  auto& source = sheet.entries.back().source;
  CHECK(source_line(source).ends_with(" first-round\n"));
  CHECK(read_source("line=1 section=main first-round").value() == source);
  source.edited();
  CHECK_FALSE(source.first_round);
}

TEST_CASE("C++ programs: each definition of CuTe is listed, with a value or with the reason") {
  const auto all =
      values_of(in_main("auto a = typename Der::L{}; auto b = C::make(3); auto c = ns::f(4); auto d = undefined_fn(_3{}); auto e = "
                        "Layout<_4>{}; auto t = std::make_pair(1, 2); auto u = timer.seconds();"));
  CHECK(all.at("a") == "? Der::L has no value here");
  CHECK(all.at("b") == "? C::make is not in the file");
  CHECK(all.at("c") == "? ns::f is not in the file");
  CHECK(all.at("d").starts_with("? There is no function undefined_fn here."));
  CHECK(all.size() == 5);
}

TEST_CASE("C++ programs: a structure that is its own base ends nothing") {
  for (const auto* bad :
       {"struct A : A { static constexpr int v = 4; };", "struct B; struct A : B { static constexpr int v = 4; }; struct B : A {};",
        "template<int N> struct A : A<N> {};"}) {
    INFO(bad);
    const auto all = values_of(std::string(bad) + " void g() { auto x = make_layout(A::w); auto y = make_layout(7); }");
    CHECK(all.at("x").starts_with("? "));
    CHECK(all.at("y") == "7:_1");
  }
}

TEST_CASE("C++ programs: which of two specialisations is meant is not clear the second time either") {
  const auto all = values_of(
      "template<class A, class B> struct P { static constexpr int v = 1; };\n"
      "template<class A> struct P<A, int> { static constexpr int v = 2; };\n"
      "template<class B> struct P<int, B> { static constexpr int v = 3; };\n"
      "void g() { auto x = make_layout(Int<P<int, int>::v>{}); auto y = make_layout(Int<P<int, int>::v>{}); }");
  for (const auto* name : {"x", "y"}) CHECK(all.at(name) == "? the specialisation of P is ambiguous");
}

TEST_CASE("C++ programs: templates that need themselves end, and say so") {
  const std::string without_end =
      "template<int N> struct F { static constexpr int v = F<N-1>::v + F<N-2>::v + F<N-3>::v; };\n"
      "void g() { auto x = make_layout(Int<F<40>::v>{}); auto y = make_layout(7); }";
  const auto all = values_of(without_end);
  CHECK(all.at("x").starts_with("? "));
  CHECK(all.at("y") == "7:_1");
  // With an end each instance is made once.
  const auto ends = values_of(
      "template<int N> struct F { static constexpr long v = F<N-1>::v + F<N-2>::v; };\n"
      "template<> struct F<0> { static constexpr long v = 0; };\ntemplate<> struct F<1> { static constexpr long v = 1; };\n"
      "void g() { auto x = make_layout(F<40>::v); }");
  CHECK(ends.at("x") == "102334155:_1");
  CHECK(value("template<class T> struct G { using type = typename G<T*>::type; }; G<int>::type x; auto a = make_layout(4);") == "4:_1");
  CHECK(value("int f(int n) { return f(n + 1); } auto b = make_layout(f(1)); auto a = make_layout(4);") == "4:_1");
}

namespace {

/// Returns the value of a program's definition with its problem, "ptr+0 o 8:1 | 1 * 2 = ...".
std::string judged(std::string_view source, const std::string& name, const ProgramSettings& settings) {
  const auto program = read_cpp_program(source, settings);
  SheetEvaluator evaluator;
  evaluator.update(sheet_of_program(program, "x.cu"));
  for (std::size_t i = 0; i < program.definitions.size(); ++i) {
    const auto& r = evaluator.results()[i + 1];
    if (program.definitions[i].name != name) continue;
    auto text = r.value() != nullptr ? algebra::to_string(*r.value(), algebra::Marks::underscores) : program.definitions[i].problem.text();
    if (r.problem) text += " | " + r.problem->problem.message.text();
    return text;
  }
  return "?";
}

}  // namespace

TEST_CASE("C++ programs: an offset that its type cannot hold is where the compiled kernel reads, and a problem") {
  const auto tile = [](std::string_view parameters, std::string_view stride, const char* block, const char* name = "gA") {
    const auto source = fmt::format(
        "__global__ void kernel(float const* A, {}) {{\n"
        "  auto mA = make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(1, {}));\n"
        "  auto gA = local_tile(mA, make_shape(Int<128>{{}}, Int<128>{{}}), make_coord(0, blockIdx.x));\n"
        "  auto tAgA = local_partition(gA, make_layout(make_shape(Int<32>{{}}, Int<8>{{}})), threadIdx.x);\n}}\n",
        parameters, stride);
    return judged(source, name, {{"M", "70000"}, {"N", "70000"}, {"blockIdx.x", block}});
  };
  const auto wrong = tile("int M, int N", "M", "500");
  CHECK(wrong.starts_with("ptr+185032704 o (_128,_128):(1,70000) | 500 * 8960000 = 4480000000 does not fit into"));
  CHECK(wrong.find("ptr+4480000000") != std::string::npos);
  CHECK(wrong.find("int64_t(8960000)") != std::string::npos);
  CHECK(tile("int M, int N", "M", "500", "tAgA").starts_with("ptr+185032704 o"));
  // CUDA's block index is unsigned, and so is the product.
  CHECK(tile("int M, int N", "M", "240") == "ptr+2150400000 o (_128,_128):(1,70000)");
  CHECK(tile("int M, int N", "M", "20") == "ptr+179200000 o (_128,_128):(1,70000)");
  for (const auto* parameters : {"int64_t M, int64_t N", "long long M, int N", "std::size_t M, std::size_t N"})
    CHECK(tile(parameters, "M", "500") == "ptr+4480000000 o (_128,_128):(1,70000)");
  for (const auto* stride : {"int64_t(M)", "static_cast<int64_t>(M)", "(size_t)M", "70000L", "M * 1LL", "int64_t{M}"}) {
    CAPTURE(stride);
    CHECK(tile("int M, int N", stride, "500") == "ptr+4480000000 o (_128,_128):(1,70000)");
  }
}

TEST_CASE("C++ programs: numbers keep the width of their types from variable to variable") {
  const auto of = [](std::string_view body) { return judged(in_main(body), "a", {}); };
  CHECK(of("int64_t m = 65536; auto a = make_layout(make_shape(m, 65536, 3));") == "(65536,65536,3):(_1,65536,4294967296)");
  CHECK(of("int m = 65536; auto a = make_layout(make_shape(m, 65536, 3));").starts_with("(65536,65536,3):(_1,65536,0) | 65536 * 65536"));
  CHECK(of("int m = 65536; int64_t l = m; auto a = make_layout(make_shape(l, 65536, 3));") == "(65536,65536,3):(_1,65536,4294967296)");
  CHECK(of("int64_t l = 65536; int m = l; auto a = make_layout(make_shape(m, 65536, 3));").starts_with("(65536,65536,3):(_1,65536,0) | "));
  CHECK(of("uint32_t m = 65536; auto a = size(make_layout(make_shape(m, 65535)));") == "4294901760");
  CHECK(of("long m = 65536; long n = m * m; auto a = make_layout(n);") == "4294967296:_1");
}
