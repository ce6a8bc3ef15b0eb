#pragma once
// The files under assets/, embedded in the binary at build time.

#include <span>
#include <string_view>

namespace assets {

/// The bytes of an asset by its path under assets/ ("shaders/grid.frag"); empty if there is none.
std::string_view get(std::string_view path);

/// The paths of all assets.
std::span<const std::string_view> paths();

}  // namespace assets
