#pragma once
// Runs products by sparse and by FP8 WGMMA on an H100 or an H200, with tables of the positions of elements, bytes of metadata and scales.

#include <cstdint>
#include <string>
#include <vector>

namespace hopper {

/// A's type. A 2:4 sparse instruction multiplies 64 x (64 bytes of logical elements), an FP8 one 64 x 32.
enum class Type : std::uint8_t { f16, e4m3, tf32 };

/// 64 x 16 tiles of D, each by `steps` instructions wgmma.mma_async.sp of N = 16. All offsets are bytes.
struct SparseProduct {
  Type type = Type::f16;
  int selector = 0;  ///< which threads of a group of four give their metadata
  int tiles = 1, steps = 1;
  std::vector<std::uint8_t> a, e;     ///< A compressed, and its metadata
  std::vector<std::uint8_t> b;        ///< (tile, step, column, 64 bytes): B as it is multiplied
  std::vector<std::int32_t> a_at;     ///< (tile, step, row, stored element) -> a
  std::vector<std::int32_t> e_at;     ///< (tile, step, thread, byte of its register) -> e
  std::vector<std::int32_t> c_at;     ///< (thread, value) -> row + 64 * column
  std::vector<std::uint32_t> change;  ///< (experiment, thread and bits): its register is changed by xor with the bits
};
/// (experiment, tile, column, row), or what CUDA says.
struct Answer {
  std::vector<float> d;
  std::string error;
};
Answer run(const SparseProduct&);

/// D = sum over blocks of 128 along K of scale(A) * scale(B) * (A * B): m64n16k32 of E4M3, in registers as Hopper's blockwise GEMMs do.
struct ScaledProduct {
  int m = 0, n = 0, k = 0, batches = 1;  ///< n a multiple of 16, k of 128
  std::vector<std::uint8_t> a, b;        ///< (batch, row, k)
  std::vector<float> scales_a, scales_b;
  std::vector<std::int32_t> scales_a_at, scales_b_at;  ///< (batch, row, block) -> scale
  std::vector<std::int32_t> c_at;
};
/// (batch, row, column).
Answer run(const ScaledProduct&);

/// Returns "" where there is a GPU with these instructions, otherwise why not.
std::string missing();

}  // namespace hopper
