// The commands that open the dialogs of app/tools. They are made from the tools' records, so a new tool needs no code here.

#include "app/commands/command_parts.hpp"

#include <deque>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/actions/asking_tools.hpp"
#include "app/tools/tools.hpp"

namespace app {
namespace {

std::string tool_title(const Tool& tool, Language language) {
  const std::string help(tool.help);
  return fmt::format("{}…", texts_in(language)(help.c_str()));
}

Command asking(const Tool& tool) {
  // Commands refer to these ids and titles, so they live as long as the program.
  static std::deque<std::string> texts;
  const auto* id = texts.emplace_back(fmt::format("tool.{}", tool.name)).c_str();
  const auto* title = texts.emplace_back(tool_title(tool, Language::english)).c_str();
  return {.id = id,
          .title = title,
          .shortcut = {},
          .enabled = always,
          .run = [&tool](const Workspace& workspace, ViewState& view) { ask_tool(workspace, view, std::string(tool.name)); },
          .title_in = [&tool](Language language) { return tool_title(tool, language); }};
}

}  // namespace

std::span<const Command> tool_commands() {
  static const auto table = [] {
    std::vector<Command> all;
    for (const auto* tool : tools()) all.push_back(asking(*tool));
    return all;
  }();
  return table;
}

}  // namespace app
