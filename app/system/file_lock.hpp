#pragma once
// A lock between processes, as a file.

#include <chrono>
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
  /// Returns nullopt if any process holds the lock, including this one, or if the file cannot be created.
  static std::optional<FileLock> take(const std::string& path);
  /// Waits for the right to write a file, for a read-change-write cycle. Locks the folder, because the file itself is replaced. Holds
  /// nothing if the file system has no locks, or if another process keeps the folder locked for longer than `patience`. Only for moments: a
  /// second lock in the same folder waits for the first one, also within this process.
  static FileLock to_write(const std::string& path, std::chrono::milliseconds patience = std::chrono::seconds(10));

 private:
  int file_ = -1;
};

}  // namespace app
