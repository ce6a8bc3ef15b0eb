#include "app/system/system_theme.hpp"

#include <unistd.h>

#include <cstdlib>

#include "algebra/text/characters.hpp"

namespace app {
namespace {

/// Returns the number at the end of a portal's answer: 0 no preference, 1 dark, 2 light.
std::optional<int> portal_scheme(std::string_view line) {
  for (const std::string_view before : {"uint32 ", "v v u ", "v u "}) {
    const auto at = line.find(before);
    if (at == std::string_view::npos || at + before.size() >= line.size()) continue;
    const char digit = line[at + before.size()];
    if (digit >= '0' && digit <= '2') return digit - '0';
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> system_theme_question() {
  const char* bus = std::getenv("DBUS_SESSION_BUS_ADDRESS");
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  // Without a bus the tools would start one.
  const bool there =
      (bus != nullptr && bus[0] != '\0') || (runtime != nullptr && ::access((std::string(runtime) + "/bus").c_str(), R_OK) == 0);
  if (!there) return {};
  return {"/bin/sh", "-c",
          "{ gdbus call --session --timeout 2 --dest org.freedesktop.portal.Desktop --object-path /org/freedesktop/portal/desktop"
          " --method org.freedesktop.portal.Settings.Read org.freedesktop.appearance color-scheme"
          " || busctl --user --timeout=2 call org.freedesktop.portal.Desktop /org/freedesktop/portal/desktop"
          " org.freedesktop.portal.Settings Read ss org.freedesktop.appearance color-scheme; }"
          " || { gsettings get org.gnome.desktop.interface color-scheme; gsettings get org.gnome.desktop.interface gtk-theme; }"};
}

std::optional<bool> system_is_dark(std::string_view output, std::string_view gtk_theme) {
  std::optional<bool> by_scheme, by_theme;
  while (!output.empty()) {
    const auto line = algebra::take_until(output, '\n');
    if (const auto scheme = portal_scheme(line); scheme && *scheme != 0) return *scheme == 1;
    if (line.find("prefer-dark") != std::string_view::npos) by_scheme = true;
    else if (line.find("prefer-light") != std::string_view::npos) by_scheme = false;
    else if (line.starts_with('\'') && line != "'default'") by_theme = algebra::lower(line).find("dark") != std::string::npos;
  }
  if (by_scheme) return by_scheme;
  if (!gtk_theme.empty()) return algebra::lower(gtk_theme).find("dark") != std::string::npos;
  return by_theme;
}

}  // namespace app
