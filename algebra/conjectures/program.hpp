#pragma once
// The machine that runs the instructions of a statement over numbers of values. Each result is kept by the numbers of what it was made of,
// so that an operation on the same operands runs once however often the search comes to them; and the last free name is tried for a whole
// list of values at a time.

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
  /// Throws a Diagnostic for what cannot be evaluated whatever the names stand for. Both must outlive the program.
  /// `most_table_bytes`: of results, beyond which they are forgotten.
  Program(const Statement&, const Environment& known, IntegerRule rule, std::size_t most_table_bytes = usual_table_bytes);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  static constexpr std::size_t usual_table_bytes = std::size_t{384} << 20;

  /// What a trial of a list found, in numbers of values.
  struct Counts {
    std::int64_t holds = 0, fails = 0;
    std::int64_t undefined = 0;  ///< the claim has an operation that is refused
    std::int64_t skipped = 0;    ///< the condition does not hold, or is refused
  };

  Values& values() { return values_; }
  /// The number of free names.
  std::size_t names() const { return names_; }
  /// Name i, not the last one, stands for that value from now on; the later ones have none. False: whatever they are, the condition does
  /// not hold.
  bool choose(std::size_t name, Id);
  /// Tries the values as the last name. Without names, `last` has one number that is not looked at.
  Counts try_last(std::span<const Id> last);
  /// What the last trial says of the value in a place of its list.
  bool fails(std::size_t place) const;
  bool undefined(std::size_t place) const;
  /// Forgets what was computed, and all values but the first `kept`, which were added before anything was computed. The names must be
  /// chosen again. Does so only if much is kept.
  bool forget_if_much(Id kept);
  void forget_from(Id kept);
  /// The values of the two sides of the claim for one choice of all names, as text: "" where one is refused.
  std::vector<std::string> sides(std::span<const Id> chosen);
  /// Operations that ran, and those whose result was found.
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
  std::vector<Id> chosen_;  ///< the names' values but the last one's
  /// The places of a list that meet the shared parts of the condition, by the second name's value and the list's first.
  struct Shared {
    std::size_t length = 0;  ///< of the list, whose values are numbered one after the other
    std::vector<std::uint32_t> places;
  };
  std::unordered_map<std::uint64_t, Shared> shared_;
  std::size_t shared_places_ = 0;
  std::vector<Id> last_;      ///< the list that was tried last
  bool consecutive_ = false;  ///< its numbers follow each other, as those of the choices of one size do
  std::vector<std::uint32_t> all_places_, places_;
  /// By layout the one that stands for all that are the same function beyond their sizes too, which composition sees.
  std::vector<Id> forms_;
  std::vector<Id> operands_;            ///< of choose(), which is called for each pair: kept, so that it does not allocate
  std::span<const std::uint32_t> met_;  ///< the places of the last trial for which the condition holds, in order
  std::int64_t evaluations_ = 0;
};

}  // namespace algebra::conjectures
