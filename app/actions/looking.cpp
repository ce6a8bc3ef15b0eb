#include "app/actions/looking.hpp"

#include <algorithm>

#include "app/actions/documents.hpp"
#include "app/actions/exporting.hpp"

namespace app {

void hover_element(ViewState& view, const Element& element) { view.hover = element; }
void show_step(ViewState& view, int step) { view.inspector.step = step; }
void show_dialect(ViewState& view, algebra::code::Dialect dialect) { view.inspector.dialect = dialect; }

void open_dialog(ViewState& view, Dialog dialog) { view.dialog = dialog; }
void close_dialog(ViewState& view) {
  view.dialog = Dialog::none;
  view.export_replaces.clear();
}

void open_asked(Workspace& workspace, ViewState& view, Session& session, HostRequests& host, const std::string& path) {
  if (open_file(workspace, view, session, host, path)) close_dialog(view);
}

void export_asked(const Workspace& workspace, ViewState& view, HostRequests& host, const std::string& path) {
  const auto whole = export_path(path);
  const auto files = exported_files(workspace, view, whole);
  const bool agreed = view.export_replaces == path;
  view.export_replaces.clear();
  const auto is_foreign = [&](const std::string& file) {
    const auto own = view.exported.find(file);
    return !is_stream(file) && stamp_of(file) && (own == view.exported.end() || own->second != stamp_of(file));
  };
  if (!agreed && std::ranges::any_of(files, is_foreign)) {
    view.export_replaces = path;
    return;
  }
  if (!export_to(workspace, view, host, whole)) return;
  for (const auto& file : files)
    if (const auto stamp = stamp_of(file)) view.exported.insert_or_assign(file, *stamp);
  close_dialog(view);
}

void set_exporting(ViewState& view, const ExportSettings& settings) { view.exporting = settings; }
void set_layout_question(ViewState& view, const LayoutQuestion& question) { view.layout_question = question; }
void set_table_question(ViewState& view, const TableQuestion& question) { view.table_question = question; }

void help_shown(ViewState& view, bool nothing) {
  view.help_here = false;
  if (nothing && view.dialog == Dialog::none) view.dialog = Dialog::help;
}

void show_guide(ViewState& view, const std::string& page, const std::string& place) {
  view.dialog = Dialog::guide;
  view.guide = {page, place, view.guide.jump + 1};
}

void show_tour(ViewState& view, int step) { view.tour_step = step; }

}  // namespace app
