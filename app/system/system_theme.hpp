#pragma once
// Whether the desktop is dark: asked of the XDG portal, else of GNOME's settings, by the tools that every desktop has.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// The question as a program to run; empty where there is no session to ask.
std::vector<std::string> system_theme_question();

/// From what it printed, a line an answer: the portal's ("(<<uint32 1>>,)" or "v v u 1"), the colour scheme
/// ('prefer-dark') and the GTK theme ('Adwaita-dark'). gtk_theme: $GTK_THEME. Nothing where none of them says.
std::optional<bool> system_is_dark(std::string_view output, std::string_view gtk_theme);

}  // namespace app
