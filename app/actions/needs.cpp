#include "app/actions/needs.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <utility>

#include "algebra/language/lines.hpp"
#include "app/document/entry_source.hpp"
#include "app/import/program.hpp"

namespace app {
namespace {

std::vector<int> parameters_of(const Sheet& sheet) {
  std::vector<int> all;
  for (std::size_t i = 0; i < sheet.entries.size(); ++i)
    if (sheet.entries[i].source.parameter) all.push_back(static_cast<int>(i));
  return all;
}

Need need_of(const Workspace& workspace, int entry) {
  Need need{.entry = entry, .name = parameter_name(workspace.result(entry).name), .expression = {}, .number = {}};
  const auto& text = workspace.sheet().entries[static_cast<std::size_t>(entry)].text;
  const auto line = algebra::split_line(text);
  if (!line) return need;
  if (need.name.empty()) need.name = parameter_name(line->name);
  need.expression = line->expression;
  const auto numbers = algebra::editing::numbers_in(text);
  if (numbers.size() == 1 && text.substr(numbers[0].span.begin, numbers[0].span.end - numbers[0].span.begin) == need.expression)
    need.number = numbers[0];
  return need;
}

/// Returns whether a parameter is only another name of one that is listed, as ldA = m.
bool is_second_name(const Need& need, const std::vector<Need>& needs, const Workspace& workspace) {
  return std::ranges::any_of(needs,
                             [&](const Need& n) { return n.entry != need.entry && workspace.result(n.entry).name == need.expression; });
}

/// Adds the macros in the program's conditions, and a field for any other.
void add_macros(std::vector<Need>& needs, const ProgramOrigin& program, const Texts& texts) {
  // Python has no macros.
  if (program_language(program.path) != ProgramLanguage::cpp) return;
  for (std::size_t i = 0; i < program.macros.size(); ++i)
    needs.push_back({.entry = macro_field,
                     .macro = i,
                     .is_set = program.macros[i].set,
                     .name = program.macros[i].name,
                     .expression = program.macros[i].value.value_or(""),
                     .number = {}});
  needs.push_back({.entry = new_macro_field, .name = texts("macro"), .expression = {}, .number = {}});
}

}  // namespace

std::vector<Need> needs_of(const Workspace& workspace, const Texts& texts) {
  std::vector<Need> needs;
  for (const int entry : parameters_of(workspace.sheet())) needs.push_back(need_of(workspace, entry));
  const auto all = needs;
  std::erase_if(needs, [&](const Need& need) { return is_second_name(need, all, workspace); });
  // Numbers, and parameters without a value, come before the rest, which may scroll out of sight.
  std::stable_partition(needs.begin(), needs.end(), [](const Need& need) { return need.number || need.expression.empty(); });
  add_macros(needs, workspace.sheet().program, texts);
  return needs;
}

std::string title_of(const std::vector<Need>& needs, const Texts& texts) {
  std::string names;
  for (const auto& need : needs)
    if (!need.is_macro()) names += (names.empty() ? "" : ", ") + need.name;
  if (names.empty()) return texts("Macros of this program");
  return fmt::format(fmt::runtime(texts("This kernel needs: {}")), names);
}

namespace {

NeedsGrid in_columns(std::vector<Need> needs, std::size_t columns, const NeedsRoom& room, const std::function<float(const Need&)>& label,
                     const std::function<float(const std::string&)>& value) {
  const float width = room.width, margin = room.margin, gap = 14 * room.point, beside = 2 * 8 * room.point;
  NeedsGrid grid{.needs = std::move(needs), .rows = 0, .columns = std::vector<NeedsColumn>(columns)};
  grid.rows = (grid.needs.size() + columns - 1) / columns;
  float left_over = width - 2 * margin - static_cast<float>(columns - 1) * gap;
  for (std::size_t i = 0; i < grid.needs.size(); ++i) {
    auto& column = grid.columns[i / grid.rows];
    const auto& need = grid.needs[i];
    column.labels = std::max(column.labels, label(need));
    column.values = std::max({column.values, 38 * room.point, need.number ? value(need.expression) + 14 * room.point : 0});
  }
  for (auto& column : grid.columns) {
    column.labels = std::min(column.labels, 0.5f * width / static_cast<float>(columns));
    column.values = std::min(column.values, 0.3f * width / static_cast<float>(columns));
    left_over -= column.labels + column.values + beside;
  }
  float x = margin;
  for (auto& column : grid.columns) {
    column.left = x;
    column.end = x + column.labels + column.values + beside + left_over / static_cast<float>(columns);
    x = column.end + gap;
  }
  return grid;
}

}  // namespace

NeedsGrid needs_grid(std::vector<Need> needs, const NeedsRoom& room, const std::function<float(const Need&)>& label,
                     const std::function<float(const std::string&)>& value) {
  if (needs.size() > 3) {
    auto grid = in_columns(needs, 2, room, label, value);
    const auto& first = grid.columns.front();
    if (first.end - first.left - first.labels - first.values - 16 * room.point >= 32 * room.point) return grid;
  }
  return in_columns(std::move(needs), 1, room, label, value);
}

}  // namespace app
