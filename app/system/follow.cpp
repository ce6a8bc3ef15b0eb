#include "app/system/follow.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace app {
namespace {

using algebra::Message;
using algebra::message;

constexpr int look_again_ms = 100;  ///< interval at which a file is checked for growth

Message reason(const std::string& path, int error) { return message("cannot read {}: {}", path, std::generic_category().message(error)); }

}  // namespace

tl::expected<Follower, Message> Follower::open(const std::string& path) {
  const int file = path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return tl::unexpected(reason(path, errno));
  struct stat about {};
  const bool known = ::fstat(file, &about) == 0;
  if (known && S_ISDIR(about.st_mode)) {
    ::close(file);
    return tl::unexpected(reason(path, EISDIR));
  }
  // A file redirected into standard input is read once to its end.
  return Follower(path, file, path != "-" && known && S_ISREG(about.st_mode));
}

Follower::Follower(Follower&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)), regular_(other.regular_), at_(other.at_) {}

Follower::~Follower() {
  if (file_ >= 0) ::close(file_);
}

/// Returns true if the file was emptied or replaced; it is then read from its beginning.
bool Follower::reopened() {
  struct stat ours {
  }, named{};
  if (::fstat(file_, &ours) != 0) return false;
  if (ours.st_size < at_) {
    at_ = ::lseek(file_, 0, SEEK_SET);
    return true;
  }
  // While no file has the name, the old one may still grow.
  if (::stat(path_.c_str(), &named) != 0 || (named.st_ino == ours.st_ino && named.st_dev == ours.st_dev)) return false;
  // Opening a pipe in its place would block until a writer comes.
  if (!S_ISREG(named.st_mode)) return false;
  const int next = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (next < 0) return false;
  ::close(file_);
  file_ = next;
  at_ = 0;
  return true;
}

Follower::Read Follower::read_now(std::span<char> into) {
  const auto n = ::read(file_, into.data(), into.size());
  if (n > 0) at_ += n;
  if (n >= 0) return {.bytes = static_cast<std::size_t>(n), .restarted = false, .ended = n == 0 && !regular_};
  if (errno == EINTR || errno == EAGAIN) return {};
  return {.bytes = 0, .restarted = false, .ended = true, .problem = reason(path_, errno)};
}

Follower::Read Follower::read(std::span<char> into, int milliseconds, int stop) {
  if (!regular_) {
    pollfd wanted[] = {{file_, POLLIN, 0}, {stop, POLLIN, 0}};
    if (::poll(wanted, 2, milliseconds) <= 0 || wanted[1].revents != 0) return {};
    return read_now(into);
  }
  if (auto now = read_now(into); now.bytes > 0 || now.ended) return now;
  if (reopened()) {
    auto now = read_now(into);
    now.restarted = true;
    return now;
  }
  pollfd wanted{stop, POLLIN, 0};
  ::poll(&wanted, 1, milliseconds < 0 ? look_again_ms : std::min(milliseconds, look_again_ms));
  return {};
}

}  // namespace app
