#include "app/panels/inspector/inspector_code.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/actions/exporting.hpp"
#include "app/actions/looking.hpp"
#include "app/figures/entry_code.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/canvas/card.hpp"
#include "app/panels/inspector/inspector_panel.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

using algebra::Message;

using algebra::code::Dialect;

void update(InspectorState& state, const Workspace& workspace, const ViewState& view, int entry) {
  const auto version = workspace.result(entry).version;
  if (state.code_entry == entry && state.code_version == version && state.code_dialect == view.inspector.dialect) return;
  state.code_entry = entry;
  state.code_version = version;
  state.code_dialect = view.inspector.dialect;
  state.code_line = line_of(workspace.sheet(), entry, view.inspector.dialect).value_or("");
  const auto program = code_of(workspace.sheet(), entry, view.inspector.dialect);
  state.code_program = program.value_or("");
  state.code_problem = program ? "" : program.error();
}

/// Lines as they are, in a field that scrolls both ways; only those in sight are drawn.
void listing(Pen& pen, const std::string& text, float height) {
  auto& ui = pen.ui;
  const auto& face = ui.fonts.mono_small;
  const float line = face.size + ui.px(4);
  const ImVec2 at{pen.x - ui.px(6), pen.y}, size{pen.width + ui.px(12), height};
  pen.list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, ui.ink.chip, ui.px(5));
  ImGui::SetCursorScreenPos(at);
  compat::begin_child("listing", size, ImGuiWindowFlags_HorizontalScrollbar);
  auto* list = ImGui::GetWindowDrawList();
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
  ImGui::EndChild();
  pen.y += height + ui.px(8);
}

}  // namespace

void code_tab(Pen& pen, const Workspace& workspace, const ViewState& view, Requests& requests) {
  auto& ui = pen.ui;
  const int entry = inspected_entry(workspace, view);
  if (entry < 0) {
    pen.y += ui.px(10);
    pen.words(ui.tr("This entry has no value."), ui.ink.faint);
    return;
  }
  auto& state = inspector_state(ui);
  update(state, workspace, view, entry);
  const auto& name = workspace.result(entry).name;
  pen.heading(fmt::format("{} {}", name.empty() ? fmt::format("{}", entry + 1) : name, ui.tr("as a program")));
  float x = pen.x;
  for (std::size_t i = 0; i < algebra::code::dialect_titles.size(); ++i) {
    const auto dialect = static_cast<Dialect>(i);
    const char* label = algebra::code::dialect_titles[i];
    const bool chosen = dialect == view.inspector.dialect;
    const auto& face = chosen ? ui.fonts.ui_bold_small : ui.fonts.ui_small;
    const float w = text_width(face, label) + ui.px(14), h = face.size + ui.px(8);
    if (x > pen.x && x + w > pen.x + pen.width) x = pen.x, pen.y += h + ui.px(6);
    if (area(label, {x, pen.y}, {w, h})) requests.add<show_dialect>(dialect);
    help_term(ui, "code", label, {x, pen.y}, {x + w, pen.y + h});
    pen.list->AddRectFilled({x, pen.y}, {x + w, pen.y + h}, chosen ? ui.ink.selected_back : ui.ink.chip, ui.px(5));
    draw_text(pen.list, face, {x + ui.px(7), pen.y + ui.px(4)}, chosen ? ui.ink.accent : ui.ink.text, label);
    x += w + ui.px(6);
  }
  pen.y += ui.fonts.ui_small.size + ui.px(18);
  if (!state.code_problem.empty()) {
    pen.words(state.code_problem, ui.ink.hint);
    return;
  }
  const float buttons = ui.fonts.ui_small.size + ui.px(12);
  const auto copy = [&](const char* id, const char* label, const std::string& text, float at) {
    if (at > pen.x && at + text_width(ui.fonts.ui_small, ui.tr(label)) > pen.x + pen.width) at = pen.x, pen.y += buttons;
    if (text_button(ui, ui.fonts.ui_small, id, ui.tr(label), {at, pen.y}, Pointed::accent))
      requests.add<copy_text>(tl::expected<std::string, Message>(text));
    return at + text_width(ui.fonts.ui_small, ui.tr(label)) + ui.px(18);
  };
  const float next = copy("copy line", "Copy the line", state.code_line, pen.x);
  copy("copy program", "Copy the program", state.code_program, next);
  pen.y += buttons;
  listing(pen, state.code_program, std::max(ui.px(120), pen.bottom - pen.y - ui.px(16)));
}

}  // namespace app
