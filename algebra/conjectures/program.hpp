#pragma once
// Runs the instructions of a statement on numbers of values. Each result is kept under the numbers of its operands, so that an operation
// runs once per combination of operands; and the last free name is tried for a whole list of values at a time.

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "algebra/conjectures/code.hpp"
#include "algebra/conjectures/statement.hpp"
#include "algebra/conjectures/values.hpp"
#include "algebra/language/evaluate.hpp"

namespace algebra::conjectures {

class Program {
 public:
  /// Compiles the statement. Throws a Diagnostic for expressions that cannot be evaluated whatever the names stand for. The statement and
  /// the names must outlive the program. `most_table_bytes`: size of the result tables beyond which they are forgotten.
  Program(const Statement&, const Environment& known, IntegerRule rule, std::size_t most_table_bytes = usual_table_bytes);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  static constexpr std::size_t usual_table_bytes = std::size_t{384} << 20;

  /// Outcome of a trial of a list, as numbers of values.
  struct Counts {
    std::int64_t holds = 0, fails = 0;
    std::int64_t undefined = 0;  ///< an operation of the claim is refused
    std::int64_t skipped = 0;    ///< the condition fails, or is refused
  };

  Values& values() { return values_; }
  /// Returns the number of free names.
  std::size_t names() const { return names_; }
  /// Sets name i, not the last one, to a value; later names become unset. Returns false if the condition then fails whatever they are.
  bool choose(std::size_t name, Id);
  /// Tries the values as the last name. If the statement has no names, `last` has one dummy number.
  Counts try_last(std::span<const Id> last);
  /// Returns whether the last trial failed for the value at a place of its list.
  bool fails(std::size_t place) const;
  bool undefined(std::size_t place) const;
  /// Forgets everything computed, and all values but the first `kept`, which were added before anything was computed; the names must then
  /// be set again. Does nothing unless much is kept.
  bool forget_if_much(Id kept);
  void forget_from(Id kept);
  /// Returns the values of the two sides of the claim for one choice of all names, as text: "" if one is refused.
  std::vector<std::string> sides(std::span<const Id> chosen);
  /// Returns the number of operations that ran, or whose result was remembered.
  std::int64_t evaluations() const { return evaluations_; }

 private:
  int last_level() const { return static_cast<int>(names_) - 1; }
  void run_code(int begin, int end, std::span<const std::uint32_t> places, bool same_list);
  void run_list(Instruction&, std::span<const std::uint32_t> places);
  void run_shared(std::span<const std::uint32_t> places, bool same_list);
  void compare_list(Instruction&, std::span<const std::uint32_t> places);
  void run_pairs(Instruction&, std::span<const std::uint32_t> places);
  bool copy_row(Instruction&, Id first, const Instruction& second, std::span<const std::uint32_t> places);
  bool compare_or_find(Instruction&, const Instruction& a, const Instruction& b, std::span<const std::uint32_t> places) const;
  Id claimed(std::size_t place) const;
  Id result(Instruction&, std::span<const Id> operands);
  Id found_or_computed(Instruction&, std::span<const Id> operands);
  Id compute(Instruction&, std::span<const Id> operands);
  Id form_of(Id layout);

  Instruction& instruction(int n) { return code_.instructions[static_cast<std::size_t>(n)]; }
  const Instruction& instruction(int n) const { return code_.instructions[static_cast<std::size_t>(n)]; }

  const Environment& known_;
  IntegerRule rule_;
  std::size_t most_table_bytes_;
  Values values_;
  std::size_t names_ = 0;
  Code code_;
  std::vector<Id> chosen_;  ///< the values of all names but the last
  /// The places of a list that meet the shared conjuncts, keyed by the second name's value and the list's first.
  struct Shared {
    std::size_t length = 0;  ///< length of the list, whose values have consecutive numbers
    std::vector<std::uint32_t> places;
  };
  std::unordered_map<std::uint64_t, Shared> shared_;
  std::size_t shared_places_ = 0;
  std::vector<Id> last_;      ///< the list tried last
  bool consecutive_ = false;  ///< its numbers are consecutive, as for the choices of one size
  std::vector<std::uint32_t> all_places_, places_;
  /// For each layout, the representative of all layouts that are the same function also beyond their size, which is all that composition
  /// sees.
  std::vector<Id> forms_;
  std::vector<Id> operands_;            ///< scratch space of choose(), which is called for each pair: kept, so that it does not allocate
  std::span<const std::uint32_t> met_;  ///< the places of the last trial at which the condition holds, in order
  std::int64_t evaluations_ = 0;
};

}  // namespace algebra::conjectures
