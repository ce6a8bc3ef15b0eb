#pragma once
// The operations of the CuTe DSL that are instructions: for each one record, by which programs are read and written.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace algebra {

/// An operation of cutlass.cute.nvgpu, and the atom that it is in CuTe C++.
struct DslOperation {
  std::string_view module;  ///< of cute.nvgpu: "warp"; "" for one of its own
  std::string_view name;    ///< "MmaF16BF16Op"
  /// In their order, with the values that make it this atom where not all do: "ab_dtype=f16|bf16,acc_dtype,shape_mnk".
  std::string_view parameters;
  /// The atom, with its parameters in {}: "SM80_{shape_mnk}_{acc_dtype}{ab_dtype}{ab_dtype}{acc_dtype}_TN". Behind a colon stands how a
  /// value is written: `cpp`, a type as in C++; `scale`, that of a scale factor; `mn16`, a shape without its K of 16; `twice`.
  std::string_view atom;
  /// What it has besides its parameters: "acc_dtype=f32,sf_vec_size=16".
  std::string_view also{};
};
/// Those of MMAs, and those of copies. Of several that are one atom the first is how it is written.
std::span<const DslOperation> dsl_mma_operations();
std::span<const DslOperation> dsl_copy_operations();

/// How often an instruction of tensor memory repeats its columns: a parameter that a program gives as Repetition.x64, as a number, or both.
inline constexpr std::string_view dsl_repetitions = "repeat";

/// A parameter and its value, in the words of a record: "f16", "64x128x16", "K", "SMEM", "ONE", "True", "4".
using DslArgument = std::pair<std::string, std::string>;
/// The parameters of an operation and what each must be, "" for anything: of `parameters`, or of `also`.
std::vector<DslArgument> dsl_parameters(std::string_view);

/// The atom of an operation. `given`: the value of a parameter, "" where there is none. Nothing where a value is none of those that make it
/// this atom.
std::optional<std::string> atom_of(const DslOperation&, const std::function<std::string(std::string_view)>& given);

/// An operation with the values of its parameters, in their order.
struct DslCall {
  const DslOperation* operation = nullptr;
  std::vector<DslArgument> arguments{};
  std::vector<DslArgument> others{};  ///< in the atom, and no parameters of the operation: num_bits_per_copy
};
/// The operation that is this atom, which is written as C++ has it: "SM80_16x8x16_F32F16F16F32_TN". Nothing where the DSL has none.
std::optional<DslCall> dsl_operation_of(std::span<const DslOperation>, std::string_view atom);

}  // namespace algebra
