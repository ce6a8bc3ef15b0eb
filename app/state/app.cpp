#include "app/state/app.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "app/actions/app_watch.hpp"
#include "app/actions/iteration.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/document/linking.hpp"
#include "app/storage/session.hpp"
#include "app/system/picture_clipboard.hpp"

namespace app {
namespace {

bool same_plan(const LaunchPlan& a, const LaunchPlan& b) { return a.launch == b.launch && a.tensor == b.tensor && a.outer == b.outer; }

}  // namespace

App::App(Sheet sheet, std::string path)
    : session_(std::make_unique<Session>()), verdicts_(std::make_unique<Verdicts>()), linking_(std::make_shared<Linking>()) {
  documents_.push_back(begin(std::move(sheet), std::move(path)));
  selected = document().selected;
  refresh();
}

App::~App() = default;

void App::want_verdicts() {
  std::vector<Verdicts::Job> jobs;
  for (const auto& r : evaluator_.results())
    if (r.evaluation && r.evaluation->verdict.kind == algebra::Verdict::Kind::pending && r.evaluation->check)
      jobs.push_back({r.version, r.evaluation->check});
  verdicts_->want(std::move(jobs));
}

void App::wake_with(std::function<void()> wake) {
  wake_ = wake;
  for (auto& d : documents_)
    if (d.watch) d.watch->wake_with(wake);
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
  for (const auto& one : explained_.steps) explained_.stages.push_back(one.stage ? render::describe(*one.stage, "", {}) : std::nullopt);
  return explained_;
}

void App::retell_lesson() {
  ++sheet_version;
  refresh();
}

void App::refresh() {
  changed();
  if (auto& d = shown(); !d.sheet.lesson.name.empty()) {
    retell(d.sheet, texts.language());
    retell(d.saved, texts.language());
  }
  evaluator_.update(sheet());
  linking_->expire();
  pinned_at_ = 0;
  want_verdicts();
  number_cards();
  pictures_.clear();
  ++pictures_version_;
  const int count = static_cast<int>(sheet().entries.size());
  selected = std::clamp(selected, 0, std::max(0, count - 1));
  if (hover.entry >= count) hover = {};
  auto next = plan(evaluator_, sheet().launch);
  const bool same = next && launch_ ? same_plan(*next, *launch_) : !next && !launch_;
  if (!same) ++launch_version_;
  launch_ = std::move(next);
  lessons.update(sheet(), evaluator_, launch_);
  if (same) return;
  launch_diagram_.reset();
  launch_touches_.clear();
  if (!launch_) return;
  launch_touches_ = first_touches(*launch_);
  launch_diagram_ = launch_picture(*launch_);
}

Linking& App::linking() const {
  linking_->update(evaluator_.results());
  return *linking_;
}

const Counterparts& App::linked() const { return linking().of(shown_element()); }

const Picture* App::picture(int entry, int card) const {
  const auto [made, is_new] = pictures_.try_emplace({entry, card});
  if (is_new) made->second = picture_of(sheet(), evaluator_.results(), entry, card);
  return made->second ? &*made->second : nullptr;
}

void App::number_cards() {
  std::unordered_set<std::int64_t> numbers;
  for (auto& e : shown().sheet.entries)
    for (int n = 0; n < e.cards(); ++n) {
      auto& number = e.card(n).id.number;
      // A copy of an entry brings the number of the original.
      if (number == 0 || !numbers.insert(number).second) numbers.insert(number = ++last_card_);
    }
}

void App::edit(const std::function<void(Sheet&)>& change, const std::string& merge_key) {
  auto& d = shown();
  Sheet next = d.sheet;
  change(next);
  dismiss_changed(d.sheet, next, d.dismissed);
  if (next == d.sheet) return;
  d.history.before_edit(d.sheet, merge_key);
  d.sheet = std::move(next);
  if (merge_key.empty()) ++sheet_version;
  refresh();
}

void App::adjust(const std::function<void(Sheet&)>& change) {
  change(shown().sheet);
  changed();
}

void App::undo() {
  if (can_undo()) go_to(shown().history.undo(sheet()));
}

void App::redo() {
  if (can_redo()) go_to(shown().history.redo(sheet()));
}

void App::cancel_edit(const std::string& merge_key) {
  auto before = shown().history.cancel(merge_key);
  if (!before) return;
  shown().sheet = std::move(*before);
  ++sheet_version;
  refresh();
}

void App::go_to(Sheet next) {
  keep_looks(sheet(), next);
  const auto before = std::exchange(shown().sheet, std::move(next));
  ++sheet_version;
  place_watched();
  follow_change(*this, before);
}

void App::play_or_pause() {
  if (!launch_) return;
  playing = !playing;
  const auto at = sheet().launch.position;
  if (playing && (at < 0 || at >= launch_->requests())) shown().sheet.launch.position = 0;
}

void App::tell(std::string text, bool bad) {
  notice = std::move(text);
  notice_is_bad = bad;
}

bool App::export_to(const std::string& path) {
  const auto written = export_figures(sheet(), evaluator_, exporting, path);
  if (!written) {
    tell(written.error(), true);
    return false;
  }
  tell(written->size() == 1
           ? fmt::format(fmt::runtime(texts("exported {}")), written->front())
           : fmt::format(fmt::runtime(texts("exported {} files, {} to {}")), written->size(), written->front(), written->back()),
       false);
  return true;
}

bool App::copy_picture(int entry) {
  ExportSettings settings;
  settings.wish.entry = entry;
  if (entry == selected) settings.wish.card = std::max(0, selected_card(*this).card);
  settings.theme = theme;
  settings.scale = 2;
  const auto figures = figures_of(sheet(), evaluator_, settings);
  const auto png =
      figures ? render::figure_bytes(figures->front(), options_of(settings, render::Format::png)) : tl::unexpected(figures.error());
  const auto copied = png ? copy_png(*png) : tl::unexpected(png.error());
  tell(copied ? texts("the card is in the clipboard, as a picture") : copied.error(), !copied);
  return copied.has_value();
}

int App::insert_entry(std::string text) {
  const int at = sheet().entries.empty() ? 0 : selected + 1;
  edit([&](Sheet& s) {
    Entry entry;
    entry.text = std::move(text);
    s.entries.insert(s.entries.begin() + at, std::move(entry));
  });
  selected = at;
  focus_entry = at;
  return at;
}

void App::insert_entries(const std::vector<std::string>& lines) {
  const int at = sheet().entries.empty() ? 0 : selected + 1;
  edit([&](Sheet& s) {
    std::vector<Entry> more(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) more[i].text = lines[i];
    s.entries.insert(s.entries.begin() + at, more.begin(), more.end());
  });
  if (!lines.empty()) selected = focus_entry = at + static_cast<int>(lines.size()) - 1;
}

void App::replace_entry(int entry, const std::vector<std::string>& lines) {
  if (lines.empty() || !has_entry(entry)) return;
  edit([&](Sheet& s) {
    s.entries[static_cast<std::size_t>(entry)].text = lines[0];
    for (std::size_t i = 1; i < lines.size(); ++i) {
      Entry more;
      more.text = lines[i];
      s.entries.insert(s.entries.begin() + entry + static_cast<std::ptrdiff_t>(i), std::move(more));
    }
  });
  selected = focus_entry = entry + static_cast<int>(lines.size()) - 1;
}

void App::copy(const tl::expected<std::string, std::string>& text) {
  if (!text) return tell(text.error(), true);
  clipboard = *text;
  tell(texts("copied"), false);
}

Element App::shown_element() const {
  const bool walked = walks(*this, iteration.entry);
  // A walk that plays goes on, whatever the pointer rests on.
  Element shown = walked && iteration.playing ? Element{} : hover;
  if (!shown && walked) shown = {iteration.entry, iteration.coordinate};
  if (!shown) {
    // Asked for many times a frame: a sheet may have thousands of entries.
    if (pinned_at_ != changes_) {
      const auto& entries = sheet().entries;
      const auto it = std::find_if(entries.begin(), entries.end(), [](const Entry& e) { return e.pin.has_value(); });
      pinned_ = it == entries.end() ? Element{} : Element{static_cast<int>(it - entries.begin()), *it->pin};
      pinned_at_ = changes_;
    }
    shown = pinned_;
  }
  return shown && hides_values(*this, shown.entry) ? Element{} : shown;
}

}  // namespace app
