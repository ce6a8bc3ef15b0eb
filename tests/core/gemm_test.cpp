// A new GEMM: whatever is chosen is a sheet whose kernel gives the product, or is refused with a choice that works.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/evaluation.hpp"
#include "app/flow/program_flow.hpp"
#include "app/flow/sheet_program.hpp"
#include "app/gemm/new_gemm.hpp"
#include "app/launch/suggestion.hpp"
#include "app/system/texts.hpp"
#include "tests/rounds.hpp"

using namespace app;

namespace gemm_test {

using K = GemmKind;
using M = GemmMajor;
using S = GemmSwizzle;
constexpr auto k = M::k, mn = M::mn;
constexpr auto n = GemmMajorC::n, m = GemmMajorC::m;

const GemmChoice choices[] = {
    // Kind, M, N, K, tile M, N, K, stages, types, rows of A, B and C, sharing of C, swizzle.
    {K::by_hand, 128, 128, 32, 32, 32, 8, 1, "float", "float", mn, mn, m, 8, 8},
    {K::by_hand, 64, 48, 12, 16, 16, 4, 1, "double", "double", k, mn, n, 16, 8},
    {K::by_hand, 32, 64, 16, 32, 32, 1, 1, "half_t", "float", k, k, n, 8, 16},
    {K::by_hand, 48, 24, 6, 24, 8, 2, 1, "int8_t", "int32_t", mn, k, m, 12, 4},
    {K::tiled, 128, 128, 32, 32, 32, 8, 1, "float", "float", mn, mn, m, 8, 8},
    {K::tiled, 64, 64, 32, 32, 32, 8, 1, "float", "float", k, k, n, 8, 8},
    {K::tiled, 64, 128, 32, 64, 32, 16, 1, "half_t", "float", k, mn, n, 16, 16},
    {K::tiled, 48, 96, 24, 24, 48, 8, 1, "bfloat16_t", "float", mn, k, m, 8, 12},
    {K::tiled, 64, 64, 32, 32, 32, 32, 1, "float", "float", k, k, n, 8, 8, S::bytes_128},
    {K::tiled, 64, 64, 8, 32, 32, 4, 1, "float", "float", mn, mn, m, 8, 8, S::none},
    {K::vectors, 256, 256, 64, 128, 128, 8, 3, "float", "float", mn, mn, m, 16, 16},
    {K::vectors, 128, 128, 32, 64, 64, 16, 1, "float", "float", mn, mn, m, 16, 16},
    {K::vectors, 128, 64, 64, 64, 64, 16, 2, "float", "float", k, k, n, 8, 16},
    {K::vectors, 64, 64, 64, 64, 64, 16, 4, "half_t", "float", k, mn, n, 8, 8},
    {K::vectors, 64, 64, 32, 32, 64, 8, 4, "double", "double", mn, k, n, 8, 16},
    {K::vectors, 64, 64, 16, 64, 64, 16, 4, "float", "float", mn, mn, m, 16, 16},
    {K::vectors, 128, 128, 64, 64, 64, 32, 2, "float", "float", k, k, n, 16, 16, S::bytes_128},
    {K::vectors, 128, 128, 64, 64, 64, 32, 2, "float", "float", k, k, n, 16, 16, S::bytes_32},
    {K::vectors, 128, 64, 64, 64, 32, 32, 3, "int8_t", "int32_t", k, k, m, 8, 8},
    {K::tensor_cores, 256, 256, 256, 128, 128, 64, 3, "half_t", "float", k, k, n, 2, 2},
    {K::tensor_cores, 128, 128, 128, 64, 64, 32, 1, "half_t", "float", k, k, n, 2, 2},
    {K::tensor_cores, 64, 128, 128, 64, 64, 64, 2, "half_t", "half_t", k, k, m, 2, 1},
    {K::tensor_cores, 128, 128, 128, 64, 128, 32, 4, "bfloat16_t", "float", mn, mn, n, 2, 4},
    {K::tensor_cores, 64, 64, 128, 64, 64, 64, 2, "half_t", "float", mn, k, n, 2, 2},
    {K::tensor_cores, 64, 64, 128, 64, 64, 64, 2, "half_t", "float", k, mn, n, 4, 1},
    {K::tensor_cores, 64, 64, 64, 64, 64, 16, 3, "tfloat32_t", "float", k, k, n, 2, 2},
    {K::tensor_cores, 64, 64, 256, 64, 64, 128, 2, "float_e4m3_t", "float", k, k, n, 2, 2},
    {K::tensor_cores, 64, 64, 128, 64, 64, 64, 2, "int8_t", "int32_t", k, k, n, 2, 2},
    {K::tensor_cores, 64, 64, 64, 32, 32, 16, 4, "half_t", "float", k, k, n, 1, 1},
    {K::tensor_cores, 64, 64, 32, 64, 64, 32, 4, "half_t", "float", k, k, n, 2, 2},
    {K::tensor_cores, 64, 64, 128, 64, 64, 64, 2, "half_t", "float", k, k, n, 2, 2, S::none},
    {K::tensor_cores, 96, 96, 128, 48, 96, 64, 2, "half_t", "float", k, k, n, 1, 3},
    {K::tensor_cores, 192, 96, 96, 192, 96, 48, 2, "half_t", "half_t", k, mn, n, 6, 3, S::none},
    {K::tensor_cores, 48, 96, 128, 48, 96, 128, 3, "bfloat16_t", "float", k, mn, m, 1, 3},
    {K::wgmma, 256, 256, 256, 128, 128, 64, 3, "half_t", "float", k, k, n, 2, 1},
    {K::wgmma, 128, 128, 128, 64, 64, 64, 1, "half_t", "float", k, k, n, 1, 1},
    {K::wgmma, 128, 256, 128, 128, 256, 64, 2, "bfloat16_t", "float", k, k, n, 2, 1},
    {K::wgmma, 128, 128, 128, 128, 128, 64, 4, "half_t", "float", mn, mn, n, 1, 1},
    {K::wgmma, 64, 96, 128, 64, 96, 32, 2, "half_t", "half_t", k, mn, m, 1, 1},
    {K::wgmma, 64, 40, 64, 64, 40, 16, 3, "half_t", "float", mn, k, n, 1, 1},
    {K::wgmma, 64, 128, 64, 64, 128, 32, 2, "tfloat32_t", "float", k, k, n, 1, 1},
    {K::wgmma, 64, 64, 256, 64, 64, 128, 2, "float_e4m3_t", "float", k, k, n, 1, 1},
    {K::wgmma, 64, 64, 128, 64, 64, 64, 2, "int8_t", "int32_t", k, k, n, 1, 1},
    {K::wgmma, 64, 64, 128, 64, 64, 64, 2, "half_t", "float", k, k, n, 1, 1, S::bytes_32},
    {K::wgmma, 64, 64, 128, 64, 64, 64, 2, "half_t", "float", k, k, n, 1, 1, S::none},
    {K::wgmma, 64, 64, 64, 64, 64, 64, 4, "half_t", "float", k, k, n, 1, 1},
};

std::string said(const GemmChoice& c) {
  std::string text(record_of(c.kind).key);
  for (const auto& number : gemm_numbers()) text += " " + std::to_string(c.*number.member);
  return text + " " + std::string(c.type) + " " + std::string(key_of(c.major_a)) + std::string(key_of(c.major_b)) + " " +
         std::string(key_of(c.swizzle));
}

TEST_CASE("every sheet of a GEMM evaluates, and its kernel gives each element of C once, by each product once") {
  int number = 0;
  for (const auto& c : choices) {
    if (!tried(number++)) continue;
    INFO(said(c));
    const auto sheet = new_gemm(c);
    REQUIRE_MESSAGE(sheet, (sheet ? std::string() : sheet.error().why.text()));
    SheetEvaluator evaluator;
    const auto& results = evaluator.update(*sheet);
    for (std::size_t i = 0; i < results.size(); ++i)
      CHECK_MESSAGE(!results[i].problem,
                    sheet->entries[i].text << ": " << (results[i].problem ? results[i].problem->problem.message.text() : ""));
    const auto checked = check_kernels(KernelSource(*sheet), {});
    REQUIRE(checked.size() == 1);
    const auto& report = checked[0].report;
    for (const auto& f : report.findings) MESSAGE(f.line << ": " << f.text.text());
    for (const auto& u : report.undecided) MESSAGE(u.text());
    CHECK(report.findings.empty());
    CHECK(report.undecided.empty());
    // The checker chooses some of the blocks, so the counts are multiples of one tile.
    const auto cost = *cost_of(c);
    CHECK(report.results > 0);
    CHECK(report.results % (c.tile_m * c.tile_n) == 0);
    CHECK(report.products == report.results * c.k);
    CHECK(static_cast<std::int64_t>(checked[0].flow.threads) == cost.threads);
    // It is a program, and a file that says the same.
    const auto program = kernel_program(*sheet);
    CHECK_MESSAGE(program, (program ? std::string() : program.error().text()));
    const auto again = parse_sheet(serialise(*sheet));
    REQUIRE(again);
    CHECK(*again == *sheet);
  }
}

TEST_CASE("notes of a GEMM are in the language that is asked for, and nothing else of it") {
  for (const auto& kind : gemm_kinds()) {
    const auto english = new_gemm(kind.start), chinese = new_gemm(kind.start, texts_in(Language::chinese));
    REQUIRE(english);
    REQUIRE(chinese);
    REQUIRE(english->entries.size() == chinese->entries.size());
    for (std::size_t i = 0; i < english->entries.size(); ++i) {
      INFO(english->entries[i].text);
      CHECK(english->entries[i].text.starts_with('#') == (english->entries[i].text != chinese->entries[i].text));
    }
    CHECK(english->panels->test(static_cast<std::size_t>(Panel::map)));
  }
}

TEST_CASE("a choice that cannot be is refused at the field whose change makes it work, with the nearest that does") {
  struct Refused {
    GemmChoice choice;
    GemmField field;
    std::string_view why;
  };
  const auto with = [](GemmKind kind, auto change) {
    auto c = record_of(kind).start;
    change(c);
    return c;
  };
  using F = GemmField;
  const Refused all[] = {
      {with(K::tensor_cores, [](auto& c) { c.tile_m = 96; }), F::tile_m,
       "tile M = 96 does not divide M = 256. Nearest that works: tile M = 64."},
      {with(K::tensor_cores, [](auto& c) { c.tile_n = 16; }), F::tile_n,
       "tile N = 16 is not a multiple of 32, which warps take along it at once. Nearest that works: tile N = 32."},
      {with(K::tensor_cores, [](auto& c) { c.tile_k = 8; }), F::tile_k,
       "tile K = 8 is not a multiple of 16, which an instruction takes along K. Nearest that works: tile K = 16."},
      {with(K::wgmma, [](auto& c) { c.tile_m = 64; }), F::tile_m,
       "tile M = 64 is not a multiple of 128, which warpgroups take along it at once. Nearest that works: tile M = 128."},
      {with(K::wgmma, [](auto& c) { c.along_n = 2; }), F::along_n,
       "Warpgroups share the tile along M alone: warpgroups along N is 1, not 2. Nearest that works: warpgroups along N = 1."},
      {with(K::tensor_cores, [](auto& c) { c.stages = 0; }), F::stages,
       "stages is between 1 and 65536, not 0. Nearest that works: stages = 1."},
      {with(K::tensor_cores, [](auto& c) { c.stages = 9; }), F::stages,
       "This kind of kernel has up to 8 stages, not 9. Nearest that works: stages = 7."},
      {with(K::tiled, [](auto& c) { c.stages = 2; }), F::stages,
       "This kind of kernel has up to 1 stages, not 2. Nearest that works: stages = 1."},
      {with(K::tensor_cores, [](auto& c) { c.stages = 8; }), F::stages,
       "A block has up to 232448 bytes of shared memory, and this takes 262144. Nearest that works: stages = 7."},
      {with(K::wgmma, [](auto& c) { c.stages = 8; }), F::stages,
       "A block has up to 232448 bytes of shared memory, and this takes 262272. Nearest that works: stages = 7."},
      {with(K::tiled, [](auto& c) { c.along_m = c.along_n = 64, c.m = c.n = 256, c.tile_m = c.tile_n = 128; }), F::along_m,
       "A block has up to 1024 threads, not 4096. Nearest that works: threads along M = 16."},
      {with(K::vectors, [](auto& c) { c.along_m = c.along_n = 4; }), F::along_m,
       "A thread has up to 255 registers, and sums and operands take 1088. Nearest that works: threads along M = 32."},
      {with(K::vectors, [](auto& c) { c.along_m = c.along_n = 32; }), F::tile_k,
       "1024 threads do not divide the 32 × 8 pieces of the tile of A that they copy. Nearest that works: tile K = 32."},
      {with(K::tensor_cores, [](auto& c) { c.type = "double"; }), F::type,
       "This kind of kernel does not support A and B of double. Nearest that works: type of A and B = half_t."},
      {with(K::wgmma, [](auto& c) { c.type = "bfloat16_t", c.type_c = "half_t"; }), F::type_c,
       "C of bfloat16_t is not half_t in this kind of kernel. Nearest that works: type of C = float."},
      {with(K::wgmma, [](auto& c) { c.type = "float_e4m3_t", c.major_b = mn; }), F::major_b,
       "Tensor cores read float_e4m3_t with its rows along K alone. Nearest that works: rows of B = k."},
      {with(K::tensor_cores, [](auto& c) { c.tile_k = 16, c.swizzle = S::bytes_128; }), F::swizzle,
       "A row of the tile of A has 32 bytes, which is not a multiple of the 128 of the swizzle. Nearest that works: swizzle = 32."},
      {with(K::by_hand, [](auto& c) { c.swizzle = S::bytes_64; }), F::swizzle,
       "This kind of kernel has nothing in shared memory that could be swizzled. Nearest that works: swizzle = none."},
      {with(K::by_hand, [](auto& c) { c.k = 65536; }), F::tile_k,
       "With 8192 k tiles the kernel has more than 19000 steps, the most that its map follows. Nearest that works: tile K = 16."},
  };
  for (const auto& r : all) {
    INFO(said(r.choice));
    const auto cost = cost_of(r.choice);
    REQUIRE(!cost);
    CHECK(cost.error().field == r.field);
    CHECK(cost.error().why.text() == r.why);
    REQUIRE(cost.error().nearest);
    CHECK(cost_of(*cost.error().nearest));
    CHECK(!new_gemm(r.choice));
  }
  // Several things at once: one after the other they are mended.
  auto c = record_of(K::tensor_cores).start;
  c.tile_m = 100, c.tile_n = 7, c.tile_k = 5, c.stages = 99, c.type = "nothing";
  for (int i = 0; i < 8 && !cost_of(c); ++i) {
    const auto refused = cost_of(c).error();
    INFO(refused.why.text());
    REQUIRE(refused.nearest);
    c = *refused.nearest;
  }
  CHECK(cost_of(c));
}

TEST_CASE("what a GEMM costs") {
  const auto cost = *cost_of(record_of(K::tensor_cores).start);
  CHECK(cost.threads == 128);
  CHECK(cost.blocks == 4);
  CHECK(cost.k_tiles == 4);
  CHECK(cost.shared_bytes == 3 * (128 + 128) * 64 * 2);
  CHECK(cost.accumulators == 128);
  CHECK(cost.operands == 32);
  CHECK(cost.intensity == doctest::Approx(64));
  CHECK(said_of(cost) == "128 threads in each of 4 blocks · 4 k tiles · 98304 bytes of shared memory · 128 registers for sums");
}

/// Returns the turns of a tile in the layout that is proposed, and the least that any layout has.
std::pair<std::int64_t, std::int64_t> turns(const GemmChoice& c, std::string_view copy, std::string_view read) {
  SheetEvaluator evaluator;
  const auto sheet = *new_gemm(c);
  evaluator.update(sheet);
  SuggestForm form;
  form.element = c.type;
  form.accesses = {{true, std::string(copy)}, {false, std::string(read)}};
  form.tile = "layA(_,_,0)";
  const auto question = tile_question(form, evaluator);
  REQUIRE_MESSAGE(question, (question ? std::string() : question.error().message.text()));
  gpu::SuggestProgress progress;
  const auto answer = gpu::suggest(*question, 1, progress);
  REQUIRE(answer);
  REQUIRE(answer->now);
  return {answer->now->wavefronts, answer->best.front().wavefronts};
}

TEST_CASE("in the layouts that are proposed nobody waits longer than in any other") {
  for (const auto& c : choices) {
    if (c.stages < 2 || c.swizzle != S::proposed || !can_swizzle(c)) continue;
    INFO(said(c));
    if (c.kind == K::vectors) {
      const auto [now, best] = turns(c, "copyA", "A of mma");
      CHECK(now == best);
    } else if (c.kind == K::tensor_cores) {
      const auto [now, best] = turns(c, "copyA", "ldA");
      CHECK(now == best);
    }
  }
}

}  // namespace gemm_test
