#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/import/table_reader.hpp"
#include "app/panels/dialogs/dialog_help.hpp"
#include "app/ui/drawn_text.hpp"
#include "app/ui/grid_view.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/table_painter.hpp"

namespace app {

/// What was read last, and the grid that shows it.
struct InferView {
  TableReader reader;
  TableQuestion asked;
  double asked_at = 0;  ///< seconds
  TableReading reading;
  TablePainter painter;
  TableMarks marks;
  bool editable = true;                    ///< the grid is the text
  std::string painted;                     ///< the text that the grid was last written as
  TableGrid before_resize;                 ///< when its size began to be typed
  std::size_t chosen = 0;                  ///< of the reading's tables the one that is shown
  std::optional<render::Diagram> picture;  ///< of the layout
  CardView picture_view;

  const TableAnswer* answer() const { return chosen < reading.answers.size() ? &reading.answers[chosen] : nullptr; }
  bool read() const { return reading.text == asked.text && reading.form == asked.form; }
  /// The grid may be painted: it shows the text, or is what the text was written from.
  bool paintable() const { return editable && (read() || asked.text == painted); }
  /// The answer before is shown for a moment, so that nothing flickers while one types.
  bool waits() const { return !read() && ImGui::GetTime() > asked_at + 0.3; }

  void show(std::size_t table) {
    chosen = table;
    marks = {};
    picture.reset();
    picture_view = {};
    const auto* a = answer();
    if (a == nullptr) {
      editable = false;
      return;
    }
    if (reading.text != painted) painter.grid = grid_of(a->table);
    const bool numbers = a->table.of == algebra::Table::Of::grid || a->table.of == algebra::Table::Of::by_thread;
    editable = reading.answers.size() == 1 && numbers && a->table.place_rows == 0 && painter.grid.rows <= max_painted &&
               painter.grid.columns <= max_painted;
    if (a->found) {
      if (a->elements <= algebra::max_table_cells) picture = render::describe(a->found->value, "", {});
      return;
    }
    const auto& refusal = a->found.error();
    if (refusal.cell) marks.refused = place_of(a->table.cells[*refusal.cell], a->table);
    if (refusal.repair) marks.repaired = place_of(a->table.cells[refusal.repair->cell], a->table);
    if (reading.text != painted) painter.reveal = marks.refused;
  }

  /// Asks for what is typed now, and takes what was found.
  void follow(const TableQuestion& question) {
    if (question != asked) {
      asked = question;
      asked_at = ImGui::GetTime();
      if (algebra::trimmed(asked.text).empty()) {
        reader.ask({}, asked.form);
        reading = {.text = asked.text, .form = asked.form, .problem = {}, .answers = {}};
        if (asked.text != painted) painter.grid = {};
        marks = {}, picture.reset(), editable = true;
      } else {
        reader.ask(asked.text, asked.form);
      }
    }
    if (auto found = reader.take(); found && found->text == asked.text && found->form == asked.form && !asked.text.empty()) {
      reading = std::move(*found);
      const auto refused = std::ranges::find_if(reading.answers, [](const TableAnswer& a) { return !a.found; });
      show(refused == reading.answers.end() ? 0 : static_cast<std::size_t>(refused - reading.answers.begin()));
    }
  }
};

namespace {

using algebra::Table;
using algebra::TableForm;

constexpr DialogHelp infer_help{"Infer a layout from a table", "infer", "window", "a-table-from-a-picture"};

constexpr std::array forms{std::pair(TableForm::automatic, "As it looks"), std::pair(TableForm::table, "A table"),
                           std::pair(TableForm::pairs, "Pairs"), std::pair(TableForm::by_thread, "By thread")};

const char* title_of(TableForm form) {
  return std::ranges::find(forms, form, [](const auto& f) { return f.first; })->second;
}

/// What the text was read as.
std::string read_as(const Ui& ui, const Table& table) {
  const auto said = [&](const char* words, auto... numbers) { return fmt::format(fmt::runtime(ui.tr(words)), numbers...); };
  if (table.of == Table::Of::pairs) return said("{} pairs of coordinate and index", table.cells.size());
  if (table.of == Table::Of::thread_values)
    return said("a table of {} x {} with {} threads of {} values", table.rows, table.columns, table.extents[0], table.extents[1]);
  if (table.of == Table::Of::by_thread) return said("{} threads of {} values", table.extents[0], table.extents[1]);
  return said("a table of {} x {}", table.rows, table.columns);
}

/// How many cells the layout makes, and whether it is the only one that does.
std::string proof_of(const Ui& ui, const TableAnswer& answer) {
  const auto cells = static_cast<std::int64_t>(answer.table.cells.size());
  if (cells == answer.elements) return fmt::format(fmt::runtime(ui.tr("All {} cells.")), cells);
  const auto* words = answer.found->unique ? "All {} cells that are known, of {}: no other layout makes them."
                                           : "All {} cells that are known, of {}: other layouts make them too.";
  return fmt::format(fmt::runtime(ui.tr(words)), cells, answer.elements);
}

std::string note_of(const Ui& ui, const Table& table) { return fmt::format(fmt::runtime(ui.tr("inferred from {}")), read_as(ui, table)); }

/// "Line 2, column 5."
std::string place_in_text(const Ui& ui, std::size_t line, std::size_t column) {
  return fmt::format(fmt::runtime(ui.tr("Line {}, column {}.")), line, column);
}

/// The entries that the reading makes; those of tables without a layout are left out.
std::vector<InferredEntry> entries_of(const Ui& ui, const TableReading& reading) {
  std::vector<InferredEntry> entries;
  for (const auto& a : reading.answers)
    if (a.found) entries.push_back({a.table.name, a.expression, note_of(ui, a.table)});
  return entries;
}

/// A line of words in the answer, wrapped.
void words(const Ui& ui, const std::string& text, float width, ImU32 ink) {
  const auto at = ImGui::GetCursorScreenPos();
  const float height = flow_text(ImGui::GetWindowDrawList(), ui, at, width, ink, ui.ink.chip, text);
  ImGui::Dummy({width, height + ui.px(3)});
}

/// Which of several tables is shown, as an MMA's picture has.
void table_choice(const Ui& ui, InferView& infer) {
  for (std::size_t i = 0; i < infer.reading.answers.size(); ++i) {
    const auto& name = infer.reading.answers[i].table.name;
    if (i > 0) ImGui::SameLine();
    const auto title = name.empty() ? fmt::format(fmt::runtime(ui.tr("Table {}")), i + 1) : name;
    if (ImGui::RadioButton(title.c_str(), infer.chosen == i)) infer.show(i);
  }
}

/// The words of the answer. True if the one number that would do is to be taken.
bool answer_words(Ui& ui, InferView& infer, float width) {
  if (algebra::trimmed(infer.asked.text).empty()) {
    words(ui, ui.tr("Paste or type a table, or click the cells one after another: they are numbered in this order."), width, ui.ink.faint);
    return false;
  }
  if (infer.waits()) {
    words(ui, ui.tr("Looking for a layout …"), width, ui.ink.faint);
    return false;
  }
  if (const auto& p = infer.reading.problem) {
    words(ui, place_in_text(ui, p->line, p->column) + " " + (*ui.texts)(p->message), width, ui.ink.error);
    return false;
  }
  const auto* a = infer.answer();
  if (a == nullptr) return false;
  if (infer.reading.answers.size() > 1) table_choice(ui, infer);
  if (a->found) {
    const auto at = ImGui::GetCursorScreenPos();
    draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.mono, at, width, ui.ink.text, a->expression);
    ImGui::Dummy({width, ui.fonts.mono.size + ui.px(5)});
    words(ui, proof_of(ui, *a), width, ui.ink.good);
    return false;
  }
  const auto& refusal = a->found.error();
  auto said = (*ui.texts)(refusal.message);
  if (refusal.cell) {
    const auto& cell = a->table.cells[*refusal.cell];
    said = place_in_text(ui, cell.line, cell.column) + " " + said;
  }
  words(ui, said, width, ui.ink.error);
  if (!refusal.repair) return false;
  words(ui, (*ui.texts)(algebra::text_of(*refusal.repair, a->table)), width, ui.ink.text);
  return infer.editable && ImGui::Button(ui.tr("Correct this cell")) && infer.read();
}

/// Rows and columns of the painted grid. True if they have changed.
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
  // On the way from 8 to 16 it is 1: what that cuts off comes back.
  grid = before;
  grid.resize(rows, columns);
  return true;
}

}  // namespace

void infer_dialog(Ui& ui, const Workspace& /*workspace*/, const ViewState& view, Requests& requests, bool first) {
  auto question = view.table_question;
  auto& infer = ui.kept<InferView>();
  const auto screen = ImGui::GetMainViewport()->Size;
  const float width = std::min(ui.px(860), screen.x * 0.92f), gap = ui.px(12), half = std::floor((width - gap) / 2);
  dialog_heading(ui, requests, infer_help, width);

  // Above the text what it is read as, above the grid its size.
  const float left = ImGui::GetCursorPosX();
  const auto form_at = ImGui::GetCursorScreenPos();
  float form_width = 0;
  for (const auto& [form, title] : forms) form_width = std::max(form_width, text_width(ui.fonts.ui, ui.tr(title)));
  form_width += ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().FramePadding.x;
  if (const DropDown list(ui, "form", ui.fonts.ui, ui.tr(title_of(question.form)), form_width); list)
    for (const auto& [form, title] : forms)
      if (list.option(ui.tr(title), question.form == form)) question.form = form;
  if (const auto* shown = infer.waits() ? nullptr : infer.answer()) {
    ImGui::SameLine(0, ui.px(8));
    const auto at = ImGui::GetCursorScreenPos();
    draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.ui_small, {at.x, at.y + ui.px(4)}, half - form_width - ui.px(8), ui.ink.faint,
                read_as(ui, shown->table));
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
  // Escape takes the field back to what it was: the dialog closes, and the table stays.
  if (compat::key_pressed(ImGuiKey_Escape)) question = view.table_question;
  ImGui::SameLine(0, gap);
  painted |= table_painter(ui, infer.painter, infer.marks, editable, {half, height});
  help_part(ui, infer_help, "text", table_at, half);
  help_part(ui, infer_help, "grid", {table_at.x + half + gap, table_at.y}, half);

  // The answer: words at the left, the picture beneath the grid. Before anything is typed, one line.
  const bool nothing = algebra::trimmed(question.text).empty();
  const auto answer_at = ImGui::GetCursorScreenPos();
  const float below = nothing ? 2 * ui.fonts.ui.size : std::max(ui.px(90), std::min(ui.px(176), screen.y * 0.26f));
  compat::begin_child("answer", {width, below});
  const auto at = ImGui::GetCursorScreenPos();
  const bool pictured = infer.picture && !infer.waits();
  const bool mends = answer_words(ui, infer, (pictured ? half : inner_width()) - ui.fonts.ui.size);
  if (pictured)
    draw_small_grid(
        ui, "layout",
        small_grid(ui, *infer.picture, infer.picture_view, {at.x + half + gap, at.y}, {half - ui.px(4), below - ui.px(6)}, 1, 24));
  ImGui::EndChild();
  help_part(ui, infer_help, "answer", answer_at, width);

  const auto entries = infer.waits() ? std::vector<InferredEntry>{} : entries_of(ui, infer.reading);
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

  if (mends) {
    const auto& repair = *infer.answer()->found.error().repair;
    infer.painter.grid.at(infer.marks.repaired->row, infer.marks.repaired->column) = {true, repair.index};
  }
  if (painted || mends) {
    if (compat::text_field_takes_lines()) ImGui::ClearActiveID();  // else it would write its own text again
    question.text = infer.painted = text_of(infer.painter.grid);
    if (question.form == TableForm::pairs) question.form = TableForm::automatic;
  }
  if (question != view.table_question) requests.add<set_table_question>(question);
  const bool was_read = infer.read();
  infer.follow(question);
  if (!was_read || !infer.read()) ui.animating = true;  // an answer that has just come is drawn in the next frame
  dialog_help_card(ui, view, requests, infer_help);
  if (!put || entries.empty() || !infer.read()) return;
  requests.add<close_dialog>();
  requests.add<insert_inferred>(entries);
}

}  // namespace app
