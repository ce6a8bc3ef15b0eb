#pragma once
// How a composition goes through the modes of A: CuTe's divisibility, mode by mode.

#include <cstdint>

#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/plain.hpp"

namespace algebra {

/// A stage of A o s:d: one mode of A, out of which d is divided and s is taken.
struct CompositionStage {
  std::uint32_t mode = 0;
  Int size;                                          ///< of the mode
  Mode rest;                                         ///< what the modes before it leave of s:d
  Int divided{1, true};                              ///< how many of its elements are d apart
  Int taken{1, true};                                ///< how many of those are wanted
  bool stride_divides = true, shape_divides = true;  ///< CuTe's conditions

  /// Tells whether a step of d ends within the mode and does not divide it, which CuTe allows.
  bool splits_a_step() const { return rest.stride.value < size.value && size.value % rest.stride.value != 0; }
};

/// Calls at_stage(CompositionStage) for each mode of A but the last, left to right, until it returns false, as it must where a condition
/// does not hold. Returns what is left of s:d for the last mode. d is not 0. Errors: "overflow"; "division by zero" where a size is 0.
template <class AtStage>
Mode walk_composition(const ModeList& a, Mode b, AtStage&& at_stage) {
  Int shape = plain(b.shape), stride = plain(b.stride);
  for (std::uint32_t i = 0; i + 1 < a.size(); ++i) {
    const auto size = plain(a[i].shape);
    if (size.is_static && stride.is_static && size.value != 0 && stride.value % size.value != 0 && stride.value >= size.value) {
      at_stage(CompositionStage{.mode = i, .size = size, .rest = {shape, stride}, .stride_divides = false});
      break;
    }
    const auto divided = ceil_div(size, abs(stride));
    const auto next_stride = ceil_div(abs(stride), size) * signum(stride);
    // A stage is made whole for each call: a composition takes 5 % longer where it is written part by part.
    if (divided.is(1) || shape.is(1)) {
      if (!at_stage(CompositionStage{.mode = i, .size = size, .rest = {shape, stride}, .divided = divided})) break;
    } else {
      const auto taken = min(divided, shape);
      const bool divides = !taken.is_static || taken.value == 0 || shape.value % taken.value == 0;
      if (!at_stage(CompositionStage{i, size, {shape, stride}, divided, taken, true, divides})) break;
      shape = shape / taken;
    }
    stride = next_stride;
  }
  return {shape, stride};
}

}  // namespace algebra
