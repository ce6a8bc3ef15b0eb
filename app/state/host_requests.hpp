#pragma once
// Requests of actions to the host, carried out after the frame.

#include <cstdint>
#include <string>
#include <utility>

#include "algebra/text/message.hpp"

namespace app {

struct HostRequests {
  std::string clipboard;       ///< text to copy; empty: none
  algebra::Message notice;     ///< the latest message in the status bar
  bool notice_is_bad = false;  ///< it reports an error
  bool full_screen = false;    ///< whether the window should fill the screen
  bool cancel_trace = false;   ///< cancel the running trace
  bool quit = false;           ///< close the window

  /// The state at the time of the notice: see carry_out.
  struct Occasion {
    std::uint64_t told = 0;      ///< number of the notice
    std::uint64_t document = 0;  ///< Document::id
    std::uint64_t edits = 0;     ///< Workspace::edits()
    int dialog = 0;
    bool start_page = false;
    friend bool operator==(const Occasion&, const Occasion&) = default;
  };
  std::uint64_t told = 0;  ///< number of notices so far
  Occasion notice_of;

  void tell(algebra::Message text, bool bad) {
    ++told;
    notice = std::move(text);
    notice_is_bad = bad;
  }
};

}  // namespace app
