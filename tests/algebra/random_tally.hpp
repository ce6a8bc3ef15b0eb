#pragma once
// Counts random operations, and keeps the shortest example of each disagreement between the library and the naive
// oracle.

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "algebra/layout/contracts.hpp"
#include "naive_algebra.hpp"

namespace algebra::random_layouts {

class Tally {
 public:
  struct Count {
    long total = 0, values = 0, broken = 0, broken_static = 0;
  };
  struct Disagreement {
    long times = 0, times_static = 0;
    std::string shortest;  ///< all static if there is such an example
  };

  /// Starts the next draw: whether overflow is possible, and whether all integers are static.
  void begin(bool large, bool all_static) {
    large_ = large;
    all_static_ = all_static;
    beyond_ = false;
  }

  /// The layouts of a verdict. If their indices need more than 63 bits, the library promises no verdict: `evaluate`
  /// refuses such values.
  template <class... Layouts>
  void about(const Layouts&... layouts) {
    if (large_) beyond_ = !(naive::within_63_bits(layouts) && ...);
  }

  /// Runs one operation through `attempt`; text() is the expression that a person would write.
  template <class Operation, class Text>
  auto run(std::string_view kind, Operation&& operation, Text&& text) {
    auto result = attempt(std::forward<Operation>(operation));
    auto& count = counts_[kind];
    ++count.total;
    if (result) {
      ++count.values;
    } else {
      const auto& problem = result.error();
      if (problem.condition.empty() || problem.message.empty()) disagree("a refusal without a reason", kind, text);
      if (problem.condition == "overflow" && !large_) disagree("an overflow of small numbers", kind, text);
    }
    return result;
  }

  /// Compares the library's verdict with the oracle's. promises: whether the contract covers these operands; if not,
  /// there must be no verdict.
  template <class Check, class Text>
  void judge(std::string_view kind, naive::Judgement wrong, Check&& check, Text&& text, bool promises = true) {
    const auto verdict = attempt(std::forward<Check>(check));
    if (!verdict) {
      if (!large_ || verdict.error().condition != "overflow") disagree("the check throws " + verdict.error().condition, kind, text);
      return;
    }
    auto& count = counts_[kind];
    if (!promises && verdict->kind != Verdict::Kind::none) {
      disagree("a verdict where nothing is promised: " + std::string(verdict->kind == Verdict::Kind::kept ? "kept" : "broken"), kind, text);
      return;
    }
    switch (verdict->kind) {
      case Verdict::Kind::pending:
      case Verdict::Kind::none:
        if (promises) disagree("no verdict", kind, text);
        return;
      case Verdict::Kind::kept:
        if (wrong != nullptr) disagree(std::string("kept, but ") + wrong, kind, text);
        if (verdict->checked != verdict->total) disagree("not checked whole", kind, text);
        return;
      case Verdict::Kind::broken:
        ++count.broken;
        count.broken_static += all_static_;
        if (wrong == nullptr && !beyond_)
          disagree("broken, but the contract holds: " + verdict->contract.text(), kind,
                   [&] { return text() + "  [" + verdict->counterexample.text() + "]"; });
        if (verdict->counterexample.empty()) disagree("broken without a counterexample", kind, text);
        return;
    }
  }

  /// Checks a promise for which the library has no verdict.
  template <class Text>
  void require(std::string_view kind, bool holds, std::string_view what, Text&& text) {
    if (!holds) disagree(std::string(what), kind, text);
  }

  template <class Text>
  void disagree(const std::string& what, std::string_view kind, Text&& text) {
    auto& d = disagreements_[std::string(kind) + ": " + what];
    auto example = text();
    const bool first_static = all_static_ && d.times_static == 0;
    if (d.times++ == 0 || first_static || (all_static_ == (d.times_static > 0) && example.size() < d.shortest.size()))
      d.shortest = std::move(example);
    d.times_static += all_static_;
  }

  const std::map<std::string_view, Count>& counts() const { return counts_; }
  const std::map<std::string, Disagreement>& disagreements() const { return disagreements_; }

 private:
  bool large_ = false, all_static_ = true, beyond_ = false;
  std::map<std::string_view, Count> counts_;
  std::map<std::string, Disagreement> disagreements_;
};

}  // namespace algebra::random_layouts
