#pragma once
// The guards of a launch in C++.

#include <span>
#include <string>
#include <string_view>

#include "algebra/hardware/partition.hpp"

namespace app {

/// Returns a line per guard, indented: `statement` if (block, thread, `value`) is beyond the guard's end.
std::string guard_text(std::span<const algebra::Guard>, std::string_view indent, std::string_view value, std::string_view statement);

}  // namespace app
