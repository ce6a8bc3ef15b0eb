#include "app/cli/reference.hpp"

#include <cctype>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "algebra/text/characters.hpp"
#include "assets/assets.hpp"

namespace app {
namespace {

struct OptionInfo {
  std::vector<std::string> short_names, long_names, choices;
  std::string positional, type, description;  ///< type: what it takes; empty for a flag
  bool many = false, required = false;
};

struct CommandInfo {
  std::string name, description;
  std::vector<OptionInfo> options;
};

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) words.emplace_back(algebra::take_until(list, ','));
  return words;
}

CommandInfo info_of(const CLI::App& command) {
  CommandInfo info{command.get_name(), command.get_description(), {}};
  for (const auto* option : command.get_options({})) {
    if (option->get_group().empty()) continue;
    OptionInfo o{option->get_snames(),  option->get_lnames(), {}, {}, {}, option->get_description(), option->get_items_expected_max() > 1,
                 option->get_required()};
    if (option->get_positional()) o.positional = option->get_name();
    if (option->get_items_expected_max() > 0) {
      // "TEXT:{light,dark}", "INT:value in {..}", "FLOAT:FLOAT in [0.1 - 20]"
      const auto type = option->get_type_name();
      o.type = type.substr(0, type.find(':'));
      if (const auto open = type.find('{'), close = type.find('}'); open != std::string::npos && close > open) {
        o.choices = words_of(std::string_view(type).substr(open + 1, close - open - 1));
        // A table of names has "auto->0".
        for (auto& choice : o.choices) choice = choice.substr(0, choice.find("->"));
      }
    }
    info.options.push_back(std::move(o));
  }
  return info;
}

/// The window's own options first, then the subcommands by their order in --help.
std::vector<CommandInfo> commands_of(const CLI::App& cli) {
  std::vector<CommandInfo> commands{info_of(cli)};
  commands.front().name.clear();
  for (const auto* sub : cli.get_subcommands([](const CLI::App* app) { return !app->get_group().empty(); }))
    commands.push_back(info_of(*sub));
  return commands;
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

std::string roff_option(const OptionInfo& o) {
  std::string names;
  for (const auto& name : o.short_names) names += fmt::format("{}\\fB\\-{}\\fR", names.empty() ? "" : ", ", roff(name));
  for (const auto& name : o.long_names) names += fmt::format("{}\\fB\\-\\-{}\\fR", names.empty() ? "" : ", ", roff(name));
  if (!o.type.empty()) names += fmt::format(" \\fI{}\\fR", o.type);
  auto text = roff(o.description);
  std::string choices;
  for (const auto& choice : o.choices) {
    if (o.description.find(choice) != std::string::npos) continue;
    choices += fmt::format("{}{}", choices.empty() ? "" : ", ", roff(choice));
  }
  if (!choices.empty()) text += fmt::format("{}{}", text.empty() ? "" : ": ", choices);
  return fmt::format(".TP\n{}\n{}\n", names, text);
}

std::string roff_command(const CommandInfo& command) {
  std::string arguments, options, line = fmt::format(".SS \"cutescope{}{}", command.name.empty() ? "" : " ", command.name);
  for (const auto& o : command.options) {
    if (o.positional.empty()) {
      options += roff_option(o);
      continue;
    }
    auto name =
        escaped(o.positional, [](std::string& to, char c) { to += static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
    line += fmt::format(fmt::runtime(o.required ? " {}{}" : " [{}{}]"), name, o.many ? "..." : "");
    if (!o.description.empty()) arguments += fmt::format(".TP\n\\fI{}\\fR\n{}\n", name, roff(o.description));
  }
  const auto what = command.name.empty() ? "The window." : fmt::format("{}.", roff(command.description));
  return fmt::format("{}\"\n{}\n{}{}", line, what, arguments, options);
}

std::string in_quotes(std::string_view text) {
  return "'" + escaped(text, [](std::string& to, char c) { to += c == '\'' ? std::string("'\\''") : std::string(1, c); }) + "'";
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& w : words) out += (out.empty() ? "" : " ") + w;
  return out;
}

std::vector<std::string> dashed(const OptionInfo& o) {
  std::vector<std::string> names;
  for (const auto& n : o.short_names) names.push_back("-" + n);
  for (const auto& n : o.long_names) names.push_back("--" + n);
  return names;
}

std::string bash(const std::vector<CommandInfo>& commands) {
  std::string names, options, values;
  for (const auto& c : commands) {
    if (!c.name.empty()) names += (names.empty() ? "" : " ") + c.name;
    std::string all;
    for (const auto& o : c.options)
      for (const auto& name : dashed(o)) {
        all += (all.empty() ? "" : " ") + name;
        if (!o.choices.empty()) values += fmt::format("    {}:{}) words='{}' ;;\n", c.name, name, joined(o.choices));
        else if (!o.type.empty()) values += fmt::format("    {}:{}) return ;;\n", c.name, name);
      }
    options += fmt::format("    {}:-*) words='{}' ;;\n", c.name, all);
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
                     names, values, options);
}

std::string zsh(const std::vector<CommandInfo>& commands) {
  const auto plain = [](std::string_view text) {
    return escaped(text, [](std::string& to, char c) {
      to += c == '[' || c == ']' || c == ':' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    });
  };
  std::string names, cases, own;
  for (const auto& c : commands) {
    if (!c.name.empty()) names += fmt::format("  {}\n", in_quotes(c.name + ":" + c.description));
    std::string specs;
    for (const auto& o : c.options)
      for (const auto& name : dashed(o)) {
        auto spec = fmt::format("{}[{}]", name + (o.type.empty() ? "" : name.starts_with("--") ? "=" : "+"), plain(o.description));
        if (!o.choices.empty()) spec += fmt::format(":value:({})", joined(o.choices));
        else if (!o.type.empty()) spec += ":value:_files";
        specs += " \\\n      " + in_quotes(spec);
      }
    // The window's own come last: they are of any other word.
    (c.name.empty() ? own : cases) +=
        fmt::format("  {})\n    _arguments{} \\\n      '*:file:_files' ;;\n", c.name.empty() ? "*" : c.name, specs);
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

std::string fish(const std::vector<CommandInfo>& commands) {
  const auto text = [](std::string_view t) {
    return "'" + escaped(t, [](std::string& to, char c) { to += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c); }) +
           "'";
  };
  std::string out = "# Completion of cutescope for fish. Made by: cutescope completion fish\n";
  for (const auto& c : commands) {
    const auto where = c.name.empty() ? std::string("__fish_use_subcommand") : fmt::format("'__fish_seen_subcommand_from {}'", c.name);
    if (!c.name.empty()) out += fmt::format("complete -c cutescope -n __fish_use_subcommand -a {} -d {}\n", c.name, text(c.description));
    for (const auto& o : c.options) {
      if (!o.positional.empty()) continue;
      out += fmt::format("complete -c cutescope -n {}", where);
      for (const auto& n : o.short_names) out += " -s " + n;
      for (const auto& n : o.long_names) out += " -l " + n;
      if (!o.choices.empty()) out += fmt::format(" -x -a '{}'", joined(o.choices));
      else if (!o.type.empty()) out += " -r";
      out += fmt::format(" -d {}\n", text(o.description));
    }
  }
  return out;
}

}  // namespace

std::string manual_page(const CLI::App& cli) {
  std::string commands;
  for (const auto& command : commands_of(cli)) commands += roff_command(command);
  std::string page(assets::get("manual.1"));
  constexpr std::string_view mark = ".\\\" COMMANDS\n";
  if (const auto at = page.find(mark); at != std::string::npos) page.replace(at, mark.size(), commands);
  return page;
}

std::string completion(const CLI::App& cli, std::string_view shell) {
  const auto commands = commands_of(cli);
  return shell == "bash" ? bash(commands) : shell == "zsh" ? zsh(commands) : shell == "fish" ? fish(commands) : "";
}

}  // namespace app
