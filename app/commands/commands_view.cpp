// The View menu.

#include "app/commands/command_parts.hpp"

#include <array>

#include "app/actions/appearance.hpp"
#include "app/actions/comparing.hpp"
#include "app/actions/mapping.hpp"
#include "app/actions/panels.hpp"
#include "app/actions/presenting.hpp"
#include "app/actions/sections.hpp"
#include "app/actions/sheet_edits.hpp"

namespace app {
namespace {

using namespace keys;

bool has_slices(const Workspace& workspace, const ViewState& view) {
  const auto c = selected_card(workspace, view);
  return has_card(workspace, view) && workspace.picture(c.entry, c.card)->diagram.slices() > 1;
}

bool steps_slices(const Workspace& workspace, const ViewState& view) { return slices_of(workspace, selected_card(workspace, view)) > 1; }
bool any_card(const Workspace& workspace) {
  const auto& entries = workspace.sheet().entries;
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (entries[i].visible && workspace.picture(static_cast<int>(i)) != nullptr) return true;
  return false;
}
bool compares(const ViewState& view) { return static_cast<bool>(view.cards.comparison); }

const std::array view_table{
    Command{"view.operations", "Show or hide the operations", {'O', true, true}, always, show_or_hide<Panel::operations>},
    Command{"view.parameters", "Show or hide the parameters", {'P', true, true}, always, show_or_hide<Panel::parameters>},
    Command{"view.inspector", "Show or hide the inspector", {'I', true, true}, always, show_or_hide<Panel::inspector>},
    Command{"view.gpu", "Show or hide the GPU panel", {'G', true, true}, always, show_or_hide<Panel::gpu>},
    Command{"view.card",
            "Show or hide the card",
            {'H', true},
            has_selection,
            [](Workspace& workspace, ViewState& view) { show_or_hide_card(workspace, view.selected); }},
    Command{"view.section_cards",
            "Show only this section's cards",
            {'H', true, true},
            in_section,
            [](Workspace& workspace, const ViewState& view) { show_section_cards(workspace, view.selected); }},
    Command{"view.fold_section", "Fold or unfold the section", {'[', true, true}, in_section, fold_or_unfold},
    Command{"view.fold_all", "Fold or unfold all sections", {']', true, true}, has_sections, fold_or_unfold_all},
    Command{"view.needs",
            "Show or hide what the kernel needs",
            {},
            has_parameters,
            [](ViewState& view) { fold_needs(view, !view.sheet_view.needs_folded); }},
    Command{"view.transpose",
            "Transpose the card",
            {'T', true},
            has_selection,
            [](Workspace& workspace, const ViewState& view) { do_card_action(workspace, selected_card(workspace, view), "transposed"); }},
    Command{"view.arrange", "Arrange the cards", {'A', true, true}, any_card_moved, arrange_cards},
    Command{"canvas.map", "The kernel's map or its cards", {'M', true, true}, has_map, map_or_cards},
    Command{"canvas.go_to", "Go to a block, a thread, a k tile", {'G', true}, has_map, go_to_in_map},
    Command{"canvas.fit_all", "Fit all cards", {'9', true}, any_card, fit_all_cards},
    Command{"canvas.fit_card", "Fit the card", {'9', true, true}, has_card, fit_this_card},
    Command{"canvas.usual", "Cards at their default size", {'0', true, true}, is_canvas_zoomed, usual_canvas},
    Command{"view.full",
            "Fill the canvas with the card",
            {'F', true, true},
            has_card,
            [](const Workspace& workspace, ViewState& view) { fill_canvas(workspace, view, selected_card(workspace, view)); }},
    Command{"view.duplicate_card",
            "Another card of the entry",
            {},
            [](const Workspace& workspace, const ViewState& view) { return can_do(workspace, selected_card(workspace, view), "another"); },
            [](Workspace& workspace, ViewState& view) { duplicate_card(workspace, view, selected_card(workspace, view)); }},
    Command{"view.close_card",
            "Close the card",
            {},
            has_card,
            [](Workspace& workspace, ViewState& view) { close_card(workspace, view, selected_card(workspace, view)); }},
    Command{"view.colour_by",
            "The card's next colouring",
            {'J', true},
            has_card,
            [](Workspace& workspace, const ViewState& view) { choose_next(workspace, selected_card(workspace, view), "colour"); }},
    Command{"view.label_by",
            "The card's next labels",
            {'J', true, true},
            has_card,
            [](Workspace& workspace, const ViewState& view) { choose_next(workspace, selected_card(workspace, view), "label"); }},
    Command{"view.card_palette",
            "The card's next palette",
            {},
            has_card,
            [](Workspace& workspace, const ViewState& view) { choose_next(workspace, selected_card(workspace, view), "palette"); }},
    Command{"view.headings",
            "Headings flat, natural or both",
            {},
            has_card,
            [](Workspace& workspace, const ViewState& view) { choose_next(workspace, selected_card(workspace, view), "headings"); }},
    Command{"view.legend",
            "Show or hide the legend",
            {},
            has_card,
            [](Workspace& workspace, const ViewState& view) { do_card_action(workspace, selected_card(workspace, view), "legend"); }},
    Command{"view.slabs",
            "Show all slices or one",
            {},
            has_slices,
            [](Workspace& workspace, const ViewState& view) { do_card_action(workspace, selected_card(workspace, view), "slabs"); }},
    Command{"view.next_slice",
            "Next slice",
            {'.', true},
            steps_slices,
            [](Workspace& workspace, const ViewState& view) { step_slice(workspace, selected_card(workspace, view), 1); }},
    Command{"view.previous_slice",
            "Previous slice",
            {',', true},
            steps_slices,
            [](Workspace& workspace, const ViewState& view) { step_slice(workspace, selected_card(workspace, view), -1); }},
    Command{"view.next_difference",
            "Next difference",
            {F4},
            compares,
            [](Workspace& workspace, ViewState& view) { step_difference(workspace, view, 1); }},
    Command{"view.previous_difference",
            "Previous difference",
            {F4, false, true},
            compares,
            [](Workspace& workspace, ViewState& view) { step_difference(workspace, view, -1); }},
    Command{"view.end_comparison", "End the comparison", {}, compares, end_comparison},
    Command{"view.theme",
            "Light or dark",
            {'L', true, true},
            always,
            [](ViewState& view, Session& session) {
              choose_theme(view, session, view.theme == render::ThemeName::dark ? ThemeChoice::light : ThemeChoice::dark);
            }},
    Command{"view.theme_system",
            "Light or dark as the desktop",
            {},
            always,
            [](ViewState& view, Session& session) { choose_theme(view, session, ThemeChoice::system); }},
    Command{"view.language", "English or 中文", {}, always, next_language},
    Command{"view.integers", "Integers: auto, math or cute", {}, always, cycle_integers},
    Command{"view.larger", "Larger", {plus, true}, always, [](ViewState& view) { zoom(view, 1.1f); }},
    Command{"view.smaller", "Smaller", {minus, true}, always, [](ViewState& view) { zoom(view, 1 / 1.1f); }},
    Command{"view.actual", "Actual size", {'0', true}, always, [](ViewState& view) { zoom(view, 0); }},
    Command{"view.fullscreen", "Full screen", {F11}, always, [](HostRequests& host) { host.full_screen = !host.full_screen; }},
    Command{"view.present",
            "Present",
            {F5},
            always,
            [](Workspace& workspace, ViewState& view, HostRequests& host) {
              if (view.presenting.on) present(workspace, view, host, false);
              else present_from_first(workspace, view, host);
            }},
    Command{"view.present_here",
            "Present from the selected entry",
            {F5, false, true},
            [](const ViewState& view) { return !view.presenting.on; },
            [](Workspace& workspace, ViewState& view, HostRequests& host) { present(workspace, view, host, true); }},
    Command{"view.palette", "Commands…", {'K', true}, always, [](ViewState& view) { view.dialog = Dialog::palette; }},
    Command{"view.links",
            "Lines between linked elements",
            {'K', true, true},
            always,
            [](ViewState& view) { view.show_links = !view.show_links; }},
    Command{"view.frame_times", "Time of each frame", {}, always, [](ViewState& view) { view.frame_times = !view.frame_times; }},
    Command{"view.panels", "Panels at their default sizes", {}, always, usual_panels},
};

}  // namespace

std::span<const Command> view_commands() { return view_table; }

}  // namespace app
