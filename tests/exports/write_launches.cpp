// Writes each launch of a table as a program, with the trace that Cutescope makes of it: NAME.cu and NAME.trace.
//
//   write_launches OUT LAUNCHES
//
// LAUNCHES has a line for each: name, tab, the lines of the sheet with " ;; " between them.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <vector>

#include <fmt/format.h>

#include "app/launch/launch_code.hpp"
#include "app/launch/launch_plan.hpp"
#include "gpu/run/cpu_trace.hpp"

namespace {

constexpr std::string_view between = " ;; ";

std::string text_of(std::string sheet) {
  for (std::size_t at = 0; (at = sheet.find(between, at)) != std::string::npos; ++at) sheet.replace(at, between.size(), "\n");
  return sheet + "\n";
}

/// Returns the lines that the program prints.
std::string trace_text(const gpu::LaunchPlan& plan) {
  std::vector<algebra::TraceRecord> trace(static_cast<std::size_t>(plan.launch.elements));
  gpu::Touches touches;
  gpu::Progress progress;
  gpu::trace_on_cpu(plan.shape, trace, touches, progress);
  std::string text;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace[i].count == 0) continue;
    const auto first = algebra::first_touch(trace[i]);
    text +=
        fmt::format("element {}: block {} thread {} value {}, touched {}\n", i, first.block, first.thread, first.access, trace[i].count);
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::filesystem::path out = argv[1];
  int wrong = 0;
  std::ifstream in(argv[2]);
  for (std::string line; std::getline(in, line);) {
    const auto tab = line.find('\t');
    if (line.starts_with('#') || tab == std::string::npos) continue;
    const auto name = line.substr(0, tab);
    const auto sheet = app::parse_sheet(text_of(line.substr(tab + 1)));
    if (!sheet) {
      std::cout << name << ": not a sheet\n";
      ++wrong;
      continue;
    }
    app::SheetEvaluator evaluator;
    evaluator.update(*sheet);
    const auto plan = app::plan(evaluator, sheet->launch);
    const auto program = app::launch_program(evaluator, sheet->launch);
    if (!plan || !program) {
      std::cout << name << ": " << (plan ? program.error() : plan.error()) << "\n";
      ++wrong;
      continue;
    }
    std::ofstream(out / (name + ".cu")) << *program;
    std::ofstream(out / (name + ".trace")) << trace_text(*plan);
  }
  return wrong == 0 ? 0 : 1;
}
