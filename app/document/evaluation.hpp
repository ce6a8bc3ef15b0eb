#pragma once
// Evaluating a sheet. Pure and incremental: only entries that depend on an edited one are evaluated again.

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
  std::optional<KernelStep> step;                 ///< of a row that says what a kernel does, where its text can be read
  std::optional<std::size_t> depth;               ///< of every such row: how many loops and branches are around it
  std::optional<algebra::Evaluation> evaluation;  ///< of the present text; nothing if it is in error
  std::optional<algebra::Diagnostic> problem;     ///< an error, or a violated contract; its span is within the line
  std::optional<algebra::Evaluation> last_good;   ///< shown dimmed in the card while the entry is in error
  /// Why the expression is refused, beside what the problem says; null where nothing more is known.
  std::shared_ptr<const algebra::Refusal> refusal;
  std::shared_ptr<algebra::conjectures::Claim> claim;  ///< of `always CLAIM`, which the background decides
  std::uint64_t version = 0;                           ///< a new one for each evaluation of the entry
  bool decided = false;                                ///< the verdict was found in the background, as far as its time went
  algebra::Message assumed;                            ///< of an entry of a program: "assumed: M", see assumed_words

  bool first_round = false;     ///< of an entry in a program's loop: a later round may have another
  SaidBy by = SaidBy::reading;  ///< of an entry of a program

  /// Whether it is to have a value: neither a note nor a step.
  bool is_value() const { return !is_note && !depth; }
  const algebra::Value* value() const { return evaluation ? &evaluation->value : nullptr; }
  bool broken() const { return !evaluation; }
};

/// The name of the entry into whose memory an entry's indices are offsets: `A` for A, for a divide or a slice of A, ...
std::string root_of(const std::vector<EntryResult>&, int entry);

/// math or cute: the sheet's setting; if that is automatic, inferred from the expressions.
algebra::IntegerRule resolved_rule(const Sheet&);

/// What makes automatic integers cute.
struct CuteCause {
  int entry = -1;    ///< the first that has a static integer; -1: none, or the sheet says which rule it wants
  std::string name;  ///< of that entry, else "line 3"
  std::string mark;  ///< its first static integer, as written
  explicit operator bool() const { return entry >= 0; }
};
CuteCause cute_cause(const Sheet&);

class SheetEvaluator {
 public:
  /// Evaluates what has changed. Results are in the order of the entries. Names may be used above their definition; a cycle is a
  /// diagnostic.
  const std::vector<EntryResult>& update(const Sheet&);

  const std::vector<EntryResult>& results() const { return results_; }
  algebra::IntegerRule rule() const { return rule_; }  ///< math or cute: the sheet's rule, resolved
  const CuteCause& cute_since() const { return cause_; }
  int evaluated() const { return evaluated_; }            ///< entries that the last update evaluated
  double milliseconds() const { return milliseconds_; }   ///< of the last update that evaluated something
  int last_evaluated() const { return last_evaluated_; }  ///< entries that that update evaluated
  int expressions() const { return expressions_; }        ///< entries other than notes
  int problems() const { return problems_; }
  int sampled() const { return sampled_; }                        ///< verdicts that the background could only sample
  std::uint64_t newest_version() const { return next_version_; }  ///< grows with each parse or evaluation of an entry

  /// Sets the verdict, found in the background, of the entry with that version; false if no entry has that version any more. The
  /// check of a sampled one is kept, for the case that all elements are asked for.
  bool set_verdict(std::uint64_t version, algebra::Verdict);
  /// The steps of the entry's operation; empty for a value without one.
  std::vector<algebra::Step> explain(int entry) const;

  /// The entry that defines `name`, or -1.
  int find(const std::string& name) const;
  /// Evaluates an expression with the sheet's names, such as a field of the launch.
  tl::expected<algebra::Evaluation, algebra::Diagnostic> evaluate(std::string_view expression) const { return evaluate(expression, rule_); }
  /// The same by another rule of integers than the sheet's.
  tl::expected<algebra::Evaluation, algebra::Diagnostic> evaluate(std::string_view expression, algebra::IntegerRule) const;

 private:
  struct Node {
    std::string text, source_assumed;
    algebra::Message source_problem;
    std::size_t expression_begin = 0;
    std::vector<std::string> uses;
    std::vector<std::uint64_t> used_versions;  ///< of the entries in `uses` when it was evaluated
    std::uint64_t version = 0;
    std::optional<algebra::Message> own_problem;  ///< the message of its problem, where that blames the rule of integers as well
    bool without_expression = false;              ///< `S =`: nothing to evaluate yet
    bool first = false;                           ///< the first entry that defines its name
    enum class State : std::uint8_t { fresh, waiting, running, done } state = State::fresh;
  };
  void count();  ///< expressions and problems, which every frame shows
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
  std::shared_ptr<SheetEvaluator> by_math_;  ///< the sheet by the other rule, where a line has broken since cute holds
  std::uint64_t next_version_ = 1;
  int evaluated_ = 0, last_evaluated_ = 0, expressions_ = 0, problems_ = 0, sampled_ = 0;
  double milliseconds_ = 0;
};

}  // namespace app
