#pragma once
// The results of a sheet in every host: values, verdicts, links, the plan of its launch, the state of its exercises.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/decide.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/facts.hpp"
#include "app/document/link_graph.hpp"
#include "app/document/sheet.hpp"
#include "app/lessons/lessons.hpp"
#include "gpu/run/launch_plan.hpp"

namespace app {

/// The results of one sheet during its edits. The host holds the sheet and its history, and calls `update` after each change, which
/// evaluates the changed entries and those that depend on them. Links and the plan of the launch are computed on demand.
class SheetSession {
 public:
  SheetSession() = default;
  explicit SheetSession(const Sheet& sheet) { update(sheet); }

  /// Updates the results after a change of the sheet. held: the launch came with a link and may not run yet.
  void update(const Sheet&, bool held = false);

  const SheetEvaluator& evaluator() const { return evaluator_; }
  const std::vector<EntryResult>& results() const { return evaluator_.results(); }
  const EntryResult& result(int entry) const { return results()[static_cast<std::size_t>(entry)]; }

  /// Returns the plan of the launch. Error: why there is none, or, while it is held, what it would run.
  const tl::expected<gpu::LaunchPlan, algebra::Message>& launch() const;
  /// Returns the plan; null if there is none.
  const gpu::LaunchPlan* launch_plan() const { return launch() ? &*launch() : nullptr; }
  /// Returns a number that is incremented when the plan changes.
  std::uint64_t launch_version() const { return launch(), launch_version_; }
  /// Returns true if the launch could run and is held.
  bool asks_to_run() const { return launch(), asks_to_run_; }

  LinkGraph& links() const;
  /// Returns the inputs for the facts of the sheet's elements.
  DocumentView view(const Sheet& sheet) const { return {sheet, evaluator_, links(), launch_plan()}; }

  /// Returns the pending verdicts, in the order of the entries.
  std::vector<VerdictJob> open_verdicts() const { return verdict_jobs(false); }
  /// Returns the verdicts that were computed on a sample only.
  std::vector<VerdictJob> sampled_verdicts() const { return verdict_jobs(true); }
  /// Sets a computed verdict, see SheetEvaluator::set_verdict.
  bool set_verdict(std::uint64_t version, algebra::Verdict verdict) { return evaluator_.set_verdict(version, std::move(verdict)); }
  /// Computes and sets the pending verdicts, of one entry or of all, as app::decide does. Returns them.
  std::vector<std::optional<algebra::Verdict>> decide_verdicts(double seconds, DecideProgress&, std::optional<int> entry = {});
  /// Computes and sets the pending verdicts on a sample each, for a host without threads.
  void sample_verdicts();

  /// Checks the sheet's exercises, after `update`. lesson: see LessonProgress::update.
  void check_exercises(const Sheet& sheet, const std::string& lesson = {}) { lessons.update(sheet, lesson, evaluator_, launch()); }
  LessonProgress lessons;

 private:
  std::vector<VerdictJob> verdict_jobs(bool decided) const;

  SheetEvaluator evaluator_;
  LaunchSettings settings_;  ///< settings of the sheet that was evaluated last
  bool held_ = false;
  mutable tl::expected<gpu::LaunchPlan, algebra::Message> launch_{tl::unexpected(algebra::Message{})};
  mutable bool planned_ = false, asks_to_run_ = false;  ///< planned_: launch_ is the plan of settings_
  mutable std::uint64_t launch_version_ = 0;
  mutable std::unique_ptr<LinkGraph> links_;  ///< null: not needed yet
};

}  // namespace app
