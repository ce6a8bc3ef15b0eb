#pragma once
// CuTe C++.

#include <memory>

#include "algebra/code/writer.hpp"

namespace algebra::code {

std::unique_ptr<Writer> cpp_writer(const Environment&, IntegerRule);
/// "half_t" for f16.
std::string cpp_type(const ElementType&);
/// The Python dialects.
std::unique_ptr<Writer> dsl_writer(const Environment&, IntegerRule);
std::unique_ptr<Writer> pycute_writer(const Environment&, IntegerRule);

}  // namespace algebra::code
