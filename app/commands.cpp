#include "app/commands.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/code_command.hpp"
#include "app/comparing.hpp"
#include "app/iteration.hpp"
#include "app/launch_code.hpp"
#include "app/lesson_commands.hpp"
#include "app/pointer.hpp"
#include "app/predicting.hpp"
#include "app/presenting.hpp"
#include "app/sheet_edits.hpp"
#include "app/saving.hpp"
#include "app/session.hpp"

namespace app {
namespace {

constexpr int F1 = 290, F2 = 291, F4 = 293, F5 = 294, F6 = 295, F7 = 296, F8 = 297, F9 = 298, F11 = 300, plus = '=', minus = '-';
constexpr int escape = 256, tab = 258, right_arrow = 262, left_arrow = 263, down_arrow = 264, up_arrow = 265, page_up = 266, page_down = 267, home = 268, end = 269;

bool always(const App&) { return true; }
bool has_selection(const App& a) { return a.selected >= 0 && a.selected < static_cast<int>(a.sheet().entries.size()); }
bool has_picture(const App& a) { return has_selection(a) && a.picture(a.selected) != nullptr; }
bool has_value(const App& a) { return has_selection(a) && a.result(a.selected).evaluation.has_value(); }
bool has_pin(const App& a) {
  return std::any_of(a.sheet().entries.begin(), a.sheet().entries.end(), [](const Entry& e) { return e.pin.has_value(); });
}
bool has_steps(const App& a) { return has_value(a) && !a.explained(a.selected).steps.empty(); }
void step_inspector(App& a, int by) {
  const int last = static_cast<int>(a.explained(a.selected).steps.size()) - 1;
  // The first time it shows where one is.
  if (a.inspector.tab == InspectorTab::steps) a.inspector.step = std::clamp(std::clamp(a.inspector.step, 0, last) + by, 0, last);
  a.inspector.tab = InspectorTab::steps;
}
template <PointerMove move>
void point(App& a) { move_pointer(a, move); }
bool has_launch(const App& a) { return a.launch().has_value(); }

bool has_tabs(const App& a) { return a.documents().size() > 1; }
bool can_close(const App& a) { return has_tabs(a) || !a.document().untouched() || !a.sheet().entries.empty(); }

void turn(App& a, int by) {
  const int count = static_cast<int>(a.documents().size());
  a.activate((a.active() + by + count) % count);
}

void export_figure(App& a, FigureKind kind) {
  a.dialog = Dialog::export_figure;
  a.exporting.wish.kind = kind;
  a.exporting.wish.entry = a.selected;
  a.exporting.wish.card = std::max(0, selected_card(a).card);
}

/// The nearest entry above the selected one, else below, that it can be compared with; "" where there is none.
std::string above(const App& a) {
  std::string name;
  for (const auto& other : comparable_entries(a, a.selected)) {
    if (a.evaluator().find(other) > a.selected && !name.empty()) break;
    name = other;
  }
  return name;
}
bool can_compare(const App& a) { return has_picture(a) && !above(a).empty(); }
bool watches(const App& a) { return a.watching(); }
bool can_keep(const App& a) { return has_selection(a) && a.sheet().entries[static_cast<std::size_t>(a.selected)].watched != 0; }

/// A presentation has a size of its own.
void zoom(App& a, float factor) {
  auto& size = a.presenting.on ? a.presenting.size : a.zoom;
  size = std::clamp(factor == 0 ? 1.0f : size * factor, 0.6f, 3.0f);
}

bool presents(const App& a) { return a.presenting.on; }
bool can_walk_selected(const App& a) { return can_walk(a, a.selected); }
bool walks_now(const App& a) { return walks(a, a.iteration.entry); }
bool predicts(const App& a) { return prediction_of(a, a.selected) != nullptr; }
bool hides_selected(const App& a) { return hides_values(a, a.selected); }
/// A command of the selected card.
template <void (*run)(App&, CardRef)>
void on_card(App& a) { run(a, selected_card(a)); }

template <class T>
T next_of(T now, T last) { return now == last ? T{} : static_cast<T>(static_cast<int>(now) + 1); }

bool has_slices(const App& a) {
  const auto c = selected_card(a);
  return has_card(a) && a.picture(c.entry, c.card)->diagram.slices() > 1;
}
bool steps_slices(const App& a) { return slices_of(a, selected_card(a)) > 1; }
bool compares(const App& a) { return static_cast<bool>(a.cards.comparison); }


void step(App& a, int direction) {
  const auto at = a.sheet().launch.position;
  const auto to = stepped(*a.launch(), at < 0 ? a.launch()->requests() : at, a.launch_look.step, direction);
  a.adjust([&](Sheet& s) { s.launch.position = to; });
}

constexpr std::array table{
    Command{"file.new", "New sheet", {'N', true}, always, [](App& a) { a.start_new({}); }},
    Command{"file.open", "Open…", {'O', true}, always, [](App& a) { a.dialog = Dialog::open; }},
    Command{"file.starter", "Open the starter sheet", {}, always, [](App& a) { a.start_new(starter_sheet()); }},
    Command{"file.forget", "Forget the recent files", {}, [](const App& a) { return !a.session().recent_files.empty(); },
            [](App& a) {
              while (!a.session().recent_files.empty()) a.session().forget_file(std::string(a.session().recent_files.front()));
            }},
    Command{"file.save", "Save", {'S', true}, always, save_or_ask},
    Command{"file.save_as", "Save as…", {'S', true, true}, always, [](App& a) { a.dialog = Dialog::save_as; }},
    Command{"file.close_tab", "Close the sheet", {'W', true}, can_close, [](App& a) { a.request_close(a.active()); }},
    Command{"file.reopen", "Reopen the closed sheet", {'T', true, true}, [](const App& a) { return a.can_reopen(); }, [](App& a) { a.reopen_closed(); }},
    Command{"file.next_tab", "Next sheet", {tab, true}, has_tabs, [](App& a) { turn(a, 1); }},
    Command{"file.previous_tab", "Previous sheet", {tab, true, true}, has_tabs, [](App& a) { turn(a, -1); }},
    Command{"file.quit", "Quit", {'Q', true}, always, [](App& a) { a.request_quit(); }},
    Command{"edit.undo", "Undo", {'Z', true}, [](const App& a) { return a.can_undo(); }, [](App& a) { a.undo(); }},
    Command{"edit.redo", "Redo", {'Z', true, true}, [](const App& a) { return a.can_redo(); }, [](App& a) { a.redo(); }},
    Command{"edit.insert", "Insert an expression", {'I', true}, always, [](App& a) { a.insert_entry(""); }},
    Command{"edit.delete", "Delete the entry", {'D', true, true}, has_selection,
            [](App& a) { delete_entry(a, a.selected); }},
    Command{"edit.duplicate", "Duplicate the entry", {'V', true, true}, has_selection, [](App& a) { duplicate_entry(a, a.selected); }},
    Command{"edit.copy_text", "Copy as text", {}, has_selection, [](App& a) { a.copy(a.sheet().entries[static_cast<std::size_t>(a.selected)].text); }},
    Command{"edit.copy_cpp", "Copy as C++", {'X', true, true}, has_value,
            [](App& a) { a.copy(code_of(a.sheet(), a.selected, algebra::code::Dialect::cpp)); }},
    Command{"edit.copy_python", "Copy as Python", {'Y', true, true}, has_value,
            [](App& a) { a.copy(code_of(a.sheet(), a.selected, algebra::code::Dialect::dsl)); }},
    Command{"edit.copy_pycute", "Copy as pycute", {}, has_value, [](App& a) { a.copy(code_of(a.sheet(), a.selected, algebra::code::Dialect::pycute)); }},
    Command{"run.copy", "Copy the launch as a CUDA program", {}, has_launch, [](App& a) { a.copy(launch_program(a.evaluator(), a.sheet().launch)); }},
    Command{"edit.up", "Move the entry up", {up_arrow, false, false, true}, has_selection, [](App& a) { move_entry(a, a.selected, a.selected - 1); }},
    Command{"edit.down", "Move the entry down", {down_arrow, false, false, true}, has_selection, [](App& a) { move_entry(a, a.selected, a.selected + 2); }},
    Command{"edit.text", "Type in the entry", {F2}, has_selection, [](App& a) { a.focus_entry = a.selected; }},
    Command{"edit.operations", "Search the operations", {'F', true}, always, [](App& a) { a.sheet_look.search_wanted = true; }},
    Command{"view.parameters", "Show or hide the parameters", {'P', true, true}, always, [](App& a) { a.sheet_look.parameters_open ^= true; }},
    Command{"view.card", "Show or hide the card", {'H', true}, has_selection,
            [](App& a) { a.edit([&](Sheet& s) { s.entries[static_cast<std::size_t>(a.selected)].visible ^= true; }); }},
    Command{"view.transpose", "Transpose the card", {'T', true}, has_selection,
            [](App& a) { edit_card(a, selected_card(a), [](CardSettings& s) { s.view.transposed ^= true; }); }},
    Command{"view.arrange", "Arrange the cards", {'A', true, true}, any_card_moved, arrange_cards},
    Command{"view.full", "Fill the canvas with the card", {'F', true, true}, has_card, on_card<fill_canvas>},
    Command{"view.duplicate_card", "Another card of the entry", {}, [](const App& a) { return can_duplicate(a, selected_card(a)); }, on_card<duplicate_card>},
    Command{"view.close_card", "Close the card", {}, has_card, on_card<close_card>},
    Command{"view.colour_by", "The card's next colouring", {'J', true}, has_card, on_card<cycle_colours>},
    Command{"view.label_by", "The card's next labels", {'J', true, true}, has_card, on_card<cycle_labels>},
    Command{"view.card_palette", "The card's next palette", {}, has_card,
            [](App& a) { edit_card(a, selected_card(a), [](CardSettings& s) { s.view.palette = next_of(s.view.palette, render::PaletteName::print); }); }},
    Command{"view.headings", "Headings flat, natural or both", {}, has_card,
            [](App& a) { edit_card(a, selected_card(a), [](CardSettings& s) { s.view.headings = next_of(s.view.headings, render::Headings::natural); }); }},
    Command{"view.legend", "Show or hide the legend", {}, has_card, [](App& a) { edit_card(a, selected_card(a), [](CardSettings& s) { s.legend ^= true; }); }},
    Command{"view.slabs", "All slices side by side, or one", {}, has_slices, [](App& a) { edit_card(a, selected_card(a), [](CardSettings& s) { s.view.slabs ^= true; }); }},
    Command{"view.next_slice", "Next slice", {'.', true}, steps_slices, [](App& a) { step_slice(a, selected_card(a), 1); }},
    Command{"view.previous_slice", "Previous slice", {',', true}, steps_slices, [](App& a) { step_slice(a, selected_card(a), -1); }},
    Command{"view.next_difference", "Next difference", {F4}, compares, [](App& a) { step_difference(a, 1); }},
    Command{"view.previous_difference", "Previous difference", {F4, false, true}, compares, [](App& a) { step_difference(a, -1); }},
    Command{"view.end_comparison", "End the comparison", {}, compares, end_comparison},
    Command{"view.theme", "Light or dark", {'L', true, true}, always,
            [](App& a) { choose_theme(a, a.theme == render::ThemeName::dark ? ThemeChoice::light : ThemeChoice::dark); }},
    Command{"view.theme_system", "Light or dark as the desktop", {}, always, [](App& a) { choose_theme(a, ThemeChoice::system); }},
    Command{"view.language", "English or 中文", {}, always,
            [](App& a) {
              a.texts = Texts(a.texts.language() == Language::english ? Language::chinese : Language::english);
              a.retell_lesson();
            }},
    Command{"view.integers", "Integers: auto, math or cute", {}, always,
            [](App& a) {
              a.edit([](Sheet& s) { s.integers = static_cast<algebra::IntegerRule>((static_cast<int>(s.integers) + 1) % 3); });
            }},
    Command{"view.larger", "Larger", {plus, true}, always, [](App& a) { zoom(a, 1.1f); }},
    Command{"view.smaller", "Smaller", {minus, true}, always, [](App& a) { zoom(a, 1 / 1.1f); }},
    Command{"view.actual", "Actual size", {'0', true}, always, [](App& a) { zoom(a, 0); }},
    Command{"view.fullscreen", "Full screen", {F11}, always, [](App& a) { a.full_screen = !a.full_screen; }},
    Command{"view.present", "Present", {F5}, always, [](App& a) { present(a, !a.presenting.on); }},
    Command{"view.palette", "Commands…", {'K', true}, always, [](App& a) { a.dialog = Dialog::palette; }},
    Command{"view.links", "Lines between linked elements", {'K', true, true}, always, [](App& a) { a.show_links = !a.show_links; }},
    Command{"inspector.next_step", "Next step of the explanation", {'.', true, true}, has_steps, [](App& a) { step_inspector(a, 1); }},
    Command{"inspector.previous_step", "Previous step of the explanation", {',', true, true}, has_steps, [](App& a) { step_inspector(a, -1); }},
    Command{"inspector.element", "Inspector: element", {'1', true}, always, [](App& a) { a.inspector.tab = InspectorTab::element; }},
    Command{"inspector.properties", "Inspector: properties", {'2', true}, always, [](App& a) { a.inspector.tab = InspectorTab::properties; }},
    Command{"inspector.steps", "Inspector: steps", {'3', true}, always, [](App& a) { a.inspector.tab = InspectorTab::steps; }},
    Command{"inspector.memory", "Inspector: memory", {'4', true}, always, [](App& a) { a.inspector.tab = InspectorTab::memory; }},
    Command{"inspector.code", "Inspector: code", {'5', true}, always, [](App& a) { a.inspector.tab = InspectorTab::code; }},
    Command{"pointer.left", "Pointer to the left", {left_arrow}, can_move_pointer, point<PointerMove::left>},
    Command{"pointer.right", "Pointer to the right", {right_arrow}, can_move_pointer, point<PointerMove::right>},
    Command{"pointer.up", "Pointer up", {up_arrow}, can_move_pointer, point<PointerMove::up>},
    Command{"pointer.down", "Pointer down", {down_arrow}, can_move_pointer, point<PointerMove::down>},
    Command{"pointer.row_start", "Pointer to the start of the row", {home}, can_move_pointer, point<PointerMove::row_start>},
    Command{"pointer.row_end", "Pointer to the end of the row", {end}, can_move_pointer, point<PointerMove::row_end>},
    Command{"pointer.page_up", "Pointer a page up, or to the slice before", {page_up}, can_move_pointer, point<PointerMove::page_up>},
    Command{"pointer.page_down", "Pointer a page down, or to the next slice", {page_down}, can_move_pointer, point<PointerMove::page_down>},
    Command{"pointer.unpin", "Take the pin away", {escape}, has_pin, unpin},
    Command{"view.panels", "Panels at their usual sizes", {}, always,
            [](App& a) {
              a.session().panels = {};
              a.launch_look.height = 0;
            }},
    Command{"run.again", "Run the launch again", {'R', true}, has_launch, [](App& a) { a.run_again(); }},
    Command{"run.play", "Play or pause", {'P', true}, has_launch, [](App& a) { a.play_or_pause(); }},
    Command{"run.forward", "One step forward", {']', true}, has_launch, [](App& a) { step(a, 1); }},
    Command{"run.back", "One step back", {'[', true}, has_launch, [](App& a) { step(a, -1); }},
    Command{"run.loop", "Play again and again", {}, has_launch, [](App& a) { a.launch_look.loop = !a.launch_look.loop; }},
    Command{"run.faster", "Play faster", {}, has_launch, [](App& a) { a.launch_look.speed = std::min(16.0, a.launch_look.speed * 2); }},
    Command{"run.slower", "Play slower", {}, has_launch, [](App& a) { a.launch_look.speed = std::max(0.25, a.launch_look.speed / 2); }},
    Command{"run.step", "Steps of a warp, a block or an access", {}, has_launch,
            [](App& a) { a.launch_look.step = static_cast<PlaybackStep>((static_cast<int>(a.launch_look.step) + 1) % 3); }},
    Command{"run.everybody", "Show all blocks and threads", {}, has_launch,
            [](App& a) { a.adjust([](Sheet& s) { s.launch.block = s.launch.warp = s.launch.thread = -1; }); }},
    Command{"run.all", "Show the whole trace", {}, has_launch,
            [](App& a) { a.adjust([](Sheet& s) { s.launch.position = s.launch.block = s.launch.warp = s.launch.thread = -1; }); }},
    Command{"run.lines", "Show linear memory", {}, has_launch, [](App& a) { a.launch_look.tab = MemoryTab::lines; }},
    Command{"run.banks", "Show banks", {}, has_launch, [](App& a) { a.launch_look.tab = MemoryTab::banks; }},
    Command{"run.requests", "Show the table of requests", {}, has_launch, [](App& a) { a.launch_look.tab = MemoryTab::requests; }},
    Command{"run.source", "Show the kernel's source", {}, has_launch, [](App& a) { a.launch_look.tab = MemoryTab::source; }},
    Command{"edit.compare", "Compare with the entry above", {'M', true}, can_compare, [](App& a) { compare_entries(a, a.selected, above(a)); }},
    Command{"lessons.next", "Next lesson", {}, [](const App& a) { return beside_lesson(a, 1) >= 0; }, [](App& a) { open_lesson(a, beside_lesson(a, 1)); }},
    Command{"lessons.previous", "Previous lesson", {}, [](const App& a) { return beside_lesson(a, -1) >= 0; }, [](App& a) { open_lesson(a, beside_lesson(a, -1)); }},
    Command{"lessons.hint", "Show a hint", {}, has_hint, show_hint},
    Command{"lessons.answer", "Show the answer", {}, has_answer, show_answer},
    Command{"lessons.open.1", "1 · What a layout is", {}, always, [](App& a) { open_lesson(a, 0); }},
    Command{"lessons.open.2", "2 · Column-major and row-major", {}, always, [](App& a) { open_lesson(a, 1); }},
    Command{"lessons.open.3", "3 · Modes within modes", {}, always, [](App& a) { open_lesson(a, 2); }},
    Command{"lessons.open.4", "4 · Three kinds of coordinates", {}, always, [](App& a) { open_lesson(a, 3); }},
    Command{"lessons.open.5", "5 · Coalesce", {}, always, [](App& a) { open_lesson(a, 4); }},
    Command{"lessons.open.6", "6 · Composition", {}, always, [](App& a) { open_lesson(a, 5); }},
    Command{"lessons.open.7", "7 · Complement", {}, always, [](App& a) { open_lesson(a, 6); }},
    Command{"lessons.open.8", "8 · Dividing into tiles", {}, always, [](App& a) { open_lesson(a, 7); }},
    Command{"lessons.open.9", "9 · Products: blocked and raked", {}, always, [](App& a) { open_lesson(a, 8); }},
    Command{"lessons.open.10", "10 · local_tile: a block's part", {}, always, [](App& a) { open_lesson(a, 9); }},
    Command{"lessons.open.11", "11 · local_partition: a thread's part", {}, always, [](App& a) { open_lesson(a, 10); }},
    Command{"lessons.open.12", "12 · Coalesced access", {}, always, [](App& a) { open_lesson(a, 11); }},
    Command{"lessons.open.13", "13 · Bank conflicts", {}, always, [](App& a) { open_lesson(a, 12); }},
    Command{"lessons.open.14", "14 · Swizzles", {}, always, [](App& a) { open_lesson(a, 13); }},
    Command{"lessons.open.15", "15 · Inverses", {}, always, [](App& a) { open_lesson(a, 14); }},
    Command{"watch.pause", "Pause or go on", {'W', true, true}, watches, [](App& a) { a.watch_paused = !a.watch_paused; }},
    Command{"watch.keep", "Keep the entry", {'B', true}, can_keep, [](App& a) { a.keep_entry(a.selected); }},
    Command{"export.card", "Export the selected card…", {'E', true}, has_picture, [](App& a) { export_figure(a, FigureKind::card); }},
    Command{"export.canvas", "Export the whole canvas…", {'E', true, true}, has_selection, [](App& a) { export_figure(a, FigureKind::canvas); }},
    Command{"export.operands", "Export operands and result…", {}, has_picture, [](App& a) { export_figure(a, FigureKind::operands); }},
    Command{"export.steps", "Export the steps…", {}, has_picture, [](App& a) { export_figure(a, FigureKind::steps); }},
    Command{"export.trace", "Export the trace…", {}, has_launch, [](App& a) { export_figure(a, FigureKind::trace); }},
    Command{"export.copy_picture", "Copy the card as a picture", {'C', true, true}, has_picture, [](App& a) { a.copy_picture(a.selected); }},
    Command{"present.next", "Next stop", {}, presents, [](App& a) { go_to(a, next_stop(a, current_stop(a))); }},
    Command{"present.previous", "Previous stop", {}, presents, [](App& a) { go_to(a, previous_stop(a, current_stop(a))); }},
    Command{"present.next_entry", "Next entry", {}, presents, [](App& a) { go_to(a, next_entry(a, current_stop(a))); }},
    Command{"present.previous_entry", "Previous entry", {}, presents, [](App& a) { go_to(a, previous_entry(a, current_stop(a))); }},
    Command{"present.first", "First stop", {}, presents, [](App& a) { go_to(a, first_stop(a)); }},
    Command{"present.last", "Last stop", {}, presents, [](App& a) { go_to(a, last_stop(a)); }},
    Command{"present.forward", "The launch's next request", {}, [](const App& a) { return presents(a) && has_launch(a); }, [](App& a) { present_access(a, 1); }},
    Command{"present.back", "The launch's request before", {}, [](const App& a) { return presents(a) && has_launch(a); }, [](App& a) { present_access(a, -1); }},
    Command{"present.spotlight", "Spotlight around the pointer", {}, presents, [](App& a) { a.presenting.spotlight = !a.presenting.spotlight; }},
    Command{"present.laser", "Pointer as a laser's dot", {}, presents, [](App& a) { a.presenting.laser = !a.presenting.laser; }},
    Command{"present.laser_colour", "The laser's next colour", {}, always,
            [](App& a) { a.presenting.laser_colour = static_cast<LaserColour>((static_cast<int>(a.presenting.laser_colour) + 1) % 4); }},
    Command{"present.operands", "Operands beside the entry", {}, always, [](App& a) { a.presenting.operands = !a.presenting.operands; }},
    Command{"present.notes", "Notes above the entry", {}, always, [](App& a) { a.presenting.notes = !a.presenting.notes; }},
    Command{"present.black", "Black screen", {}, presents, [](App& a) { a.presenting.black = !a.presenting.black; }},
    Command{"present.full_screen", "Present in full screen", {}, always, [](App& a) { a.presenting.fills_screen = !a.presenting.fills_screen; }},
    Command{"teach.predict", "Hide the card's values, to predict them", {F9}, has_picture,
            [](App& a) { predicts(a) ? stop_predicting(a, a.selected) : hide_values(a, a.selected); }},
    Command{"teach.reveal", "Reveal all values", {F9, false, true}, hides_selected, [](App& a) { reveal_all(a, a.selected); }},
    Command{"teach.hide_again", "Hide the values again", {}, predicts, [](App& a) { hide_values(a, a.selected); }},
    Command{"teach.answers", "Answers are typed into hidden cells", {}, always, [](App& a) { a.predictions.answering = !a.predictions.answering; }},
    Command{"teach.iterate", "Walk the elements: play or pause", {F6}, can_walk_selected, [](App& a) { walk(a, a.selected); }},
    Command{"teach.forward", "The walk's next element", {F8}, walks_now, [](App& a) { walk_to(a, a.iteration.position + 1); }},
    Command{"teach.back", "The walk's element before", {F7}, walks_now, [](App& a) { walk_to(a, a.iteration.position - 1); }},
    Command{"teach.order", "Walk by coordinate or by index", {}, walks_now, [](App& a) { walk_by_index(a, !a.iteration.by_index); }},
    Command{"teach.faster", "Walk faster", {F8, false, true}, walks_now, [](App& a) { a.iteration.speed = std::min(16.0, a.iteration.speed * 2); }},
    Command{"teach.slower", "Walk slower", {F7, false, true}, walks_now, [](App& a) { a.iteration.speed = std::max(0.25, a.iteration.speed / 2); }},
    Command{"teach.loop", "Walk again and again", {}, walks_now, [](App& a) { a.iteration.loop = !a.iteration.loop; }},
    Command{"teach.stop", "End the walk", {F6, false, true}, walks_now, [](App& a) { stop_walk(a); }},
    Command{"help.here", "Help for what is under the pointer", {F1}, always, [](App& a) { a.session().help_here = true; }},
    Command{"help.keys", "Keys and mouse", {F1, false, true}, always, [](App& a) { a.dialog = Dialog::help; }},
    Command{"help.tour", "A tour in five steps", {}, always, [](App& a) { a.session().tour_step = 0; }},
    Command{"help.about", "About Cutescope", {}, always, [](App& a) { a.dialog = Dialog::about; }},
};

}  // namespace

std::span<const Command> commands() { return table; }

bool run_command(App& app, std::string_view id) {
  for (const auto& c : table)
    if (id == c.id && c.enabled(app)) {
      c.run(app);
      return true;
    }
  return false;
}

const Command* command_for(Shortcut shortcut) {
  for (const auto& c : table)
    if (c.shortcut.key != 0 && c.shortcut == shortcut) return &c;
  // Ctrl+Y is redo as well, on every desktop but one.
  if (shortcut == Shortcut{'Y', true, false}) return command_for({'Z', true, true});
  // And tabs turn with the page keys.
  if (shortcut == Shortcut{page_down, true, false}) return command_for({tab, true});
  if (shortcut == Shortcut{page_up, true, false}) return command_for({tab, true, true});
  return nullptr;
}

std::string to_string(Shortcut s) {
  if (s.key == 0) return {};
  constexpr std::array names{std::pair{escape, "Esc"}, std::pair{tab, "Tab"}, std::pair{right_arrow, "→"}, std::pair{left_arrow, "←"}, std::pair{down_arrow, "↓"}, std::pair{up_arrow, "↑"},
                             std::pair{page_up, "Page Up"}, std::pair{page_down, "Page Down"}, std::pair{home, "Home"}, std::pair{end, "End"}};
  const auto named = std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == s.key; });
  const auto key = named != names.end() ? std::string(named->second) : s.key >= F1 ? fmt::format("F{}", s.key - F1 + 1) : s.key == plus ? "+" : std::string(1, static_cast<char>(s.key));
  return fmt::format("{}{}{}{}", s.control ? "Ctrl+" : "", s.shift ? "Shift+" : "", s.alt ? "Alt+" : "", key);
}

}  // namespace app
