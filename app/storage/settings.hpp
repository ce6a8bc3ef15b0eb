#pragma once
// The user's settings: settings.json, which can be edited by hand.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "algebra/code/code.hpp"
#include "algebra/text/message.hpp"
#include "app/figures/export_settings.hpp"
#include "app/state/state.hpp"
#include "app/system/texts.hpp"
#include "app/system/user_folders.hpp"

namespace app {

/// Position and size of the window in the desktop's units. x < 0: chosen by the desktop.
struct WindowPlace {
  int x = -1, y = -1, width = 1600, height = 1000;
  bool maximised = false;
  friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

struct Settings {
  ThemeChoice theme = ThemeChoice::system;
  bool system_is_dark = false;       ///< at the last query; used for the first frame
  std::optional<Language> language;  ///< unset: the desktop's language
  float zoom = 1;
  Limits limits;
  std::optional<WindowPlace> window;
  PanelSizes panels;
  PanelChoices panels_open;
  ExportSettings exporting;
  std::string export_ending = "svg";
  algebra::code::Dialect dialect = algebra::code::Dialect::cpp;  ///< of the inspector's code tab
  PresentationChoices presenting;
  std::string last_shown;
  std::set<std::string> solved_lessons;
  std::map<std::string, bool> compiler_allowed;  ///< by folder
  friend bool operator==(const Settings&, const Settings&) = default;
};

inline constexpr std::size_t max_settings_bytes = 1u << 20;
std::string settings_path(const UserFolders&);

/// Returns the new text of the file. before: its present text, "" if there is none. Keeps unknown keys of `before`, and values that are
/// unchanged here since `loaded`, since another window may have changed them.
std::string to_json(const Settings& now, const Settings& loaded, std::string_view before);

/// Reads settings. Missing and invalid values get their defaults. Error: one sentence, if the text is not a JSON object.
tl::expected<Settings, algebra::Message> settings_from(std::string_view json);

/// Returns the limits of settings.json for the command line; the default ones if the file is missing or invalid.
Limits saved_limits(const UserFolders&);

/// Returns the language of LC_ALL, LC_MESSAGES or LANG; English if it has no translation.
Language desktop_language();

/// Returns the settings of the state; those outside of it (the window's place) are taken from `others`.
Settings settings_of(const Workspace&, const ViewState&, const Session&, Settings others);
/// Sets the state by the settings.
void apply(const Settings&, Workspace&, ViewState&, Session&);

}  // namespace app
