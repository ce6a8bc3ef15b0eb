// Matrix instructions of AMD and Intel against what the makers' own programs and headers answer, element by element.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/operations.hpp"
#include "tests/golden_table.hpp"

using namespace algebra;

namespace {

using Row = GoldenTable::Row;

const MmaTraits& traits_of(const std::string& expression) {
  const auto e = evaluate(expression, {}, IntegerRule::cute);
  REQUIRE_MESSAGE(e.has_value(), (expression + ": " + (e ? std::string() : e.error().problem.message.text())));
  return *std::get<MmaAtom>(e->value).traits;
}

Layout layout_evaluated(const std::string& text) { return std::get<Layout>(evaluate(text, {}, IntegerRule::math).value().value); }

std::vector<std::int64_t> numbers_in(std::string text) {
  for (char& c : text)
    if (c == ',' || c == '(' || c == ')') c = ' ';
  std::stringstream in(text);
  std::vector<std::int64_t> all;
  for (std::int64_t n = 0; in >> n;) all.push_back(n);
  return all;
}

/// Compares an atom's operand with a row at every lane and value, and at the row's pairs.
void check_operand(const std::string& atom, const Row& row) {
  const std::string operand = row["operand"];
  INFO(atom << " " << operand);
  const auto& tv = traits_of(atom).operands[operand == "A" ? 0 : operand == "B" ? 1 : 2].tv;
  const auto wanted = layout_evaluated(row["layout"]);
  REQUIRE(rank(tv) == 2);
  REQUIRE(size(mode(tv, 0)) == size(mode(wanted, 0)));
  REQUIRE(size(mode(tv, 1)) == size(mode(wanted, 1)));
  for (std::int64_t i = 0; i < size(wanted); ++i) REQUIRE(tv(i) == wanted(i));
  const auto lanes = size(mode(tv, 0)), values = size(mode(tv, 1));
  const auto space = numbers_in(row["index_space"]);
  for (const auto* pairs : {"first8", "random8"}) {
    std::stringstream all(row[pairs]);
    for (std::string pair; std::getline(all, pair, ';');) {
      const auto arrow = pair.find('>');
      const auto from = numbers_in(pair.substr(0, arrow)), to = numbers_in(pair.substr(arrow + 1));
      std::int64_t index = 0, stride = 1;
      for (std::size_t m = 0; m < to.size(); ++m) index += to[m] * stride, stride *= space.at(m);
      REQUIRE(from[0] < lanes);
      REQUIRE(from[1] < values);
      CHECK(tv(from[0] + lanes * from[1]) == index);
    }
  }
}

std::string shape_in(const Row& row) { return "(" + row["M"] + "," + row["N"] + "," + row["K"] + ")"; }

}  // namespace

TEST_CASE("AMD's MFMA, SMFMAC, WMMA and SWMMAC") {
  const GoldenTable table("makers/amd.tsv");
  for (const auto& row : table.rows) {
    const auto atom = row["instruction"] + "_w" + row["wave"] + "_" + row["gfx"];
    check_operand(atom, row);
    const auto& traits = traits_of(atom);
    CHECK(plain(traits.shape_mnk) == shape_in(row));
    CHECK(std::to_string(traits.blocks) == row["blocks"]);
    CHECK(std::to_string(size(traits.thr_id)) == row["wave"]);
    const bool derived = row["gfx"] == "gfx950";
    CHECK((std::ranges::find(traits.more, std::pair<std::string, std::string>("Source", "derived")) != traits.more.end()) == derived);
  }
  CHECK(table.rows.size() == 198);
}

TEST_CASE("Intel's DPAS, with its types as C++ has them and as dpas_type has them") {
  const GoldenTable table("makers/xe.tsv");
  for (const auto& row : table.rows) {
    check_operand(row["instruction"], row);
    CHECK(plain(traits_of(row["instruction"]).shape_mnk) == shape_in(row));
  }
  CHECK(table.rows.size() == 108);
  CHECK(&traits_of("XE_DPAS_TT<8,float,half_t>") == &traits_of("XE_DPAS_TT<8,f,hf,hf,f>"));
  CHECK(&traits_of("XE_DPAS_TT<8,int32_t,uint4_t,int8_t>") == &traits_of("XE_DPAS_TT<8,d,u4,s8,d>"));
  CHECK(!evaluate("XE_DPAS_TT<8,float,half_t,bfloat16_t,float>", {}, IntegerRule::cute));
}

TEST_CASE("Intel's AMX, in the order of the tile register and column by column") {
  const GoldenTable table("makers/amx.tsv");
  for (const auto& row : table.rows) check_operand(row["instruction"] + (row["value_order"] == "logical" ? "_logical" : ""), row);
  CHECK(table.rows.size() == 12);
}

TEST_CASE("every listed atom of another maker holds each element of its matrices") {
  int checked = 0;
  for (const auto& listed : listed_atoms()) {
    if (listed.kind != ListedAtom::Kind::mma || listed.target.empty() || listed.architecture != 0) continue;
    INFO(listed.expression);
    const auto& traits = traits_of(listed.expression);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto& operand = traits.operands[i];
      const auto extent = [&](int m) { return traits.shape_mnk.mode(m).integer().value; };
      const auto elements = extent(i == 1 ? 1 : 0) * extent(i == 2 ? 1 : 2) / operand.group * traits.blocks;
      std::vector<bool> held(static_cast<std::size_t>(elements), false);
      for (std::int64_t k = 0; k < size(operand.tv); ++k)
        if (operand.tv(k) < elements) held[static_cast<std::size_t>(operand.tv(k))] = true;
      CHECK(std::ranges::find(held, false) == held.end());
      CHECK(operand.bits > 0);
    }
    ++checked;
  }
  CHECK(checked == 267);
}

TEST_CASE("another maker's instruction is an atom as NVIDIA's are") {
  const auto text = [](const char* expression) { return plain(evaluate(expression, {}, IntegerRule::math).value().value); };
  CHECK(text("v_mfma_f32_32x32x8f16") == "v_mfma_f32_32x32x8f16");
  CHECK(text("LayoutC_TV(MMA_Atom<v_mfma_f32_16x16x16_f16>{})") == "((16,4),4):((16,4),1)");
  CHECK(text("tile_shape(make_tiled_mma(v_mfma_f32_32x32x8_f16, (2,2,1)))") == "(64,64,8)");
  CHECK(text("layoutC_TV(make_tiled_mma(v_wmma_f32_16x16x16_f16_w32_gfx12, (1,2,1)))") == "((16,2,2),(8,(1,1))):((16,8,256),(1,(0,0)))");
  const auto refused = [](const char* expression) {
    const auto e = evaluate(expression, {}, IntegerRule::math);
    return e ? plain(e->value) : e.error().problem.message.text();
  };
  CHECK(refused("layoutA_TV(make_tiled_mma(v_mfma_f32_32x32x4_2b_f16))") ==
        "v_mfma_f32_32x32x4_2b_f16 multiplies 2 matrices at once: its layouts map to (row,column,block), and a TiledMMA has no blocks.");
  CHECK(refused("layoutA_TV(make_tiled_mma(v_smfmac_f32_16x16x32_f16))").starts_with("A value of v_smfmac_f32_16x16x32_f16's sparse A"));
  CHECK(refused("layoutA_TV(make_tiled_mma(v_wmma_i32_16x16x16_iu4_w64_gfx12))") ==
        "v_wmma_i32_16x16x16_iu4_w64_gfx12 has A in 32 of its 64 threads only.");
  CHECK(refused("v_wmma_f32_16x16x16_f16_w32") == "There is no atom v_wmma_f32_16x16x16_f16_w32 here.");
}
