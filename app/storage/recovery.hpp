#pragma once
// Sheets that are not saved, kept where a later run finds them if this one is killed.
//
// A run has a file `recovery/PID-TIME.json` as long as something is not saved, and beside it a lock that the system gives
// back when the process is gone. A run that ends orderly removes both.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/system/late_writer.hpp"

namespace app {

class App;

/// A sheet as it was when its program was killed.
struct LeftSheet {
  std::string path;  ///< its file; empty: it had none
  std::string text;  ///< as it would have been saved; empty where the file holds it all
  bool unsaved = true;
  int selected = 0;
  friend bool operator==(const LeftSheet&, const LeftSheet&) = default;
};

struct LeftSheets {
  std::vector<LeftSheet> sheets;
  int active = 0;
  std::int64_t time = 0;  ///< when it was written, in seconds since 1970
  friend bool operator==(const LeftSheets&, const LeftSheets&) = default;
};

std::string to_json(const LeftSheets&);
/// Nothing for what is not such a file, or one of a later version.
std::optional<LeftSheets> left_sheets_from(std::string_view json);
/// What of the App would be lost; no sheets where nothing would.
LeftSheets unsaved_sheets(const App&);

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

/// What a killed run has left. Other runs do not see it while this object lives.
struct LeftBehind {
  std::string path;
  LeftSheets left;
  FileLock lock;
  /// Removes its files.
  void remove();
};

class Recovery {
 public:
  /// Its files are in that folder, which need not exist.
  explicit Recovery(std::string folder);

  /// Of runs that are gone, newest first.
  std::vector<LeftBehind> left_behind() const;
  /// To be called whenever the App may have changed: has written soon what would be lost.
  void note(const App&, LateWriter&);
  /// An orderly end: nothing is left.
  void remove(LateWriter&);
  const std::string& path() const { return path_; }

 private:
  std::string folder_, path_;
  std::optional<FileLock> lock_;
  std::uint64_t noted_ = 0;
  bool written_ = false;
};

}  // namespace app
