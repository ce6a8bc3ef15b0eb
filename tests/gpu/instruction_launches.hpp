#pragma once
// Random launches by tiled copies whose atoms are instructions: ldmatrix, stmatrix, cp.async, and accesses of one width.

#include <random>
#include <string>

#include <fmt/format.h>

#include "tests/gpu/launch_forms.hpp"

namespace gpu_test {

/// Tensors that are padded, swizzled, or have rows in the same place, in the order that the instruction wants; some that it refuses.
inline gpu::LaunchForm random_instruction_form(std::mt19937& random) {
  const auto pick = [&](int low, int high) { return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1)); };
  const auto power = [&](int low, int high) { return 1 << pick(low, high); };
  gpu::LaunchForm form{.kernel = gpu::Kernel::tiled_copy, .shared_memory = true};
  int tile_m = 8, tile_n = 8;
  bool along_n = true;  // elements of a row lie side by side
  int bits = 16;
  if (random() % 4 != 0) {
    const bool load = random() % 2 == 0;
    const int matrices = power(0, 2);
    along_n = random() % 2 == 0;
    const auto name = along_n ? fmt::format("U32x{}_{}_N", matrices, load ? "LDSM" : "STSM")
                              : fmt::format("U16x{}_{}_T", 2 * matrices, load ? "LDSM" : "STSM");
    const int down = power(0, 1), across = std::max(1, matrices / down) * power(0, 1), warps_m = power(0, 2), warps_n = power(0, 2);
    tile_m = 8 * down * warps_m;
    tile_n = 8 * across * warps_n;
    form.threads = fmt::format("make_tiled_copy_impl(Copy_Atom<{}_{},half_t>, ((4,8,{},{}),(2,{},{})):(({},1,{},{}),({},8,{})), ({},{}))",
                               load ? "SM75" : "SM90", name, warps_m, warps_n, down, across, 2 * tile_m, 8 * down, 8 * across * tile_m,
                               tile_m, 8 * tile_m, tile_m, tile_n);
  } else {
    const int bytes = power(2, 4);
    const bool global = bytes == 16 && random() % 2 == 0;
    bits = power(3, 5);
    const auto* type = bits == 8 ? "uint8_t" : bits == 16 ? "half_t" : "float";
    const int vector = bytes * 8 / bits, threads_m = power(0, 4), threads_n = power(0, 3);
    along_n = random() % 2 == 0;
    const int values = vector * power(0, 1), m = along_n ? 1 : values, n = along_n ? values : 1;
    tile_m = threads_m * m;
    tile_n = threads_n * n;
    form.threads = fmt::format("make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHE{}<uint{}_t>,{}>, ({},{}):({},{}), ({},{}))",
                               global ? "GLOBAL" : "ALWAYS", bytes * 8, type, threads_m, threads_n, along_n ? threads_n : 1,
                               along_n ? 1 : threads_m, m, n);
    form.shared_memory = random() % 3 != 0;
  }
  const int again_m = pick(1, 2), again_n = pick(1, 2), blocks_m = pick(1, 2), blocks_n = pick(1, 2);
  const int m = tile_m * again_m * blocks_m, n = tile_n * again_n * blocks_n;
  form.tile = fmt::format("({},{})", tile_m * again_m, tile_n * again_n);
  const int row = 128 / bits;  // elements of 16 bytes
  const int pad = random() % 3 == 0 ? row * pick(1, 3) : random() % 12 == 0 ? row / 2 : 0;
  const int length = (along_n ? n : m) + pad, lines = along_n ? m : n;
  // Every second line, or each of eight, may be the one before.
  const int alike = random() % 5 != 0 ? 1 : lines % 8 == 0 && random() % 2 == 0 ? 8 : lines % 2 == 0 ? 2 : 1;
  const auto mode = alike == 1 ? fmt::format("{}", lines) : fmt::format("({},{})", alike, lines / alike);
  const auto stride = alike == 1 ? fmt::format("{}", length) : fmt::format("(0,{})", length);
  form.tensor = along_n ? fmt::format("({},{}):({},1)", mode, n, stride) : fmt::format("({},{}):(1,{})", m, mode, stride);
  if (random() % 3 == 0)
    form.tensor = fmt::format("composition(Swizzle<{},{},{}>, {})", pick(1, 3),
                              random() % 8 == 0 ? 2
                              : bits == 8       ? 4
                                                : 3,
                              pick(3, 4), form.tensor);
  return form;
}

/// One that is not refused, and whose tensor a block can have in shared memory.
inline gpu::LaunchPlan random_instruction_launch(std::mt19937& random, std::int64_t shared_bytes = 48 << 10) {
  for (;;) {
    const auto form = random_instruction_form(random);
    const auto p = planned(form);
    if (p && (!p->shape.shared_memory || p->launch.elements * p->launch.element_bytes <= shared_bytes)) return *p;
  }
}

}  // namespace gpu_test
