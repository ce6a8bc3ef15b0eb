#pragma once
// The cost of changing one thread-value layout of a tile into another, through registers, shuffles and shared memory.

#include <cstdint>
#include <string>

#include "algebra/bits/bit_matrix.hpp"

namespace algebra {

/// Returns the matrix that maps each lane, warp and register of `to` to the nearest lane, warp and register of `from` with its element: in
/// the same thread, else in the same warp. Both map (thread, value) to the same indices. `element_bits` 0: unknown. Throws as
/// thread_value_bits, and a Problem: "threads" if the numbers of threads differ; "bits" if `to` has elements that `from` has not.
BitMatrix conversion(const BitFunction& from, const BitFunction& to, int element_bits);
/// Returns whether a matrix maps lanes, warps and registers to lanes, warps and registers.
bool is_conversion(const BitMatrix&);

/// Numbers of places (thread, register) of the target by the way their element takes.
struct ConversionCost {
  std::int64_t threads = 1, registers = 1;  ///< of the target: threads * registers places
  std::int64_t same_register = 0;           ///< places that already have their element
  std::int64_t same_thread = 0;             ///< places whose element is in another register of the thread
  std::int64_t other_lane = 0;              ///< places whose element is in another lane of the warp
  std::int64_t other_warp = 0;
  /// Whether the register to read depends on the lane or the warp, which takes a select instruction.
  bool selects = false;
  /// Shuffles of 32 bits per warp: as many as the thread that lacks most needs, which suffices if each element has one owner, by König's
  /// theorem on edge colourings. 0 if an element has to cross warps: everything then goes through shared memory.
  std::int64_t shuffles = 0;
  std::int64_t crossing_bytes = 0;  ///< bytes that arrive from other warps
  std::int64_t shared_bytes = 0;    ///< if something crosses warps: bytes written to shared memory, those of all places that are read
  friend bool operator==(const ConversionCost&, const ConversionCost&) = default;
};
/// Returns the cost of a conversion; elements of unknown width count as 32 bits.
ConversionCost conversion_cost(const BitMatrix&);

/// Returns "registers only: 12 of 16 move", "8 shuffles of 32 bits a warp", "through shared memory: ...".
Message cost_words(const ConversionCost&);

}  // namespace algebra
