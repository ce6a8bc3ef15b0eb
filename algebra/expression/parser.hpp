#pragma once
// Source text to a syntax tree.

#include <string_view>

#include <tl/expected.hpp>

#include "algebra/expression/tree.hpp"

namespace algebra::expression {

/// Without the table that print_layout draws below a layout.
std::string_view without_table(std::string_view source);

/// The tree of one expression, at most max_depth deep. What `print_layout` draws below a layout is left out.
tl::expected<Node, Diagnostic> parse(std::string_view source);

}  // namespace algebra::expression
