#pragma once
// What is remembered from run to run. app/storage reads and writes it; pictures and tests use the defaults, so that they are
// the same on every machine.

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
  bool native_dialogs = false;  ///< file dialogs are the desktop's instead of ours

  std::string last_shown;  ///< the place_to_go_on of the run before

  std::vector<std::string> recent_files;     ///< newest first, absolute
  std::vector<std::string> recent_commands;  ///< ids, newest first
  std::uint64_t recent_version = 0;          ///< incremented when either changes in this run
  void remember_file(const std::string& path);
  void forget_file(const std::string& path);
  void remember_command(const std::string& id);

  std::vector<RecoverableSession> left;     ///< of killed runs, until the user recovers or discards them
  std::vector<RecoverableSession> adopted;  ///< recovered here; their files are deleted once ours is written
};

inline constexpr std::string_view lesson_place = "lesson:";
/// Where the next run can go on: the active file's path, or lesson_place and a name; "" if that is nowhere.
std::string place_to_go_on(const Workspace&);

/// The theme, light or dark, by the user's choice and the desktop's.
render::ThemeName resolved(const Session&);

inline constexpr std::size_t most_recent_files = 15, most_recent_commands = 12;

}  // namespace app
