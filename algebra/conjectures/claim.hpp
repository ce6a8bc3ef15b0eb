#pragma once
// `always CLAIM` as an expression: a statement about all layouts, searched on a background thread.

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "algebra/conjectures/search.hpp"

namespace algebra::conjectures {

/// Returns whether the text is a claim: `always ...`, or `always<size, depth, seconds> ...` with the search's bounds; trailing ones may be
/// omitted.
bool is_claim(std::string_view expression);

class Claim {
 public:
  /// Reads `always<8> size(coalesce(A)) == size(A)`. Names in `known` are not free. Errors: those of read_statement, and "argument" for
  /// bounds that are not small numbers.
  static tl::expected<std::shared_ptr<Claim>, Diagnostic> read(std::string_view expression, const Environment& known, IntegerRule rule);

  /// Searches for a counterexample. May be called on any thread, by one call at a time. Pending if cancelled.
  Verdict decide(const Checking&);
  /// Returns the search's result; nullopt before the search has ended.
  std::optional<Report> report() const;
  /// Returns the progress of the running search.
  Search::Progress progress() const;

 private:
  std::unique_ptr<const Statement> statement_;
  std::string text_;
  Environment known_;
  SearchSettings settings_;
  mutable std::mutex mutex_;  ///< guards the members below
  std::shared_ptr<Search> running_;
  std::optional<Report> report_;
};

/// Describes a counterexample in a line: "A = 1:0, B = 2:0; the sides are 2:0 and 1:0". Empty if the report has none.
Message counterexample_words(const Report&, Marks);

}  // namespace algebra::conjectures
