#pragma once
// What the desktop is asked for while the window is open: whether it is dark, and files through its own dialog.

#include <functional>
#include <memory>

#include "app/state/state.hpp"
#include "app/system/child_process.hpp"

namespace app {

class Desktop {
 public:
  /// `wake` is called from another thread when there is an answer for advance().
  explicit Desktop(std::function<void()> wake) : wake_(std::move(wake)) {}
  /// Asks whether it is dark, where the window follows that. At the beginning, and when the window gets the keyboard back.
  void ask_theme(const State&);
  /// Starts the file dialog that an action wants, where one is installed, and takes what has been answered. True: something changed.
  bool advance(State&);
  /// The desktop has not said yet whether it is dark.
  bool asking() const { return theme_ != nullptr; }

 private:
  bool take_theme(State&);
  bool take_files(State&);

  std::function<void()> wake_;
  std::unique_ptr<ChildProcess> theme_, files_;
  Dialog asked_ = Dialog::none;
};

/// The program and arguments of zenity or kdialog for that question (Dialog::open or save_as), the first that is
/// installed; empty where there is none.
std::vector<std::string> file_dialog(const State&, Dialog);

}  // namespace app
