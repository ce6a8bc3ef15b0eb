#pragma once
// Compares the places where a producer writes scales with those where a reader reads them, by (batch, row, group).
//
// Both layouts are over (rows, elements of K) or (rows, elements of K, batch), as CUTLASS's are: a group of `vector` elements has one
// scale, at the place of its first element. Offsets count scales.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/layout/layout.hpp"
#include "algebra/text/message.hpp"

namespace app {

/// The extents of the scales compared, without padding.
struct ScaleShape {
  std::int64_t rows = 0, k = 0, batches = 1, vector = 1;
  std::int64_t groups() const { return (k + vector - 1) / vector; }
  std::int64_t count() const { return rows * groups() * batches; }
};

struct ScalePlace {
  std::int64_t batch = 0, row = 0, group = 0;
  std::int64_t read_at = 0, written_at = 0;
};

struct ScaleDifference {
  std::optional<ScalePlace> first;  ///< by batch, then row, then group; nullopt: every scale is where it is read
  std::int64_t differing = 0, total = 0;
};

/// Returns the layout of scales over the modes that the comparison uses: ((mn,k),rest...) of a stage of shared memory becomes (rows, k,
/// stage). Errors: a layout of fewer than two modes, or with coordinates as strides.
algebra::Result<algebra::Layout> by_rows(const algebra::Layout&);

/// Compares two layouts of scales. A layout is a sum over its modes, and so is the difference of two. Differing scales are therefore
/// counted without visiting each, in time rows + groups for each batch.
ScaleDifference compare_scales(const algebra::Layout& reader, const algebra::Layout& producer, const ScaleShape&);

/// The change by which a producer would write the scales where they are read.
struct ScaleRepair {
  enum class Reshape : std::uint8_t {
    nothing,  ///< the scales are where they are read
    would,    ///< the tensor's elements in order, as reshape or contiguous gives them, suffice
    would_not
  };
  Reshape reshape = Reshape::would_not;
  /// The copy that moves each scale where it is read: `permutation` maps coordinates to places written, `destination` to places read.
  /// nullopt if the layouts' modes do not divide one another, or if several scales are written where one is read.
  std::optional<algebra::Layout> permutation;
  algebra::Layout destination;
  std::int64_t pad_rows = 0, pad_groups = 0;  ///< rows and groups of zeros to add first; the permutation is of the padded tensor
  bool merges = false;                        ///< several scales are written where one is read
  std::int64_t unit = 1;                      ///< offsets of the layouts that form one element of the permutation and the lines below
  std::string cute;                           ///< a statement of CuTe C++ that copies them; "" without a permutation
  std::string torch;                          ///< a line of torch, of the tensor s; may be ""
};
/// Returns the repair. `unit`: offsets per scale, 8 for metadata, whose layouts count logical elements.
ScaleRepair repair_scales(const algebra::Layout& reader, const algebra::Layout& producer, const ScaleShape&, std::int64_t unit = 1);

}  // namespace app
