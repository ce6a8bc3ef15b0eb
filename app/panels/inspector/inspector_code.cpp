#include "app/panels/inspector/inspector_panel.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/actions/exporting.hpp"
#include "app/actions/looking.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

using algebra::Message;

using algebra::code::Dialect;

/// Draws code in a field that scrolls both ways; only visible lines are drawn.
void listing(Rows& rows, const std::string& text, float height) {
  auto& ui = rows.ui;
  const auto& face = ui.fonts.mono_small;
  const float line = face.size + ui.px(4);
  const ImVec2 at{rows.x - ui.px(6), rows.y}, size{rows.width + ui.px(12), height};
  rows.list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, ui.ink.chip, ui.px(5));
  const ScrollArea part("listing", at, size, ImGuiWindowFlags_HorizontalScrollbar);
  auto* list = part.list();
  const auto origin = ImGui::GetCursorScreenPos();
  float widest = 0, y = origin.y + ui.px(6);
  for (std::size_t from = 0; from < text.size();) {
    const auto end = std::min(text.find('\n', from), text.size());
    const auto one = std::string_view(text).substr(from, end - from);
    if (y + line > at.y && y < at.y + size.y) draw_text(list, face, {origin.x + ui.px(8), y}, ui.ink.text, one);
    widest = std::max(widest, static_cast<float>(one.size()) * text_width(face, "0"));
    y += line;
    from = end + 1;
  }
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy({widest + ui.px(16), y - origin.y + ui.px(6)});
  rows.y += height + ui.px(8);
}

/// Draws a chip for each dialect, of which one is selected.
void dialects(Rows& rows, Dialect shown, Requests& requests) {
  auto& ui = rows.ui;
  const float height = ui.fonts.ui_small.size + ui.px(8);
  Flow flow({rows.x, rows.y}, rows.width, ui.px(6), height + ui.px(6));
  for (std::size_t i = 0; i < algebra::code::dialect_titles.size(); ++i) {
    const auto dialect = static_cast<Dialect>(i);
    const char* label = algebra::code::dialect_titles[i];
    const auto& face = dialect == shown ? ui.fonts.ui_bold_small : ui.fonts.ui_small;
    const float w = text_width(face, label) + ui.px(14);
    const auto at = flow.next(w);
    if (area(label, at, {w, height})) requests.add<show_dialect>(dialect);
    help_term(ui, "code", label);
    rows.list->AddRectFilled(at, {at.x + w, at.y + height}, dialect == shown ? ui.ink.selected_back : ui.ink.chip, ui.px(5));
    draw_text(rows.list, face, {at.x + ui.px(7), at.y + ui.px(4)}, dialect == shown ? ui.ink.accent : ui.ink.text, label);
  }
  rows.y = flow.bottom() + ui.px(4);
}

/// Draws buttons that copy code.
void copies(Rows& rows, const EntryCode& code, Requests& requests) {
  const std::array<std::string, 2> words{rows.ui.tr("Copy the line"), rows.ui.tr("Copy the program")};
  if (const int clicked = rows.links(words); clicked >= 0)
    requests.add<copy_text>(tl::expected<std::string, Message>(clicked == 0 ? code.line : code.program));
  rows.gap(12);
}

}  // namespace

void code_tab(Rows& rows, const Workspace& workspace, const ViewState& view, Requests& requests) {
  auto& ui = rows.ui;
  const int entry = inspected_entry(workspace, view);
  if (entry < 0) {
    nothing_to_show(rows, "This entry has no value.");
    return;
  }
  auto& code = inspector_state(ui).code;
  code.update(workspace, entry, view.inspector.dialect);
  rows.heading(fmt::format("{} {}", shown_name(workspace, entry), ui.tr("as a program")));
  dialects(rows, view.inspector.dialect, requests);
  if (!code.problem.empty()) {
    rows.words(code.problem, ui.ink.hint);
    return;
  }
  copies(rows, code, requests);
  listing(rows, code.program, std::max(ui.px(120), rows.bottom - rows.y - ui.px(16)));
}

}  // namespace app
