#pragma once
// Keeps unsaved sheets in files, from which a later run can recover them if this one is killed.
//
// A run has a file `recovery/PID-TIME.json` while something is unsaved, and beside it a lock, which the system releases when the
// process ends. A run that ends normally deletes both.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/recoverable_session.hpp"
#include "app/system/late_writer.hpp"

namespace app {

class Workspace;
struct ViewState;

std::string to_json(const LeftSheets&);
/// Returns nullopt if the text is not valid, or of another version.
std::optional<LeftSheets> left_sheets_from(std::string_view json);
/// Returns the open sheets that have a file or are unsaved; empty if none is unsaved.
LeftSheets unsaved_sheets(const Workspace&, const ViewState&);

class Recovery {
 public:
  /// folder: for the files; it need not exist.
  explicit Recovery(std::string folder);

  /// Returns the sessions of killed runs, newest first, and locks them.
  std::vector<RecoverableSession> left_behind() const;
  /// Schedules writing unsaved_sheets. Call this whenever a document may have changed.
  void note(const Workspace&, const ViewState&, LateWriter&);
  /// Deletes the files at a normal end.
  void remove(LateWriter&);
  const std::string& path() const { return path_; }

 private:
  std::string folder_, path_;
  std::optional<FileLock> lock_;
  std::uint64_t noted_ = 0;
  bool written_ = false;
};

}  // namespace app
