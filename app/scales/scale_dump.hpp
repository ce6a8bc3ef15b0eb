#pragma once
// Scales as they were written to a file: whether each is where the kernel reads it, and if not, in which order they are.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/scales/scale_check.hpp"
#include "app/scales/scale_side.hpp"

namespace app {

/// The facts known about the scales besides the file: values by (batch, row, group), contiguous.
struct ScaleTruth {
  /// true: `values` are the scales' bits; false: the largest magnitude of each group of A, which the scales grow with.
  bool exact = true;
  std::vector<double> values;
};

struct DumpVerdict {
  std::int64_t read = 0, wrong = 0;    ///< number of scales examined, and of those with a wrong value at their place
  std::int64_t beyond = 0;             ///< scales that are read behind the end of the file
  std::optional<ScalePlace> first{};   ///< the first wrong scale; written_at only if the order is found
  std::string order{};                 ///< the scales' order in the file, in words of read_scale_side; "" if no known order explains it
  std::optional<ScaleSide> written{};  ///< the same as a side
};

/// Checks that the file has the true scales, `width` bytes each and little-endian, where `reader` reads them. If not, tries the known
/// orders and `guess` until one explains the whole file.
DumpVerdict check_dump(const std::string& bytes, std::int64_t width, const ScaleSide& reader, const ScaleShape&, const ScaleTruth&,
                       const ScaleProblem&, const std::optional<ScaleSide>& guess);

/// Returns the largest magnitudes of A's groups. `type`: f32, f16 or bf16; A is row-major, with contiguous batches. Errors: a file of
/// another size.
algebra::Result<ScaleTruth> magnitudes(const std::string& bytes, const std::string& type, const ScaleShape&);
/// Returns the scales of a file in row-major order.
algebra::Result<ScaleTruth> scales_in_order(const std::string& bytes, std::int64_t width, const ScaleShape&);

}  // namespace app
