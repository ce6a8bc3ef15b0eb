#pragma once
// Pieces of programs as one line of text.

#include <string>
#include <string_view>

namespace app {

/// The source without comments and line breaks, with one blank at most in a row and none inside of brackets. Beyond `most` bytes it is
/// cut, and ends in " ...".
std::string in_one_line(std::string_view source, std::size_t most = std::string_view::npos);

}  // namespace app
