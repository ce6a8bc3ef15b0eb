#pragma once
// What it costs to change who has what: from one thread-value layout of a tile to another, through registers, shuffles and shared memory.

#include <cstdint>
#include <string>

#include "algebra/bits/bit_matrix.hpp"

namespace algebra {

/// From which lane, warp and register of `from` each lane, warp and register of `to` takes its element: the nearest that has it, in the
/// same thread, else in the same warp. Both map (thread, value) to the same indices. `element_bits` 0: nobody said.
/// Throws what thread_value_bits does, and a Problem: "threads" if their numbers differ; "bits" if `to` has elements that `from` has not.
BitMatrix conversion(const BitFunction& from, const BitFunction& to, int element_bits);
/// Whether a matrix is one of these: lanes, warps and registers on both sides.
bool is_conversion(const BitMatrix&);

/// Counts of places (thread, register) of the target, and what moves them.
struct ConversionCost {
  std::int64_t threads = 1, registers = 1;  ///< of the target: a place is one of each
  std::int64_t same_register = 0;           ///< places whose element is there already
  std::int64_t same_thread = 0;             ///< in another register of the thread
  std::int64_t other_lane = 0;              ///< in another lane of the warp
  std::int64_t other_warp = 0;
  /// Whether the register to read depends on the lane or the warp, which takes a selection.
  bool selects = false;
  /// Of each warp, of 32 bits: as many as the thread that lacks most needs, which suffice where each element has one owner, by König's
  /// theorem on edge colourings. 0 where an element has to cross warps: all goes through shared memory then.
  std::int64_t shuffles = 0;
  std::int64_t crossing_bytes = 0;  ///< what arrives from other warps
  std::int64_t shared_bytes = 0;    ///< of the places that are read, if something crosses warps: what is written to shared memory
  friend bool operator==(const ConversionCost&, const ConversionCost&) = default;
};
/// Of a conversion, with elements of 32 bits where nobody said.
ConversionCost conversion_cost(const BitMatrix&);

/// "registers only: 12 of 16 move", "8 shuffles of 32 bits a warp", "through shared memory: ...".
Message cost_words(const ConversionCost&);

}  // namespace algebra
