// Tests sheets that describe a kernel: a correct one has no finding, and each fault in it is found, at its row.

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/evaluation.hpp"
#include "app/document/kernel_step.hpp"
#include "app/flow/program_flow.hpp"
#include "app/flow/sheet_program.hpp"
#include "app/flow/sheet_trace.hpp"
#include "app/lessons/examples.hpp"
#include "tests/rounds.hpp"

using namespace app;

namespace sheet_flow_test {

constexpr std::string_view kernels[] = {"kernel_hand", "kernel_vectors", "kernel_stages", "kernel_tma"};

/// A row of a sheet, the nth that begins so, and what stands in its place; "": nothing.
struct Fault {
  std::string_view sheet, row;
  int nth;
  std::string_view instead;
  std::string_view kind;   ///< of a finding
  std::string_view where;  ///< the row at which it shows begins so
};

std::string text_of(const Entry& e) {
  const auto begin = e.text.find_first_not_of(' ');
  return begin == std::string::npos ? std::string{} : e.text.substr(begin);
}

std::vector<gpu::FlowFinding> findings(const Sheet& sheet) {
  const auto checked = check_kernels(KernelSource(sheet), {});
  REQUIRE(checked.size() == 1);
  for (const auto& u : checked[0].report.undecided) MESSAGE(u.text());
  return checked[0].report.findings;
}

TEST_CASE("a sheet's kernel has each product once, and nothing is found in it") {
  for (const auto name : kernels) {
    CAPTURE(name);
    const auto sheet = example_sheet(name, Language::english);
    const auto checked = check_kernels(KernelSource(sheet), {});
    REQUIRE(checked.size() == 1);
    const auto& report = checked[0].report;
    CHECK(report.findings.empty());
    CHECK(report.undecided.empty());
    // The checker runs the first and the last block: M, N and K are entries.
    const auto flow = trace_sheet(sheet, {});
    CHECK(report.products > 0);
    CHECK(report.results % 1024 == 0);
    CHECK(flow.kernels.size() == 1);
  }
}

TEST_CASE("each fault in a sheet's kernel is found, at its row") {
  const Fault faults[] = {
      {"kernel_hand", "__syncthreads()", 0, "", "race", "gemm("},
      {"kernel_hand", "__syncthreads()", 1, "", "overwritten", "copy(tAgA"},
      {"kernel_hand", "for k", 0, "for k in 0..3", "missing", "axpby("},
      {"kernel_hand", "copy(tBgB", 0, "copy(tBgB(_,_,0), tBsB)", "wrong_product", "gemm("},
      {"kernel_hand", "tCsB", 0, "tCsB = local_partition(sB, tC, threadIdx_x, Step<_1,X>{})", "twice", "gemm("},
      {"kernel_hand", "clear", 0, "", "never_written", "gemm("},
      {"kernel_hand", "tAsA", 0, "tAsA = local_partition(sA, tA, threadIdx_x + 1)", "wrong_product", "gemm("},
      {"kernel_hand", "gC = ", 0, "gC = local_tile(mC, make_shape(bM,bN), make_coord(blockIdx_y,blockIdx_x))", "misplaced", "axpby("},
      {"kernel_vectors", "__syncthreads()", 0, "", "race", "gemm("},
      {"kernel_vectors", "tCsB", 0, "tCsB = mma.get_slice(threadIdx_x).partition_B(sA)", "wrong_product", "gemm("},
      {"kernel_stages", "cp_async_wait", 0, "cp_async_wait<stages-1>()", "not_waited", "copy(ldA"},
      {"kernel_stages", "__syncthreads", 0, "", "race", "copy(ldB"},
      {"kernel_stages", "copy(copyA, tAgA(_,_,_,k+stages-1)", 0, "copy(copyA, tAgA(_,_,_,k+stages-1), tAsA(_,_,_,(k+stages)%stages))",
       "wrong_product", "gemm("},
      {"kernel_stages", "copy(ldB", 0, "copy(ldB, tXsB(_,_,_,(k+1)%stages), tXrB)", "not_waited", "copy(ldB"},
      {"kernel_stages", "cp_async_fence", 1, "", "not_waited", "copy(ldA"},
      {"kernel_stages", "if k", 0, "if k+stages < size<3>(tAgA)", "twice", "gemm("},
      {"kernel_stages", "copy(ldA", 0, "", "never_written", "gemm("},
      {"kernel_tma", "bytes", 0, "bytes = size<0>(sA)*size<1>(sA) + size<0>(sB)*size<1>(sB)", "not_waited", "gemm("},
      {"kernel_tma", "wait(full", 0, "wait(full[k%stages], 0)", "barrier", "wait(full"},
      {"kernel_tma", "arrive(empty", 0, "", "barrier", "wait(empty"},
      {"kernel_tma", "wait(empty", 0, "", "overwritten", "copy(tmaA"},
      {"kernel_tma", "copy(tmaA.with(full[k", 0, "copy(tmaA.with(full[k%stages]), tAgA(_,k), tAsA(_,k%stages))", "wrong_product", "gemm("},
      {"kernel_tma", "warpgroup_wait", 0, "", "overwritten", "copy(tmaB"},
      {"kernel_tma", "init(empty", 0, "init(empty[s], size(mma)-1)", "barrier", "arrive(empty"},
      {"kernel_tma", "copy(tmaB.with(full[s]", 0, "copy(tmaB.with(full[s]), tBgB(_,s), tBsB(_,0))", "race", "copy(tmaB"},
      // A tensor's layout is without the swizzle of its pointer: TMA fills in a box whose swizzle the tensor has alone. On an H200 7 of 8
      // elements of C are wrong then.
      {"kernel_tma", "tmaA", 0, "tmaA = make_tma_atom(SM90_TMA_LOAD{}, mA, layout(sA(_,_,0)), make_shape(bM,bK))", "wrong_product",
       "gemm("},
      {"kernel_tma", "__syncthreads", 0, "", "barrier", "wait(full"},
  };
  int number = 0;
  for (const auto& f : faults) {
    if (!tried(number++)) continue;
    auto sheet = example_sheet(f.sheet, Language::english);
    CAPTURE(f.sheet);
    CAPTURE(f.row);
    CAPTURE(f.instead);
    int nth = 0;
    const auto it = std::ranges::find_if(sheet.entries, [&](const Entry& e) { return text_of(e).starts_with(f.row) && nth++ == f.nth; });
    REQUIRE(it != sheet.entries.end());
    it->text = f.instead;
    const auto found = findings(sheet);
    const auto numbers = numbers_of(sheet);
    const auto is = [&](const gpu::FlowFinding& g) {
      const auto row = std::ranges::find(numbers, g.line) - numbers.begin();
      auto entry = sheet.entries.begin() + row;
      while (entry != sheet.entries.end() && entry->text.starts_with('#')) ++entry;
      return gpu::name_of(g.kind) == f.kind && entry != sheet.entries.end() && text_of(*entry).starts_with(f.where);
    };
    std::string said;
    for (const auto& g : found) said += std::string(gpu::name_of(g.kind)) + " " + std::to_string(g.line) + ": " + g.text.text() + "\n";
    INFO(said);
    CHECK(std::ranges::any_of(found, is));
  }
}

/// Returns a sheet of these rows.
Sheet sheet_of(std::initializer_list<std::string_view> rows) {
  Sheet sheet;
  for (const auto row : rows) sheet.entries.push_back({.text = std::string(row)});
  return sheet;
}

TEST_CASE("what is wrong with a step is said at its place, with the rows around it") {
  struct Row {
    std::string_view text, problem;
  };
  const std::initializer_list<Row> wrong[] = {
      {{"copy(a, b)", "There is no a here."}},
      {{"A = (4,4):(1,4)", ""}, {"copy(A, A)", "A is not a tensor whose memory is known: make one with make_tensor."}},
      {{"A = make_tensor(ptr, (4,4):(1,4))", ""}, {"B = make_tensor(ptr, (4,2):(1,4))", ""}, {"copy(A, B)", "A has 16 elements, B has 8."}},
      {{"A = make_tensor(ptr, (4,4):(1,4))", ""}, {"copy(A)", "It is written copy(tiled, from, to)."}},
      {{"A = make_tensor(ptr, (4,4):(1,4))", ""},
       {"B = make_tensor(ptr, (4,2):(1,4))", ""},
       {"gemm(A, B, A)", "A has 4 along K, B has 2."}},
      {{"A = make_tensor(make_gmem_ptr<float>(0), (4,4):(1,4))", ""},
       {"gemm(A, A, A)", "A lies in global memory, where gemm has no operands: copy it to registers first."}},
      {{"for k in 0..3", "Its end is missing: add a row with end."}},
      {{"for k from 0", "Write a loop as for k in 0..8: k is 0, 1, ... 7."}, {"end", "This end closes no for or if."}},
      {{"end", "This end closes no for or if."}},
      {{"for k in 0..3", ""}, {"else", "This else belongs to no if."}, {"end", ""}},
      {{"if 3", "Write a branch as a comparison of two numbers: if threadIdx_x / 128 == 0."}},
      {{"cp_async_wait()", "It is written cp_async_wait<0>()."}},
      {{"wait(3, 0)", "3 is not a barrier; full[stage] is one."}},
      {{"__syncthreads() and more", "Nothing may follow the call of __syncthreads."}},
      {{"cp_async_wait<0", "This < is not closed."}},
      {{"copy(", "copy is called with its arguments in round brackets."}},
  };
  for (const auto& rows : wrong) {
    Sheet sheet;
    for (const auto& r : rows) sheet.entries.push_back({.text = std::string(r.text)});
    SheetEvaluator evaluator;
    const auto& results = evaluator.update(sheet);
    std::size_t i = 0;
    for (const auto& r : rows) {
      CAPTURE(r.text);
      CHECK((results[i].problem ? results[i].problem->problem.message.text() : "") == r.problem);
      ++i;
    }
  }
  // A row has its place within the loops, and what another row breaks is mended with it.
  auto sheet =
      sheet_of({"n = 4", "for k in 0..n", "if k < 2", "clear(A)", "end", "end", "A = make_tensor_like(make_tensor(ptr, (2,2):(1,2)))"});
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  CHECK(evaluator.results()[3].depth == 2);
  CHECK(evaluator.results()[4].depth == 1);
  CHECK(evaluator.problems() == 0);
  sheet.entries[6].text = "A = (2,2):";
  evaluator.update(sheet);
  CHECK(evaluator.results()[3].problem);
  sheet.entries[6].text = "A = make_tensor_like(make_tensor(ptr, (2,2):(1,2)))";
  evaluator.update(sheet);
  CHECK(evaluator.problems() == 0);
}

TEST_CASE("loops without end and loops within loops are bounded, and said") {
  const auto endless = sheet_of({"A = make_tensor(make_smem_ptr<float>(0), 4:1)", "for i in 0..1000000000000", "for k in 0..1000000000000",
                                 "end", "end", "clear(A)"});
  const auto trace = trace_sheet(endless, {});
  REQUIRE(trace.kernels.size() == 1);
  CHECK(trace.kernels[0].incomplete.text() == "line 3: the kernel has more than 20000 steps");
  Sheet deep;
  for (int i = 0; i < 5000; ++i) deep.entries.push_back({.text = "for k in 0..2"});
  deep.entries.push_back({.text = "__syncthreads()"});
  SheetEvaluator evaluator;
  const auto& results = evaluator.update(deep);
  REQUIRE(results[32].problem);
  CHECK(results[32].problem->problem.message.text() == "Loops and branches stand in one another at most 32 deep.");
  CHECK(flows_of_program(KernelSource(deep), {}).size() <= 1);
}

TEST_CASE("an entry may have the name of a step's function, and is called by it") {
  auto sheet = sheet_of({"wait(3)", "wait = (2,4):(4,1)"});
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  REQUIRE(evaluator.results()[0].evaluation);
  CHECK(evaluator.results()[0].is_value());
  // Without that entry it is a step again, and then a value once more.
  sheet.entries[1].text = "waits = (2,4):(4,1)";
  evaluator.update(sheet);
  CHECK(evaluator.results()[0].depth == 0);
  CHECK(evaluator.results()[0].problem);
  sheet.entries[1].text = "wait = (2,4):(4,1)";
  evaluator.update(sheet);
  CHECK(evaluator.results()[0].evaluation);
  CHECK(evaluator.problems() == 0);
}

TEST_CASE("a comparison keeps no argument of a step behind it from being one") {
  const auto step = read_step("wait(bar[k > 1], k > 2, <(2, 3)>)");
  REQUIRE(step);
  REQUIRE(step->arguments.size() == 3);
  CHECK(step->arguments[0].text == "bar[k > 1]");
  CHECK(step->arguments[1].text == "k > 2");
  CHECK(step->arguments[2].text == "<(2, 3)>");
}

TEST_CASE("roles, barriers and rounds of a sheet are those of its rows") {
  const auto sheet =
      sheet_of({"threadIdx_x = 0", "blockDim_x = 64", "A = make_tensor(make_smem_ptr<float>(0), (2,2):(1,2))", "for k in 0..3",
                "if threadIdx_x / 32 == k", "arrive(bar[k % 2])", "else", "wait(bar[k % 2], k / 2)", "end", "end", "clear(A)"});
  const auto flows = flows_of_program(KernelSource(sheet), {});
  REQUIRE(flows.size() == 1);
  CHECK(flows[0].threads == 64);
  REQUIRE(flows[0].roles.size() == 2);
  const auto& steps = flows[0].roles[0].steps;
  REQUIRE(steps.size() == 4);
  CHECK(steps[0].kind == gpu::FlowStep::Kind::arrive);
  CHECK(steps[0].barrier == "bar[0]");
  CHECK(steps[1].kind == gpu::FlowStep::Kind::phase);
  CHECK(steps[1].barrier == "bar[1]");
  CHECK(steps[2].barrier == "bar[0]");
  CHECK(steps[2].n == 1);
  CHECK(steps[2].loops == std::vector<gpu::FlowRound>{{4, 2}});
  CHECK(flows[0].roles[1].steps[1].kind == gpu::FlowStep::Kind::arrive);
}

TEST_CASE("a sheet's kernel is a program whose kernel has the same steps") {
  for (const auto name : kernels) {
    CAPTURE(name);
    const auto sheet = example_sheet(name, Language::english);
    const auto text = kernel_program(sheet);
    REQUIRE(text);
    // Read back, it is followed and checked as any program. That a swizzled pointer is written as CuTe prints it is not read.
    if (std::string_view(name) == "kernel_tma") continue;
    const auto checked = check_kernels(KernelSource(*text), {});
    REQUIRE(checked.size() == 1);
    const auto own = check_kernels(KernelSource(sheet), {});
    CHECK(checked[0].report.findings.empty());
    for (const auto& u : checked[0].report.undecided) MESSAGE(u.text());
    CHECK(checked[0].report.products == own[0].report.products);
    CHECK(checked[0].report.accesses == own[0].report.accesses);
  }
}

}  // namespace sheet_flow_test
