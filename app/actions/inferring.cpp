#include "app/actions/inferring.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace app {
namespace {

using algebra::Table;

std::string read_as(const Texts& texts, const Table& table) {
  const auto said = [&](const char* words, auto... numbers) { return fmt::format(fmt::runtime(texts(words)), numbers...); };
  if (table.of == Table::Of::pairs) return said("{} pairs of coordinate and index", table.cells.size());
  if (table.of == Table::Of::thread_values)
    return said("a table of {} x {} with {} threads of {} values", table.rows, table.columns, table.extents[0], table.extents[1]);
  if (table.of == Table::Of::by_thread) return said("{} threads of {} values", table.extents[0], table.extents[1]);
  return said("a table of {} x {}", table.rows, table.columns);
}

/// Returns how many cells the layout produces, and whether it is the only one that does.
std::string proof_of(const Texts& texts, const TableAnswer& answer) {
  const auto cells = static_cast<std::int64_t>(answer.table.cells.size());
  if (cells == answer.elements) return fmt::format(fmt::runtime(texts("All {} cells.")), cells);
  const auto* words = answer.found->unique ? "All {} known cells, of {}: no other layout makes them."
                                           : "All {} known cells, of {}: other layouts make them too.";
  return fmt::format(fmt::runtime(texts(words)), cells, answer.elements);
}

/// Returns "Line 2, column 5."
std::string place_in_text(const Texts& texts, std::size_t line, std::size_t column) {
  return fmt::format(fmt::runtime(texts("Line {}, column {}.")), line, column);
}

}  // namespace

void TableInference::show(std::size_t table) {
  chosen = table;
  marks = {};
  picture.reset();
  ++pictured;
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

void TableInference::follow(const TableQuestion& question, double now) {
  if (question != asked) {
    asked = question;
    asked_at = now;
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

std::string TableInference::read_as(const Texts& texts) const { return app::read_as(texts, answer()->table); }

std::vector<ToldRow> TableInference::words(const Texts& texts, double now) const {
  Told said(texts);
  const auto* a = answer();
  if (algebra::trimmed(asked.text).empty()) {
    said.words(said.tr("Paste or type a table, or click the cells one after another: they are numbered in this order."), Tone::faint);
  } else if (waits(now)) {
    said.words(said.tr("Looking for a layout …"), Tone::faint);
  } else if (const auto& p = reading.problem) {
    said.words(place_in_text(texts, p->line, p->column) + " " + texts(p->message), Tone::error);
  } else if (a != nullptr && a->found) {
    said.words(proof_of(texts, *a), Tone::good);
  } else if (a != nullptr) {
    const auto& refusal = a->found.error();
    auto why = texts(refusal.message);
    if (refusal.cell) {
      const auto& cell = a->table.cells[*refusal.cell];
      why = place_in_text(texts, cell.line, cell.column) + " " + why;
    }
    said.words(why, Tone::error);
    if (refusal.repair) said.words(texts(algebra::text_of(*refusal.repair, a->table)), Tone::text);
  }
  return said.rows;
}

bool TableInference::can_repair(double now) const {
  return !algebra::trimmed(asked.text).empty() && !waits(now) && !reading.problem && answer() != nullptr && !answer()->found &&
         answer()->found.error().repair.has_value();
}

void TableInference::repair() {
  painter.grid.at(marks.repaired->row, marks.repaired->column) = {true, answer()->found.error().repair->index};
}

TableQuestion TableInference::painted_question(TableQuestion question) {
  question.text = painted = text_of(painter.grid);
  if (question.form == algebra::TableForm::pairs) question.form = algebra::TableForm::automatic;
  return question;
}

std::vector<InferredEntry> TableInference::entries(const Texts& texts, double now) const {
  std::vector<InferredEntry> entries;
  if (waits(now)) return entries;
  for (const auto& a : reading.answers)
    if (a.found)
      entries.push_back({a.table.name, a.expression, fmt::format(fmt::runtime(texts("inferred from {}")), app::read_as(texts, a.table))});
  return entries;
}

}  // namespace app
