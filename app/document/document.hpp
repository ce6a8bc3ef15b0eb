#pragma once
// A sheet that is open: what a tab holds.

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "app/document/history.hpp"
#include "app/document/sheet.hpp"
#include "app/document/watch.hpp"
#include "app/system/files.hpp"

namespace app {

struct Document {
  std::uint64_t id = 0;  ///< no two of a run have the same
  Sheet sheet;
  Sheet saved;                     ///< as it is in its file, or as it was begun
  std::string path;                ///< empty: has no file yet
  std::optional<FileStamp> stamp;  ///< of the file when it was last read or written
  History history;
  int selected = 0;              ///< entry, while another document is shown
  std::unique_ptr<Watch> watch;  ///< whose finds stand below its own entries
  bool watch_paused = false;     ///< nothing that it finds is shown
  WatchReport watched;
  std::set<std::uint64_t> dismissed;  ///< what the watch found, and the user kept or deleted

  /// What a watch found and nobody kept does not count, nor how far a launch is played.
  bool unsaved() const;
  /// Nobody would miss it: no file, and nothing done to it.
  bool untouched() const;
  std::string title() const;  ///< the file's name, else the lesson's title, or "untitled"
};

/// After a step of undo or redo: what is only looked at (pins, playback, isolation) stays as it is now.
void keep_looks(const Sheet& now, Sheet& next);

}  // namespace app
