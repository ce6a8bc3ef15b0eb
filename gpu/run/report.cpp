// A report as text and as JSON.

#include "gpu/run/report.hpp"

#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace gpu {
namespace {

std::string dimensions(const Dim3& d) {
  return d.y * d.z == 1 ? fmt::format("{}", d.x) : d.z == 1 ? fmt::format("({},{})", d.x, d.y) : fmt::format("({},{},{})", d.x, d.y, d.z);
}

std::string with_first(std::int64_t count, const std::optional<std::int64_t>& first) {
  return first ? fmt::format("{} (the first is element {})", count, *first) : fmt::format("{}", count);
}

std::string totals_text(const Totals& t, bool shared) {
  auto text = shared ? fmt::format("{} requests, {} wavefronts, {} bank conflicts, {}-way at worst", t.requests, t.wavefronts,
                                   t.conflicts(), t.worst_bank_ways)
                     : fmt::format("{} requests, {}{} sectors (ideal {}), {} lines", t.requests, t.sectors_at_most ? "at most " : "",
                                   t.sectors, t.ideal_sectors, t.lines);
  if (!shared && t.sectors_at_most)
    text += ": not predicted exactly, because places in shared memory are written again before cp.async is waited for";
  if (!t.exact) text += ", from a sample";
  return text;
}

nlohmann::json json_of(const Totals& t, bool shared) {
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

nlohmann::json json_of(const Dim3& d) { return {d.x, d.y, d.z}; }

std::string checked_text(const Launch& launch, const Copied& c) {
  if (c.wrong > 0)
    return fmt::format("{}, {} wrong{}", c.checked, c.wrong, c.first_wrong ? fmt::format(" from element {}", *c.first_wrong) : "");
  return c.checked > 0 ? fmt::format("{}, all where they belong", c.checked) : fmt::format("none: {}", why_none_checked(launch));
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

std::string_view why_none_checked(const Launch& launch) {
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
  // A coordinate is a sum of three: how often each sum of the thread's and the value's comes up, in ascending order.
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

std::string beyond_text(const Launch& launch, const Report& r) {
  std::string text;
  for (const auto& g : launch.guards)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", place_of(g), count_beyond(g, r.grid.count(), r.block.count(), r.values));
  return text;
}

std::string report_text(const Launch& launch, const Report& r) {
  std::string text;
  const auto row = [&](std::string_view label, const std::string& value) { text += fmt::format("{:<24}{}\n", label, value); };
  row("ran on", r.path == Path::cpu ? r.device : fmt::format("{} ({})", r.device, name_of(r.path)));
  row("grid", fmt::format("{} blocks of {} threads, {} values each", dimensions(r.grid), dimensions(r.block), r.values));
  if (!r.instruction.empty()) row("instruction", r.instruction);
  row("access", fmt::format("{} bytes ({} value{})", r.width * launch.element_bytes, r.width, r.width == 1 ? "" : "s"));
  if (r.touches && r.touches->tma)
    for (const auto& line : landed_rows(*r.touches->tma)) row(line.label, line.value);
  if (r.touches) {
    const auto traced = r.touches->traced();
    if (traced < launch.elements)
      row("traced", fmt::format("sampled: the first {} of {} elements (memory budget)", traced, launch.elements));
    const bool shared = r.shared_by > 1;
    row(shared ? fmt::format("touched by {}, as meant", r.shared_by) : "elements touched once",
        fmt::format("{} / {}", r.touches->once, traced));
    row("never touched", with_first(r.touches->never, r.touches->first_never));
    row(shared ? "otherwise" : "more than once", with_first(r.touches->more, r.touches->first_more));
    const auto& outside = r.touches->first_outside;
    row("out of bounds", outside ? fmt::format("{} (the first: block {}, thread {}, value {})", r.touches->out_of_bounds, outside->block,
                                               outside->thread, outside->access)
                                 : fmt::format("{}", r.touches->out_of_bounds));
    if (!launch.guards.empty())
      row("beyond the end", fmt::format("{} of {} touches predicated off ({})", r.touches->predicated,
                                        r.grid.count() * r.block.count() * r.values, beyond_text(launch, r)));
  }
  if (r.memory) {
    if (const auto* t = r.memory->tensor()) {
      if (launch.shared_memory) {
        row("bank conflicts", fmt::format("{}-way", t->worst_bank_ways));
      } else {
        row("sectors per request", fmt::format("{:.4g} (ideal {:.4g})", t->per_request(t->sectors), t->per_request(t->ideal_sectors)));
        row("lines per request", fmt::format("{:.4g}", t->per_request(t->lines)));
      }
    }
    const auto totals = [&](std::string_view label, const std::optional<Totals>& t, bool shared) {
      if (t) row(label, totals_text(*t, shared));
    };
    totals("global loads", r.memory->global_load, false);
    totals("global stores", r.memory->global_store, false);
    totals("shared stores", r.memory->shared_store, true);
    totals("shared loads", r.memory->shared_load, true);
  }
  if (r.copied) {
    const auto c = moved(launch, r);
    if (c.kernel_ms > 0) {
      row("kernel time", fmt::format("{:.4f} ms, median of {}", c.kernel_ms, c.repeats));
      row("effective bandwidth",
          fmt::format("{:.1f} GB/s read and written{}", c.bandwidth(), moves_all(launch, r) ? "" : ", as if every access were in bounds"));
    }
    if (c.copy_ms > 0) row("copy of the same bytes", fmt::format("{:.4f} ms, {:.1f} GB/s", c.copy_ms, c.copy_bandwidth()));
    row("values checked", checked_text(launch, c));
    row("kernel", c.compiled ? "compiled for this partition" : c.why_generic.empty() ? "generic" : c.why_generic);
  }
  if (r.copy_failure) row("copy", r.copy_failure->message);
  if (r.mma)
    for (const auto& [label, value] : rows_of(*r.mma)) row(label, value);
  if (r.comparison) {
    const auto& c = *r.comparison;
    text += fmt::format("{:<24}{} of {}{}", "same as the algebra", c.same, c.compared, c.whole ? "" : " (a sample)");
    if (c.first_difference) text += fmt::format(", first difference at element {}", *c.first_difference);
  }
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string report_json(const Launch& launch, const Report& r) {
  nlohmann::json j{{"device", r.device},          {"path", name_of(r.path)},
                   {"grid", json_of(r.grid)},     {"block", json_of(r.block)},
                   {"values", r.values},          {"width", r.width},
                   {"elements", launch.elements}, {"element_bytes", launch.element_bytes},
                   {"shared_by", r.shared_by},    {"memory", launch.shared_memory ? "shared" : "global"}};
  if (!r.instruction.empty()) j["instruction"] = r.instruction;
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
      if (t) j["predicted"][name] = json_of(*t, shared);
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
    if (!c.why_generic.empty()) j["copied"]["why_generic"] = c.why_generic;
  }
  if (r.copy_failure) j["copy_failure"] = r.copy_failure->message;
  if (r.mma) j["mma"] = nlohmann::json::parse(json_of(*r.mma));
  return j.dump();
}

}  // namespace gpu
