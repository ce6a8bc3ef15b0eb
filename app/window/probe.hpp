#pragma once
// For tests that drive the real window: requests, a line each, from the named pipe FOLDER/ask, and an answer for each, a
// line, in FOLDER/answer. A test waits for what it asked for, however slow the machine is, and points at what is drawn.
//
//   state        what the window is doing now, as a JSON object; see window_state
//   rest         the same, as soon as it is at rest: all input so far is taken and drawn, and nothing goes on
//   place TEXT   "x y", where to point for a text of the frame on the screen (see place_of), or "none"; at rest
//   texts        all texts of that frame, as a JSON array; at rest

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "app/system/worker.hpp"
#include "app/ui/ui.hpp"

namespace app {

class Probe {
 public:
  /// `wake` is called from another thread when there is a request. Error: one sentence.
  static tl::expected<std::unique_ptr<Probe>, std::string> open(const std::string& folder, std::function<void()> wake);
  ~Probe();
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  /// A frame has been drawn.
  void drawn() { ++frames_; }
  /// There are requests.
  bool asked();
  /// Answers what can be answered now. Call it between frames, with the last frame's draw data in ImGui. `at_rest` is asked
  /// only where a request needs it.
  void serve(const State&, const std::function<bool()>& at_rest);

 private:
  Probe() = default;
  void read(const std::stop_token& stop);
  std::string answer(const State&, std::string_view request) const;

  int ask_ = -1, answer_ = -1;
  long frames_ = 0;
  std::mutex mutex_;  ///< of the requests
  std::deque<std::string> requests_;
  Worker worker_;  ///< last: it uses all of the above
};

/// {"frames": drawn so far, "title": ..., "dialog": open or not, "playing": ..., "position": of playback, "verdicts": being looked for}
std::string window_state(const State&, long frames);

}  // namespace app
