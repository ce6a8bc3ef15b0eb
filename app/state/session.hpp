#pragma once
// What a run remembers of the runs before it, and leaves for those after it. app/storage reads and writes it; without that,
// pictures and tests are alike on every machine.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/recoverable_session.hpp"
#include "render/theme.hpp"

namespace app {

enum class ThemeChoice : std::uint8_t { light, dark, system };
std::string_view name_of(ThemeChoice);
std::optional<ThemeChoice> theme_choice(std::string_view name);

/// In points at zoom 1; 0: as the window has room.
struct PanelSizes {
  float sheet = 0, inspector = 0, operations = 0, launch = 0;
  friend bool operator==(const PanelSizes&, const PanelSizes&) = default;
};

struct Session {
  ThemeChoice theme = ThemeChoice::light;
  bool system_is_dark = false;
  PanelSizes panels;  ///< but the launch's, which is PlaybackView::height
  bool tour_seen = true;
  bool native_dialogs = false;  ///< the desktop has a file dialog, and the window asks it in place of ours

  std::vector<std::string> recent_files;     ///< newest first, absolute
  std::vector<std::string> recent_commands;  ///< ids, newest first
  std::uint64_t recent_version = 0;          ///< grows when either changes here
  void remember_file(const std::string& path);
  void forget_file(const std::string& path);
  void remember_command(const std::string& id);

  std::vector<RecoverableSession> left;     ///< by runs that were killed, until somebody says what to do with them
  std::vector<RecoverableSession> adopted;  ///< open here again; their files go when ours are written
};

/// Light or dark, as the choice and the desktop say.
render::ThemeName resolved(const Session&);

inline constexpr std::size_t most_recent_files = 15, most_recent_commands = 12;

}  // namespace app
