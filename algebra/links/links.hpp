#pragma once
// An operation's links: its record's rule applied to its operands and its result.

#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/links/link.hpp"

namespace algebra::links {

/// Returns the links of a result; empty if it has no elements or sizes beyond 63 bits. A literal or a name links to its operand unchanged.
std::vector<Link> links_of(const Value& result, const Provenance&);

}  // namespace algebra::links
