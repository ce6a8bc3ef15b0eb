#include "app/actions/launch_report.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/actions/launching.hpp"
#include "app/system/words.hpp"

namespace app {
namespace {

std::string milliseconds(double ms) { return ms < 1 ? fmt::format("{:.1f} µs", ms * 1000) : fmt::format("{:.2f} ms", ms); }

/// Adds a count that should be zero, with a link to the first fault.
void fault(Told& rows, const char* term, std::int64_t count, bool has_first, Request show_first) {
  if (count == 0 || !has_first) rows.row(term, grouped(count), count == 0 ? Tone::text : Tone::error);
  else rows.row_with(term, grouped(count), rows.tr("show first"), std::move(show_first));
}

void coverage(Told& rows, const gpu::Launch& launch, const gpu::Report& r) {
  if (!r.touches) {
    rows.pending("elements touched once");
    rows.pending("never · more than once");
  } else {
    const auto& t = *r.touches;
    if (t.traced() < launch.elements) {
      rows.row("traced elements", fmt::format("{} {} {}", grouped(t.traced()), rows.tr("of"), grouped(launch.elements)), Tone::hint);
      rows.words(rows.tr("sampled: the first elements, as many as the memory budget holds (View › Limits)"), Tone::faint);
    }
    auto once = fmt::format("{} / {}", grouped(t.once), grouped(t.once + t.never + t.more));
    if (r.shared_by > 1) once += fmt::format(" · ×{}", r.shared_by);
    rows.row("elements touched once", once);
    if (t.never == 0 && t.more == 0) {
      rows.row("never · more than once", "0 · 0");
    } else {
      fault(rows, "never touched", t.never, t.first_never.has_value(), request<mark_element>(t.first_never.value_or(-1)));
      fault(rows, "more than once", t.more, t.first_more.has_value(), request<mark_element>(t.first_more.value_or(-1)));
    }
    fault(rows, "out of bounds", t.out_of_bounds, t.first_outside.has_value(),
          request<show_access>(t.first_outside.value_or(algebra::Touch{})));
    if (!launch.guards.empty())
      rows.row("beyond the end", fmt::format("{} / {}", grouped(t.predicated), grouped(r.grid.count() * r.block.count() * r.values)));
  }
  if (!r.comparison) return rows.pending("same as the algebra");
  const auto& c = *r.comparison;
  const bool same = c.same == c.compared && !c.first_difference;
  rows.row("same as the algebra", fmt::format("{} {} {}{}", grouped(c.same), rows.tr("of"), grouped(c.compared), same ? " ✓" : ""),
           same ? Tone::good : Tone::error);
  if (c.first_difference) rows.row("first difference", fmt::format("{} {}", rows.tr("element"), *c.first_difference), Tone::error);
}

/// Returns "4 (ideal 2)".
std::string with_ideal(const Told& rows, const std::string& count, double ideal) {
  const auto best = fmt::format("{:.4g}", ideal);
  return rows.texts(algebra::message("{} (ideal {})", count, best));
}

void global_requests(Told& rows, const gpu::Totals& t) {
  const double efficiency = t.sectors > 0 ? 100.0 * static_cast<double>(t.ideal_sectors) / static_cast<double>(t.sectors) : 100;
  const auto poor = t.sectors > t.ideal_sectors ? Tone::hint : Tone::text;
  rows.row("requests", fmt::format("{}{}", t.exact ? "" : "≈ ", grouped(t.requests)));
  rows.row(
      "sectors per request",
      with_ideal(rows, fmt::format("{}{:.4g}", t.sectors_at_most ? "≤ " : "", t.per_request(t.sectors)), t.per_request(t.ideal_sectors)),
      poor);
  rows.row("efficiency", fmt::format("{}{:.0f} %", t.sectors_at_most ? "≥ " : "", efficiency), poor);
  if (t.sectors_at_most)
    rows.words(rows.tr("Not predicted exactly: cp.async writes places in shared memory again before the wait for it."), Tone::hint);
  rows.row("lines per request", fmt::format("{:.4g}", t.per_request(t.lines)));
  if (t.sectors > t.ideal_sectors)
    rows.row("worst access:", fmt::format("{}", t.worst_access),
             with_ideal(rows, fmt::format("{:.4g}", t.worst_sectors), t.worst_ideal_sectors));
}

void shared_requests(Told& rows, const gpu::Totals& t) {
  const auto poor = t.conflicts() > 0 ? Tone::error : Tone::text;
  rows.row("requests", fmt::format("{}{}", t.exact ? "" : "≈ ", grouped(t.requests)));
  rows.row("bank conflicts",
           t.conflicts() > 0
               ? fmt::format("{} · {}", fmt::format(fmt::runtime(rows.tr("{}-way")), t.worst_bank_ways), grouped(t.conflicts()))
               : fmt::format(fmt::runtime(rows.tr("{}-way")), t.worst_bank_ways),
           poor);
  rows.row("wavefronts per request", with_ideal(rows, fmt::format("{:.4g}", t.per_request(t.wavefronts)), t.per_request(t.phases)), poor);
  if (t.conflicts() > 0) rows.row("worst access:", fmt::format("{}", t.worst_access), fmt::format("{:.4g}", t.worst_wavefronts));
}

bool alike(const gpu::Totals& a, const gpu::Totals& b) {
  return a.requests == b.requests && a.sectors == b.sectors && a.ideal_sectors == b.ideal_sectors && a.lines == b.lines &&
         a.wavefronts == b.wavefronts && a.phases == b.phases;
}

/// Adds loads and stores, under one heading if they do not differ.
template <class Write>
void both_ways(Told& rows, const char* both, const char* loads, const char* stores, const std::optional<gpu::Totals>& load,
               const std::optional<gpu::Totals>& store, Write write) {
  const bool one = load && store && alike(*load, *store);
  if (load) {
    rows.section(one ? both : loads);
    write(*load);
  }
  if (store && !one) {
    rows.section(stores);
    write(*store);
  }
}

/// Adds what TMA did, or would do. Texts too long for a line are below their label.
void tma(Told& rows, const gpu::Report& r) {
  rows.section("TMA");
  if (!r.touches || !r.touches->tma) return rows.pending("landed");
  const auto& t = *r.touches->tma;
  rows.row("instructions", grouped(t.instructions));
  rows.row("bytes an instruction", t.multicast ? fmt::format("{} → {} CTA", grouped(t.box_bytes), t.ctas) : grouped(t.box_bytes));
  rows.row("box", fmt::format("{} {}", t.box, t.data_type));
  rows.row("swizzle of bytes", t.swizzle);
  if (t.tiles_run < t.tiles)
    rows.row("sampled tiles", fmt::format("{} {} {}", grouped(t.tiles_run), rows.tr("of"), grouped(t.tiles)), Tone::hint);
  rows.row(t.on_device ? "bytes landed" : "bytes predicted", grouped(t.landed));
  if (t.on_device)
    rows.row("differ from the prediction", t.differ == 0 ? "0 ✓" : grouped(t.differ), t.differ == 0 ? Tone::good : Tone::error);
  if (t.filled > 0) rows.row("filled with zeros", grouped(t.filled));
  if (t.padding > 0) rows.row("padding written", grouped(t.padding), Tone::hint);
  if (t.contested > 0) rows.row("written twice", grouped(t.contested), Tone::error);
  if (t.misplaced > 0) rows.row("not as the layout says", grouped(t.misplaced), Tone::error);
  if (t.first_difference)
    rows.words(
        fmt::format("{} {}, CTA {}, {} {}: 0x{:02X} ≠ 0x{:02X}", rows.tr("tile"), t.first_difference->tile, t.first_difference->cta,
                    rows.tr("instruction"), t.first_difference->instruction, t.first_difference->found, t.first_difference->expected),
        Tone::error);
  for (const auto& w : t.warnings) rows.words(rows.texts(w), Tone::hint);
  if (!t.on_device) {
    rows.words(rows.tr("No TMA hardware was used."), Tone::hint);
    rows.words(rows.texts(t.why_not), Tone::faint);
  }
}

void memory(Told& rows, const gpu::Report& r, bool shared) {
  if (!r.memory) {
    rows.section("Predicted memory");
    rows.pending(shared ? "bank conflicts" : "sectors per request");
    rows.pending(shared ? "wavefronts per request" : "lines per request");
    return;
  }
  const auto& m = *r.memory;
  both_ways(rows, "Shared memory, loads and stores", "Shared memory, loads", "Shared memory, stores", m.shared_load, m.shared_store,
            [&](const gpu::Totals& t) { shared_requests(rows, t); });
  both_ways(rows, "Global memory, loads and stores", "Global memory, loads", "Global memory, stores", m.global_load, m.global_store,
            [&](const gpu::Totals& t) {
              global_requests(rows, t);
              // The conflicts of the same accesses in shared memory.
              if (!shared) rows.row("bank conflicts, if shared", fmt::format(fmt::runtime(rows.tr("{}-way")), t.worst_bank_ways));
            });
}

void timing(Told& rows, const gpu::Launch& launch, const gpu::Report& r, bool busy) {
  rows.section("Timing");
  if (r.copy_failure) {
    rows.words(rows.texts(r.copy_failure->message), Tone::error);
    if (!r.copy_failure->call.empty()) rows.words(r.copy_failure->call, Tone::faint);
    return;
  }
  if (!r.copied) {
    if (busy) rows.pending("kernel time");
    else rows.row("kernel time", "–", Tone::faint);
    return;
  }
  const auto c = gpu::moved(launch, r);
  rows.row("kernel time", milliseconds(c.kernel_ms));
  // A small launch would measure mainly launch overhead.
  const bool large = c.bytes >= 1 << 20 && gpu::moves_all(launch, r);
  rows.row("effective bandwidth", large ? fmt::format("{:.0f} GB/s", c.bandwidth()) : "–");
  if (large && c.copy_ms > 0) {
    rows.row("a plain copy", fmt::format("{:.0f} GB/s", c.copy_bandwidth()));
    rows.row("of a plain copy", fmt::format("{:.0f} %", 100 * c.bandwidth() / c.copy_bandwidth()));
  }
  rows.row("bytes per access", fmt::format("{}", c.access_bytes));
  if (c.wrong > 0) {
    rows.row("values wrong", fmt::format("{} {} {}", grouped(c.wrong), rows.tr("of"), grouped(c.checked)), Tone::error);
    if (c.first_wrong) rows.row("first wrong", fmt::format("{} {}", rows.tr("element"), *c.first_wrong), Tone::error);
  } else if (c.checked == 0) {
    rows.row("values checked", rows.tr("none"), Tone::faint);
    rows.words(rows.texts(gpu::why_none_checked(launch)), Tone::faint);
  } else {
    rows.row("values checked", fmt::format("{} ✓", grouped(c.checked)), Tone::good);
  }
  if (r.path != gpu::Path::cpu) rows.row("compiled", rows.tr(c.compiled ? "NVRTC" : "generic kernel"));
}

/// Adds the check of a tiled MMA's instruction on random matrices.
void multiplication(Told& rows, const std::optional<gpu::MmaReport>& report, bool busy) {
  if (!report && !busy) return;
  rows.section("Tensor cores");
  if (!report) {
    rows.pending("MMA");
    rows.pending("elements of C");
    return rows.pending("at their registers");
  }
  const auto& r = *report;
  rows.row("MMA", r.instruction);
  if (r.elements == 0) return rows.words(rows.texts(r.why), Tone::error);
  if (r.described) rows.words(rows.tr(gpu::why_described), Tone::hint);
  const auto count = [&](const char* label, std::int64_t wrong) {
    if (wrong == 0) rows.row(label, fmt::format("{} ✓", grouped(r.elements)), Tone::good);
    else rows.row(label, fmt::format("{} {} {}", grouped(r.elements - wrong), rows.tr("of"), grouped(r.elements)), Tone::error);
  };
  count("elements of C", r.wrong);
  if (r.misplaced) count("at their registers", *r.misplaced);
  if (r.wrong > 0 || r.misplaced.value_or(0) > 0) rows.words(rows.texts(gpu::first_difference(r)), Tone::error);
  rows.row("multiplied by", r.hardware ? r.device : "CPU");
  if (!r.hardware) rows.words(rows.texts(r.why), Tone::faint);
  rows.row("tile of the MMA", fmt::format("{} × {} × {}", r.mnk[0], r.mnk[1], r.mnk[2]));
  rows.words(fmt::format("A: {}", rows.texts(r.a)), Tone::faint);
  rows.words(fmt::format("B: {}", rows.texts(r.b)), Tone::faint);
}

}  // namespace

std::vector<ToldRow> report_rows(const gpu::LaunchPlan& plan, const gpu::Report& report, bool busy, const Texts& texts) {
  Told rows(texts);
  coverage(rows, plan.launch, report);
  if (plan.launch.tma) {
    tma(rows, report);
    return rows.rows;
  }
  if (plan.mma) multiplication(rows, report.mma, busy);
  memory(rows, report, plan.launch.shared_memory);
  timing(rows, plan.launch, report, busy);
  return rows.rows;
}

}  // namespace app
