#include "app/state/session.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/state/workspace.hpp"

namespace app {
namespace {

constexpr std::array<std::string_view, 3> theme_names{"light", "dark", "system"};

void put_first(std::vector<std::string>& list, std::string what, std::size_t most) {
  std::erase(list, what);
  list.insert(list.begin(), std::move(what));
  if (list.size() > most) list.resize(most);
}

}  // namespace

void Session::remember_file(const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error).lexically_normal().string();
  if (error || absolute.empty()) return;
  put_first(recent_files, absolute, most_recent_files);
  ++recent_version;
}

void Session::forget_file(const std::string& path) {
  if (std::erase(recent_files, path) > 0) ++recent_version;
}

void Session::remember_command(const std::string& id) {
  put_first(recent_commands, id, most_recent_commands);
  ++recent_version;
}

std::string place_to_go_on(const Workspace& workspace) {
  if (!workspace.path().empty()) return workspace.path();
  return is_lesson(workspace.document()) ? std::string(lesson_place) + workspace.document().lesson : std::string();
}

render::ThemeName resolved(const Session& s) {
  const bool dark = s.theme == ThemeChoice::dark || (s.theme == ThemeChoice::system && s.system_is_dark);
  return dark ? render::ThemeName::dark : render::ThemeName::light;
}

std::string_view name_of(ThemeChoice t) { return theme_names[static_cast<std::size_t>(t)]; }

std::optional<ThemeChoice> theme_choice(std::string_view name) {
  const auto it = std::find(theme_names.begin(), theme_names.end(), name);
  if (it == theme_names.end()) return std::nullopt;
  return static_cast<ThemeChoice>(it - theme_names.begin());
}

}  // namespace app
