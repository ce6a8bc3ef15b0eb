#pragma once
// For tests that drive the real window: reads requests, one per line, from the named pipe FOLDER/ask and writes one line of
// answer to each into FOLDER/answer. So a test waits for a state instead of a time, and clicks where something is drawn.
//
//   state        the state of the window as a JSON object; see window_state
//   rest         the same, once the window is at rest: all input so far is handled and drawn, and nothing is running
//   place TEXT   at rest: "x y", where to click on a text of the frame (see place_of), or "none"
//   texts        at rest: all texts of the frame, as a JSON array

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

#include "app/system/worker.hpp"
#include "app/ui/ui.hpp"

namespace app {

class Probe {
 public:
  /// wake: called from another thread when there is a request. Error: one sentence.
  static tl::expected<std::unique_ptr<Probe>, algebra::Message> open(const std::string& folder, std::function<void()> wake);
  ~Probe();
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  /// Call this after each frame.
  void drawn() { ++frames_; }
  /// Returns true if there are requests.
  bool asked();
  /// Answers the requests that can be answered now. Call this between frames, while ImGui has the last frame's draw data. Calls at_rest
  /// only if a request needs it.
  void serve(const State&, const std::function<bool()>& at_rest);

 private:
  Probe() = default;
  void read(const std::stop_token& stop);
  std::string answer(const State&, std::string_view request) const;

  int ask_ = -1, answer_ = -1;
  long frames_ = 0;
  std::mutex mutex_;  ///< guards the requests
  std::deque<std::string> requests_;
  Worker worker_;  ///< last: its thread uses the members above
};

/// Returns {"frames": drawn so far, "title": ..., "dialog": is open, "playing": ..., "position": of playback, "verdicts": pending}.
std::string window_state(const State&, long frames);

}  // namespace app
