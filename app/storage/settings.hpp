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
  bool system_is_dark = false;       ///< when last asked; for the first frame
  std::optional<Language> language;  ///< nothing: the desktop's language
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

/// The new text of the file. before: its present text, "" if there is none. Keeps unknown keys of `before`, and values that
/// are unchanged here since `loaded`, since another window may have changed them.
std::string to_json(const Settings& now, const Settings& loaded, std::string_view before);

/// Missing and invalid values get their defaults. Error: one sentence, if the text is not a JSON object.
tl::expected<Settings, algebra::Message> settings_from(std::string_view json);

/// Those of settings.json; the usual ones where there is none that can be read. For the command line.
Limits saved_limits(const UserFolders&);

/// The language of LC_ALL, LC_MESSAGES or LANG; English if it has no translation.
Language desktop_language();

/// The settings of the state; what is not part of the state (the window's place) is taken from `others`.
Settings settings_of(const Workspace&, const ViewState&, const Session&, Settings others);
/// Sets the state by the settings.
void apply(const Settings&, Workspace&, ViewState&, Session&);

}  // namespace app
