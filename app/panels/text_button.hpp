#pragma once
// A button without a frame: text only.

#include <cstdint>
#include <string_view>

#include "app/ui/ui.hpp"

namespace app {

/// How it shows that the mouse is over it.
enum class Pointed : std::uint8_t { accent, underlined };

/// Draws the button at a position on the screen. True if clicked.
bool text_button(const Ui&, const Face&, const char* id, std::string_view label, ImVec2 at, Pointed);

}  // namespace app
