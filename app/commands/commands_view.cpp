// The View menu.

#include <algorithm>
#include <array>

#include "app/actions/comparing.hpp"
#include "app/actions/presenting.hpp"
#include "app/commands/command_parts.hpp"
#include "app/storage/session.hpp"

namespace app {
namespace {

using namespace keys;

template <class T>
T next_of(T now, T last) {
  return now == last ? T{} : static_cast<T>(static_cast<int>(now) + 1);
}

/// A command of the selected card.
template <void (*run)(App&, CardRef)>
void on_card(App& a) {
  run(a, selected_card(a));
}

bool has_slices(const App& a) {
  const auto c = selected_card(a);
  return has_card(a) && a.picture(c.entry, c.card)->diagram.slices() > 1;
}

bool steps_slices(const App& a) { return slices_of(a, selected_card(a)) > 1; }
bool compares(const App& a) { return static_cast<bool>(a.cards.comparison); }

/// A presentation has a size of its own.
void zoom(App& a, float factor) {
  auto& size = a.presenting.on ? a.presenting.size : a.zoom;
  size = std::clamp(factor == 0 ? 1.0f : size * factor, 0.6f, 3.0f);
}

constexpr std::array view_table{
    Command{
        "view.parameters", "Show or hide the parameters", {'P', true, true}, always, [](App& a) { a.sheet_look.parameters_open ^= true; }},
    Command{"view.card",
            "Show or hide the card",
            {'H', true},
            has_selection,
            [](App& a) { a.edit([&](Sheet& s) { s.entries[static_cast<std::size_t>(a.selected)].visible ^= true; }); }},
    Command{"view.transpose",
            "Transpose the card",
            {'T', true},
            has_selection,
            [](App& a) { edit_card(a, selected_card(a), [](CardSettings& s) { s.view.transposed ^= true; }); }},
    Command{"view.arrange", "Arrange the cards", {'A', true, true}, any_card_moved, arrange_cards},
    Command{"view.full", "Fill the canvas with the card", {'F', true, true}, has_card, on_card<fill_canvas>},
    Command{"view.duplicate_card",
            "Another card of the entry",
            {},
            [](const App& a) { return can_duplicate(a, selected_card(a)); },
            on_card<duplicate_card>},
    Command{"view.close_card", "Close the card", {}, has_card, on_card<close_card>},
    Command{"view.colour_by", "The card's next colouring", {'J', true}, has_card, on_card<cycle_colours>},
    Command{"view.label_by", "The card's next labels", {'J', true, true}, has_card, on_card<cycle_labels>},
    Command{"view.card_palette",
            "The card's next palette",
            {},
            has_card,
            [](App& a) {
              edit_card(a, selected_card(a), [](CardSettings& s) { s.view.palette = next_of(s.view.palette, render::PaletteName::print); });
            }},
    Command{"view.headings",
            "Headings flat, natural or both",
            {},
            has_card,
            [](App& a) {
              edit_card(a, selected_card(a),
                        [](CardSettings& s) { s.view.headings = next_of(s.view.headings, render::Headings::natural); });
            }},
    Command{"view.legend",
            "Show or hide the legend",
            {},
            has_card,
            [](App& a) { edit_card(a, selected_card(a), [](CardSettings& s) { s.legend ^= true; }); }},
    Command{"view.slabs",
            "All slices side by side, or one",
            {},
            has_slices,
            [](App& a) { edit_card(a, selected_card(a), [](CardSettings& s) { s.view.slabs ^= true; }); }},
    Command{"view.next_slice", "Next slice", {'.', true}, steps_slices, [](App& a) { step_slice(a, selected_card(a), 1); }},
    Command{"view.previous_slice", "Previous slice", {',', true}, steps_slices, [](App& a) { step_slice(a, selected_card(a), -1); }},
    Command{"view.next_difference", "Next difference", {F4}, compares, [](App& a) { step_difference(a, 1); }},
    Command{"view.previous_difference", "Previous difference", {F4, false, true}, compares, [](App& a) { step_difference(a, -1); }},
    Command{"view.end_comparison", "End the comparison", {}, compares, end_comparison},
    Command{"view.theme",
            "Light or dark",
            {'L', true, true},
            always,
            [](App& a) { choose_theme(a, a.theme == render::ThemeName::dark ? ThemeChoice::light : ThemeChoice::dark); }},
    Command{"view.theme_system", "Light or dark as the desktop", {}, always, [](App& a) { choose_theme(a, ThemeChoice::system); }},
    Command{"view.language",
            "English or 中文",
            {},
            always,
            [](App& a) { choose_language(a, a.texts.language() == Language::english ? Language::chinese : Language::english); }},
    Command{
        "view.integers",
        "Integers: auto, math or cute",
        {},
        always,
        [](App& a) { a.edit([](Sheet& s) { s.integers = static_cast<algebra::IntegerRule>((static_cast<int>(s.integers) + 1) % 3); }); }},
    Command{"view.larger", "Larger", {plus, true}, always, [](App& a) { zoom(a, 1.1f); }},
    Command{"view.smaller", "Smaller", {minus, true}, always, [](App& a) { zoom(a, 1 / 1.1f); }},
    Command{"view.actual", "Actual size", {'0', true}, always, [](App& a) { zoom(a, 0); }},
    Command{"view.fullscreen", "Full screen", {F11}, always, [](App& a) { a.full_screen = !a.full_screen; }},
    Command{"view.present", "Present", {F5}, always, [](App& a) { present(a, !a.presenting.on); }},
    Command{"view.palette", "Commands…", {'K', true}, always, [](App& a) { a.dialog = Dialog::palette; }},
    Command{"view.links", "Lines between linked elements", {'K', true, true}, always, [](App& a) { a.show_links = !a.show_links; }},
    Command{"view.panels",
            "Panels at their usual sizes",
            {},
            always,
            [](App& a) {
              a.session().panels = {};
              a.launch_look.height = 0;
            }},
};

}  // namespace

std::span<const Command> view_commands() { return view_table; }

}  // namespace app
