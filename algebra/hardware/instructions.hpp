#pragma once
// Instructions, and their repetition over threads and values.

#include <memory>
#include <optional>
#include <string>

#include "algebra/hardware/atoms.hpp"
#include "algebra/layout/tensors.hpp"

namespace algebra {

/// An MMA instruction.
struct MmaAtom {
  const MmaTraits* traits = nullptr;  ///< in the table of atoms; never null
  std::string arguments{};            ///< "GMMA::Major::K,GMMA::Major::MN": the majors of a GMMA instruction
  friend bool operator==(const MmaAtom&, const MmaAtom&) = default;
};

struct Tma;  // algebra/hardware/tma.hpp

/// A copy instruction; with a value type, CuTe's Copy_Atom.
struct CopyAtom {
  const CopyTraits* traits = nullptr;  ///< in the table of atoms, or those of `tma`; never null
  std::optional<ElementType> type{};
  std::shared_ptr<const Tma> tma{};  ///< the tensor map of make_tma_copy and make_tma_atom; null for any other instruction
  friend bool operator==(const CopyAtom&, const CopyAtom&);
};

/// CuTe's TiledCopy; with a thread, its ThrCopy. Made and checked by make_tiled_copy (algebra/hardware/tiled.hpp).
struct TiledCopy {
  CopyAtom atom;     ///< always with a type
  Layout layout_tv;  ///< (thread, value) -> coordinate in the tile
  Tiler tiler;       ///< the tile, by mode
  std::optional<Int> thread{};
  friend bool operator==(const TiledCopy&, const TiledCopy&) = default;
};

/// CuTe's TV_Tiler, the result of make_tmem_warp_partitioner: the tiles of threads, or of warps, without an instruction; with a thread, its
/// TV_Partitioner.
struct TvTiler {
  Layout layout_tv;  ///< (thread, value) -> coordinate in the tile
  Tiler tiler;       ///< the tile, by mode
  std::optional<Int> thread{};
  friend bool operator==(const TvTiler&, const TvTiler&) = default;
};

/// CuTe's TiledMMA; with a thread, its ThrMMA. Made and checked by make_tiled_mma (algebra/hardware/tiled.hpp).
struct TiledMma {
  MmaAtom atom;
  Layout thr_layout_mnk;  ///< (m,n,k) -> index of the atom
  Tiler permutations;     ///< of M, N and K, applied before the atoms tile them; by mode, `_` for none
  std::optional<Int> thread{};
  friend bool operator==(const TiledMma&, const TiledMma&) = default;
};

/// Write their types with all parts, which can be read back, whereas CuTe prints a paragraph:
/// `TiledMMA<SM80_16x8x16_F32F16F16F32_TN,(_2,_2,_1):(_1,_2,_0),<_,_,_>>`. For TMA, the call that makes it.
std::string to_string(const MmaAtom&, Marks);
std::string to_string(const CopyAtom&, Marks);
std::string to_string(const TiledCopy&, Marks);
std::string to_string(const TvTiler&, Marks);
std::string to_string(const TiledMma&, Marks);

}  // namespace algebra
