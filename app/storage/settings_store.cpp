#include "app/storage/settings_store.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/state/state.hpp"
#include "app/system/file_lock.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

constexpr std::size_t max_bytes = max_settings_bytes, max_lessons_bytes = 64u << 20;
constexpr std::chrono::milliseconds delay{400};  // at most a second may be lost; this leaves time for writing

std::string lessons_path(const UserFolders& f) { return f.state + "/lessons.json"; }
std::string recent_path(const UserFolders& f) { return f.state + "/recent.json"; }

/// Reads the file, changes it and writes it again, under a lock, so that windows do not undo each other's changes. The folder is made
/// first, since the lock needs it.
template <class Change>
tl::expected<void, Message> change_in(const std::string& folder, const std::string& path, std::size_t most, Change&& change) {
  if (!make_folder(folder)) return tl::unexpected(message("cannot make the folder {}", folder));
  const auto lock = FileLock::to_write(path);
  return write_file(path, change(read_file(path, most).value_or("")));
}

}  // namespace

SettingsStore::SettingsStore(const UserFolders& folders) : folders_(folders), recovery_(folders.state + "/recovery"), writer_(delay) {}

void SettingsStore::begin(Workspace& workspace, ViewState& view, Session& session, HostRequests& host) {
  if (folders_.config.empty()) return;
  const auto path = settings_path(folders_);
  loaded_ = Settings{};
  if (stamp_of(path)) {
    const auto text = read_file(path, max_bytes);
    const auto settings = text ? settings_from(*text) : tl::unexpected(text.error());
    if (settings) loaded_ = *settings;
    else host.tell(text ? algebra::message("{}: {}", path, settings.error()) : text.error(), true);
  }
  place_ = loaded_.window;
  apply(loaded_, workspace, view, session);
  wanted_ = settings_of(workspace, view, session, loaded_);
  const auto text = read_file(recent_path(folders_), max_bytes);
  if (const auto recent = recent_from(text.value_or("")); text) {
    session.recent_files = merged(session.recent_files, recent.files, most_recent_files);
    session.recent_commands = merged(session.recent_commands, recent.commands, most_recent_commands);
  }
  loaded_lessons_ = kept_lessons_from(read_file(lessons_path(folders_), max_lessons_bytes).value_or(""));
  workspace.lessons().kept = loaded_lessons_;
  lessons_written_ = workspace.lessons().kept_version;
  known_files_ = session.recent_files;
  recent_written_ = session.recent_version;
  session.left = recovery_.left_behind();
  if (!session.left.empty()) view.dialog = Dialog::recover;
}

void SettingsStore::want_settings(Settings now) {
  wanted_ = std::move(now);
  writer_.want("settings", [this, now = wanted_, loaded = loaded_] {
    return change_in(folders_.config, settings_path(folders_), max_bytes,
                     [&](const std::string& before) { return to_json(now, loaded, before); });
  });
}

void SettingsStore::want_recent(const Session& session) {
  recent_written_ = session.recent_version;
  for (const auto& f : known_files_)
    if (std::find(session.recent_files.begin(), session.recent_files.end(), f) == session.recent_files.end()) forgotten_.push_back(f);
  for (const auto& f : session.recent_files) std::erase(forgotten_, f);
  known_files_ = session.recent_files;
  writer_.want("recent", [this, files = session.recent_files, commands = session.recent_commands, gone = forgotten_] {
    return change_in(folders_.state, recent_path(folders_), max_bytes, [&](const std::string& before) {
      // Other windows keep their recent files in the same file.
      auto there = recent_from(before);
      for (const auto& f : gone) std::erase(there.files, f);
      return recent_to_json(merged(files, there.files, most_recent_files), merged(commands, there.commands, most_recent_commands));
    });
  });
}

void SettingsStore::want_lessons(const LessonProgress& lessons) {
  lessons_written_ = lessons.kept_version;
  writer_.want("lessons", [this, now = lessons.kept, loaded = loaded_lessons_] {
    return change_in(folders_.state, lessons_path(folders_), max_lessons_bytes,
                     [&](const std::string& before) { return to_json(now, loaded, before); });
  });
}

void SettingsStore::note(const Workspace& workspace, const ViewState& view, Session& session, HostRequests& host) {
  if (folders_.config.empty()) return;
  recovery_.note(workspace, view, writer_);
  if (!session.adopted.empty()) {
    // This run's recovery file contains the adopted sheets now, so the old files can go. Until then they serve if this run is killed too.
    writer_.flush();
    if (stamp_of(recovery_.path()) || workspace.unsaved_documents().empty())
      for (auto& behind : session.adopted) behind.remove();
    session.adopted.clear();
  }
  auto now = settings_of(workspace, view, session, wanted_);
  now.window = place_;
  if (!(now == wanted_)) want_settings(std::move(now));
  if (session.recent_version != recent_written_) want_recent(session);
  if (workspace.lessons().kept_version != lessons_written_) want_lessons(workspace.lessons());
  if (const auto problem = writer_.problem()) host.tell(*problem, true);
}

void SettingsStore::placed(const WindowPlace& place) { place_ = place; }

void SettingsStore::keep(const Workspace& workspace, const ViewState& view, Session& session, HostRequests& host) {
  if (folders_.config.empty()) return;
  note(workspace, view, session, host);
  writer_.flush();
}

void SettingsStore::finish(const Workspace& workspace, const ViewState& view, Session& session, HostRequests& host) {
  if (folders_.config.empty()) return;
  note(workspace, view, session, host);
  recovery_.remove(writer_);
  writer_.flush();
}

}  // namespace app
