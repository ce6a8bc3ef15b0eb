#include "app/actions/typing.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "algebra/text/utf8.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/document/typed_step.hpp"

namespace app {

void type_text(Workspace& workspace, ViewState& view, int entry, const std::string& text) {
  if (!workspace.has_entry(entry)) return;
  const auto& before = workspace.sheet().entries[static_cast<std::size_t>(entry)].text;
  const auto step = typed_step(entry, before, text, view.now - std::exchange(view.sheet_view.typed_at, view.now));
  if (step.begins) workspace.seal_edit();
  workspace.edit(
      "type", [&](Sheet& s) { type_in_sheet(s, view.sheet_view.renaming, entry, text); }, step.key);
}

void complete_text(Workspace& workspace, ViewState& view, int entry, const std::string& text, std::size_t cursor) {
  if (!workspace.has_entry(entry)) return;
  type_text(workspace, view, entry, text);
  keep_typing(view, entry, cursor);
}

void replace_text(Workspace& workspace, int entry, algebra::SourceSpan span, const std::string& with) {
  if (!workspace.has_entry(entry)) return;
  workspace.edit("take a suggestion", [&](Sheet& s) {
    auto& text = s.entries[static_cast<std::size_t>(entry)].text;
    // The text may have changed since the suggestion. A part of a character would make an invalid file.
    const auto between = [&](std::size_t at) { return at <= text.size() && algebra::next_boundary(text, at) == at; };
    if (span.begin <= span.end && between(span.begin) && between(span.end)) text.replace(span.begin, span.end - span.begin, with);
  });
}

void insert_below(Workspace& workspace, ViewState& view, int entry, const std::string& text) {
  view.selected = entry;
  insert_entry(workspace, view, text);
}

void append_entry(Workspace& workspace, ViewState& view, const std::string& text) {
  insert_below(workspace, view, static_cast<int>(workspace.sheet().entries.size()) - 1, text);
}

void type_in_entry(const Workspace& workspace, ViewState& view, int entry) {
  if (workspace.has_entry(entry)) view.selected = view.focus_entry = entry;
}

void type_at(ViewState& view, int entry, std::size_t anchor, std::size_t cursor) {
  view.selected = view.focus_entry = entry;
  select_text(view, entry, anchor, cursor);
}

void select_text(ViewState& view, int entry, std::size_t anchor, std::size_t cursor) {
  view.sheet_view.cursor = CursorRequest{entry, cursor, anchor};
}

void keep_typing(ViewState& view, int entry, std::size_t cursor) {
  view.focus_entry = entry;
  select_text(view, entry, cursor, cursor);
}

void take_keyboard(ViewState& view, const CursorRequest& wanted) {
  view.focus_entry = -1;
  if (wanted.entry >= 0 && !view.sheet_view.cursor) view.sheet_view.cursor = wanted;
}

void cursor_placed(ViewState& view, const CursorRequest& wanted) {
  auto& now = view.sheet_view.cursor;
  if (now && now->entry == wanted.entry && now->cursor == wanted.cursor && now->anchor == wanted.anchor) now.reset();
}

void forget_cursor(ViewState& view) { view.sheet_view.cursor.reset(); }

void begin_typing(ViewState& view, int entry) { view.selected = view.sheet_view.typed_in = entry; }

void end_typing(ViewState& view, int entry) {
  if (view.sheet_view.typed_in == entry) view.sheet_view.typed_in = -1;
}

void scrolled_to_selected(ViewState& view) { view.sheet_view.scroll_to_selected = false; }

void search_has_keyboard(ViewState& view) { view.sheet_view.search_wanted = false; }

}  // namespace app
