#pragma once
// Pieces of programs as one line of text.

#include <string>
#include <string_view>

namespace app {

/// Returns the source without comments and line breaks, with single spaces and none inside of brackets. Longer text is cut after `most`
/// bytes and ends in " ...".
std::string in_one_line(std::string_view source, std::size_t most = std::string_view::npos);

}  // namespace app
