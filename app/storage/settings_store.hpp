#pragma once
// Reads what earlier runs have written about themselves when the window opens, and writes ours while it is open.

#include "app/state/state.hpp"
#include "app/storage/recent_files.hpp"
#include "app/storage/recovery.hpp"
#include "app/storage/settings.hpp"
#include "app/system/late_writer.hpp"
#include "app/system/user_folders.hpp"

namespace app {

class SettingsStore {
 public:
  explicit SettingsStore(const UserFolders&);
  /// Settings, recent files, and the sheets that killed runs have left, into the session. A file that cannot be
  /// read is a notice.
  void begin(Workspace&, ViewState&, Session&, HostRequests&);
  /// What has changed is written soon. To be called after whatever may have changed the state; cheap when nothing has.
  void note(const Workspace&, const ViewState&, Session&, HostRequests&);
  /// The window has been moved or resized.
  void placed(const WindowPlace&);
  const std::optional<WindowPlace>& window() const { return place_; }
  /// An orderly end: nothing is left to recover, and all is written when this returns.
  void finish(const Workspace&, const ViewState&, Session&, HostRequests&);
  /// All that is to be written is written, or could not be.
  bool idle() { return writer_.idle(); }
  void wake_with(std::function<void()> wake) { writer_.wake_with(std::move(wake)); }

 private:
  void want_settings(Settings);
  void want_recent(const Session&);

  UserFolders folders_;
  Recovery recovery_;
  Settings loaded_, wanted_;
  std::optional<WindowPlace> place_;
  std::uint64_t recent_written_ = 0;
  std::vector<std::string> forgotten_;
  std::vector<std::string> known_files_;  ///< as last written: what is missing since was forgotten
  LateWriter writer_;                     ///< last: it uses all of the above
};

}  // namespace app
