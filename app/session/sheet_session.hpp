#pragma once
// What follows from a sheet, in every host: values, verdicts, links, the plan of its launch, the state of its exercises.

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

/// Follows one sheet through its edits. The host holds the sheet, and its history, and calls `update` after each change: that evaluates the
/// entries which the change concerns. Links and the plan of the launch are made when they are asked for.
class SheetSession {
 public:
  SheetSession() = default;
  explicit SheetSession(const Sheet& sheet) { update(sheet); }

  /// held: the launch came with a link and may not run yet.
  void update(const Sheet&, bool held = false);

  const SheetEvaluator& evaluator() const { return evaluator_; }
  const std::vector<EntryResult>& results() const { return evaluator_.results(); }
  const EntryResult& result(int entry) const { return results()[static_cast<std::size_t>(entry)]; }

  /// The plan of the launch. Error: why there is none, or what it would run while it is held.
  const tl::expected<gpu::LaunchPlan, algebra::Message>& launch() const;
  /// The plan; null without one.
  const gpu::LaunchPlan* launch_plan() const { return launch() ? &*launch() : nullptr; }
  /// Incremented when the plan changes.
  std::uint64_t launch_version() const { return launch(), launch_version_; }
  /// Whether the launch could run and is held.
  bool asks_to_run() const { return launch(), asks_to_run_; }

  LinkGraph& links() const;
  /// What the facts of the sheet's elements are taken from.
  DocumentView view(const Sheet& sheet) const { return {sheet, evaluator_, links(), launch_plan()}; }

  /// Verdicts that are still to be found, in the order of the entries.
  std::vector<VerdictJob> open_verdicts() const { return verdict_jobs(false); }
  /// Those that were found of a sample only.
  std::vector<VerdictJob> sampled_verdicts() const { return verdict_jobs(true); }
  /// As SheetEvaluator::set_verdict.
  bool set_verdict(std::uint64_t version, algebra::Verdict verdict) { return evaluator_.set_verdict(version, std::move(verdict)); }
  /// Finds and sets the open verdicts, of one entry or of all, as app::decide does. Returns what it found.
  std::vector<std::optional<algebra::Verdict>> decide_verdicts(double seconds, DecideProgress&, std::optional<int> entry = {});
  /// Finds and sets the open verdicts on a sample each, for a host without threads.
  void sample_verdicts();

  /// Checks the sheet's exercises, after `update`. lesson: as of LessonProgress::update.
  void check_exercises(const Sheet& sheet, const std::string& lesson = {}) { lessons.update(sheet, lesson, evaluator_, launch()); }
  LessonProgress lessons;

 private:
  std::vector<VerdictJob> verdict_jobs(bool decided) const;

  SheetEvaluator evaluator_;
  LaunchSettings settings_;  ///< of the sheet that was evaluated last
  bool held_ = false;
  mutable tl::expected<gpu::LaunchPlan, algebra::Message> launch_{tl::unexpected(algebra::Message{})};
  mutable bool planned_ = false, asks_to_run_ = false;  ///< planned_: launch_ is of settings_
  mutable std::uint64_t launch_version_ = 0;
  mutable std::unique_ptr<LinkGraph> links_;  ///< null: not asked for yet
};

}  // namespace app
