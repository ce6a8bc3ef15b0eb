#include "app/session/sheet_session.hpp"

#include <utility>

#include "app/launch/launch_plan.hpp"

namespace app {
namespace {

bool same_plan(const gpu::LaunchPlan& a, const gpu::LaunchPlan& b) {
  return a.launch == b.launch && a.tensor == b.tensor && a.outer == b.outer;
}

}  // namespace

void SheetSession::update(const Sheet& sheet, bool held) {
  evaluator_.update(sheet);
  if (links_) links_->expire();
  settings_ = sheet.launch;
  held_ = held;
  planned_ = false;
}

const tl::expected<gpu::LaunchPlan, algebra::Message>& SheetSession::launch() const {
  if (planned_) return launch_;
  planned_ = true;
  auto next = plan(evaluator_, settings_);
  asks_to_run_ = held_ && next.has_value();
  if (asks_to_run_) next = tl::unexpected(held_launch_text(*next));
  const bool same = next && launch_ ? same_plan(*next, *launch_) : !next && !launch_;
  if (!same) ++launch_version_;
  launch_ = std::move(next);
  return launch_;
}

LinkGraph& SheetSession::links() const {
  if (!links_) links_ = std::make_unique<LinkGraph>();
  links_->update(results());
  return *links_;
}

std::vector<VerdictJob> SheetSession::verdict_jobs(bool decided) const {
  std::vector<VerdictJob> jobs;
  for (const auto& r : results())
    if (r.evaluation && r.evaluation->check && r.decided == decided) jobs.push_back({r.version, r.evaluation->check});
  return jobs;
}

std::vector<std::optional<algebra::Verdict>> SheetSession::decide_verdicts(double seconds, DecideProgress& progress,
                                                                           std::optional<int> entry) {
  auto jobs = open_verdicts();
  if (entry) std::erase_if(jobs, [&](const VerdictJob& job) { return job.version != result(*entry).version; });
  std::vector<VerdictCheck> checks;
  for (const auto& job : jobs) checks.push_back(job.check);
  auto verdicts = decide(checks, seconds, progress);
  for (std::size_t i = 0; i < jobs.size(); ++i)
    if (verdicts[i]) set_verdict(jobs[i].version, *verdicts[i]);
  return verdicts;
}

void SheetSession::sample_verdicts() {
  for (const auto& job : open_verdicts()) set_verdict(job.version, job.check({.most = algebra::checked_whole, .sample = true}));
}

}  // namespace app
