#pragma once
// Parses source text into a syntax tree.

#include <string_view>

#include <tl/expected.hpp>

#include "algebra/language/tree.hpp"

namespace algebra::expression {

/// Parses one expression, at most max_depth deep. Ignores the table that `print_layout` draws below a layout.
tl::expected<Node, Diagnostic> parse(std::string_view source);

}  // namespace algebra::expression
