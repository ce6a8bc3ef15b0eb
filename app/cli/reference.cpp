#include "app/cli/reference.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "algebra/text/characters.hpp"
#include "app/cli/answers.hpp"
#include "assets/assets.hpp"

namespace app {
namespace {

using Words = std::vector<std::string>;

bool takes_value(const CLI::Option& o) { return o.get_items_expected_max() > 0; }
bool is_argument(const CLI::Option& o) { return o.get_positional(); }

/// Those that --help names.
std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* o) { return !o->get_group().empty(); });
}

/// The window, whose name is "", and its commands, in the order of --help.
std::vector<const CLI::App*> commands_of(const CLI::App& cli) {
  std::vector<const CLI::App*> commands{&cli};
  for (const auto* sub : cli.get_subcommands([](const CLI::App* app) { return !app->get_group().empty(); })) commands.push_back(sub);
  return commands;
}
std::string name_of(const CLI::App& command) { return command.get_parent() == nullptr ? std::string() : command.get_name(); }

/// What CLI11 says of a value: its type, and behind a colon what is checked, "TEXT:{light,dark}", "FLOAT:[0.1 - 20]".
std::string type_of(const CLI::Option& o) {
  const auto type = takes_value(o) ? o.get_type_name() : std::string();
  return type.substr(0, type.find(':'));
}
std::string checked(const CLI::Option& o) {
  const auto type = o.get_type_name();
  return type.find(':') == std::string::npos ? std::string() : type.substr(type.find(':') + 1);
}
Words choices_of(const CLI::Option& o) {
  const auto what = checked(o);
  Words words;
  if (what.starts_with('{'))
    for (std::string_view list = std::string_view(what).substr(1, what.size() - 2); !list.empty();)
      words.emplace_back(algebra::take_until(list, ','));
  return words;
}

/// -o and --output.
Words names_of(const CLI::Option& o) {
  Words names;
  for (const auto& n : o.get_snames()) names.push_back("-" + n);
  for (const auto& n : o.get_lnames()) names.push_back("--" + n);
  return names;
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

/// The description with the values, where it does not name them all, and the default.
std::string roff_meaning(const CLI::Option& o) {
  auto text = o.get_description();
  const auto choices = choices_of(o);
  const bool named = std::ranges::all_of(choices, [&](const auto& word) { return text.find(word) != std::string::npos; });
  if (!named) text += fmt::format(" ({})", fmt::join(choices, ", "));
  // "INT in [1 - 1024]"
  else if (const auto what = checked(o); choices.empty() && what.find('[') != std::string::npos) text += " " + what.substr(what.find('['));
  if (!o.get_default_str().empty()) text += " " + in_words(algebra::message("(default: {})", o.get_default_str()));
  return roff(text);
}

std::string roff_command(const CLI::App& command) {
  const auto name = name_of(command);
  std::string arguments, options, line = fmt::format(".SS \"cutescope{}{}", name.empty() ? "" : " ", name);
  for (const auto* o : options_of(command)) {
    if (!is_argument(*o)) {
      std::string names;
      for (const auto& n : names_of(*o)) names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(n));
      if (takes_value(*o)) names += fmt::format(" \\fI{}\\fR", roff(type_of(*o)));
      options += fmt::format(".TP\n{}\n{}\n", names, roff_meaning(*o));
      continue;
    }
    auto argument = o->get_name();
    std::ranges::transform(argument, argument.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    line += fmt::format(fmt::runtime(o->get_required() ? " {}{}" : " [{}{}]"), argument, o->get_items_expected_max() > 1 ? "..." : "");
    if (!o->get_description().empty()) arguments += fmt::format(".TP\n\\fI{}\\fR\n{}\n", argument, roff_meaning(*o));
  }
  const auto what = name.empty() ? in_words("The window.") : roff(in_words(algebra::message("{}.", command.get_description())));
  return fmt::format("{}\"\n{}\n{}{}", line, what, arguments, options);
}

std::string in_quotes(std::string_view text) {
  return "'" + escaped(text, [](std::string& to, char c) { to += c == '\'' ? std::string("'\\''") : std::string(1, c); }) + "'";
}

std::string joined(const Words& words) { return fmt::format("{}", fmt::join(words, " ")); }

std::string bash(const std::vector<const CLI::App*>& commands) {
  Words names;
  std::string options, values;
  for (const auto* c : commands) {
    const auto name = name_of(*c);
    if (!name.empty()) names.push_back(name);
    Words all;
    std::string arguments;
    for (const auto* o : options_of(*c)) {
      const auto choices = choices_of(*o);
      if (is_argument(*o) && !choices.empty()) arguments = fmt::format("    {}:*) words='{}' ;;\n", name, joined(choices));
      for (const auto& n : names_of(*o)) {
        all.push_back(n);
        if (!choices.empty()) values += fmt::format("    {}:{}) words='{}' ;;\n", name, n, joined(choices));
        else if (takes_value(*o)) values += fmt::format("    {}:{}) return ;;\n", name, n);
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

std::string zsh(const std::vector<const CLI::App*>& commands) {
  const auto plain = [](std::string_view text) {
    return escaped(text, [](std::string& to, char c) {
      to += c == '[' || c == ']' || c == ':' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    });
  };
  std::string names, cases, own;
  for (const auto* c : commands) {
    const auto name = name_of(*c);
    if (!name.empty()) names += fmt::format("  {}\n", in_quotes(name + ":" + c->get_description()));
    std::string specs, files = "'*:file:_files'";
    for (const auto* o : options_of(*c)) {
      const auto choices = choices_of(*o);
      const auto words = !choices.empty() ? fmt::format("({})", joined(choices)) : type_of(*o) == "TEXT" ? "_files" : " ";
      if (is_argument(*o) && !choices.empty()) files = in_quotes(fmt::format("*:{}:{}", o->get_name(), words));
      for (const auto& n : names_of(*o)) {
        auto spec = fmt::format("{}[{}]", n + (!takes_value(*o) ? "" : n.starts_with("--") ? "=" : "+"), plain(o->get_description()));
        if (takes_value(*o)) spec += ":value:" + words;
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

std::string fish(const std::vector<const CLI::App*>& commands) {
  const auto text = [](std::string_view t) {
    return "'" + escaped(t, [](std::string& to, char c) { to += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c); }) +
           "'";
  };
  std::string out = "# Completion of cutescope for fish. Made by: cutescope completion fish\n";
  for (const auto* c : commands) {
    const auto name = name_of(*c);
    const auto where = name.empty() ? std::string("__fish_use_subcommand") : fmt::format("'__fish_seen_subcommand_from {}'", name);
    if (!name.empty()) out += fmt::format("complete -c cutescope -n __fish_use_subcommand -a {} -d {}\n", name, text(c->get_description()));
    for (const auto* o : options_of(*c)) {
      const auto choices = choices_of(*o);
      if (is_argument(*o) && choices.empty()) continue;
      out += fmt::format("complete -c cutescope -n {}", where);
      for (const auto& n : o->get_snames()) out += " -s " + n;
      for (const auto& n : o->get_lnames()) out += " -l " + n;
      if (!choices.empty()) out += fmt::format(" -x -a '{}'", joined(choices));
      else if (takes_value(*o)) out += " -r";
      if (!is_argument(*o)) out += " -d " + text(o->get_description());
      out += "\n";
    }
  }
  return out;
}

}  // namespace

std::string manual_page(const CLI::App& cli) {
  std::string commands;
  for (const auto* command : commands_of(cli)) commands += roff_command(*command);
  std::string page(assets::get(fmt::format("manual.{}.1", spoken_texts().language().code)));
  if (page.empty()) page = assets::get("manual.en.1");
  constexpr std::string_view mark = ".\\\" COMMANDS\n";
  if (const auto at = page.find(mark); at != std::string::npos) page.replace(at, mark.size(), commands);
  return page;
}

std::string completion(const CLI::App& cli, std::string_view shell) {
  const auto commands = commands_of(cli);
  return shell == "bash" ? bash(commands) : shell == "zsh" ? zsh(commands) : shell == "fish" ? fish(commands) : "";
}

}  // namespace app
