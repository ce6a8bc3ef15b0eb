#pragma once
// Widths in a terminal's columns, where a Chinese letter takes two.

#include <cstddef>
#include <string>
#include <string_view>

namespace algebra {

/// Returns how many columns UTF-8 text takes.
std::size_t columns_of(std::string_view);
/// Pads the text with blanks after it, or before it, up to that many columns.
std::string padded(std::string text, std::size_t columns);
std::string padded_left(std::string text, std::size_t columns);

}  // namespace algebra
