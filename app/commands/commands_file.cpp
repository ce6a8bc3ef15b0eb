// The File menu.

#include <array>

#include "app/actions/saving.hpp"
#include "app/commands/command_parts.hpp"
#include "app/storage/session.hpp"

namespace app {
namespace {

using namespace keys;

bool has_tabs(const App& a) { return a.documents().size() > 1; }
bool can_close(const App& a) { return has_tabs(a) || !a.document().untouched() || !a.sheet().entries.empty(); }

void turn(App& a, int by) {
  const int count = static_cast<int>(a.documents().size());
  a.activate((a.active() + by + count) % count);
}

constexpr std::array file_table{
    Command{"file.new", "New sheet", {'N', true}, always, [](App& a) { a.start_new({}); }},
    Command{"file.open", "Open…", {'O', true}, always, [](App& a) { a.dialog = Dialog::open; }},
    Command{"file.starter", "Open the starter sheet", {}, always, [](App& a) { a.start_new(starter_sheet()); }},
    Command{"file.forget",
            "Forget the recent files",
            {},
            [](const App& a) { return !a.session().recent_files.empty(); },
            [](App& a) {
              while (!a.session().recent_files.empty()) a.session().forget_file(std::string(a.session().recent_files.front()));
            }},
    Command{"file.save", "Save", {'S', true}, always, save_or_ask},
    Command{"file.save_as", "Save as…", {'S', true, true}, always, [](App& a) { a.dialog = Dialog::save_as; }},
    Command{"file.close_tab", "Close the sheet", {'W', true}, can_close, [](App& a) { a.request_close(a.active()); }},
    Command{"file.reopen",
            "Reopen the closed sheet",
            {'T', true, true},
            [](const App& a) { return a.can_reopen(); },
            [](App& a) { a.reopen_closed(); }},
    Command{"file.next_tab", "Next sheet", {tab, true}, has_tabs, [](App& a) { turn(a, 1); }},
    Command{"file.previous_tab", "Previous sheet", {tab, true, true}, has_tabs, [](App& a) { turn(a, -1); }},
    Command{"file.quit", "Quit", {'Q', true}, always, [](App& a) { a.request_quit(); }},
};

}  // namespace

std::span<const Command> file_commands() { return file_table; }

}  // namespace app
