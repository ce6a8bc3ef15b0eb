#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/actions/inferring.hpp"
#include "app/actions/looking.hpp"
#include "app/panels/dialogs/dialog_help.hpp"
#include "app/ui/drawn_text.hpp"
#include "app/ui/grid_view.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/table_painter.hpp"

namespace app {

struct InferView : TableInference {
  CardView picture_view;
  std::uint64_t viewed = 0;  ///< the picture that the view belongs to
};

namespace {

using algebra::TableForm;

constexpr DialogHelp infer_help{"Infer a layout from a table", "infer", "window-reference", "a-table-from-a-picture"};

constexpr std::array forms{std::pair(TableForm::automatic, "As it looks"), std::pair(TableForm::table, "A table"),
                           std::pair(TableForm::pairs, "Pairs"), std::pair(TableForm::by_thread, "By thread")};

const char* title_of(TableForm form) {
  return std::ranges::find(forms, form, [](const auto& f) { return f.first; })->second;
}

/// Draws a wrapped line of the answer.
void words(const Ui& ui, const std::string& text, float width, ImU32 ink) {
  const auto at = ImGui::GetCursorScreenPos();
  const float height = flow_text(ImGui::GetWindowDrawList(), ui, at, width, ink, ui.ink.chip, text);
  ImGui::Dummy({width, height + ui.px(3)});
}

/// Draws the choice among several tables, as in an MMA's picture.
void table_choice(const Ui& ui, InferView& infer) {
  for (std::size_t i = 0; i < infer.reading.answers.size(); ++i) {
    const auto& name = infer.reading.answers[i].table.name;
    if (i > 0) ImGui::SameLine();
    const auto title = name.empty() ? fmt::format(fmt::runtime(ui.tr("Table {}")), i + 1) : name;
    if (ImGui::RadioButton(title.c_str(), infer.chosen == i)) infer.show(i);
  }
}

/// Draws the answer's text. Returns true if the suggested correction of one number is accepted.
bool answer_words(Ui& ui, InferView& infer, float width) {
  const double now = ImGui::GetTime();
  const auto* a = infer.reading.problem || infer.waits(now) ? nullptr : infer.answer();
  if (a != nullptr && infer.reading.answers.size() > 1) table_choice(ui, infer);
  if (a != nullptr && a->found) {
    const auto at = ImGui::GetCursorScreenPos();
    draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.mono, at, width, ui.ink.text, a->expression);
    ImGui::Dummy({width, ui.fonts.mono.size + ui.px(5)});
  }
  for (const auto& said : infer.words(*ui.texts, now)) words(ui, said.label, width, ink_of(ui.ink, said.tone));
  return infer.can_repair(now) && infer.editable && ImGui::Button(ui.tr("Correct this cell")) && infer.read();
}

/// Draws rows and columns of the painted grid. Returns true if they have changed.
bool size_fields(const Ui& ui, TableGrid& grid, TableGrid& before) {
  auto rows = static_cast<int>(grid.rows), columns = static_cast<int>(grid.columns);
  const float each = ui.px(92);
  ImGui::SetNextItemWidth(each);
  ImGui::InputInt("##rows", &rows);
  if (ImGui::IsItemActivated()) before = grid;
  ImGui::SameLine(0, ui.px(6));
  ImGui::TextUnformatted("x");
  ImGui::SameLine(0, ui.px(6));
  ImGui::SetNextItemWidth(each);
  ImGui::InputInt("##columns", &columns);
  if (ImGui::IsItemActivated()) before = grid;
  rows = std::clamp(rows, 1, static_cast<int>(max_painted)), columns = std::clamp(columns, 1, static_cast<int>(max_painted));
  if (rows == grid.rows && columns == grid.columns) return false;
  // Typing 16 over 8 passes through 1: cells that this cut off come back.
  grid = before;
  grid.resize(rows, columns);
  return true;
}

}  // namespace

void infer_dialog(Ui& ui, const Workspace& /*workspace*/, const ViewState& view, Requests& requests, bool first) {
  auto question = view.table_question;
  auto& infer = ui.kept<InferView>();
  const double now = ImGui::GetTime();
  const auto screen = ImGui::GetMainViewport()->Size;
  const float width = std::min(ui.px(860), screen.x * 0.92f), gap = ui.px(12), half = std::floor((width - gap) / 2);
  dialog_heading(ui, requests, infer_help, width);

  // The table's form is above the text, its size above the grid.
  const float left = ImGui::GetCursorPosX();
  const auto form_at = ImGui::GetCursorScreenPos();
  float form_width = 0;
  for (const auto& [form, title] : forms) form_width = std::max(form_width, text_width(ui.fonts.ui, ui.tr(title)));
  form_width += ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().FramePadding.x;
  if (const DropDown list(ui, "form", ui.fonts.ui, ui.tr(title_of(question.form)), form_width); list)
    for (const auto& [form, title] : forms)
      if (list.option(ui.tr(title), question.form == form)) question.form = form;
  if (infer.answer() != nullptr && !infer.waits(now)) {
    ImGui::SameLine(0, ui.px(8));
    const auto at = ImGui::GetCursorScreenPos();
    draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.ui_small, {at.x, at.y + ui.px(4)}, half - form_width - ui.px(8), ui.ink.faint,
                infer.read_as(*ui.texts));
    ImGui::Dummy({half - form_width - ui.px(8), ImGui::GetFrameHeight()});
  }
  ImGui::SameLine(left + half + gap);
  bool painted = false;
  const bool editable = infer.paintable();
  if (infer.editable) painted = size_fields(ui, infer.painter.grid, infer.before_resize) && editable;
  else ImGui::Dummy({half, ImGui::GetFrameHeight()});

  help_part(ui, infer_help, "form", form_at, half);
  const float height = std::max(ui.px(90), std::min(ui.px(236), screen.y * 0.34f));
  const auto table_at = ImGui::GetCursorScreenPos();
  if (first) ImGui::SetKeyboardFocusHere();
  ImGui::PushFont(ui.fonts.mono_small.font);
  const bool entered = ImGui::InputTextMultiline("##table", &question.text, {half, height},
                                                 ImGuiInputTextFlags_AllowTabInput | ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopFont();
  if (auto* log = TextLog::listening()) log->fields.push_back({ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  // Escape restores a field's former text: closing the dialog must not lose the table.
  if (compat::key_pressed(ImGuiKey_Escape)) question = view.table_question;
  ImGui::SameLine(0, gap);
  painted |= table_painter(ui, infer.painter, infer.marks, editable, {half, height});
  help_part(ui, infer_help, "text", table_at, half);
  help_part(ui, infer_help, "grid", {table_at.x + half + gap, table_at.y}, half);

  // The answer: text at the left, picture below the grid. One line before anything is typed.
  const bool nothing = algebra::trimmed(question.text).empty();
  const auto answer_at = ImGui::GetCursorScreenPos();
  const float below = nothing ? 2 * ui.fonts.ui.size : std::max(ui.px(90), std::min(ui.px(176), screen.y * 0.26f));
  compat::begin_child("answer", {width, below});
  const auto at = ImGui::GetCursorScreenPos();
  const bool pictured = infer.picture && !infer.waits(now);
  const bool mends = answer_words(ui, infer, (pictured ? half : inner_width()) - ui.fonts.ui.size);
  if (std::exchange(infer.viewed, infer.pictured) != infer.pictured) infer.picture_view = {};
  if (pictured)
    draw_small_grid(
        ui, "layout",
        small_grid(ui, *infer.picture, infer.picture_view, {at.x + half + gap, at.y}, {half - ui.px(4), below - ui.px(6)}, 1, 24));
  ImGui::EndChild();
  help_part(ui, infer_help, "answer", answer_at, width);

  const auto entries = infer.entries(*ui.texts, now);
  bool put = entered || (ImGui::GetIO().KeyCtrl && compat::key_pressed(ImGuiKey_Enter));
  if (!entries.empty()) {
    put |= ImGui::Button(ui.tr("Put into the sheet"));
    ImGui::SameLine();
  }
  if (ImGui::Button(ui.tr("Cancel"))) requests.add<close_dialog>();
  if (!question.text.empty()) {
    ImGui::SameLine();
    if (ImGui::Button(ui.tr("Clear"))) question = {};
  }

  if (mends) infer.repair();
  if (painted || mends) {
    if (compat::text_field_takes_lines()) ImGui::ClearActiveID();  // otherwise the field would write its own text back
    question = infer.painted_question(question);
  }
  if (question != view.table_question) requests.add<set_table_question>(question);
  const bool was_read = infer.read();
  infer.follow(question, now);
  if (!was_read || !infer.read()) ui.animating = true;  // a new answer is drawn in the next frame
  dialog_help_card(ui, view, requests, infer_help);
  if (!put || entries.empty() || !infer.read()) return;
  requests.add<close_dialog>();
  requests.add<insert_inferred>(entries);
}

}  // namespace app
