#pragma once
// The compressed A and the metadata E of a 2:4 sparse GEMM, as CUTLASS's configurations lay them out.
//
// Coordinates and offsets count logical elements of A, before compression. Less is stored: every second element of A, and for E one byte
// per 8 elements (per 4 of TF32, per 16 of packed 4-bit types).
//
// Source: CUTLASS include/cutlass/gemm/collective/builders/sm90_sparse_config.inl, sm1xx_sparse_config.inl. All throw a Problem.

#include "algebra/layout/element_type.hpp"
#include "algebra/layout/layout.hpp"

namespace algebra::sparse {

/// sparse_elem<elements,type>: the stored form of that many logical elements.
struct Element {
  std::int64_t elements = 2;
  ElementType type{};
};

struct Config {
  bool hopper = true;                     ///< Sm90GemmSparseConfig; else Sm1xxGemmSparseConfig
  bool k_major = true;                    ///< of A
  int chunk = 4;                          ///< group of logical elements of which half are stored: 4; 2 for TF32, 8 for packed 4-bit types
  int metadata_bits = 2;                  ///< ElementEBitsPerElementAMma
  Layout atom;                            ///< TensorEAtom
  std::int64_t align_m = 1, align_k = 1;  ///< TensorAAlignmentM, TensorAAlignmentK
};
/// Returns a configuration. `least_k`: Hopper's MinTileShapeK, 32 by default. Errors: "static_assert" as CUTLASS's.
Config config(bool hopper, const Element& a, bool k_major, const Element& e, std::int64_t least_k = 32);

/// Return the type of the layout of A and of E, with extents of 0.
Layout unset_a(const Config&);
Layout unset_e(const Config&);
/// Return the layout of the compressed A and of its metadata for a problem (M,N,K,L). As in CUTLASS the stride of L is a product of 32-bit
/// integers, which wraps from M * K = 2^31 on; see `wraps`.
Layout fill_a(const Config&, const IntTuple& problem);
Layout fill_e(const Config&, const IntTuple& problem);
/// Returns whether that product overflows 32 bits and is used, i.e. L > 1. `exact`: the mathematical value.
bool wraps(const Config&, const IntTuple& problem, bool metadata, std::int64_t& exact);

}  // namespace algebra::sparse
