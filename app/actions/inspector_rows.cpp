#include "app/actions/inspector_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/functions/tmem_copies.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/language/value_indexing.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/document/element_text.hpp"
#include "app/document/link_graph.hpp"
#include "app/figures/entry_code.hpp"
#include "app/system/words.hpp"

namespace app {
namespace {

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

std::string ways(const Told& rows, int n) { return fmt::format(fmt::runtime(rows.tr("{}-way")), n); }

std::string ideally(const Told& rows, const auto& ideal) { return fmt::format(fmt::runtime(rows.tr(" ({} {})")), rows.tr("ideal"), ideal); }

std::string place_words(const Told& rows, const gpu::WarpRequests& warps, std::int64_t number) {
  const auto p = warps.place(number);
  if (!warps.by_thread()) return fmt::format("{} {}–{}", rows.tr("coordinates"), p.first, p.last);
  const auto values = warps.values() > 1 ? fmt::format("V{}–V{}", p.value, p.value + warps.values() - 1) : fmt::format("V{}", p.value);
  return fmt::format("T{}–T{} · {}", p.first, p.last, values);
}

}  // namespace

std::vector<ToldRow> warp_request_rows(const gpu::WarpRequests& warps, std::int64_t number, const gpu::Request& r, const Texts& texts) {
  Told rows(texts);
  rows.row("lanes", place_words(rows, warps, number));
  rows.row("lines", fmt::format("{}", r.lines));
  rows.row("sectors", fmt::format("{}{} · {:.0f} %", r.sectors, ideally(rows, r.ideal_sectors), 100 * r.efficiency()),
           r.sectors > r.ideal_sectors ? Tone::hint : Tone::text);
  rows.row("bank conflicts",
           fmt::format("{} · {} {}", ways(rows, r.bank_ways), r.wavefronts, rows.tr(r.wavefronts == 1 ? "wavefront" : "wavefronts")),
           r.conflicts() > 0 ? Tone::hint : Tone::text);
  return rows.rows;
}

std::vector<ToldRow> warp_sum_rows(const gpu::WarpRequests& warps, const Texts& texts) {
  Told rows(texts);
  const auto& sum = warps.sum();
  const auto mean = [&](std::int64_t what) {
    return fmt::format("{:.3g}", static_cast<double>(what) / static_cast<double>(std::max<std::int64_t>(1, sum.requests)));
  };
  rows.heading(sum.all ? rows.tr("All requests")
                       : fmt::format("{} {} {}", rows.tr("The first"), grouped(sum.requests), rows.tr("requests")));
  rows.row("requests", grouped(warps.count()));
  rows.row("lines per request", mean(sum.lines));
  rows.row("sectors per request", mean(sum.sectors) + ideally(rows, mean(sum.ideal)), sum.sectors > sum.ideal ? Tone::hint : Tone::good);
  rows.row("bank conflicts", ways(rows, sum.worst_ways), sum.worst_ways > 1 ? Tone::hint : Tone::good);
  return rows.rows;
}

TouchedMemory touched_by(const gpu::WarpRequests& warps, const gpu::WarpRequest& r) {
  TouchedMemory touched;
  const int bytes = warps.element_bytes();
  for (int lane = 31; lane >= 0; --lane) {
    const auto element = r.lanes[static_cast<std::size_t>(lane)];
    if (element == gpu::absent) continue;
    for (std::int64_t k = 0; k < warps.values(); ++k) touched.lane_of[element + k] = lane;
    touched.lines.insert(floor_div(element * bytes, gpu::line_bytes));
    touched.sectors.insert(floor_div(element * bytes, gpu::sector_bytes));
  }
  return touched;
}

std::vector<ToldRow> tensor_memory(const Workspace& workspace, int entry, const Texts& texts) {
  Told rows(texts);
  const auto& result = workspace.result(entry);
  const auto& value = result.evaluation->value;
  const auto& text = workspace.sheet().entries[static_cast<std::size_t>(entry)].text;
  const auto choices = algebra::tmem_choices(value, result.name.empty() ? text : result.name);
  if (!choices) return {};
  const auto* tensor = std::get_if<algebra::Tensor>(&value);
  if (const auto use = tensor != nullptr ? algebra::tmem_use(*tensor) : std::nullopt) {
    rows.heading(rows.tr("Tensor memory"));
    rows.row("lanes used", fmt::format("{} / {}", use->lanes, algebra::Tmem::datapaths));
    rows.row("columns used", fmt::format("{} / {}", use->columns, algebra::Tmem::columns));
    rows.row("allocated", fmt::format("{}", use->allocated));
  }
  bool store = true;
  for (const auto& fit : choices->fits) {
    if (fit.store != store) rows.heading(rows.tr(fit.store ? "Stores by four warps" : "Loads by four warps"));
    store = fit.store;
    if (fit.repeats.empty()) {
      rows.words(texts(algebra::described(fit)), Tone::faint);
      continue;
    }
    rows.chip(fit.instruction, request<add_suggested>(entry, algebra::call_of(fit, choices->accumulator)), 10);
    rows.words(texts(algebra::cost_of(fit)), Tone::text);
  }
  rows.words(texts(algebra::not_run_here(value)), Tone::faint);
  return rows.rows;
}

CoordinateTable coordinate_table(const algebra::Evaluation& of) {
  const auto shape = algebra::links::element_shape(of.value, of.made_by);
  if (!shape) return {};
  const auto layout = algebra::links::counting(*shape);
  const auto size = algebra::size(layout);
  if (const auto arrows = algebra::links::arrows_of(of.value, of.made_by))
    return {size, [arrows](std::int64_t i) {
              const auto is = arrow_entry(*arrows, i);
              return std::array<std::string, 4>{fmt::format("{}", i), is.place, is.place, fmt::format("{}", is.size)};
            }};
  return {size, [&value = of.value, shape, layout](std::int64_t i) {
            return std::array<std::string, 4>{fmt::format("{}", i), rank_coordinate(layout, i), algebra::natural_coordinate(*shape, i),
                                              algebra::index_text(value, i)};
          }};
}

void EntryCode::update(const Workspace& workspace, int entry, algebra::code::Dialect dialect) {
  const auto version = workspace.result(entry).version;
  if (entry_ == entry && version_ == version && dialect_ == dialect) return;
  entry_ = entry, version_ = version, dialect_ = dialect;
  line = line_of(workspace.sheet(), entry, dialect).value_or("");
  const auto made = code_of(workspace.sheet(), entry, dialect);
  program = made.value_or("");
  problem = made ? "" : made.error();
}

}  // namespace app
