#include "app/app.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/app_watch.hpp"
#include "app/picture_clipboard.hpp"

namespace app {
namespace {

/// Names that no entry has yet: A, B, ... Z, A1, B1, ...
std::string unused_name(const SheetEvaluator& evaluator) {
  for (int round = 0;; ++round)
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
      const auto name = round == 0 ? std::string(1, letter) : fmt::format("{}{}", letter, round);
      if (evaluator.find(name) < 0) return name;
    }
}

bool same_plan(const LaunchPlan& a, const LaunchPlan& b) { return a.launch == b.launch && a.tensor == b.tensor && a.outer == b.outer; }

}  // namespace

App::App(Sheet sheet, std::string path)
    : sheet_(std::move(sheet)), saved_(sheet_), path_(std::move(path)), verdicts_(std::make_unique<Verdicts>()) {
  refresh();
  for (std::size_t i = 0; i < sheet_.entries.size(); ++i)
    if (sheet_.entries[i].pin) selected = static_cast<int>(i);
}

void App::want_verdicts() {
  std::vector<Verdicts::Job> jobs;
  for (const auto& r : evaluator_.results())
    if (r.evaluation && r.evaluation->verdict.kind == algebra::Verdict::Kind::pending && r.evaluation->check) jobs.push_back({r.version, r.evaluation->check});
  verdicts_->want(std::move(jobs));
}

void App::wake_with(std::function<void()> wake) {
  wake_ = wake;
  if (watch_) watch_->wake_with(wake);
  verdicts_->wake_with(std::move(wake));
}

bool App::collect_verdicts() {
  bool any = false;
  for (auto& answer : verdicts_->take()) any = evaluator_.settle(answer.version, std::move(answer.verdict)) || any;
  return any;
}

void App::finish_verdicts() {
  verdicts_->finish();
  collect_verdicts();
}

void App::drop_verdicts() {
  verdicts_->want({});
  verdicts_->finish();
}

const App::Explained& App::explained(int entry) const {
  const auto version = result(entry).version;
  if (explained_.version == version) return explained_;
  explained_ = {.version = version, .steps = evaluator_.explain(entry), .stages = {}};
  for (const auto& one : explained_.steps)
    explained_.stages.push_back(one.stage ? render::describe(*one.stage, "", {}) : std::nullopt);
  return explained_;
}

void App::refresh() {
  evaluator_.update(sheet_);
  want_verdicts();
  pictures_.assign(sheet_.entries.size(), std::nullopt);
  const int count = static_cast<int>(sheet_.entries.size());
  selected = std::clamp(selected, 0, std::max(0, count - 1));
  if (hover.entry >= count) hover = {};
  auto next = plan(evaluator_, sheet_.launch);
  const bool same = next && launch_ ? same_plan(*next, *launch_) : !next && !launch_;
  if (!same) ++launch_version_;
  launch_ = std::move(next);
  if (same) return;
  launch_diagram_.reset();
  launch_touches_.clear();
  if (!launch_) return;
  launch_touches_ = first_touches(*launch_);
  launch_diagram_ = launch_picture(*launch_);
}

const Picture* App::picture(int entry) const {
  auto& made = pictures_[static_cast<std::size_t>(entry)];
  if (!made) made = picture_of(*this, entry);
  return *made ? &**made : nullptr;
}

void App::edit(const std::function<void(Sheet&)>& change, const std::string& merge_key) {
  Sheet next = sheet_;
  change(next);
  dismiss_changed(sheet_, next, dismissed_);
  if (next == sheet_) return;
  history_.before_edit(sheet_, merge_key);
  sheet_ = std::move(next);
  if (merge_key.empty()) ++sheet_version;
  refresh();
}

void App::adjust(const std::function<void(Sheet&)>& change) {
  change(sheet_);
}

void App::undo() {
  if (!history_.can_undo()) return;
  sheet_ = history_.undo(sheet_);
  ++sheet_version;
  place_watched();
}

void App::redo() {
  if (!history_.can_redo()) return;
  sheet_ = history_.redo(sheet_);
  ++sheet_version;
  place_watched();
}

void App::play_or_pause() {
  if (!launch_) return;
  playing = !playing;
  const auto at = sheet_.launch.position;
  if (playing && (at < 0 || at >= launch_->requests())) sheet_.launch.position = 0;
}

std::string App::title() const {
  if (path_.empty()) return "untitled";
  const auto slash = path_.rfind('/');
  return slash == std::string::npos ? path_ : path_.substr(slash + 1);
}

void App::tell(std::string text, bool bad) {
  notice = std::move(text);
  notice_is_bad = bad;
}

bool App::open(const std::string& path) {
  auto sheet = load_sheet(path);
  if (!sheet) {
    tell(sheet.error(), true);
    return false;
  }
  start_new(std::move(*sheet));
  path_ = path;
  tell(fmt::format("opened {}", path), false);
  return true;
}

void App::start_new(Sheet sheet) {
  sheet_ = std::move(sheet);
  saved_ = sheet_;
  path_.clear();
  history_.clear();
  hover = {};
  selected = 0;
  ++sheet_version;
  refresh();
}

bool App::save(const std::string& path) {
  const auto saved = save_sheet(sheet_, path);
  if (!saved) {
    tell(saved.error(), true);
    return false;
  }
  path_ = path;
  saved_ = sheet_;
  tell(fmt::format("saved {}", path), false);
  return true;
}

void App::request_quit() {
  if (unsaved()) dialog = Dialog::unsaved;
  else quit = true;
}

bool App::export_to(const std::string& path) {
  const auto written = export_figures(sheet_, evaluator_, exporting, path);
  if (!written) {
    tell(written.error(), true);
    return false;
  }
  tell(written->size() == 1 ? fmt::format("exported {}", written->front()) : fmt::format("exported {} files, {} to {}", written->size(), written->front(), written->back()), false);
  return true;
}

bool App::copy_picture(int entry) {
  ExportSettings settings;
  settings.wish.entry = entry;
  settings.theme = theme;
  settings.scale = 2;
  const auto figures = figures_of(sheet_, evaluator_, settings);
  const auto png = figures ? render::figure_bytes(figures->front(), options_of(settings, render::Format::png)) : tl::unexpected(figures.error());
  const auto copied = png ? copy_png(*png) : tl::unexpected(png.error());
  tell(copied ? "the card is in the clipboard, as a picture" : copied.error(), !copied);
  return copied.has_value();
}

int App::insert_entry(std::string text) {
  const int at = sheet_.entries.empty() ? 0 : selected + 1;
  edit([&](Sheet& s) {
    Entry entry;
    entry.text = std::move(text);
    s.entries.insert(s.entries.begin() + at, std::move(entry));
  });
  selected = at;
  focus_entry = at;
  return at;
}

void App::insert_entries(const std::vector<std::string>& texts) {
  const int at = sheet_.entries.empty() ? 0 : selected + 1;
  edit([&](Sheet& s) {
    std::vector<Entry> more(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) more[i].text = texts[i];
    s.entries.insert(s.entries.begin() + at, more.begin(), more.end());
  });
  if (!texts.empty()) selected = focus_entry = at + static_cast<int>(texts.size()) - 1;
}

void App::replace_entry(int entry, const std::vector<std::string>& texts) {
  if (texts.empty() || entry < 0 || entry >= static_cast<int>(sheet_.entries.size())) return;
  edit([&](Sheet& s) {
    s.entries[static_cast<std::size_t>(entry)].text = texts[0];
    for (std::size_t i = 1; i < texts.size(); ++i) {
      Entry more;
      more.text = texts[i];
      s.entries.insert(s.entries.begin() + entry + static_cast<std::ptrdiff_t>(i), std::move(more));
    }
  });
  selected = focus_entry = entry + static_cast<int>(texts.size()) - 1;
}

void App::copy(const tl::expected<std::string, std::string>& text) {
  if (!text) return tell(text.error(), true);
  clipboard = *text;
  tell("copied", false);
}

void App::insert_call(std::string_view function) {
  // The selected entry is the first argument; what follows is left to type.
  std::string argument;
  if (selected < static_cast<int>(evaluator_.results().size())) argument = result(selected).name;
  insert_entry(fmt::format("{} = {}({}, )", unused_name(evaluator_), function, argument.empty() ? "" : argument));
}

Element App::shown_element() const {
  if (hover) return hover;
  for (std::size_t i = 0; i < sheet_.entries.size(); ++i)
    if (sheet_.entries[i].pin) return {static_cast<int>(i), *sheet_.entries[i].pin};
  return {};
}

}  // namespace app
