// Writes a report as text and as JSON.

#include "gpu/run/report.hpp"

#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/text/columns.hpp"
#include "gpu/launch/message_json.hpp"

namespace gpu {

using algebra::Message;
using algebra::message;

namespace {

std::string dimensions(const Dim3& d) {
  return d.y * d.z == 1 ? fmt::format("{}", d.x) : d.z == 1 ? fmt::format("({},{})", d.x, d.y) : fmt::format("({},{},{})", d.x, d.y, d.z);
}

/// Returns a number by itself.
Message number(std::int64_t n) { return Message::verbatim(fmt::format("{}", n)); }

Message with_first(std::int64_t count, const std::optional<std::int64_t>& first) {
  return first ? message("{} (the first is element {})", count, *first) : number(count);
}

Message totals_words(const Totals& t, bool shared) {
  if (shared)
    return message("{} requests, {} wavefronts, {} bank conflicts, {}-way at worst", t.requests, t.wavefronts, t.conflicts(),
                   t.worst_bank_ways);
  if (!t.sectors_at_most) return message("{} requests, {} sectors (ideal {}), {} lines", t.requests, t.sectors, t.ideal_sectors, t.lines);
  return message(
      "{} requests, at most {} sectors (ideal {}), {} lines: not predicted exactly, because places in shared memory are written again "
      "before cp.async is waited for",
      t.requests, t.sectors, t.ideal_sectors, t.lines);
}

Message totals_text(const Totals& t, bool shared) {
  return t.exact ? totals_words(t, shared) : message("{}, from a sample", totals_words(t, shared));
}

nlohmann::json totals_json(const Totals& t, bool shared) {
  nlohmann::json j{{"requests", t.requests}, {"lanes", t.lanes}, {"worst_access", t.worst_access}, {"exact", t.exact}};
  if (shared) {
    j["wavefronts"] = t.wavefronts;
    j["bank_conflicts"] = t.conflicts();
    j["worst_bank_ways"] = t.worst_bank_ways;
    j["worst_wavefronts"] = t.worst_wavefronts;
  } else {
    j["lines"] = t.lines;
    j["sectors"] = t.sectors;
    j["ideal_sectors"] = t.ideal_sectors;
    j["worst_sectors"] = t.worst_sectors;
    if (t.sectors_at_most) j["sectors_at_most"] = true;
  }
  return j;
}

nlohmann::json dimensions_json(const Dim3& d) { return {d.x, d.y, d.z}; }

Message checked_text(const Launch& launch, const Copied& c) {
  if (c.wrong > 0)
    return c.first_wrong ? message("{}, {} of them wrong, the first at element {}", c.checked, c.wrong, *c.first_wrong)
                         : message("{}, {} of them wrong", c.checked, c.wrong);
  return c.checked > 0 ? message("{}, all where they belong", c.checked) : message("none: {}", why_none_checked(launch));
}

}  // namespace

std::string_view name_of(Path p) {
  switch (p) {
    case Path::interop: return "CUDA-GL interop";
    case Path::copied: return "CUDA, copied";
    case Path::cpu: break;
  }
  return "CPU";
}

Message why_none_checked(const Launch& launch) {
  if (launch.shared_memory || launch.target) return "every value is out of bounds or shares its place with another";
  return "no access is in bounds";
}

bool moves_all(const Launch& launch, const Report& r) { return launch.shared_memory || !r.touches || r.touches->out_of_bounds == 0; }

Copied moved(const Launch& launch, const Report& r) {
  auto copied = *r.copied;
  if (launch.shared_memory || !r.touches || r.touches->predicated == 0) return copied;
  const auto all = static_cast<double>(r.grid.count()) * static_cast<double>(r.block.count()) * static_cast<double>(r.values);
  const auto share = 1 - static_cast<double>(r.touches->predicated) / all;
  copied.bytes *= share;
  copied.copy_ms *= share;
  return copied;
}

std::int64_t count_beyond(const algebra::Guard& g, std::int64_t blocks, std::int64_t threads, std::int64_t values) {
  // A coordinate is a sum of three: counts how often each sum of the thread's and the value's occurs, in ascending order.
  const auto often = [&](int axis, std::int64_t count) {
    std::map<std::int64_t, std::int64_t> times;
    const auto coordinate = algebra::mode(g.coordinate, axis);
    for (std::int64_t i = 0; i < count; ++i) ++times[coordinate(i)];
    return times;
  };
  std::map<std::int64_t, std::int64_t> within;
  for (const auto of_value = often(2, values); const auto& [t, times] : often(1, threads))
    for (const auto& [v, more] : of_value) within[t + v] += times * more;
  std::int64_t beyond = 0;
  for (const auto& [b, times] : often(0, blocks))
    for (auto it = within.lower_bound(g.limit - b); it != within.end(); ++it) beyond += times * it->second;
  return beyond;
}

Message beyond_text(const Launch& launch, const Report& r) {
  Message text;
  for (const auto& g : launch.guards) {
    auto of_guard = message("{}: {}", place_of(g), count_beyond(g, r.grid.count(), r.block.count(), r.values));
    text = text.empty() ? std::move(of_guard) : message("{}, {}", text, of_guard);
  }
  return text;
}

namespace {

/// Adds rows about the touched elements.
void add_touches(std::vector<ReportRow>& rows, const Launch& launch, const Report& r) {
  const auto& t = *r.touches;
  const auto row = [&](Message label, Message value) { rows.push_back({std::move(label), std::move(value)}); };
  const auto traced = t.traced();
  if (traced < launch.elements) row("traced", message("sampled: the first {} of {} elements (memory budget)", traced, launch.elements));
  const bool shared = r.shared_by > 1;
  row(shared ? message("touched by {}, as meant", r.shared_by) : Message("elements touched once"), message("{} / {}", t.once, traced));
  row("never touched", with_first(t.never, t.first_never));
  row(shared ? Message("otherwise") : Message("more than once"), with_first(t.more, t.first_more));
  const auto& outside = t.first_outside;
  row("out of bounds",
      outside ? message("{} (the first: block {}, thread {}, value {})", t.out_of_bounds, outside->block, outside->thread, outside->access)
              : number(t.out_of_bounds));
  if (!launch.guards.empty())
    row("beyond the end",
        message("{} of {} touches predicated off ({})", t.predicated, r.grid.count() * r.block.count() * r.values, beyond_text(launch, r)));
}

void add_memory(std::vector<ReportRow>& rows, const Launch& launch, const Memory& m) {
  if (const auto* t = m.tensor()) {
    const auto rounded = [](double v) { return fmt::format("{:.4g}", v); };
    if (launch.shared_memory) {
      rows.push_back({"bank conflicts", message("{}-way", t->worst_bank_ways)});
    } else {
      rows.push_back({"sectors per request",
                      message("{} (ideal {})", rounded(t->per_request(t->sectors)), rounded(t->per_request(t->ideal_sectors)))});
      rows.push_back({"lines per request", Message::verbatim(rounded(t->per_request(t->lines)))});
    }
  }
  const auto totals = [&](Message label, const std::optional<Totals>& t, bool shared) {
    if (t) rows.push_back({std::move(label), totals_text(*t, shared)});
  };
  totals("global loads", m.global_load, false);
  totals("global stores", m.global_store, false);
  totals("shared stores", m.shared_store, true);
  totals("shared loads", m.shared_load, true);
}

void add_copy(std::vector<ReportRow>& rows, const Launch& launch, const Report& r) {
  const auto c = moved(launch, r);
  if (c.kernel_ms > 0) {
    const auto bandwidth = fmt::format("{:.1f}", c.bandwidth());
    rows.push_back({"kernel time", message("{} ms, median of {}", fmt::format("{:.4f}", c.kernel_ms), c.repeats)});
    rows.push_back({"effective bandwidth", moves_all(launch, r)
                                               ? message("{} GB/s read and written", bandwidth)
                                               : message("{} GB/s read and written, as if every access were in bounds", bandwidth)});
  }
  if (c.copy_ms > 0)
    rows.push_back({"copy of the same bytes", Message::verbatim(fmt::format("{:.4f} ms, {:.1f} GB/s", c.copy_ms, c.copy_bandwidth()))});
  rows.push_back({"values checked", checked_text(launch, c)});
  rows.push_back({"kernel", c.compiled              ? Message("compiled for this partition")
                            : c.why_generic.empty() ? Message("generic")
                                                    : c.why_generic});
}

Message compared_text(const Comparison& c) {
  auto text = c.whole ? message("{} of {}", c.same, c.compared) : message("{} of {} (a sample)", c.same, c.compared);
  return c.first_difference ? message("{}, first difference at element {}", text, *c.first_difference) : text;
}

}  // namespace

std::vector<ReportRow> report_rows(const Launch& launch, const Report& r) {
  std::vector<ReportRow> rows;
  const auto append = [&](std::vector<ReportRow> more) { rows.insert(rows.end(), more.begin(), more.end()); };
  rows.push_back({"ran on", Message::verbatim(r.path == Path::cpu ? r.device : fmt::format("{} ({})", r.device, name_of(r.path)))});
  rows.push_back({"grid", message("{} blocks of {} threads, {} values each", dimensions(r.grid), dimensions(r.block), r.values)});
  if (!r.instruction.empty()) rows.push_back({"instruction", Message::verbatim(r.instruction)});
  const auto bytes = r.width * launch.element_bytes;
  rows.push_back(
      {"access", r.width == 1 ? message("{} bytes ({} value)", bytes, r.width) : message("{} bytes ({} values)", bytes, r.width)});
  if (launch.begins != 0)
    rows.push_back({"begins", message("{} bytes after its pointer, which is assumed to be a multiple of {}, as cudaMalloc returns it",
                                      launch.begins * launch.element_bytes, launch.shared_memory ? 128 : 256)});
  if (r.touches && r.touches->tma) append(landed_rows(*r.touches->tma));
  if (r.touches) add_touches(rows, launch, r);
  if (r.memory) add_memory(rows, launch, *r.memory);
  if (r.copied) add_copy(rows, launch, r);
  if (r.copy_failure) rows.push_back({"copy", r.copy_failure->message});
  if (r.mma) append(rows_of(*r.mma));
  if (r.comparison) rows.push_back({"same as the algebra", compared_text(*r.comparison)});
  return rows;
}

std::string report_text(const Launch& launch, const Report& r, const algebra::Say& say) {
  std::string text;
  for (const auto& row : report_rows(launch, r))
    text.append(text.empty() ? "" : "\n").append(algebra::padded(say(row.label), 24)).append(say(row.value));
  return text;
}

std::string report_json(const Launch& launch, const Report& r) {
  nlohmann::json j{{"device", r.device},
                   {"path", name_of(r.path)},
                   {"grid", dimensions_json(r.grid)},
                   {"block", dimensions_json(r.block)},
                   {"values", r.values},
                   {"width", r.width},
                   {"elements", launch.elements},
                   {"element_bytes", launch.element_bytes},
                   {"shared_by", r.shared_by},
                   {"memory", launch.shared_memory ? "shared" : "global"}};
  if (!r.instruction.empty()) j["instruction"] = r.instruction;
  if (launch.begins != 0) j["begins"] = launch.begins;
  for (const auto& g : launch.guards)
    j["guards"].push_back({{"mode", g.mode},
                           {"of", g.of_tile ? "tile" : "tensor"},
                           {"limit", g.limit},
                           {"beyond", count_beyond(g, r.grid.count(), r.block.count(), r.values)}});
  if (r.touches) {
    const auto& t = *r.touches;
    j["touched"] = {{"once", t.once},        {"never", t.never},
                    {"more", t.more},        {"out_of_bounds", t.out_of_bounds},
                    {"traced", t.traced()},  {"sampled", t.traced() < launch.elements},
                    {"trace_ms", t.trace_ms}};
    if (!launch.guards.empty()) j["touched"]["predicated_off"] = t.predicated;
    if (t.tma) j["tma"] = nlohmann::json::parse(landed_json(*t.tma));
    if (t.first_never) j["touched"]["first_never"] = *t.first_never;
    if (t.first_more) j["touched"]["first_more"] = *t.first_more;
    if (t.first_outside)
      j["touched"]["first_outside"] = {
          {"block", t.first_outside->block}, {"thread", t.first_outside->thread}, {"value", t.first_outside->access}};
  }
  if (r.memory) {
    const auto add = [&](const char* name, const std::optional<Totals>& t, bool shared) {
      if (t) j["predicted"][name] = totals_json(*t, shared);
    };
    add("global_load", r.memory->global_load, false);
    add("global_store", r.memory->global_store, false);
    add("shared_load", r.memory->shared_load, true);
    add("shared_store", r.memory->shared_store, true);
  }
  if (r.comparison) {
    j["same_as_algebra"] = {{"same", r.comparison->same}, {"compared", r.comparison->compared}, {"whole", r.comparison->whole}};
    if (r.comparison->first_difference) j["same_as_algebra"]["first_difference"] = *r.comparison->first_difference;
  }
  if (r.copied) {
    const auto c = moved(launch, r);
    j["copied"] = {{"kernel_ms", c.kernel_ms},
                   {"bytes", c.bytes},
                   {"copy_ms", c.copy_ms},
                   {"repeats", c.repeats},
                   {"access_bytes", c.access_bytes},
                   {"checked", c.checked},
                   {"wrong", c.wrong},
                   {"compiled", c.compiled},
                   {"gb_per_s", c.bandwidth()},
                   {"copy_gb_per_s", c.copy_bandwidth()}};
    if (!c.why_generic.empty()) j["copied"]["why_generic"] = json_of(c.why_generic);
  }
  if (r.copy_failure) j["copy_failure"] = json_of(r.copy_failure->message);
  if (r.mma) j["mma"] = nlohmann::json::parse(json_of(*r.mma));
  return j.dump();
}

}  // namespace gpu
