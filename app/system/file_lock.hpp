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
  /// Nothing if any process holds the lock, including this one, or if the file cannot be created.
  static std::optional<FileLock> take(const std::string& path);
  /// Waits until nobody else writes the file: for whoever reads it, changes it and writes it again. What is locked is its folder, as the
  /// file itself is replaced. Holds nothing where the file system has no locks, and where somebody has kept the folder locked for longer
  /// than anybody writes. Only for moments: a second one in the same folder waits for the first one, also in this process.
  static FileLock to_write(const std::string& path, std::chrono::milliseconds patience = std::chrono::seconds(10));

 private:
  int file_ = -1;
};

}  // namespace app
