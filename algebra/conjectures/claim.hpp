#pragma once
// `always CLAIM` as an expression: a statement about all layouts that is tried where there is time, on a thread of its own.

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "algebra/conjectures/search.hpp"

namespace algebra::conjectures {

/// Whether the text is a claim: `always ...`, or `always<size, depth, seconds> ...` with the search's bounds, of which the last may be
/// left out.
bool is_claim(std::string_view expression);

class Claim {
 public:
  /// Reads `always<8> size(coalesce(A)) == size(A)`. What `known` has is no free name. Errors: those of read_statement, and "argument" for
  /// bounds that are no small numbers.
  static tl::expected<std::shared_ptr<Claim>, Diagnostic> read(std::string_view expression, const Environment& known, IntegerRule rule);

  /// Searches; on any thread, by one call at a time. Pending: it was cancelled.
  Verdict decide(const Checking&);
  /// What was found; nothing before the search has ended.
  std::optional<Report> report() const;
  /// Of the search that is running.
  Search::Progress progress() const;

 private:
  std::unique_ptr<const Statement> statement_;
  std::string text_;
  Environment known_;
  SearchSettings settings_;
  mutable std::mutex mutex_;  ///< of what is below
  std::shared_ptr<Search> running_;
  std::optional<Report> report_;
};

/// "A = 1:0, B = 2:0; the sides are 2:0 and 1:0": a counterexample in a line. Empty where the report has none.
Message counterexample_words(const Report&, Marks);

}  // namespace algebra::conjectures
