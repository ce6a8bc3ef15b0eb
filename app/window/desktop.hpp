#pragma once
// Queries of the desktop while the window is open: the brightness of its theme, and paths from its file dialog.

#include <functional>
#include <memory>

#include "app/state/state.hpp"
#include "app/system/child_process.hpp"

namespace app {

class Desktop {
 public:
  /// wake: called from another thread when there is an answer for advance().
  explicit Desktop(std::function<void()> wake) : wake_(std::move(wake)) {}
  /// Starts a query for the brightness of the theme, if the window follows it. Call this at the start and when the window regains the
  /// keyboard.
  void ask_theme(const State&);
  /// Takes the answers, and starts the desktop's file dialog if one was requested and is installed. Returns true if anything changed.
  bool advance(State&);
  /// Returns true if the answer about the theme is pending.
  bool asking() const { return theme_ != nullptr; }

 private:
  bool take_theme(State&);
  bool take_files(State&);

  std::function<void()> wake_;
  std::unique_ptr<ChildProcess> theme_, files_;
  Dialog asked_ = Dialog::none;
};

/// Returns zenity or kdialog, whichever is installed, with the arguments for that dialog (Dialog::open or save_as); empty if neither is.
std::vector<std::string> file_dialog(const State&, Dialog);

}  // namespace app
