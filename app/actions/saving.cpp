#include "app/actions/saving.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "algebra/text/utf8.hpp"
#include "app/actions/documents.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/system/file_lock.hpp"
#include "app/system/user_folders.hpp"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_dropped_bytes = 64u << 20, most_completions = 200;

bool is_sheet(const std::string& path, std::string_view text) {
  return fs::path(path).extension() == ".cutes" || (text.starts_with("@cutescope") && !program_language(path));
}

fs::path folder_typed(const std::string& typed) {
  const auto folder = fs::path(with_home(typed)).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

}  // namespace

/// Continues with ViewState::after_save.
static void after_save(Workspace& workspace, ViewState& view, Session& session, HostRequests& host) {
  view.dialog = Dialog::none;
  if (view.after_save != AfterSave::nothing) save_asked(workspace, view, session, host);
}

void save_or_ask(Workspace& workspace, ViewState& view, Session& session, HostRequests& host) {
  const auto& d = workspace.document();
  if (d.path.empty()) {
    view.dialog = Dialog::save_as;
    return;
  }
  bool saved = false;
  {
    const auto lock = FileLock::to_write(d.path);
    const auto now = stamp_of(d.path);
    if (now && d.stamp != now) view.dialog = Dialog::changed_on_disk;
    else saved = save_file(workspace, session, host, d.path);
  }
  if (saved) after_save(workspace, view, session, host);
}

bool save_and_go_on(Workspace& workspace, ViewState& view, Session& session, HostRequests& host, const std::string& path) {
  if (!save_file(workspace, session, host, path)) return false;
  after_save(workspace, view, session, host);
  return true;
}

void save_asked(Workspace& workspace, ViewState& view, Session& session, HostRequests& host) {
  view.dialog = Dialog::none;
  for (const auto id : view.asked_about)
    for (int i = 0; i < static_cast<int>(workspace.documents().size()); ++i) {
      const auto& d = workspace.documents()[static_cast<std::size_t>(i)];
      if (d.id != id || !workspace.unsaved(i)) continue;
      show_document(workspace, view, i);
      // Saving continues here.
      return save_or_ask(workspace, view, session, host);
    }
  discard_asked(workspace, view, host);
}

void discard_asked(Workspace& workspace, ViewState& view, HostRequests& host) {
  view.dialog = Dialog::none;
  const auto after = std::exchange(view.after_save, AfterSave::nothing);
  const auto ids = std::exchange(view.asked_about, {});
  if (after == AfterSave::quit) host.quit = true;
  if (after == AfterSave::close && !ids.empty())
    for (int i = 0; i < static_cast<int>(workspace.documents().size()); ++i)
      if (workspace.documents()[static_cast<std::size_t>(i)].id == ids[0]) return close_document(workspace, view, i);
}

void cancel_asked(ViewState& view) {
  view.dialog = Dialog::none;
  view.asked_about.clear();
  view.after_save = AfterSave::nothing;
}

void take_the_files(Workspace& workspace, ViewState& view, HostRequests& host) {
  auto sheet = load_sheet(workspace.path());
  cancel_asked(view);
  if (!sheet) return host.tell(sheet.error(), true);
  workspace.edit("take the file's sheet", [&](Sheet& s) { s = std::move(*sheet); });
}

void open_dropped(Workspace& workspace, ViewState& view, Session& session, HostRequests& host, const std::vector<std::string>& paths) {
  for (const auto& path : paths) {
    const auto text = read_file(path, max_dropped_bytes);
    if (!text) {
      host.tell(text.error(), true);
      continue;
    }
    if (is_sheet(path, *text)) {
      open_file(workspace, view, session, host, path);
      continue;
    }
    const auto name = fs::path(path).filename().string();
    auto sheet = text->find('\0') == std::string::npos ? sheet_of_text(*text, path) : Sheet{};
    if (sheet.entries.empty()) {
      host.tell(algebra::message("{} is no sheet (.cutes), and there is no layout in it", name), true);
      continue;
    }
    if (sheet.entries[0].text != "# " + name) {  // a program's summary
      show_program(workspace, view, host, std::move(sheet), name);
      continue;
    }
    const auto count = sheet.entries.size() - 1;
    open_unsaved(workspace, view, std::move(sheet), {}, 0);
    host.tell(algebra::message("{} layouts found in {}", count, name), false);
  }
}

std::vector<std::string> path_completions(const std::string& typed, bool opening) {
  const auto slash = typed.rfind('/');
  const auto before = slash == std::string::npos ? std::string{} : typed.substr(0, slash + 1),
             begun = slash == std::string::npos ? typed : typed.substr(slash + 1);
  std::vector<std::string> folders, files;
  std::error_code error;
  // A limit on large folders, which could not be browsed in a list anyway.
  std::size_t left = 20'000;
  for (fs::directory_iterator at(folder_typed(typed), error), end; !error && at != end && left > 0; at.increment(error), --left) {
    const auto name = at->path().filename().string();
    if (!name.starts_with(begun) || (name.starts_with('.') && !begun.starts_with('.'))) continue;
    std::error_code ignored;
    if (at->is_directory(ignored)) folders.push_back(before + name + "/");
    else if (!opening || at->path().extension() == ".cutes" || program_language(name)) files.push_back(before + name);
  }
  std::sort(folders.begin(), folders.end());
  std::sort(files.begin(), files.end());
  folders.insert(folders.end(), files.begin(), files.end());
  if (folders.size() > most_completions) folders.resize(most_completions);
  return folders;
}

std::string completed_path(const std::string& typed, bool opening) {
  const auto all = path_completions(typed, opening);
  if (all.empty()) return typed;
  auto common = all.front();
  for (const auto& path : all) {
    const auto end = std::mismatch(common.begin(), common.end(), path.begin(), path.end()).first;
    common.erase(end, common.end());
  }
  // Not in the middle of a character.
  while (!common.empty() && !algebra::is_utf8(common)) common.pop_back();
  return common.size() >= typed.size() ? common : typed;
}

}  // namespace app
