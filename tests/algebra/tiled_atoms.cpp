// The table of atoms: what CuTe C++ prints, whole, and each layout over its atom's shape.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/operations.hpp"
#include "tests/test_data.hpp"

using namespace algebra;

namespace {

std::string underscored(const Layout& l) { return to_string(l, Marks::underscores); }

std::vector<std::vector<std::string>> golden_atoms() {
  std::ifstream in(test_data() + "/golden/atoms.tsv");
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) {
    rows.emplace_back();
    for (std::size_t at = 0; at <= line.size();) {
      const auto end = std::min(line.find('\t', at), line.size());
      rows.back().push_back(line.substr(at, end - at));
      at = end + 1;
    }
  }
  return rows;
}

/// Every element of [0, elements) is someone's.
bool covers(const Layout& tv, std::int64_t elements) {
  std::vector<bool> seen(static_cast<std::size_t>(elements), false);
  for (std::int64_t i = 0; i < size(tv); ++i) {
    const auto index = tv(i);
    if (index < 0 || index >= elements) return false;
    seen[static_cast<std::size_t>(index)] = true;
  }
  return std::all_of(seen.begin(), seen.end(), [](bool b) { return b; });
}

/// E_TV=... SFVecSize=32, as the rows have it.
std::string underscored(const std::vector<std::pair<std::string, std::string>>& more) {
  std::string text;
  for (const auto& [name, value] : more) text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

/// Returns the expression for a row's name: for SM90_TMA_LOAD,Int<1024> the parameters of Copy_Traits.
std::string written(const std::string& name) { return name.find(",Int<") < name.find('<') ? "Copy_Traits<" + name + ">" : name; }

/// A sample of the listed atoms, with those of few values.
template <class Use>
void for_listed(ListedAtom::Kind kind, Use use) {
  int i = 0;
  for (const auto& atom : listed_atoms())
    if (atom.kind == kind && (atom.architecture < 90 || ++i % 17 == 0)) use(atom, evaluate(atom.expression, {}, IntegerRule::cute));
}

}  // namespace

TEST_CASE("every atom that CuTe has, with its layouts, and none where it has no traits") {
  const auto rows = golden_atoms();
  REQUIRE(rows.size() == 2464);
  int refused = 0;
  for (const auto& row : rows) {
    INFO(row[1]);
    const auto e = evaluate(written(row[1]), {}, IntegerRule::cute);
    if (row[2] == "ERROR") {
      REQUIRE(!e);
      CHECK(e.error().problem.suggestions.size() == 1);
      CHECK(evaluate(e.error().problem.suggestions.at(0), {}, IntegerRule::cute).has_value());
      ++refused;
      continue;
    }
    REQUIRE(e);
    // A copy is named by its width.
    if (!row[1].starts_with("UniversalCopy<") && !row[1].starts_with("AutoVec"))
      CHECK(to_string(e->value, Marks::underscores) == written(row[1]));
    if (row[0] == "mma") {
      REQUIRE(std::holds_alternative<MmaAtom>(e->value));
      const auto& m = *std::get<MmaAtom>(e->value).traits;
      CHECK(to_string(m.shape_mnk, Marks::underscores) == row[2]);
      CHECK(underscored(m.thr_id) == row[3]);
      for (std::size_t i = 0; i < 3; ++i)
        if (m.operands[i].congruent) CHECK(underscored(m.operands[i].tv) == row[4 + i]);
        else
          CHECK(flatten(m.operands[i].tv.stride()) ==
                flatten(std::get<IntTuple>(evaluate(row[4 + i].substr(row[4 + i].find(':') + 1), {}, IntegerRule::cute)->value)));
      CHECK(row[7] ==
            std::to_string(m.operands[0].bits) + "," + std::to_string(m.operands[1].bits) + "," + std::to_string(m.operands[2].bits));
      CHECK(underscored(m.more) == (row.size() > 8 ? row[8] : ""));
    } else {
      REQUIRE(std::holds_alternative<CopyAtom>(e->value));
      const auto& c = *std::get<CopyAtom>(e->value).traits;
      CHECK(underscored(c.thr_id) == row[2]);
      CHECK(underscored(c.src) == row[3]);
      CHECK(underscored(c.dst) == row[4]);
      CHECK(underscored(c.ref) == row[5]);
      CHECK(underscored(c.more) == (row.size() > 6 ? row[6] : ""));
    }
  }
  CHECK(refused == 28);
}

TEST_CASE("an atom is listed once, and what is listed is one") {
  std::set<std::string> seen;
  for (const auto& atom : listed_atoms()) {
    INFO(atom.expression);
    CHECK(seen.insert(atom.expression).second);
    CHECK(is_atom_name(atom.name));
    if (atom.kind == ListedAtom::Kind::mma) CHECK(atom.shape_mnk[2] > 0);
    if (atom.name.starts_with("SM")) CHECK(atom.architecture >= 50);
  }
  // With all sizes and types that the families have, more than the rows above.
  CHECK(seen.size() > 2500);
  for (const auto kind : {ListedAtom::Kind::mma, ListedAtom::Kind::copy, ListedAtom::Kind::smem})
    for_listed(kind, [](const ListedAtom& atom, const auto& e) { CHECK_MESSAGE(e.has_value(), atom.expression); });
}

TEST_CASE("an atom's name may have CUTLASS's namespaces, and its arguments may be entries") {
  const auto same = [](const char* a, const char* b, const Environment& names = {}) {
    const auto x = evaluate(a, names, IntegerRule::cute), y = evaluate(b, {}, IntegerRule::cute);
    CHECK_MESSAGE(x, a);
    REQUIRE(y);
    if (x) CHECK(x->value == y->value);
  };
  constexpr auto wgmma = "SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>";
  same("SM90::GMMA::MMA_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>", wgmma);
  same("cute::SM90::GMMA::MMA_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN,GMMA::ScaleIn::One,GMMA::ScaleIn::One>{}", wgmma);
  same("MMA_Atom<MMA_Traits<SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>>>", wgmma);
  same("MMA_Atom<SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>>{}", wgmma);
  same("SM90_64x8x8_F32TF32TF32_SS_TN", "SM90_64x8x8_F32TF32TF32_SS_TN<>");
  same("GMMA_64x8x16_F32TF32TF32_SS_TN<>", "SM90::GMMA::SPARSE::GMMA_64x8x16_F32TF32TF32_SS_TN<>");
  same("SM100_MMA_F16BF16_SS<TA,TA,float,128,256,UMMA::Major::K,UMMA::Major::MN>",
       "SM100_MMA_F16BF16_SS<cutlass::half_t,half_t,float,_128,_256,UMMA::Major::K,UMMA::Major::MN,UMMA::ScaleIn::One>",
       {{"TA", ElementType{"f16", 16}}});
  same("SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue8m0_t,32>",
       "SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<cutlass::float_e2m1_t,float_e2m1_t,float,float_ue8m0_t,32>");
}

TEST_CASE("what is no atom is refused with the nearest one") {
  const auto refused = [](const char* text, const char* word, const char* nearest) {
    const auto e = evaluate(text, {}, IntegerRule::cute);
    INFO(text);
    REQUIRE(!e);
    CHECK_MESSAGE(e.error().problem.message.text().find(word) != std::string::npos, e.error().problem.message.text());
    REQUIRE(!e.error().problem.suggestions.empty());
    CHECK(e.error().problem.suggestions[0] == nearest);
  };
  refused("SM90_64x12x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>", "no atom", "SM90_64x16x16_F32F16F16_SS");
  refused("SM90_64x64x16_F32F16F16_SS", "majors", "SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>");
  refused("SM90_64x64x16_F32F16F16_RS<GMMA::Major::MN,GMMA::Major::K>", "registers",
          "SM90_64x64x16_F32F16F16_RS<GMMA::Major::K,GMMA::Major::K>");
  refused("SM100_MMA_F16BF16_SS<half_t,half_t,float,96,256,UMMA::Major::K,UMMA::Major::K>", "M-mode size",
          "SM100_MMA_F16BF16_SS<half_t,half_t,float,64,256,UMMA::Major::K,UMMA::Major::K>");
  refused("SM100_MMA_F16BF16_SS<double,half_t,float,64,256,UMMA::Major::K,UMMA::Major::K>", "other arguments",
          "SM100_MMA_F16BF16_SS<half_t,half_t,float,64,8,UMMA::Major::K,UMMA::Major::K>");
  refused("SM80_16x8x16_F32F16F16F32_TN<half_t>", "nothing in <>", "SM80_16x8x16_F32F16F16F32_TN");
  refused("SM100_MMA_TF32_SS_SCALED<tfloat32_t,tfloat32_t,float,64,32,UMMA::Major::K,UMMA::Major::K,0>", "no MMA_Traits",
          "SM100_MMA_TF32_SS<tfloat32_t,tfloat32_t,float,64,32,UMMA::Major::K,UMMA::Major::K>");
}

TEST_CASE("sizes that an instruction's own assert refuses have a note, or are refused in its words") {
  const auto instruction = [](const std::string& name, int m, int n) {
    return name + "<half_t,half_t,float," + std::to_string(m) + "," + std::to_string(n) + ",UMMA::Major::K,UMMA::Major::K>";
  };
  struct Case {
    std::string atom, words, nearest;
  };
  const std::string ss = "SM100_MMA_F16BF16_SS", pair = "SM100_MMA_F16BF16_2x1SM_SS", ts = "SM100_MMA_F16BF16_TS";
  const std::string eights = "N-mode size should be a multiple of 8 between 8 and 256.",
                    sixteens = "N-mode size should be a multiple of 16 between 16 and 256.";
  for (const auto& [named, words, nearest] :
       {Case{instruction(pair, 256, 8), sixteens, instruction(pair, 256, 16)},
        Case{instruction(pair, 128, 40), sixteens, instruction(pair, 128, 32)},
        Case{instruction(ts, 128, 24),
             "N-mode size should be a multiple of 8 between 8 and 256 for M=64, or a multiple of 16 between 16 and 256 for M=128.",
             instruction(ts, 128, 16)}}) {
    const auto& atom = named;
    INFO(atom);
    const auto e = evaluate("make_tiled_mma(" + atom + "{})", {}, IntegerRule::cute);
    REQUIRE(e);
    REQUIRE(e->hints.size() == 1);
    CHECK(e->hints[0].problem.message.text() == "CuTe's traits have these sizes, and the instruction's own assert refuses them: " + words);
    CHECK(e->hints[0].problem.suggestions == std::vector{nearest});
    CHECK(evaluate(nearest, {}, IntegerRule::cute)->hints.empty());
  }
  for (const auto& [named, words, nearest] :
       {Case{instruction(ss, 128, 12), eights, instruction(ss, 128, 8)}, Case{instruction(ss, 128, 512), eights, instruction(ss, 128, 256)},
        Case{instruction(ss, 96, 64), "M-mode size should be 64 or 128 for 1 CTA cluster MMA.", instruction(ss, 64, 64)},
        Case{instruction(pair, 64, 64), "M-mode size should be 128 or 256 for 2 CTA cluster MMA.", instruction(pair, 128, 64)}}) {
    const auto& atom = named;
    INFO(atom);
    const auto e = evaluate(atom, {}, IntegerRule::cute);
    REQUIRE(!e);
    CHECK(e.error().problem.message.text() == "The instruction's own assert refuses these sizes: " + words);
    CHECK(e.error().problem.suggestions == std::vector{nearest});
  }
  // With 64 rows every multiple of 8 columns is valid; a valid shape gives no hint.
  for (const auto& atom : {instruction(ts, 64, 24), instruction(ss, 64, 8), instruction(pair, 256, 256)}) {
    INFO(atom);
    CHECK(evaluate(atom, {}, IntegerRule::cute)->hints.empty());
  }
  CHECK(evaluate("SM100_MMA_F8F6F4_2x1SM_SS<float_e4m3_t,float_e4m3_t,float,256,8,UMMA::Major::K,UMMA::Major::K>", {}, IntegerRule::cute)
            ->hints.empty());
}

TEST_CASE("an atom's threads and values are those of its operands") {
  int not_congruent = 0, of_some_threads = 0, larger = 0;
  for_listed(ListedAtom::Kind::mma, [&](const ListedAtom& atom, const auto& e) {
    INFO(atom.expression);
    REQUIRE(e);
    const auto& m = *std::get<MmaAtom>(e->value).traits;
    const auto extent = [&](int i) { return m.shape_mnk.mode(i).integer().value; };
    // Several matrices at once, and a sparse A of which a value stands for a group of elements.
    std::int64_t elements[] = {extent(0) * extent(2), extent(1) * extent(2), extent(0) * extent(1)};
    for (std::size_t i = 0; i < 3; ++i) elements[i] = elements[i] * m.blocks / m.operands[i].group;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto& tv = m.operands[i].tv;
      CHECK(rank(tv) == 2);
      CHECK(size(mode(tv, 0)) <= size(m.thr_id));
      of_some_threads += size(mode(tv, 0)) < size(m.thr_id) ? 1 : 0;
      if (cosize(tv) > elements[i]) ++larger;
      else if (m.operands[i].congruent) CHECK(covers(tv, elements[i]));
      else ++not_congruent;
    }
  });
  CHECK(of_some_threads == 3);  // A and B of v_wmma_i32_16x16x16_iu4_w64_gfx12, A of v_swmmac_i32_16x16x32_iu4_w64
  CHECK(larger == 1);           // A of XE_DPAS_TT<1,float,tfloat32_t,...>: 8 elements for 16 lanes
  CHECK(not_congruent == 2);    // A of SM80_16x8x128_S32U1U1S32_TN_ANDPOPC and _XORPOPC
  for_listed(ListedAtom::Kind::copy, [&](const ListedAtom& atom, const auto& e) {
    INFO(atom.expression);
    REQUIRE(e);
    const auto& c = *std::get<CopyAtom>(e->value).traits;
    for (const auto* side : {&c.src, &c.dst, &c.ref}) {
      CHECK(rank(*side) == 2);
      CHECK(size(mode(*side, 0)) == size(c.thr_id));
      CHECK(cosize(*side) <= cosize(c.ref) * 4);
    }
  });
}
