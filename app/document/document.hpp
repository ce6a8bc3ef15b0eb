#pragma once
// An open document: the sheet of a tab with its file, history and watch.

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "app/document/history.hpp"
#include "app/document/sheet.hpp"
#include "app/document/watch.hpp"
#include "app/system/files.hpp"
#include "app/system/texts.hpp"

namespace app {

struct Document {
  std::uint64_t id = 0;  ///< unique within a run
  Sheet sheet;
  Sheet saved;         ///< the sheet as last saved or loaded; of a new document, as it began
  std::string path;    ///< empty: no file yet
  std::string name;    ///< name of an example; in English, translated for display
  std::string lesson;  ///< name of the built-in lesson that was opened here; empty: none
  /// The sheet came with a link, and the user has not yet allowed its launch to run.
  bool asks_to_run = false;
  /// The user opened the program itself, not a sheet that names it.
  bool is_program = false;
  std::optional<FileStamp> stamp;  ///< of the file when it was last read or written here
  History history;
  int selected = 0;              ///< the selected entry, stored while another document is shown
  std::unique_ptr<Watch> watch;  ///< null: none; its finds are listed below the sheet's own entries
  bool watch_paused = false;     ///< new finds are not shown
  WatchReport watched;
  std::set<std::uint64_t> dismissed;  ///< ids of finds that the user has kept or deleted

  /// Returns true if the sheet differs from `saved`. Ignores finds of the watch that were not kept, pins, and the launch's playback and
  /// isolation.
  bool unsaved() const;
  /// Returns true if closing it loses nothing: it has no file, no watch, no history and no change.
  bool untouched() const;
  /// Returns the file's name, else the lesson's title, else the example's name or "untitled" in the language of the texts.
  std::string title(const Texts&) const;
};

/// Copies the parts of `now` that are only a view of the sheet (pins, playback, isolation) to `next`, the sheet after a step of undo or
/// redo.
void keep_looks(const Sheet& now, Sheet& next);

}  // namespace app
