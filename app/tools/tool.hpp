#pragma once
// A tool is one file: a record with its name, group, help, example and options, and a function that answers. Hosts read the records: the
// command line makes its options, --help, the manual and the completions of them, Python its functions, the page and the window their
// palettes.

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/language/evaluate.hpp"
#include "app/document/decide.hpp"
#include "app/import/cpp_program.hpp"
#include "app/report/report.hpp"

namespace gpu {
class ReplayDevice;
}

namespace app {

enum class OptionKind : std::uint8_t { flag, text, integer, number };

/// An option, or an argument without a name of its own.
struct Option {
  std::string names{};  ///< "-o,--output"; of an argument its name, "files"
  std::string value{};  ///< what stands for its value in --help, such as FILE; "" of a flag
  std::string help{};   ///< one sentence without a full stop
  OptionKind kind = OptionKind::flag;
  double least = 0, most = 0;  ///< limits of a number
  std::vector<std::string> (*choices)() = nullptr;
  bool is_open = false;   ///< the choices are for completion: the tool itself refuses others, with a better sentence
  std::string initial{};  ///< what holds where it is not given, as --help shows it
  bool is_required = false, is_repeated = false, may_be_empty = true;
  std::string old_names{};  ///< spellings of earlier versions, which go on working with a note: "--type,--out"
  bool is_hidden = false;   ///< for tests: not in --help
  bool is_local = false;    ///< it writes files, starts programs or a GPU, or chooses the answer's form: pages and agents do not have it
  unsigned belongs_to = 0;  ///< the kinds of answers that take it, a set of bits that its tool defines; 0: all of them

  bool is_argument() const { return !names.starts_with('-'); }
  bool takes_value() const { return kind != OptionKind::flag; }
  /// Returns the last of its names without dashes: "output".
  std::string key() const;
  /// Returns its name in messages: the first that begins with two dashes, or else the last: "--output", "-D", "files".
  std::string_view name() const;

  Option required() && { return is_required = true, std::move(*this); }
  Option repeated() && { return is_repeated = true, std::move(*this); }
  Option not_empty() && { return may_be_empty = false, std::move(*this); }
  Option usually(std::string text) && { return initial = std::move(text), std::move(*this); }
  Option open() && { return is_open = true, std::move(*this); }
  Option formerly(std::string old) && { return old_names = std::move(old), std::move(*this); }
  Option only_of(unsigned kinds) && { return belongs_to = kinds, std::move(*this); }
  Option local() && { return is_local = true, std::move(*this); }
  Option hidden() && { return is_hidden = true, std::move(*this); }
};

Option flag(std::string names, std::string help);
Option text_option(std::string names, std::string value, std::string help);
Option choice(std::string names, std::vector<std::string> (*choices)(), std::string help);
Option integer(std::string names, std::string value, double least, double most, std::string help);
Option number(std::string names, std::string value, double least, double most, std::string help);
/// Makes an argument without a name of its own.
Option argument(std::string name, std::string value, std::string help);

/// Options that several tools share.
Option json_option();
Option form_option();  ///< --format text|json|github|sarif|junit
Option language_option();
Option integers_option();
Option seconds_option();  ///< --time
Option memory_option();   ///< --memory
Option output_option(std::string help);
std::vector<Option> settings_options();    ///< --set, -D, -U
std::vector<Option> program_options();     ///< the same, and -I
std::vector<Option> strictness_options();  ///< --strict, --lenient

/// Joins lists of options in their order: a tool's own and those that it shares.
std::vector<Option> joined_options(std::initializer_list<std::vector<Option>>);

/// The values that a tool is given, checked against its options.
class Arguments {
 public:
  using Given = std::vector<std::pair<std::string, std::string>>;  ///< key of the option, value; of a flag "true" or "false"
  /// Checks values against the options. Error: a sentence that names the option with a wrong value, or the one that is missing.
  static tl::expected<Arguments, algebra::Message> check(std::span<const Option>, Given);

  bool has(std::string_view key) const;
  bool flag(std::string_view key) const { return text(key) == "true"; }
  /// Returns the last value that was given, or the option's initial one; "" without either.
  const std::string& text(std::string_view key) const;
  std::vector<std::string> all(std::string_view key) const;
  std::optional<std::int64_t> integer(std::string_view key) const;
  std::optional<double> number(std::string_view key) const;
  const Given& given() const { return given_; }

  algebra::IntegerRule integers() const;  ///< --integers
  ProgramSettings settings() const;       ///< --set
  MacroSettings macros() const;           ///< -D and -U
  std::vector<std::string> folders() const { return all("I"); }

 private:
  Given given_, initial_;
};

/// Services that a host lends a tool while it runs.
class ToolHost {
 public:
  virtual ~ToolHost() = default;
  /// Shows the tool's progress until the result is destroyed; another thread polls `line` for its text. `in_files`: also if standard error
  /// is not a terminal.
  virtual std::shared_ptr<void> show_progress(std::function<std::string()> line, bool in_files) {
    static_cast<void>(line), static_cast<void>(in_files);
    return nullptr;
  }
  /// Calls `end`, on another thread, where the user ends the tool before the result is destroyed.
  virtual std::shared_ptr<void> on_interrupt(std::function<void()> end) {
    static_cast<void>(end);
    return nullptr;
  }
  /// Returns the seconds for verdicts of every element, without --time; 0: no limit.
  virtual double check_seconds() const { return usual_check_seconds; }
  /// Returns the GPU that `flow --run` runs a block on. Null if there is none: then `why` has the reason.
  virtual gpu::ReplayDevice* replay_device(algebra::Message& why) {
    why = "this host has no GPU";
    return nullptr;
  }
};

/// A command of an earlier version: its name goes on working as its tool with an option, and a note names the new one.
struct OldCommand {
  std::string_view name;
  std::string_view key, value;  ///< of the option that it sets where that is not given
  std::string_view now;         ///< the command as a user writes it: "eval --table"
};

enum class ToolGroup : std::uint8_t { layouts, kernels, take_along, learn, setup };
std::string_view title_of(ToolGroup);

struct Tool {
  std::string_view name;
  ToolGroup group;
  std::string_view help;     ///< one line
  std::string_view example;  ///< a command line without the program's name
  std::vector<Option> (*options)();
  int (*run)(const Arguments&, Report&, ToolHost&);
  std::string_view answer = "";  ///< the shape of its data, or of each of its rows, as schema_of() reads it; "": it has none
  std::span<const OldCommand> old_commands{};

  /// Tells whether its answer is any number of rows in place of one object.
  bool answers_in_rows() const { return answer.starts_with("rows,"); }
};

/// Returns the tools that every host has, in the order of --help.
std::span<const Tool* const> tools();
const Tool* tool_named(std::span<const Tool* const>, std::string_view name);

/// Returns the form that --format or --json asks for.
ReportForm form_of(const Arguments&);
/// Returns the status of an answer without a finding in which something was not checked: found with --strict, done with --lenient.
int status_of_unchecked(const Arguments&);
/// Why --strict and --lenient do not go together; "" unless both are given.
algebra::Message contradicting_strictness(const Arguments&);
/// Runs a tool and finishes its report. Returns the exit status.
int run_tool(const Tool&, const Arguments&, ReportSink&, ToolHost&);

}  // namespace app
