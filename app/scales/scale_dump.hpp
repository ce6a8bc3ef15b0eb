#pragma once
// Scales as they were written to a file: whether each is where the kernel reads it, and if not, in which order they are.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/scales/scale_check.hpp"
#include "app/scales/scale_side.hpp"

namespace app {

/// What is known of the scales besides the file: their values by (batch, row, group), one behind the other.
struct ScaleTruth {
  /// Exact: the bytes themselves. Otherwise the largest magnitude of each group of A, which scales grow with.
  bool exact = true;
  std::vector<double> values;
};

struct DumpVerdict {
  std::int64_t read = 0, wrong = 0;   ///< scales that are looked at, and those that are not what they should be where they are read
  std::int64_t beyond = 0;            ///< scales that are read behind the end of the file
  std::optional<ScalePlace> first{};  ///< the first of them; written_at only where the order is found
  std::string order{};  ///< how the scales lie in the file, in words that read_scale_side takes; "" where no known order explains it
  std::optional<ScaleSide> written{};  ///< the same as a side
};

/// Looks whether the file's scales, `width` bytes each and little-endian, are the true ones where `reader` reads them. If they are
/// not, tries the known orders and `guess` until one explains the whole file.
DumpVerdict check_dump(const std::string& bytes, std::int64_t width, const ScaleSide& reader, const ScaleShape&, const ScaleTruth&,
                       const ScaleProblem&, const std::optional<ScaleSide>& guess);

/// The largest magnitudes of A's groups. `type`: f32, f16 or bf16; A is row-major, one batch behind the other. Errors: a file of
/// another size.
algebra::Result<ScaleTruth> magnitudes(const std::string& bytes, const std::string& type, const ScaleShape&);
/// The scales themselves, row-major.
algebra::Result<ScaleTruth> scales_in_order(const std::string& bytes, std::int64_t width, const ScaleShape&);

}  // namespace app
