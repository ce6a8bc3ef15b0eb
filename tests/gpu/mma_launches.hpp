#pragma once
// Random launches of tiled MMAs: all atoms that Hopper has, several of them in a tile, and layouts of shared memory.

#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/hardware/smem_atoms.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/layout/operations.hpp"
#include "gpu/mma/mma_instruction.hpp"
#include "gpu/mma/mma_work.hpp"

namespace gpu_test {

inline std::optional<algebra::TiledMma> tiled_mma(const std::string& expression) {
  const auto made = algebra::evaluate(expression, algebra::Environment{}, algebra::IntegerRule::math);
  const auto* mma = made ? std::get_if<algebra::TiledMma>(&made->value) : nullptr;
  return mma == nullptr ? std::nullopt : std::optional(*mma);
}

/// Returns the atoms of the table whose instruction a launch runs, as expressions; a GMMA with every pair of majors that it takes.
inline std::vector<std::string> runnable_atoms(bool warpgroup) {
  std::vector<std::string> found;
  for (const auto& listed : algebra::listed_atoms()) {
    if (listed.kind != algebra::ListedAtom::Kind::mma || listed.architecture > 90) continue;
    const auto mma = tiled_mma("make_tiled_mma(" + listed.expression + ")");
    const auto instruction = mma ? gpu::mma_instruction(mma->atom) : tl::unexpected(algebra::Message());
    if (!instruction || instruction->warpgroup != warpgroup) continue;
    const bool majors = mma->atom.traits->arguments == algebra::MmaTraits::Arguments::majors && instruction->a.bits() == 16;
    const auto name = listed.expression.substr(0, listed.expression.find('<'));
    if (!majors) found.push_back(listed.expression);
    else
      for (const std::string a : {"K", "MN"})
        for (const std::string b : {"K", "MN"})
          if (a == "K" || instruction->a_described) found.push_back(name + "<GMMA::Major::" + a + ",GMMA::Major::" + b + ">");
  }
  return found;
}

struct RandomMma {
  std::string words;
  gpu::MmaLaunch launch;
};

/// Returns a launch of that atom: perhaps several of them, tiles of several atoms, and operands in a random canonical layout.
inline RandomMma random_mma(const std::string& atom, std::mt19937& random) {
  const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(random); };
  const auto pick = [&](const auto& list) { return list[static_cast<std::size_t>(any(0, static_cast<int>(std::size(list)) - 1))]; };
  static constexpr std::array all{algebra::SmemSwizzle::inter, algebra::SmemSwizzle::sw32, algebra::SmemSwizzle::sw64,
                                  algebra::SmemSwizzle::sw128};
  static const std::vector<std::string> threads{"(1,1,1)", "(1,1,1)", "(2,1,1)", "(1,2,1)",
                                                "(2,2,1)", "(1,1,2)", "(2,1,2)", "(2,1,1):(1,0,0)"};
  static const std::vector<std::string> permutations{"", "", "(2,1)", "((2,4),2)", "(1,2)"};
  for (int attempt = 0;; ++attempt) {
    RandomMma r;
    r.words = "make_tiled_mma(" + atom + ", " + (attempt > 50 ? "(1,1,1)" : pick(threads)) + ")";
    auto mma = tiled_mma(r.words);
    if (!mma) continue;
    const auto tile = algebra::tile_shape(*mma);
    const auto size = [&](int mode) { return tile.mode(mode).integer().value; };
    if (any(0, 3) == 0) {
      // Atoms side by side, or the columns of several atoms in an order of their own.
      r.words.pop_back();
      r.words += any(0, 1) == 0 ? fmt::format(", ({},{},_))", size(0) * any(1, 2), size(1) * any(1, 2))
                                : fmt::format(", (_,({0},2):(2,1),_))", size(1));
      mma = tiled_mma(r.words);
      if (!mma) continue;
    }
    const auto whole = algebra::tile_shape(*mma);
    r.launch = gpu::mma_launch(*mma, 'C', 1, 1, std::nullopt);
    for (int i = 0; i < 3; ++i)
      r.launch.mnk[static_cast<std::size_t>(i)] = whole.mode(i).integer().value * (i == 2 ? any(1, 4) : any(0, 2) == 0 ? 2 : 1);
    r.launch.seed = random();
    r.launch.first_byte = 16 * any(0, 200);
    const auto instruction = gpu::mma_instruction(mma->atom);
    for (const bool is_a : {true, false}) {
      if (!(is_a ? instruction->a_described : instruction->b_described) || any(0, 3) == 0) continue;
      const auto bits = is_a ? instruction->a.bits() : instruction->b.bits();
      const auto major = is_a ? instruction->a_major : instruction->b_major;
      const auto swizzle = pick(all);
      const auto smem = algebra::smem_atom(swizzle, major, bits);
      const algebra::Int rows{r.launch.mnk[is_a ? 0 : 1], true}, columns{r.launch.mnk[2], true};
      auto made = algebra::attempt([&] {
        const auto order = any(0, 1) == 0 ? algebra::IntTuple() : algebra::IntTuple::tuple({algebra::Int{2, true}, algebra::Int{1, true}});
        return algebra::tile_to_shape(smem.layout, algebra::IntTuple::tuple({rows, columns}), order);
      });
      if (!made) continue;
      algebra::Tensor t{.layout = *made, .type = algebra::ElementType{"", bits}, .memory = algebra::MemorySpace::shared};
      if (swizzle != algebra::SmemSwizzle::inter) {
        t.swizzled_pointer = true;
        t.outer = algebra::OuterFunction{smem.outer.function, {{0, true}, 0}};
      }
      (is_a ? r.launch.a : r.launch.b) = t;
      if (!gpu::mma_work(r.launch)) (is_a ? r.launch.a : r.launch.b) = std::nullopt;
      else
        r.words += fmt::format("; {} {}", is_a ? "A" : "B",
                               algebra::to_string(*made, algebra::Marks::plain) + " " + std::string(name_of(swizzle)));
    }
    if (!gpu::mma_work(r.launch)) continue;
    r.words += fmt::format("; tile {}x{}x{} from byte {}", r.launch.mnk[0], r.launch.mnk[1], r.launch.mnk[2], r.launch.first_byte);
    return r;
  }
}

}  // namespace gpu_test
