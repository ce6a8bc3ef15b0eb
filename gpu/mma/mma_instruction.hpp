#pragma once
// The PTX instruction behind an MMA atom, derived from the atom's name.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/hardware/tiled.hpp"
#include "algebra/text/message.hpp"

namespace gpu {

/// A type of an MMA's elements. A float of `exponent` and `mantissa` bits, or an integer, whose `exponent` is 0.
struct MmaType : algebra::ElementTypeRecord {
  int bits() const { return type.bits; }
  bool is_float() const { return exponent != 0; }
  /// Returns the number up to which every integer, from 0 or for a signed type from -most, has a value of the type.
  double most() const;
  /// Returns the value's bits. Requires a value of the type that is 0 or not denormal.
  std::uint64_t encode(double) const;
  double decode(std::uint64_t) const;

 private:
  /// Returns the number of lowest bits that a tf32 does not use.
  int unused() const { return bits() - 1 - exponent - mantissa; }
};

struct MmaInstruction {
  bool warpgroup = false;  ///< wgmma, of 128 threads and shared memory; else mma.sync of a warp
  bool a_described = false, b_described = false;
  algebra::Major a_major = algebra::Major::k, b_major = algebra::Major::k;
  std::array<int, 3> mnk{};
  MmaType d, a, b;
  std::string qualifiers;  ///< for mma.sync between its layouts and types, or at the end: ".satfinite"
  bool row_a = true, column_b = true;
  bool popc = false;  ///< for single bits: counts the bits that both have set

  /// Returns the 32-bit registers of a thread of one atom, or 64-bit ones for f64.
  int registers_of(const algebra::MmaTraits&, algebra::Matrix) const;
};

/// Returns the instruction of an atom. Error: a sentence why a launch does not run it on a Hopper GPU.
tl::expected<MmaInstruction, algebra::Message> mma_instruction(const algebra::MmaAtom&);

/// Returns the short name in common use, "wgmma.m64n128k16.f32.f16.f16".
std::string short_name(const MmaInstruction&);
/// Returns the full name: "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16".
std::string ptx_of(const MmaInstruction&);

/// The instruction as a statement of CUDA C++: d += a * b, with registers in arrays of these names, or a descriptor in a[0] or b[0]. A
/// wgmma includes its fence and wait; an integer `k` of 0 makes it ignore the old content of d.
struct MmaStatement {
  std::string d_type, a_type, b_type;
  int d = 0, a = 0, b = 0;  ///< registers
  std::string code;
};
MmaStatement mma_statement(const MmaInstruction&, const algebra::MmaTraits&);

/// Returns a CUDA C++ kernel `run_mma(const unsigned* request, unsigned* result)` that runs the instruction for every atom of a tile;
/// gpu/mma/mma_work.hpp describes request and result. Needs no header. `threads` of a block, over which the registers are divided.
std::string mma_source(const MmaInstruction&, const algebra::MmaTraits&, std::int64_t threads);
inline constexpr const char* mma_kernel_name = "run_mma";

}  // namespace gpu
