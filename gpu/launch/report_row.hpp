#pragma once
// A line of a launch's report, as every host shows it.

#include "algebra/text/message.hpp"

namespace gpu {

/// A label, its value, and whether that is a fault.
struct ReportRow {
  algebra::Message label, value;
  bool fault = false;
};

}  // namespace gpu
