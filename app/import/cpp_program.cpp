#include "app/import/cpp_program.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/import/cpp_interpreter.hpp"
#include "app/import/kernel_trace.hpp"
#include "assets/assets.hpp"

namespace app {
namespace {

/// From 1.
std::string_view line_of(std::string_view source, std::size_t line) {
  for (; line > 1; --line) algebra::take_until(source, '\n');
  return algebra::take_until(source, '\n');
}

/// What the preprocessor could not do, as entries that say where and why.
void add_problems(CppProgram& program, const PreprocessedSource& preprocessed, std::string_view source) {
  constexpr std::size_t most = 8;
  std::set<std::string, std::less<>> names;
  for (const auto& d : program.definitions) names.insert(d.entry);
  for (std::size_t i = 0, number = 1; i < std::min(most, preprocessed.problems.size()); ++i) {
    const auto& p = preprocessed.problems[i];
    std::string entry = "macro";
    while (names.contains(entry)) entry = fmt::format("macro_{}", ++number);
    names.insert(entry);
    const auto line = algebra::trimmed(line_of(source, p.line));
    std::string text(line.empty() || line.size() > 400 ? "..." : line);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\r' || c == '\v'; }, ' ');
    program.definitions.push_back({.name = "macro", .entry = entry, .text = text, .line = p.line, .problem = p.message});
  }
}

}  // namespace

TracedProgram trace_cpp_program(std::string_view source, const ProgramSettings& settings, std::span<const MacroSetting> macros,
                                std::optional<std::size_t> kernel) {
  auto preprocessed = preprocess(source, macros);
  if (preprocessed.text.find("PipelineState<") != std::string::npos && preprocessed.text.find("struct PipelineState") == std::string::npos)
    preprocessed.text += fmt::format("\n{}", assets::get("programs/library.cu"));
  return CppInterpreter(preprocessed.text, settings).run_traced(kernel);
}

CppProgram read_cpp_program(std::string_view source, const ProgramSettings& settings, std::span<const MacroSetting> macros) {
  auto preprocessed = preprocess(source, macros);
  auto program = CppInterpreter(preprocessed.text, settings).run();
  // A text without a layout may be anything.
  if (!program.definitions.empty()) add_problems(program, preprocessed, source);
  program.macros = std::move(preprocessed.asked);
  program.unused_macros = std::move(preprocessed.unused);
  program.set_macros.assign(macros.begin(), macros.end());
  return program;
}

}  // namespace app
