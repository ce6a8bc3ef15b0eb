#include "app/actions/starting.hpp"

#include <algorithm>
#include <filesystem>

#include "algebra/text/characters.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/actions/typing.hpp"
#include "app/document/sheet_link.hpp"
#include "app/import/paste.hpp"
#include "app/import/program.hpp"
#include "app/lessons/examples.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

using algebra::Message;

int lesson_at(std::string_view place) { return place.starts_with(lesson_place) ? lesson_number(place.substr(lesson_place.size())) : -1; }

}  // namespace

void show_start_page(ViewState& view) {
  view.start_page = true;
  view.hover = {};
}

void leave_start_page(const Workspace& workspace, ViewState& view) {
  if (has_sheet(workspace)) view.start_page = false;
}

void new_sheet(Workspace& workspace, ViewState& view) {
  Sheet sheet;
  sheet.entries.emplace_back();
  start_sheet(workspace, view, std::move(sheet));
  type_in_entry(workspace, view, 0);
}

void open_starter(Workspace& workspace, ViewState& view) { open_example(workspace, view, "starter"); }

void start_tour(Workspace& workspace, ViewState& view) {
  if (view.start_page) open_starter(workspace, view);
  view.tour_step = 0;
}

void open_example(Workspace& workspace, ViewState& view, const std::string& name) {
  const auto all = examples();
  const auto found = std::ranges::find(all, name, &Example::name);
  if (found != all.end()) start_sheet(workspace, view, example_sheet(name, view.texts.language()), found->title);
}

void paste_sheet(Workspace& workspace, ViewState& view, HostRequests& host, const std::string& text) {
  if (algebra::trimmed(text).empty())
    return host.tell("There is no text to paste: copy a layout, a sheet or a part of a program first.", true);
  const auto pasted = for_field(text);
  if (const auto lines = pasted_lines(pasted)) return paste_lines(workspace, view, host, *lines);
  start_sheet(workspace, view, {});
  insert_entries(workspace, view, pasted_parts(pasted));
}

void paste_lines(Workspace& workspace, ViewState& view, HostRequests& host, const std::string& lines) {
  workspace.reload_text();
  if (is_sheet_link(lines)) {
    open_link(workspace, view, host, lines);
    return;
  }
  const bool saved = lines.starts_with("@cutescope");
  auto sheet = saved ? parse_sheet(lines) : tl::expected<Sheet, Message>(sheet_of_text(lines, "pasted.cu"));
  if (!sheet) return host.tell(sheet.error(), true);
  if (sheet->entries.empty()) return host.tell("No layout is defined in the program that was pasted.", true);
  if (!saved) sheet->program = {};  // a file that happens to have that name is another one
  leave_folder(sheet->program);
  if (saved) return open_unsaved(workspace, view, std::move(*sheet), {}, 0);
  show_program(workspace, view, host, std::move(*sheet), {});
}

void type_anywhere(Workspace& workspace, ViewState& view) {
  if (view.start_page) return new_sheet(workspace, view);
  const bool empty = workspace.has_entry(view.selected) && workspace.sheet().entries[static_cast<std::size_t>(view.selected)].text.empty();
  if (empty) type_in_entry(workspace, view, view.selected);
  else insert_entry(workspace, view, {});
}

std::string title_of_place(const std::string& place, Language language) {
  if (const int lesson = lesson_at(place); lesson >= 0) return lesson_title(lesson, language);
  return is_file(place) ? std::filesystem::path(place).filename().string() : std::string();
}

void go_on(Workspace& workspace, ViewState& view, Session& session, HostRequests& host, const std::string& place) {
  if (const int lesson = lesson_at(place); lesson >= 0) open_lesson(workspace, view, lesson);
  else open_file(workspace, view, session, host, place);
}

int next_lesson(const Workspace& workspace) {
  const auto names = lesson_names();
  const auto next = std::find_if(names.begin(), names.end(),
                                 [&](std::string_view name) { return !workspace.lessons().solved.contains(std::string(name)); });
  return next == names.end() ? 0 : static_cast<int>(next - names.begin());
}

}  // namespace app
