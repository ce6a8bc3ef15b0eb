#pragma once
// Queries the brightness of the desktop's theme with common command-line tools: from the XDG portal, or else GNOME's settings.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Returns the program to run and its arguments; empty if there is no desktop session to query.
std::vector<std::string> system_theme_question();

/// Parses the program's output, one answer per line: the portal's ("(<<uint32 1>>,)" or "v v u 1"), the colour scheme ('prefer-dark') and
/// the GTK theme ('Adwaita-dark'). gtk_theme: $GTK_THEME. Returns true for a dark theme; nullopt if no answer is conclusive.
std::optional<bool> system_is_dark(std::string_view output, std::string_view gtk_theme);

}  // namespace app
