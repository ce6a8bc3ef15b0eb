#include "app/cli/reference.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/text/characters.hpp"
#include "app/cli/cli_tools.hpp"
#include "app/cli/help.hpp"
#include "app/report/schema.hpp"
#include "app/report/spoken.hpp"
#include "assets/assets.hpp"

namespace app {
namespace {

using Words = std::vector<std::string>;

/// Returns the options that --help names.
std::vector<Option> options_of(const Tool& tool) {
  auto options = tool.options();
  std::erase_if(options, [](const Option& o) { return o.is_hidden; });
  return options;
}

template <class Escaped>
std::string escaped(std::string_view text, Escaped&& escape) {
  std::string out;
  for (const char c : text) escape(out, c);
  return out;
}

std::string roff(std::string_view text) {
  auto out = escaped(text, [](std::string& to, char c) { to += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c); });
  if (out.starts_with('.') || out.starts_with('\'')) out.insert(0, "\\&");
  return out;
}

std::string roff_command(const Tool& tool) {
  std::string arguments, options, line = fmt::format(".SS \"cutescope{}{}", tool.name.empty() ? "" : " ", tool.name);
  for (const auto& o : options_of(tool)) {
    if (o.is_argument()) {
      line += " " + usage_of(o);
      arguments += fmt::format(".TP\n\\fI{}\\fR\n{}\n", o.value, roff(meaning_of(o)));
      continue;
    }
    std::string names;
    for (const auto& n : names_of_option(o)) names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(n));
    if (o.takes_value()) names += fmt::format(" \\fI{}\\fR", roff(o.value));
    options += fmt::format(".TP\n{}\n{}\n", names, roff(meaning_of(o)));
  }
  const auto what = roff(in_words(algebra::message("{}.", in_words(std::string(tool.help).c_str()))));
  const auto example =
      tool.example.empty() ? std::string() : fmt::format(".PP\n{} cutescope {}\n", in_words("Example:"), roff(tool.example));
  return fmt::format("{}\"\n{}\n{}{}{}", line, what, arguments, options, example);
}

std::string in_quotes(std::string_view text) {
  return "'" + escaped(text, [](std::string& to, char c) { to += c == '\'' ? std::string("'\\''") : std::string(1, c); }) + "'";
}

std::string joined(const Words& words) { return fmt::format("{}", fmt::join(words, " ")); }

std::string bash(std::span<const Tool* const> commands) {
  Words names;
  std::string options, values;
  for (const auto* c : commands) {
    const auto name = std::string(c->name);
    if (!name.empty()) names.push_back(name);
    Words all;
    std::string arguments;
    for (const auto& o : options_of(*c)) {
      const auto choices = choices_of(o);
      if (o.is_argument() && !choices.empty()) arguments = fmt::format("    {}:*) words='{}' ;;\n", name, joined(choices));
      for (const auto& n : names_of_option(o)) {
        all.push_back(n);
        if (!choices.empty()) values += fmt::format("    {}:{}) words='{}' ;;\n", name, n, joined(choices));
        else if (o.takes_value()) values += fmt::format("    {}:{}) return ;;\n", name, n);
      }
    }
    options += fmt::format("    {}:-*) words='{}' ;;\n", name, joined(all)) + arguments;
  }
  return fmt::format(R"(# Completion of cutescope for bash. Made by: cutescope completion bash
_cutescope() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}} command='' word words=''
  COMPREPLY=()
  if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then prev=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case " {0} " in *" $word "*) command=$word; break ;; esac
  done
  case $command:$prev in
{1}  esac
  [[ $words ]] || case $command:$cur in
{2}    :*) words='{0}' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}}
complete -o default -F _cutescope cutescope
)",
                     joined(names), values, options);
}

std::string zsh(std::span<const Tool* const> commands) {
  const auto plain = [](std::string_view text) {
    return escaped(text, [](std::string& to, char c) {
      to += c == '[' || c == ']' || c == ':' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    });
  };
  std::string names, cases, own;
  for (const auto* c : commands) {
    const auto name = std::string(c->name);
    if (!name.empty()) names += fmt::format("  {}\n", in_quotes(name + ":" + in_words(std::string(c->help).c_str())));
    std::string specs, files = "'*:file:_files'";
    for (const auto& o : options_of(*c)) {
      const auto choices = choices_of(o);
      const auto words = !choices.empty() ? fmt::format("({})", joined(choices)) : o.value.starts_with("FILE") ? "_files" : " ";
      if (o.is_argument() && !choices.empty()) files = in_quotes(fmt::format("*:{}:{}", o.key(), words));
      for (const auto& n : names_of_option(o)) {
        auto spec = fmt::format("{}[{}]", n + (!o.takes_value() ? "" : n.starts_with("--") ? "=" : "+"), plain(in_words(o.help.c_str())));
        if (o.takes_value()) spec += ":value:" + words;
        specs += " \\\n      " + in_quotes(spec);
      }
    }
    // The window's own come last: they are of any other word.
    (name.empty() ? own : cases) += fmt::format("  {})\n    _arguments{} \\\n      {} ;;\n", name.empty() ? "*" : name, specs, files);
  }
  return fmt::format(R"(#compdef cutescope
# Completion of cutescope for zsh. Made by: cutescope completion zsh
local -a commands
commands=(
{})
if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
  _describe command commands
  _files -g '*.cutes'
  return
fi
local command=$words[2]
shift words
(( CURRENT-- ))
case $command in
{}{}esac
)",
                     names, cases, own);
}

std::string fish(std::span<const Tool* const> commands) {
  const auto text = [](std::string_view t) {
    return "'" + escaped(t, [](std::string& to, char c) { to += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c); }) +
           "'";
  };
  std::string out = "# Completion of cutescope for fish. Made by: cutescope completion fish\n";
  for (const auto* c : commands) {
    const auto name = std::string(c->name);
    const auto where = name.empty() ? std::string("__fish_use_subcommand") : fmt::format("'__fish_seen_subcommand_from {}'", name);
    if (!name.empty())
      out +=
          fmt::format("complete -c cutescope -n __fish_use_subcommand -a {} -d {}\n", name, text(in_words(std::string(c->help).c_str())));
    for (const auto& o : options_of(*c)) {
      const auto choices = choices_of(o);
      if (o.is_argument() && choices.empty()) continue;
      out += fmt::format("complete -c cutescope -n {}", where);
      for (const auto& n : names_of_option(o))
        out += n.starts_with("--") ? " -l " + n.substr(2) : o.is_argument() ? "" : " -s " + n.substr(1);
      if (!choices.empty()) out += fmt::format(" -x -a '{}'", joined(choices));
      else if (o.takes_value()) out += " -r";
      if (!o.is_argument()) out += " -d " + text(in_words(o.help.c_str()));
      out += "\n";
    }
  }
  return out;
}

}  // namespace

std::string manual_page() {
  std::string commands;
  for (const auto* command : command_line_tools()) commands += roff_command(*command);
  std::string page(assets::get(fmt::format("manual.{}.1", spoken_texts().language().code)));
  if (page.empty()) page = assets::get("manual.en.1");
  constexpr std::string_view mark = ".\\\" COMMANDS\n";
  if (const auto at = page.find(mark); at != std::string::npos) page.replace(at, mark.size(), commands);
  return page;
}

std::string command_tables() {
  std::string out;
  for (const auto group : {ToolGroup::layouts, ToolGroup::kernels, ToolGroup::take_along, ToolGroup::learn, ToolGroup::setup}) {
    out += fmt::format("### {}\n\n| command | does | options |\n|---|---|---|\n", in_words(std::string(title_of(group)).c_str()));
    for (const auto* tool : command_line_tools()) {
      if (tool->group != group) continue;
      auto usage = tool->name.empty() ? std::string("cutescope") : std::string(tool->name);
      Words options;
      for (const auto& o : options_of(*tool)) {
        if (o.is_argument()) usage += " " + usage_of(o);
        else options.push_back(fmt::format("`{}`", names_of_option(o).back()));
      }
      std::ranges::replace(usage, '|', '/');
      out += fmt::format("| `{}` | {} | {} |\n", usage, in_words(std::string(tool->help).c_str()), fmt::join(options, ", "));
    }
    out += "\n";
  }
  return out;
}

std::string completion(std::string_view shell) {
  const auto commands = command_line_tools();
  return shell == "bash" ? bash(commands) : shell == "zsh" ? zsh(commands) : shell == "fish" ? fish(commands) : "";
}

namespace {

std::vector<Option> completion_options() {
  auto shell = choice(
                   "shell",
                   [] {
                     return std::vector<std::string>{"bash", "zsh", "fish"};
                   },
                   "The shell that completes")
                   .required();
  shell.value = "SHELL";
  return {std::move(shell), language_option()};
}
std::vector<Option> manual_options() {
  return {flag("--markdown", "Print the tables of commands of docs/command-line.md"), language_option()};
}
std::vector<Option> help_options() { return {argument("command", "COMMAND", "A command. Default: all of them"), language_option()}; }

std::vector<Option> schema_options() {
  return {argument("command", "COMMAND", "A command that writes JSON").required(), language_option()};
}

int print_schema(const Arguments& a, Report& report, ToolHost&) {
  const auto* tool = tool_named(command_line_tools(), a.text("command"));
  if (tool == nullptr || tool->answer.empty())
    return report.refuse(wrong_input, algebra::message("there is no command {} that writes JSON", a.text("command")));
  report.document(schema_of(tool->name, tool->answer).dump(2) + "\n");
  return done;
}

int print_completion(const Arguments& a, Report& report, ToolHost&) {
  report.document(completion(a.text("shell")));
  return done;
}

int print_manual(const Arguments& a, Report& report, ToolHost&) {
  report.document(a.flag("markdown") ? command_tables() : manual_page());
  return done;
}

int print_help(const Arguments& a, Report& report, ToolHost&) {
  const auto* tool = tool_named(command_line_tools(), a.text("command"));
  if (tool == nullptr) return report.refuse(wrong_input, algebra::message("there is no command {}", a.text("command")));
  report.print_text(help_text(*tool));
  return done;
}

}  // namespace

const Tool schema_tool{.name = "schema",
                       .group = ToolGroup::setup,
                       .help = "Print the JSON Schema of a command's answer, or of each of its lines",
                       .example = "schema check",
                       .options = schema_options,
                       .run = print_schema};

const Tool completion_tool{.name = "completion",
                           .group = ToolGroup::setup,
                           .help = "Print a completion script for a shell",
                           .example = "completion bash",
                           .options = completion_options,
                           .run = print_completion};

const Tool manual_tool{.name = "manual",
                       .group = ToolGroup::setup,
                       .help = "Print the manual page, for man -l -",
                       .example = "manual | man -l -",
                       .options = manual_options,
                       .run = print_manual};

const Tool help_tool{.name = "help",
                     .group = ToolGroup::learn,
                     .help = "Show the help of a command",
                     .example = "help eval",
                     .options = help_options,
                     .run = print_help};

}  // namespace app
