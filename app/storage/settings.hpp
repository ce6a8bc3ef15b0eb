#pragma once
// What the program remembers of how a user likes it, in a file that can be read and written by hand.

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "algebra/code/code.hpp"
#include "app/figures/export_settings.hpp"
#include "app/state/state.hpp"
#include "app/system/texts.hpp"

namespace app {

/// Of the window on the desktop, in the desktop's units. x < 0: wherever the desktop puts it.
struct WindowPlace {
  int x = -1, y = -1, width = 1600, height = 1000;
  bool maximised = false;
  friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

struct Settings {
  ThemeChoice theme = ThemeChoice::system;
  bool system_is_dark = false;       ///< when it was last asked: what the first frame looks like
  std::optional<Language> language;  ///< nothing: the desktop's
  float zoom = 1;
  std::optional<WindowPlace> window;
  PanelSizes panels;
  ExportSettings exporting;
  std::string export_ending = "svg";
  algebra::code::Dialect dialect = algebra::code::Dialect::cpp;  ///< of the inspector's code
  PresentationChoices presenting;
  bool tour_seen = false;
  std::set<std::string> solved_lessons;
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// The file's text. Keys of `before` that this version does not know stay, and so do those whose value nobody here has
/// changed since `loaded`: another window may have. `before`: the file as it is now, "" where there is none.
std::string to_json(const Settings& now, const Settings& loaded, std::string_view before);

/// What is not in the text, or has a value that cannot be, has its usual value. Error: one sentence, for text that is no
/// JSON object at all.
tl::expected<Settings, std::string> settings_from(std::string_view json);

/// Chinese where LC_ALL, LC_MESSAGES or LANG say so.
Language desktop_language();

/// What is remembered of the state; what is no part of it (the window's place) is taken from `others`.
Settings settings_of(const Workspace&, const ViewState&, const Session&, Settings others);
void apply(const Settings&, Workspace&, ViewState&, Session&);

}  // namespace app
