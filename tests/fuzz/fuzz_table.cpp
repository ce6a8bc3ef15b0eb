// Bytes to tables of indices: cells lie in the text, no coordinate comes twice, and a layout that is inferred makes every cell.

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "algebra/reading/infer.hpp"
#include "algebra/reading/read_table.hpp"
#include "tests/fuzz/check.hpp"

using namespace algebra;
using fuzz::check;

namespace {

/// Larger ones take too long for a fuzzer.
constexpr std::size_t most_inferred = 64;

void check_table(const Table& table, std::string_view text) {
  check(!table.cells.empty(), "a table without cells", text);
  std::set<std::vector<std::int64_t>> seen;
  for (const auto& cell : table.cells) {
    check(cell.coordinate.size() == table.extents.size(), "a coordinate of another rank", text);
    for (std::size_t i = 0; i < table.extents.size(); ++i)
      check(cell.coordinate[i] >= 0 && cell.coordinate[i] < table.extents[i], "a coordinate outside of the table", text);
    check(seen.insert(cell.coordinate).second, "a coordinate twice", text);
    check(cell.line <= text.size() + 1 && cell.column <= text.size() + 1, "a place outside of the text", text);
    check(!name_of(cell, table).empty(), "a cell without a name", text);
  }
  if (table.cells.size() > most_inferred || table.extents.size() > 3) return;
  const auto found = infer(table);
  if (found) {
    check(cells_made(found->value, table, found->extents) == static_cast<std::int64_t>(table.cells.size()), "a layout of other cells",
          text);
    return;
  }
  const auto& refusal = found.error();
  check(!refusal.message.empty(), "a refusal without a reason", text);
  check(!refusal.cell || *refusal.cell < table.cells.size(), "a refused cell outside of the table", text);
  if (!refusal.repair) return;
  auto mended = table;
  mended.cells[refusal.repair->cell].index = refusal.repair->index;
  check(infer(mended).has_value(), "a repair that does not do", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto form : {TableForm::automatic, TableForm::table, TableForm::pairs, TableForm::by_thread}) {
    const auto tables = read_tables(text, form);
    if (!tables) {
      const auto& p = tables.error();
      check(!p.message.empty() && p.line >= 1 && p.column >= 1 && p.line <= text.size() + 1 && p.column <= text.size() + 1,
            "a problem without a place", text);
      continue;
    }
    for (const auto& table : *tables) check_table(table, text);
  }
  return 0;
}
