#pragma once
// A lock between processes, in a file of its own.

#include <optional>
#include <string>

namespace app {

/// A lock that other processes see and that ends with this one.
class FileLock {
 public:
  FileLock() = default;
  ~FileLock();
  FileLock(FileLock&&) noexcept;
  FileLock& operator=(FileLock&&) noexcept;
  /// Nothing where another process (or this one) has it, or where it cannot be made.
  static std::optional<FileLock> take(const std::string& path);

 private:
  int file_ = -1;
};

}  // namespace app
