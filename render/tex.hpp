#pragma once
// Escapes text for TeX.

#include <string>
#include <string_view>

namespace render {

/// The text (UTF-8) with what is special in TeX escaped, arrows and signs of our own as commands that every font has, and control
/// characters left out.
std::string escaped_for_tex(std::string_view text);

}  // namespace render
