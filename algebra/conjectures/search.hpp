#pragma once
// Searches for a counterexample of a statement: all choices up to a bound, smallest sizes first, then random ones.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "algebra/conjectures/program.hpp"
#include "algebra/conjectures/universe.hpp"

namespace algebra::conjectures {

struct SearchSettings {
  Bound bound{};
  double seconds = 10;           ///< for the whole search; a fifth is kept for random choices
  bool random = true;            ///< try random choices after all small ones
  bool undefined_fails = false;  ///< a claim with a refused operation counts as false
  std::uint64_t seed = 1;        ///< seed of the random choices
  IntegerRule rule = IntegerRule::math;
  std::size_t table_bytes = Program::usual_table_bytes;  ///< bytes of results that each call of work() keeps
};

struct Report {
  enum class Outcome : std::uint8_t {
    none,            ///< no counterexample was found
    counterexample,  ///< one was found
    never_tried,     ///< for no choice did the condition hold and the claim have a value
  };
  Outcome outcome = Outcome::none;
  std::vector<FreeName> names;
  std::vector<Value> values;       ///< the names' values in the counterexample
  std::vector<std::string> sides;  ///< the values of the claim's sides in the counterexample; "" if one is refused
  bool is_random = false;          ///< found at random and reduced: a smaller one may exist
  bool cancelled = false;
  bool whole = false;         ///< every choice up to the bound was tried
  std::int64_t whole_to = 0;  ///< every choice was tried whose sizes sum to at most this
  Bound bound;
  std::int64_t tried = 0;         ///< choices up to the bound for which the claim has a value
  std::int64_t random_tried = 0;  ///< random choices
  std::int64_t undefined = 0;     ///< choices for which an operation of the claim is refused
  std::int64_t skipped = 0;       ///< choices for which the condition fails
  std::int64_t evaluations = 0;   ///< operations and relations evaluated, including remembered ones
  double seconds = 0;
};

/// Describes the result in one sentence: "No counterexample among 1,340,000 choices of A, B up to size 24, depth 2."
Message described(const Report&);

class Search {
 public:
  /// Throws a Diagnostic as Program does. The statement and the names must outlive the search.
  Search(const Statement&, const Environment& known, const SearchSettings&);
  ~Search();
  /// Does a share of the work, until the search ends or is cancelled. Call it from as many threads as shall work; each call but the first
  /// makes a program of its own. Throws a Diagnostic as the constructor.
  void work(const std::atomic<bool>& cancelled);
  struct Progress {
    std::int64_t tried = 0, total = 0;  ///< choices up to the bound; while random ones are tried, `tried` exceeds `total`
  };
  Progress progress() const;
  /// Returns the result. Call it after all calls of work() have returned.
  Report report();

 private:
  struct Unit;
  struct Found;
  class Worker;

  const Statement& statement_;
  const Environment& known_;
  SearchSettings settings_;
  std::vector<const Universe*> universes_;  ///< for each name
  std::map<Kind, Universe> of_kinds_;
  std::vector<std::map<std::int64_t, std::pair<std::size_t, std::size_t>>>
      groups_;  ///< for each name and size: first and end of its choices
  std::chrono::steady_clock::time_point began_;
  std::int64_t total_ = 0;
  std::atomic<std::int64_t> tried_{0};
  mutable std::mutex mutex_;  ///< guards the members below
  std::unique_ptr<Program> first_program_;
  std::vector<std::vector<std::int64_t>> sizes_;  ///< the tuples of sizes with the sum `sum_`
  std::int64_t sum_ = 0, largest_sum_ = 0;
  std::size_t next_sizes_ = 0, next_choice_ = 0;
  std::map<int, std::int64_t> at_work_;  ///< the sums that workers are searching
  std::int64_t unfinished_ = -1;         ///< the smallest sum that was not searched completely; -1: none
  int workers_ = 0;
  std::unique_ptr<Found> found_;
  Report report_;

  bool next(Unit&, int worker);
  bool fill_sizes();
  double elapsed() const;
};

}  // namespace algebra::conjectures
