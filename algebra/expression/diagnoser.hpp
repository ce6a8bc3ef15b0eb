#pragma once
// What is said of a call beside its value: why it was refused, whether it keeps its contract, and what was perhaps meant.

#include "algebra/expression/functions.hpp"
#include "algebra/expression/tree.hpp"

namespace algebra::expression {

/// The place of an argument; of the whole call for -1.
SourceSpan blamed_span(const Node&, const Call&, int argument);

class Diagnoser {
 public:
  explicit Diagnoser(IntegerRule rule) : rule_(rule) {}

  /// A refusal with its place, and what near it would work.
  Diagnostic refused(const Node&, const Function&, Call&, Problem) const;
  /// Verdict, warning and hints of a result, added to `out`. The verdict comes at once while there are not too many
  /// elements to look at; of the outermost operation it can else be had from out.check.
  void look(const Node&, const Function&, const Call&, const Value& result, bool outermost, Evaluation& out);

 private:
  Marks marks() const { return rule_ == IntegerRule::cute ? Marks::underscores : Marks::plain; }
  void give_verdict(const Node&, const Function&, const Call&, const Value& result, bool outermost, Evaluation& out);
  void hint_hidden_merge(const Node&, const Function&, const Call&, const Value& result, Evaluation& out) const;
  Diagnostic warned(const Node&, const Function&, const Call&, const Value& result, const Verdict&) const;
  Problem warning(const Function&, const Call&, const Value& result, const Verdict&) const;
  void improve(Problem&, const Function&, const Call&) const;

  IntegerRule rule_;
  std::int64_t budget_ = 4 * checked_at_once;  ///< elements that may still be looked at at once
};

}  // namespace algebra::expression
