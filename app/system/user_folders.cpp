#include "app/system/user_folders.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

namespace app {
namespace {

/// Returns the XDG folder. A relative path in the variable is ignored, as the XDG rules require.
std::string base(const char* variable, const char* usual) {
  const char* value = std::getenv(variable);
  if (value != nullptr && value[0] == '/') return std::string(value) + "/cutescope";
  const char* home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? std::string(home) + usual + "/cutescope" : std::string{};
}

}  // namespace

UserFolders user_folders() { return {base("XDG_CONFIG_HOME", "/.config"), base("XDG_STATE_HOME", "/.local/state")}; }

std::string with_home(const std::string& path) {
  if (path.empty() || path[0] != '~' || (path.size() > 1 && path[1] != '/')) return path;
  const char* home = std::getenv("HOME");
  return home != nullptr ? home + path.substr(1) : path;
}

bool make_folder(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return true;
  const auto above = std::filesystem::path(path).parent_path().string();
  if (above != path && !above.empty() && !make_folder(above)) return false;
  return ::mkdir(path.c_str(), 0700) == 0 || std::filesystem::is_directory(path, error);
}

}  // namespace app
