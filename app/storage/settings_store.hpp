#pragma once
// Loads settings, recent files, answers to lessons and recoverable sessions when the window opens, and saves them while it is open.

#include "app/state/state.hpp"
#include "app/storage/lesson_answers.hpp"
#include "app/storage/recent_files.hpp"
#include "app/storage/recovery.hpp"
#include "app/storage/settings.hpp"
#include "app/system/late_writer.hpp"
#include "app/system/user_folders.hpp"

namespace app {

class SettingsStore {
 public:
  explicit SettingsStore(const UserFolders&);
  /// Loads everything into the state; opens the recovery dialog if killed runs have left sheets. Shows a notice if the settings cannot be
  /// read.
  void begin(Workspace&, ViewState&, Session&, HostRequests&);
  /// Schedules writing changes; reports failed writes in a notice. Call this whenever the state may have changed; it is cheap if nothing
  /// has.
  void note(const Workspace&, const ViewState&, Session&, HostRequests&);
  /// Call this after the window was moved or resized.
  void placed(const WindowPlace&);
  const std::optional<WindowPlace>& window() const { return place_; }
  /// Prepares for an end that comes without a dialog: writes everything before it returns. Unsaved sheets, if any, stay in the recovery
  /// file for the next run.
  void keep(const Workspace&, const ViewState&, Session&, HostRequests&);
  /// Does the same with the state of the last note(), on any thread.
  void flush() { writer_.flush(); }
  /// Prepares for a normal end: writes everything before it returns, and deletes the recovery files.
  void finish(const Workspace&, const ViewState&, Session&, HostRequests&);
  /// Returns true if no write is pending.
  bool idle() { return writer_.idle(); }
  void wake_with(std::function<void()> wake) { writer_.wake_with(std::move(wake)); }

 private:
  void want_settings(Settings);
  void want_recent(const Session&);
  void want_lessons(const LessonProgress&);

  UserFolders folders_;
  Recovery recovery_;
  Settings loaded_, wanted_;
  std::optional<WindowPlace> place_;
  std::uint64_t recent_written_ = 0;
  std::vector<std::string> forgotten_;
  KeptLessons loaded_lessons_;            ///< as read at the beginning
  std::uint64_t lessons_written_ = 0;     ///< LessonProgress::kept_version at the last write
  std::vector<std::string> known_files_;  ///< recent files as last written, to find those forgotten since
  LateWriter writer_;                     ///< last: its thread uses the members above
};

}  // namespace app
