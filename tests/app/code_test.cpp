// Entries and launches as programs, and several pasted entries.

#include <doctest/doctest.h>

#include "app/actions/sheet_edits.hpp"
#include "app/cli/code_command.hpp"
#include "app/commands/commands.hpp"
#include "app/figures/entry_code.hpp"
#include "app/import/open.hpp"
#include "app/import/paste.hpp"
#include "app/launch/launch_code.hpp"
#include "tests/app/sheets.hpp"

using namespace app;

namespace {

std::string program_of(const char* text) {
  const auto sheet = parse_sheet(text).value();
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  const auto program = launch_program(evaluator, sheet.launch);
  return program ? *program : "error: " + program.error().text();
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a launch as a program cuts the tensor with CuTe's own calls") {
  const auto local = program_of("A = (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4):(4,1) step=(1,1)\n");
  CHECK(holds(local, "Tensor gS = local_tile(S, tiler, block);"));
  CHECK(holds(local, "Tensor tSgS = local_partition(gS, thread_layout, thread, make_shape(Int<1>{}, Int<1>{}));"));
  CHECK(holds(local, "copy(tSgS, tSgD);"));
  CHECK(holds(local, "auto layout_S = make_layout(make_shape(Int<8>{}, Int<8>{}), make_stride(Int<8>{}, Int<1>{}));"));
  CHECK(holds(local, "constexpr int blocks = 4, threads = 8, values = 2;"));
  CHECK_FALSE(holds(local, "@"));
  const auto copy = program_of(
      "A = (_8,_32):(_32,_1)\n@launch tensor=A tile=(8,32) threads=(4,4):(4,1) kernel=tiled_copy values=(1,8) element=f16 memory=shared\n");
  CHECK(holds(copy, "make_tiled_copy(Copy_Atom<UniversalCopy<uint_bit_t<128>>, Element>{}"));
  CHECK(holds(copy, "Tensor tSrS = make_fragment_like(tSsS);\n  copy(tiled_copy, tSsS, tSrS);"));
  CHECK(holds(copy, "auto layout_S = make_layout(make_shape(Int<8>{}, Int<32>{}), make_stride(Int<32>{}, Int<1>{}));"));
  const auto mma = program_of(
      "A = (32,32)\nM = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))\n@launch tensor=A tile=(32,32) threads=M kernel=tiled_mma "
      "element=f16\n");
  CHECK(holds(mma, "Tensor tSgS = thr_mma.partition_C(gS);"));
  const auto written = program_of("@launch tensor=\"\" tile=\"\" threads=\"\" kernel=layout partition=(4,8,2):(16,2,1)\n");
  CHECK(holds(written, "Tensor from = S(block, thread, _);"));
  // A tile that CuTe cannot cut is copied by coordinate, and the program explains why.
  const auto odd = program_of("A = Swizzle<1,0,1> o (_6,_4):(_4,_1)\n@launch tensor=A tile=(3,4) threads=(3,2)\n");
  CHECK(holds(odd, "// CuTe cuts swizzled layouts only where every shape and stride is a power of two."));
  CHECK(holds(odd, "D(tSgC(i)) = S(tSgC(i));"));
  CHECK(program_of("A = 4\n@launch tensor=B tile=2 threads=2\n").starts_with("error: "));
}

TEST_CASE("what a launch's fields hold is text in its program, also where it looks like a mark of the template") {
  const auto plain = program_of("A = (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4):(4,1)\n");
  const auto marked = program_of(
      "A = (8,8):(8,1)\n@launch tensor=\"A # @KERNEL@ @LAUNCH@\" tile=\"(4,4) // @TENSOR_TEXT@ @x@\" threads=\"(2,4):(4,1) # "
      "@THREADS_TEXT@\"\n");
  CHECK(holds(marked, "// tensor: A # @KERNEL@ @LAUNCH@   tile: (4,4) // @TENSOR_TEXT@ @x@   threads: (2,4):(4,1) # @THREADS_TEXT@\n"));
  // But for that line the two are the same.
  const auto after = [](const std::string& program) { return program.substr(program.find('\n', program.find("// tensor: "))); };
  CHECK(after(marked) == after(plain));
  CHECK(marked.substr(0, marked.find("// tensor: ")) == plain.substr(0, plain.find("// tensor: ")));
}

TEST_CASE("what a launch's fields hold does not continue its comment, and obeys nobody's terminal or editor") {
  const auto program = program_of(
      "A = (8,8):(8,1)\n@launch tensor=A tile=\"(4,4) # a\x1b]0;b\x07 \xc2\x9b \xe2\x80\xae\xe2\x81\xa6 \\ 布 é\" "
      "threads=\"(2,4):(4,1)\"\n");
  CHECK(holds(program, "   tile: (4,4) # a ]0;b         布 é   threads: (2,4):(4,1)\n"));
  for (const auto* obeyed : {"\x1b", "\x07", "\xc2\x9b", "\xe2\x80\xae", "\xe2\x81\xa6"}) CHECK_FALSE(holds(program, obeyed));
}

TEST_CASE("an entry is copied as a program with what it needs") {
  auto app = app_test::app_with("A = (8,8):(8,1)\nD = zipped_divide(A, <2,4>)\n# note\n");
  app.view.selected = 1;
  REQUIRE(run_command(app, "edit.copy_cpp"));
  CHECK(holds(app.host.clipboard, "auto A = make_layout("));
  CHECK(holds(app.host.clipboard, "auto D = zipped_divide(A, make_tile(Int<2>{}, Int<4>{}));"));
  REQUIRE(run_command(app, "edit.copy_python"));
  CHECK(holds(app.host.clipboard, "D = cute.zipped_divide(A, (2, 4))"));
  REQUIRE(run_command(app, "edit.copy_text"));
  CHECK(app.host.clipboard == "D = zipped_divide(A, <2,4>)");
  app.view.selected = 2;
  CHECK_FALSE(run_command(app, "edit.copy_cpp"));
  const auto lacking =
      code_of(app_test::app_with("A = 4:1\nB = blocked_product(A, 2:1)").workspace.sheet(), 1, algebra::code::Dialect::pycute);
  REQUIRE_FALSE(lacking);
  CHECK(lacking.error() == "B: There is no code for blocked_product in pycute here; in CuTe C++ there is.");
}

TEST_CASE("a sheet as a program has all its entries, or says which is in the way") {
  const auto of = [](const char* text, algebra::code::Dialect dialect) {
    const auto program = code_of(parse_sheet(text).value(), dialect);
    return program ? *program : "error: " + program.error().text();
  };
  const auto whole = of("# note\nA = (8,8):(8,1)\n\nD = zipped_divide(A, <2,4>)\nsize(D)\n", algebra::code::Dialect::cpp);
  for (const auto* part : {"auto A = ", "auto D = ", "print(A);", "print(D);", "print(size(D));"}) CHECK_MESSAGE(holds(whole, part), whole);
  CHECK(of("A = 4:1\nB = blocked_product(A, 2:1)\n", algebra::code::Dialect::pycute).starts_with("error: B: "));
  CHECK(of("A = 4:1\nB = (4,\n", algebra::code::Dialect::cpp).starts_with("error: B: "));
  CHECK(of("A = 4:1\nA = 8:1\n", algebra::code::Dialect::cpp) == "error: A: A is already defined above.");
}

TEST_CASE("a thread-value layout is written as Triton's encoding") {
  const auto sheet = parse_sheet("A = ((4,8),(2,2)):((32,1),(16,8))\nB = make_identity_layout((16,8)) o A\nn = 4\n").value();
  const auto triton = algebra::code::Dialect::triton;
  const std::string b =
      "#B = #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>";
  CHECK(code_of(sheet, 1, triton).value() == b + "\n");
  CHECK(line_of(sheet, 1, triton).value() == b);
  CHECK(code_of(sheet, triton).value() ==
        "#A = #ttg.linear<{register = [[16], [8]], lane = [[32], [64], [1], [2], [4]], warp = [], block = []}>\n" + b + "\n");
  CHECK(code_of(sheet, 2, triton).error().text().starts_with("n: "));
  const auto copy = parse_sheet("make_tiled_copy(Copy_Atom<UniversalCopy<half_t>,half_t>{}, (8,4):(4,1), (1,2))\n").value();
  CHECK(code_of(copy, 0, triton).value() ==
        "#ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>\n");
}

TEST_CASE("several pasted entries are one undo step") {
  auto app = app_test::app_with("A = 4:1\n");
  const auto parts = pasted_parts(for_field("B = 8:1\nC = 2:1\n"));
  REQUIRE(parts.size() == 2);
  replace_entry(app.workspace, app.view, 0, parts);
  REQUIRE(app.workspace.sheet().entries.size() == 2);
  CHECK(app.workspace.sheet().entries[1].text == "C = 2:1");
  undo(app.workspace, app.view);
  REQUIRE(app.workspace.sheet().entries.size() == 1);
  CHECK(app.workspace.sheet().entries[0].text == "A = 4:1");
  insert_entries(app.workspace, app.view, parts);
  CHECK(app.workspace.sheet().entries.size() == 3);
  CHECK(pasted_parts("4:1") == std::vector<std::string>{"4:1"});
}

TEST_CASE("a pasted table becomes the layout behind it, with a name and a note") {
  using Texts = std::vector<std::string>;
  const auto parts = [](const char* copied) { return pasted_parts(for_field(copied)); };
  CHECK(parts("0,8\n1,9\n2,10\n3,11\n") == Texts{"(4,2):(1,8)", "# inferred from a table of 4 x 2"});
  CHECK(parts("      0   1 \n    +---+---+\n 0  | 0 | 1 |\n    +---+---+\n 1  | 3 | 2 |\n    +---+---+\n") ==
        Texts{"Sw<1,0,1> o 0 o (2,2):(2,1)", "# inferred from a table of 2 x 2"});
  CHECK(parts("(0,0) -> 0\n(0,1) -> 4\n") == Texts{"(1,2):(0,4)", "# inferred from 2 pairs"});
  const auto none = parts("0 1 2\n3 4 6\n");
  REQUIRE(none.size() == 1);
  CHECK(none[0].starts_with("# No layout, swizzled or not, makes 6 at (1,2) together with the cells before it"));
  // Text that is a valid entry stays one: a printed table with its layout, layouts line by line, a sheet, a program.
  CHECK(parts("(2,2):(2,1)\n      0   1 \n    +---+---+\n 0  | 0 | 1 |\n    +---+---+\n 1  | 2 | 3 |\n    +---+---+\n") ==
        Texts{"(2,2):(2,1)"});
  CHECK(parts("4:1\n8:2\n") == Texts{"4:1", "8:2"});
  CHECK(parts("A = 4:1\nB = 8:2\n") == Texts{"A = 4:1", "B = 8:2"});
  CHECK(parts("make_layout(\n  4, 1)\n").size() == 1);

  auto app = app_test::app_with("A = 4:1\n8:1\n");
  replace_entry(app.workspace, app.view, 1, parts("0 1\n4 5\n"));
  REQUIRE(app.workspace.sheet().entries.size() == 3);
  CHECK(app.workspace.sheet().entries[1].text == "B = (2,2):(4,1)");
  CHECK(app.workspace.sheet().entries[2].text == "# inferred from a table of 2 x 2");
  undo(app.workspace, app.view);
  CHECK(app.workspace.sheet().entries.size() == 2);
  // A name that was typed before it stays.
  insert_entries(app.workspace, app.view, {"C = (2,2):(4,1)", "# inferred from a table of 2 x 2"});
  CHECK(app.workspace.sheet().entries.back().text == "# inferred from a table of 2 x 2");
  CHECK(app.workspace.evaluator().find("C") >= 0);
}

TEST_CASE("what print and compilers printed is pasted as entries") {
  using Texts = std::vector<std::string>;
  const auto parts = [](const char* copied) { return pasted_parts(for_field(copied)); };
  // A type alone is an expression; one with a name, or with numbers that only the running program knows, has entries.
  CHECK(parts("!cute.layout<\"(2,3):(1,2)\">") == Texts{"(2,3):(1,2)"});
  CHECK(parts("!cute.tile<\"[(2,3):(1,2);_]\">\n") == Texts{"<(2,3):(1,2),_>"});
  CHECK(parts("!cute.shape<\"(4,?)\">") == Texts{"(4,8)"});
  CHECK(parts("!cute.layout<\"(?,3):(1@0,?{i64 div=128})\">") ==
        Texts{"L_n0 = 8", "L_d1 = 0", "L = (L_n0,3):(1@0,128*L_d1)", "# L: known when it runs: shape 0, stride 1 (a multiple of 128)"});
  CHECK(parts("%4 = cute.static : !cute.composed_layout<\"S<3,4,3> o 0 o (8,8):(8,1)\">\n%t = cute.static : !cute.tile<\"[_]\">\n") ==
        Texts{"L4 = Sw<3,4,3> o 0 o (8,8):(8,1)", "t = <_>"});
  const auto wrong = parts("!cute.layout<\"(2,3:(1,2)\">");
  REQUIRE(wrong.size() == 1);
  CHECK(wrong[0] == "# !cute.layout<\"(2,3 In this type of CuTe's IR \")\" is expected, not \":\".");
  // Text of print and of debuggers, in the spelling of any version.
  CHECK(parts("sA: S<3,4,3> o 0 o (8,64):(64,1)\ntAgA: gmem_ptr[32b](0x7f00) o (2,2):(6,1)\n") ==
        Texts{"sA = Sw<3,4,3> o 0 o (8,64):(64,1)", "tAgA = gmem_ptr[32b](0x7f00) o (2,2):(6,1)"});
  CHECK(parts("smem_ptr_S<3,4,3>_16b(0x80) o (8,64):(64,1)") == Texts{"Sw<3,4,3>_smem_ptr[16b](0x80) o (8,64):(64,1)"});
  CHECK(parts("ptr<f16, smem, align<1024>, S<3,4,3>> o (8,64):(64,1)") == Texts{"Sw<3,4,3>_smem_ptr[16b](unset) o (8,64):(64,1)"});
  CHECK(parts("S<3,3,3> o 0 o (8,8):(8,1)") == Texts{"S<3,3,3> o 0 o (8,8):(8,1)"});
  // A mistyped entry stays as it is.
  CHECK(parts("coalesce((4,2):(1,4)") == Texts{"coalesce((4,2):(1,4)"});
  CHECK(parts("% Layout: (2,2):(1,2)\n\\documentclass[convert]{standalone}\n\\begin{document}\n\\begin{tikzpicture}\n"
              "\\node[fill=white] at (0,0) {0};\n\\node[fill=white] at (0,1) {2};\n\\node[fill=white] at (1,0) {1};\n"
              "\\node[fill=white] at (1,1) {3};\n\\end{tikzpicture}\n\\end{document}\n") ==
        Texts{"(2,2):(1,2)", "# inferred from a table of 2 x 2"});

  // Other lines of a log hold nothing, wherever they stand and whatever they say.
  CHECK(parts("Loading weights...\n[rank 0] sA: (8,8):(8,1)\ntime = 3 ms\n====\nsize(sA) = 64\nsB: (4,2):(2,1)\ndone\n") ==
        Texts{"sA = (8,8):(8,1)", "sB = (4,2):(2,1)"});
  CHECK(parts("done\nsA = (8,8):(8,1)\nelapsed: 0.5 ms\n") == Texts{"sA = (8,8):(8,1)"});
  CHECK(
      parts(
          "a.cu(7): error: no instance matches (cute::Layout<cute::tuple<cute::C<4>, cute::C<2>>, cute::tuple<cute::C<2>, cute::C<1>>>)") ==
      Texts{"matches = (_4,_2):(_2,_1)"});
  // Typed text stays as it is, with its mistakes.
  CHECK(parts("A = (4,2):(1,4)\nB = composition(A, 2:1\n").size() == 1);
  CHECK(parts("A = (4,2):(1,4)\nfoo bar\nsize(A\n").size() == 1);
  CHECK(parts("A = (4,2):(1,4)\nfoo bar\nB = coalesce(A)\n").size() == 1);
  CHECK(parts("coalese (4,2):(1,4)") == Texts{"coalese (4,2):(1,4)"});

  // Triton's tensors and buffers, with the meaning of their indices; a type that cannot be read has a reason.
  CHECK(parts("#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n"
              "%s = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared, #smem>\n%t : tensor<16x24xf16, #shared>\n") ==
        Texts{"shared_128x64 = Sw<3,3,3> o 0 o (128,64):(64,1)", "# memdesc<128x64xf16, #shared, #smem>: coordinate -> offset",
              "# tensor<16x24xf16, #shared>: Triton's tensors have sizes that are powers of two, not 24."});
  CHECK(parts("#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>")[0] ==
        "blocked = (128,1):(1,0)");

  auto app = app_test::app_with("L = 4:1\nA = 4:1\n");
  insert_entries(app.workspace, app.view, parts("!cute.layout<\"(?,3):(1,?)\">"));
  const auto& entries = app.workspace.sheet().entries;
  REQUIRE(entries.size() == 6);
  CHECK(entries[1].text == "B_n0 = 8");
  CHECK(entries[3].text == "B = (B_n0,3):(1,B_d1)");
  CHECK(entries[4].text == "# B: known when it runs: shape 0, stride 1");
  CHECK(app.workspace.evaluator().find("B") >= 0);
}

TEST_CASE("a log that is opened has the layouts that were printed in it, and other text its lines") {
  const auto opened = [](const char* text, const char* name) {
    std::vector<std::string> all;
    const auto sheet = sheet_of_opened(text, name).value();
    for (const auto& e : sheet.entries) all.push_back(e.text);
    return all;
  };
  using Texts = std::vector<std::string>;
  CHECK(opened("Loading...\nsA: (8,8):(8,1)\nelapsed: 3 ms\n", "run.log") == Texts{"sA = (8,8):(8,1)"});
  CHECK(opened("A = 4:1\nsize(\n", "mine.txt") == Texts{"A = 4:1", "size("});
  CHECK(opened("A = 4:1\nfoo bar: 3\n", "mine.cutes") == Texts{"A = 4:1", "foo bar: 3"});
  // The places in a checked file are those of its lines.
  CHECK(sheet_of_file("Loading...\nsA: (8,8):(8,1)\n", "run.log").value().entries.size() == 2);
}

TEST_CASE("a note does not change how integers are read in the code") {
  const auto line = [](const char* text, int entry) { return *line_of(parse_sheet(text).value(), entry, algebra::code::Dialect::cpp); };
  CHECK(line("# _4 is static\nA = (4,2):(2,1)\n", 1) == line("A = (4,2):(2,1)\n", 0));
  CHECK(line("B = _4:_1\nA = (4,2):(2,1)\n", 1) != line("A = (4,2):(2,1)\n", 0));
}
