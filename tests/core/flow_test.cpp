// Kernels as flows: those of tests/fixtures/kernels are right, and each fault that is put into one is found.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/flow/program_flow.hpp"
#include "app/import/open.hpp"
#include "app/map/kernel_map.hpp"
#include "app/map/map_calls.hpp"
#include "app/map/map_reader.hpp"
#include "app/system/files.hpp"
#include "gpu/flow/order.hpp"
#include "gpu/flow/step_kinds.hpp"
#include "gpu/replay/replay.hpp"
#include "gpu/replay/replay_plan.hpp"
#include "tests/folder.hpp"
#include "tests/rounds.hpp"
#include "tests/test_data.hpp"

using namespace app;

namespace {

std::string kernel(const std::string& name, const char* ending = "cu") {
  return read_file(fmt::format("{}/fixtures/kernels/{}.{}", test_data(), name, ending), 1 << 20).value();
}

std::vector<CheckedKernel> checked(const std::string& text, ProgramLanguage language) { return check_kernels({text, language, {}}, {}); }

std::string said(const std::vector<CheckedKernel>& kernels) {
  std::string all;
  for (const auto& k : kernels) {
    for (const auto& f : k.report.findings) all += fmt::format("{}: {}: {}\n", f.line, gpu::name_of(f.kind), f.text);
    for (const auto& u : k.report.undecided) all += fmt::format("? {}\n", u);
  }
  return all;
}

std::vector<std::string> cells_of(std::string line) {
  for (std::size_t i = 0; (i = line.find("\\n", i)) != std::string::npos;) line.replace(i, 2, "\n");
  std::vector<std::string> cells;
  for (std::size_t end = 0; end != std::string::npos; line.erase(0, end == std::string::npos ? end : end + 1)) {
    end = line.find('\t');
    cells.push_back(line.substr(0, end));
  }
  return cells;
}

/// Returns the line, from 1, of the first character in which they differ.
std::size_t first_difference(std::string_view a, std::string_view b) {
  const auto at = std::ranges::mismatch(a, b).in1 - a.begin();
  return static_cast<std::size_t>(std::count(a.begin(), a.begin() + at, '\n')) + 1;
}

/// The expected counts of a correct kernel.
struct Right {
  const char* name;
  std::int64_t m, n, k;  ///< of the two blocks that are checked, their tiles; K of the problem
  std::size_t roles;
};
void check_right(const Right& right, ProgramLanguage language) {
  CAPTURE(right.name);
  const auto kernels = checked(kernel(right.name, language == ProgramLanguage::python ? "py" : "cu"), language);
  REQUIRE(kernels.size() == 1);
  CHECK_MESSAGE(said(kernels).empty(), said(kernels));
  CHECK(kernels[0].flow.roles.size() == right.roles);
  // The checker runs the first and the last block, and a third one where those two cannot tell x and y apart.
  const auto& grid = kernels[0].flow.grid;
  const int blocks = grid.size() > 1 && grid[0] > 1 && grid[0] == grid[1] ? 3 : 2;
  CHECK(kernels[0].report.results == blocks * right.m * right.n);
  CHECK(kernels[0].report.products == blocks * right.m * right.n * right.k);
}

/// Puts each fault of a table into its kernel and checks that it is reported with the table's text, at its line. Returns the number of
/// faults.
int each_is_found(const std::string& table, ProgramLanguage language) {
  std::ifstream in(fmt::format("{}/golden/{}", test_data(), table));
  int faults = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#') || line.starts_with("kernel\t")) continue;
    const auto row = cells_of(line);
    REQUIRE(row.size() == 5);
    CAPTURE(row[0]);
    CAPTURE(row[1]);
    CAPTURE(row[2]);
    if (!tried(faults++)) continue;
    auto source = kernel(row[0], language == ProgramLanguage::python ? "py" : "cu");
    const auto at = source.find(row[1]);
    REQUIRE(at != std::string::npos);
    const auto before = source;
    source.replace(at, row[1].size(), row[2]);
    const auto kernels = checked(source, language);
    REQUIRE(kernels.size() == 1);
    const auto fault = first_difference(before, source);
    const auto& all = kernels[0].report.findings;
    const auto found = std::ranges::find_if(all, [&](const auto& f) {
      return gpu::name_of(f.kind) == row[3] && (row[4] == "0" || std::ranges::find(f.lines, fault) != f.lines.end());
    });
    CHECK_MESSAGE(found != all.end(), fmt::format("line {} has to be told as {}:\n{}", fault, row[3], said(kernels)));
  }
  return faults;
}

}  // namespace

TEST_CASE("a kernel that is right has each product once, and nothing is found in it") {
  for (const auto& right : {Right{"shared", 64, 32, 40, 1}, Right{"pipelined", 128, 64, 160, 1}, Right{"tensor_maps", 128, 64, 320, 3}})
    check_right(right, ProgramLanguage::cpp);
}

TEST_CASE("other sizes are settings") {
  const auto kernels = check_kernels(kernel("pipelined"), {{"K", "64"}, {"M", "128"}, {"N", "64"}});
  REQUIRE(kernels.size() == 1);
  CHECK_MESSAGE(said(kernels).empty(), said(kernels));
  CHECK(kernels[0].flow.grid == std::vector<std::int64_t>{1, 1});
  CHECK(kernels[0].report.products == 128 * 64 * 64);
  // A tile that reaches beyond the end, which only the last block has.
  const auto beyond = check_kernels(kernel("pipelined"), {{"N", "200"}});
  REQUIRE(!beyond[0].report.findings.empty());
  CHECK(std::ranges::any_of(beyond[0].report.findings, [](const auto& f) { return f.kind == gpu::FlowFinding::Kind::out_of_range; }));
  const auto first_block = check_kernels(kernel("pipelined"), {{"N", "200"}, {"blockIdx.x", "0"}});
  CHECK_MESSAGE(said(first_block).empty(), said(first_block));
}

TEST_CASE("of several kernels one is followed alone") {
  auto source = kernel("shared");
  const std::string call = source.substr(source.find("  shared<<<"), source.rfind('}') - source.find("  shared<<<"));
  source.insert(source.find(call), call);
  const auto all = flows_of_program(source, {}), second = flows_of_program(source, {}, {}, 1);
  REQUIRE(all.size() == 2);
  REQUIRE(second.size() == 2);
  CHECK(second[0].kernel == all[0].kernel);
  CHECK(second[0].roles.empty());
  REQUIRE(second[1].roles.size() == 1);
  CHECK(second[1].roles[0].steps.size() == all[1].roles[0].steps.size());
}

TEST_CASE("each fault is found, at its line") { CHECK(each_is_found("flow_faults.tsv", ProgramLanguage::cpp) >= 50); }

TEST_CASE("a kernel in Python is followed as one in C++, and each fault in it is found, at its line") {
  const auto right = checked(kernel("staged", "py"), ProgramLanguage::python);
  REQUIRE(right.size() == 1);
  CHECK_MESSAGE(said(right).empty(), said(right));
  // Two of the three checked blocks have only 28 of their 32 rows within the tensors.
  CHECK(right[0].report.results == 32 * 32 + 2 * 28 * 32);
  CHECK(right[0].report.products == 3 * 32 * 32 * 40);
  CHECK(each_is_found("flow_faults_dsl.tsv", ProgramLanguage::python) >= 67);
}

TEST_CASE("pipelines are the mbarriers that they are made of, and roles go their own ways") {
  for (const auto& right : {Right{"piped", 64, 64, 320, 3}, Right{"scaled", 128, 128, 512, 3}, Right{"copied", 32, 32, 40, 2}})
    check_right(right, ProgramLanguage::python);
}

TEST_CASE("scale factors are operands of the product, in tensor memory, and each is checked") {
  const auto kernels = checked(kernel("scaled", "py"), ProgramLanguage::python);
  REQUIRE(kernels.size() == 1);
  // A and B have, in each of the 2 blocks, 32 groups of k with 128 rows each, and tensor memory holds four copies of the scales.
  CHECK(kernels[0].report.scales == 2 * 2 * 32 * 128 * 4);
  std::size_t products = 0;
  for (const auto& role : kernels[0].flow.roles)
    for (const auto& s : role.steps) {
      if (s.kind != gpu::FlowStep::Kind::gemm) continue;
      ++products;
      REQUIRE(s.parts.size() == 5);
      for (const std::size_t part : {3, 4})
        CHECK(kernels[0].flow.tensors[static_cast<std::size_t>(s.parts[part]->tensor)].memory == algebra::MemorySpace::tensor);
    }
  CHECK(products == 8);
}

TEST_CASE("of a pipeline across a cluster nothing is found") {
  auto source = read_file(test_data() + "/fixtures/kernels/piped.py", 1 << 20).value();
  const std::string_view one = "cute.make_layout((1, 1, 1, 1))";
  source.replace(source.find(one), one.size(), "cute.make_layout((1, 2, 1, 1))");
  const auto kernels = checked(source, ProgramLanguage::python);
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].report.findings.empty());
  CHECK(said(kernels).find("so the kernel is not checked") != std::string::npos);
}

TEST_CASE("what an arrival at another block's barrier releases to its own block alone is found, whatever else is not followed") {
  const std::string source = R"(import cutlass
import cutlass.cute as cute
from cutlass.experimental import primitives as prims


@cute.kernel
def kernel():
    bar = cutlass.Array(cutlass.Int64, 2, space=cutlass.AddressSpace.smem, alignment=8)
    prims.mbarrier_init(bar.subview(1), 32)
    cute.arch.sync_threads()
    leader = prims.mapa(bar.subview(1), 0)
    prims.mbarrier_arrive(leader, count=1, scope=prims.MemScope.CTA)


@cute.jit
def host():
    kernel().launch(grid=[2, 1, 1], block=[32, 1, 1], cluster=[2, 1, 1])
)";
  const auto kernels = check_kernels(KernelSource(source, ProgramLanguage::python, {}), {});
  REQUIRE(kernels.size() == 1);
  REQUIRE(kernels[0].report.findings.size() == 1);
  CHECK(kernels[0].report.findings[0].kind == gpu::FlowFinding::Kind::barrier);
  CHECK(kernels[0].report.findings[0].line == 12);
  // A fence of the cluster's scope, or without a scope, is enough; a barrier of the block orders its own block only.
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"MemScope.CTA", "MemScope.CLUSTER"},
                                 {", scope=prims.MemScope.CTA", ""},
                                 {"arrive(leader", "arrive(bar.subview(1)"}}) {
    auto right = source;
    right.replace(right.find(from), from.size(), to);
    const auto checked_again = check_kernels(KernelSource(right, ProgramLanguage::python, {}), {});
    REQUIRE(checked_again.size() == 1);
    CHECK(checked_again[0].report.findings.empty());
  }
}

TEST_CASE("of a kernel in Python that hands a pipeline to a helper that is not known nothing is found") {
  auto source = read_file(test_data() + "/fixtures/kernels/piped.py", 1 << 20).value();
  const auto at = source.find(".consumer_wait(");
  REQUIRE(at != std::string::npos);
  const auto line = source.rfind('\n', at) + 1, name = source.find_first_not_of(' ', line);
  source.insert(line, source.substr(line, name - line) + "cutlass.utils.helper(" + source.substr(name, at - name) + ")\n");
  const auto kernels = checked(source, ProgramLanguage::python);
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].report.findings.empty());
  CHECK(said(kernels).find("so the kernel is not checked") != std::string::npos);
}

TEST_CASE("of a kernel in Python whose order is not followed nothing is found") {
  auto source = read_file(test_data() + "/fixtures/kernels/staged.py", 1 << 20).value();
  for (const std::string_view call : {"            cute.arch.sync_threads()\n", "            cute.arch.sync_threads()\n"})
    source.replace(source.find(call), call.size(), "            cute.arch.sync_warp(1)\n");
  const auto kernels = check_kernels(KernelSource(source, ProgramLanguage::python, {}), {});
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].report.findings.empty());
  CHECK(said(kernels).find("so the kernel is not checked") != std::string::npos);
}

TEST_CASE("a kernel in Python has a map as one in C++ has, and a program without a kernel has none") {
  const auto kernels = test_data() + "/fixtures/kernels/";
  CHECK(map_question(load_sheet(kernels + "staged.py").value()));
  CHECK(map_question(load_sheet(kernels + "shared.cu").value()));
  const Folder folder;
  CHECK_FALSE(map_question(load_sheet(folder.file("host.py", "import cutlass.cute as cute\na = cute.make_layout((4, 8))\n")).value()));
}

TEST_CASE("a kernel is followed as the nearest compilation database says") {
  const Folder folder;
  std::filesystem::create_directories(folder.path / "src");
  std::filesystem::create_directories(folder.path / "lib");
  folder.file("lib/sizes.h", "constexpr int threads = N;\n");
  const auto path = folder.file("src/k.cu",
                                "#include \"sizes.h\"\n"
                                "__global__ void k() { __shared__ float s[N]; s[threadIdx.x] = 0; }\n"
                                "int main() { k<<<1, threads>>>(); }\n");
  folder.file("src/compile_commands.json", R"([{"directory": ".", "file": "k.cu", "command": "nvcc -I../lib -DN=64 -c k.cu"}])");
  const auto text = read_file(path, 1 << 20).value();
  const auto flows = flows_of_program(KernelSource(text, ProgramLanguage::cpp, path), {});
  REQUIRE(flows.size() == 1);
  CHECK(flows[0].threads == 64);
}

TEST_CASE("a check can be stopped, and says so") {
  const auto kernels = check_kernels(kernel("tensor_maps"), {}, {}, [] { return true; });
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].report.stopped);
}

TEST_CASE("what is not understood is said, not guessed") {
  auto source = kernel("shared");
  const std::string_view call = "copy(fromB(_, _, k), toB);";
  source.replace(source.find(call), call.size(), "exotic_copy(fromB(_, _, k), toB);");
  const auto kernels = check_kernels(source, {});
  REQUIRE(kernels.size() == 1);
  CHECK(said(kernels).find("the effect of exotic_copy is not known") != std::string::npos);
}

namespace {

/// Each thread writes one element of a block of shared memory, and reads that of another thread.
std::string exchange(const std::string& between) {
  return R"(__device__ void own_barrier() { asm volatile("bar.sync 1, 128;"); }
__global__ void exchange(float* a, float* b) {
  __shared__ float s[128];
  auto A = make_tensor(make_gmem_ptr(a), make_shape(_128{}));
  auto B = make_tensor(make_gmem_ptr(b), make_shape(_128{}));
  auto S = make_tensor(make_smem_ptr(s), make_shape(_128{}));
  auto from = local_partition(A, make_layout(_128{}), threadIdx.x);
  auto own = local_partition(S, make_layout(_128{}), threadIdx.x);
  auto other = local_partition(S, make_layout(_128{}), 127 - threadIdx.x);
  auto to = local_partition(B, make_layout(_128{}), threadIdx.x);
  copy(from, own);
)" + between +
         R"(
  copy(other, to);
}
int main() { exchange<<<1, 128>>>(nullptr, nullptr); }
)";
}

}  // namespace

TEST_CASE("barriers with a number are those of all their threads, and what orders threads in another way is not guessed") {
  CHECK(said(checked(exchange(""), ProgramLanguage::cpp)).find("race") != std::string::npos);
  for (const auto* all :
       {"__syncthreads();", "cutlass::arch::NamedBarrier::sync(128, 1);",
        "cutlass::arch::NamedBarrier::sync(4 * cutlass::NumThreadsPerWarp, cutlass::arch::ReservedNamedBarriers::EpilogueBarrier);",
        "if (threadIdx.x < 64) cutlass::arch::NamedBarrier::sync(128, 1);\n  else cutlass::arch::NamedBarrier::sync(128, 1);"}) {
    CAPTURE(all);
    CHECK(said(checked(exchange(all), ProgramLanguage::cpp)).empty());
  }
  // Each half waits for itself alone.
  const auto halves = "cutlass::arch::NamedBarrier::sync(64, threadIdx.x / 64);";
  CHECK(said(checked(exchange(halves), ProgramLanguage::cpp)) != "");
  for (const auto* other : {"own_barrier();", "asm volatile(\"bar.sync 0;\");", "block.sync();", "bar.arrive_and_wait();",
                            "cutlass::arch::NamedBarrier::sync(128, which);"}) {
    CAPTURE(other);
    const auto kernels = checked(exchange(other), ProgramLanguage::cpp);
    REQUIRE(kernels.size() == 1);
    CHECK(kernels[0].report.findings.empty());
    CHECK(said(kernels).find("so the kernel is not checked") != std::string::npos);
  }
}

TEST_CASE("a wait for the kernels before is a step, and orders nothing within the block") {
  for (const std::string wait : {"cudaGridDependencySynchronize();", "cutlass::arch::wait_on_dependent_grids();"})
    for (const std::string trigger : {"cudaTriggerProgrammaticLaunchCompletion();", "cutlass::arch::launch_dependent_grids();"}) {
      CAPTURE(wait);
      const auto right = checked(exchange(wait + "__syncthreads();" + trigger), ProgramLanguage::cpp);
      REQUIRE(right.size() == 1);
      CHECK(said(right) == "");
      CHECK(gpu::kind_of(right[0].flow.roles[0].steps[1]).name == "grid_wait");
      const auto wrong = checked(exchange(wait + trigger), ProgramLanguage::cpp);
      CHECK(wrong[0].report.undecided.empty());
      REQUIRE(wrong[0].report.findings.size() == 1);
      CHECK(gpu::name_of(wrong[0].report.findings[0].kind) == "race");
      const KernelMap map(right[0].flow);
      CHECK(moment_words(map, 1).text().starts_with("Each thread waits until the kernels before this one are done"));
      CHECK(gpu::order_of(right[0].flow).size() == right[0].flow.roles[0].steps.size());
      const auto plan = gpu::plan_replay(right[0].flow);
      REQUIRE(plan);
      CHECK(gpu::replay(*plan, nullptr, {})->different == 0);
    }
  auto source = read_file(test_data() + "/fixtures/kernels/staged.py", 1 << 20).value();
  const std::string call = "            cute.arch.sync_threads()\n";
  const auto waits = "            cute.arch.griddepcontrol_wait()\n" + call + "            cute.arch.griddepcontrol_launch_dependents()\n";
  source.replace(source.find(call), call.size(), waits);
  CHECK(said(check_kernels(KernelSource(source, ProgramLanguage::python, {}), {})) == "");
}

TEST_CASE("constants of types, registers of a loop, and a tensor at another's data are followed") {
  const std::string program = R"(struct Config {
  using Whole = Layout<Shape<_32, _4>>;
  static constexpr int columns = size<1>(Whole{});
  using Columns = Layout<Shape<_32, Int<columns>>>;
};
__global__ void through(float* a, float* b) {
  __shared__ float s[256];
  auto A = make_tensor(make_gmem_ptr(a), Config::Columns{});
  auto B = make_tensor(make_gmem_ptr(b), Config::Columns{});
  auto S = make_tensor(make_smem_ptr(s), make_shape(_128{}, _2{}));
  int stage = 1;
  auto T = make_tensor(S(_, stage).data(), Config::Columns{});
  for (int i = 0; i < 4; ++i) {
    auto from = local_partition(A(_, i), make_layout(_32{}), threadIdx.x);
    auto t = make_tensor_like<float>(from);
    copy(from, t);
    copy(t, local_partition(T(_, i), make_layout(_32{}), threadIdx.x));
  }
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    copy(local_partition(T(_, i), make_layout(_32{}), 31 - threadIdx.x), local_partition(B(_, i), make_layout(_32{}), threadIdx.x));
}
int main() { through<<<1, 32>>>(nullptr, nullptr); }
)";
  const auto right = checked(program, ProgramLanguage::cpp);
  REQUIRE(right.size() == 1);
  CHECK_MESSAGE(said(right).empty(), said(right));
  // T aliases S: without the barrier a thread reads elements that other threads wrote.
  auto wrong = program;
  wrong.replace(wrong.find("  __syncthreads();"), 18, "                  ");
  const auto found = checked(wrong, ProgramLanguage::cpp);
  REQUIRE_FALSE(found[0].report.findings.empty());
  CHECK(found[0].report.findings[0].text.text().find("S[") != std::string::npos);
}

TEST_CASE("lanes of one instruction are of several roles where one of them does more") {
  const std::string program = R"(__global__ void matrices(half_t* a, half_t* b, float* one) {
  __shared__ half_t s[1024];
  auto A = make_tensor(make_gmem_ptr(a), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto B = make_tensor(make_gmem_ptr(b), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto S = make_tensor(make_smem_ptr(s), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  using Threads = Layout<Shape<_8, _4>, Stride<_4, _1>>;
  auto in = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Threads{}, Layout<Shape<_1, _8>>{});
  copy(in, in.get_slice(threadIdx.x).partition_S(A), in.get_slice(threadIdx.x).partition_D(S));
  if (threadIdx.x == 0) {
    auto O = make_tensor(make_gmem_ptr(one), make_shape(_1{}));
    clear(O);
  }
  __syncthreads();
  TiledMMA mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_1, _1>>{}, Tile<_16, _16, _16>{});
  auto matrix = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto r = mma.get_slice(threadIdx.x).partition_fragment_A(S);
  copy(matrix, matrix.get_slice(threadIdx.x).partition_S(S), matrix.get_slice(threadIdx.x).retile_D(r));
  copy(r, mma.get_slice(threadIdx.x).partition_A(B));
}
int main() { matrices<<<1, 32>>>(nullptr, nullptr, nullptr); }
)";
  const auto kernels = checked(program, ProgramLanguage::cpp);
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].flow.roles.size() == 2);
  CHECK_MESSAGE(said(kernels).empty(), said(kernels));
}

TEST_CASE("a pipeline's state moves by any number of stages, and an arrival at another block's barrier is not decided") {
  const auto with = [](const std::string& from, const std::string& to) {
    auto source = kernel("tensor_maps", "cu");
    const auto at = source.find(from);
    REQUIRE(at != std::string::npos);
    return checked(source.replace(at, from.size(), to), ProgramLanguage::cpp);
  };
  for (const std::string_view right : {"read.advance(1);", "read.advance(4), read.advance(3);"}) {
    const auto kernels = with("++read;", std::string(right));
    CHECK_MESSAGE(said(kernels).empty(), said(kernels));
  }
  const auto chained = with("++read;", "read.advance(4).advance(3);");
  REQUIRE(chained.size() == 1);
  CHECK(chained[0].report.findings.empty());
  CHECK_MESSAGE(said(chained).find("so the kernel is not checked") != std::string::npos, said(chained));
  const auto own = with("Empty::arrive(&empty[stage]);", "Empty::arrive(&empty[stage], 0, 1u);");
  CHECK_MESSAGE(said(own).empty(), said(own));
  const auto computed = with("Empty::arrive(&empty[stage]);", "Empty::arrive(&empty[stage], 2u - 1u, 1u);");
  REQUIRE(computed.size() == 1);
  CHECK(computed[0].report.findings.empty());
  CHECK_MESSAGE(said(computed).find("a barrier of another block") != std::string::npos, said(computed));
  // All blocks arrive at block 1's barrier, so that the first block's is never released.
  const auto other = with("Empty::arrive(&empty[stage]);", "Empty::arrive(&empty[stage], 1u, 1u);");
  CHECK_MESSAGE(said(other).find("which never ends") != std::string::npos, said(other));
}
