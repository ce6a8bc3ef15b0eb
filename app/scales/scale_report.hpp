#pragma once
// The report on scales as messages, the same for the window and the command line.

#include <vector>

#include "app/scales/scale_dump.hpp"

namespace app {

struct ScaleReport {
  ScaleSide reader, producer;
  ScaleShape shape;
  ScaleDifference difference;
  ScaleRepair repair;
};

ScaleReport scale_report(const ScaleSide& reader, const ScaleSide& producer, const ScaleShape&);

/// Returns a sentence per line: the first misplaced scale, the number of them, whether a reshape suffices, and the repair.
std::vector<algebra::Message> said_of(const ScaleReport&);
/// Returns the same for a file of that many bytes.
std::vector<algebra::Message> said_of(const DumpVerdict&, const ScaleUnit&, std::int64_t bytes);

}  // namespace app
