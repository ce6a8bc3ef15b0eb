#pragma once
// Decides verdicts within the time of --time, until the user ends it: of a value, and of the sheets of `cutescope check` with progress.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>

#include "algebra/text/message.hpp"
#include "app/document/decide.hpp"
#include "app/session/sheet_session.hpp"
#include "app/tools/tool.hpp"

namespace app {

/// The remark on samples that were taken because the time was over.
inline constexpr char whole_hint[] = "--time 0 checks every element";

/// Returns the seconds of --time, or else the host's; 0: no limit.
double verdict_seconds(const Arguments&, const ToolHost&);

struct ValueVerdict {
  std::optional<algebra::Verdict> verdict{};  ///< nothing: there was none to decide, or it was interrupted before an element was looked at
  bool interrupted = false;
};
/// Decides the verdict of one value. `check`: that of its evaluation, which may be empty.
ValueVerdict decide_value(const VerdictCheck& check, const Arguments&, ToolHost&);
/// Notes what looks at every element, where the time let only a sample be looked at.
void note_sample(Report&, const algebra::Verdict&, const Arguments&, const ToolHost&);

class CheckVerdicts {
 public:
  /// `seconds`: for the verdicts of all sheets together; 0: no limit. `in_files`: as in ToolHost::show_progress.
  CheckVerdicts(double seconds, bool in_files, ToolHost&);
  CheckVerdicts(const CheckVerdicts&) = delete;
  CheckVerdicts& operator=(const CheckVerdicts&) = delete;

  /// Sets the files that are looked at so far, and all of them; the progress shows both if there are several.
  void files(std::size_t looked_at, std::size_t all) { files_ = looked_at, all_files_ = all; }

  /// Decides the verdicts of a sheet that are still open.
  void decide(SheetSession&);
  /// Tells whether the user has ended the check.
  bool interrupted() const { return progress_.cancelled; }
  std::size_t sampled() const { return sampled_; }  ///< verdicts that have not looked at every element
  std::size_t open() const { return open_; }        ///< verdicts that nothing was looked at for, because of the interruption
  double seconds() const { return seconds_; }
  /// Returns the remark on verdicts that are not whole: "sampled: 1990 of 2000 verdicts; --time 0 looks at every element". "" if all are.
  algebra::Message remark() const;

 private:
  const double seconds_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::size_t verdicts_ = 0, sampled_ = 0, open_ = 0;
  std::size_t late_ = 0;  ///< of the sampled ones, those that have no more elements than are looked at
  std::atomic<std::size_t> files_{0}, all_files_{0};
  DecideProgress progress_;
  std::shared_ptr<void> signals_, line_;  ///< last: their threads use the members above
};

}  // namespace app
