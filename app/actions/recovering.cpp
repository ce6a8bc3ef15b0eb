#include "app/actions/recovering.hpp"

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/actions/documents.hpp"

namespace app {

using algebra::Message;
using algebra::message;
namespace {

/// Returns text that is not a valid sheet with each line as an entry.
Sheet lines_of(std::string_view text) {
  Sheet sheet;
  while (!text.empty() && sheet.entries.size() < max_entries) sheet.entries.emplace_back().text = algebra::take_until(text, '\n');
  return sheet;
}

}  // namespace

void recover_all(Workspace& workspace, ViewState& view, Session& session, HostRequests& host) {
  int recovered = 0;
  for (auto& behind : session.left) {
    std::uint64_t active = 0;
    for (std::size_t i = 0; i < behind.left.sheets.size(); ++i) {
      const auto& s = behind.left.sheets[i];
      auto sheet = parse_sheet(s.text);
      if (s.unsaved)
        open_unsaved(workspace, view, sheet ? std::move(*sheet) : lines_of(s.text), s.path, s.selected, s.asks_to_run), ++recovered;
      else open_file(workspace, view, session, host, s.path);
      if (static_cast<int>(i) == behind.left.active) active = workspace.document().id;
    }
    for (std::size_t i = 0; i < workspace.documents().size(); ++i)
      if (workspace.documents()[i].id == active) show_document(workspace, view, static_cast<int>(i));
    session.adopted.push_back(std::move(behind));
  }
  session.left.clear();
  view.dialog = Dialog::none;
  host.tell(recovered == 1 ? Message("1 sheet recovered") : message("{} sheets recovered", recovered), false);
}

void discard_left(ViewState& view, Session& session) {
  for (auto& behind : session.left) behind.remove();
  session.left.clear();
  view.dialog = Dialog::none;
}

void recover_later(ViewState& view, Session& session) {
  session.left.clear();
  view.dialog = Dialog::none;
}

}  // namespace app
