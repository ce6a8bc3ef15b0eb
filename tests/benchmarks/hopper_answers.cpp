// Measures the time of answers about Hopper and Blackwell, from their text: descriptors, TMA copies, tensor memory, atoms. Ratios to the
// limit of a millisecond an answer; the least of many batches. Nothing is asserted.

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <string>

#include "algebra/language/evaluate.hpp"
#include "app/commands/atom_search.hpp"
#include "tests/benchmarks/report.hpp"

namespace {

/// Seconds of one call.
template <class F>
double timed(F&& f) {
  using Clock = std::chrono::steady_clock;
  const auto batch = [&](int calls) {
    const auto begin = Clock::now();
    for (int i = 0; i < calls; ++i) f();
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  int calls = 1;
  while (batch(calls) < 2e-3) calls *= 2;
  double least = batch(calls);
  for (int i = 0; i < 20; ++i) least = std::min(least, batch(calls));
  return least / calls;
}

struct Answer {
  const char *what, *expression;
};
constexpr std::array answers{
    Answer{"make_gmma_desc, K-major of 128 bytes",
           "make_gmma_desc<GMMA::Major::K>(half_t, composition(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_64,_64)), <_64,_16>))"},
    Answer{"make_gmma_desc, MN-major without a swizzle",
           "make_gmma_desc<GMMA::Major::MN>(half_t, composition(tile_to_shape(GMMA::Layout_MN_INTER_Atom<half_t>, (_64,_64)), <_64,_16>))"},
    Answer{"make_umma_desc, 256 x 64 halves",
           "make_umma_desc<UMMA::Major::K>(half_t, tile_to_shape(UMMA::Layout_K_SW128_Atom<half_t>, (_256,_64)))"},
    Answer{"make_fragment_A of three stages",
           "make_fragment_A(partition_A(make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>), 0, "
           "half_t ptr o tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64,_3))))"},
    Answer{"make_tma_copy, one instruction a tile",
           "make_tma_copy(SM90_TMA_LOAD, half_t ptr o (1024,512):(512,_1), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_256,_64)))"},
    Answer{
        "make_tma_copy, with an order that needs fewer instructions",
        "make_tma_copy(SM90_TMA_LOAD, half_t ptr o (1024,512):(_1,1024), tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>, (_256,_64)))"},
    Answer{
        "make_tma_copy, without a swizzle",
        "make_tma_copy(SM90_TMA_LOAD, half_t ptr o (1024,512):(_1,1024), tile_to_shape(GMMA::Layout_MN_INTER_Atom<half_t>, (_256,_64)))"},
    Answer{"make_tma_copy, multicast to 4 CTAs",
           "make_tma_copy(SM90_TMA_LOAD_MULTICAST, half_t ptr o (1024,512):(512,_1), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, "
           "(_128,_64)), (_128,_64), _4)"},
    Answer{"tmem_frg of 128 x 256", "make_tensor<UMMA::tmem_frg_1sm<float>>(((_128,_256),_1,_1))"},
    Answer{"make_tmem_copy", "make_tmem_copy(SM100_TMEM_LOAD_32dp32b32x, make_tensor<UMMA::tmem_frg_1sm<float>>(((_128,_128),_1,_1)))"},
    Answer{"an MMA with N and M", "make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,float,128,256,UMMA::Major::K,UMMA::Major::K>)"},
};

int measure() {
  for (const auto& [what, expression] : answers) {
    const auto once = [text = std::string(expression)] {
      if (const auto e = algebra::evaluate(text, {}, algebra::IntegerRule::cute); !e)
        throw std::runtime_error(e.error().problem.message.text());
    };
    benchmark::ratio(fmt::format("{} / 1 ms", what), timed(once) / 1e-3);
  }
  for (const char* typed : {"", "F32F16F16", "TMEM_LOAD 32dp"})
    benchmark::ratio(fmt::format("search of all atoms for \"{}\" / 1 ms", typed),
                     timed([&] { static_cast<void>(app::found_atoms({.typed = typed})); }) / 1e-3);
  return 0;
}

}  // namespace

int main() { return benchmark::run(measure); }
