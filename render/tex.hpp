#pragma once
// Escapes text for TeX.

#include <string>
#include <string_view>

namespace render {

/// Escapes UTF-8 text for TeX: special characters are escaped, arrows and our own signs become commands that every font has, and control
/// characters are dropped.
std::string escaped_for_tex(std::string_view text);

}  // namespace render
