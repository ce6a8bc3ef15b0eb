#pragma once
// From a sheet to values: pure, and only what depends on the edited entry is evaluated again.

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "algebra/evaluate.hpp"
#include "app/document/sheet.hpp"

namespace app {

/// What an entry amounts to.
struct EntryResult {
  std::string name;  ///< "" for a bare expression or a note
  bool is_note = false;
  std::optional<algebra::Evaluation> evaluation;  ///< of the text as it stands now
  std::optional<algebra::Diagnostic> problem;     ///< an error, or a value that breaks its contract; span in the line
  std::optional<algebra::Evaluation> last_good;   ///< what the card shows, dimmed while the entry is broken
  std::uint64_t version = 0;                      ///< another one for each time that the entry was evaluated

  const algebra::Value* value() const { return evaluation ? &evaluation->value : nullptr; }
  bool broken() const { return !evaluation; }
};

/// math or cute: what the sheet says, or how its expressions are written.
algebra::IntegerRule resolved_rule(const Sheet&);

class SheetEvaluator {
 public:
  /// Results in the order of the entries. An entry may use names defined below it; a cycle is a diagnostic.
  const std::vector<EntryResult>& update(const Sheet&);

  const std::vector<EntryResult>& results() const { return results_; }
  algebra::IntegerRule rule() const { return rule_; }     ///< math or cute: the sheet's rule, resolved
  int evaluated() const { return evaluated_; }            ///< entries that the last update evaluated anew
  double milliseconds() const { return milliseconds_; }   ///< of the last update that evaluated something
  int last_evaluated() const { return last_evaluated_; }  ///< entries that it evaluated
  int expressions() const { return expressions_; }        ///< entries that are no notes
  int problems() const { return problems_; }
  std::uint64_t newest_version() const { return next_version_; }  ///< grows whenever an entry is read or evaluated anew

  /// The verdict of the entry with that version, found later; false where no entry has it any more.
  bool set_verdict(std::uint64_t version, algebra::Verdict);
  /// The entry's operation worked through; empty for a value without one.
  std::vector<algebra::Step> explain(int entry) const;

  /// The entry that defines `name`, or -1.
  int find(const std::string& name) const;
  /// Evaluate an expression over the sheet's names (for a launch, say).
  tl::expected<algebra::Evaluation, algebra::Diagnostic> evaluate(std::string_view expression) const;

 private:
  struct Node {
    std::string text;
    std::size_t expression_begin = 0;
    std::vector<std::string> uses;
    std::vector<std::uint64_t> used_versions;  ///< of the entries in `uses` when it was evaluated
    std::uint64_t version = 0;
    bool first = false;  ///< of those that define its name
    enum class State : std::uint8_t { fresh, waiting, running, done } state = State::fresh;
  };
  void count();  ///< expressions and problems: they are shown in every frame
  void settle_entry(std::size_t i);
  algebra::Environment names_for(std::size_t i) const;
  void evaluate_entry(std::size_t i);
  void parse_entry(std::size_t i, const std::string& text);

  std::vector<Node> nodes_;
  std::vector<EntryResult> results_;
  std::unordered_map<std::string, int> defined_;  ///< name -> the first entry that defines it
  algebra::IntegerRule rule_ = algebra::IntegerRule::math;
  std::uint64_t next_version_ = 1;
  int evaluated_ = 0, last_evaluated_ = 0, expressions_ = 0, problems_ = 0;
  double milliseconds_ = 0;
};

}  // namespace app
