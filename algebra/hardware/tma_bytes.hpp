#pragma once
// Where each byte of a box lands: what the hardware does with a tensor map and the coordinates of an instruction.
//
// Source: the tensor map's description in the CUDA driver's documentation, and of its swizzles in the PTX ISA.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algebra/hardware/tma.hpp"

namespace algebra {

/// A byte of a box.
struct TmaByte {
  static constexpr std::int64_t outside = -1;
  std::int64_t global = 0;  ///< from the tensor's beginning; `outside` of the tensor: a load writes 0, and a store writes nothing
  std::int64_t shared = 0;  ///< from where the swizzle begins anew
  friend bool operator==(const TmaByte&, const TmaByte&) = default;
};

inline constexpr std::int64_t tma_coordinate_bytes = 16;
/// Why the hardware takes no box at these coordinates, "" if it does: those of dimension 0 stand at multiples of 16 bytes, also before the
/// tensor, and stores have no negative ones. Anything else is an illegal instruction: measured on an H200.
Message why_illegal(const TensorMap&, std::span<const std::int64_t> coordinates, bool store);

/// The bytes of the box at these coordinates, one for each dimension, in elements, dimension 0 first; negative ones are outside.
/// In the order of shared memory before the swizzle, where the box begins at byte `shared`: the swizzle goes by the address.
std::vector<TmaByte> bytes_of_box(const TensorMap&, std::span<const std::int64_t> coordinates, std::int64_t shared = 0);
/// The map as a store sees it: dimension 0 reaches to the end of its last 16 bytes, which are written whole, up to 15 bytes of padding with
/// them. Measured on an H200.
TensorMap as_stored(TensorMap);
/// An offset in shared memory after the swizzle, which exchanges chunks by the offset's bits from 7 on.
std::int64_t swizzled(TensorMap::Swizzle, std::int64_t offset);
/// The rows of a box, along dimension 0, and the bytes from one to the next in shared memory: at least those that the swizzle permutes,
/// also where the row is narrower. Measured on an H100.
std::int64_t rows_of(const TensorMap&);
std::int64_t pitch_of(const TensorMap&);
/// The bytes after which a swizzle begins anew: boxes begin at multiples of them.
std::int64_t period_of(TensorMap::Swizzle);

/// What one instruction copies.
struct TmaInstruction {
  std::vector<std::int64_t> coordinates;  ///< of its box, one for each dimension
  std::int64_t shared = 0;                ///< where it begins in shared memory, in bytes before the swizzle
};
/// Instruction `index` of CTA `cta` for the tile that begins at `tile`, a coordinate of the tensor. Errors: "tma" where
/// coordinates are fractions.
TmaInstruction instruction_of(const TiledCopy&, const IntTuple& tile, std::int64_t index, std::int64_t cta);

}  // namespace algebra
