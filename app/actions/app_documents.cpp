// The App's tabs: several sheets, one of them shown and evaluated.

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/iteration.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/state/app.hpp"
#include "app/storage/session.hpp"

namespace app {
namespace {

constexpr std::size_t most_closed = 10;  // that can be opened again

}  // namespace

Document App::begin(Sheet sheet, std::string path) {
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

void App::put_away() {
  auto& d = shown();
  d.selected = selected;
  d.watch_paused = watch_paused;
  d.history.seal(d.sheet);
}

void App::show_active() {
  selected = document().selected;
  watch_paused = shown().watch_paused;
  hover = {};
  sheet_look.typed_in = -1;
  sheet_look.cursor.reset();
  inspector.step = 0;
  focus_entry = -1;
  playing = false;
  stop_walk(*this);
  presenting.step = -1;
  presenting.launch = false;
  // Results of the other sheet must not show through as somebody's last good picture.
  evaluator_.update({});
  refresh();
  ++sheet_version;
}

void App::activate(int to) {
  if (to < 0 || to >= static_cast<int>(documents_.size()) || to == active_) return;
  put_away();
  active_ = to;
  show_active();
}

void App::add(Document d) {
  if (document().untouched()) {
    shown() = std::move(d);
    return show_active();
  }
  put_away();
  documents_.insert(documents_.begin() + active_ + 1, std::move(d));
  ++active_;
  show_active();
}

void App::move_document(int from, int to) {
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

void App::request_close(int index) {
  if (index < 0 || index >= static_cast<int>(documents_.size())) return;
  const auto& d = documents_[static_cast<std::size_t>(index)];
  if (!unsaved(index)) return close(index);
  asked_about = {d.id};
  activate(index);
  session_->after_save = AfterSave::close;
  dialog = Dialog::close_unsaved;
}

void App::close(int index) {
  if (index < 0 || index >= static_cast<int>(documents_.size())) return;
  const auto at = documents_.begin() + index;
  if (index == active_) put_away();
  if (!at->untouched()) {
    if (closed_.size() == most_closed) closed_.erase(closed_.begin());
    at->watch.reset();
    closed_.push_back(std::move(*at));
  }
  documents_.erase(at);
  if (documents_.empty()) documents_.push_back(begin({}, {}));
  const bool was_active = index == active_;
  if (index < active_ || active_ == static_cast<int>(documents_.size())) --active_;
  if (was_active) show_active();
  changed();
}

void App::reopen_closed() {
  if (closed_.empty()) return;
  auto d = std::move(closed_.back());
  closed_.pop_back();
  add(std::move(d));
}

bool App::unsaved(int document) const {
  if (unsaved_at_ != changes_) unsaved_.assign(documents_.size(), std::nullopt);
  unsaved_at_ = changes_;
  auto& known = unsaved_[static_cast<std::size_t>(document)];
  if (!known) known = documents_[static_cast<std::size_t>(document)].unsaved();
  return *known;
}

std::vector<int> App::unsaved_documents() const {
  std::vector<int> found;
  for (int i = 0; i < static_cast<int>(documents_.size()); ++i)
    if (unsaved(i)) found.push_back(i);
  return found;
}

void App::open_unsaved(Sheet sheet, const std::string& path, int selected_entry) {
  // What is in the file now is what a save would replace: that it is something else shows as unsaved.
  auto on_disk = path.empty() ? Sheet{} : load_sheet(path).value_or(Sheet{});
  auto d = begin(std::move(sheet), path);
  d.saved = std::move(on_disk);
  d.selected = selected_entry;
  add(std::move(d));
}

bool App::open(const std::string& path) {
  auto sheet = load_sheet(path);
  if (!sheet) {
    tell(sheet.error(), true);
    return false;
  }
  session_->remember_file(path);
  if (program_language(path)) {
    // A sheet of its own, without a file: the program is not overwritten.
    sheet->entries[0].text = "# " + texts.message(sheet->entries[0].text.substr(2));
    open_unsaved(std::move(*sheet), {}, 0);
    tell(fmt::format(fmt::runtime(texts("opened {}")), path), false);
    return true;
  }
  const auto there = std::find_if(documents_.begin(), documents_.end(), [&](const Document& d) { return same_file(d.path, path); });
  if (there == documents_.end()) {
    add(begin(std::move(*sheet), path));
    tell(fmt::format(fmt::runtime(texts("opened {}")), path), false);
    return true;
  }
  activate(static_cast<int>(there - documents_.begin()));
  auto& d = shown();
  if (unsaved() || d.saved == *sheet) {
    tell(fmt::format(fmt::runtime(texts("{} is open")), path), false);
    return true;
  }
  // Somebody else has written it since, and nothing here would be lost.
  edit([&](Sheet& s) { s = *sheet; });
  d.saved = std::move(*sheet);
  d.stamp = stamp_of(path);
  changed();
  tell(fmt::format(fmt::runtime(texts("{} was read again: it had changed")), path), false);
  return true;
}

void App::start_new(Sheet sheet) { add(begin(std::move(sheet), {})); }

bool App::save(const std::string& path) {
  auto& d = shown();
  const auto saved = save_sheet(d.sheet, path);
  if (!saved) {
    tell(saved.error(), true);
    return false;
  }
  d.path = path;
  d.saved = d.sheet;
  d.stamp = stamp_of(path);
  changed();
  session_->remember_file(path);
  tell(fmt::format(fmt::runtime(texts("saved {}")), path), false);
  return true;
}

void App::request_quit() {
  asked_about.clear();
  for (const int i : unsaved_documents()) asked_about.push_back(documents_[static_cast<std::size_t>(i)].id);
  if (asked_about.empty()) {
    quit = true;
    return;
  }
  session_->after_save = AfterSave::quit;
  dialog = Dialog::unsaved;
}

}  // namespace app
