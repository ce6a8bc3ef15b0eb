#pragma once
// A button of words alone.

#include <cstdint>
#include <string_view>

#include "app/ui/ui.hpp"

namespace app {

/// How it shows that the pointer is on it.
enum class Pointed : std::uint8_t { accent, underlined };

/// At a place on the screen; true when clicked.
bool text_button(const Ui&, const Face&, const char* id, std::string_view label, ImVec2 at, Pointed);

}  // namespace app
