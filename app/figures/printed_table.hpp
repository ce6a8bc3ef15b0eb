#pragma once
// A value as CuTe's print_layout shows it, for every host.

#include <string>

#include <tl/expected.hpp>

#include "algebra/language/value.hpp"
#include "algebra/text/message.hpp"

namespace app {

/// Returns print_layout's table of a layout, a composed layout, or the layout of a tensor; for a matrix over F2 its rows. Error: one
/// sentence; the value has no table, or more than 2^20 elements.
tl::expected<std::string, algebra::Message> printed_table(const algebra::Value&, algebra::Marks);

}  // namespace app
