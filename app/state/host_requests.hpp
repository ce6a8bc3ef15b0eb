#pragma once
// What actions ask of the host, to be done after the frame.

#include <string>
#include <utility>

#include "algebra/text/message.hpp"

namespace app {

struct HostRequests {
  std::string clipboard;       ///< text to copy; empty: none
  algebra::Message notice;     ///< latest message in the status bar
  bool notice_is_bad = false;  ///< it reports an error
  bool full_screen = false;    ///< whether the window is to fill the screen
  bool cancel_trace = false;   ///< cancel the running trace
  bool quit = false;           ///< close the window

  void tell(algebra::Message text, bool bad) {
    notice = std::move(text);
    notice_is_bad = bad;
  }
};

}  // namespace app
