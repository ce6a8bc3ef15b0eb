#include "app/state/workspace.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "app/document/watched_entries.hpp"
#include "app/report/spoken.hpp"
#include "app/state/front_end.hpp"
#include "app/state/tool_runner.hpp"

namespace app {
namespace {

constexpr std::size_t most_closed = 10;  // that can be reopened

}  // namespace

bool is_lesson(const Document& d) { return d.path.empty() && !d.lesson.empty(); }

Workspace::Workspace(Sheet sheet, std::string path)
    : verdicts_(std::make_unique<Verdicts>()),
      maps_(std::make_unique<MapReader>()),
      front_end_(std::make_unique<FrontEnd>()),
      tools_(std::make_unique<ToolRunner>()) {
  documents_.push_back(new_document(std::move(sheet), std::move(path)));
  refresh();
}

Workspace::~Workspace() = default;

void Workspace::want_verdicts() {
  std::vector<std::uint64_t> decided;
  for (const auto& job : session_.sampled_verdicts()) decided.push_back(job.version);
  verdicts_->want(session_.open_verdicts(), std::move(decided));
}

void Workspace::check_everything() { verdicts_->want_everything(session_.sampled_verdicts()); }

void Workspace::wake_with(std::function<void()> wake) {
  wake_ = wake;
  for (auto& d : documents_)
    if (d.watch) d.watch->wake_with(wake);
  maps_->wake_with(wake);
  front_end_->wake_with(wake);
  tools_->wake_with(wake);
  verdicts_->wake_with(std::move(wake));
}

bool Workspace::collect_verdicts() {
  bool any = false;
  const int problems = evaluator().problems();
  for (auto& answer : verdicts_->take()) any = session_.set_verdict(answer.version, std::move(answer.verdict)) || any;
  const auto claims = [](const EntryResult& r) { return r.claim != nullptr && r.decided; };
  const bool decided_claim = any && std::ranges::any_of(session_.results(), claims);
  // Cards show broken contracts, and counterexamples have cards.
  if (evaluator().problems() != problems || decided_claim) {
    pictures_.clear();
    ++pictures_version_;
  }
  return any;
}

void Workspace::limit_checks(double seconds) {
  verdicts_->limit(seconds);
  tools_->limit_checks(seconds);
}

void Workspace::run_maps_on(MapReader::MakeDevice make) {
  tools_->run_on(make);
  maps_->run_on(std::move(make));
}

const MapQuestion* Workspace::map_question() const {
  if (map_question_at_ != changes_) {
    map_question_at_ = changes_;
    map_question_ = app::map_question(sheet());
  }
  return map_question_ ? &*map_question_ : nullptr;
}

void Workspace::want_map(const MapQuestion& q) {
  const auto id = document().id;
  if (asked_map_of_ == id && asked_map_ == q) return;
  const auto there = map_answers_.find(id);
  if (there != map_answers_.end() && there->second.of == q && (there->second.report || !there->second.story)) return;
  asked_map_of_ = id;
  asked_map_ = q;
  maps_->ask(q);
}

void Workspace::run_map() {
  // The reader has only the map that was requested last.
  if (asked_map_of_ == document().id) maps_->run_block();
}

const MapAnswer* Workspace::map() const {
  const auto it = map_answers_.find(document().id);
  return it == map_answers_.end() ? nullptr : &it->second;
}

bool Workspace::collect_map() {
  auto answer = maps_->take();
  if (!answer) return false;
  map_answers_.insert_or_assign(asked_map_of_, std::move(*answer));
  // Maps of closed documents are dropped.
  std::erase_if(map_answers_, [&](const auto& one) { return std::ranges::find(documents_, one.first, &Document::id) == documents_.end(); });
  return true;
}

void Workspace::finish_map() {
  maps_->finish();
  collect_map();
}

void Workspace::finish_verdicts() {
  verdicts_->finish();
  collect_verdicts();
}

void Workspace::drop_verdicts() {
  verdicts_->want({});
  verdicts_->finish();
}

const Workspace::Explained& Workspace::explained(int entry) const {
  const auto version = result(entry).version;
  if (explained_.version == version) return explained_;
  explained_ = {.version = version, .steps = evaluator().explain(entry), .stages = {}};
  for (const auto& one : explained_.steps) explained_.stages.push_back(one.stage ? render::describe(*one.stage, "", {}) : std::nullopt);
  return explained_;
}

void Workspace::set_language(Language language) {
  language_ = language;
  speak(language);
  for (auto& d : documents_) retell(d);
  for (auto& d : closed_) retell(d);
  reload_text();
  refresh();
}

void Workspace::retell(Document& d) const {
  if (d.sheet.lesson.name.empty()) return;
  app::retell(d.sheet, language_);
  app::retell(d.saved, language_);
}

void Workspace::refresh() {
  changed();
  retell(shown());
  session_.update(sheet(), document().asks_to_run);
  want_verdicts();
  number_cards();
  pictures_.clear();
  ++pictures_version_;
  session_.check_exercises(sheet(), is_lesson(document()) ? document().lesson : std::string());
  if (drawn_launch_ == session_.launch_version()) return;
  drawn_launch_ = session_.launch_version();
  launch_diagram_.reset();
  launch_touches_.clear();
  if (!launch()) return;
  launch_touches_ = first_touches(*launch());
  launch_diagram_ = launch_picture(*launch());
}

void Workspace::hold_launch() {
  shown().asks_to_run = !sheet().launch.empty();
  refresh();
}

void Workspace::allow_launch() {
  shown().asks_to_run = false;
  refresh();
}

const Picture* Workspace::picture(int entry, int card) const {
  const auto [made, is_new] = pictures_.try_emplace({entry, card});
  if (is_new) made->second = picture_of(sheet(), session_.results(), entry, card);
  return made->second ? &*made->second : nullptr;
}

void Workspace::number_cards() {
  std::unordered_set<std::int64_t> numbers;
  for (auto& e : shown().sheet.entries)
    for (int n = 0; n < e.cards(); ++n) {
      auto& number = e.card(n).id.number;
      // A copied entry has the numbers of the original.
      if (number == 0 || !numbers.insert(number).second) numbers.insert(number = ++last_card_);
    }
}

void Workspace::edit(std::string_view name, const std::function<void(Sheet&)>& change, const std::string& merge_key) {
  auto& d = shown();
  Sheet next = d.sheet;
  change(next);
  dismiss_changed(d.sheet, next, d.dismissed);
  if (next == d.sheet) return;
  d.history.before_edit(d.sheet, name, merge_key);
  d.sheet = std::move(next);
  ++edits_;
  if (merge_key.empty()) reload_text();
  refresh();
  keep_lesson();
}

void Workspace::take_in(std::string_view name, const std::function<void(Sheet&)>& change) {
  const bool saved = !document().unsaved();
  edit(name, change);
  if (saved) shown().saved = sheet();
  changed();
}

void Workspace::keep_lesson() {
  if (is_lesson(document())) session_.lessons.keep(document().lesson, sheet(), document().saved);
}

void Workspace::set_view(const std::function<void(Sheet&)>& change) {
  change(shown().sheet);
  changed();
}

void Workspace::undo() {
  if (can_undo()) go_to(shown().history.undo(sheet()));
}

void Workspace::redo() {
  if (can_redo()) go_to(shown().history.redo(sheet()));
}

void Workspace::cancel_edit(const std::string& merge_key) {
  auto before = shown().history.cancel(merge_key);
  if (!before) return;
  shown().sheet = std::move(*before);
  ++edits_;
  reload_text();
  refresh();
  keep_lesson();
}

void Workspace::go_to(Sheet next) {
  keep_looks(sheet(), next);
  shown().sheet = std::move(next);
  ++edits_;
  reload_text();
  place_watched();
  keep_lesson();
}

Document Workspace::new_document(Sheet sheet, std::string path) {
  Document d;
  d.id = next_document_++;
  d.saved = sheet;
  d.sheet = std::move(sheet);
  d.stamp = stamp_of(path);
  d.path = std::move(path);
  for (std::size_t i = 0; i < d.sheet.entries.size(); ++i)
    if (d.sheet.entries[i].pin) d.selected = static_cast<int>(i);
  return d;
}

void Workspace::store_view(int selected) {
  auto& d = shown();
  d.selected = selected;
  d.history.seal(d.sheet);
}

void Workspace::show_active() {
  // Results of the other sheet must not remain as last good pictures.
  session_.update({});
  refresh();
  reload_text();
}

void Workspace::activate(int to) {
  if (to < 0 || to >= static_cast<int>(documents_.size()) || to == active_) return;
  active_ = to;
  show_active();
}

void Workspace::add(Document d) {
  if (document().untouched()) shown() = std::move(d);
  else documents_.insert(documents_.begin() + ++active_, std::move(d));
  show_active();
}

void Workspace::move_document(int from, int to) {
  const int count = static_cast<int>(documents_.size());
  if (from < 0 || from >= count || to < 0 || to >= count || from == to) return;
  const auto kept = document().id;
  const auto begin = documents_.begin();
  if (from < to) std::rotate(begin + from, begin + from + 1, begin + to + 1);
  else std::rotate(begin + to, begin + from, begin + from + 1);
  active_ = static_cast<int>(std::find_if(documents_.begin(), documents_.end(), [&](const Document& d) { return d.id == kept; }) -
                             documents_.begin());
  changed();
}

void Workspace::close(int index) {
  if (index < 0 || index >= static_cast<int>(documents_.size())) return;
  const auto at = documents_.begin() + index;
  if (!at->untouched()) {
    if (closed_.size() == most_closed) closed_.erase(closed_.begin());
    at->watch.reset();
    closed_.push_back(std::move(*at));
  }
  documents_.erase(at);
  if (documents_.empty()) documents_.push_back(new_document({}, {}));
  const bool was_active = index == active_;
  if (index < active_ || active_ == static_cast<int>(documents_.size())) --active_;
  if (was_active) show_active();
  changed();
}

void Workspace::reopen_closed() {
  if (closed_.empty()) return;
  auto d = std::move(closed_.back());
  closed_.pop_back();
  add(std::move(d));
}

bool Workspace::unsaved(int document) const {
  if (unsaved_at_ != changes_) unsaved_.assign(documents_.size(), std::nullopt);
  unsaved_at_ = changes_;
  auto& known = unsaved_[static_cast<std::size_t>(document)];
  if (!known) {
    const auto& d = documents_[static_cast<std::size_t>(document)];
    known = !is_lesson(d) && d.unsaved();
  }
  return *known;
}

std::vector<int> Workspace::unsaved_documents() const {
  std::vector<int> found;
  for (int i = 0; i < static_cast<int>(documents_.size()); ++i)
    if (unsaved(i)) found.push_back(i);
  return found;
}

void Workspace::saved_as(const std::string& path) {
  auto& d = shown();
  d.path = path;
  d.saved = d.sheet;
  d.stamp = stamp_of(path);
  changed();
}

void Workspace::read_again(Sheet sheet, std::optional<FileStamp> stamp) {
  edit("read the file again", [&](Sheet& s) { s = sheet; });
  auto& d = shown();
  d.saved = std::move(sheet);
  d.stamp = stamp;
  changed();
}

void Workspace::watch(std::unique_ptr<Watch> watch) {
  shown().watch = std::move(watch);
  if (watching()) shown().watch->wake_with(wake_);
}

std::optional<WatchReport> Workspace::take_watched() {
  if (!watching() || watch_paused()) return std::nullopt;
  return shown().watch->take();
}

void Workspace::show_watched(WatchReport report) {
  shown().watched = std::move(report);
  place_watched();
}

void Workspace::place_watched() {
  app::place_watched(shown().sheet, watched(), document().dismissed);
  refresh();
}

}  // namespace app
