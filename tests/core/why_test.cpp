// The reasons of errors: texts of g++, clang, nvcc, the CuTe DSL, compute-sanitizer and the CUDA runtime, their rule, operation, operands
// and line, and changes that work.

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/text/characters.hpp"
#include "app/import/paste.hpp"
#include "app/why/operand.hpp"
#include "app/why/repair.hpp"
#include "app/why/why.hpp"
#include "tests/test_data.hpp"

using namespace app;

namespace {

std::string text_of(const std::string& name) {
  std::ifstream in(test_data() + "/golden/why/" + name + ".txt");
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::vector<std::string>> rows() {
  std::ifstream in(test_data() + "/golden/why.tsv");
  std::vector<std::vector<std::string>> all;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    std::vector<std::string> fields;
    for (std::string_view rest = line; fields.size() < 5;) fields.emplace_back(algebra::take_until(rest, '\t'));
    all.push_back(fields);
  }
  return all;
}

std::string operands_of(const why::Why& w) {
  std::string all;
  for (const auto& o : w.operands) all += (all.empty() ? "" : "; ") + o.name + "=" + o.text;
  return all;
}

/// The change of the first reason that makes an operand `now`; an empty one if there is none.
why::Repair repair_of(const std::vector<why::Why>& all, const std::string& now) {
  REQUIRE(!all.empty());
  for (const auto& r : all[0].repairs)
    if (r.now == now) return r;
  return {};
}

/// A text of g++ about one call at user.cu:LINE.
std::string gcc_text(const std::string& function, const std::string& assertion, int line) {
  return "include/cute/layout.hpp: In instantiation of ‘constexpr auto cute::" + function + "’:\nuser.cu:" + std::to_string(line) +
         ":26:   required from here\n" + assertion + "\n";
}

}  // namespace

TEST_CASE("errors are told by rule, operation, operands and the user's line") {
  const auto all = rows();
  REQUIRE(all.size() > 150);
  std::set<std::string> rules;
  int gcc = 0, clang = 0, nvcc = 0, sanitizer = 0;
  for (const auto& row : all) {
    INFO(row[0]);
    const auto reasons = why::reasons_in(text_of(row[0]));
    REQUIRE(!reasons.empty());
    const auto& w = reasons[0];
    REQUIRE((w.rule != nullptr));
    CHECK(std::string(w.rule->id) == row[1]);
    CHECK(w.operation == row[2]);
    CHECK(std::to_string(w.user.line) == row[3]);
    CHECK(operands_of(w) == row[4]);
    gcc += row[0][0] == 'g' && w.error.source == why::Source::gcc ? 1 : 0;
    clang += row[0][0] == 'c' && w.error.source == why::Source::clang ? 1 : 0;
    nvcc += row[0][0] == 'n' && w.error.source == why::Source::nvcc ? 1 : 0;
    sanitizer += row[0][0] == 's' && w.error.source == why::Source::sanitizer ? 1 : 0;
    rules.insert(row[1]);
  }
  CHECK(gcc >= 40);
  CHECK(clang >= 15);
  CHECK(nvcc >= 40);
  CHECK(sanitizer >= 14);
  CHECK(rules.size() > 90);
}

TEST_CASE("each change that is proved works when it is evaluated again") {
  int proved = 0;
  for (const auto& row : rows())
    for (const auto& w : why::reasons_in(text_of(row[0])))
      for (const auto& r : w.repairs) {
        if (r.call.empty()) continue;
        INFO(row[0] << ": " << r.call);
        const auto value = algebra::evaluate(r.call, {}, algebra::IntegerRule::cute);
        REQUIRE(value.has_value());
        CHECK(algebra::to_string(value->value, algebra::Marks::underscores) == r.value);
        CHECK((value->verdict.kind != algebra::Verdict::Kind::broken));
        ++proved;
      }
  CHECK(proved > 60);
}

TEST_CASE("a change is put into the line of the program") {
  const std::string program =
      "#include <cute/tensor.hpp>\nusing namespace cute;\nint main() {\n  auto atom = make_layout(Shape<_8, _64>{}, LayoutRight{});\n\n"
      "  auto sA = tile_to_shape(atom, Shape<_128, _96>{});\n}\n";
  const auto r = repair_of(why::reasons_in(text_of("g068"), program), "(_128,_64)");
  CHECK(r.operand == "target");
  CHECK(r.line == 6);
  CHECK(r.text == "  auto sA = tile_to_shape(atom, Shape<_128, _64>{});");
  const auto index = repair_of(why::reasons_in(text_of("g148"), "\n\n\n\n\n\n  Tensor g = group_modes<1, 4>(t);\n"), "3");
  CHECK(index.text == "  Tensor g = group_modes<1, 3>(t);");
  const auto class_argument =
      repair_of(why::reasons_in(text_of("g127"), "\n\n\nusing Sw = Swizzle<3, 4, 2>;\n\nint main() { Sw s; }\n"), "3");
  CHECK(class_argument.line == 4);
  CHECK(class_argument.text == "using Sw = Swizzle<3, 4, 3>;");
}

TEST_CASE("nvcc's text has the same reason") {
  const std::string text =
      "include/cute/layout.hpp(1792): error: static assertion failed with \"tile_to_shape: block shape does not divide the target "
      "shape.\"\n"
      "      static_assert(decltype(evenly_divides(target_shape, block_shape))::value, \"...\");\n      ^\n"
      "          detected during instantiation of \"auto cute::tile_to_shape(const cute::Layout<Shape, Stride> &, const TrgShape &, const "
      "ModeOrder &) [with Shape=cute::tuple<cute::_8, cute::_64>, Stride=cute::tuple<cute::_64, cute::_1>, "
      "TrgShape=cute::tuple<cute::_128, "
      "cute::_96>, ModeOrder=cute::LayoutLeft]\" at line 6 of user.cu\n\n1 error detected in the compilation of \"user.cu\".\n";
  const auto all = why::reasons_in(text);
  REQUIRE(all.size() == 1);
  REQUIRE((all[0].rule != nullptr));
  CHECK(all[0].rule->id == "tile_divide");
  CHECK(all[0].operation == "tile_to_shape");
  CHECK(all[0].user.line == 6);
  CHECK((all[0].error.source == why::Source::nvcc));
  CHECK(operands_of(all[0]) == "block=(_8,_64):(_64,_1); target=(_128,_96); order=LayoutLeft");
}

TEST_CASE("runs under compute-sanitizer and errors of the CUDA runtime have a rule") {
  struct Run {
    std::string text, rule;
    std::size_t line;
  };
  const std::vector<Run> runs{
      {"========= COMPUTE-SANITIZER\n========= Invalid __global__ write of size 16 bytes\n=========     at store(float *)+0xb0 in "
       "user.cu:12\n"
       "=========     by thread (0,0,0) in block (0,0,0)\n=========     Address 0x7f is misaligned\n",
       "san_misaligned", 12},
      {"========= Invalid __global__ read of size 4 bytes\n=========     at load(float *)+0x50 in user.cu:14\n"
       "=========     Address 0x7f is out of bounds\n",
       "san_outside", 14},
      {"========= Invalid __shared__ read of size 4 bytes\n=========     at load()+0x50 in user.cu:31\n", "san_shared", 31},
      {"========= Error: Race reported between Write access at stage()+0x10 in user.cu:20\n", "san_shared_race", 20},
      {"========= Barrier error detected. Divergent thread(s) in block\n=========     at wait()+0x20 in user.cu:8\n", "san_barrier", 8},
      {"========= Uninitialized __global__ memory read of size 4 bytes\n=========     at sum()+0x70 in user.cu:9\n", "san_uninit", 9},
      {"CUDA error: an illegal instruction was encountered (cudaErrorIllegalInstruction, error 715)\n", "illegal_instruction", 0},
      {"CUDA error: misaligned address\n", "misaligned", 0},
      {"CUDA error: the launch timed out and was terminated\n", "hang", 0},
  };
  for (const auto& run : runs) {
    INFO(run.text);
    const auto all = why::reasons_in(run.text);
    REQUIRE(!all.empty());
    REQUIRE((all[0].rule != nullptr));
    CHECK(std::string(all[0].rule->id) == run.rule);
    CHECK(all[0].user.line == run.line);
  }
}

TEST_CASE("an error that is not known, and a text without one, have no rule") {
  CHECK(why::reasons_in("").empty());
  CHECK(why::reasons_in("A = (4,8):(8,1)\nall is well\n").empty());
  const auto other = why::reasons_in(
      gcc_text("frobnicate(const T&) [with T = C<4>]", "include/cute/layout.hpp:9:1: error: static assertion failed: Moon", 3));
  REQUIRE(other.size() == 1);
  CHECK((other[0].rule == nullptr));
  CHECK(other[0].user.line == 3);
  // A word of a rule in another file of CuTe is not that rule.
  const auto elsewhere = why::reasons_in("include/cutlass/gemm.h:9:1: error: static assertion failed: Mismatched Ranks\n");
  REQUIRE(elsewhere.size() == 1);
  CHECK((elsewhere[0].rule == nullptr));
}

TEST_CASE("each rule has its sentence, its advice and a page, and its way of repair is known") {
  std::set<std::string_view> ids;
  for (const auto& r : why::rules()) {
    INFO(std::string(r.id));
    CHECK(ids.insert(r.id).second);
    CHECK(r.rule.ends_with('.'));
    CHECK(r.advice.ends_with('.'));
    CHECK(r.page.ends_with(".md"));
    CHECK((!r.patterns.empty() || !r.lines.empty()));
    CHECK((r.repair.empty() || why::is_way(r.repair)));
  }
  CHECK(ids.size() > 200);
}

TEST_CASE("types are read as operands, static and dynamic") {
  const auto read = [](const char* type) { return why::operand_type(type).text; };
  CHECK(read("const cute::Layout<cute::tuple<cute::C<4>, int>, cute::tuple<cute::C<1>, cute::C<4> > >&") == "(_4,?):(_1,_4)");
  // g++ leaves out an argument that is equal to its default.
  CHECK(read("cute::Layout<cute::tuple<cute::C<4>, cute::C<8> > >") == "(_4,_8):(_1,_4)");
  CHECK(read("cute::tuple<cute::Underscore, int>") == "(_,?)");
  CHECK(read("cute::Tensor<cute::ViewEngine<cute::smem_ptr<cutlass::half_t*> >, cute::Layout<cute::C<8>, cute::C<1> > >") ==
        "_8:_1 smem half_t");
  CHECK(read("cute::Tensor<cute::ArrayEngine<float, 4>, cute::Layout<cute::C<4>, cute::C<1> > >&") == "_4:_1 rmem float");
  CHECK(why::cpp_type_of("(_8,(_4,_100)):(_1,(_8,_32))") == "Layout<Shape<_8, Shape<_4, Int<100>>>, Stride<_1, Stride<_8, _32>>>");
}

TEST_CASE("a pasted error becomes a note with its reason, its operands and the calls that work") {
  const auto parts = pasted_parts(for_field(text_of("g068")));
  const auto has = [&](const std::string& part) { return std::ranges::find(parts, part) != parts.end(); };
  CHECK(has("# user.cu:6: The block's shape must divide the target shape, mode by mode. (tile_to_shape)"));
  CHECK(has("block = (_8,_64):(_64,_1)"));
  CHECK(has("target = (_128,_96)"));
  CHECK(has("tile_to_shape((_8,_64):(_64,_1),(_128,_64))"));
  // The refused call itself: its card shows the reason.
  CHECK(has("tile_to_shape((_8,_64):(_64,_1),(_128,_96))"));
  // A program that handles errors is none.
  CHECK(for_field("#include <cuda.h>\nint main() { throw Error(\"error: no\"); }\n").find("# ") == std::string::npos);
  CHECK(for_field("(4,8):(8,1)") == "(4,8):(8,1)");
}

TEST_CASE("long and hostile texts end in time") {
  const auto seconds = [](const std::string& text) {
    const auto begin = std::chrono::steady_clock::now();
    why::reasons_in(text);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  std::string many;
  while (many.size() < 5'000'000) many += text_of("g142");
  CHECK(seconds(many) < 20);
  CHECK(seconds(std::string(5'000'000, '<')) < 20);
  CHECK(seconds("user.cu:1:1: error: " + std::string(60'000, '(')) < 20);
  std::string deep = "include/cute/layout.hpp: In instantiation of ‘auto cute::size(const T&) [with T = ";
  for (int i = 0; i < 5000; ++i) deep += "cute::tuple<";
  CHECK(seconds(deep + "]’:\nuser.cu:1:1:   required from here\nuser.cu:1:1: error: static assertion failed\n") < 20);
}
