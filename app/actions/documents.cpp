#include "app/actions/documents.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/actions/traversal.hpp"
#include "app/document/sections.hpp"
#include "app/document/sheet_link.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/import/program_again.hpp"

namespace app {

using algebra::Message;
using algebra::message;
namespace {

/// Updates the view after another document has become active.
void show_active(const Workspace& workspace, ViewState& view) {
  view.start_page = false;
  view.selected = workspace.document().selected;
  view.hover = {};
  view.sheet_view.typed_in = -1;
  view.sheet_view.cursor.reset();
  view.inspector.step = 0;
  view.focus_entry = -1;
  view.playing = false;
  stop_traversal(view);
  view.presenting.step = -1;
  view.presenting.launch = false;
  follow(view, workspace);
}

/// Returns the index in `after` of the entry selected in `before`. `after` has the same own entries, possibly in another order, and other
/// entries of the watch.
int same_entry(const Sheet& before, const Sheet& after, int selected) {
  if (selected < 0 || selected >= static_cast<int>(before.entries.size())) return selected;
  const auto& e = before.entries[static_cast<std::size_t>(selected)];
  const auto own = [](const Entry& entry) { return entry.watched == 0; };
  auto place = after.entries.end();
  if (e.watched != 0) {
    place = std::find_if(after.entries.begin(), after.entries.end(), [&](const Entry& other) { return other.watched == e.watched; });
  } else {
    auto left = std::count_if(before.entries.begin(), before.entries.begin() + selected, own);
    place = std::find_if(after.entries.begin(), after.entries.end(), [&](const Entry& other) { return own(other) && left-- == 0; });
  }
  return place == after.entries.end() ? selected : static_cast<int>(place - after.entries.begin());
}

}  // namespace

bool has_sheet(const Workspace& workspace) {
  return workspace.documents().size() > 1 || !workspace.document().untouched() || !workspace.sheet().entries.empty();
}

void show_document(Workspace& workspace, ViewState& view, int document) {
  if (document < 0 || document >= static_cast<int>(workspace.documents().size())) return;
  view.start_page = false;
  if (document == workspace.active()) return;
  workspace.store_view(view.selected);
  workspace.activate(document);
  show_active(workspace, view);
}

void add_document(Workspace& workspace, ViewState& view, Document d) {
  workspace.store_view(view.selected);
  workspace.add(std::move(d));
  show_active(workspace, view);
}

void start_sheet(Workspace& workspace, ViewState& view, Sheet sheet, std::string name) {
  auto d = workspace.new_document(std::move(sheet), {});
  d.name = std::move(name);
  add_document(workspace, view, std::move(d));
}

void open_unsaved(Workspace& workspace, ViewState& view, Sheet sheet, const std::string& path, int selected_entry, bool asks_to_run) {
  // The file's present content counts as saved, so that a difference shows as unsaved.
  auto on_disk = path.empty() ? Sheet{} : load_sheet(path).value_or(Sheet{});
  auto d = workspace.new_document(std::move(sheet), path);
  d.saved = std::move(on_disk);
  d.selected = selected_entry;
  d.asks_to_run = asks_to_run && !d.sheet.launch.empty();
  add_document(workspace, view, std::move(d));
}

/// Returns the summary of a program, after writing it into the sheet's first note in that language; "" if it is not new.
static std::string say_summary(Sheet& sheet, const Texts& texts) {
  if (sheet.summary.empty() || sheet.entries.empty()) return {};
  auto summary = texts(std::exchange(sheet.summary, {}));
  sheet.entries[0].text = "# " + summary;
  return summary;
}

void translate_program(Workspace& workspace, const ViewState& view) {
  if (workspace.unsaved()) return;
  workspace.set_view([&](Sheet& s) { say_summary(s, view.texts); });
  workspace.saved_as(workspace.path());
}

void show_program(Workspace& workspace, ViewState& view, HostRequests& host, Sheet sheet, const std::string& name) {
  const auto& texts = view.texts;
  const auto summary = say_summary(sheet, texts);
  auto d = workspace.new_document(std::move(sheet), {});
  d.saved = {};
  d.is_program = !d.sheet.program.path.empty();
  d.name = name;
  d.selected = 0;
  add_document(workspace, view, std::move(d));

  const auto u = definitions_in(workspace.sheet(), workspace.evaluator().results());
  auto told = message("opened {}", workspace.title(texts));
  // Without line counts, as for Python, the note's text is used.
  if (u.definitions > 0) told = message("{}: {}", told, message("{} of {} definitions", u.understood, u.definitions));
  else if (!summary.empty() && summary != name) told = Message::verbatim(summary);
  if (u.first_problem >= 0) {
    const int more = u.definitions - u.understood - 1;
    const auto line = workspace.sheet().entries[static_cast<std::size_t>(u.first_problem)].source.line;
    told = Message::list(
        {told, more == 0 ? message("not understood: line {}", line) : message("not understood: line {} and {} more", line, more)});
  }
  host.tell(told, false);
}

/// Reads the program with `setting` in place of another setting of that macro; without one the program's own definition applies.
static void read_with(Workspace& workspace, ViewState& view, HostRequests& host, const std::string& name,
                      std::optional<MacroSetting> setting, const std::string& merge_key) {
  auto macros = macros_of(workspace.sheet());
  std::erase_if(macros, [&](const MacroSetting& m) { return m.name == name; });
  if (setting) macros.push_back(std::move(*setting));
  auto sheet = read_program_again(workspace.sheet(), macros);
  if (!sheet) return host.tell(sheet.error(), true);
  say_summary(*sheet, view.texts);
  const auto selected = workspace.has_entry(view.selected) ? workspace.result(view.selected).name : std::string();
  workspace.edit(
      "set a macro", [&](Sheet& s) { s = std::move(*sheet); }, merge_key);
  if (const int entry = workspace.evaluator().find(selected); entry >= 0) view.selected = entry;
  follow(view, workspace);
  const auto u = definitions_in(workspace.sheet(), workspace.evaluator().results());
  host.tell(algebra::message("{} of {} definitions", u.understood, u.definitions), false);
}

void set_macro(Workspace& workspace, ViewState& view, HostRequests& host, const std::string& name, const std::optional<std::string>& value,
               const std::string& merge_key) {
  read_with(workspace, view, host, name, value ? std::optional(MacroSetting{name, value}) : std::nullopt, merge_key);
}

void define_macro(Workspace& workspace, ViewState& view, HostRequests& host, const std::string& setting) {
  auto text = algebra::trimmed(setting);
  const bool undefine = text.starts_with("-U");
  if (undefine || text.starts_with("-D")) text = algebra::trimmed(text.substr(2));
  auto macro = undefine && is_macro_name(text) ? std::optional(MacroSetting{std::string(text), std::nullopt})
               : undefine                      ? std::nullopt
                                               : defined_macro(text);
  if (!macro) return host.tell(algebra::message("\"{}\" is not NAME or NAME=VALUE", setting), true);
  const auto name = macro->name;
  read_with(workspace, view, host, name, std::move(macro), {});
}

bool open_link(Workspace& workspace, ViewState& view, HostRequests& host, const std::string& link) {
  auto sheet = sheet_of_link(link);
  if (!sheet) {
    host.tell(sheet.error(), true);
    return false;
  }
  open_unsaved(workspace, view, std::move(*sheet), {}, 0, true);
  host.tell("opened the sheet in the link", false);
  ask_to_run(workspace, view);
  return true;
}

void ask_to_run(const Workspace& workspace, ViewState& view) {
  if (workspace.asks_to_run()) view.dialog = Dialog::run_link;
}

void copy_link(const Workspace& workspace, HostRequests& host) {
  host.clipboard = sheet_link(workspace.sheet());
  host.tell("copied a link to the sheet", false);
}

bool open_file(Workspace& workspace, ViewState& view, Session& session, HostRequests& host, const std::string& path) {
  if (is_sheet_link(path)) return open_link(workspace, view, host, path);
  // Taken before reading, so that a save in between is noticed.
  const auto stamp = stamp_of(path);
  auto sheet = load_sheet(path);
  if (!sheet) {
    host.tell(sheet.error(), true);
    return false;
  }
  if (is_stream(path)) {
    open_unsaved(workspace, view, std::move(*sheet), {}, 0);
    host.tell(algebra::message("opened {}", path), false);
    return true;
  }
  session.remember_file(path);
  if (program_language(path)) {
    // A separate sheet without a file, so that the program is not overwritten.
    show_program(workspace, view, host, std::move(*sheet), path.substr(path.rfind('/') + 1));
    return true;
  }
  const auto documents = workspace.documents();
  const auto there = std::find_if(documents.begin(), documents.end(), [&](const Document& d) { return same_file(d.path, path); });
  if (there == documents.end()) {
    auto d = workspace.new_document(std::move(*sheet), path);
    d.stamp = stamp;
    add_document(workspace, view, std::move(d));
    host.tell(algebra::message("opened {}", path), false);
    return true;
  }
  show_document(workspace, view, static_cast<int>(there - documents.begin()));
  if (workspace.unsaved() || workspace.document().saved == *sheet) {
    host.tell(algebra::message("{} is open", path), false);
    return true;
  }
  // Another program has changed the file, and there are no unsaved changes here.
  workspace.read_again(std::move(*sheet), stamp);
  follow(view, workspace);
  host.tell(algebra::message("{} was read again: it had changed", path), false);
  return true;
}

bool save_file(Workspace& workspace, Session& session, HostRequests& host, const std::string& path) {
  const auto saved = save_sheet(workspace.sheet(), path);
  if (!saved) {
    host.tell(saved.error(), true);
    return false;
  }
  workspace.saved_as(path);
  session.remember_file(path);
  host.tell(algebra::message("saved {}", path), false);
  return true;
}

void request_close(Workspace& workspace, ViewState& view, int document) {
  if (document < 0 || document >= static_cast<int>(workspace.documents().size())) return;
  if (!workspace.unsaved(document)) return close_document(workspace, view, document);
  view.asked_about = {workspace.documents()[static_cast<std::size_t>(document)].id};
  show_document(workspace, view, document);
  view.after_save = AfterSave::close;
  view.dialog = Dialog::close_unsaved;
}

void close_document(Workspace& workspace, ViewState& view, int document) {
  if (document < 0 || document >= static_cast<int>(workspace.documents().size())) return;
  const bool active = document == workspace.active();
  if (active) workspace.store_view(view.selected);
  workspace.close(document);
  if (active) show_active(workspace, view);
  if (!has_sheet(workspace)) view.start_page = true;
}

void reopen_document(Workspace& workspace, ViewState& view) {
  if (!workspace.can_reopen()) return;
  workspace.store_view(view.selected);
  workspace.reopen_closed();
  show_active(workspace, view);
}

void request_quit(const Workspace& workspace, ViewState& view, HostRequests& host) {
  view.asked_about.clear();
  for (const int i : workspace.unsaved_documents()) view.asked_about.push_back(workspace.documents()[static_cast<std::size_t>(i)].id);
  if (view.asked_about.empty()) {
    host.quit = true;
    return;
  }
  view.after_save = AfterSave::quit;
  view.dialog = Dialog::unsaved;
}

bool collect_watched(Workspace& workspace, ViewState& view, HostRequests& host, int typed_in) {
  if (!workspace.watching()) return false;
  // Entries below the watch's first one may move, which must not happen while the user edits them.
  const auto& entries = workspace.sheet().entries;
  const auto first = std::find_if(entries.begin(), entries.end(), [](const Entry& e) { return e.watched != 0; });
  if (typed_in >= 0 && typed_in >= first - entries.begin()) return false;
  auto report = workspace.take_watched();
  if (!report) return false;
  show_watched(workspace, view, std::move(*report));
  const auto& watched = workspace.watched();
  if (!watched.ended) return true;
  const auto& path = workspace.watched_path();
  host.tell(watched.problem.empty() ? path == "-" ? Message("end of standard input") : message("end of {}", path) : watched.problem,
            !watched.problem.empty());
  return true;
}

void show_watched(Workspace& workspace, ViewState& view, WatchReport report) {
  const auto before = workspace.sheet();
  workspace.show_watched(std::move(report));
  view.selected = same_entry(before, workspace.sheet(), view.selected);
  view.hover = {};
  follow(view, workspace);
}

void keep_entry(Workspace& workspace, ViewState& view, int entry) {
  if (!workspace.has_entry(entry) || workspace.sheet().entries[static_cast<std::size_t>(entry)].watched == 0) return;
  std::size_t to = 0;
  workspace.edit("keep an entry", [&](Sheet& s) {
    auto kept = s.entries[static_cast<std::size_t>(entry)];
    kept.watched = 0;
    kept.times = 0;
    s.entries.erase(s.entries.begin() + entry);
    const auto first = std::find_if(s.entries.begin(), s.entries.end(), [](const Entry& e) { return e.watched != 0; });
    to = static_cast<std::size_t>(first - s.entries.begin());
    s.entries.insert(first, std::move(kept));
  });
  view.selected = static_cast<int>(to);
}

}  // namespace app
