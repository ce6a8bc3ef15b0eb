#pragma once
// Per-user folders (XDG base directories).

#include <string>

namespace app {

struct UserFolders {
  std::string config;  ///< settings.json: $XDG_CONFIG_HOME/cutescope, ~/.config/cutescope
  std::string state;   ///< recent.json, lessons.json, recovery/: $XDG_STATE_HOME/cutescope, ~/.local/state/cutescope
};

/// Returns the folders, which need not exist. Both are empty if there is no home directory; then nothing is saved.
UserFolders user_folders();

/// Creates a folder and its parents, accessible only to this user. Returns false on failure.
bool make_folder(const std::string& path);

/// Replaces a leading `~` by the user's home directory.
std::string with_home(const std::string& path);

}  // namespace app
