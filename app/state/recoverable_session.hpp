#pragma once
// What a run that was killed has left: its sheets, to be opened again.

#include <cstdint>
#include <string>
#include <vector>

#include "app/system/file_lock.hpp"

namespace app {

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

/// The files of a killed run. Other runs do not see them while this object lives.
struct RecoverableSession {
  std::string path;  ///< of its sheets; the lock's file stands beside it
  LeftSheets left;
  FileLock lock;
  /// Removes both files.
  void remove();
};

/// The lock's file of such a path.
std::string lock_path(const std::string& path);

}  // namespace app
