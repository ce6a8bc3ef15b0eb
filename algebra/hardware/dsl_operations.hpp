#pragma once
// The CuTe DSL's operations that are instructions, a record each, used to read and write programs.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace algebra {

/// An operation of cutlass.cute.nvgpu, and its atom in CuTe C++.
struct DslOperation {
  std::string_view module;  ///< within cute.nvgpu: "warp"; "" for an operation outside modules
  std::string_view name;    ///< "MmaF16BF16Op"
  /// The parameters in order, with the values that make it this atom if not all do: "ab_dtype=f16|bf16,acc_dtype,shape_mnk".
  std::string_view parameters;
  /// The atom, with its parameters in {}: "SM80_{shape_mnk}_{acc_dtype}{ab_dtype}{ab_dtype}{acc_dtype}_TN". A colon introduces the
  /// spelling: `cpp`, a type as in C++; `scale`, that of a scale factor; `mn16`, a shape without its K of 16; `twice`.
  std::string_view atom;
  /// Fixed values besides its parameters: "acc_dtype=f32,sf_vec_size=16".
  std::string_view also{};
};
/// Return the operations for MMAs, and for copies. If several denote the same atom, the first one is used for writing.
std::span<const DslOperation> dsl_mma_operations();
std::span<const DslOperation> dsl_copy_operations();

/// Parameter for the repeats of a tensor-memory instruction, which programs give as Repetition.x64, as a number, or as both.
inline constexpr std::string_view dsl_repetitions = "repeat";

/// A parameter and its value, as the records spell it: "f16", "64x128x16", "K", "SMEM", "ONE", "True", "4".
using DslArgument = std::pair<std::string, std::string>;
/// Parses `parameters` or `also`: returns the parameters of an operation with their allowed values, "" for any.
std::vector<DslArgument> dsl_parameters(std::string_view);

/// Returns the atom of an operation. `given`: returns the value of a parameter, "" if it has none. nullopt if a value does not make it this
/// atom.
std::optional<std::string> atom_of(const DslOperation&, const std::function<std::string(std::string_view)>& given);

/// An operation with its parameters' values, in order.
struct DslCall {
  const DslOperation* operation = nullptr;
  std::vector<DslArgument> arguments{};
  std::vector<DslArgument> others{};  ///< values in the atom that are not parameters of the operation: num_bits_per_copy
};
/// Returns the operation for an atom in C++'s spelling: "SM80_16x8x16_F32F16F16F32_TN". nullopt if the DSL has none.
std::optional<DslCall> dsl_operation_of(std::span<const DslOperation>, std::string_view atom);

}  // namespace algebra
