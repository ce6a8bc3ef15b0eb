#pragma once
// Makes the diagnostics of a call: why it is refused, whether it keeps its contract, and hints about valid but probably unintended calls.

#include "algebra/language/functions.hpp"
#include "algebra/language/tree.hpp"

namespace algebra::expression {

/// Returns the source span of an argument; of the whole call for -1.
SourceSpan blamed_span(const Node&, const Call&, int argument);

class Diagnoser {
 public:
  explicit Diagnoser(IntegerRule rule) : rule_(rule) {}

  /// A refused call's diagnostic: the problem with its source span and nearby inputs that work.
  /// `outermost`: it is the whole expression.
  Diagnostic refused(const Node&, const Function&, Call&, Problem, bool outermost) const;
  /// Adds the verdict, the warning and the hints of a result to `out`. Decides the verdict at once unless there are too many
  /// elements; for the outermost operation, out.check then decides it later.
  void look(const Node&, const Function&, const Call&, const Value& result, bool outermost, Evaluation& out);

 private:
  Marks marks() const { return rule_ == IntegerRule::cute ? Marks::underscores : Marks::plain; }
  void give_verdict(const Node&, const Function&, const Call&, const Value& result, bool outermost, Evaluation& out);
  void hint_hidden_merge(const Node&, const Function&, const Call&, const Value& result, Evaluation& out) const;
  Diagnostic warned(const Node&, const Function&, const Call&, const Value& result, const Verdict&, bool outermost) const;
  Problem warning(const Function&, Obstacle&, const Value& result, const Verdict&) const;
  void improve(Problem&, Obstacle&) const;
  Obstacle obstacle_of(const Function&, const Call&) const;
  /// Adds suggestions if there are none yet; returns the source span that they replace.
  SourceSpan suggest(Problem&, const Node&, const Function&, const Call&, int argument, bool outermost, const Obstacle&) const;

  IntegerRule rule_;
  std::int64_t budget_ = 4 * checked_at_once;  ///< number of elements that may still be checked at once
};

}  // namespace algebra::expression
