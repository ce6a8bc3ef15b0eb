#include "app/storage/settings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "algebra/layout/memory_budget.hpp"
#include "app/document/names.hpp"
#include "app/state/front_end.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

using algebra::Message;

using nlohmann::json;

constexpr std::array<std::string_view, 4> laser_names{"red", "green", "blue", "orange"};

/// Reads a member into `to` if it has the right type; otherwise `to` stays.
template <class T>
void read(const json& from, const char* key, T& to) {
  const auto it = from.find(key);
  if (it == from.end()) return;
  if constexpr (std::is_same_v<T, bool>) {
    if (it->is_boolean()) to = it->template get<bool>();
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (it->is_string()) to = it->template get<std::string>();
  } else if (it->is_number()) {
    const auto value = it->template get<double>();
    if (std::isfinite(value) && std::abs(value) < 1e6) to = static_cast<T>(value);
  }
}

template <class T, class Parse>
void read_name(const json& from, const char* key, T& to, Parse parse) {
  std::string name;
  read(from, key, name);
  if (const auto value = parse(name)) to = *value;
}

/// Reads the name of an enumerator; `names` has them in order.
template <std::size_t n, class T>
void read_choice(const json& from, const char* key, T& to, const std::array<std::string_view, n>& names) {
  read_name(from, key, to, [&](std::string_view name) -> std::optional<T> {
    const auto it = std::find(names.begin(), names.end(), name);
    return it == names.end() ? std::nullopt : std::optional(static_cast<T>(it - names.begin()));
  });
}

json object_in(const json& from, const char* key) {
  const auto it = from.find(key);
  return it != from.end() && it->is_object() ? *it : json::object();
}

json written(const ExportSettings& e, const std::string& ending) {
  json o{{"format", ending},       {"theme", name_of(e.theme)}, {"scale", e.scale},
         {"width_cm", e.width_cm}, {"height_cm", e.height_cm},  {"letters", e.letters},
         {"natural", e.natural},   {"headings", e.headings},    {"borders", e.borders},
         {"names", e.names},       {"legend", e.legend},        {"transparent", e.transparent},
         {"font", e.font}};
  return o;
}

void read_export(const json& o, ExportSettings& e, std::string& ending) {
  read(o, "format", ending);
  if (ending.empty() || ending.size() > 4) ending = "svg";
  read_name(o, "theme", e.theme, theme_name);
  read(o, "scale", e.scale);
  e.scale = std::clamp(e.scale, 0.1, 20.0);
  read(o, "width_cm", e.width_cm);
  read(o, "height_cm", e.height_cm);
  for (double* side : {&e.width_cm, &e.height_cm})
    if (*side != 0) *side = std::clamp(*side, render::least_width_cm, render::most_width_cm);
  read(o, "letters", e.letters);
  if (e.letters != 0) e.letters = std::clamp(e.letters, render::figure_templates.front().letters, 72.0);
  read(o, "natural", e.natural);
  read(o, "headings", e.headings);
  read(o, "borders", e.borders);
  read(o, "names", e.names);
  read(o, "legend", e.legend);
  read(o, "transparent", e.transparent);
  read(o, "font", e.font);
}

json written(const PresentationChoices& p) {
  return {{"operands", p.operands},
          {"notes", p.notes},
          {"all_steps", p.all_steps},
          {"full_screen", p.fills_screen},
          {"laser", laser_names[static_cast<std::size_t>(p.laser_colour)]},
          {"spotlight", p.radius},
          {"size", p.size}};
}

void read_presentation(const json& o, PresentationChoices& p) {
  read(o, "operands", p.operands);
  read(o, "notes", p.notes);
  read(o, "all_steps", p.all_steps);
  read(o, "full_screen", p.fills_screen);
  read_choice(o, "laser", p.laser_colour, laser_names);
  read(o, "spotlight", p.radius);
  p.radius = std::clamp(p.radius, 0.04f, 0.6f);
  read(o, "size", p.size);
  p.size = std::clamp(p.size, 0.6f, 3.0f);
}

json written(const Limits& l) {
  return {{"memory_mib", l.memory_mib}, {"check_seconds", l.check_seconds}, {"launch_accesses", l.launch_accesses}};
}

void read_limits(const json& o, Limits& l) {
  constexpr auto mebibyte = std::int64_t{1} << 20;
  read(o, "memory_mib", l.memory_mib);
  l.memory_mib = std::clamp<double>(l.memory_mib, algebra::MemoryBudget::least / mebibyte, algebra::MemoryBudget::largest / mebibyte);
  read(o, "check_seconds", l.check_seconds);
  l.check_seconds = std::max(0.0, l.check_seconds);
  if (const auto accesses = o.find("launch_accesses"); accesses != o.end() && accesses->is_number_integer())
    l.launch_accesses = std::clamp<std::int64_t>(accesses->get<std::int64_t>(), 1, gpu::largest_launch_accesses);
}

json as_json(const Settings& s) {
  json o{{"theme", name_of(s.theme)},
         {"system_is_dark", s.system_is_dark},
         {"zoom", s.zoom},
         {"last_shown", s.last_shown},
         {"solved_lessons", s.solved_lessons}};
  if (s.language) o["language"] = s.language->code;
  if (s.window)
    o["window"] = {{"x", s.window->x},
                   {"y", s.window->y},
                   {"width", s.window->width},
                   {"height", s.window->height},
                   {"maximised", s.window->maximised}};
  o["panels"] = {
      {"sheet", s.panels.sheet}, {"inspector", s.panels.inspector}, {"operations", s.panels.operations}, {"launch", s.panels.launch}};
  auto& open = o["panels_open"] = json::object();
  for (std::size_t i = 0; i < panel_count; ++i)
    open[std::string(panel_names[i])] = s.panels_open[i] ? json(*s.panels_open[i]) : json(nullptr);
  o["limits"] = written(s.limits);
  o["export"] = written(s.exporting, s.export_ending);
  o["code"] = algebra::code::dialect_keys[static_cast<std::size_t>(s.dialect)];
  o["presentation"] = written(s.presenting);
  o["compiler_allowed"] = s.compiler_allowed;
  return o;
}

/// Returns the decisions about folders that changed in this window.
json changed_folders(const Settings& now, const Settings& loaded) {
  auto changed = json::object();
  for (const auto& [folder, allowed] : now.compiler_allowed)
    if (const auto it = loaded.compiler_allowed.find(folder); it == loaded.compiler_allowed.end() || it->second != allowed)
      changed[folder] = allowed;
  return changed;
}

}  // namespace

std::string to_json(const Settings& now, const Settings& loaded, std::string_view before) {
  auto file = json::parse(before, nullptr, false);
  if (!file.is_object()) file = json::object();
  const auto wanted = as_json(now), old = as_json(loaded);
  for (const auto& [key, value] : wanted.items()) {
    const bool changed = !old.contains(key) || old[key] != value;
    if (!changed && file.contains(key)) continue;
    // Unknown keys within an object stay as well.
    if (value.is_object() && file.contains(key) && file[key].is_object()) file[key].update(value);
    else file[key] = value;
  }
  // Decisions about folders by other windows stay.
  const auto changed = changed_folders(now, loaded);
  if (auto folders = object_in(json::parse(before, nullptr, false), "compiler_allowed"); !folders.empty() || !changed.empty()) {
    folders.update(changed);
    file["compiler_allowed"] = std::move(folders);
  }
  // Lessons solved here join those solved in another window.
  if (const auto there = json::parse(before, nullptr, false);
      there.is_object() && there.contains("solved_lessons") && there["solved_lessons"].is_array()) {
    auto solved = now.solved_lessons;
    for (const auto& lesson : there["solved_lessons"])
      if (lesson.is_string()) solved.insert(lesson.get<std::string>());
    file["solved_lessons"] = solved;
  }
  return file.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

tl::expected<Settings, Message> settings_from(std::string_view text) {
  const auto file = json::parse(text, nullptr, false);
  if (!file.is_object()) return tl::unexpected(Message("the settings cannot be read; the defaults are used"));
  Settings s;
  read_name(file, "theme", s.theme, theme_choice);
  read(file, "system_is_dark", s.system_is_dark);
  std::string language;
  read(file, "language", language);
  s.language = language_named(language);
  read(file, "zoom", s.zoom);
  s.zoom = std::clamp(s.zoom, 0.6f, 3.0f);
  read(file, "last_shown", s.last_shown);
  if (const auto solved = file.find("solved_lessons"); solved != file.end() && solved->is_array())
    for (const auto& lesson : *solved)
      if (lesson.is_string()) s.solved_lessons.insert(lesson.get<std::string>());
  if (const auto o = object_in(file, "window"); !o.empty()) {
    WindowPlace w;
    read(o, "x", w.x);
    read(o, "y", w.y);
    read(o, "width", w.width);
    read(o, "height", w.height);
    read(o, "maximised", w.maximised);
    if (w.width >= 320 && w.height >= 240 && w.width <= 16384 && w.height <= 16384) s.window = w;
  }
  const auto panels = object_in(file, "panels");
  for (const auto& [key, size] : {std::pair{"sheet", &s.panels.sheet},
                                  {"inspector", &s.panels.inspector},
                                  {"operations", &s.panels.operations},
                                  {"launch", &s.panels.launch}}) {
    read(panels, key, *size);
    *size = std::clamp(*size, 0.0f, 10000.0f);
  }
  const auto open = object_in(file, "panels_open");
  for (std::size_t i = 0; i < panel_count; ++i)
    if (const auto it = open.find(panel_names[i]); it != open.end() && it->is_boolean()) s.panels_open[i] = it->get<bool>();
  read_limits(object_in(file, "limits"), s.limits);
  read_export(object_in(file, "export"), s.exporting, s.export_ending);
  read_choice(file, "code", s.dialect, algebra::code::dialect_keys);
  read_presentation(object_in(file, "presentation"), s.presenting);
  const auto folders = object_in(file, "compiler_allowed");
  for (const auto& [folder, allowed] : folders.items())
    if (allowed.is_boolean()) s.compiler_allowed[folder] = allowed.get<bool>();
  return s;
}

std::string settings_path(const UserFolders& f) { return f.config + "/settings.json"; }

Limits saved_limits(const UserFolders& folders) {
  const auto text = folders.config.empty() ? std::string() : read_file(settings_path(folders), max_settings_bytes).value_or("");
  return settings_from(text).value_or(Settings{}).limits;
}

Language desktop_language() {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* value = std::getenv(variable); value != nullptr && value[0] != '\0') return language_of_locale(value);
  return Language::english;
}

Settings settings_of(const Workspace& workspace, const ViewState& view, const Session& session, Settings s) {
  s.theme = session.theme;
  s.system_is_dark = session.system_is_dark;
  if (s.language || view.texts.language() != desktop_language()) s.language = view.texts.language();
  s.zoom = view.zoom;
  s.limits = session.limits;
  s.panels = session.panels;
  s.panels.launch = view.playback.height;
  s.panels_open = session.panels_open;
  // The subject and texts of a figure belong to the sheet; the style of drawing is the user's setting.
  s.exporting = {};
  const auto& e = view.exporting;
  s.exporting.theme = e.theme, s.exporting.scale = e.scale, s.exporting.font = e.font;
  s.exporting.width_cm = e.width_cm, s.exporting.height_cm = e.height_cm;
  s.exporting.letters = e.letters;
  s.exporting.headings = e.headings, s.exporting.borders = e.borders, s.exporting.names = e.names, s.exporting.legend = e.legend,
  s.exporting.transparent = e.transparent;
  s.export_ending = view.export_ending;
  s.dialect = view.inspector.dialect;
  s.presenting = view.presenting;
  const auto place = place_to_go_on(workspace);
  s.last_shown = place.empty() ? session.last_shown : place;
  s.solved_lessons = workspace.lessons().solved;
  s.compiler_allowed = workspace.front_end().allowed;
  return s;
}

void apply(const Settings& s, Workspace& workspace, ViewState& view, Session& session) {
  session.theme = s.theme;
  session.system_is_dark = s.system_is_dark;
  view.theme = resolved(session);
  const auto language = s.language.value_or(desktop_language());
  view.texts = Texts(language);
  workspace.set_language(language);
  view.zoom = s.zoom;
  session.limits = s.limits;
  hold(s.limits, workspace);
  session.panels = s.panels;
  session.panels_open = s.panels_open;
  view.playback.height = s.panels.launch;
  view.exporting = s.exporting;
  view.export_ending = s.export_ending;
  view.inspector.dialect = s.dialect;
  static_cast<PresentationChoices&>(view.presenting) = s.presenting;
  session.last_shown = s.last_shown;
  workspace.lessons().solved = s.solved_lessons;
  workspace.front_end().allowed = s.compiler_allowed;
}

}  // namespace app
