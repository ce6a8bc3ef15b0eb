// The sheet: type, and grids follow. Source text is coloured under a transparent text field.

#include <algorithm>

#include <fmt/format.h>

#include "app/paste.hpp"
#include "app/predicting.hpp"
#include "app/window/ui.hpp"

namespace app {
namespace {

struct Typing {
  int cursor = 0;
  int move = 0;   ///< -1, +1: up and down arrows leave for the neighbouring entry
};

int on_typing(ImGuiInputTextCallbackData* data) {
  auto& typing = *static_cast<Typing*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory) {
    typing.move = data->EventKey == ImGuiKey_UpArrow ? -1 : 1;
  }
  typing.cursor = data->CursorPos;
  return 0;
}

ImU32 ink_of(const Ink& ink, algebra::Token::Kind kind) {
  switch (kind) {
    case algebra::Token::Kind::name: return ink.name;
    case algebra::Token::Kind::function: return ink.function;
    case algebra::Token::Kind::comment: return ink.faint;
    case algebra::Token::Kind::error: return ink.error;
    case algebra::Token::Kind::number:
    case algebra::Token::Kind::punctuation: break;
  }
  return ink.text;
}

}  // namespace

void draw_source(ImDrawList* list, const Ui& ui, const Face& face, ImVec2 at, std::string_view text) {
  std::size_t drawn = 0;
  const auto piece = [&](std::size_t from, std::size_t to, ImU32 c) {
    if (from >= to) return;
    draw_text(list, face, {at.x + text_width(face, text.substr(0, from)), at.y}, c, text.substr(from, to - from));
  };
  for (const auto& token : algebra::tokens(text)) {
    const auto begin = std::min(token.span.begin, text.size()), end = std::min(token.span.end, text.size());
    if (begin < drawn || end < begin) continue;
    piece(drawn, begin, ui.ink.text);
    piece(begin, end, ink_of(ui.ink, token.kind));
    drawn = end;
  }
  piece(drawn, text.size(), ui.ink.text);
}

namespace {

void underline(ImDrawList* list, const Ui& ui, ImVec2 at, std::string_view text, algebra::SourceSpan span, float right) {
  const auto& face = ui.fonts.mono;
  const auto begin = std::min(span.begin, text.size()), end = std::clamp(span.end, begin, text.size());
  const float x0 = at.x + text_width(face, text.substr(0, begin));
  const float x1 = std::min(right, std::max(x0 + ui.px(7), at.x + text_width(face, text.substr(0, end))));
  const float y = at.y + face.size + ui.px(1);
  list->AddRectFilled({x0, y}, {x1, y + ui.px(1.5f)}, ui.ink.error);
}

struct Row {
  ImVec2 at;       ///< top left of the row
  float width, text_x, text_width;
};

/// The text field of an entry, over its coloured source. True while it has the keyboard.
bool text_field(Ui& ui, const App& app, Actions& actions, int index, const Row& row, float y) {
  const auto& entry = app.sheet().entries[static_cast<std::size_t>(index)];
  const auto& result = app.result(index);
  auto* list = ImGui::GetWindowDrawList();
  const bool note = entry.text.starts_with('#');
  const Face& face = note ? ui.fonts.ui : ui.fonts.mono;
  std::string text = entry.text;
  Typing typing;

  ImGui::PushFont(face.font);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
  ImGui::PushStyleColor(ImGuiCol_Text, note ? ui.ink.faint : 0);
  ImGui::SetCursorScreenPos({row.text_x, y});
  ImGui::SetNextItemWidth(row.text_width);
  const auto id = ImGui::GetID("text");
  if (app.focus_entry == index) {
    ImGui::SetKeyboardFocusHere();
    actions.push_back([](App& a) { a.focus_entry = -1; });
  }
  constexpr ImGuiInputTextFlags flags = ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_CallbackHistory |
                                        ImGuiInputTextFlags_NoUndoRedo | ImGuiInputTextFlags_EnterReturnsTrue;
  const bool entered = ImGui::InputText("text", &text, flags, on_typing, &typing);
  const bool active = ImGui::IsItemActive();
  const bool left = ImGui::IsItemDeactivated();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(2);
  ImGui::PopFont();

  const float scroll = active ? compat::text_field_scroll(id) : 0;
  list->PushClipRect({row.text_x - 1, y - ui.px(2)}, {row.text_x + row.text_width, y + face.size + ui.px(5)}, true);
  const ImVec2 origin{row.text_x - scroll, y};
  if (!note) {
    draw_source(list, ui, ui.fonts.mono, origin, text);
    if (result.problem && text == entry.text)
      underline(list, ui, origin, text, result.problem->span, row.text_x + row.text_width);
  }
  if (active) {
    const auto cursor = std::clamp<std::size_t>(static_cast<std::size_t>(typing.cursor), 0, text.size());
    const float x = std::floor(origin.x + text_width(face, std::string_view(text).substr(0, cursor)));
    list->AddRectFilled({x, y}, {x + ui.px(1.5f), y + face.size}, ui.ink.text);
  }
  list->PopClipRect();

  if (auto parts = pasted_parts(text); parts.size() > 1) {
    actions.push_back([index, parts = std::move(parts)](App& a) { a.replace_entry(index, parts); });
  } else if (text != entry.text) {
    // One undo step for as long as one entry is typed in.
    actions.push_back([index, text](App& a) {
      a.edit([&](Sheet& s) { s.entries[static_cast<std::size_t>(index)].text = text; }, fmt::format("text {}", index));
    });
  }
  const int count = static_cast<int>(app.sheet().entries.size());
  if (entered) {
    actions.push_back([index](App& a) {
      a.selected = index;
      a.insert_entry("");
    });
  } else if (typing.move != 0 && index + typing.move >= 0 && index + typing.move < count) {
    actions.push_back([to = index + typing.move](App& a) { a.selected = a.focus_entry = to; });
  }
  if (left) actions.push_back([](App& a) { a.seal_edit(); });
  if (active && app.selected != index) actions.push_back([index](App& a) { a.selected = index; });
  return active;
}

/// Value, facts, or what is wrong. Returns the height used.
float below_text(Ui& ui, const App& app, Actions& actions, int index, const Row& row, float y) {
  const auto& result = app.result(index);
  auto* list = ImGui::GetWindowDrawList();
  const float start = y;
  if (result.problem) {
    const auto& problem = result.problem->problem;
    auto message = problem.message;
    if (!problem.suggestions.empty()) message += std::string(" ") + ui.tr("Nearest that work:");
    y += flow_text(list, ui, {row.text_x, y}, row.text_width, ui.ink.error, ui.ink.error_back, message) + ui.px(3);
    float x = row.text_x;
    for (std::size_t i = 0; i < problem.suggestions.size() && i < 6; ++i) {
      const auto& suggestion = problem.suggestions[i];
      const float w = text_width(ui.fonts.mono_small, suggestion) + ui.px(14);
      if (x > row.text_x && x + w > row.text_x + row.text_width) x = row.text_x, y += ui.fonts.mono_small.size + ui.px(10);
      ImGui::SetCursorScreenPos({x, y});
      if (chip(ui, fmt::format("s{}", i).c_str(), suggestion, ui.fonts.mono_small)) {
        const auto span = result.problem->span;
        actions.push_back([index, suggestion, span](App& a) {
          a.edit([&](Sheet& s) {
            auto& text = s.entries[static_cast<std::size_t>(index)].text;
            if (span.begin <= span.end && span.end <= text.size()) text.replace(span.begin, span.end - span.begin, suggestion);
          });
        });
      }
      x += w + ui.px(6);
    }
    if (!problem.suggestions.empty()) y += ui.fonts.mono_small.size + ui.px(8);
    return y - start;
  }
  if (!result.evaluation) return 0;
  if (hides_values(app, index)) {
    ImGui::SetCursorScreenPos({row.text_x, y});
    chip(ui, "hidden", ui.tr("hidden: predict first"), ui.fonts.ui_small);
    return ui.fonts.ui_small.size + ui.px(8);
  }
  const auto& e = *result.evaluation;
  const auto marks = app.evaluator().rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
  const auto& face = ui.fonts.mono_small;
  if (!e.made_by.operation.empty()) {
    auto value = algebra::to_string(e.value, marks);
    float x = row.text_x;
    if (const auto* tensor = std::get_if<algebra::Tensor>(&e.value); tensor != nullptr && !tensor->coordinate && !tensor->outer) {
      const auto offset = fmt::format("+{} ", tensor->offset);
      draw_text(list, face, {x, y}, ui.ink.faint, offset);
      x += text_width(face, offset);
      value = algebra::to_string(tensor->layout, marks);
    }
    draw_text(list, face, {x, y}, ui.ink.text, fitted(face, value, row.text_x + row.text_width - x));
    y += face.size + ui.px(1);
    if (std::holds_alternative<algebra::Tensor>(e.value)) return y - start;
  }
  if (const auto said = facts(e); !said.empty()) {
    draw_text(list, face, {row.text_x, y}, ui.ink.faint, fitted(face, said, row.text_width));
    y += face.size;
  }
  for (const auto& hint : e.hints)
    y += ui.px(2) + flow_text(list, ui, {row.text_x, y + ui.px(2)}, row.text_width, ui.ink.hint, ui.ink.chip, hint.problem.message);
  return y - start;
}

/// The ring that shows or hides the card, and a cross that deletes, on the row under the pointer.
void row_buttons(Ui& ui, Actions& actions, int index, const Entry& entry, bool has_card, ImVec2 centre, bool hovered) {
  auto* list = ImGui::GetWindowDrawList();
  const float r = ui.px(5);
  if (has_card) {
    ImGui::SetCursorScreenPos({centre.x - ui.px(9), centre.y - ui.px(9)});
    if (ImGui::InvisibleButton("eye", {ui.px(18), ui.px(18)}))
      actions.push_back([index](App& a) {
        a.edit([&](Sheet& s) { s.entries[static_cast<std::size_t>(index)].visible ^= true; });
      });
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", ui.tr(entry.visible ? "Hide the card" : "Show the card"));
    list->AddCircle(centre, r, ui.ink.fainter, 0, ui.px(1.2f));
    if (entry.visible) list->AddCircleFilled(centre, ui.px(3), ui.ink.fainter);
  }
  if (!hovered) return;
  const ImVec2 cross{centre.x - ui.px(22), centre.y};
  ImGui::SetCursorScreenPos({cross.x - ui.px(8), cross.y - ui.px(8)});
  if (ImGui::InvisibleButton("delete", {ui.px(16), ui.px(16)}))
    actions.push_back([index](App& a) { a.edit([&](Sheet& s) { s.entries.erase(s.entries.begin() + index); }); });
  const bool over = ImGui::IsItemHovered();
  if (over) ImGui::SetTooltip("%s", ui.tr("Delete this entry"));
  const float d = ui.px(3.5f);
  const ImU32 c = over ? ui.ink.error : ui.ink.fainter;
  list->AddLine({cross.x - d, cross.y - d}, {cross.x + d, cross.y + d}, c, ui.px(1.4f));
  list->AddLine({cross.x - d, cross.y + d}, {cross.x + d, cross.y - d}, c, ui.px(1.4f));
}

/// Beneath the line's number: whether the value keeps its operation's contract.
void verdict_mark(const Ui& ui, const algebra::Verdict& v, ImVec2 right) {
  const bool kept = v.kind == algebra::Verdict::Kind::kept, open = v.kind == algebra::Verdict::Kind::pending;
  if (!kept && !open) return;
  const char* mark = kept ? "✓" : "…";
  draw_text_right(ImGui::GetWindowDrawList(), ui.fonts.mono_tiny, right, kept ? ui.ink.good : ui.ink.fainter, mark);
  const float w = ui.px(14);
  if (!ImGui::IsMouseHoveringRect({right.x - w, right.y}, {right.x, right.y + ui.fonts.mono_tiny.size}) || !ImGui::IsWindowHovered()) return;
  if (kept) ImGui::SetTooltip("%s: %lld %s %lld", v.contract.c_str(), static_cast<long long>(v.checked), ui.tr("of"), static_cast<long long>(v.total));
  else ImGui::SetTooltip("%s: %s %lld…", v.contract.c_str(), ui.tr("looking at"), static_cast<long long>(v.total));
}

/// One entry. Returns the height of its row.
float entry_row(Ui& ui, const App& app, Actions& actions, int index, int number, ImVec2 at, float width) {
  const auto& entry = app.sheet().entries[static_cast<std::size_t>(index)];
  const auto& result = app.result(index);
  auto* list = ImGui::GetWindowDrawList();
  const Row row{at, width, at.x + ui.px(32), width - ui.px(32 + 36)};
  ImGui::PushID(index);
  list->ChannelsSplit(2);
  list->ChannelsSetCurrent(1);

  float y = at.y + ui.px(result.is_note ? 9 : 8);
  const bool note_at_rest = result.is_note && ui.active_entry != index && app.focus_entry != index;
  if (note_at_rest) {
    const auto words = std::string_view(entry.text).substr(1);
    const float h = flow_text(list, ui, {row.text_x, y}, width - ui.px(32 + 20), ui.ink.faint, 0, words);
    ImGui::SetCursorScreenPos({row.text_x, y});
    if (ImGui::InvisibleButton("note", {row.text_width, h}))
      actions.push_back([index](App& a) { a.selected = a.focus_entry = index; });
    y += h;
  } else {
    const Row field = result.problem ? Row{at, width, row.text_x, width - ui.px(32 + 40)} : row;
    if (text_field(ui, app, actions, index, field, y)) ui.active_entry = index;
    else if (ui.active_entry == index && app.focus_entry != index) ui.active_entry = -1;
    y += ui.fonts.mono.size + ui.px(1);
    if (!result.is_note) {
      const Row wide{at, width, row.text_x, width - ui.px(32 + 24)};
      y += below_text(ui, app, actions, index, result.problem ? wide : row, y);
    }
  }
  y += ui.px(result.is_note ? 3 : 9);
  const ImVec2 end{at.x + width, y};
  const bool hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) && ImGui::IsMouseHoveringRect(at, end);
  if (!result.is_note) {
    draw_text_right(list, ui.fonts.mono_tiny, {at.x + ui.px(25), at.y + ui.px(9)}, ui.ink.fainter, fmt::format("{}", number));
    if (result.evaluation) verdict_mark(ui, result.evaluation->verdict, {at.x + ui.px(25), at.y + ui.px(12) + ui.fonts.mono.size});
  }
  if (entry.times > 1)
    draw_text_right(list, ui.fonts.mono_tiny, {at.x + width - ui.px(12), at.y + ui.px(14) + ui.fonts.mono.size}, ui.ink.faint, fmt::format("×{}", entry.times));
  const bool has_card = result.evaluation && (layout_of(result.evaluation->value) || std::holds_alternative<algebra::Tiler>(result.evaluation->value) ||
                                              (std::holds_alternative<algebra::IntTuple>(result.evaluation->value) &&
                                               std::get<algebra::IntTuple>(result.evaluation->value).is_tuple()));
  row_buttons(ui, actions, index, entry, has_card, {at.x + width - ui.px(21), at.y + ui.px(8) + ui.fonts.mono.size / 2}, hovered);
  if (hovered && ImGui::IsMouseClicked(0) && app.selected != index) actions.push_back([index](App& a) { a.selected = index; });

  list->ChannelsSetCurrent(0);
  if (app.selected == index && !result.is_note) {
    list->AddRectFilled(at, end, ui.ink.selected_back);
    list->AddRectFilled(at, {at.x + ui.px(3), end.y}, ui.ink.accent);
  }
  if (!result.is_note) list->AddLine({at.x, end.y - 0.5f}, {end.x, end.y - 0.5f}, ui.ink.line);
  list->ChannelsMerge();
  ImGui::PopID();
  return y - at.y;
}

bool text_button(Ui& ui, const char* id, const char* label, ImVec2 at) {
  ImGui::SetCursorScreenPos(at);
  const bool clicked = ImGui::InvisibleButton(id, {text_width(ui.fonts.ui, label), ui.fonts.ui.size});
  draw_text(ImGui::GetWindowDrawList(), ui.fonts.ui, at, ui.ink.link, label);
  if (ImGui::IsItemHovered()) ImGui::GetWindowDrawList()->AddLine({at.x, at.y + ui.fonts.ui.size}, {at.x + text_width(ui.fonts.ui, label), at.y + ui.fonts.ui.size}, ui.ink.link);
  return clicked;
}

}  // namespace

void sheet_panel(Ui& ui, const App& app, Actions& actions, ImVec2 at, ImVec2 size) {
  // Text fields keep their own copy of a text: after undo, open and the like they must let it go.
  if (ui.seen_sheet_version != app.sheet_version) {
    if (ui.seen_sheet_version != 0) ImGui::ClearActiveID();
    ui.seen_sheet_version = app.sheet_version;
  }
  ImGui::SetCursorScreenPos(at);
  compat::begin_child("sheet", size);
  const float scroll = ImGui::GetScrollY();
  float y = at.y - scroll;
  int number = 0;
  const int count = static_cast<int>(app.sheet().entries.size());
  for (int i = 0; i < count; ++i) {
    if (!app.result(i).is_note) ++number;
    y += entry_row(ui, app, actions, i, number, {at.x, y}, size.x);
  }
  y += ui.px(12);
  const float x = at.x + ui.px(32);
  if (text_button(ui, "add", ui.tr("+ expression"), {x, y}))
    actions.push_back([](App& a) {
      a.selected = static_cast<int>(a.sheet().entries.size()) - 1;
      a.insert_entry("");
    });
  if (text_button(ui, "note", ui.tr("+ note"), {x + text_width(ui.fonts.ui, ui.tr("+ expression")) + ui.px(16), y}))
    actions.push_back([](App& a) {
      a.selected = static_cast<int>(a.sheet().entries.size()) - 1;
      a.insert_entry("# ");
    });
  ImGui::SetCursorScreenPos({at.x, y + ui.px(30)});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

}  // namespace app
