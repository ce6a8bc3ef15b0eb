#pragma once
// The bytes of a pipe or a growing file as they come, as `tail -F` has them.

#include <sys/types.h>

#include <span>
#include <string>

#include <tl/expected.hpp>

namespace app {

class Follower {
 public:
  /// path: a file, or - for standard input. Error: one sentence.
  static tl::expected<Follower, std::string> open(const std::string& path);
  Follower(Follower&&) noexcept;
  Follower& operator=(Follower&&) = delete;
  ~Follower();

  struct Read {
    std::size_t bytes = 0;   ///< 0: none within the time
    bool restarted = false;  ///< the file was emptied, or another one took its name: these bytes are its first
    bool ended = false;      ///< nothing will come any more
    std::string problem{};   ///< why it ended, where that was no ordinary end
  };
  /// Waits for bytes, up to `milliseconds`, or until something can be read from the descriptor `stop`. A file has no end:
  /// it may grow, be emptied, be moved away and come again.
  Read read(std::span<char> into, int milliseconds, int stop);

 private:
  Follower(std::string path, int file, bool regular) : path_(std::move(path)), file_(file), regular_(regular) {}
  bool reopened();
  Read read_now(std::span<char> into);

  std::string path_;
  int file_ = -1;
  bool regular_ = false;
  off_t at_ = 0;
};

}  // namespace app
