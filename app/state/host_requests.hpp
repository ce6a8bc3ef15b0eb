#pragma once
// What the host must do after the frame: the desktop's part of what actions do.

#include <string>
#include <utility>

namespace app {

struct HostRequests {
  std::string clipboard;       ///< text that is to go there; empty: none
  std::string notice;          ///< last message for the status bar, in the interface's language
  bool notice_is_bad = false;  ///< it says what did not work
  bool full_screen = false;    ///< the window is to fill the screen
  bool cancel_trace = false;   ///< the trace that is being made is to stop
  bool quit = false;           ///< the window is to close

  void tell(std::string text, bool bad) {
    notice = std::move(text);
    notice_is_bad = bad;
  }
};

}  // namespace app
