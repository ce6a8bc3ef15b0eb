#pragma once
// A lock between processes, as a file.

#include <optional>
#include <string>

namespace app {

/// Holds the lock until it is destroyed or the process ends.
class FileLock {
 public:
  FileLock() = default;
  ~FileLock();
  FileLock(FileLock&&) noexcept;
  FileLock& operator=(FileLock&&) noexcept;
  /// Nothing if any process holds the lock, including this one, or if the file cannot be created.
  static std::optional<FileLock> take(const std::string& path);

 private:
  int file_ = -1;
};

}  // namespace app
