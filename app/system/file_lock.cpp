#include "app/system/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <thread>
#include <utility>

namespace app {

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

FileLock::FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

std::optional<FileLock> FileLock::take(const std::string& path) {
  FileLock lock;
  lock.file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock.file_ < 0 || ::flock(lock.file_, LOCK_EX | LOCK_NB) != 0) return std::nullopt;
  // The former holder may have removed the file in between; other processes would then lock a new file.
  struct stat ours {
  }, there{};
  if (::fstat(lock.file_, &ours) != 0 || ::stat(path.c_str(), &there) != 0 || ours.st_ino != there.st_ino) return std::nullopt;
  return lock;
}

FileLock FileLock::to_write(const std::string& path, std::chrono::milliseconds patience) {
  std::error_code ignored;
  const auto folder = std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored).parent_path();
  FileLock lock;
  lock.file_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  constexpr std::chrono::milliseconds pause{2};
  const auto end = std::chrono::steady_clock::now() + patience;
  while (lock.file_ >= 0 && ::flock(lock.file_, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR) &&
         std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(pause);
  return lock;
}

}  // namespace app
