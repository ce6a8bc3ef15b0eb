#pragma once
// Draws the source of a CUDA C++ kernel with syntax colours.

#include <string_view>

#include "app/ui/ui.hpp"

namespace app {

void draw_kernel_line(ImDrawList*, const Ui&, ImVec2 at, std::string_view line);

}  // namespace app
