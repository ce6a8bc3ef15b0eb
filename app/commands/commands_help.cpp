// The Help menu.

#include <array>

#include "app/commands/command_parts.hpp"
#include "app/storage/session.hpp"

namespace app {
namespace {

using namespace keys;

constexpr std::array help_table{
    Command{"help.here", "Help for what is under the pointer", {F1}, always, [](App& a) { a.session().help_here = true; }},
    Command{"help.keys", "Keys and mouse", {F1, false, true}, always, [](App& a) { a.dialog = Dialog::help; }},
    Command{"help.tour", "A tour in five steps", {}, always, [](App& a) { a.session().tour_step = 0; }},
    Command{"help.about", "About Cutescope", {}, always, [](App& a) { a.dialog = Dialog::about; }},
};

}  // namespace

std::span<const Command> help_commands() { return help_table; }

}  // namespace app
