#pragma once
// Per-user folders (XDG base directories).

#include <string>

namespace app {

struct UserFolders {
  std::string config;  ///< settings.json: $XDG_CONFIG_HOME/cutescope, ~/.config/cutescope
  std::string state;   ///< recent.json, recovery/: $XDG_STATE_HOME/cutescope, ~/.local/state/cutescope
};

/// Both empty where there is no home: then nothing is remembered. They need not exist.
UserFolders user_folders();

/// With the folders above it, for this user alone. False where that is not possible.
bool make_folder(const std::string& path);

/// The path with the user's home in place of `~` at its front.
std::string with_home(const std::string& path);

}  // namespace app
