// A report as text and as JSON.

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gpu/runner.hpp"

namespace gpu {
namespace {

std::string_view name_of(Path p) {
  switch (p) {
    case Path::interop: return "CUDA-GL interop";
    case Path::copied: return "CUDA, copied";
    case Path::cpu: break;
  }
  return "CPU";
}

double bandwidth(const Timing& t) { return t.kernel_ms > 0 ? t.bytes / t.kernel_ms / 1e6 : 0; }

}  // namespace

std::string report_text(const Launch& launch, const Report& r) {
  std::string text;
  const auto row = [&](std::string_view label, const std::string& value) { text += fmt::format("{:<24}{}\n", label, value); };
  row("ran on", r.path == Path::cpu ? r.device : fmt::format("{} ({})", r.device, name_of(r.path)));
  row("grid", fmt::format("{} blocks of {} threads, {} values each", r.blocks, r.threads, r.values));
  row("elements touched once", fmt::format("{} / {}", r.once, launch.elements));
  row("never · more than once", fmt::format("{} · {}", r.never, r.more));
  row("out of bounds", fmt::format("{}", r.out_of_bounds));
  row("sectors per request", fmt::format("{:.4g} (ideal {:.4g})", r.mean_sectors, r.mean_ideal_sectors));
  row("lines per request", fmt::format("{:.4g}", r.mean_lines));
  row("bank conflicts", fmt::format("{}-way", r.worst_bank_ways));
  if (r.timing) {
    row("kernel time", fmt::format("{:.4f} ms", r.timing->kernel_ms));
    row("effective bandwidth", fmt::format("{:.1f} GB/s", bandwidth(*r.timing)));
    if (r.timing->copy_ms > 0) row("copy of the same bytes", fmt::format("{:.4f} ms", r.timing->copy_ms));
  }
  text += fmt::format("{:<24}{} of {}", "same as the algebra", r.same, r.compared);
  if (r.first_difference) text += fmt::format(", first difference at element {}", *r.first_difference);
  return text;
}

std::string report_json(const Launch& launch, const Report& r) {
  nlohmann::json j{{"device", r.device},
                   {"path", name_of(r.path)},
                   {"blocks", r.blocks},
                   {"threads", r.threads},
                   {"values", r.values},
                   {"elements", launch.elements},
                   {"element_bytes", launch.element_bytes},
                   {"once", r.once},
                   {"never", r.never},
                   {"more", r.more},
                   {"out_of_bounds", r.out_of_bounds},
                   {"sectors_per_request", r.mean_sectors},
                   {"ideal_sectors_per_request", r.mean_ideal_sectors},
                   {"lines_per_request", r.mean_lines},
                   {"bank_ways", r.worst_bank_ways},
                   {"same", r.same},
                   {"compared", r.compared}};
  if (r.first_difference) j["first_difference"] = *r.first_difference;
  if (r.timing) j["timing"] = {{"kernel_ms", r.timing->kernel_ms}, {"bytes", r.timing->bytes}, {"copy_ms", r.timing->copy_ms}};
  return j.dump();
}

}  // namespace gpu
