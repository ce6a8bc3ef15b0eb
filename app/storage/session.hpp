#pragma once
// What a run remembers of the runs before it, and says to those after it. Without a Keeper nothing of it is read or
// written: pictures and tests are alike on every machine.

#include <deque>
#include <string>
#include <vector>

#include "app/storage/recovery.hpp"
#include "app/storage/settings.hpp"
#include "render/theme.hpp"

namespace app {

/// What a saving was asked for.
enum class AfterSave : std::uint8_t { nothing, close, quit };

struct Session {
  ThemeChoice theme = ThemeChoice::light;
  bool system_is_dark = false;
  PanelSizes panels;  ///< but the launch's, which is App::launch_look's
  bool tour_seen = true;
  int tour_step = -1;                         ///< of the tour, from 0; -1: it is not shown
  bool help_here = false;                     ///< F1 was pressed: help for what is under the pointer is wanted
  AfterSave after_save = AfterSave::nothing;  ///< happens to App::asked_about when they are saved
  bool native_dialogs = false;                ///< the desktop has a file dialog, and the window asks it in place of ours

  std::vector<std::string> recent_files;     ///< newest first, absolute
  std::vector<std::string> recent_commands;  ///< ids, newest first
  std::uint64_t recent_version = 0;          ///< grows when either changes here
  void remember_file(const std::string& path);
  void forget_file(const std::string& path);
  void remember_command(const std::string& id);

  std::vector<LeftBehind> left;     ///< by runs that were killed, as long as nobody has said what to do with it
  std::vector<LeftBehind> adopted;  ///< open here again; its files go when ours are written
};

/// Light or dark, as the choice and the desktop say.
render::ThemeName resolved(const Session&);
void choose_theme(App&, ThemeChoice);
/// Of the window, and of the notes of a lesson in it.
void choose_language(App&, Language);

/// What a killed run has left, opened: unsaved sheets as they were, the others from their files.
void recover_all(App&);
void discard_left(App&);

/// recent.json. Paths that are no text are left out.
std::string recent_to_json(const std::vector<std::string>& files, const std::vector<std::string>& commands);
struct Recent {
  std::vector<std::string> files, commands;
};
Recent recent_from(std::string_view json);
/// Ours first, then theirs that are not among them; no more than `most`.
std::vector<std::string> merged(std::vector<std::string> ours, const std::vector<std::string>& theirs, std::size_t most);

inline constexpr std::size_t most_recent_files = 15, most_recent_commands = 12;

}  // namespace app
