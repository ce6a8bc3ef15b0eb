#pragma once
// Whether scales lie where they are read: a producer's layout beside a reader's, by (batch, row, group).
//
// Both layouts are over (rows, elements of K) or (rows, elements of K, batch), as CUTLASS's are: a group of `vector` elements has
// one scale, at the place of its first element. Offsets count scales.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/layout/layout.hpp"
#include "algebra/text/message.hpp"

namespace app {

/// The scales that are compared: those that there are, without padding.
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
  std::optional<ScalePlace> first;  ///< by batch, then row, then group; none: every scale lies where it is read
  std::int64_t differing = 0, total = 0;
};

/// The shape of the tile, the modes and the strides of a layout of scales as the doctor compares it: ((mn,k),rest...) of a stage of shared
/// memory becomes (rows, k, stage). Errors: a layout of fewer than two modes, or with strides that are coordinates.
algebra::Result<algebra::Layout> by_rows(const algebra::Layout&);

/// A layout is a sum over its modes, so that the difference of two is one as well: the scales that differ are counted without looking at
/// each, in time rows + groups for each batch.
ScaleDifference compare_scales(const algebra::Layout& reader, const algebra::Layout& producer, const ScaleShape&);

/// What a producer would have to do.
struct ScaleRepair {
  enum class Reshape : std::uint8_t {
    nothing,  ///< the scales lie where they are read
    would,    ///< the tensor's elements in order, as reshape or contiguous gives them, are what is read
    would_not
  };
  Reshape reshape = Reshape::would_not;
  /// The copy that puts each scale where it is read: the same coordinates -> place in what is written, and in what is read. nullopt where
  /// the layouts' modes do not divide one another, and where several scales are written and one is read.
  std::optional<algebra::Layout> permutation;
  algebra::Layout destination;
  std::int64_t pad_rows = 0, pad_groups = 0;  ///< rows and groups to be added before, as zeros; the permutation is of the padded tensor
  bool merges = false;                        ///< several scales are written where one is read
  std::int64_t unit = 1;                      ///< offsets of the layouts that are one in the permutation and in the lines below
  std::string cute;                           ///< a statement of CuTe C++ that copies them; "" without a permutation
  std::string torch;                          ///< a line of torch, of the tensor s; ""
};
/// `unit`: offsets that are one scale, 8 of metadata whose layouts count logical elements.
ScaleRepair repair_scales(const algebra::Layout& reader, const algebra::Layout& producer, const ScaleShape&, std::int64_t unit = 1);

}  // namespace app
