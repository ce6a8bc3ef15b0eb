#pragma once
// Walks the modes of A in a composition and checks CuTe's divisibility conditions mode by mode.

#include <cstdint>

#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/plain.hpp"

namespace algebra {

/// One stage of A o s:d: a mode of A, whose size is divided by d and cut to s.
struct CompositionStage {
  std::uint32_t mode = 0;
  Int size;                                          ///< size of A's mode
  Mode rest;                                         ///< the s:d that remains after the modes before this one
  Int divided{1, true};                              ///< number of the mode's elements at steps of d
  Int taken{1, true};                                ///< number of those that are taken
  bool stride_divides = true, shape_divides = true;  ///< whether CuTe's divisibility conditions hold

  /// Returns whether a step of d ends within the mode without dividing it, which CuTe allows.
  bool splits_a_step() const { return rest.stride.value < size.value && size.value % rest.stride.value != 0; }
};

/// Calls at_stage(CompositionStage) for each mode of A but the last, left to right, until it returns false; it must return false if a
/// condition does not hold. Returns the s:d that remains for the last mode. Requires d != 0. Errors: "overflow"; "division by zero" if a
/// size is 0.
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
    // Builds the whole stage in one expression: assigning its members one by one makes a composition 5 % slower.
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
