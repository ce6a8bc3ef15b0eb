// SVG figures against one rectangle and one text a cell, each with all of its attributes; and files of a million cells.
// Ratios are of one run. "A visualiser" is what one written in JavaScript takes for the same grids, for scale.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <sys/resource.h>

#include "render/export.hpp"
#include "tests/benchmarks/report.hpp"
#include "tests/render/to_file.hpp"

namespace {

using algebra::IntTuple;

render::Diagram grid(std::int64_t rows, std::int64_t columns) {
  const algebra::Layout layout(IntTuple::tuple({IntTuple(rows), IntTuple(columns)}),
                               IntTuple::tuple({IntTuple(columns), IntTuple(std::int64_t{1})}));
  return *render::describe(layout, "A", {});
}

/// Returns the obvious file: nothing shared, nothing merged.
std::string reference(const render::Diagram& d) {
  constexpr int cell = 40;
  auto out =
      fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\">\n", d.columns.extent * cell, d.rows.extent * cell);
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c) {
      const auto fill = d.fill(r, c);
      out += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#{:02x}{:02x}{:02x}\" stroke=\"#bec6d3\"/>"
          "<text x=\"{}\" y=\"{}\" font-family=\"JetBrains Mono\" font-size=\"10.5\" text-anchor=\"middle\" "
          "dominant-baseline=\"central\">{}</text>\n",
          c * cell, r * cell, cell, cell, fill.r, fill.g, fill.b, c * cell + cell / 2, r * cell + cell / 2, d.label(r, c));
    }
  return out + "</svg>\n";
}

template <class F>
double milliseconds(F&& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// The least of some runs: the rest is what else the machine does.
template <class F>
double best_of(int runs, F&& f) {
  double best = milliseconds(f);
  for (int i = 1; i < runs; ++i) best = std::min(best, milliseconds(f));
  return best;
}

void compare(std::int64_t rows, std::int64_t columns, double visualiser) {
  const auto d = grid(rows, columns);
  std::string ours, obvious;
  const auto time = best_of(7, [&] { ours = *render::export_bytes(d, {}); });
  const auto reference_time = best_of(3, [&] { obvious = reference(d); });
  const auto size = static_cast<double>(ours.size()), reference_size = static_cast<double>(obvious.size());
  fmt::print("{:>4} x {:<4}  {:7.2f} ms, {:7.2f} ms one by one: {:.2f} MB, {:.2f} MB one by one\n", rows, columns, time, reference_time,
             size / 1e6, reference_size / 1e6);
  const auto grid_name = fmt::format("SVG of {} x {}", rows, columns);
  benchmark::ratio(grid_name + ", cell by cell, time / ours", reference_time / time);
  if (visualiser > 0) benchmark::ratio(grid_name + ", by a visualiser, time / ours", visualiser / time);
  benchmark::ratio(grid_name + ", cell by cell, bytes / ours", reference_size / size);
}

double peak_mib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void to_disk(render::Format format, const char* ending) {
  const auto path =
      std::filesystem::temp_directory_path() /
      fmt::format("cutescope-benchmark-{}.{}", static_cast<long>(std::chrono::steady_clock::now().time_since_epoch().count()), ending);
  const auto d = grid(1024, 1024);
  const auto time = milliseconds([&] {
    if (const auto written = render::export_file(d, {.format = format}, path); !written) fmt::print("{}\n", written.error());
  });
  fmt::print("1024 x 1024 labelled cells to {}: {:.0f} ms, {:.1f} MB, at most {:.0f} MiB of memory in this program so far\n", ending, time,
             static_cast<double>(std::filesystem::file_size(path)) / 1e6, peak_mib());
  std::filesystem::remove(path);
}

}  // namespace

int main() {
  // First what must not need memory: the peak never goes down.
  to_disk(render::Format::svg, "svg");
  to_disk(render::Format::pdf, "pdf");
  compare(8, 8, 0);
  compare(64, 64, 13.6);
  compare(128, 128, 63.8);
  compare(256, 512, 636);
}
