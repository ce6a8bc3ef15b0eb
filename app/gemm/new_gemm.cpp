#include "app/gemm/new_gemm.hpp"

#include <bit>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/launch/suggestion.hpp"

namespace app {

using algebra::Message;
using algebra::message;
namespace {

constexpr int pieces_of_16_bytes = 3;  ///< Swizzle<_,_,3>: permutes rows by the 8 rows of an atom

class GemmWriter {
 public:
  GemmWriter(const GemmChoice& choice, const algebra::Say& say) : c_(choice), say_(say), types_(*types_of(choice)) {}

  Sheet sheet() {
    sheet_.panels = PanelSet{}.set(static_cast<std::size_t>(Panel::map));
    title();
    numbers();
    matrices();
    if (c_.kind == GemmKind::by_hand) by_hand();
    else if (c_.kind == GemmKind::tiled) tiled();
    else if (c_.kind == GemmKind::wgmma) wgmma();
    else by_vectors();
    return std::move(sheet_);
  }

  std::string copy_text(GemmOperand operand) const {
    const auto copy = *copy_of(c_, operand);
    const bool along_k = is_k(operand);
    const auto threads =
        along_k ? fmt::format("(_{},_{}):(_{},_1)", copy.y, copy.x, copy.x) : fmt::format("(_{},_{}):(_1,_{})", copy.x, copy.y, copy.x);
    const auto values = along_k ? fmt::format("(_1,_{})", copy.elements) : fmt::format("(_{},_1)", copy.elements);
    const auto atom = c_.kind == GemmKind::tiled ? fmt::format("UniversalCopy<{}>", c_.type) : "SM80_CP_ASYNC_CACHEALWAYS<uint128_t>";
    return fmt::format("make_tiled_copy(Copy_Atom<{}, {}>{{}}, {}, {})", atom, c_.type, threads, values);
  }
  std::string fma_text() const {
    const auto strides = c_.major_c == GemmMajorC::m ? fmt::format("(_1,_{},_0)", c_.along_m) : fmt::format("(_{},_1,_0)", c_.along_n);
    return fmt::format("make_tiled_mma(UniversalFMA<{0},{1},{1},{0}>{{}}, (_{2},_{3},_1):{4})", c_.type_c, c_.type, c_.along_m, c_.along_n,
                       strides);
  }
  std::string layout_text(GemmOperand operand) const {
    if (c_.kind == GemmKind::wgmma) {
      constexpr std::string_view names[] = {"INTER", "SW32", "SW64", "SW128"};
      const auto name = names[std::countr_zero(static_cast<unsigned>(row_bytes(c_, operand))) - 4];
      return fmt::format("GMMA::Layout_{}_{}_Atom<{}>{{}}", is_k(operand) ? "K" : "MN", name, c_.type);
    }
    if (c_.kind == GemmKind::tensor_cores || bytes_of(c_.swizzle) > 0) {
      const auto bytes = row_bytes(c_, operand);
      const auto row = bytes * 8 / bits_of(c_);
      const auto rows = is_k(operand) ? fmt::format("(_8,_{0}):(_{0},_1)", row) : fmt::format("(_{0},_8):(_1,_{0})", row);
      const auto permuted = std::countr_zero(static_cast<unsigned>(bytes)) - 4;
      if (c_.swizzle == GemmSwizzle::none || permuted == 0) return rows;
      const auto kept = std::countr_zero(static_cast<unsigned>(128 / bits_of(c_)));
      return fmt::format("Swizzle<{},{},{}> o {}", permuted, kept, pieces_of_16_bytes, rows);
    }
    if (c_.swizzle == GemmSwizzle::proposed && can_swizzle(c_))
      if (auto found = found_layout(operand)) return *found;
    const auto outer = outer_of(operand);
    return is_k(operand) ? fmt::format("(_{0},_{1}):(_{1},_1)", outer, c_.tile_k) : fmt::format("(_{0},_{1}):(_1,_{0})", outer, c_.tile_k);
  }

 private:
  bool is_k(GemmOperand operand) const { return (operand == GemmOperand::a ? c_.major_a : c_.major_b) == GemmMajor::k; }
  std::int64_t outer_of(GemmOperand operand) const { return operand == GemmOperand::a ? c_.tile_m : c_.tile_n; }
  bool staged() const { return c_.stages > 1; }

  /// Returns the finder's layout for the copy that writes the tile and the products that read it.
  std::optional<std::string> found_layout(GemmOperand operand) const {
    SuggestForm form;
    form.tile = fmt::format("(_{},_{})", outer_of(operand), c_.tile_k);
    form.element = c_.type;
    form.accesses = {{true, copy_text(operand)}, {false, fmt::format("{} of {}", operand == GemmOperand::a ? "A" : "B", fma_text())}};
    form.vary = {.swizzles = true, .order = true, .canonical = false};
    SheetEvaluator names;
    names.update({});
    const auto question = tile_question(form, names);
    if (!question) return std::nullopt;
    gpu::SuggestProgress progress;
    const auto answer = gpu::suggest(*question, 1, progress);
    if (!answer || answer->best.empty()) return std::nullopt;
    return answer->best.front().expression();
  }

  void note(const Message& text) { sheet_.entries.emplace_back().text = "# " + say_(text); }
  void row(std::string text) { sheet_.entries.emplace_back().text = std::move(text); }
  void hidden(std::string text) {
    row(std::move(text));
    sheet_.entries.back().visible = false;
  }
  void steps(std::initializer_list<std::string_view> texts) {
    for (const auto text : texts) row(std::string(text));
  }

  void title() {
    const auto threads = threads_of(c_);
    switch (c_.kind) {
      case GemmKind::by_hand:
        return note(message("C = A·B by hand: {}×{} threads compute a tile of {}×{}, straight from global memory.", c_.along_m, c_.along_n,
                            c_.tile_m, c_.tile_n));
      case GemmKind::tiled:
        return note(message("C = A·B in tiles: {}×{} threads bring tiles of A and B to shared memory, and multiply from there.", c_.along_m,
                            c_.along_n));
      case GemmKind::vectors:
        return note(message("C = A·B by vectors: {}×{} threads copy 16 bytes at a time by cp.async.", c_.along_m, c_.along_n));
      case GemmKind::tensor_cores:
        return note(message("C = A·B on tensor cores: cp.async brings tiles, ldmatrix reads them, {} threads multiply.", threads));
      case GemmKind::wgmma: return note(message("C = A·B on Hopper: TMA brings tiles, and {} threads multiply them by WGMMA.", threads));
    }
  }

  void numbers() {
    row(fmt::format("M = {}", c_.m)), row(fmt::format("N = {}", c_.n)), row(fmt::format("K = {}", c_.k));
    row(fmt::format("bM = _{}", c_.tile_m)), row(fmt::format("bN = _{}", c_.tile_n)), row(fmt::format("bK = _{}", c_.tile_k));
    if (staged()) row(fmt::format("stages = _{}", c_.stages));
    note("Which thread of which block, and how many there are.");
    row("threadIdx_x = 0");
    row(fmt::format("blockDim_x = {}", threads_of(c_)));
    row("blockIdx_x = 0"), row("blockIdx_y = 0");
    row(fmt::format("gridDim_x = {}", c_.m / c_.tile_m)), row(fmt::format("gridDim_y = {}", c_.n / c_.tile_n));
  }

  void matrix(std::string_view name, std::string_view type, std::string_view rows, std::string_view columns, bool in_rows) {
    row(fmt::format("m{0} = make_tensor(make_gmem_ptr<{1}>(0), make_layout(make_shape({2},{3}), make_stride({4})))", name, type, rows,
                    columns, in_rows ? fmt::format("{},_1", columns) : fmt::format("_1,{}", rows)));
  }
  /// Adds a block's parts of the matrices.
  void tiles(std::string_view a, std::string_view b) {
    hidden(fmt::format("gA = local_tile({}, make_shape(bM,bK), make_coord(blockIdx_x,_))", a));
    hidden(fmt::format("gB = local_tile({}, make_shape(bN,bK), make_coord(blockIdx_y,_))", b));
    hidden("gC = local_tile(mC, make_shape(bM,bN), make_coord(blockIdx_x,blockIdx_y))");
  }
  void matrices() {
    note(message("The matrices, B as N×K, and what a block has of them: its rows of A and of B, {} columns at a time.", c_.tile_k));
    matrix("A", c_.type, "M", "K", is_k(GemmOperand::a));
    matrix("B", c_.type, "N", "K", is_k(GemmOperand::b));
    matrix("C", c_.type_c, "M", "N", c_.major_c == GemmMajorC::n);
    if (c_.kind != GemmKind::wgmma) tiles("mA", "mB");
  }

  void threads_of_c() {
    const auto order = c_.major_c == GemmMajorC::m ? fmt::format("(_1,_{})", c_.along_m) : fmt::format("(_{},_1)", c_.along_n);
    hidden(fmt::format("tC = (_{},_{}):{}", c_.along_m, c_.along_n, order));
  }

  void by_hand() {
    note(message("tC says which thread has which elements of C: {}×{} each. Those in a row read the same row of A.", c_.tile_m / c_.along_m,
                 c_.tile_n / c_.along_n));
    threads_of_c();
    hidden("tCgA = local_partition(gA, tC, threadIdx_x, Step<_1,X>{})");
    hidden("tCgB = local_partition(gB, tC, threadIdx_x, Step<X,_1>{})");
    hidden("tCgC = local_partition(gC, tC, threadIdx_x)");
    hidden("tCrA = make_tensor_like(tCgA(_,_,0))");
    hidden("tCrB = make_tensor_like(tCgB(_,_,0))");
    hidden("tCrC = make_tensor_like(tCgC)");
    note("Each thread reads its operands, and no thread waits for another. Sums stay in registers until the last k tile.");
    steps({"clear(tCrC)", "for k in 0..size<2>(tCgA)", "copy(tCgA(_,_,k), tCrA)", "copy(tCgB(_,_,k), tCrB)", "gemm(tCrA, tCrB, tCrC)",
           "end", "copy(tCrC, tCgC)"});
  }

  /// Adds the tiles in shared memory.
  void shared() {
    const bool mma = c_.kind == GemmKind::tensor_cores || c_.kind == GemmKind::wgmma;
    if (c_.kind == GemmKind::wgmma) note("Tiles as WGMMA reads them, by a descriptor: one of its atoms, as often as the tile has it.");
    else if (mma && c_.swizzle != GemmSwizzle::none)
      note("The swizzle puts the eight rows that ldmatrix reads at once into different banks.");
    else if (mma) note("Rows without a swizzle: ldmatrix reads eight of them at once, which may meet in one bank.");
    else if (c_.swizzle == GemmSwizzle::proposed && !can_swizzle(c_))
      note("Rows one after another: a swizzle would need tiles and threads that are powers of two.");
    else if (c_.swizzle == GemmSwizzle::proposed)
      note("The layouts with the fewest bank conflicts, by the finder, for the copies that write a tile and the products that read it.");
    else note("The tiles as requested.");
    const std::string_view stages = staged() ? ",stages" : "";
    hidden(fmt::format("atomA = {}", layout_text(GemmOperand::a)));
    hidden(fmt::format("atomB = {}", layout_text(GemmOperand::b)));
    hidden(fmt::format("layA = tile_to_shape(atomA, make_shape(bM,bK{}))", stages));
    hidden(fmt::format("layB = tile_to_shape(atomB, make_shape(bN,bK{}))", stages));
    row(fmt::format("sA = make_tensor(make_smem_ptr<{}>(0), layA)", c_.type));
    row(fmt::format("sB = make_tensor(make_smem_ptr<{}>(0), layB)", c_.type));
  }

  /// Adds a thread's part, by a tiled copy or MMA of that name.
  void part(std::string_view name, std::string_view of, std::string_view call) {
    hidden(fmt::format("{} = {}.get_slice(threadIdx_x).{}", name, of, call));
  }

  void tiled() {
    shared();
    note("tA and tB say which thread copies which element, tC which thread computes which elements of C.");
    for (const auto operand : {GemmOperand::a, GemmOperand::b}) {
      const auto copy = *copy_of(c_, operand);
      const auto name = operand == GemmOperand::a ? "tA" : "tB";
      hidden(is_k(operand) ? fmt::format("{} = (_{},_{}):(_{},_1)", name, copy.y, copy.x, copy.x)
                           : fmt::format("{} = (_{},_{}):(_1,_{})", name, copy.x, copy.y, copy.x));
    }
    threads_of_c();
    hidden("tAgA = local_partition(gA, tA, threadIdx_x)");
    hidden("tAsA = local_partition(sA, tA, threadIdx_x)");
    hidden("tBgB = local_partition(gB, tB, threadIdx_x)");
    hidden("tBsB = local_partition(sB, tB, threadIdx_x)");
    hidden("tCsA = local_partition(sA, tC, threadIdx_x, Step<_1,X>{})");
    hidden("tCsB = local_partition(sB, tC, threadIdx_x, Step<X,_1>{})");
    hidden("tCgC = local_partition(gC, tC, threadIdx_x)");
    hidden("tCrC = make_tensor_like(tCgC)");
    note(
        "No thread multiplies before all have copied, and no thread copies the next tile before all have multiplied: both need a barrier.");
    steps({"clear(tCrC)", "for k in 0..size<2>(tAgA)", "copy(tAgA(_,_,k), tAsA)", "copy(tBgB(_,_,k), tBsB)", "__syncthreads()",
           "gemm(tCsA, tCsB, tCrC)", "__syncthreads()", "end", "copy(tCrC, tCgC)"});
  }

  /// Adds a kernel with cp.async, and products by FMA or tensor cores.
  void by_vectors() {
    const bool mma = c_.kind == GemmKind::tensor_cores;
    shared();
    if (mma) note("Copies of 16 bytes a thread from global memory, the MMA, and the copies from shared memory that it needs.");
    else note("Copies of 16 bytes a thread from global memory, and which thread computes which elements of C.");
    hidden("copyA = " + copy_text(GemmOperand::a));
    hidden("copyB = " + copy_text(GemmOperand::b));
    if (mma) {
      hidden(fmt::format("mma = make_tiled_mma({}{{}}, (_{},_{}):({}), make_tile(_{},_{},_{}))", types_.instruction, c_.along_m, c_.along_n,
                         fmt::format("_1,_{}", c_.along_m), 16 * c_.along_m, 16 * c_.along_n, types_.k));
      for (const auto operand : {GemmOperand::a, GemmOperand::b})
        hidden(fmt::format("ld{0} = make_tiled_copy_{0}(Copy_Atom<{1}, {2}>{{}}, mma)", operand == GemmOperand::a ? "A" : "B",
                           is_k(operand) ? "SM75_U32x4_LDSM_N" : "SM75_U16x8_LDSM_T", c_.type));
    } else {
      hidden("mma = " + fma_text());
    }
    part("tAgA", "copyA", "partition_S(gA)"), part("tAsA", "copyA", "partition_D(sA)");
    part("tBgB", "copyB", "partition_S(gB)"), part("tBsB", "copyB", "partition_D(sB)");
    if (!mma) part("tCsA", "mma", "partition_A(sA)"), part("tCsB", "mma", "partition_B(sB)");
    part("tCgC", "mma", "partition_C(gC)"), part("tCrC", "mma", "make_fragment_C(tCgC)");
    if (mma) {
      const std::string_view one = staged() ? "(_,_,0)" : "";
      part("tCrA", "mma", fmt::format("partition_fragment_A(sA{})", one));
      part("tCrB", "mma", fmt::format("partition_fragment_B(sB{})", one));
      part("tXsA", "ldA", "partition_S(sA)"), part("tXrA", "ldA", "retile_D(tCrA)");
      part("tXsB", "ldB", "partition_S(sB)"), part("tXrB", "ldB", "retile_D(tCrB)");
    }
    if (staged()) in_a_ring(mma);
    else one_after_another(mma);
  }

  void products(bool mma) {
    const std::string stage = staged() ? ",k%stages" : "";
    if (!mma) {
      const auto part = staged() ? "(_,_,_,k%stages)" : "";
      steps({fmt::format("gemm(mma, tCsA{0}, tCsB{0}, tCrC)", part)});
      return;
    }
    steps({"for b in 0..size<2>(tCrA)", fmt::format("copy(ldA, tXsA(_,_,b{}), tXrA(_,_,b))", stage),
           fmt::format("copy(ldB, tXsB(_,_,b{}), tXrB(_,_,b))", stage), "gemm(mma, tCrA(_,_,b), tCrB(_,_,b), tCrC)", "end"});
  }

  void one_after_another(bool mma) {
    note("A k tile after another: copied, waited for, multiplied, and not overwritten before all have read it.");
    steps({"clear(tCrC)", "for k in 0..size<3>(tAgA)", "copy(copyA, tAgA(_,_,_,k), tAsA)", "copy(copyB, tBgB(_,_,_,k), tBsB)",
           "cp_async_fence()", "cp_async_wait<0>()", "__syncthreads()"});
    products(mma);
    steps({"__syncthreads()", "end", "copy(tCrC, tCgC)"});
  }

  void in_a_ring(bool mma) {
    note("Before the first k tile is multiplied, stages-1 of them are under way.");
    steps({"clear(tCrC)", "for s in 0..stages-1"});
    const bool few = c_.k / c_.tile_k < c_.stages - 1;
    if (few) steps({"if s < size<3>(tAgA)"});
    steps({"copy(copyA, tAgA(_,_,_,s), tAsA(_,_,_,s))", "copy(copyB, tBgB(_,_,_,s), tBsB(_,_,_,s))"});
    if (few) steps({"end"});
    steps({"cp_async_fence()", "end"});
    note("All but the last stages-2 groups have come, and all threads have read the stage that is filled next.");
    steps({"for k in 0..size<3>(tAgA)", "cp_async_wait<stages-2>()", "__syncthreads()", "if k+stages-1 < size<3>(tAgA)",
           "copy(copyA, tAgA(_,_,_,k+stages-1), tAsA(_,_,_,(k+stages-1)%stages))",
           "copy(copyB, tBgB(_,_,_,k+stages-1), tBsB(_,_,_,(k+stages-1)%stages))", "end", "cp_async_fence()"});
    products(mma);
    steps({"end", "copy(tCrC, tCgC)"});
  }

  void wgmma() {
    shared();
    const auto one = staged() ? "(_,_,0)" : "";
    note("TMA knows the matrix and the tile; its tensors are coordinates.");
    hidden(fmt::format("tmaA = make_tma_atom(SM90_TMA_LOAD{{}}, mA, layA{}, make_shape(bM,bK))", one));
    hidden(fmt::format("tmaB = make_tma_atom(SM90_TMA_LOAD{{}}, mB, layB{}, make_shape(bN,bK))", one));
    hidden("A = tmaA.get_tma_tensor(make_shape(M,K))");
    hidden("B = tmaB.get_tma_tensor(make_shape(N,K))");
    tiles("A", "B");
    for (const std::string_view x : {"A", "B"}) {
      const auto call =
          fmt::format("(tma_partition(tma{0}, Int<0>{{}}, Layout<_1>{{}}, group_modes<0,2>(s{0}), group_modes<0,2>(g{0})))", x);
      hidden(fmt::format("t{0}g{0} = get<0>{1}", x, call));
      hidden(fmt::format("t{0}s{0} = get<1>{1}", x, call));
    }
    const auto major = [&](GemmOperand operand) { return is_k(operand) ? "GMMA::Major::K" : "GMMA::Major::MN"; };
    auto atom = fmt::format(fmt::runtime(types_.instruction), wgmma_n(c_));
    if (types_.transposes) atom += fmt::format("<{},{}>", major(GemmOperand::a), major(GemmOperand::b));
    hidden(fmt::format("mma = make_tiled_mma({}{{}}, (_{},_1,_1))", atom, c_.along_m));
    part("tCgC", "mma", "partition_C(gC)"), part("tCrC", "mma", "make_fragment_C(tCgC)");
    part("tCrA", "mma", "make_fragment_A(mma.get_slice(threadIdx_x).partition_A(sA))");
    part("tCrB", "mma", "make_fragment_B(mma.get_slice(threadIdx_x).partition_B(sB))");
    note("The bytes that a stage waits for: one too few, and it is read before all of it has come.");
    row(fmt::format("bytes = {}*(size<0>(sA)*size<1>(sA) + size<0>(sB)*size<1>(sB))", bits_of(c_) / 8));
    note("full: a stage has come. empty: all threads have read it. Both by their phase, 0 in the first round, 1 in the second.");
    if (staged()) staged_wgmma();
    else single_wgmma();
  }

  void multiply(std::string_view k) {
    steps({"warpgroup_arrive()", fmt::format("gemm(mma, tCrA{0}, tCrB{0}, tCrC)", k), "warpgroup_commit_batch()", "warpgroup_wait<0>()"});
  }

  void staged_wgmma() {
    const auto k_tiles = c_.k / c_.tile_k;
    steps({"if threadIdx_x == 0", "for s in 0..stages", "init(full[s], 1)", "init(empty[s], size(mma))", "end", "end", "__syncthreads()",
           "if threadIdx_x == 0", "for s in 0..stages"});
    if (k_tiles < c_.stages) steps({"if s < size<1>(tAgA)"});
    steps({"arrive_and_expect_tx(full[s], bytes)", "copy(tmaA.with(full[s]), tAgA(_,s), tAsA(_,s))",
           "copy(tmaB.with(full[s]), tBgB(_,s), tBsB(_,s))"});
    if (k_tiles < c_.stages) steps({"end"});
    steps({"end", "end"});
    note("Each k tile is waited for, multiplied, given back, and filled again.");
    steps({"clear(tCrC)", "for k in 0..size<1>(tAgA)", "wait(full[k%stages], k/stages%2)"});
    multiply("(_,_,_,k%stages)");
    steps({"arrive(empty[k%stages])", "if k+stages < size<1>(tAgA)", "if threadIdx_x == 0", "wait(empty[k%stages], k/stages%2)",
           "arrive_and_expect_tx(full[k%stages], bytes)", "copy(tmaA.with(full[k%stages]), tAgA(_,k+stages), tAsA(_,k%stages))",
           "copy(tmaB.with(full[k%stages]), tBgB(_,k+stages), tBsB(_,k%stages))", "end", "end", "end", "copy(tCrC, tCgC)"});
  }

  void single_wgmma() {
    steps({"if threadIdx_x == 0", "init(full[0], 1)", "init(empty[0], size(mma))", "end", "__syncthreads()"});
    note("Each k tile is copied, waited for, multiplied and given back before the next one.");
    steps({"clear(tCrC)", "for k in 0..size<1>(tAgA)", "if threadIdx_x == 0", "if k > 0", "wait(empty[0], (k-1)%2)", "end",
           "arrive_and_expect_tx(full[0], bytes)", "copy(tmaA.with(full[0]), tAgA(_,k), tAsA)", "copy(tmaB.with(full[0]), tBgB(_,k), tBsB)",
           "end", "wait(full[0], k%2)"});
    multiply("");
    steps({"arrive(empty[0])", "end", "copy(tCrC, tCgC)"});
  }

  const GemmChoice& c_;
  const algebra::Say& say_;
  const GemmTypes& types_;
  Sheet sheet_{};
};

}  // namespace

tl::expected<Sheet, GemmRefusal> new_gemm(const GemmChoice& choice, const algebra::Say& say) {
  if (auto cost = cost_of(choice); !cost) return tl::unexpected(std::move(cost.error()));
  return GemmWriter(choice, say).sheet();
}

std::string tile_layout(const GemmChoice& choice, GemmOperand operand) {
  return GemmWriter(choice, &algebra::in_english).layout_text(operand);
}

}  // namespace app
