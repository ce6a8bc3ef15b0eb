#include "app/import/program.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "algebra/language/lines.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/utf8.hpp"
#include "app/document/sheet_link.hpp"
#include "app/import/compile_commands.hpp"
#include "app/import/dsl/dsl_ir_sheet.hpp"
#include "app/import/dsl/dsl_program.hpp"
#include "app/import/printed_entries.hpp"
#include "app/import/reading_time.hpp"
#include "app/system/control_characters.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

constexpr std::size_t most_cards = 12;

/// Returns the entries that depend on the thread: its parts of tensors.
std::set<std::string, std::less<>> parts_of_threads(const CppProgram& program) {
  std::set<std::string, std::less<>> parts;
  for (const auto& d : program.definitions) {
    const auto names = d.problem.empty() ? algebra::free_names(d.text) : std::vector<std::string>{};
    if ((d.parameter && d.name.starts_with("threadIdx")) ||
        std::ranges::any_of(names, [&](const std::string& name) { return parts.contains(name); }))
      parts.insert(d.entry);
  }
  return parts;
}

std::string without_line_ends(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

/// Returns a program's file and macros. Empty for input that cannot be read again, such as a pipe.
ProgramOrigin origin_of(const CppProgram& program, const std::string& path) {
  constexpr std::size_t most_macros = 200;
  ProgramOrigin origin;
  std::error_code error;
  const auto whole = std::filesystem::absolute(path, error).lexically_normal().string();
  if (error || !std::filesystem::is_regular_file(whole, error) || has_control_characters(whole) || !algebra::is_utf8(whole)) return origin;
  origin.path = whole;
  const auto set = [&](std::string_view name) { return std::ranges::find(program.set_macros, name, &MacroSetting::name); };
  const auto add = [&](const std::string& name, const std::optional<std::string>& value, bool is_set) {
    if (origin.macros.size() == most_macros || std::ranges::find(origin.macros, name, &ProgramMacro::name) != origin.macros.end()) return;
    origin.macros.push_back({name, value ? std::optional(without_line_ends(*value)) : std::nullopt, is_set});
  };
  // Macros that the file itself defines are not input.
  for (const auto& asked : program.macros)
    if (asked.by != AskedMacro::By::file || asked.is_open) add(asked.name, asked.value, set(asked.name) != program.set_macros.end());
  // The last of several settings of a macro wins.
  for (auto s = program.set_macros.rbegin(); s != program.set_macros.rend(); ++s) add(without_line_ends(s->name), s->value, true);
  return origin;
}

}  // namespace

std::optional<ProgramLanguage> program_language(std::string_view path) {
  constexpr std::array<std::string_view, 11> cpp{".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inl"};
  const auto ending = std::filesystem::path(path).extension().string();
  if (ending == ".py") return ProgramLanguage::python;
  return std::find(cpp.begin(), cpp.end(), ending) != cpp.end() ? std::optional(ProgramLanguage::cpp) : std::nullopt;
}

CppProgram read_program(std::string_view source, ProgramLanguage language, const std::string& path, const ProgramSettings& settings,
                        std::span<const MacroSetting> macros, const ProgramFolders& folders) {
  const ReadingTime reading(ReadingTime::seconds_of_program);
  if (language == ProgramLanguage::python) return read_dsl_program(source, settings, path, module_folders(folders.include));
  auto command = as_commanded(path, folders, macros);
  auto program = read_cpp_program(ProgramFiles::gather(path, source, command.folders), settings, command.macros);
  if (!command.problem.empty()) program.unread = message("{}; the program is read without it", command.problem);
  // Macros of a build apply to all of its files, so those unused in this one are no error.
  std::erase_if(program.unused_macros,
                [&](const auto& name) { return std::ranges::find(macros, name, &MacroSetting::name) == macros.end(); });
  return program;
}

SourceKind source_kind(const std::string& source) {
  if (source == "-") return SourceKind::input;
  if (is_sheet_link(source)) return SourceKind::link;
  if (source.ends_with(".cutes") || program_language(source)) return SourceKind::file;
  const bool is_name = !source.empty() && std::ranges::all_of(source, algebra::is_word);
  return !is_name && stamp_of(source) ? SourceKind::file : SourceKind::expression;
}

DefinitionCount understood(const CppProgram& program) {
  std::vector<DefinedStatement> statements;
  for (const auto& d : program.definitions)
    if (!d.parameter) statements.push_back({d.line, d.name, !d.kind.empty()});
  return count_definitions(std::move(statements));
}

Sheet sheet_of_program(const CppProgram& program, const std::string& path) {
  Sheet sheet;
  if (program.definitions.empty()) return sheet;
  // Shows the kernel that runs first or, without kernels, the first function with something to show.
  std::string_view shown;
  const auto is_kernel = [&](std::string_view function) {
    return function.find('@') != std::string_view::npos || program.kernels.contains(function);
  };
  for (const auto& d : program.definitions)
    if (d.card && (shown.empty() || (!is_kernel(shown) && is_kernel(d.function)))) shown = d.function;
  constexpr std::array<std::string_view, 5> telling{"tensor", "fragment", "tiled_mma", "tiled_copy", "layout"};
  const auto of_thread = parts_of_threads(program);
  std::set<const ProgramDefinition*> cards;
  const auto add = [&](bool any) {
    for (const auto kind : telling)
      for (const auto& d : program.definitions)
        if (d.card && d.function == shown && d.kind == kind && (any || of_thread.contains(d.entry)) && cards.size() < most_cards)
          cards.insert(&d);
  };
  add(false);
  if (cards.empty()) add(true);
  sheet.integers = algebra::IntegerRule::cute;
  sheet.summary = understood(program).summary(std::filesystem::path(path).filename().string());
  if (!program.unread.empty()) sheet.summary = algebra::Message::list({sheet.summary, program.unread});
  sheet.entries.emplace_back().text = "# " + sheet.summary.text();
  sheet.program = origin_of(program, path);
  for (const auto& d : program.definitions) {
    auto& entry = sheet.entries.emplace_back();
    entry.text = fmt::format("{} = {}", d.entry, d.text);
    entry.visible = cards.contains(&d);
    entry.source = {
        .section = d.function, .line = d.line, .parameter = d.parameter, .problem = d.problem, .assumed = {}, .first_round = d.first_round};
    for (const auto& name : d.assumed) entry.source.assumed += (entry.source.assumed.empty() ? "" : " ") + name;
  }
  return sheet;
}

Sheet sheet_of_text(std::string_view text, const std::string& path) {
  const auto file = std::filesystem::path(path).filename().string();
  Sheet sheet;
  if (const auto language = text.size() <= max_sheet_bytes ? program_language(path) : std::nullopt) {
    const auto program = read_program(text, *language, path);
    if (understood(program).definitions > 0) {
      sheet = sheet_of_program(program, path);
      if (*language == ProgramLanguage::python) correct_by_ir(sheet, program, path);
      return sheet;
    }
  }
  for (auto& entry : printed_entries(text)) {
    if (sheet.entries.empty()) sheet.entries.emplace_back().text = "# " + file;
    sheet.entries.emplace_back().text = std::move(entry);
  }
  return sheet;
}

}  // namespace app
