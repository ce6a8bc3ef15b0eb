// Loads from tensor memory and stores to it: which fit, and the lanes that each warp keeps to.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include "algebra/functions/tmem_copies.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/language/summary.hpp"
#include "tests/test_data.hpp"

using namespace algebra;

namespace {

Value cute_value(const std::string& expression) {
  const auto e = evaluate(expression, {}, IntegerRule::cute);
  REQUIRE_MESSAGE(e, expression << ": " << e.error().problem.message.text());
  return e->value;
}
Tensor tensor(const std::string& expression) { return std::get<Tensor>(cute_value(expression)); }
const TmemFit& fit_of(const std::vector<TmemFit>& all, const std::string& shape, bool store = false, bool packs = false) {
  const auto it = std::ranges::find_if(all, [&](const TmemFit& f) { return f.shape == shape && f.store == store && f.packs == packs; });
  REQUIRE(it != all.end());
  return *it;
}

constexpr const char* m64 = "make_tensor<UMMA::tmem_frg_1sm<float>>(((_64,_128),_1,_1))";
constexpr const char* m128 = "make_tensor<UMMA::tmem_frg_1sm<float>>(((_128,_128),_1,_1))";

}  // namespace

TEST_CASE("a load or store fits where CuTe C++ makes its copy, and does not where CuTe refuses it") {
  std::ifstream in(test_data() + "/golden/tmem.tsv");
  int fit = 0, refused = 0;
  for (std::string line; std::getline(in, line);) {
    const std::string_view call = "make_tmem_copy(";
    if (!line.starts_with(call)) continue;
    const auto tab = line.find('\t'), comma = line.find(',');
    const auto atom = std::get<CopyAtom>(cute_value(line.substr(call.size(), comma - call.size())));
    const auto t = tensor(line.substr(comma + 1, tab - comma - 2));
    const bool wrong = line.compare(tab + 1, 5, "ERROR") == 0;
    INFO(line.substr(0, tab));
    const auto why = tmem_misfit(atom, t);
    // CuTe does not look whether the other halves of the columns have elements, too.
    if (!wrong && why && why->text().find("the columns of the tensor are full") != std::string::npos) {
      CHECK(atom.traits->name.ends_with("_16b"));
      continue;
    }
    CHECK_MESSAGE(why.has_value() == wrong, (why ? *why : ""));
    (wrong ? refused : fit) += 1;
    if (wrong) continue;
    const auto name = atom.traits->name;
    const auto all = tmem_fits(t);
    CHECK(std::ranges::any_of(all, [&](const TmemFit& f) {
      return std::ranges::any_of(f.repeats, [&](int n) {
        return name ==
               "SM100_TMEM_" + std::string(f.store ? "STORE_" : "LOAD_") + f.shape + std::to_string(n) + "x" + (f.packs ? "_16b" : "");
      });
    }));
  }
  CHECK(fit > 60);
  CHECK(refused > 10);
}

TEST_CASE("the choice of loads says what they cost, and why the others do not fit") {
  const auto wide = tmem_fits(tensor(m128)), narrow = tmem_fits(tensor(m64));
  CHECK(fit_of(wide, "32dp32b").instruction == "SM100_TMEM_LOAD_32dp32b128x");
  CHECK(described(fit_of(wide, "32dp32b")) == "SM100_TMEM_LOAD_32dp32b128x: 128 registers a thread · 1 instruction");
  CHECK(fit_of(wide, "16dp256b").instructions == 2);
  CHECK(fit_of(wide, "16dp256b", true).instruction == "SM100_TMEM_STORE_16dp256b16x");
  CHECK(fit_of(narrow, "32dp32b").repeats.empty());
  CHECK(fit_of(narrow, "32dp32b").why_not == "it takes 32 lanes of each warp's 32, but the tensor has 16 of them");
  CHECK(described(fit_of(narrow, "16dp256b")) == "SM100_TMEM_LOAD_16dp256b16x: 64 registers a thread · 1 instruction");
  const auto halves = tmem_fits(tensor("make_tensor<UMMA::tmem_frg_1sm<half_t,uint32_t>>(((_128,_64),_1,_1))"));
  CHECK(fit_of(halves, "32dp32b").why_not.text().find("the tensor has 16 bits of each") != std::string::npos);
  CHECK(fit_of(halves, "32dp32b", false, true).instruction == "SM100_TMEM_LOAD_32dp32b32x_16b");
  CHECK(fit_of(halves, "32dp32b", false, true).registers == 32);
  CHECK(tmem_fits(tensor("make_tensor<half_t>((8,8):(8,1))")).empty());
}

TEST_CASE("of an MMA that has C in tensor memory the loads of its tile's accumulator are offered") {
  const auto mma = cute_value("make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,float,64,128,UMMA::Major::K,UMMA::Major::K>)");
  const auto choices = tmem_choices(mma, "mma");
  REQUIRE(choices);
  CHECK(choices->accumulator == "partition_fragment_C(mma, (_64,_128))");
  CHECK(call_of(fit_of(choices->fits, "16dp256b"), choices->accumulator) ==
        "make_tmem_copy(SM100_TMEM_LOAD_16dp256b16x, partition_fragment_C(mma, (_64,_128)))");
  CHECK_FALSE(tmem_choices(cute_value("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)"), "mma"));
}

TEST_CASE("four warps have every element of the accumulator in one register each, and keep to their lanes") {
  for (const auto* accumulator : {m64, m128, "make_tensor<UMMA::tmem_frg_2sm<float>>(((_64,_128),_1,_1))"})
    for (const auto& fit : tmem_fits(tensor(accumulator))) {
      if (fit.repeats.empty()) continue;
      INFO(call_of(fit, accumulator));
      const auto e = evaluate(call_of(fit, accumulator), {}, IntegerRule::cute);
      REQUIRE(e);
      const auto copying = tmem_copying(e->made_by, e->value);
      REQUIRE(copying);
      CHECK_FALSE(tmem_trespass(copying->copy, copying->tensor));
      const auto registers = tmem_registers(*copying);
      CHECK(size(mode(registers, 0)) == 128);
      CHECK(size(mode(registers, 1)) == fit.registers * fit.instructions);
      std::set<std::int64_t> addresses;
      for (std::int64_t i = 0; i < size(registers); ++i) {
        const auto address = registers(i), warp = i % 128 / 32;
        CHECK(address / 65536 / 32 == warp);
        addresses.insert(address);
      }
      CHECK(static_cast<std::int64_t>(addresses.size()) == size(copying->tensor.layout));
    }
}

TEST_CASE("a warp that reaches beyond its quarter of the lanes is named") {
  const auto acc = tensor("tensor<0>(make_tensor<UMMA::tmem_frg_1sm<float>>(((_128,_128),_1,_1)))");
  // Warps 1 and 2 have each other's lanes.
  const auto turned = std::get<TiledCopy>(
      cute_value("make_tiled_copy_impl(Copy_Atom<SM100_TMEM_LOAD_32dp32b1x,float>, ((_32,(_2,_2)),_32):((_0,(_64,_32)),_1), (_128,_1))"));
  CHECK(tmem_trespass(turned, acc) == "warp 1 reaches lane 64, but may only touch lanes 32 to 63");
}

TEST_CASE("what cannot be run is said of everything of tcgen05 and tensor memory, and of nothing else") {
  for (const auto* expression :
       {m64, "SM100_TMEM_LOAD_32dp32b1x", "SM100_MMA_F16BF16_SS<half_t,half_t,float,64,128,UMMA::Major::K,UMMA::Major::K>",
        "make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,float,64,128,UMMA::Major::K,UMMA::Major::K>)",
        "make_umma_desc<UMMA::Major::K>(half_t, Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_16):(_64,_1))"})
    CHECK_MESSAGE(!not_run_here(cute_value(expression)).empty(), expression);
  for (const auto* expression : {"(8,8):(8,1)", "SM80_16x8x16_F32F16F16F32_TN", "SM75_U32x4_LDSM_N", "SM90_TMA_LOAD",
                                 "make_gmma_desc<GMMA::Major::K>(half_t, Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_16):(_64,_1))"})
    CHECK_MESSAGE(not_run_here(cute_value(expression)).empty(), expression);
}

TEST_CASE("A of an MMA that reads it from tensor memory is a fragment there, datapath by datapath, and twice for two SMs") {
  const auto fragment = [](const std::string& tile, const std::string& sms) {
    return cute_value("make_fragment_A(make_tiled_mma(SM100_MMA_F16BF16_" + sms + "TS<half_t,half_t,float," + tile +
                      ",128,UMMA::Major::K,UMMA::Major::MN>{}), make_layout(((_128,_16),_1,_8)))");
  };
  const std::string shape = ">(((_128,_16),_1,_8))";
  CHECK(fragment("128", "") == cute_value("make_tensor<UMMA::tmem_frg_1sm<half_t,half_t,UMMA::TmemAllocMode::NonInterleaved>" + shape));
  CHECK(fragment("256", "2x1SM_") == cute_value("make_tensor<UMMA::tmem_frg_2sm<half_t,half_t,UMMA::TmemAllocMode::Duplicated>" + shape));
  CHECK(to_string(fragment("128", ""), Marks::underscores) == "ptr+0 o ((_128,_16),_1,_8):((_131072,_1),_0,_16)");
}
