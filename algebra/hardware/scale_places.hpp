#pragma once
// The memory of scale factors or metadata, place by place: the first element of the matrix that each place belongs to.

#include <cstdint>
#include <vector>

#include "algebra/layout/layout.hpp"

namespace algebra::scales {

/// Returns a layout of scales over (rows, K, rest...); regroups that of a stage of shared memory, ((rows,(vector,groups)),M,K,rest...).
/// Throws a Problem ("layout") for fewer than two modes, and for strides that are coordinates.
Layout by_rows(const Layout&);

/// The places of a memory in order. Each mode of the memory steps through the elements of one mode of the matrix.
struct Places {
  struct Mode {
    std::int64_t extent = 1;
    int of = 0;             ///< the matrix's mode: 0 rows, 1 K, 2 batches or stages
    std::int64_t step = 1;  ///< elements per step
  };
  std::vector<Mode> modes;           ///< the fastest first; the product of their extents is the number of places
  std::vector<std::int64_t> group;   ///< for each mode of the matrix: number of elements that share a place
  std::vector<std::int64_t> extent;  ///< for each mode of the matrix: its size as the layout pads it
};
/// Returns the places of a layout. `elements`: offsets of the layout per place: 1 for scales; 4 for metadata whose layouts count logical
/// elements, where a nibble serves 4. Places between the scales, such as the rest of a row of a pitch, belong to elements beyond the end of
/// the matrix. Throws a Problem ("layout") if several scales share a place, or if the places in between are not a whole number of runs.
Places places_of(const Layout& scales, std::int64_t elements);

/// Returns (places of a line, lines) -> value of `matrix`, (rows, K, rest...) with one stride per mode, at the first element of the place.
/// A line is 16 places, or the first mode if that is more. Throws a Problem ("argument") for another matrix, or for one larger than the
/// scales.
Layout in_order(const Layout& matrix, const Places&);

/// Two functions that are equal if an element of the matrix, given by its 1-D coordinate, and a place belong together.
struct Matching {
  Layout elements, places;
};
Matching matching(const Layout& matrix, const Places&);
/// Matches a layout's own coordinates instead of places, for example a tensor in tensor memory, which holds copies: strides of at least
/// `copies` are those of copies.
Matching matching(const Layout& matrix, const Layout& scales, std::int64_t copies);

}  // namespace algebra::scales
