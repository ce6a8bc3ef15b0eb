#pragma once
// The marks that a menu shows beside the titles of commands.

#include <string_view>

#include "app/state/state.hpp"

namespace app {

/// Returns true if a line in the menu separates the command from the one before it.
bool begins_section(std::string_view id);
/// Returns true if a switch is on, a choice is the chosen one, or a lesson is solved.
bool is_on(const State&, std::string_view id);

}  // namespace app
