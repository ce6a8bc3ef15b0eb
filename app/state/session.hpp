#pragma once
// Data kept from run to run. app/storage reads and writes it; pictures and tests use the defaults, so that they are the same on every
// machine.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/panels.hpp"
#include "app/state/limits.hpp"
#include "app/state/recoverable_session.hpp"
#include "render/theme.hpp"

namespace app {

class Workspace;

enum class ThemeChoice : std::uint8_t { light, dark, system };
std::string_view name_of(ThemeChoice);
std::optional<ThemeChoice> theme_choice(std::string_view name);

/// In points at zoom 1; 0: automatic.
struct PanelSizes {
  float sheet = 0, inspector = 0, operations = 0, launch = 0;
  friend bool operator==(const PanelSizes&, const PanelSizes&) = default;
};

struct Session {
  ThemeChoice theme = ThemeChoice::light;
  bool system_is_dark = false;
  Limits limits;
  PanelSizes panels;  ///< the launch panel's present height is PlaybackView::height
  PanelChoices panels_open;
  bool native_dialogs = false;  ///< use the desktop's file dialogs instead of the built-in ones

  std::string last_shown;  ///< place_to_go_on of the previous run

  std::vector<std::string> recent_files;     ///< newest first, absolute
  std::vector<std::string> recent_commands;  ///< ids, newest first
  std::uint64_t recent_version = 0;          ///< incremented when either list changes in this run
  void remember_file(const std::string& path);
  void forget_file(const std::string& path);
  void remember_command(const std::string& id);

  std::vector<RecoverableSession> left;     ///< of killed runs, until the user recovers or discards them
  std::vector<RecoverableSession> adopted;  ///< recovered in this run; their files are deleted once this run's is written
};

inline constexpr std::string_view lesson_place = "lesson:";
/// Returns where the next run can continue: the active file's path, or lesson_place and a name; "" if nowhere.
std::string place_to_go_on(const Workspace&);

/// Returns the theme, light or dark, by the user's choice and the desktop's.
render::ThemeName resolved(const Session&);

inline constexpr std::size_t most_recent_files = 15, most_recent_commands = 12;

}  // namespace app
