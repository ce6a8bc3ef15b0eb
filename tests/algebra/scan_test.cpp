// Layouts found in what programs print, and nothing found in what they print besides.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/reading/scan.hpp"
#include "algebra/reading/scanned_name.hpp"
#include "tests/algebra/scanned_in.hpp"
#include "tests/test_data.hpp"

using namespace algebra;

namespace {

std::string listed(const std::vector<Scanned>& all) {
  std::string text;
  for (const auto& f : all) text += fmt::format("{}:{} {}|{} = {}\n", f.line, f.column, f.words, f.name, f.text);
  return text;
}

/// The name and the text of what is found, or "".
std::string one(std::string_view text) {
  const auto all = scanned_in(text);
  if (all.size() > 1) return fmt::format("{} found", all.size());
  return all.empty() ? "" : all[0].name + " = " + all[0].text;
}

std::string file(const std::string& name) {
  std::ifstream in(test_data() + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("what print writes is found, with the words before it as its name") {
  CHECK(one("sA : (_4,(_2,2)):(_1,(_4,8))\n") == "sA = (_4,(_2,2)):(_1,(_4,8))");
  CHECK(one("(4,2):(1,4)") == " = (4,2):(1,4)");
  CHECK(one("tiler _4:_1\n") == "tiler = _4:_1");
  CHECK(one("x=4:_1,") == "x = 4:_1");
  CHECK(one("L:_4:_1@0.") == "L = _4:_1@0");
  CHECK(one("Layout: 4:1\n") == "Layout_1 = 4:1");
  CHECK(one("tAgA: gmem_ptr[32b](0x7f00) o (_2,_2):(6,_1)\n") == "tAgA = gmem_ptr[32b](0x7f00) o (_2,_2):(6,_1)");
  CHECK(one("a ptr[32b](0x7f00) o 4:1\n") == "a = ptr[32b](0x7f00) o 4:1");
  CHECK(one("a ptr+4 o 4:1\n") == "a = ptr+4 o 4:1");
  CHECK(one("s Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)\n") == "s = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)");
  CHECK(one("s Sw<3,4,3>_smem_ptr[16b](0x80) o (_8,_64):(_64,_1)\n") == "s = Sw<3,4,3>_smem_ptr[16b](0x80) o (_8,_64):(_64,_1)");
  CHECK(one("s smem_ptr[16b](0x80) o Sw<3,3,3> o _0 o (_8,_64):(_64,_1)\n") ==
        "s = smem_ptr[16b](0x80) o Sw<3,3,3> o _0 o (_8,_64):(_64,_1)");
  CHECK(one("Sw<3,4,3> o 0 o (8,64):(64,1)") == " = Sw<3,4,3> o 0 o (8,64):(64,1)");
  CHECK(one("c: ArithTuple(0,4) o (_4,_8):(_1@0,_1@1)") == "c = ArithTuple(0,4) o (_4,_8):(_1@0,_1@1)");
  CHECK(one("c: (_4,_2):(_1,_4) o _0 o (_2,_2):(_1,_2)\n") == "c = (_4,_2):(_1,_4) o _0 o (_2,_2):(_1,_2)");
  CHECK(one("c: (_4,_2):(_1,_4) o nothing 1:2\n") == "c = (_4,_2):(_1,_4)");
  CHECK(one("i: counting_iter(3) o (_4,_4):(_1,_4)") == "i = ptr o (_4,_4):(_1,_4)");
  CHECK(one("Layout((4, (2, 2)):(1, (4, 8)))") == "Layout_1 = (4,(2,2)):(1,(4,8))");
  CHECK(one("ptr[32b](0x7f00) o (4,2):(2,1):\n  1.0  2.0\n") == " = ptr[32b](0x7f00) o (4,2):(2,1)");
}

TEST_CASE("pointers and swizzles are read in the spelling of every version") {
  // CuTe C++ before CUTLASS 3.2, and the CuTe DSL.
  CHECK(one("S<3,4,3> o 0 o (8,64):(64,1)") == " = Sw<3,4,3> o 0 o (8,64):(64,1)");
  CHECK(one("sA: S<2,3,3> o _0 o (_8,_32):(_32,_1)\n") == "sA = Sw<2,3,3> o _0 o (_8,_32):(_32,_1)");
  CHECK(one("sA: S<3,4,3> o smem_ptr_16b(unset) o (_8,_64):(_64,_1)") == "sA = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)");
  CHECK(one("sA: smem_ptr_S<3,4,3>_16b(0x7f00) o (_8,_64):(_64,_1)") == "sA = Sw<3,4,3>_smem_ptr[16b](0x7f00) o (_8,_64):(_64,_1)");
  CHECK(one("gA: gmem_ptr_32b(0x7f00) o (4,2):(1,4)") == "gA = gmem_ptr[32b](0x7f00) o (4,2):(1,4)");
  // std::cout << tensor.
  CHECK(one("gA gmem_ptr_32b o (4,2):(1,4)") == "gA = gmem_ptr[32b](unset) o (4,2):(1,4)");
  CHECK(one("sA smem_ptr_S<3,4,3>_16b o (_8,_64):(_64,_1)") == "sA = Sw<3,4,3>_smem_ptr[16b](unset) o (_8,_64):(_64,_1)");
  CHECK(one("gA gmem_[16b] o (_8,_64):(_64,_1)") == "gA = gmem_ptr[16b](unset) o (_8,_64):(_64,_1)");
  CHECK(one("sA Sw<3,4,3>_smem_[16b] o (_8,_64):(_64,_1)") == "sA = Sw<3,4,3>_smem_ptr[16b](unset) o (_8,_64):(_64,_1)");
  // The CuTe DSL.
  CHECK(one("sK: tensor<ptr<bf16, smem, align<1024>, S<3,4,3>> o (8,64):(64,1)>") == "sK = Sw<3,4,3>_smem_ptr[16b](unset) o (8,64):(64,1)");
  CHECK(one("gA = tensor<ptr<f32, gmem, align<16>> o (8,64):(64,1)>") == "gA = gmem_ptr[32b](unset) o (8,64):(64,1)");
  CHECK(one("rA: tensor(raw_ptr(0x00007fff82504860: f32, rmem, align<32>) o ((1,4)):((0,1)), data=") ==
        "rA = rmem_ptr[32b](0x00007fff82504860) o ((1,4)):((0,1))");
  CHECK(one("c: tensor<(0,4) o (8,64):(1@0,1@1)>") == "c = ArithTuple(0,4) o (8,64):(1@0,1@1)");
  CHECK(one("t tmem_[32b](0x0000.0000) o (_8,_64):(_64,_1)") == "t = tmem_ptr[32b](unset) o (_8,_64):(_64,_1)");
  CHECK(one("s subptr[4b](0x7f00.1) o (_8,_64):(_64,_1)") == "s = subptr[4b](0x7f00.1) o (_8,_64):(_64,_1)");
  // Parts of the printed text for which the language has no word are dropped.
  CHECK(one("s sparse<2>_smem_ptr[8b](0x80) o (_8,_64):(_64,_1)") == "s = ptr o (_8,_64):(_64,_1)");
}

TEST_CASE("what only the running program knows is a question mark in what the CuTe DSL prints while it compiles") {
  for (const std::size_t chunk : {std::size_t{1}, std::size_t{7}, std::string_view::npos}) {
    const auto found = scanned_in(
        "gA = tensor<ptr<f16, gmem, align<16>> o (128,64):(?{i64 div=8},1)>\nL: (?,?{div=64},(?,3)):(?{i64},1,(?,?))\n(?):(?{not closed\n",
        chunk);
    REQUIRE(found.size() == 2);
    CHECK(found[0].name == "gA");
    CHECK(found[0].text == "gmem_ptr[16b](unset) o (128,64):(64,1)");
    REQUIRE(found[0].printed.numbers.size() == 1);
    CHECK(found[0].printed.numbers[0].multiple == 8);
    CHECK(run_time_words(found[0].printed) == "known when it runs: stride 0 (a multiple of 8)");
    CHECK(found[1].name == "L");
    CHECK(found[1].printed.numbers.size() == 6);
  }
}

TEST_CASE("a composition gives no name to its layout") {
  CHECK(one("0 o (4,2):(2,1)") == " = (4,2):(2,1)");
  CHECK(one("sA: weird<1,2> o _0 o (4,2):(2,1)") == "sA = (4,2):(2,1)");
  CHECK(one("sA o (4,2):(2,1)") == "sA = (4,2):(2,1)");
  CHECK(one("o o (4,2):(2,1)") == " = (4,2):(2,1)");
}

TEST_CASE("names are such that an entry can have them") {
  CHECK(name_from("sA") == "sA");
  CHECK(name_from("[info] sA.layout()") == "sA_layout");
  CHECK(name_from("stage 0") == "stage_0");
  CHECK(name_from("the size") == "size_1");
  CHECK(name_from("42") == "L42");
  CHECK(name_from("") == "");
  CHECK(name_from("\xE4\xB8\xAD") == "");
  for (const auto* words : {"ptr", "o", "X", "layout", "Swizzle", "f16", "a b.c", "12 : 7", "__a__"}) {
    const auto line = name_from(words) + " = 4:1";
    INFO(line);
    const auto split = split_line(line);
    REQUIRE(split);
    CHECK(split->name == name_from(words));
  }
}

TEST_CASE("what looks like one and is none is left alone") {
  for (const auto* line : {"12:30:45 12:30",
                           "main.cpp:10:5: error",
                           "kernel.cu(12): error: no",
                           "main.cpp(10,5):(3)",
                           "ratio 16:9, 4:1.5",
                           "127.0.0.1:8080",
                           "fe80::1:2:3",
                           "{\"a\":1,\"b\":[2:3],\"c\":\"10:20\"}",
                           "00:1b:44:11:3a:b7",
                           "a_4:_1x",
                           "v_4:_1",
                           "_4:_1:_2",
                           "1:_4:_1",
                           "(1,2):(3,4):(5,6)",
                           "(4,2):(1,(4,8))",
                           "(4,2):1",
                           "_4:(1,2)",
                           "shape (4,2)",
                           "Tiler_MN: (_32,_64)",
                           "(4,x):(1,4)",
                           "(4 2):(1 4)",
                           "():",
                           ":::",
                           "(:)",
                           ")(:)(",
                           "(99999999999999999999,2):(1,2)",
                           "slice[3:5] 1:2 layouts"})
    CHECK_MESSAGE(scanned_in(line).empty(), std::string(line));
}

TEST_CASE("colours, NUL bytes, other alphabets and line breaks within do not hide a layout") {
  CHECK(one("\x1b[1;32msA\x1b[0m: \x1b[33m_4:_1\x1b[0m\n") == "sA = _4:_1");
  CHECK(one("sA: (_4,\x1b[33m_2\x1b[0m):(_1,_4)\n") == "sA = (_4,_2):(_1,_4)");
  CHECK(one(std::string_view("a\0b\0 (4,2):(1,4)\0", 17)) == "a_b = (4,2):(1,4)");
  CHECK(one("\xE5\xB8\x83\xE5\xB1\x80 sA\xEF\xBC\x9A (4,2):(1,4)\xFF\xFE") == "sA = (4,2):(1,4)");
  CHECK(one("sA: (_4,\r\n   (_2,\r\n_2)):(_1,\n(_4,\n_8))\r\n") == "sA = (_4,(_2,_2)):(_1,(_4,_8))");
  const auto found = scanned_in("one\ntwo\n  sA: (_4,\n_2):(_1,_4) sB (_2,_2):(_1,_2)\n_4:_1\n");
  CHECK(listed(found) == "3:7 sA|sA = (_4,_2):(_1,_4)\n4:16 sB|sB = (_2,_2):(_1,_2)\n5:1 | = _4:_1\n");
}

TEST_CASE("a log of a real program's kind, whole and in pieces of any size") {
  const auto log = file("logs/kernel.log");
  REQUIRE_FALSE(log.empty());
  const auto whole = listed(scanned_in(log));
  CHECK(std::count(whole.begin(), whole.end(), '\n') == 19);
  for (const std::size_t chunk : {1, 2, 3, 7, 16, 61, 250}) CHECK(listed(scanned_in(log, chunk)) == whole);
  // Long enough for the beginning to be forgotten many times.
  std::string much;
  while (much.size() < 1 << 20) much += log + std::string(701, 'x') + "\n";
  const auto all = listed(scanned_in(much));
  for (const std::size_t chunk : {1000, 4096, 65537}) CHECK((listed(scanned_in(much, chunk)) == all));
}

TEST_CASE("every golden value is found as it is printed") {
  int values = 0;
  for (const auto* name : {"golden/static.tsv", "golden/dynamic.tsv", "golden/tiled.tsv"}) {
    std::istringstream rows(file(name));
    for (std::string row; std::getline(rows, row) && values < 3000;) {
      const auto value = row.substr(row.rfind('\t') + 1);
      const auto read = evaluate(value, {}, IntegerRule::cute, {.verdicts = false, .steps = nullptr});
      if (!read || !(std::holds_alternative<Layout>(read->value) || std::holds_alternative<Tensor>(read->value) ||
                     std::holds_alternative<ComposedLayout>(read->value)))
        continue;
      // 4:1 alone may be a time.
      if (value.find('_') == std::string::npos && value.find('(') == std::string::npos) continue;
      ++values;
      const auto found = scanned_in("12:30 value: " + value + "\n");
      INFO(value);
      REQUIRE(found.size() == 1);
      CHECK(found[0].text == value);
      CHECK(found[0].name == "value");
    }
  }
  CHECK(values > 100);
}

TEST_CASE("limits hold, and garbage of any kind takes no more than its time") {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '(') + "1" + std::string(static_cast<std::size_t>(depth), ')');
  };
  CHECK(scanned_in(nested(60) + ":" + nested(60) + "\n").size() == 1);
  CHECK(scanned_in(nested(65) + ":" + nested(65) + "\n").empty());
  std::string garbage;
  for (const auto* part : {"(", "(1,", ":", "):(", "1:", "_1:", "(1):(", "\n", "(1,1):(1,", "1", "_", " o ", "ptr o ", "(2):(1) o ", ",",
                           "Sw<", "\x1b[", "\x1b"}) {
    garbage.clear();
    while (garbage.size() < 1 << 18) garbage += part;
    scanned_in(garbage);
    scanned_in(garbage, 1);
    scanned_in(garbage + "\nsA: (4,2):(1,4)\n");
  }
}

TEST_CASE("types of layouts in the messages of C++ compilers") {
  // gcc, clang and nvcc of one program, cut to the lines with types.
  CHECK(one("e.cu:9:4: error: no matching function for call to 'f' [with ALayout = cute::Layout<cute::tuple<cute::C<4>, cute::C<2> >, "
            "cute::tuple<cute::C<1>, cute::C<4> > >]\n") == "ALayout = (_4,_2):(_1,_4)");
  CHECK(one("note: candidate expects 'Layout<tuple<C<4>, tuple<C<2>, C<3>>>, tuple<C<1>, tuple<C<4>, C<8>>>>'\n") ==
        "expects = (_4,(_2,_3)):(_1,(_4,_8))");
  CHECK(one("argument types are: (const cute::Layout<cute::tuple<cute::_8, cute::constant<int, 64>>, cute::tuple<cute::C<(int)64>, "
            "cute::_1>>)\n") == " = (_8,_64):(_64,_1)");
  CHECK(one("L = Layout<Shape<_4, _2>, Stride<_1, _4>>\n") == "L = (_4,_2):(_1,_4)");
  CHECK(one("L = cute::Layout<cute::C<8>, cute::C<-1>>\n") == "L = _8:_-1");
  CHECK(one("L = cute::Layout<cute::tuple<>, cute::tuple<>>\n") == "L = ():()");
  CHECK(one("S = cute::ComposedLayout<cute::Swizzle<3, 4, 3>, cute::C<0>, cute::Layout<cute::tuple<cute::C<8>, cute::C<64>>, "
            "cute::tuple<cute::C<64>, cute::C<1>>>>\n") == "S = Sw<3,4,3> o _0 o (_8,_64):(_64,_1)");
  CHECK(one("S = cute::ComposedLayout<cute::Swizzle<3, 4, 3>, cute::smem_ptr_flag_bits<16>, cute::Layout<cute::tuple<cute::C<8>, "
            "cute::C<64>>, cute::tuple<cute::C<64>, cute::C<1>>>>\n") == "S = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)");
  CHECK(one("I = cute::Layout<cute::tuple<cute::C<4>, cute::C<2>>, cute::tuple<cute::ScaledBasis<cute::C<1>, 0>, "
            "cute::ScaledBasis<cute::C<1>, 1, 0>>>\n") == "I = (_4,_2):(_1@0,_1@0@1)");
  // The usual strides, which clang leaves out.
  CHECK(one("U = Layout<cute::tuple<cute::tuple<cute::C<4>, cute::C<1>>, cute::C<2>>>\n") == "U = ((_4,_1),_2):((_1,_0),_4)");
  // A number of the running program: the text has a likely one, and what is not known is said.
  const auto dynamic = scanned_in("mA = cute::Layout<cute::tuple<int, long unsigned int>, cute::tuple<cute::C<1>, int64_t>>\n");
  REQUIRE(dynamic.size() == 1);
  CHECK(dynamic[0].text == "(8,8):(_1,8)");
  CHECK(dialects::run_time_words(dynamic[0].printed) == "known when it runs: shape 0, shape 1, stride 1");
  // The same again is no news; under another name, or as another type, it is.
  const std::string layout = "cute::Layout<cute::C<8>, cute::C<1>>";
  CHECK(listed(scanned_in("A = " + layout + "\nA = " + layout + "\nB = " + layout + "\n")) == "1:5 A|A = _8:_1\n3:5 B|B = _8:_1\n");
  for (const auto* none : {"cute::Layout<Shape_, Stride_>", "Layout<Shape_>", "MyLayout<cute::C<8>, cute::C<1>>",
                           "Layout<cute::tuple<cute::C<8>>, cute::C<1>>", "std::vector<Layout<T, U>>", "Layout<", "Layout<cute::C<8>, "})
    CHECK_MESSAGE(one(std::string(none) + "\n").empty(), none);
  // Whatever the size of the pieces.
  const std::string text = "a = " + layout + " b\nx\nL = Layout<Shape<_4, int>, Stride<_1, _4>>\n";
  const auto whole = listed(scanned_in(text));
  CHECK(whole.find("L = (_4,8):(_1,_4)") != std::string::npos);
  LogScanner scanner;
  std::vector<Scanned> all;
  for (const char c : text)
    for (auto& f : scanner.feed({&c, 1})) all.push_back(std::move(f));
  for (auto& f : scanner.finish()) all.push_back(std::move(f));
  CHECK(listed(all) == whole);
}

TEST_CASE("an encoding that is not read is named") {
  const auto not_read = [](std::string_view text) {
    LogScanner scanner;
    scanner.feed(text);
    scanner.finish();
    std::string said;
    for (const auto& n : scanner.not_read()) said += fmt::format("{} at line {}|", n.name, n.line);
    return said;
  };
  const std::string meta = "#ttg.sparse_dot_meta<{version = 3, warpsPerCTA = [2, 2]}>";
  CHECK(not_read("\n\n#mma = " + meta + "\n%0 : tensor<128x128xf32, #mma>\n%1 : tensor<64x64xf32, #mma>\n") ==
        "sparse_dot_meta at line 3|");
  CHECK(not_read("\n%0 : tensor<128x128xf32, " + meta + ">\n") == "sparse_dot_meta at line 2|");
  CHECK(not_read("#mma = " + meta + "\n") == "sparse_dot_meta at line 1|");
  CHECK(not_read("#other = #ttg.partitioned_shared<{numGroups = 1}>\n#mma = " + meta + "\n%0 : tensor<16x16xf32, #other>\n") ==
        "partitioned_shared at line 1|sparse_dot_meta at line 2|");
  const std::string blocked = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>";
  CHECK(not_read("#b = " + blocked + "\n%0 : tensor<32x64xf16, #b>\n").empty());
  CHECK(not_read("#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n").empty());
}
