#pragma once
// Finds the loads and stores that fit a tensor in tensor memory, the owner of each cell, and CUTLASS's choice.
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
  bool packs = false;             ///< _16b: packs 16-bit elements of two columns into a register
  std::vector<int> repeats;       ///< the repeats with which it fits, ascending; empty: none
  std::string instruction;        ///< the one with the most repeats; "" if it does not fit
  std::int64_t registers = 0;     ///< 32-bit registers of a thread per instruction
  std::int64_t instructions = 0;  ///< instructions of each of the four warps for the whole tensor
  Message why_not;                ///< a sentence without a full stop; "" if it fits
};
/// Returns all of them for a tensor in tensor memory, loads first, those with the fewest instructions first; empty for any other tensor.
std::vector<TmemFit> tmem_fits(const Tensor&);
/// Returns "SM100_TMEM_LOAD_16dp256b8x: 32 registers a thread · 4 instructions", "SM100_TMEM_LOAD_32dp32b does not fit: it reads ...".
Message described(const TmemFit&);
/// Returns "32 registers a thread · 4 instructions", for one that fits.
Message cost_of(const TmemFit&);
/// Returns "make_tmem_copy(SM100_TMEM_LOAD_32dp32b128x, acc)".
std::string call_of(const TmemFit&, const std::string& accumulator);
/// Returns why four warps cannot copy the tensor with it; nullopt if they can.
std::optional<Message> tmem_misfit(const CopyAtom&, const Tensor&);

/// Returns the fitting instruction with the fewest instructions per tensor: among loads if the given one is a load, else among stores.
std::optional<TmemFit> tmem_fit_instead_of(const CopyAtom&, const Tensor&);

/// A copy of four warps and the tensor that it was made for.
struct TmemCopying {
  TiledCopy copy;
  Tensor tensor;
};
/// Returns (thread, value) -> address in tensor memory, the values of one instruction after those of the other.
Layout tmem_registers(const TmemCopying&);
/// Returns "32 registers a thread · 4 instructions · each warp in its own 32 lanes".
Message copying_words(const TmemCopying&);
/// Describes the first warp that reaches beyond its quarter of the lanes, in a sentence without a full stop; nullopt if each keeps to its
/// own.
std::optional<Message> tmem_trespass(const TiledCopy&, const Tensor&);
/// Runs CuTe's TMEM::op_repeater: returns the variant of a 1x instruction with the most repeats that divides the bits of a row. Throws a
/// Problem.
CopyAtom tmem_repeated(const CopyAtom&, std::int64_t bits);
/// Runs CuTe's TMEM::tmem_load_to_store. Throws a Problem.
CopyAtom tmem_load_to_store(const CopyAtom&);
/// Returns CUTLASS's choice for an epilogue (sm100_get_tmem_load_op), from D's stride, the widths of accumulator and D, and a warp's part
/// of the tile. Throws a Problem with CUTLASS's words.
CopyAtom tmem_load_of_epilogue(const IntTuple& stride_d, int accumulator_bits, int d_bits, const IntTuple& warp_tile);

}  // namespace algebra
