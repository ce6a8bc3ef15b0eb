#include "app/import/headers_together.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "algebra/language/lines.hpp"
#include "app/document/sheet.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

/// Marks the definitions in a file, and those of other files that their values depend on.
std::vector<bool> needed_by(const std::vector<ProgramDefinition>& all, std::string_view file) {
  std::map<std::string_view, std::size_t> by_entry;
  for (std::size_t i = 0; i < all.size(); ++i) by_entry.emplace(all[i].entry, i);
  std::vector<bool> needed(all.size());
  std::vector<std::size_t> rest;
  const auto need = [&](std::size_t i) {
    if (!needed[i]) rest.push_back(i);
    needed[i] = true;
  };
  const auto need_entry = [&](std::string_view name) {
    if (const auto it = by_entry.find(name); it != by_entry.end()) need(it->second);
  };
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].file == file) need(i);
  while (!rest.empty()) {
    const auto& d = all[rest.back()];
    rest.pop_back();
    if (d.problem.empty())
      for (const auto& name : algebra::free_names(d.text)) need_entry(name);
    for (const auto& name : d.assumed) need_entry(name);
    need_entry(d.memory_of);
  }
  return needed;
}

}  // namespace

HeadersTogether::HeadersTogether(std::vector<std::string> headers, const ProgramSettings& settings, std::span<const MacroSetting> macros,
                                 ProgramFolders folders)
    : headers_(std::move(headers)) {
  if (headers_.size() < 2) return;
  folders.named.assign(headers_.begin() + 1, headers_.end());
  if (const auto text = read_file(headers_.front(), max_sheet_bytes); text && text->find('\0') == std::string::npos)
    rest_ = read_cpp_program(ProgramFiles::gather(headers_.front(), *text, folders), settings, macros);
  definitions_ = std::exchange(rest_.definitions, {});
}

std::optional<CppProgram> HeadersTogether::of(const std::string& header) const {
  const bool is_one = std::find(headers_.begin(), headers_.end(), header) != headers_.end();
  std::error_code error;
  const auto real = std::filesystem::canonical(header, error).string();
  if (!is_one || error || headers_.size() < 2 || definitions_.empty() || definitions_.size() >= CppProgram::most_definitions)
    return std::nullopt;
  const auto file = header == headers_.front() ? std::string() : real;
  auto part = rest_;
  const auto needed = needed_by(definitions_, file);
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (needed[i]) part.definitions.push_back(definitions_[i]);
  for (auto& d : part.definitions) {
    if (file.empty()) continue;
    if (d.file == file) d.line = d.file_line, d.file.clear(), d.file_line = 0;
    else if (d.file.empty()) d.file_line = d.line, d.file = headers_.front(), d.line = 1;
  }
  std::erase_if(part.macros, [&](const AskedMacro& m) { return m.file != file; });
  return part;
}

}  // namespace app
