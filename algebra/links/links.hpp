#pragma once
// What an operation links: its record's rule, applied to its operands and its result.

#include <vector>

#include "algebra/evaluate.hpp"
#include "algebra/links/link.hpp"

namespace algebra::links {

/// Empty for a result without elements, and where sizes go beyond 63 bits. A literal or a name links its operand as it is.
std::vector<Link> links_of(const Value& result, const Provenance&);

}  // namespace algebra::links
