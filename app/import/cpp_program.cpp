#include "app/import/cpp_program.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/import/cpp_interpreter.hpp"
#include "app/import/kernel_trace.hpp"
#include "assets/assets.hpp"

namespace app {
namespace {

/// Returns a line of a source, counted from 1.
std::string_view line_of(std::string_view source, std::size_t line) {
  for (; line > 1; --line) algebra::take_until(source, '\n');
  return algebra::take_until(source, '\n');
}

/// Adds the preprocessor's problems as entries, with line and reason.
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

/// Converts lines of the joined text to lines of its files.
void place_in_files(CppProgram& program, const ProgramFiles& files) {
  const auto line_in_named = [&](std::size_t line) {
    const auto place = files.place_of(line);
    return place.file == 0 ? place.line : files.files()[place.file].at;
  };
  for (auto& d : program.definitions) {
    const auto place = files.place_of(d.line);
    if (place.file != 0) d.file = files.files()[place.file].path, d.file_line = place.line;
    d.line = line_in_named(d.line);
  }
  for (auto& m : program.macros) {
    const auto place = files.place_of(m.line);
    const auto& file = files.files()[place.file];
    const bool also_named = place.file != 0 && file.role == ProgramFiles::Role::named;
    if (also_named) m.file = file.path;
    m.line = also_named ? place.line : line_in_named(m.line);
  }
  for (const auto& file : files.files())
    if (file.role == ProgramFiles::Role::user) program.users.push_back(file.path);
}

/// Appends the functions of assets/programs/library.cu that the program uses without defining them.
void append_library(std::string& program) {
  constexpr std::string_view mark = "//// ";
  const std::string_view library = assets::get("programs/library.cu");
  std::string added;
  for (auto at = library.find(mark); at != std::string_view::npos;) {
    const auto next = library.find(mark, at + mark.size());
    auto piece = library.substr(at + mark.size(), next == std::string_view::npos ? next : next - at - mark.size());
    const auto name = std::string(algebra::take_until(piece, '\n'));
    const bool defined = std::ranges::any_of(std::array{"struct " + name, "void " + name + "(", "class " + name, "void\n" + name + "("},
                                             [&](const std::string& by) { return program.find(by) != std::string::npos; });
    if (program.find(name + "<") != std::string::npos && !defined) added += fmt::format("\n{}", piece);
    at = next;
  }
  program += added;
}

/// Converts the lines of a trace, which then also hold the file's number. Lines after the program's own, from append_library, are dropped.
void place_in_files(TracedProgram& traced, const ProgramFiles& files, std::size_t own_lines) {
  for (const auto& file : files.files()) traced.files.push_back(file.path);
  const auto place = [&](std::size_t& line) {
    if (files.files().size() < 2) return;
    const auto at = files.place_of(line);
    line = FileLine{at.file, at.line}.number();
  };
  const auto place_all = [&](std::set<std::size_t>& lines) {
    std::set<std::size_t> placed;
    for (auto line : lines)
      if (line <= own_lines) place(line), placed.insert(line);
    lines = std::move(placed);
  };
  for (auto* list : {&traced.kernels, &traced.uncalled})
    for (auto& k : *list) {
      place(k.line), place(k.calls_at);
      for (auto& c : k.calls) {
        place(c.line);
        for (auto& r : c.loops) place(r.line);
        place_all(c.object.lines);
        for (auto* arguments : {&c.templates, &c.arguments})
          for (auto& a : *arguments) place_all(a.lines);
      }
      std::set<ThreadCondition> conditions;
      for (auto c : k.conditions) place(c.line), conditions.insert(std::move(c));
      k.conditions = std::move(conditions);
    }
  for (auto& d : traced.program.definitions) place(d.line);
}

}  // namespace

TracedProgram trace_cpp_program(const ProgramFiles& files, const ProgramSettings& settings, std::span<const MacroSetting> macros,
                                std::optional<std::size_t> kernel) {
  auto preprocessed = preprocess(files.text(), macros);
  const auto own_lines = static_cast<std::size_t>(std::ranges::count(preprocessed.text, '\n')) + 1;
  append_library(preprocessed.text);
  auto traced = CppInterpreter(preprocessed.text, settings, files.files().size() > 1 ? &files : nullptr).run_traced(kernel);
  std::erase_if(traced.uncalled, [&](const KernelTrace& k) { return k.line > own_lines; });
  place_in_files(traced, files, own_lines);
  return traced;
}

CppProgram read_cpp_program(std::string_view source, const ProgramSettings& settings, std::span<const MacroSetting> macros) {
  return read_cpp_program(ProgramFiles::gather({}, source, {}), settings, macros);
}

CppProgram read_cpp_program(const ProgramFiles& files, const ProgramSettings& settings, std::span<const MacroSetting> macros) {
  const std::string_view source = files.text();
  auto preprocessed = preprocess(source, macros);
  auto program = CppInterpreter(preprocessed.text, settings, files.files().size() > 1 ? &files : nullptr).run();
  // A text without any layout may not be a program at all.
  if (!program.definitions.empty()) add_problems(program, preprocessed, source);
  program.macros = std::move(preprocessed.asked);
  program.unused_macros = std::move(preprocessed.unused);
  program.set_macros.assign(macros.begin(), macros.end());
  if (files.files().size() > 1) place_in_files(program, files);
  program.missing = files.missing();
  return program;
}

}  // namespace app
