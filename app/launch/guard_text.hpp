#pragma once
// The guards of a launch in C++.

#include <span>
#include <string>
#include <string_view>

#include "algebra/hardware/partition.hpp"

namespace app {

/// A line for each guard, indented: `statement` where (block, thread, `value`) is beyond its end.
std::string guard_text(std::span<const algebra::Guard>, std::string_view indent, std::string_view value, std::string_view statement);

}  // namespace app
