// Tests that CuTe DSL code written from values is read back as the same values.

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algebra/code/code.hpp"
#include "algebra/hardware/atoms.hpp"
#include "algebra/hardware/dsl_operations.hpp"
#include "algebra/language/evaluate.hpp"
#include "app/import/dsl/dsl_program.hpp"
#include "tests/rounds.hpp"

using namespace app;
using algebra::code::Definition;

namespace {

std::string program_of(const std::vector<Definition>& definitions) {
  const auto text = algebra::code::whole_program(definitions, algebra::IntegerRule::cute, algebra::code::Dialect::dsl);
  return text ? *text : "refused: " + text.error().diagnostic.problem.message.text();
}

/// Returns the value of the last definition that is called `name`, of several that follow from each other.
std::string value_of(const std::vector<std::pair<std::string, std::string>>& definitions, const std::string& name) {
  algebra::Environment known;
  for (const auto& [entry, text] : definitions)
    if (auto e = algebra::evaluate(text, known, algebra::IntegerRule::cute, {.verdicts = false, .steps = nullptr}))
      known.insert_or_assign(entry, std::move(e->value));
  const auto found = known.find(name);
  return found == known.end() ? "nothing" : algebra::to_string(found->second, algebra::Marks::underscores);
}

/// Returns the value of the last entry, and the value read back from the CuTe DSL program that is written for it.
std::pair<std::string, std::string> there_and_back(const std::vector<Definition>& definitions) {
  const auto& name = definitions.back().name;
  std::vector<std::pair<std::string, std::string>> written, read;
  for (const auto& e : definitions) written.emplace_back(e.name, e.expression);
  const auto text = program_of(definitions);
  if (text.starts_with("refused")) return {value_of(written, name), text};
  std::string entry = name;
  for (const auto& d : read_dsl_program(text).definitions) {
    if (d.problem.empty()) read.emplace_back(d.entry, d.text);
    if (d.name == name) entry = d.entry;
  }
  return {value_of(written, name), value_of(read, entry)};
}

}  // namespace

TEST_CASE("what is written in the CuTe DSL is read as the same value") {
  const Definition mma{"mma", "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, make_layout((_2,_2,_1)), make_tile(_32,_32,_16))"};
  const Definition copy{
      "copy", "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>{}, make_layout((_16,_8),(_8,_1)), make_layout((_1,_8)))"};
  const Definition a{"A", "make_tensor(make_gmem_ptr<half_t>(p), (_128,_64):(_64,_1))"};
  const Definition s{"S", "composition(Swizzle<3,3,3>{}, _0{}, (_64,_64):(_64,_1))"};
  const std::vector<std::vector<Definition>> programs{
      {mma},
      {copy},
      {s},
      {mma, {"x", "mma.get_slice(37)"}},
      {{"x", "make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{})"}},
      {{"x", "make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>{}, make_layout((_2,_1,_1)))"}},
      {{"x", "make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,float,128,256,UMMA::Major::K,UMMA::Major::K>{})"}},
      {{"x", "make_tiled_mma(MMA_Atom<UniversalFMA<float,float,float>>{}, make_layout((_16,_16,_1)))"}},
      {copy, a, {"x", "copy.get_slice(37).partition_S(A)"}},
      {mma, a, {"x", "mma.get_slice(37).partition_A(A)"}},
      {mma, {"x", "make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>{}, mma)"}},
      {copy, {"x", "make_tiled_copy_S(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>{}, copy)"}},
      {mma, {"x", "layoutC_TV(mma)"}},
      {copy, {"x", "layoutD_TV(copy)"}},
      {s, {"x", "make_tensor(make_gmem_ptr<half_t>(p), S)"}},
      {s, {"x", "S.layout_b()"}},
      {s, {"x", "tile_to_shape(S, (_128,_64,_3))"}},
  };
  for (const auto& p : programs) {
    const auto both = there_and_back(p);
    CAPTURE(p.back().expression);
    CHECK(both.first != "nothing");
    CHECK(both.first == both.second);
  }
}

TEST_CASE("each atom that an operation of the CuTe DSL is is read as that operation, and written as it") {
  std::size_t mmas = 0, copies = 0;
  int row = 0;
  for (const auto& listed : algebra::listed_atoms()) {
    if (listed.kind == algebra::ListedAtom::Kind::smem) continue;
    const bool is_mma = listed.kind == algebra::ListedAtom::Kind::mma;
    const Definition atom{
        "x", is_mma ? fmt::format("make_tiled_mma({})", listed.expression) : fmt::format("Copy_Atom<{},half_t>{{}}", listed.expression)};
    const auto text = program_of({atom});
    if (text.starts_with("refused")) continue;
    ++(is_mma ? mmas : copies);
    if (!tried(row++)) continue;
    const auto both = there_and_back({atom});
    CAPTURE(listed.expression);
    CHECK(both.first == both.second);
  }
  // Every record occurs at least once.
  CHECK(mmas >= algebra::dsl_mma_operations().size());
  CHECK(copies >= algebra::dsl_copy_operations().size());
}
