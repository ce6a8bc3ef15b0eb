#pragma once
// What the doctor says of scales, as messages: the window and the command line show the same.

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

/// One sentence a line: the first scale that lies elsewhere, how many do, whether a reshape would do, and what would put them there.
std::vector<algebra::Message> said_of(const ScaleReport&);
/// The same of a file of that many bytes.
std::vector<algebra::Message> said_of(const DumpVerdict&, const ScaleUnit&, std::int64_t bytes);

}  // namespace app
