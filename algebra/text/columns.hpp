#pragma once
// Columns of a terminal: a Chinese letter is two wide.

#include <cstddef>
#include <string>
#include <string_view>

namespace algebra {

/// How many columns UTF-8 text takes.
std::size_t columns_of(std::string_view);
/// The text with blanks behind it, or before it, where it takes fewer columns than that.
std::string padded(std::string text, std::size_t columns);
std::string padded_left(std::string text, std::size_t columns);

}  // namespace algebra
