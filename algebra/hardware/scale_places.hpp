#pragma once
// A memory of scale factors or of metadata, place by place: which element of the matrix is the first that each place is of.

#include <cstdint>
#include <vector>

#include "algebra/layout/layout.hpp"

namespace algebra::scales {

/// A layout of scales over (rows, K, rest...). That of a stage of shared memory, ((rows,(vector,groups)),M,K,rest...), is regrouped.
/// Throws a Problem ("layout") for fewer than two modes, and for strides that are coordinates.
Layout by_rows(const Layout&);

/// The places of a memory in their order. Each mode of it steps through the elements of one mode of the matrix.
struct Places {
  struct Mode {
    std::int64_t extent = 1;
    int of = 0;             ///< the matrix's mode: 0 rows, 1 K, 2 batches or stages
    std::int64_t step = 1;  ///< elements along it
  };
  std::vector<Mode> modes;           ///< the fastest first; their extents' product is the number of places
  std::vector<std::int64_t> group;   ///< of each mode of the matrix: how many elements have one place
  std::vector<std::int64_t> extent;  ///< of each mode of the matrix, padded as the layout pads it
};
/// `elements`: offsets of the layout that are one place: 1 for scales; 4 for metadata whose layouts count logical elements, where a nibble
/// is of 4. Places between the scales, such as the rest of a row of a pitch, are of elements beyond the end of the matrix. Throws a Problem
/// ("layout") where several scales have one place, and where the places between are no whole number of runs.
Places places_of(const Layout& scales, std::int64_t elements);

/// (places of a line, lines) -> what `matrix`, (rows, K, rest...) with one stride a mode, has at the first element of the place. A line is
/// 16 places, or the first mode where that is more. Throws a Problem ("argument") for another matrix, or one that has more than the scales.
Layout in_order(const Layout& matrix, const Places&);

/// Two functions that are equal where an element of the matrix, by its 1-D coordinate, and a place belong together.
struct Matching {
  Layout elements, places;
};
Matching matching(const Layout& matrix, const Places&);
/// The same of a layout's own coordinates in place of places, such as those of a tensor in tensor memory, which has copies: strides of
/// `copies` and more are those of copies.
Matching matching(const Layout& matrix, const Layout& scales, std::int64_t copies);

}  // namespace algebra::scales
