#include "app/storage/session.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/state/app.hpp"

namespace app {
namespace {

using nlohmann::json;

void put_first(std::vector<std::string>& list, std::string what, std::size_t most) {
  std::erase(list, what);
  list.insert(list.begin(), std::move(what));
  if (list.size() > most) list.resize(most);
}

std::vector<std::string> strings_in(const json& from, const char* key) {
  std::vector<std::string> found;
  if (const auto it = from.find(key); it != from.end() && it->is_array())
    for (const auto& s : *it)
      if (s.is_string()) found.push_back(s.get<std::string>());
  return found;
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

render::ThemeName resolved(const Session& s) {
  const bool dark = s.theme == ThemeChoice::dark || (s.theme == ThemeChoice::system && s.system_is_dark);
  return dark ? render::ThemeName::dark : render::ThemeName::light;
}

void choose_theme(App& app, ThemeChoice choice) {
  app.session().theme = choice;
  app.theme = resolved(app.session());
}

void choose_language(App& app, Language language) {
  app.texts = Texts(language);
  app.retell_lesson();
}

void recover_all(App& app) {
  auto& session = app.session();
  int recovered = 0;
  for (auto& behind : session.left) {
    std::uint64_t active = 0;
    for (std::size_t i = 0; i < behind.left.sheets.size(); ++i) {
      const auto& s = behind.left.sheets[i];
      auto sheet = parse_sheet(s.text);
      if (s.unsaved && sheet) app.open_unsaved(std::move(*sheet), s.path, s.selected), ++recovered;
      else if (!s.unsaved) app.open(s.path);
      if (static_cast<int>(i) == behind.left.active) active = app.document().id;
    }
    for (std::size_t i = 0; i < app.documents().size(); ++i)
      if (app.documents()[i].id == active) app.activate(static_cast<int>(i));
    session.adopted.push_back(std::move(behind));
  }
  session.left.clear();
  app.dialog = Dialog::none;
  app.tell(fmt::format("{} {}", recovered, app.texts(recovered == 1 ? "sheet recovered" : "sheets recovered")), false);
}

void discard_left(App& app) {
  for (auto& behind : app.session().left) behind.remove();
  app.session().left.clear();
  app.dialog = Dialog::none;
}

std::string recent_to_json(const std::vector<std::string>& files, const std::vector<std::string>& commands) {
  return json{{"files", files}, {"commands", commands}}.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Recent recent_from(std::string_view text) {
  const auto all = json::parse(text, nullptr, false);
  if (!all.is_object()) return {};
  return {strings_in(all, "files"), strings_in(all, "commands")};
}

std::vector<std::string> merged(std::vector<std::string> ours, const std::vector<std::string>& theirs, std::size_t most) {
  for (const auto& s : theirs)
    if (std::find(ours.begin(), ours.end(), s) == ours.end()) ours.push_back(s);
  if (ours.size() > most) ours.resize(most);
  return ours;
}

}  // namespace app
