#include "app/cli/check_verdicts.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace app {

CheckVerdicts::CheckVerdicts(double seconds, bool in_files)
    : seconds_(seconds),
      signals_([this] { progress_.cancelled = true; }),
      line_(
          [this] {
            const std::size_t total = progress_.total, looked_at = progress_.looked_at, whole = progress_.whole;
            if (total == 0) return std::string();
            const auto passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
            return looked_at < total ? fmt::format("{} of {} verdicts looked at, {:.0f} s", looked_at, total, passed)
                                     : fmt::format("{} of {} verdicts of every element, {:.0f} s", whole, total, passed);
          },
          in_files) {}

void CheckVerdicts::decide(SheetEvaluator& evaluator) {
  std::vector<std::uint64_t> versions;
  std::vector<VerdictCheck> checks;
  for (const auto& r : evaluator.results()) {
    if (!r.evaluation || r.evaluation->verdict.kind == algebra::Verdict::Kind::none) continue;
    ++verdicts_;
    if (!r.evaluation->check) continue;
    versions.push_back(r.version);
    checks.push_back(r.evaluation->check);
  }
  // At least a sample of each, however late it is.
  const auto passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  auto verdicts = app::decide(checks, seconds_ > 0 ? std::max(1e-3, seconds_ - passed) : 0, progress_);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (!verdicts[i]) ++open_;
    else if (is_sampled(*verdicts[i])) ++sampled_, late_ += verdicts[i]->total <= most_decidable;
    if (verdicts[i]) evaluator.set_verdict(versions[i], std::move(*verdicts[i]));
  }
}

std::string CheckVerdicts::remark() const {
  std::string text;
  if (interrupted()) text = "interrupted";
  if (open_ > 0) text += fmt::format(": {} of {} verdicts were not looked at", open_, verdicts_);
  if (sampled_ == 0) return text;
  if (!text.empty()) text += "; ";
  text += fmt::format("sampled: {} of {} verdicts", sampled_, verdicts_);
  return late_ > 0 && seconds_ > 0 ? fmt::format("{}; {}", text, whole_hint) : text;
}

}  // namespace app
