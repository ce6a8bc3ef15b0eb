#pragma once
// The linear layouts of Triton's encodings.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "algebra/reading/linear_layout.hpp"
#include "algebra/reading/triton_attribute.hpp"

namespace algebra::dialects {

/// Returns the layout of an encoding for a tensor of this shape, or, without one, of the threads' own tile. Throws a TritonProblem.
LinearLayout triton_layout(const TritonAttribute&, std::vector<std::int64_t> shape,
                           const std::map<std::string, std::string, std::less<>>& aliases);

}  // namespace algebra::dialects
