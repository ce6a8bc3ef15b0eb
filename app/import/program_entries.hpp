#pragma once
// The entries that a program's definitions become: their names, their values, what they were set to, and what they assume.

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

/// A size or position that a number of this name usually is: "512" for M, "0" for threadIdx_x.
std::string usual_number(std::string_view name);
/// Whether a name is that of a size, so that a number may stand for it: seqlen_q, but not smem_layout or ptr_Q.
bool names_size(std::string_view name);

/// The parameter that says which thread of its block a thread is, and whether a name is one of those.
constexpr std::string_view thread_parameter = "threadIdx_x";
constexpr bool is_thread_parameter(std::string_view name) { return name.starts_with("threadIdx"); }

class ProgramEntries {
 public:
  static constexpr std::size_t longest = 4096;

  explicit ProgramEntries(const ProgramSettings& settings) : settings_(settings) {}

  /// The value of an expression that may name entries; nothing if it has none.
  std::optional<algebra::Value> value_of(const std::string& text);
  std::optional<algebra::Value> value_of(const Term& term) { return value_of(std::string(term.text())); }
  std::optional<std::int64_t> integer_of(const std::string& text);

  /// From here on numbers are those of the threads of a block of so many along x, y and z.
  void run_as_block(const std::vector<std::int64_t>& block);
  /// What an expression that names entries is for each thread; null where it is no number for any of them.
  CppLanes lanes_of(const std::string& text);
  /// An expression of these numbers, of threadIdx_x or of an entry of its own; `own`: that of the traced thread. "" if there are too many.
  std::string by_thread(const std::vector<std::int64_t>&, std::int64_t own, std::size_t line);
  /// The same, with the reason where it has none.
  tl::expected<algebra::Value, algebra::Message> evaluated(const std::string& text);

  /// The name of the entry; "" if there are too many. What is defined a second time in the same place is the same entry.
  std::string add(ProgramDefinition);
  /// A parameter that conditions ask for: it is listed although no text names it.
  void asked_for(const std::string& entry) { asked_for_.insert(entry); }
  /// What is not defined here, but read from where the program runs: once, whatever asks for it. `usual`: unless it is set.
  std::string given(const std::string& name, const std::string& usual, std::size_t line, bool is_size, std::string_view suffix = {});
  /// In a later round of a loop a definition is this; "": it has no value then. The entry of the first round where its value is the same.
  std::string later(const std::string& function, const std::string& name, std::size_t line, const std::string& text);
  bool has(std::string_view entry) const { return names_.contains(entry); }

  /// Counts work; whether there has been too much, of which an entry then tells.
  bool too_much(std::size_t line, const std::string& section);
  void count(std::size_t steps);
  std::size_t steps() const { return steps_; }
  std::size_t steps_left() const { return most_steps_ - std::min(steps_, most_steps_); }
  bool full() const { return full_; }
  /// More was counted than a program may take: nothing more is run, and the next entry is the one that says so.
  bool exhausted() const { return late_ || steps_ >= most_steps_; }
  /// What was too much.
  algebra::Message why_exhausted() const;
  /// A trace runs all rounds of its loops: so many steps more.
  void allow(std::size_t more) { most_steps_ += more; }
  /// What follows from this parameter is told by `assumed_in`, as what follows from an assumed number is.
  void follow(const std::string& entry) { assumed_[entry].insert(entry); }
  /// Calls that are traced use parameters that no definition uses.
  void keep_parameters() { keeps_parameters_ = true; }
  bool empty() const { return program_.definitions.empty(); }

  /// What a text assumes by the entries that it names.
  Assumed assumed_in(std::string_view text) const;
  /// Whether it is not the same for all threads of a block that is traced.
  bool follows_from_thread(std::string_view text) const;
  /// What a person has set; null if nothing.
  const std::string* setting(std::string_view name, bool any_case = false);

  /// An entry that is a type of elements, as that type; other texts as they are.
  std::string resolved(const std::string& text) const;
  void is_type(const std::string& entry, std::string type) { types_.emplace(entry, std::move(type)); }

  /// All entries but parameters that no other uses, parameters first; each with its kind.
  CppProgram finish();

 private:
  std::string free_name(std::string_view name) const;
  /// Gives an entry a value; what was evaluated before it may be another thing now.
  void set_value(const std::string& entry, algebra::Value);
  /// The value of a text while it is evaluated for one thread after the other.
  tl::expected<algebra::Value, algebra::Message> evaluated_anew(const std::string& text);
  /// The value of an entry that is not the same for all threads, for each.
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
  std::map<std::string, Assumed, std::less<>> assumed_;    ///< by entry, where it assumes something
  std::map<std::string, std::string> types_;               ///< an entry's name -> the element type that it is
  std::map<std::string, std::string, std::less<>> given_;  ///< by name
  algebra::Environment environment_;
  /// The values of the texts that were evaluated since the last entry got its value, or the reasons why they have none.
  std::unordered_map<std::string, tl::expected<algebra::Value, algebra::Message>> values_;
  /// The condition by which the algebra has refused a text, by what it said: a definition's problem may be that.
  std::unordered_map<std::string, std::string> refusals_;
  std::size_t threads_ = 0;                             ///< of the block that is traced
  std::array<std::int64_t, 3> block_{1, 1, 1};          ///< along x, y and z
  std::map<std::string, CppLanes, std::less<>> lanes_;  ///< by text
  std::map<std::string, std::vector<algebra::Value>, std::less<>> values_by_thread_;
  std::map<std::vector<std::int64_t>, std::string> tables_;  ///< by its numbers the entry of those
  std::set<std::string, std::less<>> names_;                 ///< of entries
  std::size_t steps_ = 0, most_steps_ = 60'000;
  std::size_t clock_asked_at_ = 0;  ///< the steps at which it was looked whether the time is over
  bool full_ = false, late_ = false, keeps_parameters_ = false;
};

}  // namespace app
