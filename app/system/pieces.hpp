#pragma once
// Texts with marks, such as assets/launch.cu.in.

#include <map>
#include <string>
#include <string_view>

namespace app {

/// What stands in a template for each `@MARK@`.
using Pieces = std::map<std::string_view, std::string>;
/// The template with its pieces, in one pass: what a piece holds is text, also where it looks like a mark.
std::string filled(std::string_view text, const Pieces&);

}  // namespace app
