#pragma once
// The dialog "Infer a layout from a table": the text and the grid that say the same, what is found for them, and what is said of it.

#include <optional>
#include <string>
#include <vector>

#include "app/actions/sheet_edits.hpp"
#include "app/actions/told_rows.hpp"
#include "app/import/table_grid.hpp"
#include "app/import/table_reader.hpp"
#include "app/state/table_question.hpp"
#include "render/diagram.hpp"

namespace app {

/// What was read last, and the grid that shows it. Times are in seconds.
struct TableInference {
  TableReader reader;
  TableQuestion asked;
  double asked_at = 0;
  TableReading reading;
  TablePainter painter;
  TableMarks marks;
  bool editable = true;                    ///< the grid is the text
  std::string painted;                     ///< the text that the grid was last written as
  TableGrid before_resize;                 ///< when its size began to be typed
  std::size_t chosen = 0;                  ///< of the reading's tables the one that is shown
  std::optional<render::Diagram> picture;  ///< of the layout
  std::uint64_t pictured = 0;              ///< grows with each table that is shown

  const TableAnswer* answer() const { return chosen < reading.answers.size() ? &reading.answers[chosen] : nullptr; }
  bool read() const { return reading.text == asked.text && reading.form == asked.form; }
  /// The grid may be painted: it shows the text, or is what the text was written from.
  bool paintable() const { return editable && (read() || asked.text == painted); }
  /// The answer before is shown for a moment, so that nothing flickers while one types.
  bool waits(double now) const { return !read() && now > asked_at + 0.3; }

  void show(std::size_t table);
  /// Asks for what is typed now, and takes what was found.
  void follow(const TableQuestion&, double now);
  /// "a table of 4 x 8": what the answer's text was read as.
  std::string read_as(const Texts&) const;
  /// What the answer says: how many cells the layout makes, or which one none makes, and what would have to be there.
  std::vector<ToldRow> words(const Texts&, double now) const;
  /// Whether another number in one cell would do, and writing it into the grid.
  bool can_repair(double now) const;
  void repair();
  /// The question with the grid as its text.
  TableQuestion painted_question(TableQuestion);
  /// The entries that the reading makes; those of tables without a layout are left out.
  std::vector<InferredEntry> entries(const Texts&, double now) const;
};

}  // namespace app
