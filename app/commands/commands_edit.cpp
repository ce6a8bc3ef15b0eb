// The Edit menu.

#include <array>

#include "app/actions/comparing.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/command_parts.hpp"
#include "app/figures/entry_code.hpp"

namespace app {
namespace {

using namespace keys;

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

constexpr std::array edit_table{
    Command{"edit.undo", "Undo", {'Z', true}, [](const App& a) { return a.can_undo(); }, [](App& a) { a.undo(); }},
    Command{"edit.redo", "Redo", {'Z', true, true}, [](const App& a) { return a.can_redo(); }, [](App& a) { a.redo(); }},
    Command{"edit.insert", "Insert an expression", {'I', true}, always, [](App& a) { a.insert_entry(""); }},
    Command{"edit.delete", "Delete the entry", {'D', true, true}, has_selection, [](App& a) { delete_entry(a, a.selected); }},
    Command{"edit.duplicate", "Duplicate the entry", {'V', true, true}, has_selection, [](App& a) { duplicate_entry(a, a.selected); }},
    Command{"edit.copy_text",
            "Copy as text",
            {},
            has_selection,
            [](App& a) { a.copy(a.sheet().entries[static_cast<std::size_t>(a.selected)].text); }},
    Command{"edit.copy_cpp",
            "Copy as C++",
            {'X', true, true},
            has_value,
            [](App& a) { a.copy(code_of(a.sheet(), a.selected, algebra::code::Dialect::cpp)); }},
    Command{"edit.copy_python",
            "Copy as Python",
            {'Y', true, true},
            has_value,
            [](App& a) { a.copy(code_of(a.sheet(), a.selected, algebra::code::Dialect::dsl)); }},
    Command{"edit.copy_pycute",
            "Copy as pycute",
            {},
            has_value,
            [](App& a) { a.copy(code_of(a.sheet(), a.selected, algebra::code::Dialect::pycute)); }},
    Command{"edit.up",
            "Move the entry up",
            {up_arrow, false, false, true},
            has_selection,
            [](App& a) { move_entry(a, a.selected, a.selected - 1); }},
    Command{"edit.down",
            "Move the entry down",
            {down_arrow, false, false, true},
            has_selection,
            [](App& a) { move_entry(a, a.selected, a.selected + 2); }},
    Command{"edit.text", "Type in the entry", {F2}, has_selection, [](App& a) { a.focus_entry = a.selected; }},
    Command{"edit.operations", "Search the operations", {'F', true}, always, [](App& a) { a.sheet_look.search_wanted = true; }},
    Command{
        "edit.compare", "Compare with the entry above", {'M', true}, can_compare, [](App& a) { compare_entries(a, a.selected, above(a)); }},
};

}  // namespace

std::span<const Command> edit_commands() { return edit_table; }

}  // namespace app
