#include "app/panels/sheet/sheet_parts.hpp"

#include <algorithm>
#include <utility>

#include "algebra/text/utf8.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/actions/starting.hpp"
#include "app/actions/typing.hpp"
#include "app/document/kernel_step.hpp"
#include "app/import/paste.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// Data passed to the field's callback, and its results.
struct Typing {
  const std::string* take = nullptr;  ///< a new text for the field, after the entry was changed elsewhere
  std::optional<CursorRequest> wanted;
  int cursor = 0;
  int move = 0;  ///< -1, +1: the up or down arrow was pressed
  BracketsTypedOver brackets;
  bool tab = false, took_request = false;
};

int on_typing(ImGuiInputTextCallbackData* data) {
  auto& typing = *static_cast<Typing*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCharFilter)
    return typing.brackets.type(static_cast<char>(data->EventChar < 0x80 ? data->EventChar : 0)) ? 1 : 0;
  if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory) typing.move = data->EventKey == ImGuiKey_UpArrow ? -1 : 1;
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) typing.tab = true;
  if (typing.take != nullptr) {
    const int cursor = data->CursorPos;
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, typing.take->c_str(), typing.take->c_str() + typing.take->size());
    data->CursorPos = std::min(cursor, data->BufTextLen);
    data->SelectionStart = data->SelectionEnd = data->CursorPos;
  }
  if (typing.brackets.passed > 0) {
    data->CursorPos = std::min(data->CursorPos + static_cast<int>(typing.brackets.passed), data->BufTextLen);
    data->SelectionStart = data->SelectionEnd = data->CursorPos;
  }
  if (typing.wanted) {
    const auto within = [&](std::size_t byte) { return static_cast<int>(std::min(byte, static_cast<std::size_t>(data->BufTextLen))); };
    data->SelectionStart = within(typing.wanted->anchor);
    data->CursorPos = data->SelectionEnd = within(typing.wanted->cursor);
    typing.took_request = true;
  }
  typing.cursor = data->CursorPos;
  return 0;
}

/// Draws the tokens of a source between `left` and `right`, up to the byte `last`.
void draw_pieces(ImDrawList* list, Ui& ui, const SourceText& source, ImVec2 origin, float left, float right, std::size_t last) {
  const auto& face = ui.fonts.mono;
  const auto text = std::string_view(source.text).substr(0, last);
  std::size_t drawn = 0;
  const auto letters = [&](std::size_t from, std::size_t to, ImU32 c) {
    if (from < to && origin.x + source.at(to) >= left && origin.x + source.at(from) <= right)
      draw_text(list, face, {origin.x + source.at(from), origin.y}, c, text.substr(from, to - from));
  };
  // An unmatched bracket is red.
  const auto piece = [&](std::size_t from, std::size_t to, ImU32 c) {
    for (const auto at : source.unmatched)
      if (at >= from && at < to) {
        letters(from, at, c);
        letters(at, at + 1, ui.ink.error);
        from = at + 1;
      }
    letters(from, to, c);
  };
  for (const auto& token : source.tokens) {
    const auto begin = std::min(token.span.begin, text.size()), end = std::min(token.span.end, text.size());
    if (begin < drawn || end < begin) continue;
    piece(drawn, begin, ui.ink.text);
    piece(begin, end, source_ink(ui.ink, token.kind));
    const ImVec2 from{origin.x + source.at(begin), origin.y}, to{origin.x + source.at(end), origin.y + face.size};
    if (token.kind == algebra::Token::Kind::function && ImGui::IsMouseHoveringRect(from, to))
      help_here(ui, "function:" + std::string(text.substr(begin, end - begin)), from, to);
    drawn = end;
  }
  piece(drawn, text.size(), ui.ink.text);
}

/// Returns the range of x of a problem, at the edge if it is out of sight.
std::pair<float, float> place_of(const Ui& ui, const SourceText& source, algebra::SourceSpan span, float origin, float left, float right) {
  const auto begin = std::min(span.begin, source.text.size()), end = std::clamp(span.end, begin, source.text.size());
  const float least = ui.px(7);
  const float from = std::clamp(origin + source.at(begin), left, right - least);
  return {from, std::clamp(origin + source.at(end), from + least, right)};
}

void underline(const Ui& ui, const algebra::Diagnostic& problem, const SourceText& source, ImVec2 origin, float left, float right) {
  const auto [from, to] = place_of(ui, source, problem.span, origin.x, left, right);
  const float y = origin.y + ui.fonts.mono.size + ui.px(1);
  ImGui::GetWindowDrawList()->AddRectFilled({from, y}, {to, y + ui.px(1.5f)}, ui.ink.error);
  if (!ImGui::IsMouseHoveringRect({from, origin.y}, {to, y + ui.px(5)}) ||
      !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) || ImGui::IsMouseDown(0))
    return;
  tooltip_beside(ui, {from, origin.y}, {to, y + ui.px(5)}, (*ui.texts)(problem.problem.message).c_str());
}

/// Declares the function at the text cursor for F1.
void help_at_cursor(Ui& ui, const SourceText& source, ImVec2 origin, std::size_t cursor) {
  for (const auto& token : source.tokens) {
    const auto begin = token.span.begin, end = std::min(token.span.end, source.text.size());
    if (token.kind == algebra::Token::Kind::function && begin <= cursor && cursor <= end)
      help_at_keyboard(ui, "function:" + source.text.substr(begin, end - begin), {origin.x + source.at(begin), origin.y},
                       {origin.x + source.at(end), origin.y + ui.fonts.mono.size});
  }
}

void mark_brackets(ImDrawList* list, const Ui& ui, const SourceText& source, ImVec2 origin, std::size_t cursor) {
  const auto pair = algebra::editing::bracket_at(source.text, cursor);
  if (!pair) return;
  const auto mark = [&](std::size_t at, ImU32 ink) {
    list->AddRectFilled({origin.x + source.at(at), origin.y}, {origin.x + source.at(at + 1), origin.y + ui.fonts.mono.size}, ink, ui.px(2));
  };
  if (!pair->other) return mark(pair->at, ui.ink.error_back);
  for (const auto at : {pair->at, *pair->other}) mark(at, ui.ink.row_mark);
}

/// Returns the cursor of a field that gets keyboard focus without a click.
CursorRequest entering(SheetPanel& panel, int index, const std::string& text) {
  const auto column = std::exchange(panel.column, std::string::npos);                                  // in the line that an arrow key left
  if (column == std::string::npos && text == panel.typed) return {index, panel.cursor, panel.cursor};  // the entry has moved
  const auto at = algebra::previous_boundary(text, column);
  return {index, at, at};
}

struct TextField {
  std::string text;
  Typing typing;
  bool entered = false, active = false, left = false, activated = false;
};

TextField input(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, int index, const Row& row, float y,
                const Face& face, bool note) {
  auto& panel = panel_of(ui);
  const auto& entry = workspace.sheet().entries[static_cast<std::size_t>(index)];
  TextField f{.text = entry.text, .typing = {}};
  const bool was_active = panel_of(ui).active_entry == index;
  if (was_active && entry.text != panel.typed) f.typing.take = &entry.text;
  if (const auto& wanted = view.sheet_view.cursor; wanted && wanted->entry == index) f.typing.wanted = wanted;
  const auto* state = ImGui::GetInputTextState(ImGui::GetID("text"));
  if (was_active && !note && panel.cursor < entry.text.size() && state != nullptr && !state->HasSelection() &&
      source_of(ui, face, index, entry.text).unmatched.empty())
    f.typing.brackets.after = std::string_view(entry.text).substr(panel.cursor);
  ImGui::PushFont(face.font);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
  ImGui::PushStyleColor(ImGuiCol_Text, note ? ui.ink.faint : 0);
  ImGui::SetCursorScreenPos({row.text_x, y});
  ImGui::SetNextItemWidth(row.text_width);
  if (view.focus_entry == index) {
    if (!was_active) ImGui::SetKeyboardFocusHere();
    const auto wanted = f.typing.wanted ? *f.typing.wanted : was_active ? CursorRequest{} : entering(panel, index, entry.text);
    requests.add<take_keyboard>(wanted);
  }
  constexpr ImGuiInputTextFlags flags = ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_CallbackHistory |
                                        ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_CallbackCharFilter |
                                        ImGuiInputTextFlags_NoUndoRedo | ImGuiInputTextFlags_EnterReturnsTrue;
  f.entered = ImGui::InputText("text", &f.text, flags, on_typing, &f.typing);
  if (note) field_tooltip(ui, f.text);
  f.active = ImGui::IsItemActive();
  f.activated = ImGui::IsItemActivated();
  f.left = ImGui::IsItemDeactivated();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
  if (f.typing.took_request) requests.add<cursor_placed>(*f.typing.wanted);
  return f;
}

/// Handles Enter, Tab, Escape and the arrows, first for the completions, then for the sheet. Returns true if the field keeps keyboard
/// focus.
bool keys(Ui& ui, const Workspace& workspace, Requests& requests, int index, TextField& f, bool escaped) {
  auto& panel = panel_of(ui);
  auto& offer = panel.offer;
  const int rows = offer.entry == index ? static_cast<int>(offer.completion.rows.size()) : 0;
  const int count = static_cast<int>(workspace.sheet().entries.size());
  if (escaped) {
    // Dear ImGui restores the text from before, but the typed text is kept: undo reverts it.
    f.text = panel.typed;
    const bool open = offer.entry == index && (rows > 0 || offer.call);
    offer.shut = true;
    if (!open) return false;
    requests.add<keep_typing>(index, panel.cursor);
    return true;
  }
  if (f.entered && rows > 0 && offer.choice.row >= 0) {
    take_offer(ui, requests, offer.choice.row);
    return true;
  }
  if (f.entered) {
    requests.add<insert_below>(index, std::string{});
  } else if (f.typing.tab && rows > 0) {
    take_offer(ui, requests, std::max(0, offer.choice.row));
  } else if (f.typing.tab) {
    const auto next = algebra::editing::next_placeholder(f.text, static_cast<std::size_t>(f.typing.cursor), panel.names);
    if (next) requests.add<select_text>(index, next->begin, next->end);
  } else if (f.active && rows > 0 && !ImGui::GetIO().KeyAlt) {
    choose_offer(ui);
  } else if (f.typing.move != 0 && !ImGui::GetIO().KeyAlt && index + f.typing.move >= 0 && index + f.typing.move < count) {
    panel.column = static_cast<std::size_t>(std::max(0, f.typing.cursor));
    requests.add<type_in_entry>(index + f.typing.move);
  }
  return false;
}

}  // namespace

const SourceText& source_of(Ui& ui, const Face& face, int index, std::string_view text) {
  auto& panel = panel_of(ui);
  auto& s = panel.sources[index];
  s.used = panel.frame;
  if (s.font == face.font && s.text == text && !s.x.empty()) return s;
  s.font = face.font;
  s.prepare(text, [&](std::string_view piece) { return text_width(face, piece); });
  return s;
}

bool entry_text(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, int index, const Row& row, float y) {
  auto& panel = panel_of(ui);
  const auto& entry = workspace.sheet().entries[static_cast<std::size_t>(index)];
  const auto& result = workspace.result(index);
  auto* list = ImGui::GetWindowDrawList();
  const bool note = entry.text.starts_with('#');
  const Face& face = note ? ui.fonts.ui : ui.fonts.mono;
  const float left = row.text_x, right = row.text_x + row.text_width;
  const bool was_active = panel_of(ui).active_entry == index;
  const float scroll_before = was_active ? compat::text_field_scroll(ImGui::GetID("text")) : 0;
  if (!note) entry_numbers(ui, requests, index, source_of(ui, face, index, entry.text), {left - scroll_before, y}, left, right);

  // Ctrl and Shift select entries, so the field must not get the click.
  if (!was_active && choice_by_keys() != Choose::only && view.focus_entry != index) {
    area("choose", {left, y}, {row.text_width, face.size});
  }
  const bool escaped = was_active && compat::key_pressed(ImGuiKey_Escape);
  auto f = input(ui, workspace, view, requests, index, row, y, face, note);
  const bool kept = keys(ui, workspace, requests, index, f, escaped && f.left);

  const auto& source = source_of(ui, face, index, f.text);
  const float scroll = f.active ? compat::text_field_scroll(ImGui::GetID("text")) : 0;
  const ImVec2 origin{left - scroll, y};
  list->PushClipRect({left - 1, y - ui.px(2)}, {right, y + face.size + ui.px(5)}, true);
  if (f.active && !note) {
    mark_brackets(list, ui, source, origin, static_cast<std::size_t>(f.typing.cursor));
    help_at_cursor(ui, source, origin, static_cast<std::size_t>(f.typing.cursor));
  }
  if (!note) {
    if (!f.active && source.x.back() > row.text_width) {
      // Text that does not fit ends in dots while it is not edited.
      const float dots = text_width(face, "…");
      const auto last = source.last_before(row.text_width - dots);
      const float end = left + source.at(last);
      draw_pieces(list, ui, source, origin, left, end, last);
      draw_text(list, face, {end, y}, ui.ink.faint, "…");
      if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({end - dots, y}, {right, y + face.size}) && !ImGui::IsMouseDown(0))
        whole_text(ui, face, {left, y}, {right, y + face.size}, entry.text);
    } else {
      const ScrolledPart part(list, {left - 1, y - ui.px(2)}, {right, y + face.size + ui.px(5)});
      draw_pieces(list, ui, source, origin, left, right, source.text.size());
    }
    if (result.problem && f.text == entry.text) underline(ui, *result.problem, source, origin, left, right);
  }
  if (f.active) {
    const float x = std::floor(origin.x + source.at(static_cast<std::size_t>(std::max(0, f.typing.cursor))));
    list->AddRectFilled({x, y}, {x + ui.px(1.5f), y + face.size}, ui.ink.text);
  }
  list->PopClipRect();

  const bool edited = f.text != entry.text && f.typing.take == nullptr;
  if (const auto lines = pasted_lines(f.text)) {
    requests.add<paste_lines>(*lines);
  } else if (auto parts = pasted_parts(f.text); parts.size() > 1) {
    requests.add<replace_entry>(index, parts);
  } else if (edited) {
    requests.add<type_text>(index, f.text);
  }
  if (f.active || f.entered) {
    panel.typed = f.text;
    panel.cursor = static_cast<std::size_t>(std::max(0, f.typing.cursor));
  }
  if (f.active && !note) {
    const auto word = panel.offer.entry == index ? panel.offer.completion.replaced.begin : panel.cursor;
    panel.offer.word = {origin.x + source.at(word), y};
    follow_typing(ui, workspace, index, f.text, panel.cursor, edited);
  }
  if (f.left && !kept) requests.add<&Workspace::seal_edit>();
  if (f.active && (view.selected != index || view.sheet_view.typed_in != index)) requests.add<begin_typing>(index);
  if (f.left && !kept) requests.add<end_typing>(index);
  return f.active;
}

}  // namespace app
