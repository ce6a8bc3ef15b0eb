#include "app/import/dsl/dsl_ir_sheet.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "app/document/evaluation.hpp"
#include "app/import/dsl/dsl_print.hpp"

namespace app {
namespace {

/// Returns whether the compiler's path means the program's file, which may have been compiled elsewhere.
bool is_of(const std::string& of_compiler, const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  return fs::exists(of_compiler, error) ? fs::equivalent(of_compiler, path, error) && !error
                                        : fs::path(of_compiler).filename() == fs::path(path).filename();
}

}  // namespace

std::map<std::pair<std::size_t, std::string>, std::vector<std::string>> ir_layouts_of(const std::vector<DslIrLayout>& layouts,
                                                                                      const std::string& path, const CppProgram& program) {
  std::map<std::string, bool> known;
  std::map<std::size_t, std::vector<std::string>> by_line;
  for (const auto& l : layouts) {
    const auto [it, is_new] = known.emplace(l.file, false);
    if (is_new) it->second = is_of(l.file, path);
    if (it->second) by_line[l.line].push_back(l.layout);
  }
  std::map<std::size_t, std::vector<std::string>> names;
  for (const auto& d : program.definitions) {
    const bool variable = d.name.find_first_of("([,") == std::string::npos;
    // A definition that was not understood may be a layout.
    const bool layout = !d.problem.empty() || d.card;
    auto& all = names[d.line];
    if (d.file.empty() && !d.parameter && variable && layout && std::find(all.begin(), all.end(), d.name) == all.end())
      all.push_back(d.name);
  }
  std::map<std::pair<std::size_t, std::string>, std::vector<std::string>> found;
  for (const auto& [line, all] : names)
    if (const auto at = by_line.find(line); at != by_line.end() && all.size() == 1) found[{line, all.front()}] = at->second;
  return found;
}

void correct_by_ir(Sheet& sheet, const CppProgram& program, const std::string& path) {
  std::vector<DslIrLayout> all;
  for (auto& [file, ir] : kept_ir(path)) all.insert(all.end(), ir.layouts.begin(), ir.layouts.end());
  if (all.empty() || sheet.entries.size() != program.definitions.size() + 1) return;
  const auto layouts = ir_layouts_of(all, path, program);
  if (layouts.empty()) return;
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < sheet.entries.size(); ++i) {
    auto& entry = sheet.entries[i];
    const auto* d = i == 0 ? nullptr : &program.definitions[i - 1];
    const auto at = d == nullptr || !d->file.empty() ? layouts.end() : layouts.find({d->line, d->name});
    if (at != layouts.end()) {
      const auto* value = evaluator.results()[i].value();
      const auto read = value == nullptr ? std::string() : dsl_string(*value);
      const auto& last = at->second.back();
      const bool agrees =
          value != nullptr && std::any_of(at->second.begin(), at->second.end(), [&](const auto& l) { return has_ir_layout(read, l); });
      // A tensor has a pointer, which the compiler's layout lacks, and ? stands for a run-time number.
      const bool is_layout =
          value == nullptr || std::holds_alternative<algebra::Layout>(*value) || std::holds_alternative<algebra::ComposedLayout>(*value);
      if (!agrees && is_layout && last.find('?') == std::string::npos) {
        auto& note = entries.emplace_back();
        note.text = read.empty() ? "# IR" : fmt::format("# IR: ≠ {}", read);
        // The note belongs to the program, so that it goes with the intermediate files.
        note.source.section = entry.source.section;
        note.source.line = entry.source.line;
        note.source.by = SaidBy::compiler;
        entry.source.by = SaidBy::compiler;
        entry.text = fmt::format("{} = {}", d->entry, last);
        entry.source.problem = {};
        entry.source.assumed.clear();
      }
    }
    entries.push_back(std::move(entry));
  }
  sheet.entries = std::move(entries);
}

}  // namespace app
