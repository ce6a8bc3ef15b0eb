#pragma once
// Evaluates a sheet, incrementally: only entries that depend on an edited one are evaluated again.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "algebra/conjectures/claim.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/language/refusal.hpp"
#include "algebra/text/message.hpp"
#include "app/document/kernel_step.hpp"
#include "app/document/sheet.hpp"

namespace app {

/// The result of evaluating an entry.
struct EntryResult {
  std::string name;  ///< "" for a bare expression, a note or a step
  bool is_note = false;
  std::optional<KernelStep> step;                 ///< for a row that is a step of a kernel, if its text can be parsed
  std::optional<std::size_t> depth;               ///< for every such row: the number of loops and branches around it
  std::optional<algebra::Evaluation> evaluation;  ///< of the present text; nullopt if it is in error
  std::optional<algebra::Diagnostic> problem;     ///< an error, or a violated contract; its span is within the line
  std::optional<algebra::Evaluation> last_good;   ///< shown dimmed in the card while the entry is in error
  /// Details of a refused expression, in addition to the problem; null if there are none.
  std::shared_ptr<const algebra::Refusal> refusal;
  std::shared_ptr<algebra::conjectures::Claim> claim;  ///< of `always CLAIM`, decided in the background
  std::uint64_t version = 0;                           ///< a new one for each evaluation of the entry
  bool decided = false;                                ///< the verdict was computed in the background, as far as its time allowed
  algebra::Message assumed;                            ///< for an entry of a program: "assumed: M", see assumed_words

  bool first_round = false;     ///< for an entry in a program's loop: may differ in a later round
  SaidBy by = SaidBy::reading;  ///< for an entry of a program

  /// Returns true for an entry that should have a value: neither a note nor a step.
  bool is_value() const { return !is_note && !depth; }
  const algebra::Value* value() const { return evaluation ? &evaluation->value : nullptr; }
  bool broken() const { return !evaluation; }
};

/// Returns the name of the entry into whose memory an entry's indices are offsets: `A` for A, for a divide or a slice of A, ...
std::string root_of(const std::vector<EntryResult>&, int entry);

/// Returns math or cute: the sheet's setting; if that is automatic, inferred from the expressions.
algebra::IntegerRule resolved_rule(const Sheet&);

/// The entry that makes automatic integers cute.
struct CuteCause {
  int entry = -1;    ///< the first entry with a static integer; -1: none, or the sheet sets the rule
  std::string name;  ///< the name of that entry, else "line 3"
  std::string mark;  ///< its first static integer, as written
  explicit operator bool() const { return entry >= 0; }
};
CuteCause cute_cause(const Sheet&);

class SheetEvaluator {
 public:
  /// Evaluates the changed entries. Returns the results in the order of the entries. Names may be used above their definition; a cycle is a
  /// diagnostic.
  const std::vector<EntryResult>& update(const Sheet&);

  const std::vector<EntryResult>& results() const { return results_; }
  algebra::IntegerRule rule() const { return rule_; }  ///< math or cute: the sheet's rule, resolved
  const CuteCause& cute_since() const { return cause_; }
  int evaluated() const { return evaluated_; }            ///< entries that the last update evaluated
  double milliseconds() const { return milliseconds_; }   ///< of the last update that evaluated something
  int last_evaluated() const { return last_evaluated_; }  ///< the number of entries that it evaluated
  int expressions() const { return expressions_; }        ///< entries other than notes
  int problems() const { return problems_; }
  int sampled() const { return sampled_; }                        ///< verdicts that the background could only sample
  std::uint64_t newest_version() const { return next_version_; }  ///< grows with each parse or evaluation of an entry

  /// Sets the verdict, computed in the background, of the entry with this version; returns false if no entry has this version any more.
  /// Keeps the check of a sampled verdict, for a later request of all elements.
  bool set_verdict(std::uint64_t version, algebra::Verdict);
  /// Returns the steps of the entry's operation; empty for a value without one.
  std::vector<algebra::Step> explain(int entry) const;

  /// Returns the entry that defines `name`, or -1.
  int find(const std::string& name) const;
  /// Evaluates an expression with the sheet's names, such as a field of the launch.
  tl::expected<algebra::Evaluation, algebra::Diagnostic> evaluate(std::string_view expression) const { return evaluate(expression, rule_); }
  /// Evaluates an expression by another rule of integers than the sheet's.
  tl::expected<algebra::Evaluation, algebra::Diagnostic> evaluate(std::string_view expression, algebra::IntegerRule) const;

 private:
  struct Node {
    std::string text, source_assumed;
    algebra::Message source_problem;
    std::size_t expression_begin = 0;
    std::vector<std::string> uses;
    std::vector<std::uint64_t> used_versions;  ///< of the entries in `uses` when it was evaluated
    std::uint64_t version = 0;
    std::optional<algebra::Message> own_problem;  ///< the message of its problem, if the problem's text blames the rule of integers too
    bool without_expression = false;              ///< `S =`: there is nothing to evaluate yet
    bool first = false;                           ///< the first entry that defines its name
    enum class State : std::uint8_t { fresh, waiting, running, done } state = State::fresh;
  };
  void count();  ///< counts expressions and problems, which every frame shows
  void settle_entry(std::size_t i);
  algebra::Environment names_for(std::size_t i) const;
  void evaluate_entry(std::size_t i);
  void evaluate_claim(std::size_t i, std::string_view expression);
  void check_steps();
  void parse_entry(std::size_t i, const Entry&);
  void blame_rule(const Sheet&);
  std::optional<algebra::Problem> fit_hint(const algebra::Evaluation&) const;

  std::vector<Node> nodes_;
  std::vector<EntryResult> results_;
  std::unordered_map<std::string, int> defined_;  ///< name -> the first entry that defines it
  algebra::IntegerRule rule_ = algebra::IntegerRule::math;
  CuteCause cause_;
  std::shared_ptr<SheetEvaluator> by_math_;  ///< the sheet by the rule math, while a line is broken since the rule is cute
  std::uint64_t next_version_ = 1;
  int evaluated_ = 0, last_evaluated_ = 0, expressions_ = 0, problems_ = 0, sampled_ = 0;
  double milliseconds_ = 0;
};

}  // namespace app
