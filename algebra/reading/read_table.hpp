#pragma once
// Reads tables of indices from text: the output of CuTe's print_layout and print_latex, and tables from spreadsheets, programs and people.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/reading/table.hpp"
#include "algebra/text/message.hpp"

namespace algebra {

/// The form in which a text is read.
enum class TableForm : std::uint8_t {
  automatic,  ///< detected from the text
  table,      ///< rows of cells
  pairs,      ///< a coordinate and its index on each line
  by_thread,  ///< a row for each thread, a column for each value
};

/// A text that cannot be read, and what could be.
struct TableProblem {
  std::size_t line = 1, column = 1;  ///< from 1, in bytes
  Message message;
};

/// Returns the tables in a text; more than one where print_latex drew an MMA (C, A, B) or a copy (source, destination).
///
/// - print_layout's table between `+---+` borders, with its headings; Markdown's
/// - print_latex's TikZ picture, of a layout, of a (thread, value) layout, an MMA or a copy
/// - rows of cells between tabs, semicolons, commas or blanks, in brackets or braces too; with or without headings 0, 1, ...
/// - rows of a thread's values under V0, V1, ... and behind T0, T1, ...; as TableForm::by_thread without these headings too. Their cells
///   are indices, or all of them coordinates `(1,2)` in a tile
/// - pairs: `(1,2) -> 10`, `((1,0),2): 10`, `5 = 10`, or three columns row, column, index with a heading of words
///
/// A cell is an integer, or `T0 V1`, `T0V1` or `0/1`: thread and value. Nothing, `?`, `.`, `-`, `*`, `x` or `nan` is a missing cell.
/// Lines that begin with `#`, `//` or `%` are comments. A single row or column without borders is a table of one axis.
tl::expected<std::vector<Table>, TableProblem> read_tables(std::string_view text, TableForm = TableForm::automatic);

}  // namespace algebra
