#include "app/cli/command_line.hpp"

#include <algorithm>
#include <csignal>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "algebra/text/characters.hpp"
#include "algebra/text/edit_distance.hpp"
#include "app/cli/arguments.hpp"
#include "app/cli/cli_tools.hpp"
#include "app/cli/help.hpp"
#include "app/cli/output.hpp"
#include "app/cli/progress_line.hpp"
#include "app/import/program.hpp"
#include "app/report/report.hpp"
#include "app/state/limits.hpp"
#include "app/storage/settings.hpp"
#include "app/system/end_signals.hpp"
#include "app/system/files.hpp"
#include "app/system/user_folders.hpp"
#include "gpu/replay/replay.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

/// Standard output and standard error.
class Streams : public ReportSink {
 public:
  void text(std::string_view t) override { print_out_text(t); }
  void document(std::string_view t) override { print_out_document(t); }
  void remark(std::string_view t) override { print_err_text(t); }
  void json(std::string_view line) override { print_out_json(line); }
  void flush() override { flush_output(); }
};

class Terminal : public ToolHost {
 public:
  explicit Terminal(double seconds) : seconds_(seconds) {}
  std::shared_ptr<void> show_progress(std::function<std::string()> line, bool in_files) override {
    return std::make_shared<ProgressLine>(std::move(line), in_files);
  }
  std::shared_ptr<void> on_interrupt(std::function<void()> end) override { return std::make_shared<EndSignals>(std::move(end)); }
  double check_seconds() const override { return seconds_; }
  gpu::ReplayDevice* replay_device(Message& why) override {
    if (!device_) device_ = gpu::ReplayDevice::create(why);
    return device_.get();
  }

 private:
  double seconds_;
  std::unique_ptr<gpu::ReplayDevice> device_;
};

/// A command by its name or by one of an earlier version.
struct NamedCommand {
  const Tool* tool = nullptr;
  const OldCommand* old = nullptr;  ///< null: the name is that of this version
};

/// Finds a command. The window's name is "". Null tool: there is none of that name.
NamedCommand command_named(std::string_view name) {
  for (const auto* tool : command_line_tools()) {
    if (tool->name == name) return {tool};
    if (const auto old = std::ranges::find(tool->old_commands, name, &OldCommand::name); old != tool->old_commands.end())
      return {tool, &*old};
  }
  return {};
}

/// The tool that a command line names, and the options that it gives.
struct Asked {
  const Tool* tool = nullptr;
  Arguments::Given given;
  std::vector<std::string> notes;  ///< on old spellings
};

/// Returns an option's names, with the old ones, as CLI11 takes them.
std::string all_names(const Option& o) { return o.old_names.empty() ? o.names : o.names + "," + o.old_names; }

/// Adds the tool's options to its command; what is given is added to `given`.
void add_options(CLI::App& command, const std::vector<Option>& options, Arguments::Given& given) {
  const auto last = std::ranges::find_if(options.rbegin(), options.rend(), &Option::is_argument);
  for (const auto& o : options) {
    if (!o.takes_value()) {
      command.add_flag_callback(
          all_names(o), [&given, key = o.key()] { given.emplace_back(key, "true"); }, "");
      continue;
    }
    using Strings = std::vector<std::string>;
    auto* added = command.add_option_function<Strings>(all_names(o), [&given, key = o.key()](const Strings& values) {
      for (const auto& value : values) given.emplace_back(key, value);
    });
    // The last argument takes what is left over, which is complained of then.
    const bool is_last = last != options.rend() && &o == &*last;
    if (o.is_argument() && is_last) added->expected(1, -1);
    else if (o.is_argument()) added->expected(1)->allow_extra_args(false);
    else added->expected(1)->take_all();
  }
}

/// Returns the words that are options, without their values: "--at=3" is "--at".
std::vector<std::string> option_words(int argc, char** argv) {
  std::vector<std::string> words;
  for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i)
    if (const std::string_view word = argv[i]; word.starts_with('-')) words.emplace_back(word.substr(0, word.find('=')));
  return words;
}

bool wants_json(int argc, char** argv) {
  for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string_view word = argv[i];
    if (word == "--json" || word == "--format=json" || (word == "json" && std::string_view(argv[i - 1]) == "--format")) return true;
  }
  return false;
}

std::vector<std::string> names_of(const std::vector<Option>& options) {
  std::vector<std::string> names;
  for (const auto& o : options)
    if (!o.is_argument() && !o.is_hidden)
      for (auto& name : names_of_option(o)) names.push_back(std::move(name));
  return names;
}

/// The error in the words of a command line.
struct WrongWords {
  ReportError error;
  const Tool* tool = nullptr;  ///< whose --help says more
};

/// Returns the error for a word that a command does not take.
WrongWords unknown_word(const Tool& tool, const std::string& word) {
  ReportError e{.message = message("{} does not take {}.", tool.name.empty() ? std::string_view("cutescope") : tool.name, word),
                .code = "usage"};
  if (word.starts_with('-')) e.suggestions = algebra::nearest_names(word.substr(0, word.find('=')), names_of(tool.options()));
  return {std::move(e), &tool};
}

/// Returns the error for a missing file that may be a mistyped command. Nothing if the file is there or is no word.
std::optional<WrongWords> mistyped_command(const std::string& word) {
  if (word.empty() || word.find_first_of("./:#") != std::string::npos || stamp_of(word)) return std::nullopt;
  std::vector<std::string> names;
  for (const auto* tool : command_line_tools())
    if (!tool->name.empty()) names.emplace_back(tool->name);
  return WrongWords{{.message = message("There is no command and no file {}.", word),
                     .code = "usage",
                     .suggestions = algebra::nearest_names(word, names)},
                    nullptr};
}

/// Adds the commands that stand among the words: the options of all others would never be read.
void add_commands(CLI::App& cli, int argc, char** argv, Arguments::Given& given) {
  std::set<std::string_view> added{""};
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (!added.insert(argv[i]).second) continue;
    if (const auto* tool = command_named(name).tool) add_options(*cli.add_subcommand(name)->allow_extras(), tool->options(), given);
  }
}

/// Reads the command line. Null without an error: help or the version was asked for, and printed.
tl::expected<Asked, WrongWords> read_words(int argc, char** argv) {
  CLI::App cli;
  cli.require_subcommand(0, 1);
  cli.set_version_flag("--version", "cutescope " CUTESCOPE_VERSION);
  Arguments::Given window, given;
  const auto window_options = window_tool.options();
  add_options(cli, window_options, window);
  add_commands(cli, argc, argv, given);
  keep_values_whole(cli);
  Asked asked;
  std::string name;
  try {
    cli.allow_extras();
    cli.parse(arguments_of(argc, argv));
    if (const auto subs = cli.get_subcommands(); !subs.empty()) name = subs.front()->get_name();
  } catch (const CLI::CallForVersion&) {
    print_out_text("cutescope " CUTESCOPE_VERSION "\n");
    return asked;
  } catch (const CLI::CallForHelp&) {
    const auto subs = cli.get_subcommands();
    print_out_text(help_text(*command_named(subs.empty() ? std::string() : subs.front()->get_name()).tool));
    return asked;
  } catch (const CLI::ParseError& e) {
    const auto subs = cli.get_subcommands();
    const auto* tool = subs.empty() ? &window_tool : command_named(subs.front()->get_name()).tool;
    // "--at: 1 required TEXT missing", and whatever else CLI11 has to say.
    const std::string_view words = e.what();
    const auto option = words.substr(0, words.find(':'));
    const bool is_missing = words.ends_with(" missing");
    return tl::unexpected(WrongWords{
        {.message = is_missing ? message("{} needs a value", option) : Message::verbatim(std::string(words)), .code = "usage"}, tool});
  }
  const auto [named, old] = command_named(name);
  asked.tool = named;
  const auto& tool = *named;
  auto extras = cli.remaining(!name.empty());
  std::erase(extras, "--");
  if (!extras.empty()) {
    const bool is_file = name.empty() && !window.empty() && window.front().first == "file";
    if (is_file)
      if (auto wrong = mistyped_command(window.front().second)) return tl::unexpected(*std::move(wrong));
    return tl::unexpected(unknown_word(tool, extras.front()));
  }
  const auto its_options = tool.options();
  for (const auto& o : its_options) {
    const auto& all = name.empty() ? window : given;
    const auto is_its = [&](const auto& g) { return g.first == o.key(); };
    if (!o.is_argument() || o.is_repeated || std::ranges::count_if(all, is_its) < 2) continue;
    const auto second = std::find_if(std::next(std::ranges::find_if(all, is_its)), all.end(), is_its);
    if (name.empty())
      if (auto wrong = mistyped_command(std::ranges::find_if(all, is_its)->second)) return tl::unexpected(*std::move(wrong));
    return tl::unexpected(unknown_word(tool, second->second));
  }
  const auto has = [&](std::string_view key) { return std::ranges::find(its_options, key, &Option::key) != its_options.end(); };
  if (name.empty()) std::swap(asked.given, window);
  for (auto& [key, value] : window) {
    const bool is_shared = key == "language" || &tool == &watch_tool || &tool == &screenshot_tool;
    if (key == "file" || !is_shared || !has(key)) {
      const auto what = key == "file" ? value : fmt::format("{}{}", key.size() == 1 ? "-" : "--", key);
      return tl::unexpected(WrongWords{
          {.message = message("{} before {} applies to the window, but {} does not take it", what, name, name), .code = "usage"}, &tool});
    }
    asked.given.emplace_back(key, value);
  }
  asked.given.insert(asked.given.end(), given.begin(), given.end());
  if (old != nullptr) {
    const bool is_given = std::ranges::find(given, old->key, &Arguments::Given::value_type::first) != given.end();
    if (!is_given) asked.given.emplace_back(old->key, old->value);
    asked.notes.push_back(in_words(message("{} is now {}", old->name, old->now)));
  }
  for (const auto& word : option_words(argc, argv))
    for (const auto& o : its_options)
      for (std::string_view rest = o.old_names; !rest.empty();)
        if (word == algebra::take_until(rest, ',')) asked.notes.push_back(in_words(message("{} is now {}", word, o.name())));
  if (&tool == &watch_tool && std::find(argv, argv + argc, std::string_view("--")) != argv + argc) asked.given.emplace_back("--", "true");
  return asked;
}

int run_words(int argc, char** argv) {
  speak(requested_language(argc, argv));
  const auto json = wants_json(argc, argv);
  Streams streams;
  const auto wrong = [&](const WrongWords& w) {
    Report report(streams, json ? ReportForm::json : ReportForm::text, "");
    report.refuse(wrong_input, w.error);
    report.finish();
    if (!json && w.tool != nullptr)
      print_err_text(in_words(message("See {} --help.", w.tool->name.empty() ? "cutescope" : fmt::format("cutescope {}", w.tool->name))) +
                     "\n");
    return wrong_input;
  };
  const auto asked = read_words(argc, argv);
  if (!asked) return wrong(asked.error());
  if (asked->tool == nullptr) return done;
  const auto& tool = *asked->tool;
  const auto options = tool.options();
  const auto arguments = Arguments::check(options, asked->given);
  if (!arguments) return wrong({{.message = arguments.error(), .code = "usage"}, &tool});
  for (const auto& note : asked->notes) print_err("{}{}\n", in_words("note: "), note);
  if (tool.name.empty())
    if (const auto mistyped = mistyped_command(arguments->text("file"))) return wrong(*mistyped);
  // The window reads its settings itself.
  double seconds = usual_check_seconds;
  const auto takes = [&](std::string_view key) { return std::ranges::find(options, key, &Option::key) != options.end(); };
  if (takes("time") || (takes("memory") && !takes("no-settings"))) {
    auto limits = saved_limits(user_folders());
    limits.memory_mib = arguments->number("memory").value_or(limits.memory_mib);
    seconds = limits.check_seconds;
    hold_in_program(limits);
  }
  Terminal terminal(seconds);
  return run_tool(tool, *arguments, streams, terminal);
}

}  // namespace

int command_line(int argc, char** argv) {
  hold_standard_streams();
  // A file that reaches the limit of its size is an error of the write: what was begun is removed.
  std::signal(SIGXFSZ, SIG_IGN);
  const auto failed = [](const Message& m) {
    print_err("cutescope: {}\n", in_words(m));
    return environment_failed;
  };
  try {
    const int status = run_words(argc, argv);
    flush_output();
    return status;
  } catch (const OutputFailed& e) {
    return failed(e.code() ? message("cannot write to standard output: {}", e.code().message())
                           : Message("cannot write to standard output"));
  } catch (const std::bad_alloc&) {
    return failed("there is not enough memory for this");
  } catch (const std::system_error& e) {
    // Such as a thread that the system does not start.
    return failed(message("the system refused a resource: {}", e.code().message()));
  }
}

}  // namespace app
