// Reads print_latex's TikZ picture: a filled node for each cell, and a grid around each table.

#include "algebra/reading/table_latex.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/reading/table_cells.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra::reading {
namespace {

struct Node {
  std::int64_t row = 0, column = 0;
  Field text;
};
struct Frame {
  std::int64_t top = 0, left = 0, bottom = 0, right = 0;  ///< bottom and right are exclusive
};

/// Reads "(12,-3)" at a position, and moves the position behind it.
std::optional<std::pair<std::int64_t, std::int64_t>> place_at(std::string_view text, std::size_t& at) {
  Cursor cursor(text, at);
  const auto row = cursor.take('(') ? cursor.number() : std::nullopt;
  const auto column = row && cursor.take(',') ? cursor.number() : std::nullopt;
  if (!column || !cursor.take(')')) return std::nullopt;
  at = cursor.place();
  return std::pair(*row, *column);
}

/// Returns a node's text without its commands: "T3 V1", "12".
std::string_view said(std::string_view content) {
  const auto is_said = [&](std::size_t i) {
    // Skips the letters of a command: \Large{\texttt{0}}.
    if (!is_word(content[i]) && content[i] != '-') return false;
    auto begin = i;
    while (begin > 0 && is_letter(content[begin - 1])) --begin;
    return begin == 0 || content[begin - 1] != '\\';
  };
  std::size_t first = 0, last = content.size();
  while (first < content.size() && !is_said(first)) ++first;
  while (last > first && !is_said(last - 1)) --last;
  return content.substr(first, last - first);
}

Table table_in(const std::vector<Node>& nodes, const Frame& frame, bool transposed) {
  auto height = frame.bottom - frame.top, width = frame.right - frame.left;
  if (height <= 0 || width <= 0 || height > max_table_cells / width)
    refuse(nodes.front().text, message("A table has at most {} cells.", max_table_cells));
  if (transposed) std::swap(height, width);
  std::vector<Row> rows(static_cast<std::size_t>(height), Row(static_cast<std::size_t>(width), nodes.front().text));
  for (auto& row : rows)
    for (auto& field : row) field.text = {};
  for (const auto& node : nodes) {
    auto r = node.row - frame.top, c = node.column - frame.left;
    if (transposed) std::swap(r, c);
    if (r < 0 || c < 0 || r >= height || c >= width) continue;
    rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = node.text;
  }
  return table_from(rows, false);
}

}  // namespace

std::vector<Table> tables_of_latex(std::string_view text) {
  std::vector<Node> nodes;
  std::vector<Frame> frames;
  Field line{{}, 0, 1};
  for (auto rest = text; !rest.empty();) {
    line.text = take_until(rest, '\n');
    ++line.line;
    if (trimmed(line.text).starts_with('%')) continue;
    for (auto at = line.text.find("\\node["); at != std::string_view::npos; at = line.text.find("\\node[", at + 1)) {
      auto i = line.text.find("] at ", at);
      // Headings have no fill.
      if (i == std::string_view::npos || line.text.substr(at, i - at).find("fill=") == std::string_view::npos) continue;
      i += 5;
      const auto place = place_at(line.text, i);
      const auto open = line.text.find('{', i);
      if (!place || open == std::string_view::npos) continue;
      const auto content = said(Cursor(line.text, open, {.open = "{", .close = "}"}).balanced().value_or(""));
      const auto column = content.empty() ? open : static_cast<std::size_t>(content.data() - line.text.data());
      nodes.push_back({place->first, place->second, {content, line.line, column + 1}});
    }
    if (const auto grid = line.text.find(") grid ("); grid != std::string_view::npos) {
      auto begin = line.text.rfind('(', grid), end = grid + 7;
      const auto from = place_at(line.text, begin), to = place_at(line.text, end);
      if (from && to)
        frames.push_back({std::min(from->first, to->first), std::min(from->second, to->second), std::max(from->first, to->first),
                          std::max(from->second, to->second)});
    }
  }
  if (nodes.empty()) throw TableProblem{1, 1, "This picture has no filled node; print_latex writes one for each cell."};
  if (frames.empty()) {
    Frame all{nodes.front().row, nodes.front().column, nodes.front().row + 1, nodes.front().column + 1};
    for (const auto& n : nodes)
      all = {std::min(all.top, n.row), std::min(all.left, n.column), std::max(all.bottom, n.row + 1), std::max(all.right, n.column + 1)};
    frames.push_back(all);
  }
  std::vector<Table> tables;
  for (const auto& frame : frames) {
    // An MMA: C, A to its left, and above it B, whose rows are k.
    const bool above = frame.bottom <= 0;
    tables.push_back(table_in(nodes, frame, above));
    if (frames.size() == 3) tables.back().name = above ? "B" : frame.right <= 0 ? "A" : "C";
    if (frames.size() == 2) tables.back().name = tables.size() == 1 ? "source" : "destination";
  }
  return tables;
}

}  // namespace algebra::reading
