#pragma once
// What a menu shows beside the title of a command.

#include <string_view>

#include "app/state/state.hpp"

namespace app {

/// Whether the command begins another kind of thing in its menu.
bool begins_section(std::string_view id);
/// Of commands that are on or off, or choose one of several: whether it is on, or chosen. A lesson's: whether it is solved.
bool is_on(const State&, std::string_view id);

}  // namespace app
