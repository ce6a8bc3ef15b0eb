#pragma once
// The entries of a program's definitions: names, values, settings and assumptions.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/language/evaluate.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/cpp_value.hpp"
#include "app/program/term.hpp"

namespace app {

/// Returns the usual size or position for a name: "512" for M, "0" for threadIdx_x.
std::string usual_number(std::string_view name);
/// Returns whether a name is that of a size, so that a number may be assumed for it: seqlen_q, but not smem_layout or ptr_Q.
bool names_size(std::string_view name);

/// The parameter with a thread's index in its block, and whether a name is such a parameter.
constexpr std::string_view thread_parameter = "threadIdx_x";
constexpr bool is_thread_parameter(std::string_view name) { return name.starts_with("threadIdx"); }

class ProgramEntries {
 public:
  static constexpr std::size_t longest = 4096;

  explicit ProgramEntries(const ProgramSettings& settings) : settings_(settings) {}

  /// Returns the value of an expression over entries, or nullopt.
  std::optional<algebra::Value> value_of(const std::string& text);
  std::optional<algebra::Value> value_of(const Term& term) { return value_of(std::string(term.text())); }
  std::optional<std::int64_t> integer_of(const std::string& text);

  /// Starts to evaluate numbers for all threads of a block with these extents along x, y and z.
  void run_as_block(const std::vector<std::int64_t>& block);
  /// Returns an expression's number for each thread, or null if it is a number for none.
  CppLanes lanes_of(const std::string& text);
  /// Returns an expression for these numbers, of threadIdx_x or of an entry of its own; `own`: the traced thread's. "" if there are too
  /// many.
  std::string by_thread(const std::vector<std::int64_t>&, std::int64_t own, std::size_t line);
  /// Returns the value, or the reason why there is none.
  tl::expected<algebra::Value, algebra::Message> evaluated(const std::string& text);
  /// Returns whether a value breaks its contract, as far as that is seen without enumerating many elements.
  bool breaks_contract(const std::string& text);

  /// Adds a definition and returns its entry's name, or "" if there are too many. Repeating a definition at the same place returns the same
  /// entry.
  std::string add(ProgramDefinition);
  /// Lists a parameter that only conditions use.
  void asked_for(const std::string& entry) { asked_for_.insert(entry); }
  /// Returns the entry of a parameter that is not defined in the program but received at run time; added once. `usual`: its value unless it
  /// is set.
  std::string given(const std::string& name, const std::string& usual, std::size_t line, bool is_size, std::string_view suffix = {});
  /// Records a definition's text in a later round of a loop; "": it has no value then. Returns the entry of the first round if the value is
  /// the same.
  std::string later(const std::string& function, const std::string& name, std::size_t line, const std::string& text);
  bool has(std::string_view entry) const { return names_.contains(entry); }

  /// Counts work. Returns true, and adds an entry that reports it, once there is too much.
  bool too_much(std::size_t line, const std::string& section);
  void count(std::size_t steps);
  std::size_t steps() const { return steps_; }
  std::size_t steps_left() const { return most_steps_ - std::min(steps_, most_steps_); }
  bool full() const { return full_; }
  /// Returns whether the limit of steps or time is passed: nothing more is run, and the next entry reports it.
  bool exhausted() const { return late_ || steps_ >= most_steps_; }
  /// Returns the limit that was passed.
  algebra::Message why_exhausted() const;
  /// Raises the limit of steps, for a trace, which runs all rounds of loops.
  void allow(std::size_t more) { most_steps_ += more; }
  /// Includes this parameter in `assumed_in`, as if its value were assumed.
  void follow(const std::string& entry) { assumed_[entry].insert(entry); }
  /// Keeps parameters that no definition uses, for traced calls.
  void keep_parameters() { keeps_parameters_ = true; }
  bool empty() const { return program_.definitions.empty(); }

  /// Returns the assumptions of the entries that a text names.
  Assumed assumed_in(std::string_view text) const;
  /// Returns whether a text's value differs between threads of a traced block.
  bool follows_from_thread(std::string_view text) const;
  /// Returns a setting, or null.
  const std::string* setting(std::string_view name, bool any_case = false);

  /// Returns the element type of an entry that names one; other texts as they are.
  std::string resolved(const std::string& text) const;
  void is_type(const std::string& entry, std::string type) { types_.emplace(entry, std::move(type)); }

  /// Returns all entries with their kinds, parameters first, without unused parameters.
  CppProgram finish();

 private:
  std::string free_name(std::string_view name) const;
  /// Sets an entry's value, and forgets values computed from the former one.
  void set_value(const std::string& entry, algebra::Value);
  /// Evaluates a text without the cache.
  tl::expected<algebra::Value, algebra::Message> evaluated_anew(const std::string& text);
  /// Returns the value, or the reason why there is none, whose condition it keeps.
  tl::expected<algebra::Value, algebra::Message> checked(tl::expected<algebra::Evaluation, algebra::Diagnostic>);
  /// Returns the values of an entry that differs between threads.
  const std::vector<algebra::Value>* values_by_thread(const std::string& entry);
  template <class F>
  void each_thread(const std::string& text, F visit);
  void drop_unused();
  std::string kind_of(const ProgramDefinition&) const;

  const ProgramSettings& settings_;
  std::set<std::string> used_settings_, asked_for_;
  CppProgram program_;
  std::map<std::string, std::string> definitions_;         ///< function, line, name and text -> entry
  std::map<std::string, std::size_t> places_;              ///< function, line and name -> the first definition there
  std::map<std::string, Assumed, std::less<>> assumed_;    ///< by entry, if it assumes something
  std::map<std::string, std::string> types_;               ///< element types by the entry that names them
  std::map<std::string, std::string, std::less<>> given_;  ///< by name
  algebra::Environment environment_;
  /// Values of texts evaluated since the last entry was added, or the reasons why they have none.
  std::unordered_map<std::string, tl::expected<algebra::Value, algebra::Message>> values_;
  /// The condition of CuTe that a text violates, by message, to recognise a definition's problem.
  std::unordered_map<std::string, std::string> refusals_;
  std::size_t threads_ = 0;                             ///< of the traced block
  std::array<std::int64_t, 3> block_{1, 1, 1};          ///< along x, y and z
  std::map<std::string, CppLanes, std::less<>> lanes_;  ///< by text
  std::map<std::string, std::vector<algebra::Value>, std::less<>> values_by_thread_;
  std::map<std::vector<std::int64_t>, std::string> tables_;  ///< entries by their numbers
  std::set<std::string, std::less<>> names_;                 ///< of entries
  std::size_t steps_ = 0, most_steps_ = 60'000;
  std::size_t clock_asked_at_ = 0;  ///< the steps at the last look at the clock
  bool full_ = false, late_ = false, keeps_parameters_ = false;
};

}  // namespace app
