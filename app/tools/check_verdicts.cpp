#include "app/tools/check_verdicts.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/report/spoken.hpp"

namespace app {

using algebra::Message;
using algebra::message;

double verdict_seconds(const Arguments& asked, const ToolHost& host) { return asked.number("time").value_or(host.check_seconds()); }

ValueVerdict decide_value(const VerdictCheck& check, const Arguments& asked, ToolHost& host) {
  ValueVerdict decided;
  if (!check) return decided;
  DecideProgress progress;
  const auto ends = host.on_interrupt([&progress] { progress.cancelled = true; });
  decided.verdict = std::move(decide({&check, 1}, verdict_seconds(asked, host), progress).front());
  decided.interrupted = progress.cancelled;
  return decided;
}

void note_sample(Report& report, const algebra::Verdict& verdict, const Arguments& asked, const ToolHost& host) {
  if (is_sampled(verdict) && verdict.total <= most_decidable && verdict_seconds(asked, host) > 0) report.note(whole_hint);
}

CheckVerdicts::CheckVerdicts(double seconds, bool in_files, ToolHost& host)
    : seconds_(seconds),
      signals_(host.on_interrupt([this] { progress_.cancelled = true; })),
      line_(host.show_progress(
          [this] {
            const std::size_t total = progress_.total, looked_at = progress_.looked_at, whole = progress_.whole;
            const std::size_t files = files_, all_files = all_files_;
            const auto of_files = all_files > 1 ? message("{} of {} files", files, all_files) : Message();
            if (total == 0) return in_words(of_files);
            const auto passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
            const auto so_far = fmt::format("{:.0f}", passed);
            const auto of_verdicts = looked_at < total ? message("{} of {} verdicts checked, {} s", looked_at, total, so_far)
                                                       : message("{} of {} verdicts checked for every element, {} s", whole, total, so_far);
            return in_words(of_files.empty() ? of_verdicts : message("{}; {}", of_files, of_verdicts));
          },
          in_files)) {}

void CheckVerdicts::decide(SheetSession& session) {
  for (const auto& r : session.results()) verdicts_ += r.evaluation && r.evaluation->verdict.kind != algebra::Verdict::Kind::none;
  // At least a sample of each, however late it is.
  const auto passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  for (const auto& verdict : session.decide_verdicts(seconds_ > 0 ? std::max(1e-3, seconds_ - passed) : 0, progress_)) {
    if (!verdict) ++open_;
    else if (is_sampled(*verdict)) ++sampled_, late_ += verdict->total <= most_decidable;
  }
}

Message CheckVerdicts::remark() const {
  Message text;
  if (interrupted())
    text = open_ > 0 ? message("interrupted: {} of {} verdicts were not checked", open_, verdicts_) : Message("interrupted");
  if (sampled_ == 0) return text;
  const auto sampled = message("sampled: {} of {} verdicts", sampled_, verdicts_);
  text = text.empty() ? sampled : message("{}; {}", text, sampled);
  return late_ > 0 && seconds_ > 0 ? message("{}; {}", text, Message(whole_hint)) : text;
}

}  // namespace app
