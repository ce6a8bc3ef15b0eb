// Programs in the CuTe DSL: what their statements are is what CuTe prints for the same operations; nothing of them is executed.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"
#include "app/import/dsl/dsl_print.hpp"
#include "app/import/dsl/dsl_program.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"
#include "tests/folder.hpp"
#include "tests/test_data.hpp"

using namespace app;
using Lines = std::vector<std::string>;

namespace {

/// Returns "FUNCTION:LINE NAME VALUE" of each definition; of one without a value "? WHY".
Lines read(std::string_view source, const ProgramSettings& settings = {}, const std::string& path = {}) {
  const auto program = read_dsl_program(source, settings, path);
  SheetEvaluator evaluator;
  evaluator.update(sheet_of_program(program, "program.py"));
  Lines all;
  for (std::size_t i = 0; i < program.definitions.size(); ++i) {
    const auto& d = program.definitions[i];
    const auto* value = evaluator.results()[i + 1].value();
    all.push_back(fmt::format("{}:{} {} {}", d.function, d.line, d.name, value != nullptr ? dsl_string(*value) : "? " + d.problem.text()));
  }
  return all;
}

/// Returns the value of the last definition of `x`.
std::string x_of(std::string_view code) {
  std::string program =
      "import cutlass\nimport cutlass.cute as cute\nfrom cutlass import Float16, Float32, Int32\n@cute.jit\ndef f(M=Int32(2048)):\n";
  for (std::string_view rest = code; !rest.empty();) program += fmt::format("  {}\n", algebra::take_until(rest, '\n'));
  std::string found = "nothing";
  for (const auto& line : read(program))
    if (const auto at = line.find(" x "); at != std::string::npos) found = line.substr(at + 3);
  return found;
}

Lines definitions_in(std::string_view source) {
  Lines all;
  for (const auto& d : read_dsl_program(source).definitions)
    all.push_back(d.problem.empty() ? fmt::format("{} = {}", d.entry, d.text) : fmt::format("{} | {}", d.entry, d.problem));
  return all;
}

std::string many(std::string_view piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

bool has_line(const Lines& lines, const std::string& line) { return std::ranges::find(lines, line) != lines.end(); }

}  // namespace

TEST_CASE("dsl: a whole GEMM, from the command line's arguments to a thread's part of a tile") {
  const auto path = program_fixture("staged_gemm.py");
  const auto source = read_file(path, max_sheet_bytes).value();
  // As CuTe C++ 4.7 has it for the same operations.
  const auto of_thread = read(source, {{"mnk", "512,384,100"}, {"threadIdx.x", "37"}, {"blockIdx.x", "1"}, {"blockIdx.y", "2"}}, path);
  for (const auto* line :
       {"StagedGemm.__init__:17 self.bM _128", "StagedGemm.__call__:20 mA ptr+0 o (_512,_100):(_1,_512)",
        "StagedGemm.__call__:20 mB ptr+0 o (384,100):(100,_1)", "StagedGemm.__call__:21 pad _4",
        "StagedGemm.__call__:23 sB_layout (_128,_8,_3):(_1,_132,_1056)",
        "StagedGemm.__call__:35 tiled_mma ThrLayoutVMNK=(_1,_16,_16,_1):(_0,_16,_1,_0); "
        "PermutationMNK=((_16,_4):(_4,_1),(_16,_4):(_4,_1),_)",
        "StagedGemm.__call__:36 grid_dim (4,3,_1)", "StagedGemm.kernel:52 coord (1,2,_)", "StagedGemm.kernel:55 residue_k -4",
        "StagedGemm.kernel:56 gB ptr+25596 o (_128,_8,13):(100,_1,_8)",
        "StagedGemm.kernel:62 tBsB ptr+664 o ((_1,_1),_4,_1,_3):((_0,_0),_32,_0,_1056)",
        "StagedGemm.kernel:64 tBcB (260,5) o ((_1,_1),_4,_1,13):((_0,_0),_32@0,_0,_8@1)", "StagedGemm.kernel:65 at (292,5)",
        "StagedGemm.kernel:68 tBsB[None, None, None, stage] ptr+664 o ((_1,_1),_4,_1):((_0,_0),_32,_0)",
        "StagedGemm.kernel:71 tCsA ptr+8 o (_1,(_4,_2),_8,_3):(_0,(_1,_64),_128,_1024)",
        "StagedGemm.kernel:74 tCrC ptr+0 o (_1,(_4,_2),(_4,_2)):(_0,(_1,_4),(_8,_32))",
        // The branch of warp 1, and that of the others.
        "StagedGemm.kernel:77 rows_of_warp _8", "StagedGemm.kernel:79 rows_of_others _8"}) {
    CAPTURE(std::string(line));
    CHECK(has_line(of_thread, line));
  }
  // The file's own sizes, and another major.
  const auto own = read(source, {}, path);
  CHECK(has_line(own, "StagedGemm.__call__:20 mA ptr+0 o (_256,_64):(_1,_256)"));
  CHECK(has_line(own, "StagedGemm.kernel:55 residue_k 0"));
  CHECK(has_line(read(source, {{"b_major", "n"}}, path), "StagedGemm.__call__:27 tB (_1,_1):(_0,_0)"));
  // The module beside it is read with it, and only there.
  CHECK(std::ranges::any_of(read(source), [](const auto& l) { return l.find("sB_layout ?") != std::string::npos; }));
  CHECK(std::ranges::any_of(read(source, {{"mnk", "1,2"}}, path),
                            [](const auto& l) { return l.find("raises an exception") != std::string::npos; }));
  CHECK(read_dsl_program(source, {{"mnkl", "1"}}, path).unused == Lines{"mnkl"});
  // It is read, and not run.
  CHECK_FALSE(std::filesystem::exists("ran"));
  CHECK_FALSE(std::filesystem::exists(program_fixture("ran")));
}

TEST_CASE("dsl: what is static, and what Python's own operations are") {
  // From CuTe's own output of the same statements.
  CHECK(x_of("x = cute.make_layout((M, 4096), stride=(4096, 1))") == "(2048,_4096):(_4096,_1)");
  CHECK(x_of("x = cute.make_layout((4, 1))") == "(_4,_1):(_1,_0)");
  CHECK(x_of("x = cute.make_layout(1)") == "_1:_0");
  CHECK(x_of("x = cute.make_ordered_layout((4, 32), order=(1, 0))") == "(_4,_32):(_32,_1)");
  CHECK(x_of("x = cute.ceil_div((1024, 1536, 1), (128, 256))") == "(_8,_6,_1)");
  CHECK(x_of("x = cute.slice_((128, 128, 64), (None, 0, None))") == "(_128,_64)");
  CHECK(x_of("x = cute.slice_(cute.make_layout((1, 1, 1)), (0, None, 0))") == "(_1):(_0)");
  CHECK(x_of("x = cute.select(cute.make_layout((2, 3, 4)), mode=[1, 2, 0])") == "(_3,_4,_2):(_2,_6,_1)");
  CHECK(x_of("x = cute.size(cute.make_layout(((2, 3), 4)), mode=[0, 1])") == "_3");
  CHECK(x_of("x = (*cute.ceil_div((512, 384), (128, 128)), 1)") == "(_4,_3,_1)");
  CHECK(x_of("x = *cute.ceil_div((512, 384), (128, 128)), 1") == "(_4,_3,_1)");
  CHECK(x_of("a, b, *_ = (4, 5, 6, 7)\nx = a * 10 + b") == "_45");
  CHECK(x_of("x = tuple(n // 2 for n in (8, 6) if n > 6)") == "(_4)");
  CHECK(x_of("x = (4, 5, 6)[:2] + (-7 // 2,)") == "(_4,_5,_-4)");
  CHECK(x_of("d = {'a': 3, **{'b': 4}}\nx = d['b'] if 'c' not in d else d['c']") == "_4");
  CHECK(x_of("import functools\ng = functools.partial(lambda a, b=2: a - b, b=1)\nx = g(5)") == "_4");
  CHECK(x_of("total = 0\nfor i in range(4):\n  total += i\nx = total + 0") == "6");
  CHECK(x_of("total = 0\nfor i in cutlass.range_constexpr(4):\n  total += i\nx = total + 0") == "_6");
  CHECK(x_of("i = 0\nwhile i < 100:\n  if i == 7:\n    break\n  i = i + 1\nx = i + 0") == "_7");
  CHECK(x_of("try:\n  raise ValueError('no')\nexcept ValueError:\n  n = 3\nx = n") == "_3");
  CHECK(x_of("t = cute.make_identity_tensor((512, 384))\nx = cute.domain_offset((0, -4), t)") == "(0,-4) o (_512,_384):(_1@0,_1@1)");
  CHECK(x_of("x = cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))") ==
        "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)");
  CHECK(x_of("x = cute.make_rmem_tensor((4, 2), Float32)") == "ptr+0 o (_4,_2):(_1,_4)");
  CHECK(x_of("x = Float16.width * 3") == "_48");
  // A value that exists only while the program runs is no number; an unknown name is reported as unknown.
  CHECK(x_of("t = cute.make_rmem_tensor((4, 2), Float32)\nx = t[0, 1]") == "nothing");
  CHECK(x_of("x = cute.make_layout(unknown_size)") == "? unknown_size has no value here");
  CHECK(x_of("x = cute.make_layout_of_nothing(4)") == "? cutlass.cute.make_layout_of_nothing is not known here");
  CHECK(x_of("x = 1 // 0") == "? this divides by 0");
}

TEST_CASE("dsl: an Int32 has 32 bits, an Int64 has 64, and so have the strides that the host hands over") {
  CHECK(x_of("m = Int32(65536)\nx = cute.make_layout((m, 65536, 3))") == "(65536,_65536,_3):(_1,65536,0)");
  CHECK(x_of("m = cutlass.Int64(65536)\nx = cute.make_layout((m, 65536, 3))") == "(65536,_65536,_3):(_1,65536,4294967296)");
  CHECK(x_of("m = cutlass.Int64(Int32(65536))\nx = cute.make_layout((m, m))") == "(65536,65536):(_1,65536)");
  CHECK(x_of("m = Int32(65536)\nx = cute.make_layout(cutlass.Int64(m) * m)") == "4294967296:_1");
  CHECK(x_of("m = Int32(65536)\nx = cute.make_layout(m * m)").find("65536 * 65536 = 4294967296 does not fit into Int32") !=
        std::string::npos);
  constexpr auto kernel =
      "import torch\nimport cutlass.cute as cute\nfrom cutlass.cute.runtime import from_dlpack\n"
      "@cute.kernel\ndef k(mA: cute.Tensor):\n  gA = cute.local_tile(mA, (128, 128), (500, 3))\n"
      "@cute.jit\ndef f(mA: cute.Tensor):\n  k(mA).launch(grid=[1,1,1], block=[128,1,1])\n"
      "a = torch.empty(70000, 70000)\nf(from_dlpack(a).mark_layout_dynamic())\n";
  CHECK(has_line(read(kernel), "k:6 gA ptr+4480000384 o (_128,_128):(70000,_1)"));
}

TEST_CASE("dsl: helpers of Hopper and Blackwell") {
  const auto lines = read(
      "import cutlass\nimport cutlass.cute as cute\nimport cutlass.utils as utils\nimport cutlass.utils.hopper_helpers as sm90_utils\n"
      "import cutlass.utils.blackwell_helpers as sm100_utils\nfrom cutlass.cute.nvgpu import tcgen05, warpgroup\n"
      "F16 = cutlass.Float16\nK = warpgroup.OperandMajorMode.K\n"
      "@cute.jit\ndef hopper():\n"
      "  mma = sm90_utils.make_trivial_tiled_mma(F16, F16, K, K, cutlass.Float32, (1, 1, 1), tiler_mn=(64, 128))\n"
      "  a = sm90_utils.make_smem_layout_a(utils.LayoutEnum.ROW_MAJOR, (128, 128, 64), F16, 7)\n"
      "  c = sm90_utils.make_smem_layout_epi(F16, utils.LayoutEnum.ROW_MAJOR, (64, 32), 4)\n"
      "  smem = utils.SmemAllocator()\n"
      "  sA = smem.allocate_tensor(F16, a.outer, 128, a.inner)\n"
      "  sC = cute.make_tensor(cute.recast_ptr(sA.iterator, c.inner, dtype=F16), c.outer)\n"
      "  tCrA = mma.make_fragment_A(mma.get_slice(0).partition_A(sA))\n"
      "@cute.jit\ndef blackwell():\n"
      "  op = tcgen05.MmaF16BF16Op(F16, cutlass.Float32, (128, 256, 16), tcgen05.CtaGroup.ONE, tcgen05.OperandSource.SMEM,\n"
      "                            tcgen05.OperandMajorMode.K, tcgen05.OperandMajorMode.K)\n"
      "  mma = cute.make_tiled_mma(op)\n"
      "  b = sm100_utils.make_smem_layout_b(mma, (128, 256, 64), F16, 4)\n"
      "  acc = mma.make_fragment_C(mma.partition_shape_C((128, 256)))\n"
      "  atom = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition.x64), cutlass.Float32)\n"
      "  load = tcgen05.make_tmem_copy(atom, cute.zipped_divide(acc, ((128, 64),))[None, 0])\n");
  for (const auto* line : {"hopper:11 mma ThrLayoutVMNK=(_128,_1,_1,_1):(_1,_0,_0,_0); PermutationMNK=(_,_,_)",
                           "hopper:12 a Sw<3,4,3> o _0 o ((_8,_16),(_64,_1),(_1,_7)):((_64,_512),(_1,_0),(_0,_8192))",
                           "hopper:15 sA Sw<3,4,3> o ptr+0 o ((_8,_16),(_64,_1),(_1,_7)):((_64,_512),(_1,_0),(_0,_8192))",
                           "hopper:16 sC Sw<2,4,3> o ptr+0 o ((_8,_8),(_32,_1),(_1,_4)):((_32,_256),(_1,_0),(_0,_2048))",
                           "hopper:17 tCrA desc o (_1,_2,_4,(_1,_7)):(_0,_512,_2,(_0,_1024))",
                           "blackwell:23 b Sw<3,4,3> o _0 o ((_256,_16),_1,_4,_4):((_64,_1),_0,_16,_16384)",
                           "blackwell:24 acc ptr+0 o ((_128,_256),_1,_1):((_65536,_1),_0,_0)",
                           "blackwell:26 load Tiler_MN=((_256,_32):(_32,_1)); TV=((_32,_4),(_64,_32)):((_0,_1),(_4,_256))"}) {
    CAPTURE(std::string(line));
    CHECK(has_line(lines, line));
  }
}

TEST_CASE("dsl: fragments, scopes and code that is not finished") {
  CHECK(definitions_in("s = \"(\"\na = make_layout(4)\n") == Lines{"a = make_layout(_4)"});
  CHECK(definitions_in("s = f'''{make_layout(3)}\nb = make_layout(2)\n'''\na = make_layout(4)\n") == Lines{"a = make_layout(_4)"});
  CHECK(definitions_in("a = make_layout((4, 2), \\\n  stride=(2, 1))  # columns\n") == Lines{"a = make_layout((_4, _2), (_2, _1))"});
  CHECK(definitions_in("a = make_layout(4); b = coalesce(a)") == Lines{"a = make_layout(_4)", "b = coalesce(a)"});
  CHECK(definitions_in("a = b = make_layout(4)\nc = coalesce(b)\n").back() == "c = coalesce(b)");
  CHECK(definitions_in("\xEF\xBB\xBF"
                       "a = make_layout(4)\n") == Lines{"a = make_layout(_4)"});
  // Both branches of an unknown condition are read, and so is a function without a call.
  CHECK(definitions_in("if x:\n    a = make_layout(4)\nelse:\n\tb = make_layout(8)\n") ==
        Lines{"a = make_layout(_4)", "b = make_layout(_8)"});
  CHECK(definitions_in("def f():\n  a = make_layout(4)\nclass A:\n  def g(self):\n    self.b = make_layout(8)\n") ==
        Lines{"a = make_layout(_4)", "b = make_layout(_8)"});
  CHECK(definitions_in("x = 1\r\n\r\na = make_layout(\r\n4)").back() == "a = make_layout(_4)");
  CHECK(read_dsl_program("\n\n'''\n\n'''\n\\\n\na = make_layout(4)\n").definitions.at(0).line == 8);
  // Half-typed code.
  CHECK(definitions_in("a = make_layout(4)\nb = make_layout(").front() == "a = make_layout(_4)");
  CHECK(definitions_in("def f(x):\n  a = make_layout(4)\n  b = \n  c = coalesce(a)\n").front() == "a = make_layout(_4)");
  CHECK(definitions_in("s = 'it\na = make_layout(4)\n").back() == "a = make_layout(_4)");
}

TEST_CASE("dsl: no text takes long") {
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
                                       "a = [a, a]\n",
                                       "\xFF",
                                       "\n\t "}) {
    INFO(piece);
    CHECK(read_dsl_program(many(piece, 1'000'000)).definitions.size() <= CppProgram::most_definitions + 1);
  }
  // Loops and calls without an end.
  for (const std::string_view code : {"while True:\n  a = make_layout(4)\n",
                                      "def f():\n  return f()\nf()\n",
                                      "def f(n):\n  return f(n + 1) + f(n + 2)\nx = f(0)\n",
                                      "x = 2 ** 2 ** 2 ** 62\n",
                                      "x = [0] * 1000000000\nfor i in range(10 ** 18):\n  x = x + x\n",
                                      "a = 1\nfor i in range(100):\n  a = a * 3\n",
                                      "for i in range(9999999):\n  for j in range(9999999):\n    a = make_layout(i + j + 1)\n",
                                      "from . import x\nimport os\nos.remove('x')\n",
                                      "from cutlass.cute.nvgpu import tcgen05\nimport cutlass\na = "
                                      "cutlass.cute.make_copy_atom(tcgen05.Ld32x32bOp(x.y()), cutlass.Float32)\n",
                                      "a +=\n",
                                      "x = a <\n",
                                      "f(*)\n",
                                      "f(**)\n",
                                      "for x in :\n  pass\n",
                                      "with :\n  pass\n",
                                      "x = [*]\n",
                                      "a.\n",
                                      "x = y.\n",
                                      "@\ndef f(*): pass\n",
                                      "*a = 1\n",
                                      "x = {**}\n"}) {
    INFO(code);
    CHECK(read_dsl_program(code).definitions.size() <= CppProgram::most_definitions + 1);
  }
}

TEST_CASE("dsl: a round of a loop that is set is the one whose values are listed") {
  const std::string_view program =
      "import cutlass\nimport cutlass.cute as cute\n@cute.jit\ndef f():\n  for k in cutlass.range(8):\n    at = (k, 2 * k)\n";
  CHECK(read(program) == Lines{"f:5 k 0", "f:6 at (0,0)"});
  CHECK(read(program, {{"k", "3"}}) == Lines{"f:5 k 3", "f:6 at (3,6)"});
  CHECK(read(program, {{"k", "8"}}) == Lines{"f:5 k 0", "f:6 at (0,0)"});
}

TEST_CASE("dsl: a number that is set lists the first round of each loop in which it is that") {
  const std::string program =
      "import cutlass\nimport cutlass.cute as cute\nimport cutlass.pipeline as pipeline\n@cute.jit\ndef f():\n"
      "  t = cute.make_layout((64, 4), stride=(1, 64))\n"
      "  state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 4)\n"
      "  for k in cutlass.range(8):\n"
      "    buffer = k % 3\n    part = (state.index, buffer, k)\n    state.advance()\n"
      "  n = 0\n"
      "  while n < 5:\n    twice = 2 * n\n    n = n + 1\n";
  const auto part = [&](const ProgramSettings& settings) {
    std::string found;
    for (const auto& line : read(program, settings))
      for (const auto* of : {" part ", " twice "})
        if (const auto at = line.find(of); at != std::string::npos) found += line.substr(at);
    return found;
  };
  CHECK(part({}) == " part (0,0,0) twice _0");
  CHECK(part({{"state.index", "3"}}) == " part (3,0,3) twice _0");
  CHECK(part({{"index", "2"}}) == " part (2,2,2) twice _0");
  CHECK(part({{"state.count", "5"}}) == " part (1,2,5) twice _0");
  CHECK(part({{"buffer", "2"}}) == " part (2,2,2) twice _0");
  CHECK(part({{"twice", "6"}}) == " part (0,0,0) twice _0");
  CHECK(part({{"n", "3"}}) == " part (0,0,0) twice _6");
  CHECK(part({{"k", "7"}}) == " part (3,1,7) twice _0");
  // A value that the variable never has is not a setting of this program.
  CHECK(read_dsl_program(program, {{"buffer", "9"}}).unused == Lines{"buffer"});
  CHECK(read_dsl_program(program, {{"buffer", "2"}}).unused.empty());
}

TEST_CASE("dsl: a launch's numbers, a shape in parts and what a function returns are entries") {
  const auto lines = read(
      "import cutlass.cute as cute\n"
      "@cute.kernel\ndef kernel(a):\n  tidx, _, _ = cute.arch.thread_idx()\n  m, n, _ = cute.ceil_div((100, 50, 1), (8, 16, 1))\n"
      "def tiles(a):\n  return cute.make_layout((a, 2))\n"
      "@cute.jit\ndef f():\n  t = cute.make_layout(64)\n  two = tiles(3)\n"
      "  kernel(t).launch(grid=[cute.size(t), 2, 1], block=[32, cute.size(t) // 16, 1])\nf()\n");
  for (const auto* line : {"f:12 grid (_64,_2,_1)", "f:12 block _128", "kernel:5 m _13", "kernel:5 m, n, _ (_13,_4,_1)",
                           "tiles:7 return (_3,_2):(_1,_3)", "f:11 two (_3,_2):(_1,_3)"}) {
    CAPTURE(std::string(line));
    CHECK(has_line(lines, line));
  }
  CHECK(std::ranges::none_of(lines, [](const auto& l) { return l.find("tidx, _") != std::string::npos; }));
}

TEST_CASE("dsl: helpers lie beside the program, in -I, or in the DSL's own package") {
  const Folder folder;
  std::filesystem::create_directories(folder.path / "program");
  std::filesystem::create_directories(folder.path / "modules/cutlass/utils");
  folder.file("modules/tools.py", "import cutlass.cute as cute\ndef two(n):\n  rows = n * 2\n  return cute.make_layout((rows, 2))\n");
  folder.file("modules/cutlass/__init__.py", "");
  folder.file("modules/cutlass/utils/__init__.py", "from .tiles import of_package\nfrom . import tiles\n");
  // A helper of the package, one that is known without it, and one that needs a module of the package that is not read.
  folder.file("modules/cutlass/utils/tiles.py",
              "from .. import cute\nfrom ..cute.typing import Int32\ndef of_package(n):\n  return cute.make_layout(cute.size(n) + 1)\n"
              "def make_smem_layout_epi(*all):\n  return cute.make_layout(1)\n");
  const std::string program =
      "import cutlass\nimport cutlass.cute as cute\nimport cutlass.utils as utils\nimport cutlass.utils.tiles as tiles\nfrom tools import "
      "two\n"
      "@cute.jit\ndef f():\n  a = two(3)\n  b = tiles.of_package(4)\n  c = utils.of_package(5)\n"
      "  d = utils.sm90.make_smem_layout_epi(cutlass.Float16, utils.LayoutEnum.ROW_MAJOR, (64, 32), 4)\nf()\n";
  const auto path = folder.file("program/p.py", program);
  const auto with = read_dsl_program(program, {}, path, {folder.at("modules")});
  std::map<std::string, std::string> values;
  SheetEvaluator evaluator;
  evaluator.update(sheet_of_program(with, path));
  for (std::size_t i = 0; i < with.definitions.size(); ++i)
    if (const auto* v = evaluator.results()[i + 1].value()) values[with.definitions[i].name] = dsl_string(*v);
  CHECK(values["a"] == "(_6,_2):(_1,_6)");
  CHECK(values["b"] == "_5:_1");
  CHECK(values["c"] == "_6:_1");
  CHECK(values["d"] == "Sw<2,4,3> o _0 o ((_8,_8),(_32,_1),(_1,_4)):((_32,_256),(_1,_0),(_0,_2048))");
  // Definitions of a helper are listed with their own file, where the program calls it.
  const auto rows = std::ranges::find(with.definitions, std::string("rows"), &ProgramDefinition::name);
  REQUIRE(rows != with.definitions.end());
  CHECK(rows->file == folder.at("modules/tools.py"));
  CHECK(rows->function == "two");
  CHECK(std::pair(rows->line, rows->file_line) == std::pair<std::size_t, std::size_t>(8, 3));
  // Without the folder the module is unknown, and the message names it.
  const auto without = read_dsl_program(program, {}, path);
  const auto a = std::ranges::find(without.definitions, std::string("a"), &ProgramDefinition::name);
  REQUIRE(a != without.definitions.end());
  CHECK(a->problem.text() == "tools.two is not known here");
}

TEST_CASE("dsl: what only the running kernel knows makes nothing else unknown") {
  const auto lines = read(
      "import cutlass\nimport cutlass.cute as cute\n@cute.jit\ndef f():\n  t = cute.make_rmem_tensor((4, 2), cutlass.Float32)\n"
      "  n = min(cutlass.Int32(t[0, 0]), 7)\n  flag = t[0, 1] == 0.0 or not t[1, 1] > 3.0\n  scale = 1.0 if flag else t[1, 0]\n"
      "  if flag:\n    a = cute.make_layout(4)\n  b = cute.make_layout(8)\n"
      "  for k in cutlass.range(n):\n    c = cute.make_layout((2, k + 1))\n");
  CHECK(std::ranges::none_of(lines, [](const auto& l) { return l.find('?') != std::string::npos; }));
  CHECK(has_line(lines, "f:10 a _4:_1"));
  CHECK(has_line(lines, "f:11 b _8:_1"));
  CHECK(has_line(lines, "f:13 c (_2,1):(_1,_2)"));
}

TEST_CASE("dsl: a program that would delete, write and start is only read") {
  const Folder folder;
  const auto victim = folder.file("victim", "still here");
  const auto program = fmt::format(
      "import os, shutil, subprocess, pathlib, cutlass.cute as cute\nvictim = '{0}'\nos.remove(victim)\nos.unlink(victim)\n"
      "shutil.rmtree('{1}')\nsubprocess.run(['rm', '-f', victim], check=True)\nos.system('rm -f ' + victim)\n"
      "pathlib.Path(victim).unlink()\nopen(victim, 'w').write('gone')\nwith open(victim, 'w') as f:\n  f.write('gone')\n"
      "exec(\"open(victim, 'w')\")\neval(\"os.remove(victim)\")\n__import__('os').remove(victim)\n"
      "@cute.jit\ndef f():\n  a = cute.make_layout(4)\nf()\n",
      victim, folder.path.string());
  const auto path = folder.file("deletes.py", program);
  CHECK(has_line(read(program, {}, path), "f:17 a _4:_1"));
  CHECK(folder.text("victim") == "still here");
}

TEST_CASE("dsl: super() is the class behind the one that calls it, and its object the same") {
  const std::string_view program =
      "import cutlass.cute as cute\n"
      "class A:\n  def __init__(self, n):\n    self.n = n + self.more()\n  def more(self):\n    return 1\n"
      "class B(A):\n  def __init__(self, n):\n    super().__init__(10 * n)\n"
      "class C(B):\n  def __init__(self, n):\n    super().__init__(n)\n    self.m = self.n\n  def more(self):\n    return super().more() + "
      "1\n"
      "  @cute.jit\n  def __call__(self):\n    x = cute.make_layout(self.m)\n"
      "C(4)()\n";
  CHECK(std::ranges::count(read(program), "C.__call__:18 x _42:_1") == 1);
}

TEST_CASE("dsl: the architecture is what is set, and without that the one of the instructions") {
  const std::string program =
      "import cutlass\nimport cutlass.cute as cute\nfrom cutlass.base_dsl import Arch, BaseDSL\n@cute.jit\ndef f():\n"
      "  arch = BaseDSL._get_dsl().get_arch_enum()\n  x = (arch.major, arch.minor, 1 if arch >= Arch.sm_90 and arch <= Arch.sm_100f else "
      "0)\n";
  CHECK(std::ranges::count(read(program), "f:7 x (_9,_0,_1)") == 1);
  CHECK(std::ranges::count(read(program + "# tcgen05\n"), "f:7 x (_10,_0,_1)") == 1);
  CHECK(std::ranges::count(read(program, {{"arch", "sm_103a"}}), "f:7 x (_10,_3,_0)") == 1);
  CHECK(std::ranges::count(read(program, {{"arch", "Hopper"}}), "f:7 x ? Hopper is not an architecture such as sm_90a") == 1);
}

TEST_CASE("dsl: Python's own integers have no width, and a kernel's have one") {
  CHECK(x_of("m = 70000\nx = m * m") == "_4900000000");
  CHECK(x_of("m = 70000\nm *= m\nx = m - 4899999999") == "_1");
  CHECK(x_of("m = Int32(70000)\nx = m * m").find("does not fit into Int32") != std::string::npos);
  // The others wrap (Integer.__init__ in cutlass/base_dsl/typing.py).
  CHECK(x_of("x = cutlass.Int8(300)") == "44");
  CHECK(x_of("x = cutlass.Int8(-129)") == "127");
  CHECK(x_of("x = cutlass.Uint16(65537)") == "1");
  CHECK(x_of("x = cutlass.Uint32(-1)") == "4294967295");
  CHECK(x_of("x = cutlass.Float32(300)") == "300");
  // An operator on two of them gives the wider type, or of two signs the unsigned one unless the other is wider (_binary_op_type_promote).
  CHECK(x_of("x = cutlass.Int8(100) + cutlass.Int8(100)") == "-56");
  CHECK(x_of("x = cutlass.Uint8(200) + cutlass.Uint8(100)") == "44");
  CHECK(x_of("m = cutlass.Int16(300)\nx = m * m") == "24464");
  CHECK(x_of("x = cutlass.Uint32(4294967295) + cutlass.Uint32(1)") == "0");
  CHECK(x_of("x = cutlass.Uint8(200) + cutlass.Int8(-1)") == "199");
  CHECK(x_of("x = cutlass.Int16(-1) + cutlass.Uint8(255)") == "254");
  CHECK(x_of("x = cutlass.Int8(100) + 100") == "200");
  CHECK(x_of("x = 100 + cutlass.Uint8(200)") == "300");
  CHECK(x_of("x = cutlass.Int8(100) * Int64(100)") == "10000");
  CHECK(x_of("m = cutlass.Uint8(200)\nm += m\nx = m") == "144");
  CHECK(x_of("x = Int32(cutlass.Uint8(200)) + cutlass.Uint8(200)") == "400");
  CHECK(x_of("m = Int64(70000)\nx = m * m") == "4900000000");
}

TEST_CASE("dsl: what may end a loop in the else of an inner one may end the outer one") {
  CHECK(x_of("y = 0\nfor i in cutlass.range_constexpr(5):\n  for j in (1, 2):\n    pass\n  else:\n    if P > 3:\n      break\n"
             "  y = i\nx = y") == "? the condition of P > 3 is not known here");
}

TEST_CASE("dsl: what is made of others has their values") {
  CHECK(x_of("s = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))\n"
             "x = cute.append(s, cute.make_layout(3, stride=512))") == "Sw<3,4,3> o _0 o (_8,_64,_3):(_64,_1,_512)");
  CHECK(x_of("i = cute.make_identity_tensor((4, 8))\nt = i[2, None]\nx = cute.make_tensor(t.iterator, t.layout)") == "(2,0) o (_8):(_1@1)");
  CHECK(x_of("x = cute.make_layout_image_mask(cute.make_layout((2, 2, 1)), (1, 0, 0), mode=1)") == "10");
  CHECK(x_of("t = cute.make_tensor(cute.make_ptr(Float16, 0), cute.make_layout((4, M, 8), stride=(M, 1, 0)))\n"
             "x = (t.leading_dim, 5)") == "(_1,_5)");
  CHECK(x_of("x = cute.rank(cute.make_tile(cute.make_layout(128), cute.make_layout(32)))") == "_2");
  // A TMA atom is made of one stage, and remembers the layout that it was given.
  const std::string_view tma =
      "from cutlass.cute.nvgpu import cpasync\nt = cute.make_tensor(cute.make_ptr(Float16, 0), cute.make_layout((64, 64), stride=(64, "
      "1)))\n"
      "s = cute.make_layout((64, 64, 3), stride=(64, 1, 4096))\n"
      "tma = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), t, s, (64, 64))\natom, there = tma\n";
  CHECK(x_of(std::string(tma) + "x = tma.smem_layout") == "(_64,_64,_3):(_64,_1,_4096)");
  CHECK(x_of(std::string(tma) + "x = cute.make_tensor(tma.tma_tensor.iterator, there.layout)") == "(0,0) o (_64,_64):(_1@1,_1@0)");
  CHECK(x_of("import math\nx = (math.floor(math.log2(448) - 8.0), max(0, math.ceil(2.5)))") == "(_0,_3)");
  // The branch of some threads changes a number to one that is not static.
  CHECK(x_of("x = 1\nif M > 5:\n  x = 8") == "8");
  CHECK(x_of("@cute.struct\nclass S:\n  a: cute.struct.MemRange[cutlass.Int64, 3]\n"
             "  b: cute.struct.Align[cute.struct.MemRange[Float16, 5], 128]\nx = (S.size_in_bytes(), 1)") == "(_256,_1)");
}

TEST_CASE("dsl: a value that depends on a condition needs what the condition needs") {
  const auto lines = read(
      "import cutlass.cute as cute\n@cute.jit\ndef f(mA, mB):\n  if mA.shape[0] == 4:\n    n = 1\n  else:\n    n = 2\n"
      "  x = cute.make_layout(n)\n");
  CHECK(std::ranges::count(lines, "f:8 x ? the file does not give the argument mA; use --set mA=…") == 1);
}

TEST_CASE("dsl: what a function returns by a condition that is not known is not known") {
  const auto lines = read(R"(import cutlass.cute as cute


def pick(t):
    if t.op == 3:
        return cute.make_layout((4, 8))
    return cute.make_layout((2, 2))


def early(t):
    if t is None:
        return None
    return cute.make_layout(7)


@cute.jit
def host(t: cute.TiledCopy):
    a = pick(t)
    c = early(t)
)");
  const auto of = [&](std::string_view start) {
    return std::ranges::any_of(lines, [&](const std::string& l) { return l.starts_with(start); });
  };
  CHECK(of("host:18 a ? the file does not give the argument t"));
  CHECK(of("host:19 c _7:_1"));
}

TEST_CASE("dsl: arrays of torch lie as torch has them, and what is not sure has no value") {
  const auto lines = read(R"(import torch
import cutlass.cute as cute


@cute.jit
def host(e: cute.Tensor, f: cute.Tensor, g: cute.Tensor, h: cute.Tensor, i: cute.Tensor, j: cute.Tensor, k: cute.Tensor):
    x = cute.make_layout(1)


def run():
    a = torch.empty(4, 6, 8)
    b = a.permute(0, 2, 1)
    host(
        a[:, 2:4, ::2],
        b.reshape(4, 48),
        a.view(4, 3, 2, 8).transpose(1, 2),
        (a.max(dim=2, keepdim=True)[0] * a).to(torch.float16),
        torch.empty(8).expand(4, 8),
        torch.arange(2, 10),
        torch.einsum("abc,adc->abd", a, a),
    )


if __name__ == "__main__":
    run()
)");
  const auto of = [&](std::string_view start) {
    CAPTURE(start);
    CHECK(std::ranges::any_of(lines, [&](const std::string& l) { return l.starts_with(start); }));
  };
  of("host:6 e ptr+0 o (4,2,4):(48,8,2)");
  of("host:6 f ptr+0 o (4,48):(48,_1)");
  of("host:6 g ptr+0 o (4,2,3,8):(48,8,16,_1)");
  of("host:6 h ptr+0 o (4,6,8):(48,8,_1)");
  of("host:6 i ptr+0 o (4,8):(0,_1)");
  of("host:6 j ptr+0 o (8):(_1)");
  of("host:6 k ? the strides of this tensor are not known");
}

TEST_CASE("dsl: a long program is parsed in pieces that begin with a function's decorators") {
  std::string source = "import cutlass.cute as cute\n\ntry:\n    import a\nexcept ImportError:\n    a = None\n";
  constexpr int functions = 60, statements = 20;
  for (int i = 0; i < functions; ++i) {
    source += fmt::format("\n\n@cute.jit\ndef f{}():\n", i);
    for (int n = 0; n < statements; ++n) source += fmt::format("    x{} = cute.make_layout(({}, 2))\n", n, n + 1);
  }
  const auto lines = read(source);
  for (int i = 0; i < functions; ++i) {
    const auto start = fmt::format("f{}:", i);
    CHECK(std::ranges::count_if(lines, [&](const std::string& l) { return l.starts_with(start); }) == statements);
  }
}

TEST_CASE("dsl: a method that nothing calls has the object that the program made") {
  const auto lines = read(R"(import cutlass.cute as cute


class Gemm:
    def __init__(self, n):
        self.n = n

    @cute.jit
    def used(self):
        self.tile = (self.n, 4)

    @cute.jit
    def other(self):
        a = cute.make_layout(self.tile)
        b = cute.make_layout(self.absent)


g = Gemm(8)
g.used()
)");
  CHECK(std::ranges::find(lines, "Gemm.other:14 a (_8,_4):(_1,_8)") != lines.end());
  CHECK(std::ranges::any_of(
      lines, [](const auto& l) { return l.starts_with("Gemm.other:15 b ? the file does not give the argument self.absent"); }));
}

TEST_CASE("dsl: a library's constant is one of its enumeration, and no tuple") {
  const auto asked = [](const std::string& type) {
    return x_of("from cutlass.cute.nvgpu import tcgen05\nx = cute.make_layout(4 if isinstance(tcgen05.CtaGroup.ONE, " + type + ") else 8)");
  };
  CHECK(asked("tuple") == "_8:_1");
  CHECK(asked("(list, dict)") == "_8:_1");
  CHECK(asked("tcgen05.CtaGroup") == "_4:_1");
  // Whether an enumeration's members are integers, too, is not known.
  CHECK(asked("int").starts_with("?"));
}

TEST_CASE("dsl: Blackwell's trivial MMA names the types of A and B, or one of both") {
  const std::string begin =
      "import cutlass.utils.blackwell_helpers as sm100_utils\nfrom cutlass.cute.nvgpu import tcgen05\nK = tcgen05.OperandMajorMode.K\n";
  const std::string end =
      "K, K, Float32, tcgen05.CtaGroup.TWO, (256, 128))\nx = sm100_utils.make_smem_layout_b(mma, (256, 128, 64), Float16, 2)";
  const auto both = x_of(begin + "mma = sm100_utils.make_trivial_tiled_mma(Float16, Float16, " + end);
  CHECK(both == "Sw<3,4,3> o _0 o ((_64,_16),_1,_4,_2):((_64,_1),_0,_16,_4096)");
  CHECK(x_of(begin + "mma = sm100_utils.make_trivial_tiled_mma(Float16, " + end) == both);
}

TEST_CASE("dsl: slice_ takes tensors, too") {
  CHECK(x_of("t = cute.make_identity_tensor((8, 4))\nx = cute.slice_(t, (None, 2))") ==
        x_of("t = cute.make_identity_tensor((8, 4))\nx = t[None, 2]"));
  CHECK(x_of("t = cute.make_identity_tensor((8, 4))\nx = cute.slice_(t, (None, 2))").find("?") == std::string::npos);
}

// The expected values are those that CuTe C++ 4.7 prints.
TEST_CASE("dsl: block scales of SM100 and SM103, and their descriptors") {
  const auto lines = read(R"(import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
import cutlass.utils.blockscaled_layout as scales
from cutlass.cute.nvgpu import tcgen05


@cute.jit
def host():
    mma = sm100_utils.sm103_make_blockscaled_trivial_tiled_mma(cutlass.Float8E4M3FN, 16, tcgen05.CtaGroup.ONE, (128, 256))
    sfa = scales.sm103_make_smem_layout_sfa(mma, (128, 256, 768), 16, 3)
    copy_atom = cute.make_copy_atom(tcgen05.Cp4x32x128bOp(tcgen05.CtaGroup.ONE), cutlass.Float8E4M3FN)
    smem = cute.make_tensor(
        cute.make_ptr(cutlass.Float8E4M3FN, 0, cute.AddressSpace.smem),
        cute.make_layout((((32, 4, 4), 4), 1), 1, 1, 4, 4)
        if False
        else cute.make_layout(((((32, 4, 4), 4), 1), 1, 1, 4, 4), stride=((((16, 4, 4), 0), 0), 0, 0, 512, 2048)),
    )
    described = tcgen05.get_s2t_smem_desc_tensor(copy_atom, smem)
)");
  const auto of = [&](std::string_view start) {
    CAPTURE(start);
    CHECK(std::ranges::any_of(lines, [&](const std::string& l) { return l.starts_with(start); }));
  };
  of("host:11 sfa (((_8,_4,_4),(_16,_4)),_1,_3,_3):(((_16,_128,_4),(_0,_1)),_0,_512,_1536)");
  of("host:19 described desc o ((((_32,_1,_1),_4),_1),_1,_1,_4,_4):((((_1,_1,_1),_0),_0),_0,_0,_32,_128)");
}

TEST_CASE("dsl: CUTLASS's own kernels have CuTe's values" * doctest::timeout(600)) {
  const auto* folder = std::getenv("CUTESCOPE_CUTLASS");
  if (folder == nullptr || !std::filesystem::is_directory(folder)) {
    MESSAGE("skipped: CUTESCOPE_CUTLASS=FOLDER says where CUTLASS is, of which nothing is kept here");
    return;
  }
  // "argument expression, epi_idx=5" is of that round.
  const auto rounds_of = [](const std::string& note) {
    ProgramSettings all;
    for (std::string_view rest = note; !rest.empty();) {
      const auto part = algebra::trimmed(algebra::take_until(rest, ','));
      const auto is = part.find('=');
      if (is == std::string_view::npos) continue;
      const auto name = part.substr(part.substr(0, is).find_last_of(" ;") + 1);
      all.emplace_back(std::string(name.substr(0, name.find('='))), std::string(part.substr(is + 1)));
    }
    return all;
  };
  const std::map<std::string, ProgramSettings> sizes{{"sgemm.py", {{"mnk", "512,384,128"}}},
                                                     {"tensorop_gemm.py", {{"mnkl", "512,3072,256,1"}}},
                                                     {"elementwise_add.py", {}},
                                                     {"fp16_gemm_0.py", {{"mnk", "1024,1536,512"}}},
                                                     {"nvfp4_gemm_0.py", {{"mnkl", "1024,1536,2048,1"}}}};
  std::istringstream rows(read_file(test_data() + "/golden/dsl.tsv", max_sheet_bytes).value());
  std::map<std::string, Lines> programs;
  int equal = 0, other = 0;
  std::string row;
  for (std::getline(rows, row); std::getline(rows, row);) {
    std::vector<std::string> cells;
    for (std::string_view rest = row; cells.size() < 9;) cells.emplace_back(algebra::take_until(rest, '\t'));
    const auto path = std::filesystem::path(folder) / "examples/python/CuTeDSL" / cells[0];
    const auto known = sizes.find(path.filename().string());
    if (known == sizes.end() || !std::filesystem::is_regular_file(path)) continue;
    auto settings = known->second;
    for (auto& s : rounds_of(cells[8])) settings.push_back(std::move(s));
    std::istringstream of(cells[5]);
    for (std::string word; of >> word;) {
      if (word[0] == 't') settings.emplace_back("threadIdx.x", word.substr(1));
      if (word[0] != 'b') continue;
      std::string_view rest(word);
      rest.remove_prefix(1);
      for (const char axis : {'x', 'y', 'z'})
        settings.emplace_back(fmt::format("blockIdx.{}", axis), std::string(algebra::take_until(rest, ',')));
    }
    auto& lines = programs[cells[0] + cells[5] + cells[8]];
    if (lines.empty()) lines = read(read_file(path.string(), max_sheet_bytes).value(), settings, path.string());
    const auto wanted = fmt::format("{}:{} {} {}", cells[1], cells[2], cells[3], cells[6]);
    ++(has_line(lines, wanted) ? equal : other);
    if (!has_line(lines, wanted)) MESSAGE("another value: " << wanted);
  }
  CHECK(equal > 300);
  // One of them has a stride of a mode of one element that CuTe does not print.
  CHECK(other <= 1);
}
