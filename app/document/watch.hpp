#pragma once
// What a program prints, read on a thread of its own: the layouts in it, newest first, while the window goes on.

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

#include "algebra/find.hpp"
#include "app/document/watched_names.hpp"
#include "app/system/follow.hpp"
#include "app/system/worker.hpp"

namespace app {

/// A layout or tensor that was found, once for each name and value.
struct Watched {
  std::uint64_t id = 0;    ///< from 1, in the order found
  std::string name, text;  ///< an entry of the sheet: name = text
  std::int64_t times = 1;  ///< that it was found under this name
  std::size_t line = 0;    ///< where it was found first
  friend bool operator==(const Watched&, const Watched&) = default;
};

/// What has been found so far, and how the reading goes.
struct WatchReport {
  std::vector<Watched> newest;  ///< newest first; not more than are to be kept
  std::int64_t found = 0;       ///< repeats counted
  std::int64_t different = 0;
  bool ended = false;
  std::string problem;  ///< why it ended, where that was no ordinary end
};

/// The list of a watch, without the thread.
class WatchList {
 public:
  explicit WatchList(std::size_t keep) : keep_(keep) {}
  void add(algebra::Found);
  WatchReport report() const;

 private:
  std::size_t keep_;
  std::deque<Watched> newest_;
  std::unordered_map<std::string, std::uint64_t> ids_;  ///< by name: of those in the list
  WatchedNames names_;
  std::uint64_t next_ = 1;
  std::int64_t found_ = 0;
};

class Watch {
 public:
  static constexpr std::size_t usually_kept = 200, most_kept = 2000;

  /// Begins to read: a file, or - for standard input.
  static tl::expected<std::unique_ptr<Watch>, std::string> begin(const std::string& path, std::size_t keep);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  const std::string& path() const { return path_; }
  /// `wake` is called from the other thread when there is something to be taken, some ten times a second at most, and
  /// never after this returns with another one.
  void wake_with(std::function<void()> wake);
  /// Nothing when nothing has changed since it was last taken.
  std::optional<WatchReport> take();

 private:
  Watch(std::string path, Follower source, std::size_t keep);
  void work(const std::stop_token& stop);

  std::string path_;
  Follower source_;
  std::mutex mutex_;  ///< of all below
  WatchList list_;
  bool changed_ = false, ended_ = false;
  std::string problem_;
  Worker worker_;  ///< last: it uses all of the above
};

}  // namespace app
