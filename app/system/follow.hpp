#pragma once
// Reading a pipe or a growing file as its bytes arrive, like `tail -F`.

#include <sys/types.h>

#include <span>
#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

class Follower {
 public:
  /// Opens a file, or - for standard input. Error: one sentence.
  static tl::expected<Follower, algebra::Message> open(const std::string& path);
  /// Takes the reading end of a pipe, and closes it in the end.
  static Follower of_pipe(int file) { return {{}, file, false}; }
  Follower(Follower&&) noexcept;
  Follower& operator=(Follower&&) = delete;
  ~Follower();

  struct Read {
    std::size_t bytes = 0;       ///< 0: none before the timeout
    bool restarted = false;      ///< the file was truncated or replaced: these are its first bytes
    bool ended = false;          ///< no more bytes will come
    algebra::Message problem{};  ///< reason of the end; "" for a normal end
  };
  /// Waits up to `milliseconds` for bytes, or until the descriptor `stop` is readable. A regular file never ends: it may grow, be
  /// truncated, or be replaced.
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
