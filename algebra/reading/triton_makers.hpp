#pragma once
// Triton's encodings of other makers' instructions: AMD's MFMA and WMMA, Intel's DPAS and loads of 2-D blocks.

#include <cstdint>
#include <vector>

#include "algebra/reading/linear_making.hpp"
#include "algebra/reading/triton_attribute.hpp"

namespace algebra::dialects {

/// Returns whether an encoding's kind is one of these.
bool is_makers_kind(const TritonAttribute&);
/// Returns the layout of a tensor with such an encoding. Throws a TritonProblem.
LinearMaking makers_layout(const TritonAttribute&, const std::vector<std::int64_t>& shape);
/// Returns the layout of #ttg.dot_op with such a parent: of operand A or B, for DPAS also of the scales of A (opIdx 3) and B (4).
LinearMaking makers_operand(const TritonAttribute& dot, const TritonAttribute& parent, const std::vector<std::int64_t>& shape);

}  // namespace algebra::dialects
