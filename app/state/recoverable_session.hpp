#pragma once
// The sheets of a killed run, for recovery.

#include <cstdint>
#include <string>
#include <vector>

#include "app/system/file_lock.hpp"

namespace app {

/// A sheet of a run, as last written for recovery.
struct LeftSheet {
  std::string path;  ///< its file; empty: none
  std::string text;  ///< the text of the .cutes file; empty without unsaved changes
  bool unsaved = true;
  int selected = 0;
  bool asks_to_run = false;  ///< as Document::asks_to_run
  friend bool operator==(const LeftSheet&, const LeftSheet&) = default;
};

struct LeftSheets {
  std::vector<LeftSheet> sheets;
  int active = 0;
  std::int64_t time = 0;  ///< when this was written, in seconds since 1970
  friend bool operator==(const LeftSheets&, const LeftSheets&) = default;
};

/// The recovery files of a killed run, locked against other runs while this object lives.
struct RecoverableSession {
  std::string path;  ///< the file with the sheets; the lock file is beside it
  LeftSheets left;
  FileLock lock;
  /// Deletes both files.
  void remove();
};

/// Returns the path of the lock file for RecoverableSession::path.
std::string lock_path(const std::string& path);

}  // namespace app
