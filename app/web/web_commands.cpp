#include "app/web/web_commands.hpp"

#include <utility>

#include "app/web/answers.hpp"

namespace app {
namespace {

constexpr WebCommand table[] = {
    {"file.new", "File", "New sheet", "", "", false},
    {"file.open", "File", "Open…", "Ctrl+O", "", false},
    {"file.starter", "File", "Open the starter sheet", "", "", false},
    {"file.save", "File", "Save", "Ctrl+S", "", true},
    {"file.copy_link", "File", "Copy link", "", "", false},
    {"edit.undo", "Edit", "Undo", "Ctrl+Z", "", false},
    {"edit.redo", "Edit", "Redo", "Ctrl+Y", "Ctrl+Shift+Z", false},
    {"edit.insert", "Edit", "Insert an expression", "", "", true},
    {"edit.note", "Edit", "Insert a note", "", "", false},
    {"edit.duplicate", "Edit", "Duplicate the entry", "", "", false},
    {"edit.delete", "Edit", "Delete the entry", "Ctrl+Shift+D", "", false},
    {"edit.up", "Edit", "Move the entry up", "Alt+ArrowUp", "", false},
    {"edit.down", "Edit", "Move the entry down", "Alt+ArrowDown", "", false},
    {"edit.next_problem", "Edit", "Next problem", "Shift+F2", "", false},
    {"edit.operations", "Edit", "Search the operations", "Ctrl+Shift+F", "", false},
    {"run.link", "Edit", "Run the launch that came with the link", "", "", false},
    {"launch.begin", "Edit", "Describe a launch", "", "", true},
    {"view.integers", "View", "Integers: auto, math or cute", "", "", false},
    {"view.language", "View", "English or 中文", "", "", false},
    {"view.next_theme", "View", "Light, dark or as the system", "", "", false},
    {"export.sheet_svg", "Export", "The sheet as SVG", "", "", false},
    {"export.card_svg", "Export", "The card as SVG", "", "", false},
    {"export.card_tikz", "Export", "The card as TikZ", "", "", false},
    {"export.sheet_page", "Export", "An interactive page", "", "", false},
    {"export.sheet_cpp", "Export", "The sheet as C++", "", "", true},
    {"export.sheet_python", "Export", "The sheet as Python", "", "", false},
    {"export.print", "Export", "Print…", "Ctrl+P", "", true},
    {"lessons.first", "Lessons", "Begin with lesson 1", "", "", false},
    {"lessons.overview", "Lessons", "All lessons", "", "", false},
    {"lessons.next", "Lessons", "Next lesson", "", "", false},
    {"lessons.previous", "Lessons", "Previous lesson", "", "", false},
    {"view.palette", "Help", "Commands…", "Ctrl+K", "", false},
    {"help.keys", "Help", "Keys and mouse", "F1", "", false},
    {"help.functions", "Help", "All functions", "", "", false},
    {"help.about", "Help", "About Cutescope", "", "", false},
};

}  // namespace

std::span<const WebCommand> web_commands() { return table; }

PageJson WebHost::Answers::commands() {
  PageJson all = PageJson::array();
  for (const auto& c : web_commands()) {
    PageJson row{{"id", c.id}, {"menu", word(c.menu)}, {"title", c.title}, {"said", word(c.title)}, {"rule", c.rule}};
    if (*c.key != 0) row["key"] = c.key;
    if (*c.also != 0) row["also"] = c.also;
    all.push_back(std::move(row));
  }
  return {{"commands", all}};
}

}  // namespace app
