// The Help menu.

#include "app/commands/command_parts.hpp"

#include <array>

#include "app/actions/looking.hpp"
#include "app/actions/starting.hpp"

namespace app {
namespace {

using namespace keys;

const std::array help_table{
    Command{"help.here", "Help for what is under the pointer", {F1}, always, [](ViewState& view) { view.help_here = true; }},
    Command{"help.guide", "The guide", {}, always, [](ViewState& view) { show_guide(view, "guide", {}); }},
    Command{"help.functions", "All functions", {}, always, [](ViewState& view) { show_guide(view, "functions", {}); }},
    Command{"help.keys", "Keys and mouse", {F1, false, true}, always, [](ViewState& view) { view.dialog = Dialog::help; }},
    Command{"help.tour", "A tour in five steps", {}, always, start_tour},
    Command{"help.about", "About Cutescope", {}, always, [](ViewState& view) { view.dialog = Dialog::about; }},
};

}  // namespace

std::span<const Command> help_commands() { return help_table; }

}  // namespace app
