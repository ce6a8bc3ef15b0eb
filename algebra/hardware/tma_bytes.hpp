#pragma once
// Computes where each byte of a box lands: the hardware's behaviour for a tensor map and an instruction's coordinates.
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
  std::int64_t global = 0;  ///< offset from the tensor's beginning; `outside`: beyond the tensor, where a load writes 0 and a store writes
                            ///< nothing
  std::int64_t shared = 0;  ///< offset from the start of the swizzle's period
  friend bool operator==(const TmaByte&, const TmaByte&) = default;
};

inline constexpr std::int64_t tma_coordinate_bytes = 16;
/// Returns why the hardware takes no box at these coordinates, "" if it does: those of dimension 0 must be at multiples of 16 bytes, also
/// before the tensor, and a store's must not be negative. Violations are illegal instructions: measured on an H200.
Message why_illegal(const TensorMap&, std::span<const std::int64_t> coordinates, bool store);

/// Returns the bytes of the box at these coordinates, one per dimension, in elements, dimension 0 first; negative ones are outside. In the
/// order of shared memory before the swizzle. The box begins at byte `shared`, which matters because the swizzle uses the address.
std::vector<TmaByte> bytes_of_box(const TensorMap&, std::span<const std::int64_t> coordinates, std::int64_t shared = 0);
/// Returns the map as a store sees it: dimension 0 extends to the end of its last 16 bytes, which are written whole, including up to 15
/// bytes of padding. Measured on an H200.
TensorMap as_stored(TensorMap);
/// Returns an offset in shared memory after the swizzle, which exchanges chunks by the offset's bits from 7 on.
std::int64_t swizzled(TensorMap::Swizzle, std::int64_t offset);
/// Return the rows of a box, along dimension 0, and the bytes from one to the next in shared memory: at least the swizzle's span, even if
/// the row is narrower. Measured on an H100.
std::int64_t rows_of(const TensorMap&);
std::int64_t pitch_of(const TensorMap&);
/// Returns the period of a swizzle in bytes; boxes begin at multiples of it.
std::int64_t period_of(TensorMap::Swizzle);

/// The copy of one instruction.
struct TmaInstruction {
  std::vector<std::int64_t> coordinates;  ///< of its box, one per dimension
  std::int64_t shared = 0;                ///< start in shared memory, in bytes before the swizzle
};
/// Returns instruction `index` of CTA `cta` for the tile at `tile`, a coordinate of the tensor. Errors: "tma" if coordinates are fractions.
TmaInstruction instruction_of(const TiledCopy&, const IntTuple& tile, std::int64_t index, std::int64_t cta);

}  // namespace algebra
