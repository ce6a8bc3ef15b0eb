#pragma once
// The instruction behind an MMA atom, as PTX has it: read from the atom's name.

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
  /// Every integer from 0, or of a signed type from -most, is a value up to here.
  double most() const;
  /// The value's bits. Requires a value of the type that is 0 or no denormal.
  std::uint64_t encode(double) const;
  double decode(std::uint64_t) const;

 private:
  /// The lowest bits, which a tf32 does not use.
  int unused() const { return bits() - 1 - exponent - mantissa; }
};

struct MmaInstruction {
  bool warpgroup = false;  ///< wgmma, of 128 threads and shared memory; else mma.sync of a warp
  bool a_described = false, b_described = false;
  algebra::Major a_major = algebra::Major::k, b_major = algebra::Major::k;
  std::array<int, 3> mnk{};
  MmaType d, a, b;
  std::string qualifiers;  ///< of an mma.sync between its layouts and types, or behind all: ".satfinite"
  bool row_a = true, column_b = true;
  bool popc = false;  ///< of single bits: the number of those that both have

  /// 32-bit registers of a thread of one atom, or 64-bit ones of f64.
  int registers_of(const algebra::MmaTraits&, algebra::Matrix) const;
};

/// The instruction of an atom. Error: in a sentence, why a launch does not run it on a Hopper GPU.
tl::expected<MmaInstruction, algebra::Message> mma_instruction(const algebra::MmaAtom&);

/// "wgmma.m64n128k16.f32.f16.f16", as short as people write it.
std::string short_name(const MmaInstruction&);
/// In full: "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16".
std::string ptx_of(const MmaInstruction&);

/// The instruction as a statement of CUDA C++: d += a * b, of registers in arrays of these names, or of a descriptor in a[0] or b[0]. Of a
/// wgmma with its fence, and waited for; an integer `k` that is 0 says that what d holds counts for nothing.
struct MmaStatement {
  std::string d_type, a_type, b_type;
  int d = 0, a = 0, b = 0;  ///< registers
  std::string code;
};
MmaStatement mma_statement(const MmaInstruction&, const algebra::MmaTraits&);

/// A CUDA C++ kernel `run_mma(const unsigned* request, unsigned* result)` that runs the instruction for every atom of a tile; what it
/// reads and writes says gpu/mma/mma_work.hpp. Needs no header. A block has so many threads, among which the registers are divided.
std::string mma_source(const MmaInstruction&, const algebra::MmaTraits&, std::int64_t threads);
inline constexpr const char* mma_kernel_name = "run_mma";

}  // namespace gpu
