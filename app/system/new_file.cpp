#include "app/system/new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "app/system/files.hpp"

namespace app {
namespace {

constexpr int ending_signals[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};

/// The one temporary name that a signal handler removes. Such names are rare, and two at once rarer.
char named[PATH_MAX];
std::atomic<bool> is_named{false};

void on_ending_signal(int signal) {
  if (is_named) ::unlink(named);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void remove_on_signals(const std::string& path) {
  if (path.size() >= sizeof named || is_named) return;
  std::memcpy(named, path.c_str(), path.size() + 1);
  is_named = true;
  for (const int signal : ending_signals) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) std::signal(signal, on_ending_signal);
  }
}

void removed(const std::string& path) {
  if (!is_named || path != named) return;
  is_named = false;
  for (const int signal : ending_signals) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == on_ending_signal) std::signal(signal, SIG_DFL);
  }
}

/// Returns a name in the same folder. It is independent of the file's name, which may have the maximal length already.
std::string random_name_beside(const std::string& path) {
  std::random_device random;
  const auto number = (static_cast<std::uint64_t>(random()) << 32) | random();
  return (std::filesystem::path(path).parent_path() / fmt::format(".cutescope-{:016x}.tmp", number)).string();
}

/// Returns the file that links lead to, even if it does not exist yet.
std::string behind_links(std::filesystem::path path) {
  std::error_code error;
  for (int links = 0; links < 40 && std::filesystem::is_symlink(path, error); ++links) {
    const auto target = std::filesystem::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / target;
  }
  return path.string();
}

}  // namespace

NewFile::NewFile(const std::string& path) {
  if (!why_out_of_bounds(path, true).empty()) {
    error_ = EACCES;
    return;
  }
  struct stat there {};
  const bool exists = ::stat(path.c_str(), &there) == 0;
  // Errors such as a link to itself. A file without the permission to write is not replaced either.
  if (exists ? ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0 : errno != ENOENT) {
    error_ = errno;
    return;
  }
  if (exists && !S_ISREG(there.st_mode)) {
    file_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (file_ < 0) error_ = errno;
    return;
  }
  path_ = behind_links(path);
  const mode_t mode = exists ? there.st_mode & 0777 : 0666;
  const auto parent = std::filesystem::path(path_).parent_path().string();
  if (::access("/proc/self/fd", X_OK) == 0) file_ = ::open(parent.empty() ? "." : parent.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  for (int tries = 0; file_ < 0 && tries < 8; ++tries) {
    temporary_ = random_name_beside(path_);
    remove_on_signals(temporary_);
    file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (file_ >= 0) break;
    error_ = errno;
    removed(std::exchange(temporary_, {}));
    if (error_ != EEXIST) return;
  }
  if (file_ < 0) return;
  error_ = 0;
  if (exists) static_cast<void>(::fchmod(file_, there.st_mode & 07777));
}

NewFile::~NewFile() {
  if (file_ >= 0) ::close(file_);
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  removed(temporary_);
}

bool NewFile::write(std::string_view bytes) {
  while (error_ == 0 && !bytes.empty()) {
    const auto n = ::write(file_, bytes.data(), bytes.size());
    if (n < 0 && errno != EINTR) error_ = errno;
    if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return error_ == 0;
}

/// A file can be renamed only once it has a name.
void NewFile::give_name() {
  const auto open_file = fmt::format("/proc/self/fd/{}", file_);
  for (int tries = 0; tries < 8; ++tries) {
    auto name = random_name_beside(path_);
    remove_on_signals(name);
    if (::linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      temporary_ = std::move(name);
      return;
    }
    const int why = errno;
    removed(name);
    if (why == EEXIST) continue;
    error_ = why;
    return;
  }
  error_ = EEXIST;
}

int NewFile::keep() {
  // Pipes and devices cannot be synchronised.
  if (error_ == 0 && !path_.empty() && ::fsync(file_) != 0) error_ = errno;
  if (error_ == 0 && !path_.empty() && temporary_.empty()) give_name();
  if (file_ >= 0 && ::close(std::exchange(file_, -1)) != 0 && error_ == 0) error_ = errno;
  if (error_ != 0 || path_.empty()) return error_;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return error_ = errno;
  removed(std::exchange(temporary_, {}));
  return 0;
}

}  // namespace app
