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

#include "app/state/recoverable_session.hpp"
#include "app/system/late_writer.hpp"

namespace app {

class Workspace;
struct ViewState;

std::string to_json(const LeftSheets&);
/// Nothing for what is not such a file, or one of a later version.
std::optional<LeftSheets> left_sheets_from(std::string_view json);
/// What would be lost; no sheets where nothing would.
LeftSheets unsaved_sheets(const Workspace&, const ViewState&);

class Recovery {
 public:
  /// Its files are in that folder, which need not exist.
  explicit Recovery(std::string folder);

  /// Of runs that are gone, newest first.
  std::vector<RecoverableSession> left_behind() const;
  /// To be called whenever a document may have changed: has written soon what would be lost.
  void note(const Workspace&, const ViewState&, LateWriter&);
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
