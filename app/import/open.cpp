#include "app/import/open.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/language/lines.hpp"
#include "app/document/sheet_link.hpp"
#include "app/import/dsl/dsl_ir_sheet.hpp"
#include "app/import/one_line.hpp"
#include "app/import/paste.hpp"
#include "app/import/printed_entries.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using Bad = tl::unexpected<Message>;

/// Returns the text of a file that is not a sheet as lines of a sheet: the values of printed output, as when it is pasted, else the text
/// itself.
std::string as_lines(const std::string& text) {
  if (text.size() > max_sheet_bytes || text.find('\0') != std::string::npos) return text;
  const auto pasted = for_field(text);
  const auto parts = pasted_parts(pasted);
  // Text that would paste as one unfinished entry is easier to correct line by line.
  if (pasted_lines(pasted) || (parts.size() == 1 && !is_printed(text))) return text;
  std::string lines;
  for (const auto& part : parts) lines += part + '\n';
  return lines;
}

Message no_setting(const std::string& name, const std::string& path, const std::vector<std::string>& needs) {
  if (needs.empty()) return message("there is no {} in {} to set, and nothing else", name, path);
  return message("there is no {} in {} to set: it needs {}", name, path, fmt::format("{}", fmt::join(needs, ", ")));
}

/// Sets the entries of these names. Returns the problem of a name that does not exist.
Message set_entries(Sheet& sheet, const ProgramSettings& settings, const std::string& path) {
  for (const auto& [name, value] : settings) {
    std::vector<std::string> names;
    bool found = false;
    for (auto& entry : sheet.entries) {
      const auto line = algebra::split_line(entry.text);
      if (!line || line->name.empty()) continue;
      names.push_back(line->name);
      if (line->name != name) continue;
      found = true;
      entry.text = fmt::format("{} = {}", name, value);
      entry.source.edited();
    }
    if (!found) return no_setting(name, path, names);
  }
  return {};
}

/// Returns the problem of a macro that a C++ program does not use.
Message no_macro(const std::string& name, const std::string& path, const std::vector<AskedMacro>& asked) {
  if (asked.empty()) return message("there is no macro {} in {}", name, path);
  std::vector<std::string> names;
  for (const auto& a : asked) names.push_back(a.name);
  return message("there is no macro {} in {}: its conditions test {}", name, path, fmt::format("{}", fmt::join(names, ", ")));
}
Message macros_of_no_program(const MacroSettings& macros, const std::string& path) {
  if (macros.empty()) return {};
  return message("-{} {} applies to C++ programs, not to {}", macros.front().value ? "D" : "U", macros.front().name, path);
}

}  // namespace

Message unused_settings(const CppProgram& program, const std::string& path) {
  if (!program.unused_macros.empty()) return no_macro(program.unused_macros.front(), path, program.macros);
  if (program.unused.empty()) return {};
  std::vector<std::string> needs;
  for (const auto& d : program.definitions)
    if (d.parameter && std::find(needs.begin(), needs.end(), d.name) == needs.end()) needs.push_back(d.name);
  return no_setting(program.unused.front(), path, needs);
}

tl::expected<Sheet, Message> load_sheet(const std::string& path, const ProgramSettings& settings, const MacroSettings& macros,
                                        const ProgramFolders& folders) {
  if (is_sheet_link(path)) {
    if (auto why = macros_of_no_program(macros, "the link"); !why.empty()) return Bad(std::move(why));
    auto sheet = sheet_of_link(path);
    if (sheet)
      if (auto why = set_entries(*sheet, settings, "the link"); !why.empty()) return Bad(std::move(why));
    return sheet;
  }
  const auto text = read_file(path == "-" ? input_path : path, max_sheet_bytes);
  return text ? sheet_of_opened(*text, path == "-" ? "standard input" : path, settings, macros, folders) : Bad(text.error());
}

tl::expected<Sheet, Message> sheet_of_opened(const std::string& text, const std::string& path, const ProgramSettings& settings,
                                             const MacroSettings& macros, const ProgramFolders& folders) {
  const bool other = !program_language(path) && !path.ends_with(".cutes") && !text.starts_with("@cutescope");
  return sheet_of_file(other ? as_lines(text) : text, path, settings, macros, folders);
}

tl::expected<Sheet, Message> sheet_of_file(const std::string& text, const std::string& path, const ProgramSettings& settings,
                                           const MacroSettings& macros, const ProgramFolders& folders) {
  const auto language = program_language(path);
  if (language != ProgramLanguage::cpp)
    if (auto why = macros_of_no_program(macros, path); !why.empty()) return Bad(std::move(why));
  if (!language) {
    auto sheet = parse_sheet(text).map_error([&](const Message& why) { return message("{}: {}", path, why); });
    if (sheet) {
      if (auto why = set_entries(*sheet, settings, path); !why.empty()) return Bad(std::move(why));
      complete_path(sheet->program, path);
    }
    return sheet;
  }
  if (text.find('\0') != std::string::npos) return Bad(message("{}: {}", path, Message("this is not a text file (it holds a NUL byte)")));
  Sheet sheet;
  if (!(settings.empty() && macros.empty() && folders.include.empty())) {
    const auto program = read_program(text, *language, path, settings, macros, folders);
    if (auto why = unused_settings(program, path); !why.empty()) return Bad(std::move(why));
    sheet = sheet_of_program(program, path);
    if (*language == ProgramLanguage::python) correct_by_ir(sheet, program, path);
  } else {
    sheet = sheet_of_text(text, path);
  }
  if (sheet.entries.empty()) return Bad(message("{} defines no layout whose numbers are all known", path));
  return sheet;
}

tl::expected<Sheet, Message> sheet_of_source(const std::string& source, const ProgramSettings& settings, const MacroSettings& macros,
                                             const ProgramFolders& folders) {
  if (names_sheet(source)) return load_sheet(source, settings, macros, folders);
  if (auto why = macros_of_no_program(macros, source); !why.empty()) return Bad(std::move(why));
  Sheet sheet;
  // An entry is one line.
  sheet.entries.emplace_back().text = source.find_first_of("\r\n") == std::string::npos ? source : in_one_line(source);
  if (auto why = set_entries(sheet, settings, source); !why.empty()) return Bad(std::move(why));
  return sheet;
}

tl::expected<void, Message> save_sheet(const Sheet& sheet, const std::string& path) {
  if (program_language(path)) return Bad(message("{} has the ending of a program; save a sheet as NAME.cutes", path));
  const auto text = serialise(sheet);
  if (text.size() > max_sheet_bytes)
    return Bad(message("cannot save {}: a sheet has at most {} bytes, this has {}", path, max_sheet_bytes, text.size()));
  if (const auto entries = sheet.entries.size(); entries > max_entries)
    return Bad(message("cannot save {}: a sheet has at most {} entries, this has {}", path, max_entries, entries));
  return write_file(path, text);
}

}  // namespace app
