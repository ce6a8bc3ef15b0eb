#pragma once
// Templates with marks, such as assets/launch.cu.in.

#include <map>
#include <string>
#include <string_view>

namespace app {

/// The replacements of a template, by the name in `@NAME@`.
using Pieces = std::map<std::string_view, std::string>;
/// Returns the template with its pieces, in one pass: marks within a piece are not replaced.
std::string filled(std::string_view text, const Pieces&);

}  // namespace app
