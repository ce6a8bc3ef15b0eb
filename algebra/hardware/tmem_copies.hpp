#pragma once
// Which loads and stores take a tensor in tensor memory to registers and back, who gets which cell, and which one CUTLASS takes.
//
// Source: CUTLASS include/cute/atom/copy_traits_sm100.hpp, cutlass/epilogue/collective/builders/sm100_builder.inl.

#include <optional>
#include <string>
#include <vector>

#include "algebra/hardware/tiled.hpp"

namespace algebra {

/// The loads, or the stores, of one shape with one way of packing: SM100_TMEM_LOAD_32dp32b{N}x.
struct TmemFit {
  std::string shape;  ///< "32dp32b"
  bool store = false;
  bool packs = false;             ///< _16b: two elements of 16 bits from two columns in a register
  std::vector<int> repeats;       ///< those with which it fits, ascending; empty: none
  std::string instruction;        ///< with the most of them; "" if it does not fit
  std::int64_t registers = 0;     ///< of 32 bits, that one instruction takes of a thread
  std::int64_t instructions = 0;  ///< that each of the four warps needs for the whole tensor
  Message why_not;                ///< in a sentence without a full stop; "" if it fits
};
/// All of them for a tensor in tensor memory, loads first, each by what fits with the fewest instructions; empty for any other tensor.
std::vector<TmemFit> tmem_fits(const Tensor&);
/// "SM100_TMEM_LOAD_16dp256b8x: 32 registers a thread · 4 instructions", "SM100_TMEM_LOAD_32dp32b: no, it reads ...".
Message described(const TmemFit&);
/// "32 registers a thread · 4 instructions", of one that fits.
Message cost_of(const TmemFit&);
/// "make_tmem_copy(SM100_TMEM_LOAD_32dp32b128x, acc)".
std::string call_of(const TmemFit&, const std::string& accumulator);
/// Why four warps cannot take the tensor with it; nullopt where they can.
std::optional<Message> tmem_misfit(const CopyAtom&, const Tensor&);

/// Of all loads where the instruction is a load, of all stores where it is a store, the one that fits with the fewest instructions.
std::optional<TmemFit> tmem_fit_instead_of(const CopyAtom&, const Tensor&);

/// A copy of four warps and the tensor that it was made for.
struct TmemCopying {
  TiledCopy copy;
  Tensor tensor;
};
/// (thread, value) -> address in tensor memory, the values of one instruction after those of the other.
Layout tmem_registers(const TmemCopying&);
/// "32 registers a thread · 4 instructions · each warp in its own 32 lanes".
Message copying_words(const TmemCopying&);
/// The first warp that reaches beyond its quarter of the lanes, in a sentence without a full stop; nullopt where each keeps to its own.
std::optional<Message> tmem_trespass(const TiledCopy&, const Tensor&);
/// CuTe's TMEM::op_repeater: of a 1x instruction the one with the most repeats that divides so many bits of a row. Throws a Problem.
CopyAtom tmem_repeated(const CopyAtom&, std::int64_t bits);
/// CuTe's TMEM::tmem_load_to_store. Throws a Problem.
CopyAtom tmem_load_to_store(const CopyAtom&);
/// CUTLASS's choice for an epilogue (sm100_get_tmem_load_op): D's stride, the widths of accumulator and D, what a warp has of the tile.
/// Throws a Problem with CUTLASS's words.
CopyAtom tmem_load_of_epilogue(const IntTuple& stride_d, int accumulator_bits, int d_bits, const IntTuple& warp_tile);

}  // namespace algebra
