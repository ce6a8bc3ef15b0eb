// The Watch and Export menus.

#include <algorithm>
#include <array>

#include "app/commands/command_parts.hpp"

namespace app {
namespace {

bool watches(const App& a) { return a.watching(); }
bool can_keep(const App& a) { return has_selection(a) && a.sheet().entries[static_cast<std::size_t>(a.selected)].watched != 0; }

void export_figure(App& a, FigureKind kind) {
  a.dialog = Dialog::export_figure;
  a.exporting.wish.kind = kind;
  a.exporting.wish.entry = a.selected;
  a.exporting.wish.card = std::max(0, selected_card(a).card);
}

constexpr std::array export_table{
    Command{"watch.pause", "Pause or go on", {'W', true, true}, watches, [](App& a) { a.watch_paused = !a.watch_paused; }},
    Command{"watch.keep", "Keep the entry", {'B', true}, can_keep, [](App& a) { a.keep_entry(a.selected); }},
    Command{"export.card", "Export the selected card…", {'E', true}, has_picture, [](App& a) { export_figure(a, FigureKind::card); }},
    Command{"export.canvas",
            "Export the whole canvas…",
            {'E', true, true},
            has_selection,
            [](App& a) { export_figure(a, FigureKind::canvas); }},
    Command{"export.operands", "Export operands and result…", {}, has_picture, [](App& a) { export_figure(a, FigureKind::operands); }},
    Command{"export.steps", "Export the steps…", {}, has_picture, [](App& a) { export_figure(a, FigureKind::steps); }},
    Command{"export.trace", "Export the trace…", {}, has_launch, [](App& a) { export_figure(a, FigureKind::trace); }},
    Command{
        "export.copy_picture", "Copy the card as a picture", {'C', true, true}, has_picture, [](App& a) { a.copy_picture(a.selected); }},
};

}  // namespace

std::span<const Command> export_commands() { return export_table; }

}  // namespace app
