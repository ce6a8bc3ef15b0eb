#pragma once
// The box of a TMA copy, and the dimensions of its tensor map. Used by algebra/hardware/tma.cpp.
//
// All throw a Problem "tma" with CuTe's assert. Source: construct_tma_gbasis, fill_tma_gmem_shape_stride and make_tma_copy_desc in CUTLASS
// include/cute/atom/copy_traits_sm90_tma.hpp.

#include "algebra/hardware/tma.hpp"

namespace algebra {

/// Returns element of the box -> coordinate in the tensor: the longest part of the tile that is contiguous in shared memory and box-shaped
/// in the tensor, and the tensor's other modes with a size of 1. `internal` is the tensor in elements of the type `to`.
Layout box_basis(const Tensor& tensor, const Tensor& internal, const ElementType& to, const Layout& shared, const Layout& tile);
/// Fills in the dimensions for the box's modes, from the tensor's.
void fill_dimensions(const Tensor& internal, const Layout& basis, TensorMap&);
/// Reduces the box to that of one CTA: the cluster's CTAs share it, starting with the outermost dimension.
void cut_for_cluster(std::int64_t ctas, TensorMap&);
/// Returns, for each mode of the tensor, its stride in the dimension whose coordinate it counts; `multiple`: elements of the tensor map per
/// element of the tensor.
IntTuple coordinate_strides(const Tma&, const Tensor& internal, std::int64_t multiple);

}  // namespace algebra
