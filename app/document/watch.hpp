#pragma once
// Watches a program's output: a background thread reads it and lists the layouts in it, newest first.

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "algebra/reading/printed_memory.hpp"
#include "algebra/reading/scan.hpp"
#include "algebra/text/message.hpp"
#include "app/document/entry_source.hpp"
#include "app/document/watched_names.hpp"
#include "app/system/follow.hpp"
#include "app/system/worker.hpp"

namespace app {

/// A find, a layout or tensor; one for each pair of name and value.
struct Watched {
  std::uint64_t id = 0;    ///< from 1, in the order of the first finds
  std::string name, text;  ///< as an entry: name = text
  std::int64_t times = 1;  ///< number of finds under this name
  std::size_t line = 0;    ///< line of the output with the first find
  EntrySource source{};    ///< function and line of the program, if cutescope.hpp printed it
  friend bool operator==(const Watched&, const Watched&) = default;
};

/// The finds so far, and the state of the watch.
struct WatchReport {
  std::vector<Watched> newest;  ///< newest first; at most `keep`
  std::int64_t found = 0;       ///< including repeats
  std::int64_t different = 0;
  bool ended = false;
  algebra::Message problem;  ///< the error that ended it; "" for an ordinary end
};

/// The list of a watch, without its thread.
class WatchList {
 public:
  explicit WatchList(std::size_t keep) : keep_(keep) {}
  void add(algebra::Scanned);
  WatchReport report() const;

 private:
  std::size_t keep_;
  std::deque<Watched> newest_;
  std::unordered_map<std::string, std::uint64_t> ids_;  ///< by name, of the finds in the list
  WatchedNames names_;
  algebra::PrintedMemory memory_;
  std::uint64_t next_ = 1;
  std::int64_t found_ = 0;
};

class Watch {
 public:
  static constexpr std::size_t usually_kept = 200, most_kept = 2000;

  /// Starts reading. path: a file, or - for standard input. keep: the number of finds to list. Error: one sentence.
  static tl::expected<std::unique_ptr<Watch>, algebra::Message> begin(const std::string& path, std::size_t keep);
  /// Watches the output of a program through a descriptor, which is closed at the end, and passes it on to standard output. `program`: its
  /// name.
  static std::unique_ptr<Watch> of_program(const std::string& program, int output, std::size_t keep);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  const std::string& path() const { return path_; }
  /// Sets the function that the background thread calls after a change, about ten times a second at most. The previous `wake` is not called
  /// after this returns.
  void wake_with(std::function<void()> wake);
  /// Returns the report; nullopt if it has not changed since the last call.
  std::optional<WatchReport> take();

 private:
  Watch(std::string path, Follower source, std::size_t keep, bool passes_on = false);
  void work(const std::stop_token& stop);

  std::string path_;
  Follower source_;
  bool passes_on_ = false;
  std::mutex mutex_;  ///< guards everything below
  WatchList list_;
  bool changed_ = false, ended_ = false;
  algebra::Message problem_;
  Worker worker_;  ///< last, so that its thread stops before the members that it uses are destroyed
};

}  // namespace app
