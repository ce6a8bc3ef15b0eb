#include <filesystem>

#include <imgui.h>

#include "app/actions/documents.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/document/sheet_link.hpp"
#include "app/panels/dialogs/dialogs.hpp"
#include "app/panels/sheet/sheet_parts.hpp"
#include "command_rows.hpp"

namespace gui {
namespace {

std::size_t entries(const Gui& g) { return g.state.workspace.sheet().entries.size(); }
std::string text_of(const Gui& g, int entry) { return g.state.workspace.sheet().entries[static_cast<std::size_t>(entry)].text; }
/// The entries of the starter sheet: its note, and A .. E.
constexpr std::size_t starter_entries = 8;

void add_entry(Gui& g) { insert_entry(g.state.workspace, g.state.view, "F = 4:2"); }
void two_tabs(Gui& g) {
  add_entry(g);  // else the new sheet takes the untouched one's place
  g.command("file.new");
}
bool asks(const Gui& g, app::Dialog dialog) { return g.state.view.dialog == dialog; }
/// Returns whether the copied text has this part. The clipboard of the test has no desktop behind it.
bool copied(std::string_view part) {
  const char* text = ImGui::GetClipboardText();
  return text != nullptr && std::string_view(text).find(part) != std::string_view::npos;
}

}  // namespace

std::vector<CommandRow> document_rows() {
  return {
      {"file.new", {}, [](Gui& g) { return entries(g) == 1 && app::panel_of(g.ui).active_entry == 0; }},
      {"file.gemm", {}, [](Gui& g) { return asks(g, app::Dialog::gemm) && g.shows("C and sums of"); }},
      {"file.open", {}, [](Gui& g) { return asks(g, app::Dialog::open) && g.shows("Open a sheet"); }},
      {"file.start", {}, [](Gui& g) { return g.state.view.start_page && g.shows("Back to untitled"); }},
      {"file.starter", [](Gui& g) { g.command("file.new"); }, [](Gui& g) { return entries(g) == starter_entries; }},
      {"file.save", {}, [](Gui& g) { return asks(g, app::Dialog::save_as); }},
      {"file.save_as", {}, [](Gui& g) { return asks(g, app::Dialog::save_as) && g.shows("Save the sheet as"); }},
      {"file.copy_link",
       {},
       [](Gui& g) { return copied("cutescope:#") && app::sheet_of_link(ImGui::GetClipboardText()) == g.state.workspace.sheet(); }},
      {"file.close_tab", two_tabs, [](Gui& g) { return g.state.workspace.documents().size() == 1; }},
      {"file.reopen",
       [](Gui& g) {
         two_tabs(g), show_document(g.state.workspace, g.state.view, 0),
             save_file(g.state.workspace, g.state.session, g.state.host,
                       (std::filesystem::temp_directory_path() / "reopened.cutes").string()),
             g.command("file.close_tab");
       },
       [](Gui& g) { return g.state.workspace.path().ends_with("reopened.cutes") && entries(g) == starter_entries + 1; }},
      {"file.next_tab", [](Gui& g) { two_tabs(g), show_document(g.state.workspace, g.state.view, 0), g.settle(); },
       [](Gui& g) { return g.state.workspace.active() == 1; }},
      {"file.previous_tab", two_tabs, [](Gui& g) { return g.state.workspace.active() == 0; }},
      {"file.quit", {}, [](Gui& g) { return g.state.host.quit; }},
      {"edit.undo", add_entry, [](Gui& g) { return entries(g) == starter_entries; }},
      {"edit.redo", [](Gui& g) { add_entry(g), g.command("edit.undo"); }, [](Gui& g) { return entries(g) == starter_entries + 1; }},
      {"edit.insert_atom", {}, [](Gui& g) { return g.state.view.dialog == app::Dialog::atoms && g.shows("SM61_DP4A"); }},
      {"edit.find_layout", [](Gui& g) { select(g, "A"); },
       [](Gui& g) {
         g.settle();
         return asks(g, app::Dialog::find_layout) && g.state.view.layout_question.tile == "A" && g.shows("May vary:");
       }},
      {"edit.infer_table", {}, [](Gui& g) { return asks(g, app::Dialog::infer_table) && g.shows("Paste or type a table"); }},
      {"edit.scales", {}, [](Gui& g) { return asks(g, app::Dialog::scales) && g.shows("1008 of 1024 scales lie elsewhere"); }},
      {"edit.insert", {}, [](Gui& g) { return entries(g) == starter_entries + 1 && text_of(g, g.state.view.selected).empty(); }},
      {"edit.delete", [](Gui& g) { select(g, "E"); },
       [](Gui& g) { return entries(g) == starter_entries - 1 && g.state.workspace.evaluator().find("E") < 0; }},
      {"edit.copy_text", [](Gui& g) { select(g, "A"); }, [](Gui&) { return copied("A = (8,8):(8,1)"); }},
      {"edit.copy_cpp", [](Gui& g) { select(g, "A"); }, [](Gui&) { return copied("make_layout"); }},
      {"edit.copy_python", [](Gui& g) { select(g, "A"); }, [](Gui&) { return copied("cute.make_layout"); }},
      {"edit.copy_pycute", [](Gui& g) { select(g, "A"); }, [](Gui&) { return copied("Layout("); }},
      {"run.copy", {}, [](Gui&) { return copied("__global__"); }},
      {"edit.up", [](Gui& g) { select(g, "T"); },
       [](Gui& g) { return g.state.workspace.evaluator().find("T") == 1 && g.state.view.selected == 1; }},
      {"edit.down", [](Gui& g) { select(g, "T"); },
       [](Gui& g) { return g.state.workspace.evaluator().find("T") == 3 && g.state.view.selected == 3; }},
      {"edit.duplicate", [](Gui& g) { select(g, "A"); },
       [](Gui& g) { return entries(g) == starter_entries + 1 && text_of(g, 2).ends_with("(8,8):(8,1)"); }},
      {"edit.text", [](Gui& g) { select(g, "thr"); },
       [](Gui& g) { return app::panel_of(g.ui).active_entry == g.state.workspace.evaluator().find("thr"); }},
      {"edit.next_problem",
       [](Gui& g) {
         g.state.workspace.edit("edit", [](app::Sheet& s) { s.entries.emplace_back().text = "Q = 4:"; });
         select(g, "A");
       },
       [](Gui& g) { return g.state.workspace.result(g.state.view.selected).problem.has_value(); }},
      {"edit.operations", {}, [](Gui& g) { return g.type("raked"), app::panel_of(g.ui).search == "raked"; }},
      {"file.forget", [](Gui& g) { g.state.session.remember_file("/tmp/of-yesterday.cutes"); },
       [](Gui& g) { return g.state.session.recent_files.empty(); }},
      {"edit.compare", [](Gui& g) { insert_entry(g.state.workspace, g.state.view, "F = (8,8):(1,8)"), select(g, "F"); },
       [](Gui& g) { return text_of(g, g.state.view.selected) == "F == D" && g.shows("A(1)") && g.shows("= 1 where") && g.shows("B(1)"); }},
      {"watch.pause", [](Gui& g) { g.state.workspace.watch(std::move(*app::Watch::begin("/dev/null", 4))); },
       [](Gui& g) { return g.state.workspace.watch_paused(); }},
      {"watch.keep",
       [](Gui& g) {
         g.state.workspace.edit("edit", [](app::Sheet& s) { s.entries[1].watched = 7; });
         g.state.view.selected = 1;
       },
       [](Gui& g) { return g.state.workspace.sheet().entries[1].watched == 0; }},
      {"export.card",
       {},
       [](Gui& g) { return asks(g, app::Dialog::export_figure) && g.state.view.exporting.request.kind == app::FigureKind::card; }},
      {"export.canvas",
       {},
       [](Gui& g) { return asks(g, app::Dialog::export_figure) && g.state.view.exporting.request.kind == app::FigureKind::canvas; }},
      {"export.operands",
       {},
       [](Gui& g) { return asks(g, app::Dialog::export_figure) && g.state.view.exporting.request.kind == app::FigureKind::operands; }},
      {"export.steps",
       {},
       [](Gui& g) { return asks(g, app::Dialog::export_figure) && g.state.view.exporting.request.kind == app::FigureKind::steps; }},
      {"export.trace",
       {},
       [](Gui& g) { return asks(g, app::Dialog::export_figure) && g.state.view.exporting.request.kind == app::FigureKind::trace; }},
      {"export.slides", {}, [](Gui& g) { return asks(g, app::Dialog::export_slides) && app::dialog_of(g.ui).text.ends_with(".pdf"); }},
      {"export.map", open_kernel,
       [](Gui& g) { return asks(g, app::Dialog::export_map) && app::dialog_of(g.ui).text.ends_with("map.svg"); }},
      {"export.map_page", open_kernel,
       [](Gui& g) { return asks(g, app::Dialog::export_map_page) && app::dialog_of(g.ui).text.ends_with("map.html"); }},
      {"export.map_slides", open_kernel,
       [](Gui& g) { return asks(g, app::Dialog::export_map_slides) && app::dialog_of(g.ui).text.ends_with("map.pdf"); }},
      {"export.page", {}, [](Gui& g) { return asks(g, app::Dialog::export_figure) && app::dialog_of(g.ui).text.ends_with("page.html"); }},
      // With a desktop it is there, without one a message says what to install.
      {"export.copy_picture", {}, [](Gui& g) { return !g.state.host.notice.empty(); }},
  };
}

}  // namespace gui
