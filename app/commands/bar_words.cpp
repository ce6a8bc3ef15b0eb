#include "app/commands/bar_words.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "algebra/text/utf8.hpp"
#include "app/actions/mapping.hpp"
#include "app/document/names.hpp"
#include "app/document/sections.hpp"

namespace app {
namespace {

/// Returns "EN / 中文": English and the other languages by their own names, or by their codes if the font lacks the glyphs.
std::string languages_label(const std::function<bool(char32_t)>& has_glyph) {
  static const auto own_names = [] {
    std::vector<std::string> names;
    for (const auto& l : languages()) names.emplace_back(Texts(l)("English"));
    return names;
  }();
  std::string label = "EN";
  for (std::size_t i = 1; i < own_names.size(); ++i) {
    std::string_view name = own_names[i];
    label += " / ";
    if (has_glyph(algebra::take_code_point(name))) label += own_names[i];
    else
      for (const char c : languages()[i].code) label += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return label;
}

std::string counted(const Texts& tr, std::int64_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, tr(n == 1 ? one : many));
}

}  // namespace

std::vector<BarMenu> bar_menus(const Workspace& workspace) {
  std::vector<BarMenu> menus{{"File", "file."}, {"Edit", "edit."},   {"View", "view."},     {"Lessons", "lessons."}, {"Teach", "teach."},
                             {"Run", "run."},   {"Watch", "watch."}, {"Export", "export."}, {"Help", "help."}};
  if (!workspace.watching()) std::erase_if(menus, [](const BarMenu& m) { return m.group == "watch."; });
  return menus;
}

std::vector<BarPill> bar_pills(const State& state, bool start_page, const LaunchesRunOn& on,
                               const std::function<bool(char32_t)>& has_glyph) {
  const auto& tr = state.view.texts;
  const auto& cause = state.workspace.evaluator().cute_since();
  const auto rule = fmt::format("{}{}{}", tr("Integers: "), name_of(state.workspace.sheet().integers), cause ? " (cute)" : "");
  std::vector<BarPill> pills{
      {"language", languages_label(has_glyph), "view.language"},
      {"present", tr("Present F5"), "view.present"},
      {"theme", tr(state.view.theme == render::ThemeName::dark ? "Dark" : "Light"), "view.theme"},
      {"integers", rule, "view.integers", Tone::text,
       cause ? tr(algebra::message("Integers follow the rule cute because {} contains {}.", cause.name, cause.mark)) : std::string{}},
      {"path", on.label.empty() ? std::string("CPU") : on.label, nullptr, on.gpu ? Tone::good : Tone::faint, on.why}};
  if (has_map(state.workspace)) {
    const bool map = shows_map(state.workspace, state.view);
    pills.insert(pills.begin() + 1, {"map", tr(map ? "Show the cards" : "Show the map"), "canvas.map"});
  }
  if (start_page)
    std::erase_if(pills, [](const auto& p) { return p.id == std::string_view("present") || p.id == std::string_view("integers"); });
  return pills;
}

std::string bar_title(const State& state) {
  if (state.view.start_page) return {};
  return state.workspace.title(state.view.texts) + (state.workspace.unsaved() ? " •" : "");
}

BarRoom bar_room(const BarWidths& w, float width) {
  width -= w.menus;
  // The menus stand behind the program's name. They must not move from sheet to sheet, so only fixed widths decide whether it is shown.
  float all = 0;
  for (const float p : w.usual_pills) all += p;
  const bool named = w.name + all + w.least_title <= width;
  if (named) width -= w.name;
  std::vector<float> ends{0};  // ends[n]: width of the first n pills
  for (const float p : w.pills) ends.push_back(ends.back() + p);
  auto count = w.pills.size();
  const auto rest = [&] { return width - ends[count] - (count < w.pills.size() ? w.more : 0); };
  while (count > 1 && rest() < std::min(w.title, w.least_title)) --count;
  return {named, std::clamp(rest(), 0.0f, w.title), count};
}

std::vector<StatusWords> status_words(const State& state, long zoom, double frame_ms) {
  const auto& tr = state.view.texts;
  const auto& workspace = state.workspace;
  const auto& evaluator = workspace.evaluator();
  const bool sheet = !state.view.start_page;
  std::vector<StatusWords> all;
  if (sheet) {
    const auto u = definitions_in(workspace.sheet(), evaluator.results());
    const auto said = u.definitions > 0 ? fmt::format(fmt::runtime(tr("{} of {} definitions")), u.understood, u.definitions)
                                        : counted(tr, evaluator.expressions(), "expression", "expressions");
    // A click goes to the next problem.
    all.push_back({"problems", fmt::format("{} · {}", said, counted(tr, evaluator.problems(), "problem", "problems")), Tone::faint,
                   evaluator.problems() > 0 ? "edit.next_problem" : nullptr});
  }
  if (const auto checking = workspace.checking(); checking.total > 0)
    all.push_back({"checking", fmt::format("{} {} {} {}", tr("checking"), checking.done, tr("of"), checking.total), Tone::text});
  else if (const int sampled = evaluator.sampled(); sampled > 0 && sheet)
    all.push_back({"sampled", counted(tr, sampled, "verdict is a sample", "verdicts are samples"), Tone::hint});
  if (workspace.watching()) {
    const auto& w = workspace.watched();
    const char* how = workspace.watch_paused() ? "paused" : w.ended ? "ended" : "watching";
    all.push_back(
        {"watching",
         fmt::format("{} {} · {} {}, {} {}", tr(how), workspace.watched_path() == "-" ? tr("standard input") : workspace.watched_path(),
                     w.found, tr("found"), w.different, tr("different")),
         workspace.watch_paused() ? Tone::hint : Tone::text});
  }
  if (zoom > 0) all.push_back({"zoom", fmt::format(fmt::runtime(tr("zoom {} %, as much as fits")), zoom), Tone::hint});
  if (!state.host.notice.empty()) all.push_back({"notice", tr(state.host.notice), state.host.notice_is_bad ? Tone::error : Tone::good});
  // The times of the evaluation and of a frame.
  if (sheet)
    all.push_back({.term = "evaluated in",
                   .text = fmt::format("{} {} {:.2f} ms", evaluator.last_evaluated(), tr("evaluated in"), evaluator.milliseconds()),
                   .if_room = true});
  if (state.view.frame_times)
    all.push_back({.term = "ms/frame", .text = fmt::format("{:.1f} {}", frame_ms, tr("ms/frame")), .if_room = true});
  return all;
}

std::string status_keys(const State& state) {
  const auto& tr = state.view.texts;
  auto keys = fmt::format("{} · {}", tr("Ctrl+K commands"), tr("F1 help"));
  if (!state.view.start_page) keys += fmt::format(" · {}", tr(state.workspace.unsaved() ? "not saved" : "saved"));
  return keys;
}

}  // namespace app
