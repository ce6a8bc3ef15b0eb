#pragma once
// The dialog "Infer a layout from a table": text and grid of a table, the inferred layouts, and descriptions of them.

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

/// The last reading and the grid that shows it. Times are in seconds.
struct TableInference {
  TableReader reader;
  TableQuestion asked;
  double asked_at = 0;
  TableReading reading;
  TablePainter painter;
  TableMarks marks;
  bool editable = true;                    ///< the grid and the text have the same contents
  std::string painted;                     ///< the text last written from the grid
  TableGrid before_resize;                 ///< at the beginning of typing its size
  std::size_t chosen = 0;                  ///< index of the shown table in the reading
  std::optional<render::Diagram> picture;  ///< of the layout
  std::uint64_t pictured = 0;              ///< incremented with each table that is shown

  const TableAnswer* answer() const { return chosen < reading.answers.size() ? &reading.answers[chosen] : nullptr; }
  bool read() const { return reading.text == asked.text && reading.form == asked.form; }
  /// Returns whether the grid may be painted: it shows the text, or the text was written from it.
  bool paintable() const { return editable && (read() || asked.text == painted); }
  /// Returns whether to show that reading takes time. The previous answer stays for a moment, to avoid flickering while typing.
  bool waits(double now) const { return !read() && now > asked_at + 0.3; }

  void show(std::size_t table);
  /// Starts to read the present text, and takes results.
  void follow(const TableQuestion&, double now);
  /// Returns "a table of 4 x 8": how the text was read.
  std::string read_as(const Texts&) const;
  /// Returns the answer: how many cells the layout produces, or the first that no layout produces, with the number expected there.
  std::vector<ToldRow> words(const Texts&, double now) const;
  /// Returns whether changing one cell's number would help, and changes it in the grid.
  bool can_repair(double now) const;
  void repair();
  /// Returns the question with the grid as its text.
  TableQuestion painted_question(TableQuestion);
  /// Returns the entries for the layouts found; tables without one are left out.
  std::vector<InferredEntry> entries(const Texts&, double now) const;
};

}  // namespace app
